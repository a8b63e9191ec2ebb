use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use yipan_core::{Effect, Language, Localize, Step, Viewer};
use yipan_games::{AnyGame, AnyRecord};
use yipan_match_runner::ChooseRequest;
use yipan_record::step_line;

use super::chooser::Chooser;
use super::json::{self, EffectJson, ModesJson, OutcomeJson};
use crate::arguments::StepOptions;
use crate::board_text;
use crate::jsonl;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct StepRequest {
    action: Option<String>,
    chance: Option<String>,
    choose: Option<ChooseRequest>,
}

/// The answer to a request.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum StepAnswer {
    State(Box<StepResponse>),
    Chosen { chosen: String },
}

/// The state of the game and the effects of the last step.
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
    let header = AnyRecord::new(game.kind(), &options.game.options())?;
    let mut record = options.record.as_deref().map(|path| create_record(path, &header)).transpose()?;
    let mut chooser = Chooser::new(options.game.options(), viewer, language);
    jsonl::respond(|request: StepRequest| {
        if let StepRequest { action: None, chance: None, choose: Some(request) } = &request {
            return chooser.choose(&game, request).map(|chosen| StepAnswer::Chosen { chosen });
        }
        let (mut next, mut effects) = (game.clone(), Vec::new());
        let before = game.clone();
        let error = match apply_step(&mut next, request, &mut effects) {
            Ok(None) => None,
            Ok(Some(step)) => {
                // The step is on disk before it is applied.
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
                        Some(format!(
                            "the step was not applied, because the record cannot be written: {error}"
                        ))
                    }
                }
            }
            Err(StepError::SeveralRequests) => {
                let text = language.choose(
                    "send only one of `action`, `chance` and `choose`",
                    "`action`、`chance` 和 `choose` 只能写一个",
                    "`action`、`chance` 和 `choose` 只能寫一個",
                );
                Some(text.to_owned())
            }
            Err(StepError::Game(error)) => Some(error.localize(language)),
        };
        let visible = game.visible_effects(&before, &effects, viewer);
        Ok(StepAnswer::State(Box::new(response(&game, viewer, &visible, error))))
    })?;
    Ok(ExitCode::SUCCESS)
}

fn create_record(path: &Path, header: &AnyRecord) -> Result<File> {
    let create = || {
        // An existing record is never overwritten.
        let mut file = File::create_new(path)?;
        write!(file, "{header}")?;
        std::io::Result::Ok(file)
    };
    create().with_context(|| format!("cannot write the record to {}", path.display()))
}

enum StepError {
    SeveralRequests,
    Game(yipan_games::AnyGameError),
}

/// Applies the requested step and returns it in the notation of records, or `None` for an empty request.
fn apply_step(
    game: &mut AnyGame,
    request: StepRequest,
    effects: &mut Vec<Effect>,
) -> Result<Option<Step<String, String>>, StepError> {
    match request {
        StepRequest { action: None, chance: None, choose: None } => Ok(None),
        StepRequest { action: Some(text), chance: None, choose: None } => game
            .apply_action(&text, effects)
            .map(|action| Some(Step::Action(action)))
            .map_err(StepError::Game),
        StepRequest { action: None, chance: Some(text), choose: None } => {
            game.apply_chance(&text, effects).map(|()| Some(Step::Chance(text))).map_err(StepError::Game)
        }
        _ => Err(StepError::SeveralRequests),
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
