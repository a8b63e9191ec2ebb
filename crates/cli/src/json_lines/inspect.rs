use std::process::ExitCode;

use anyhow::Result;
use serde::{Deserialize, Serialize};
use yipan_core::{Language, Localize, NullSink};
use yipan_games::AnyGame;

use super::facts::{self, Facts};
use super::json::{self, OutcomeJson};
use crate::arguments::InspectOptions;
use crate::jsonl;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct InspectRequest {
    position: Option<String>,
    moves: Option<Vec<String>>,
}

/// Formats an error with the number and the text of its move, cut to 32 characters.
fn move_error(number: usize, text: &str, error: &str, language: Language) -> String {
    let shown: String = text.chars().take(32).collect();
    match language {
        Language::English => format!("move {number}, `{shown}`: {error}"),
        Language::Simplified | Language::Traditional => format!("第 {number} 步 `{shown}`：{error}"),
    }
}

#[derive(Debug, Serialize)]
struct InspectResponse {
    position: String,
    turn: &'static str,
    legal: Vec<String>,
    check: bool,
    outcome: Option<OutcomeJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    facts: Option<Facts>,
}

pub(crate) fn run(options: &InspectOptions, language: Language) -> Result<ExitCode> {
    let (kind, base) = (options.game.game, options.game.options());
    jsonl::respond(|request: InspectRequest| {
        let from = request.position.map_or_else(|| base.clone(), |position| base.with_position(&position));
        let mut game = AnyGame::start(kind, &from).map_err(|error| error.localize(language))?;
        for (index, text) in request.moves.unwrap_or_default().iter().enumerate() {
            game.apply_action(text, &mut NullSink)
                .map_err(|error| move_error(index + 1, text, &error.localize(language), language))?;
        }
        Ok(InspectResponse {
            position: game.position(),
            turn: game.turn_key(),
            legal: game.legal_moves(),
            check: game.in_check(),
            outcome: json::outcome(&game),
            facts: options.facts.then(|| facts::collect(&game, language)),
        })
    })?;
    Ok(ExitCode::SUCCESS)
}
