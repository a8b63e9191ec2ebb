use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use yipan_rules::{Discard, Language, Words};

use crate::arguments::ExplainOptions;

pub(crate) fn run(options: &ExplainOptions, language: Language) -> Result<ExitCode> {
    let mut game = options.game.start(language)?;
    let (said, code) = match game.act(&options.text, &mut Discard) {
        Ok(_) => {
            let legal = language.pick("is legal", "合法", "合法");
            (format!("{} {legal}", options.text), ExitCode::SUCCESS)
        }
        Err(error) => (error.words(language), ExitCode::from(1)),
    };
    writeln!(anstream::stdout(), "{said}")?;
    Ok(code)
}
