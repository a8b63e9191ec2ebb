//! The computer as a player of any game: it is given what its seat may know, a seed and its limits.

use std::sync::Arc;

use yipan_chess::ChessSetup;
use yipan_core::{Game, Language, Localize, Side, Viewer};
use yipan_games::{AnyGame, GameKind, GameOptions};
use yipan_liuzichong::HouseRules;
use yipan_liuzichong::ai::AiLevel as LiuzichongPlayer;
use yipan_liuzichong::solve::{SingleThread, solve};
use yipan_liuzichong::tablebase::Tablebase;

use crate::modes::{self, PlayerKnowledge};
use crate::{Level, LevelPlayer, Limits, SearchControl};

mod hint;
mod seeded_rng;

pub use hint::Hint;
pub use seeded_rng::SeededRng;

/// Megabytes for what a search of full strength remembers of one move.
const HASH_MEGABYTES: usize = 16;

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
pub struct LevelError {
    text: String,
    max_level: u8,
}

/// What a game has worked out once and all its computers share.
#[derive(Clone, Debug, Default)]
pub struct SolvedTable(Option<Arc<Tablebase>>);

/// A computer player in one game after the other.
pub struct Computer {
    strength: Strength,
    backend: Backend,
}

/// How it thinks about the game it is made for.
enum Backend {
    Chess(Box<LevelPlayer<yipan_chess::Position>>),
    ChessModes { setup: Box<ChessSetup>, placement_history: modes::PlacementHistory },
    Xiangqi(Box<LevelPlayer<yipan_xiangqi::Position>>),
    Liuzichong(SolvedTable),
}

impl Strength {
    /// How many levels a game has.
    #[must_use]
    pub const fn level_count(kind: GameKind) -> u8 {
        match kind {
            GameKind::Chess | GameKind::Xiangqi => Level::MAX.number(),
            GameKind::Liuzichong => LiuzichongPlayer::LEVEL_COUNT,
        }
    }

    /// The level of this number in a game.
    ///
    /// # Errors
    /// The game has no such level.
    pub fn parse_level(text: &str, kind: GameKind) -> Result<Strength, LevelError> {
        let max_level = Strength::level_count(kind);
        match text.parse() {
            Ok(number) if (1..=max_level).contains(&number) => Ok(Strength::Level(number)),
            _ => Err(LevelError { text: text.chars().take(32).collect(), max_level }),
        }
    }
}

impl Localize for LevelError {
    fn localize(&self, language: Language) -> String {
        let LevelError { text, max_level: last } = self;
        match language {
            Language::English => format!("`{text}` is not a level of this game; choose one from 1 to {last}"),
            Language::Simplified => format!("这个棋种没有“{text}”这一级，请从 1 到 {last} 中选择"),
            Language::Traditional => format!("這個棋種沒有「{text}」這一級，請從 1 到 {last} 中選擇"),
        }
    }
}

impl SolvedTable {
    /// What must be known of this game: `solve` is asked for house rules of liuzichong that are not the usual ones.
    pub fn for_game(game: &AnyGame, solve: impl FnOnce(HouseRules) -> Tablebase) -> SolvedTable {
        match game {
            AnyGame::Liuzichong(game) if game.position().rules() != Tablebase::embedded().rules() => {
                SolvedTable(Some(Arc::new(solve(game.position().rules()))))
            }
            _ => SolvedTable(None),
        }
    }

    /// The same, worked out by the thread that asks.
    #[must_use]
    pub fn solve_single_threaded(game: &AnyGame) -> SolvedTable {
        SolvedTable::for_game(game, |rules| solve(rules, &SingleThread, &mut |_| {}))
    }

    /// The table to look positions up in.
    #[must_use]
    pub fn tablebase(&self) -> &Tablebase {
        match &self.0 {
            Some(table) => table,
            None => Tablebase::embedded(),
        }
    }
}

