use std::fmt;

use yipan_chess::{ChessSetup, Mode, Modes};
use yipan_games::{GameKind, GameOptions};

use crate::UnratedReason;

/// The rules of a rated game. Games with other rules, positions or options of modes are not rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleFamily {
    /// Chess from the standard position.
    Chess,
    /// Chess from a position of Chess960.
    Chess960,
    /// Chess with one mode.
    ChessMode(Mode),
    /// Chess with several modes.
    ChessMixed,
    /// Xiangqi 象棋.
    Xiangqi,
    /// Liuzichong 六子冲.
    Liuzichong,
}

impl RuleFamily {
    /// Every family, those of one game together.
    pub const ALL: [RuleFamily; 11] = [
        RuleFamily::Chess,
        RuleFamily::Chess960,
        RuleFamily::ChessMode(Mode::DiceA),
        RuleFamily::ChessMode(Mode::DiceB),
        RuleFamily::ChessMode(Mode::Fog),
        RuleFamily::ChessMode(Mode::Gravity),
        RuleFamily::ChessMode(Mode::Portals),
        RuleFamily::ChessMode(Mode::Mines),
        RuleFamily::ChessMixed,
        RuleFamily::Xiangqi,
        RuleFamily::Liuzichong,
    ];

    /// Returns the game.
    #[must_use]
    pub const fn game_kind(self) -> GameKind {
        match self {
            RuleFamily::Chess | RuleFamily::Chess960 | RuleFamily::ChessMode(_) | RuleFamily::ChessMixed => {
                GameKind::Chess
            }
            RuleFamily::Xiangqi => GameKind::Xiangqi,
            RuleFamily::Liuzichong => GameKind::Liuzichong,
        }
    }

    /// Returns the key that stands in texts of categories.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            RuleFamily::Chess => "chess",
            RuleFamily::Chess960 => "chess960",
            RuleFamily::ChessMode(Mode::DiceA) => "chess-dice-a",
            RuleFamily::ChessMode(Mode::DiceB) => "chess-dice-b",
            RuleFamily::ChessMode(Mode::Fog) => "chess-fog",
            RuleFamily::ChessMode(Mode::Gravity) => "chess-gravity",
            RuleFamily::ChessMode(Mode::Portals) => "chess-portals",
            RuleFamily::ChessMode(Mode::Mines) => "chess-mines",
            RuleFamily::ChessMixed => "chess-mixed",
            RuleFamily::Xiangqi => "xiangqi",
            RuleFamily::Liuzichong => "liuzichong",
        }
    }

    /// Returns the family of a game with these options.
    ///
    /// # Errors
    /// Returns [`UnratedReason`] if the rules or the position are not those of a family, or are invalid.
    pub fn of(kind: GameKind, options: &GameOptions) -> Result<RuleFamily, UnratedReason> {
        match kind {
            GameKind::Chess => chess_family(options),
            GameKind::Xiangqi => compare(options, GameOptions::xiangqi_setup).map(|()| RuleFamily::Xiangqi),
            GameKind::Liuzichong => {
                compare(options, GameOptions::liuzichong_setup).map(|()| RuleFamily::Liuzichong)
            }
        }
    }
}

impl fmt::Display for RuleFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

fn chess_family(options: &GameOptions) -> Result<RuleFamily, UnratedReason> {
    let setup = options.chess_setup().map_err(|_| UnratedReason::CustomRules)?;
    let family = family_of_modes(setup.modes());
    // Every position of Chess960 counts, also that of standard chess.
    let is_chess960 = options.position.as_ref().is_some_and(|position| position.starts_with("chess960:"));
    if family == RuleFamily::Chess && is_chess960 {
        let has_default_rules =
            setup == ChessSetup::standard(*setup.position(), ChessSetup::default().draw_rule());
        return if has_default_rules { Ok(RuleFamily::Chess960) } else { Err(UnratedReason::CustomRules) };
    }
    compare(options, GameOptions::chess_setup).map(|()| family)
}

/// Compares the setup of a game with that of the same modes and nothing else.
fn compare<S: PartialEq, E>(
    options: &GameOptions,
    setup: impl Fn(&GameOptions) -> Result<S, E>,
) -> Result<(), UnratedReason> {
    let parse = |options: &GameOptions| setup(options).map_err(|_| UnratedReason::CustomRules);
    let default_position = GameOptions { position: None, ..options.clone() };
    let default_rules = GameOptions { rules: Vec::new(), ..default_position.clone() };
    if parse(&default_position)? != parse(&default_rules)? {
        return Err(UnratedReason::CustomRules);
    }
    if parse(options)? != parse(&default_position)? {
        return Err(UnratedReason::CustomPosition);
    }
    Ok(())
}

fn family_of_modes(modes: Modes) -> RuleFamily {
    let active: Vec<Mode> = modes.active_modes().collect();
    match active[..] {
        [] => RuleFamily::Chess,
        [mode] => RuleFamily::ChessMode(mode),
        _ => RuleFamily::ChessMixed,
    }
}
