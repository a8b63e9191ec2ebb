//! The computer as a player of any game: it is given what its seat may know, a seed and its limits.

use std::sync::Arc;

use yipan_chess::ChessSetup;
use yipan_games::{AnyGame, GameKind, Options};
use yipan_liuzichong::HouseRules;
use yipan_liuzichong::rival::Rival as SmallRival;
use yipan_liuzichong::solve::{Alone, solve};
use yipan_liuzichong::table::Table;
use yipan_rules::{Game, Language, Seat, Viewer, Words};

use crate::modal::{self, Insight};
use crate::{Host, Level, Limits, Rival};

mod chance;
mod hint;

pub use chance::Chance;
pub use hint::Hint;

/// Megabytes for what a search of full strength remembers of one move.
const HASH: usize = 16;

/// How well the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Any legal action.
    Random,
    /// One of the game's levels, from 1.
    Level(u8),
    /// As well as it can within the limits.
    Best,
}

/// A level that a game does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchLevel {
    text: String,
    last: u8,
}

/// What a game has worked out once and all its computers share.
#[derive(Clone, Debug, Default)]
pub struct Solved(Option<Arc<Table>>);

/// A computer player in one game after the other.
pub struct Computer {
    strength: Strength,
    mind: Mind,
}

/// How it thinks about the game it is made for.
enum Mind {
    Chess(Box<Rival<yipan_chess::Position>>),
    Modal { setup: Box<ChessSetup>, past: modal::Past },
    Xiangqi(Box<Rival<yipan_xiangqi::Position>>),
    Liuzichong(Solved),
}

impl Strength {
    /// How many levels a game has.
    #[must_use]
    pub const fn levels(kind: GameKind) -> u8 {
        match kind {
            GameKind::Chess | GameKind::Xiangqi => Level::LAST.number(),
            GameKind::Liuzichong => SmallRival::LEVELS,
        }
    }

    /// The level of this number in a game.
    ///
    /// # Errors
    /// The game has no such level.
    pub fn level(text: &str, kind: GameKind) -> Result<Strength, NoSuchLevel> {
        let last = Strength::levels(kind);
        match text.parse() {
            Ok(number) if (1..=last).contains(&number) => Ok(Strength::Level(number)),
            _ => Err(NoSuchLevel { text: text.chars().take(32).collect(), last }),
        }
    }
}

impl Words for NoSuchLevel {
    fn words(&self, language: Language) -> String {
        let NoSuchLevel { text, last } = self;
        match language {
            Language::English => format!("`{text}` is not a level of this game; choose one from 1 to {last}"),
            Language::Simplified => format!("这个棋种没有“{text}”这一级，请从 1 到 {last} 中选择"),
            Language::Traditional => format!("這個棋種沒有「{text}」這一級，請從 1 到 {last} 中選擇"),
        }
    }
}

impl Solved {
    /// What must be known of this game: `solve` is asked for house rules of liuzichong that are not the usual ones.
    pub fn of(game: &AnyGame, solve: impl FnOnce(HouseRules) -> Table) -> Solved {
        match game {
            AnyGame::Liuzichong(game) if game.position().rules() != Table::embedded().rules() => {
                Solved(Some(Arc::new(solve(game.position().rules()))))
            }
            _ => Solved(None),
        }
    }

    /// The same, worked out by the thread that asks.
    #[must_use]
    pub fn alone(game: &AnyGame) -> Solved {
        Solved::of(game, |rules| solve(rules, &Alone, &mut |_| {}))
    }

    /// The table to look positions up in.
    #[must_use]
    pub fn table(&self) -> &Table {
        match &self.0 {
            Some(table) => table,
            None => Table::embedded(),
        }
    }
}

impl Computer {
    /// A player of the game that is agreed so.
    ///
    /// # Panics
    /// If the game was not started by these options.
    #[must_use]
    pub fn new(game: &AnyGame, options: &Options, solved: &Solved, strength: Strength) -> Computer {
        let megabytes = match strength {
            Strength::Level(number) => Level::new(number).map_or(HASH, Level::megabytes),
            Strength::Random | Strength::Best => HASH,
        };
        let mind = match game {
            AnyGame::Chess(game) if game.modes().is_none() => Mind::Chess(Box::new(Rival::new(megabytes))),
            AnyGame::Chess(_) => {
                let setup = options.chess().expect("a game was started by these options");
                Mind::Modal { setup: Box::new(setup), past: modal::Past::default() }
            }
            AnyGame::Xiangqi(_) => Mind::Xiangqi(Box::new(Rival::new(megabytes))),
            AnyGame::Liuzichong(_) => Mind::Liuzichong(solved.clone()),
        };
        Computer { strength, mind }
    }

    /// Forgets the game before.
    pub fn begin(&mut self) {
        if let Mind::Modal { past, .. } = &mut self.mind {
            *past = modal::Past::default();
        }
    }

    /// Remembers a moment of the game when it was to move, as its seat saw it; [`Computer::choose`] does so by itself.
    pub fn recall(&mut self, game: &AnyGame, seat: Seat) {
        if let (Mind::Modal { past, .. }, AnyGame::Chess(game)) = (&mut self.mind, game) {
            past.note(&game.view(Viewer::Player(seat)), seat);
        }
    }

    /// What it does; nothing unless the seat is to move. Without a clock the same arguments give the same action.
    pub fn choose(
        &mut self,
        game: &AnyGame,
        seat: Seat,
        seed: u64,
        limits: Limits,
        host: &dyn Host,
    ) -> Option<String> {
        let strength = self.strength;
        let number = match strength {
            Strength::Random => {
                let actions = game.view(Viewer::Player(seat)).actions;
                return Chance::of(seed, 0).pick(&actions).cloned();
            }
            Strength::Level(number) => Some(number),
            Strength::Best => None,
        };
        let level = number.and_then(Level::new);
        match (&mut self.mind, game) {
            (Mind::Chess(rival), AnyGame::Chess(game)) => {
                let (root, past) = (game.position(), game.into());
                let choice = match level {
                    Some(level) => rival.choose(root, &past, level, seed, limits, host),
                    None => rival.hint(root, &past, limits, host),
                };
                Some(root.uci(choice?.mv).to_string())
            }
            (Mind::Modal { setup, past }, AnyGame::Chess(game)) => {
                past.note(&game.view(Viewer::Player(seat)), seat);
                let insight = Insight::of(setup, game, seat).with_past(past.clone());
                let worth = match level {
                    Some(level) => modal::choose(&insight, level, seed, limits, host),
                    None => modal::rank(&insight, limits, host, seed).actions.first().copied(),
                };
                Some(worth?.action.to_string())
            }
            (Mind::Xiangqi(rival), AnyGame::Xiangqi(game)) => {
                let (root, past) = (game.position(), game.into());
                let choice = match level {
                    Some(level) => rival.choose(root, &past, level, seed, limits, host),
                    None => rival.hint(root, &past, limits, host),
                };
                Some(choice?.mv.to_string())
            }
            (Mind::Liuzichong(solved), AnyGame::Liuzichong(game)) => {
                let rival = SmallRival::of_level(number.unwrap_or(SmallRival::LEVELS), || solved.table())?;
                Some(rival.choose(game.position(), seed)?.to_string())
            }
            _ => unreachable!("a computer is made for its game"),
        }
    }
}
