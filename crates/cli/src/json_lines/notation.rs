use std::process::ExitCode;

use anyhow::Result;
use serde::{Deserialize, Serialize};
use yipan_core::{Language, Localize};
use yipan_games::AnyGame;

use crate::arguments::NotationOptions;
use crate::jsonl;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NotationRequest {
    position: Option<String>,
    #[serde(rename = "move")]
    text: String,
}

#[derive(Debug, Serialize)]
struct NotationResponse {
    #[serde(rename = "move")]
    text: String,
}

pub(crate) fn run(options: &NotationOptions, language: Language) -> Result<ExitCode> {
    let (kind, base) = (options.game.game, options.game.options());
    jsonl::respond(|request: NotationRequest| {
        let from = request.position.map_or_else(|| base.clone(), |position| base.with_position(&position));
        let game = AnyGame::start(kind, &from).map_err(|error| error.localize(language))?;
        let text = game.translate(&request.text, options.to).map_err(|error| error.localize(language))?;
        Ok(NotationResponse { text })
    })?;
    Ok(ExitCode::SUCCESS)
}
