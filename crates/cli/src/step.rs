use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use yipan_core::{Effect, Language, Localize, Step, Viewer};
use yipan_games::{AnyGame, AnyRecord};
use yipan_record::step_line;

use crate::arguments::StepOptions;
use crate::board_text;
use crate::json::{self, EffectJson, ModesJson, OutcomeJson};
use crate::jsonl;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct StepRequest {
    action: Option<String>,
    chance: Option<String>,
}

/// How the game stands, and what the last step did.
#[derive(Debug, Serialize)]
struct StepResponse {
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    turn: &'static str,
    legal: Vec<String>,
    chance_outcomes: Vec<(String, u32)>,
    effects: Vec<EffectJson>,
    board: String,
    outcome: Option<OutcomeJson>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    modes: Option<ModesJson>,
}

pub(crate) fn run(options: &StepOptions, language: Language) -> Result<ExitCode> {
    let mut game = options.game.start(language)?;
    let viewer = options.view_as.resolve(&game, language)?;
    let log = AnyRecord::new(game.kind(), &options.game.options())?;
    let mut record = options.record.as_deref().map(|path| create_record(path, &log)).transpose()?;
    jsonl::respond(|request: StepRequest| {
        let (mut next, mut effects) = (game.clone(), Vec::new());
        let before = game.clone();
        let error = match apply_step(&mut next, request, &mut effects) {
            Ok(None) => None,
            Ok(Some(step)) => {
                // The step is on disk before it is taken; what cannot be kept is not played.
                let written = match &mut record {
                    Some(file) => writeln!(file, "{}", step_line(&step)).and_then(|()| file.sync_data()),
                    None => Ok(()),
                };
                match written {
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
            Err(StepError::ActionAndChance) => {
                let words =
                    ["send `act` or `draw`, not both", "请只写 `act` 或 `draw`", "請只寫 `act` 或 `draw`"];
                Some(language.choose(words[0], words[1], words[2]).to_owned())
            }
            Err(StepError::Game(error)) => Some(error.localize(language)),
        };
        let seen = game.visible_effects(&before, &effects, viewer);
        Ok(response(&game, viewer, &seen, error))
    })?;
    Ok(ExitCode::SUCCESS)
}

fn create_record(path: &Path, log: &AnyRecord) -> Result<File> {
    let begin = || {
        // A record that is there already is somebody's game.
        let mut file = File::create_new(path)?;
        write!(file, "{log}")?;
        std::io::Result::Ok(file)
    };
    begin().with_context(|| format!("the record cannot be written to {}", path.display()))
}

enum StepError {
    ActionAndChance,
    Game(yipan_games::AnyGameError),
}

/// Takes the step that is asked for, and gives it back as records write it; none if only the state is asked.
fn apply_step(
    game: &mut AnyGame,
    request: StepRequest,
    effects: &mut Vec<Effect>,
) -> Result<Option<Step<String, String>>, StepError> {
    match request {
        StepRequest { action: None, chance: None } => Ok(None),
        StepRequest { action: Some(text), chance: None } => game
            .apply_action(&text, effects)
            .map(|action| Some(Step::Action(action)))
            .map_err(StepError::Game),
        StepRequest { action: None, chance: Some(text) } => {
            game.apply_chance(&text, effects).map(|()| Some(Step::Chance(text))).map_err(StepError::Game)
        }
        StepRequest { action: Some(_), chance: Some(_) } => Err(StepError::ActionAndChance),
    }
}

fn response(game: &AnyGame, viewer: Viewer, effects: &[Effect], error: Option<String>) -> StepResponse {
    let view = game.view(viewer);
    StepResponse {
        error,
        turn: game.turn_key(),
        chance_outcomes: if viewer == Viewer::Arbiter { game.chance_outcomes() } else { Vec::new() },
        effects: effects.iter().map(|effect| EffectJson::new(game, effect)).collect(),
        board: if view.hidden.is_empty() { game.position() } else { board_text::placement(game, &view) },
        outcome: json::outcome(game),
        modes: game.has_modes().then(|| ModesJson::new(game, &view)),
        legal: view.actions,
    }
}
