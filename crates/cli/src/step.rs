use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use yipan_games::{AnyGame, AnyLog};
use yipan_record::step_line;
use yipan_rules::{Effect, Language, Step, Viewer, Words};

use crate::arguments::StepOptions;
use crate::board;
use crate::json::{self, EffectJson, ModesJson, OutcomeJson};
use crate::jsonl;

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
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    modes: Option<ModesJson>,
}

pub(crate) fn run(options: &StepOptions, language: Language) -> Result<ExitCode> {
    let mut game = options.game.start(language)?;
    let viewer = options.eye.of(&game, language)?;
    let log = AnyLog::new(game.kind(), &options.game.options())?;
    let mut record = options.record.as_deref().map(|path| begin_record(path, &log)).transpose()?;
    jsonl::answer(|request: Request| {
        let (mut next, mut effects) = (game.clone(), Vec::new());
        let before = game.clone();
        let error = match take(&mut next, request, &mut effects) {
            Ok(None) => None,
            Ok(Some(step)) => {
                // The step is on disk before it is taken; what cannot be kept is not played.
                let kept = match &mut record {
                    Some(file) => writeln!(file, "{}", step_line(&step)).and_then(|()| file.sync_data()),
                    None => Ok(()),
                };
                match kept {
                    Ok(()) => {
                        game = next;
                        None
                    }
                    Err(error) => {
                        effects.clear();
                        Some(format!("the step was not taken, for the record cannot be kept: {error}"))
                    }
                }
            }
            Err(Refused::Both) => {
                let words =
                    ["send `act` or `draw`, not both", "请只写 `act` 或 `draw`", "請只寫 `act` 或 `draw`"];
                Some(language.pick(words[0], words[1], words[2]).to_owned())
            }
            Err(Refused::Game(error)) => Some(error.words(language)),
        };
        let seen = game.witness(&before, &effects, viewer);
        Ok(state(&game, viewer, &seen, error))
    })?;
    Ok(ExitCode::SUCCESS)
}

fn begin_record(path: &Path, log: &AnyLog) -> Result<File> {
    let begin = || {
        // A record that is there already is somebody's game.
        let mut file = File::create_new(path)?;
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

fn state(game: &AnyGame, viewer: Viewer, effects: &[Effect], error: Option<String>) -> State {
    let view = game.view(viewer);
    State {
        error,
        turn: game.turn_key(),
        draws: if viewer == Viewer::Arbiter { game.draws() } else { Vec::new() },
        effects: effects.iter().map(|effect| EffectJson::new(game, effect)).collect(),
        board: if view.hidden.is_empty() { game.position() } else { board::placement(game, &view) },
        outcome: json::outcome(game),
        modes: game.has_modes().then(|| ModesJson::new(game, &view)),
        legal: view.actions,
    }
}
