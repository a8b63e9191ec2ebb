use std::sync::atomic::{AtomicBool, Ordering};

use yipan_core::{Language, Localize, Side, Step, Turn};
use yipan_engine::computer::SeededRng;
use yipan_games::AnyGame;

use super::forfeit::Forfeit;
use super::game_log::GameLog;
use super::limits::MoveLimits;
use super::outcome::MatchGameOutcome;
use super::player::{MoveRequest, Player};

/// One game of a match that is over.
#[derive(Clone, Debug)]
pub(crate) struct MatchGame {
    pub(crate) log: GameLog,
    pub(crate) outcome: MatchGameOutcome,
}

/// What all games of a match have in common.
pub(crate) struct GameSettings<'a> {
    pub(crate) limits: MoveLimits,
    /// After so many actions a game is given up as drawn.
    pub(crate) max_plies: usize,
    pub(crate) language: Language,
    pub(crate) stop: &'a AtomicBool,
}

impl MatchGame {
    /// Plays a game to its end; nothing if the match was decided meanwhile. `players` sit by seat, and `chance` rolls the
    /// dice.
    pub(crate) fn play(
        start: &AnyGame,
        opening: &[Step<String, String>],
        players: [(&mut Player, SeededRng); 2],
        mut chance: SeededRng,
        settings: &GameSettings<'_>,
    ) -> Option<MatchGame> {
        let (mut game, mut sheet) = (start.clone(), GameLog::new(start.clone()));
        for step in opening {
            sheet.apply(&mut game, step).expect("an opening was played once already");
        }
        let mut players_by_side = Vec::new();
        for (seat, (player, numbers)) in Side::BOTH.into_iter().zip(players) {
            if let Err(fault) = player.new_game(start, numbers) {
                return Some(MatchGame {
                    log: sheet,
                    outcome: MatchGameOutcome::Forfeit { loser: seat, reason: fault },
                });
            }
            players_by_side.push(player);
        }
        let end = loop {
            let step = match game.turn() {
                Turn::Over(outcome) => break MatchGameOutcome::ByRules(outcome),
                _ if sheet.moves.len() >= settings.max_plies => break MatchGameOutcome::MaxPliesReached,
                Turn::Chance => {
                    Step::Chance(chance.choose_outcome(&game).expect("chance has something to decide"))
                }
                Turn::Player(seat) => {
                    let GameSettings { limits: pace, stop, language, .. } = settings;
                    let situation = MoveRequest {
                        game: &game,
                        log: &sheet,
                        side: seat,
                        limits: pace,
                        stop,
                        language: *language,
                    };
                    let chosen = players_by_side[seat.index()].choose_move(&situation);
                    if stop.load(Ordering::Relaxed) {
                        return None;
                    }
                    match chosen {
                        Ok(action) => Step::Action(action),
                        Err(fault) => break MatchGameOutcome::Forfeit { loser: seat, reason: fault },
                    }
                }
            };
            let mover = game.turn();
            if let Err(error) = sheet.apply(&mut game, &step) {
                // The game has the last word, whoever has looked at the move before.
                let (Turn::Player(loser), Step::Action(text)) = (mover, step) else {
                    unreachable!("chance draws what is offered")
                };
                let fault = Forfeit::IllegalMove { text, reason: error.localize(settings.language) };
                break MatchGameOutcome::Forfeit { loser, reason: fault };
            }
        };
        Some(MatchGame { log: sheet, outcome: end })
    }
}
