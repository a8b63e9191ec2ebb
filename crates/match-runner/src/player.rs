use std::sync::atomic::AtomicBool;

use yipan_core::{Language, Side};
use yipan_engine::computer::{Computer, SeededRng, SolvedTable};
use yipan_games::{AnyGame, GameOptions};

use crate::engine::{ExternalEngine, StepEngine};
use crate::engine_command::EngineCommand;
use crate::forfeit::Forfeit;
use crate::game_log::GameLog;
use crate::limits::{MatchSearchControl, MoveLimits};
use crate::player_spec::{PlayerKind, PlayerSpec};

/// A player of one worker thread, reused from game to game.
pub(crate) enum Player {
    /// A level of Yipan, with the random numbers of the current game.
    Computer { computer: Computer, rng: SeededRng },
    /// An external engine, launched for its first game and again after a failure.
    External { command: EngineCommand, engine: Option<ExternalEngine> },
    /// A program that plays over `yipan step`, launched for each game, with the random numbers of the current game.
    Step { command_line: Vec<String>, level: Option<u8>, engine: Option<StepEngine>, rng: SeededRng },
}

/// A request for a move.
pub(crate) struct MoveRequest<'a> {
    pub(crate) game: &'a AnyGame,
    pub(crate) log: &'a GameLog,
    pub(crate) side: Side,
    pub(crate) limits: &'a MoveLimits,
    /// Set when the match is decided and the move is no longer needed.
    pub(crate) stop: &'a AtomicBool,
    pub(crate) language: Language,
}

impl Player {
    pub(crate) fn new(
        player_spec: &PlayerSpec,
        game: &AnyGame,
        options: &GameOptions,
        solved: &SolvedTable,
    ) -> Player {
        match &player_spec.kind {
            PlayerKind::Computer(strength) => Player::Computer {
                computer: Computer::new(game, options, solved, *strength),
                rng: SeededRng::for_purpose(0, 0),
            },
            PlayerKind::Program(command) => Player::External { command: command.clone(), engine: None },
            PlayerKind::Step(command) => Player::Step {
                command_line: command.command_line(game.kind(), options),
                level: command.level,
                engine: None,
                rng: SeededRng::for_purpose(0, 0),
            },
        }
    }

    /// Prepares for a new game.
    pub(crate) fn new_game(&mut self, game: &AnyGame, game_rng: SeededRng) -> Result<(), Forfeit> {
        match self {
            Player::Computer { computer, rng } => {
                computer.new_game();
                *rng = game_rng;
                Ok(())
            }
            Player::External { command, engine } => {
                // An engine that ended between two games is launched again.
                if engine.as_mut().is_none_or(|engine| engine.new_game().is_err()) {
                    *engine = None;
                    engine.insert(ExternalEngine::launch(command, game)?).new_game()?;
                }
                Ok(())
            }
            Player::Step { command_line, level, engine, rng } => {
                // The program of the last game ends first.
                *engine = None;
                *engine = Some(StepEngine::launch(command_line, *level)?);
                *rng = game_rng;
                Ok(())
            }
        }
    }

    /// Returns the player's action, in the notation of records.
    pub(crate) fn choose_move(&mut self, request: &MoveRequest<'_>) -> Result<String, Forfeit> {
        let MoveRequest { game, log, side, limits, stop, language } = request;
        match self {
            Player::Computer { computer, rng } => {
                let control = MatchSearchControl::start(limits, stop);
                computer
                    .choose(game, *side, rng.next_u64(), limits.search_limits(), &control)
                    .ok_or(Forfeit::Resigned)
            }
            Player::External { engine, .. } => {
                let running = engine.as_mut().ok_or(Forfeit::Crashed { exit_summary: String::new() })?;
                let chosen = running.choose_move(game, log, limits, *language);
                // After a hang or a crash the process is of no use.
                if matches!(chosen, Err(Forfeit::TimedOut { .. } | Forfeit::Crashed { .. })) {
                    *engine = None;
                }
                chosen
            }
            Player::Step { engine, rng, .. } => {
                let running = engine.as_mut().ok_or(Forfeit::Crashed { exit_summary: String::new() })?;
                let chosen = running.choose_move(game, log, rng.next_u64(), limits, *language);
                if chosen.is_err() {
                    *engine = None;
                }
                chosen
            }
        }
    }
}
