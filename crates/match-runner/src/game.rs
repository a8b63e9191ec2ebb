use std::sync::atomic::{AtomicBool, Ordering};

use yipan_core::{Language, Localize, Side, Step, Turn};
use yipan_engine::computer::SeededRng;
use yipan_games::AnyGame;

use crate::forfeit::Forfeit;
use crate::game_log::GameLog;
use crate::limits::MoveLimits;
use crate::outcome::MatchGameOutcome;
use crate::player::{MoveRequest, Player};

/// A finished game of a match.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// The steps of the game.
    pub log: GameLog,
    /// The outcome, by the rules or by forfeit.
    pub outcome: MatchGameOutcome,
}

/// The settings that all games of a match share.
pub(crate) struct GameSettings<'a> {
    pub(crate) limits: MoveLimits,
    /// The number of actions after which a game is adjudicated as a draw.
    pub(crate) max_plies: usize,
    pub(crate) language: Language,
    pub(crate) stop: &'a AtomicBool,
}

impl MatchGame {
    /// Plays a game to its end, with `rng` for its chance events and `players` in the order of their sides.
    ///
    /// Returns `None` if the match was decided meanwhile.
    pub(crate) fn play(
        start: &AnyGame,
        opening: &[Step<String, String>],
        players: [(&mut Player, SeededRng); 2],
        mut rng: SeededRng,
        settings: &GameSettings<'_>,
    ) -> Option<MatchGame> {
        let (mut game, mut log) = (start.clone(), GameLog::new(start.clone()));
        for step in opening {
            log.apply(&mut game, step).expect("the steps of an opening are legal");
        }
        let mut players_by_side = Vec::new();
        for (side, (player, player_rng)) in Side::BOTH.into_iter().zip(players) {
            if let Err(reason) = player.new_game(start, player_rng) {
                return Some(MatchGame { log, outcome: MatchGameOutcome::Forfeit { loser: side, reason } });
            }
            players_by_side.push(player);
        }
        let outcome = loop {
            let step = match game.turn() {
                Turn::Over(outcome) => break MatchGameOutcome::ByRules(outcome),
                _ if log.moves.len() >= settings.max_plies => break MatchGameOutcome::MaxPliesReached,
                Turn::Chance => {
                    Step::Chance(rng.choose_outcome(&game).expect("a chance event has an outcome"))
                }
                Turn::Player(side) => {
                    let GameSettings { limits, stop, language, .. } = settings;
                    let request =
                        MoveRequest { game: &game, log: &log, side, limits, stop, language: *language };
                    let chosen = players_by_side[side.index()].choose_move(&request);
                    if stop.load(Ordering::Relaxed) {
                        return None;
                    }
                    match chosen {
                        Ok(action) => Step::Action(action),
                        Err(reason) => break MatchGameOutcome::Forfeit { loser: side, reason },
                    }
                }
            };
            let mover = game.turn();
            if let Err(error) = log.apply(&mut game, &step) {
                let (Turn::Player(loser), Step::Action(text)) = (mover, step) else {
                    unreachable!("chance outcomes are taken from the game")
                };
                let reason = Forfeit::IllegalMove { text, reason: error.localize(settings.language) };
                break MatchGameOutcome::Forfeit { loser, reason };
            }
        };
        Some(MatchGame { log, outcome })
    }
}
