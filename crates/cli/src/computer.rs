//! The computer as a player of any game: it is given what its seat may know, a seed and its limits.

use std::sync::Arc;

use yipan_chess::ChessSetup;
use yipan_engine::modal::{self, Insight};
use yipan_engine::{Host, Level, Limits, Rival};
use yipan_games::{AnyGame, GameKind, Options};
use yipan_liuzichong::rival::Rival as SmallRival;
use yipan_liuzichong::table::Table;
use yipan_rules::{Game, Language, Seat, Viewer, Words};

use crate::chance::Chance;
use crate::solve;
use crate::threads::Threads;

/// Megabytes for what a search remembers of one move.
const HASH: usize = 16;

/// How well the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strength {
    /// Any legal action.
    Random,
    /// One of the game's levels, from 1.
    Level(u8),
    /// As well as it can within the limits.
    Best,
}

/// A level that a game does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NoSuchLevel {
    text: String,
    last: u8,
}

/// What a game has worked out once and all its computers share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solved(Option<Arc<Table>>);

/// A computer player in one game after the other.
pub(crate) struct Computer {
    strength: Strength,
    pub(crate) mind: Mind,
}

/// How it thinks about the game it is made for.
pub(crate) enum Mind {
    Chess(Box<Rival<yipan_chess::Position>>),
    Modal { setup: Box<ChessSetup>, past: modal::Past },
    Xiangqi(Box<Rival<yipan_xiangqi::Position>>),
    Liuzichong(Solved),
}

impl Strength {
    /// The level of this number in a game.
    pub(crate) fn level(text: &str, kind: GameKind) -> Result<Strength, NoSuchLevel> {
        let last = match kind {
            GameKind::Chess | GameKind::Xiangqi => Level::LAST.number(),
            GameKind::Liuzichong => SmallRival::LEVELS,
        };
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
    /// What must be known of this game: house rules of liuzichong that are not the usual ones are solved.
    pub(crate) fn of(game: &AnyGame) -> Solved {
        match game {
            AnyGame::Liuzichong(game) if game.position().rules() != Table::embedded().rules() => {
                Solved(Some(Arc::new(solve::with_bar(game.position().rules(), &Threads::asked(None)))))
            }
            _ => Solved(None),
        }
    }

    pub(crate) fn table(&self) -> &Table {
        match &self.0 {
            Some(table) => table,
            None => Table::embedded(),
        }
    }
}

impl Computer {
    /// A player of the game that is agreed so.
    pub(crate) fn new(game: &AnyGame, options: &Options, solved: &Solved, strength: Strength) -> Computer {
        let mind = match game {
            AnyGame::Chess(game) if game.modes().is_none() => Mind::Chess(Box::new(Rival::new(HASH))),
            AnyGame::Chess(_) => {
                let setup = options.chess().expect("a game was started by these options");
                Mind::Modal { setup: Box::new(setup), past: modal::Past::default() }
            }
            AnyGame::Xiangqi(_) => Mind::Xiangqi(Box::new(Rival::new(HASH))),
            AnyGame::Liuzichong(_) => Mind::Liuzichong(solved.clone()),
        };
        Computer { strength, mind }
    }

    /// Forgets the game before.
    pub(crate) fn begin(&mut self) {
        if let Mind::Modal { past, .. } = &mut self.mind {
            *past = modal::Past::default();
        }
    }

    /// What it does; nothing unless the seat is to move. Without a clock the same arguments give the same action.
    pub(crate) fn choose(
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
