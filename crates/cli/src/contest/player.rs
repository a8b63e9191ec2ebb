use std::sync::atomic::AtomicBool;

use yipan_engine::computer::Chance;
use yipan_engine::computer::{Computer, Solved};
use yipan_games::{AnyGame, Options};
use yipan_rules::{Language, Seat};

use super::entrant::{Asked, Entrant, Program};
use super::fault::Fault;
use super::guest::Guest;
use super::pace::{Pace, Ticking};
use super::score_sheet::ScoreSheet;

/// A player at a board, for one game after the other.
pub(crate) enum Player {
    /// One of ours, with the numbers it is given in this game.
    Computer { computer: Computer, chance: Chance },
    /// A program; it is started when it is needed, and again after a fault.
    Program { program: Program, guest: Option<Guest> },
}

/// What a player is asked for a move with.
pub(crate) struct Situation<'a> {
    pub(crate) game: &'a AnyGame,
    pub(crate) sheet: &'a ScoreSheet,
    pub(crate) seat: Seat,
    pub(crate) pace: &'a Pace,
    /// Set when the match is decided and nobody needs the move any more.
    pub(crate) stop: &'a AtomicBool,
    pub(crate) language: Language,
}

impl Player {
    pub(crate) fn new(entrant: &Entrant, game: &AnyGame, options: &Options, solved: &Solved) -> Player {
        match &entrant.player {
            Asked::Computer(strength) => Player::Computer {
                computer: Computer::new(game, options, solved, *strength),
                chance: Chance::of(0, 0),
            },
            Asked::Program(program) => Player::Program { program: program.clone(), guest: None },
        }
    }

    /// Gets ready for a new game with these numbers.
    pub(crate) fn begin(&mut self, game: &AnyGame, numbers: Chance) -> Result<(), Fault> {
        match self {
            Player::Computer { computer, chance } => {
                computer.begin();
                *chance = numbers;
                Ok(())
            }
            Player::Program { program, guest } => {
                // One that died between two games is given another chance.
                if guest.as_mut().is_none_or(|guest| guest.begin().is_err()) {
                    *guest = None;
                    guest.insert(Guest::invite(program, game)?).begin()?;
                }
                Ok(())
            }
        }
    }

    /// Its action, or what costs it the game.
    pub(crate) fn choose(&mut self, situation: &Situation<'_>) -> Result<String, Fault> {
        let Situation { game, sheet, seat, pace, stop, language } = situation;
        match self {
            Player::Computer { computer, chance } => {
                let host = Ticking::start(pace, stop);
                computer.choose(game, *seat, chance.number(), pace.limits(), &host).ok_or(Fault::Resigned)
            }
            Player::Program { guest, .. } => {
                let present = guest.as_mut().ok_or(Fault::Crash { last_words: String::new() })?;
                let chosen = present.choose(game, sheet, pace, *language);
                // Who hangs or dies is not asked again in this shape.
                if matches!(chosen, Err(Fault::Time { .. } | Fault::Crash { .. })) {
                    *guest = None;
                }
                chosen
            }
        }
    }
}
