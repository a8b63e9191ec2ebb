use std::process::ExitCode;

use anyhow::Result;
use serde::{Deserialize, Serialize};
use yipan_games::AnyGame;
use yipan_rules::{Discard, Language, Words};

use crate::arguments::InspectOptions;
use crate::facts::{self, Facts};
use crate::json::{self, OutcomeJson};
use crate::jsonl;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    position: Option<String>,
    moves: Option<Vec<String>>,
}

/// A fault with the move it belongs to, the text cut short if somebody sent a novel.
fn named(number: usize, text: &str, fault: &str, language: Language) -> String {
    let shown: String = text.chars().take(32).collect();
    match language {
        Language::English => format!("move {number}, `{shown}`: {fault}"),
        Language::Simplified | Language::Traditional => format!("第 {number} 步 `{shown}`：{fault}"),
    }
}

#[derive(Debug, Serialize)]
struct Answer {
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
    jsonl::answer(|question: Question| {
        let from = question.position.map_or_else(|| base.clone(), |position| base.at(&position));
        let mut game = AnyGame::start(kind, &from).map_err(|error| error.words(language))?;
        for (index, text) in question.moves.unwrap_or_default().iter().enumerate() {
            game.act(text, &mut Discard)
                .map_err(|error| named(index + 1, text, &error.words(language), language))?;
        }
        Ok(Answer {
            position: game.position(),
            turn: game.turn_key(),
            legal: game.moves(),
            check: game.check(),
            outcome: json::outcome(&game),
            facts: options.facts.then(|| facts::of(&game, language)),
        })
    })?;
    Ok(ExitCode::SUCCESS)
}
