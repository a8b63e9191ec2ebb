use std::process::ExitCode;

use anyhow::Result;
use serde::{Deserialize, Serialize};
use yipan_games::AnyGame;
use yipan_rules::{Language, Words};

use crate::arguments::NotationOptions;
use crate::jsonl;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    position: Option<String>,
    #[serde(rename = "move")]
    text: String,
}

#[derive(Debug, Serialize)]
struct Answer {
    #[serde(rename = "move")]
    text: String,
}

pub(crate) fn run(options: &NotationOptions, language: Language) -> Result<ExitCode> {
    let (kind, base) = (options.game.game, options.game.options());
    jsonl::answer(|question: Question| {
        let from = question.position.map_or_else(|| base.clone(), |position| base.at(&position));
        let game = AnyGame::start(kind, &from).map_err(|error| error.words(language))?;
        let text = game.translate(&question.text, options.to).map_err(|error| error.words(language))?;
        Ok(Answer { text })
    })?;
    Ok(ExitCode::SUCCESS)
}
