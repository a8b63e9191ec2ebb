use std::sync::atomic::{AtomicBool, Ordering};

use yipan_engine::computer::Chance;
use yipan_games::AnyGame;
use yipan_rules::{Language, Seat, Step, Turn, Words};

use super::end::End;
use super::fault::Fault;
use super::pace::Pace;
use super::player::{Player, Situation};
use super::score_sheet::ScoreSheet;

/// One game of a match that is over.
#[derive(Clone, Debug)]
pub(crate) struct Bout {
    pub(crate) sheet: ScoreSheet,
    pub(crate) end: End,
}

/// What all games of a match have in common.
pub(crate) struct Terms<'a> {
    pub(crate) pace: Pace,
    /// After so many actions a game is given up as drawn.
    pub(crate) plies: usize,
    pub(crate) language: Language,
    pub(crate) stop: &'a AtomicBool,
}

impl Bout {
    /// Plays a game to its end; nothing if the match was decided meanwhile. `players` sit by seat, and `chance` rolls the
    /// dice.
    pub(crate) fn play(
        start: &AnyGame,
        opening: &[Step<String, String>],
        players: [(&mut Player, Chance); 2],
        mut chance: Chance,
        terms: &Terms<'_>,
    ) -> Option<Bout> {
        let (mut game, mut sheet) = (start.clone(), ScoreSheet::new(start.clone()));
        for step in opening {
            sheet.take(&mut game, step).expect("an opening was played once already");
        }
        let mut seated = Vec::new();
        for (seat, (player, numbers)) in Seat::BOTH.into_iter().zip(players) {
            if let Err(fault) = player.begin(start, numbers) {
                return Some(Bout { sheet, end: End::Forfeit { loser: seat, fault } });
            }
            seated.push(player);
        }
        let end = loop {
            let step = match game.turn() {
                Turn::Over(outcome) => break End::Ruled(outcome),
                _ if sheet.moves.len() >= terms.plies => break End::Unfinished,
                Turn::Chance => Step::Draw(chance.draw(&game).expect("chance has something to decide")),
                Turn::Player(seat) => {
                    let Terms { pace, stop, language, .. } = terms;
                    let situation =
                        Situation { game: &game, sheet: &sheet, seat, pace, stop, language: *language };
                    let chosen = seated[seat.index()].choose(&situation);
                    if stop.load(Ordering::Relaxed) {
                        return None;
                    }
                    match chosen {
                        Ok(action) => Step::Act(action),
                        Err(fault) => break End::Forfeit { loser: seat, fault },
                    }
                }
            };
            let mover = game.turn();
            if let Err(error) = sheet.take(&mut game, &step) {
                // The game has the last word, whoever has looked at the move before.
                let (Turn::Player(loser), Step::Act(text)) = (mover, step) else {
                    unreachable!("chance draws what is offered")
                };
                let fault = Fault::Illegal { text, why: error.words(terms.language) };
                break End::Forfeit { loser, fault };
            }
        };
        Some(Bout { sheet, end })
    }
}
