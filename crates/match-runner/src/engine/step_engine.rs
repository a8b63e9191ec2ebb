use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use yipan_core::{Language, Localize, NullSink, Step, Turn};
use yipan_engine::computer::SeededRng;
use yipan_games::AnyGame;

use super::process::{HANDSHAKE_TIMEOUT, Process, ReadError};
use crate::choose_request::ChooseRequest;
use crate::forfeit::{EngineSetupError, Forfeit};
use crate::game_log::GameLog;
use crate::limits::MoveLimits;
use crate::opening::Openings;

/// A program that plays one game over `yipan step`.
pub(crate) struct StepEngine {
    process: Process,
    level: Option<u8>,
    /// The number of steps of the game that it was sent.
    sent_steps: usize,
}

/// The nodes of the choice that a program makes before the match.
const TRIAL_NODES: u64 = 1_000;
/// The characters of a request or an answer that a forfeit shows.
const MAX_SHOWN_CHARS: usize = 200;

impl StepEngine {
    /// Starts the program with the command line of `yipan step` for the game.
    pub(crate) fn launch(command_line: &[String], level: Option<u8>) -> Result<StepEngine, Forfeit> {
        let not_started =
            |error: String| Forfeit::SetupFailed { error: EngineSetupError::NotStarted { error } };
        let process = Process::start(command_line).map_err(|error| not_started(error.to_string()))?;
        let mut engine = StepEngine { process, level, sent_steps: 0 };
        let request = json!({});
        match engine.exchange(&request, HANDSHAKE_TIMEOUT) {
            Ok(state) if state.contains_key("turn") => Ok(engine),
            Ok(other) => Err(invalid_answer(&request, &Value::Object(other).to_string())),
            // A program that does not know the game ends and gives the reason on standard error.
            Err(Forfeit::Crashed { exit_summary }) => Err(not_started(exit_summary)),
            Err(forfeit) => Err(forfeit),
        }
    }

    /// Starts the program and lets it choose an action, so that a version without `choose` is found before the match.
    pub(crate) fn check(command_line: &[String], level: Option<u8>, start: &AnyGame) -> Result<(), Forfeit> {
        let mut engine = StepEngine::launch(command_line, level)?;
        let (mut game, mut log) = (start.clone(), GameLog::new(start.clone()));
        for step in Openings::Start.steps(start, &mut SeededRng::for_purpose(0, 0)) {
            log.apply(&mut game, &step).expect("the steps of an opening are legal");
        }
        if matches!(game.turn(), Turn::Player(_)) {
            let limits = MoveLimits { nodes: Some(TRIAL_NODES), ..MoveLimits::default() };
            engine.choose_move(&game, &log, 0, &limits, Language::English)?;
        }
        Ok(())
    }

    /// Returns the program's action in the notation of records.
    pub(crate) fn choose_move(
        &mut self,
        game: &AnyGame,
        log: &GameLog,
        seed: u64,
        limits: &MoveLimits,
        language: Language,
    ) -> Result<String, Forfeit> {
        for step in log.steps.iter().skip(self.sent_steps) {
            let request = match step {
                Step::Action(text) => json!({ "action": text }),
                Step::Chance(text) => json!({ "chance": text }),
            };
            self.exchange(&request, HANDSHAKE_TIMEOUT)?;
        }
        self.sent_steps = log.steps.len();
        let request = json!({ "choose": ChooseRequest::new(self.level, seed, limits) });
        let timeout = match game {
            // The limits do not apply to the tablebase, which the program may have to compute first.
            AnyGame::Liuzichong(_) => MoveLimits::default().timeout(),
            AnyGame::Chess(_) | AnyGame::Xiangqi(_) => limits.timeout(),
        };
        let answer = self.exchange(&request, timeout)?;
        let Some(chosen) = answer.get("chosen").and_then(Value::as_str) else {
            return Err(invalid_answer(&request, &Value::Object(answer).to_string()));
        };
        // The program may use another notation of the game.
        game.clone().apply_action(chosen, &mut NullSink).map_err(|error| Forfeit::IllegalMove {
            text: chosen.chars().filter(|c| !c.is_control()).take(40).collect(),
            reason: error.localize(language),
        })
    }

    /// Sends a request and returns the answer, a JSON object without an error.
    fn exchange(&mut self, request: &Value, timeout: Duration) -> Result<Map<String, Value>, Forfeit> {
        self.process.send_line(&request.to_string());
        let line = self.process.read_line(Instant::now() + timeout).map_err(|error| match error {
            ReadError::TimedOut => Forfeit::TimedOut { millis: timeout.as_millis() },
            ReadError::Ended => Forfeit::Crashed { exit_summary: self.process.exit_summary() },
        })?;
        match serde_json::from_str(&line) {
            Ok(Value::Object(answer)) => match answer.get("error") {
                None | Some(Value::Null) => Ok(answer),
                Some(Value::String(error)) => Err(invalid_answer(request, error)),
                Some(_) => Err(invalid_answer(request, &line)),
            },
            Ok(_) | Err(_) => Err(invalid_answer(request, &line)),
        }
    }
}

fn invalid_answer(request: &Value, answer: &str) -> Forfeit {
    let shown = |text: &str| text.chars().filter(|c| !c.is_control()).take(MAX_SHOWN_CHARS).collect();
    Forfeit::InvalidAnswer { request: shown(&request.to_string()), answer: shown(answer) }
}
