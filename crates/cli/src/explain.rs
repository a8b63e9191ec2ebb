use std::process::ExitCode;

use anyhow::Result;
use yipan_games::AnyGame;
use yipan_rules::{Discard, Language, Words};

use crate::arguments::ExplainOptions;

pub(crate) fn run(options: &ExplainOptions, language: Language) -> Result<ExitCode> {
    let mut game = AnyGame::start(options.game.game, &options.game.options())?;
    match game.act(&options.text, &mut Discard) {
        Ok(_) => {
            let legal = language.pick("is legal", "合法", "合法");
            anstream::println!("{} {legal}", options.text);
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            anstream::println!("{}", error.words(language));
            Ok(ExitCode::from(1))
        }
    }
}
