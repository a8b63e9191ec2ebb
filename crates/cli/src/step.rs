use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use yipan_games::AnyGame;
use yipan_record::step_line;
use yipan_rules::{Effect, Language, Step, Words};

use crate::arguments::StepOptions;
use crate::json::{self, EffectJson, OutcomeJson};
use crate::jsonl;
use crate::log::AnyLog;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    act: Option<String>,
    draw: Option<String>,
}

/// How the game stands, and what the last step did.
#[derive(Debug, Serialize)]
struct State {
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    turn: &'static str,
    legal: Vec<String>,
    draws: Vec<(String, u32)>,
    effects: Vec<EffectJson>,
    board: String,
    outcome: Option<OutcomeJson>,
}

pub(crate) fn run(options: &StepOptions, language: Language) -> Result<ExitCode> {
    let game_options = options.game.options();
    let mut game = AnyGame::start(options.game.game, &game_options)?;
    let log = AnyLog::new(options.game.game, &game_options)?;
    let mut record = options.record.as_deref().map(|path| begin_record(path, &log)).transpose()?;
    jsonl::answer(|request: Request| {
        let mut effects = Vec::new();
        let error = match take(&mut game, request, &mut effects) {
            Ok(None) => None,
            Ok(Some(step)) => {
                // The step is on disk before it is answered.
                if let Some(file) = &mut record {
                    writeln!(file, "{}", step_line(&step)).map_err(|error| format!("the record: {error}"))?;
                }
                None
            }
            Err(Refused::Both) => Some("send `act` or `draw`, not both".to_owned()),
            Err(Refused::Game(error)) => Some(error.words(language)),
        };
        Ok(state(&game, &effects, error))
    })?;
    Ok(ExitCode::SUCCESS)
}

fn begin_record(path: &Path, log: &AnyLog) -> Result<File> {
    let begin = || {
        let mut file = File::create(path)?;
        write!(file, "{log}")?;
        std::io::Result::Ok(file)
    };
    begin().with_context(|| format!("the record cannot be written to {}", path.display()))
}

enum Refused {
    Both,
    Game(yipan_games::AnyError),
}

/// Takes the step that is asked for, and gives it back as records write it; none if only the state is asked.
fn take(
    game: &mut AnyGame,
    request: Request,
    effects: &mut Vec<Effect>,
) -> Result<Option<Step<String, String>>, Refused> {
    match request {
        Request { act: None, draw: None } => Ok(None),
        Request { act: Some(text), draw: None } => {
            game.act(&text, effects).map(|action| Some(Step::Act(action))).map_err(Refused::Game)
        }
        Request { act: None, draw: Some(text) } => {
            game.draw(&text, effects).map(|()| Some(Step::Draw(text))).map_err(Refused::Game)
        }
        Request { act: Some(_), draw: Some(_) } => Err(Refused::Both),
    }
}

fn state(game: &AnyGame, effects: &[Effect], error: Option<String>) -> State {
    State {
        error,
        turn: game.turn_key(),
        legal: game.actions(),
        draws: game.draws(),
        effects: effects.iter().map(|effect| EffectJson::new(game, effect)).collect(),
        board: game.position(),
        outcome: json::outcome(game),
    }
}