impl Computer {
    /// A player of the game that is agreed so.
    ///
    /// # Panics
    /// If the game was not started by these options.
    #[must_use]
    pub fn new(
        game: &AnyGame,
        options: &GameOptions,
        solved_table: &SolvedTable,
        strength: Strength,
    ) -> Computer {
        let megabytes = match strength {
            Strength::Level(number) => Level::new(number).map_or(HASH_MEGABYTES, Level::hash_megabytes),
            Strength::Random | Strength::Best => HASH_MEGABYTES,
        };
        let backend = match game {
            AnyGame::Chess(game) if game.modes().is_none() => {
                Backend::Chess(Box::new(LevelPlayer::new(megabytes)))
            }
            AnyGame::Chess(_) => {
                let setup = options.chess_setup().expect("a game was started by these options");
                Backend::ChessModes {
                    setup: Box::new(setup),
                    placement_history: modes::PlacementHistory::default(),
                }
            }
            AnyGame::Xiangqi(_) => Backend::Xiangqi(Box::new(LevelPlayer::new(megabytes))),
            AnyGame::Liuzichong(_) => Backend::Liuzichong(solved_table.clone()),
        };
        Computer { strength, backend }
    }

    /// Forgets the game before.
    pub fn new_game(&mut self) {
        if let Backend::ChessModes { placement_history: past, .. } = &mut self.backend {
            *past = modes::PlacementHistory::default();
        }
    }

    /// Remembers a moment of the game when it was to move, as its seat saw it; [`Computer::choose`] does so by itself.
    pub fn record_turn(&mut self, game: &AnyGame, side: Side) {
        if let (Backend::ChessModes { placement_history: past, .. }, AnyGame::Chess(game)) =
            (&mut self.backend, game)
        {
            past.record(&game.view(Viewer::Player(side)), side);
        }
    }

    /// What it does; nothing unless the seat is to move. Without a clock the same arguments give the same action.
    pub fn choose(
        &mut self,
        game: &AnyGame,
        side: Side,
        seed: u64,
        limits: Limits,
        control: &dyn SearchControl,
    ) -> Option<String> {
        let strength = self.strength;
        let number = match strength {
            Strength::Random => {
                let actions = game.view(Viewer::Player(side)).actions;
                return SeededRng::for_purpose(seed, 0).choose(&actions).cloned();
            }
            Strength::Level(number) => Some(number),
            Strength::Best => None,
        };
        let level = number.and_then(Level::new);
        match (&mut self.backend, game) {
            (Backend::Chess(player), AnyGame::Chess(game)) => {
                let (root, past) = (game.position(), game.into());
                let choice = match level {
                    Some(level) => player.choose(root, &past, level, seed, limits, control),
                    None => player.hint(root, &past, limits, control),
                };
                Some(root.uci(choice?.mv).to_string())
            }
            (Backend::ChessModes { setup, placement_history: past }, AnyGame::Chess(game)) => {
                past.record(&game.view(Viewer::Player(side)), side);
                let knowledge =
                    PlayerKnowledge::of_game(setup, game, side).with_placement_history(past.clone());
                let scored = match level {
                    Some(level) => modes::choose_action(&knowledge, level, seed, limits, control),
                    None => modes::rank_actions(&knowledge, limits, control, seed).actions.first().copied(),
                };
                Some(scored?.action.to_string())
            }
            (Backend::Xiangqi(player), AnyGame::Xiangqi(game)) => {
                let (root, past) = (game.position(), game.into());
                let choice = match level {
                    Some(level) => player.choose(root, &past, level, seed, limits, control),
                    None => player.hint(root, &past, limits, control),
                };
                Some(choice?.mv.to_string())
            }
            (Backend::Liuzichong(solved_table), AnyGame::Liuzichong(game)) => {
                let player =
                    LiuzichongPlayer::from_level(number.unwrap_or(LiuzichongPlayer::LEVEL_COUNT), || {
                        solved_table.tablebase()
                    })?;
                Some(player.choose_move(game.position(), seed)?.to_string())
            }
            _ => unreachable!("a computer is made for its game"),
        }
    }
}
