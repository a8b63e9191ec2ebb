use yipan_chess::ChessSetup;
use yipan_core::{Game, Side, Viewer};
use yipan_games::{AnyGame, GameOptions};
use yipan_liuzichong::ai::AiLevel;

use super::seeded_rng::SeededRng;
use super::solved_table::SolvedTable;
use super::strength::Strength;
use crate::level::Level;
use crate::level_player::LevelPlayer;
use crate::limits::{Limits, SearchControl};
use crate::modes::{self, PlayerKnowledge};

/// The transposition table size of a search at full strength.
const HASH_MEGABYTES: usize = 16;

/// A computer player of one game.
pub struct Computer {
    strength: Strength,
    pub(super) backend: Backend,
}

/// The algorithm that plays the game.
pub(super) enum Backend {
    Chess(Box<LevelPlayer<yipan_chess::Position>>),
    ChessModes { setup: Box<ChessSetup>, memory: Box<modes::PlayerMemory> },
    Xiangqi(Box<LevelPlayer<yipan_xiangqi::Position>>),
    Liuzichong(SolvedTable),
}

impl Computer {
    /// Creates a player of a game.
    ///
    /// # Panics
    /// Panics if the game is chess with modes and the options are not those it was started with.
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
                let setup = options.chess_setup().expect("the game was started with these options");
                Backend::ChessModes { setup: Box::new(setup), memory: Box::default() }
            }
            AnyGame::Xiangqi(_) => Backend::Xiangqi(Box::new(LevelPlayer::new(megabytes))),
            AnyGame::Liuzichong(_) => Backend::Liuzichong(solved_table.clone()),
        };
        Computer { strength, backend }
    }

    /// Clears the memory of the previous game.
    pub fn new_game(&mut self) {
        if let Backend::ChessModes { memory, .. } = &mut self.backend {
            **memory = modes::PlayerMemory::default();
        }
    }

    /// Records a turn of its side, as that side saw it. [`Computer::choose`] does this itself.
    pub fn record_turn(&mut self, game: &AnyGame, side: Side) {
        if let (Backend::ChessModes { setup, memory }, AnyGame::Chess(game)) = (&mut self.backend, game) {
            memory.record(setup, &game.view(Viewer::Player(side)), side);
        }
    }

    /// Chooses an action; `None` unless the side is to move.
    ///
    /// Without a time limit, equal arguments give equal actions.
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
                let (root, game_history) = (game.position(), game.into());
                let chosen = match level {
                    Some(level) => player.choose(root, &game_history, level, seed, limits, control),
                    None => player.hint(root, &game_history, limits, control),
                };
                Some(root.uci(chosen?.mv).to_string())
            }
            (Backend::ChessModes { setup, memory }, AnyGame::Chess(game)) => {
                memory.record(setup, &game.view(Viewer::Player(side)), side);
                let knowledge = PlayerKnowledge::of_game(setup, game, side).with_memory((**memory).clone());
                let scored = match level {
                    Some(level) => modes::choose_action(&knowledge, level, seed, limits, control),
                    None => {
                        modes::rank_actions(&knowledge, 0, limits, control, seed).actions.first().copied()
                    }
                };
                Some(scored?.action.to_string())
            }
            (Backend::Xiangqi(player), AnyGame::Xiangqi(game)) => {
                let (root, game_history) = (game.position(), game.into());
                let chosen = match level {
                    Some(level) => player.choose(root, &game_history, level, seed, limits, control),
                    None => player.hint(root, &game_history, limits, control),
                };
                Some(chosen?.mv.to_string())
            }
            (Backend::Liuzichong(solved_table), AnyGame::Liuzichong(game)) => {
                let player =
                    AiLevel::from_level(number.unwrap_or(AiLevel::LEVEL_COUNT), || solved_table.tablebase())?;
                Some(player.choose_move(game.position(), seed)?.to_string())
            }
            _ => unreachable!("a computer is created for its game"),
        }
    }
}
