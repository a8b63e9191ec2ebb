use std::sync::atomic::AtomicBool;

use yipan_core::{Language, Side};
use yipan_engine::computer::SeededRng;
use yipan_engine::computer::{Computer, SolvedTable};
use yipan_games::{AnyGame, GameOptions};

use super::external_engine::ExternalEngine;
use super::forfeit::Forfeit;
use super::game_log::GameLog;
use super::limits::{MatchSearchControl, MoveLimits};
use super::player_spec::{EngineCommand, PlayerKind, PlayerSpec};

/// A player at a board, for one game after the other.
pub(crate) enum Player {
    /// One of ours, with the numbers it is given in this game.
    Computer { computer: Computer, rng: SeededRng },
    /// A program; it is started when it is needed, and again after a fault.
    External { command: EngineCommand, engine: Option<ExternalEngine> },
}

/// What a player is asked for a move with.
pub(crate) struct MoveRequest<'a> {
    pub(crate) game: &'a AnyGame,
    pub(crate) log: &'a GameLog,
    pub(crate) side: Side,
    pub(crate) limits: &'a MoveLimits,
    /// Set when the match is decided and nobody needs the move any more.
    pub(crate) stop: &'a AtomicBool,
    pub(crate) language: Language,
}

impl Player {
    pub(crate) fn new(
        entrant: &PlayerSpec,
        game: &AnyGame,
        options: &GameOptions,
        solved: &SolvedTable,
    ) -> Player {
        match &entrant.kind {
            PlayerKind::Computer(strength) => Player::Computer {
                computer: Computer::new(game, options, solved, *strength),
                rng: SeededRng::for_purpose(0, 0),
            },
            PlayerKind::Program(program) => Player::External { command: program.clone(), engine: None },
        }
    }

    /// Gets ready for a new game with these numbers.
    pub(crate) fn new_game(&mut self, game: &AnyGame, numbers: SeededRng) -> Result<(), Forfeit> {
        match self {
            Player::Computer { computer, rng: chance } => {
                computer.new_game();
                *chance = numbers;
                Ok(())
            }
            Player::External { command: program, engine: guest } => {
                // One that died between two games is given another chance.
                if guest.as_mut().is_none_or(|guest| guest.new_game().is_err()) {
                    *guest = None;
                    guest.insert(ExternalEngine::launch(program, game)?).new_game()?;
                }
                Ok(())
            }
        }
    }

    /// Its action, or what costs it the game.
    pub(crate) fn choose_move(&mut self, situation: &MoveRequest<'_>) -> Result<String, Forfeit> {
        let MoveRequest { game, log: sheet, side: seat, limits: pace, stop, language } = situation;
        match self {
            Player::Computer { computer, rng: chance } => {
                let host = MatchSearchControl::start(pace, stop);
                computer
                    .choose(game, *seat, chance.next_u64(), pace.search_limits(), &host)
                    .ok_or(Forfeit::Resigned)
            }
            Player::External { engine: guest, .. } => {
                let present = guest.as_mut().ok_or(Forfeit::Crashed { exit_summary: String::new() })?;
                let chosen = present.choose_move(game, sheet, pace, *language);
                // Who hangs or dies is not asked again in this shape.
                if matches!(chosen, Err(Forfeit::TimedOut { .. } | Forfeit::Crashed { .. })) {
                    *guest = None;
                }
                chosen
            }
        }
    }
}
