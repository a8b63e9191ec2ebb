use yipan_core::{Language, Localize, Outcome};
use yipan_games::{AnyGame, GameOptions};

use crate::engine::{ExternalEngine, StepEngine};
use crate::forfeit::Forfeit;
use crate::limits::MoveLimits;
use crate::player_spec::{PlayerKind, PlayerSpec};

/// A reason not to start a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchSetupError {
    /// The number of games is odd, so an opening would be played by one side only.
    OddGameCount,
    /// A player searches without end and no limit is set.
    MissingLimit,
    /// The start position is final.
    GameOver(Outcome),
    /// An external engine cannot play this game.
    EngineFailed {
        /// The player, as written.
        player: String,
        /// The failure of its first launch.
        forfeit: Forfeit,
    },
}

/// Checks a match before its first game and launches each external engine once. `options` are those of the game.
///
/// # Errors
/// Returns [`MatchSetupError`] if the match cannot be played as configured.
pub fn check_setup(
    game: &AnyGame,
    options: &GameOptions,
    player_specs: &[PlayerSpec; 2],
    limits: &MoveLimits,
    game_count: usize,
) -> Result<(), MatchSetupError> {
    if !game_count.is_multiple_of(2) {
        return Err(MatchSetupError::OddGameCount);
    }
    if player_specs.iter().any(|player| lacks_limit(player, limits, game)) {
        return Err(MatchSetupError::MissingLimit);
    }
    if let Some(outcome) = game.outcome() {
        return Err(MatchSetupError::GameOver(outcome));
    }
    for player in player_specs {
        let checked = match &player.kind {
            PlayerKind::Computer(_) => Ok(()),
            PlayerKind::Program(command) => ExternalEngine::launch(command, game).map(|_| ()),
            PlayerKind::Step(command) => {
                StepEngine::check(&command.command_line(game.kind(), options), command.level, game)
            }
        };
        checked.map_err(|forfeit| MatchSetupError::EngineFailed { player: player.to_string(), forfeit })?;
    }
    Ok(())
}

/// Returns whether a search of the player would not end.
fn lacks_limit(player: &PlayerSpec, limits: &MoveLimits, game: &AnyGame) -> bool {
    match &player.kind {
        PlayerKind::Computer(strength) => !limits.end_search(*strength, game),
        PlayerKind::Program(_) => limits.is_unlimited(),
        PlayerKind::Step(command) => !limits.end_search(command.strength(), game),
    }
}

impl Localize for MatchSetupError {
    fn localize(&self, language: Language) -> String {
        match self {
            MatchSetupError::OddGameCount => language
                .choose(
                    "each opening is played with both sides; set --games to an even number",
                    "每个开局双方各执一次先手；请把 --games 设为偶数",
                    "每個開局雙方各執一次先手；請把 --games 設為偶數",
                )
                .to_owned(),
            MatchSetupError::MissingLimit => language
                .choose(
                    "a UCI or UCCI engine, `best` or `step` without a level needs a limit; set --movetime, --nodes or --depth",
                    "UCI、UCCI 引擎、`best` 和不带级别的 `step` 需要限制；请设置 --movetime、--nodes 或 --depth",
                    "UCI、UCCI 引擎、`best` 和不帶級別的 `step` 需要限制；請設定 --movetime、--nodes 或 --depth",
                )
                .to_owned(),
            MatchSetupError::GameOver(outcome) => {
                let text = language.choose("the game is over: ", "棋局已结束：", "棋局已結束：");
                format!("{text}{}", outcome.reason_text(language))
            }
            MatchSetupError::EngineFailed { player, forfeit } => {
                let colon = language.choose(": ", "：", "：");
                format!("{player}{colon}{}", forfeit.localize(language))
            }
        }
    }
}
