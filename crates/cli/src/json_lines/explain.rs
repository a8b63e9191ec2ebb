use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use yipan_core::{Language, Localize, NullSink};

use crate::arguments::ExplainOptions;

pub(crate) fn run(options: &ExplainOptions, language: Language) -> Result<ExitCode> {
    let mut game = options.game.start(language)?;
    let (text, code) = match game.apply_action(&options.text, &mut NullSink) {
        Ok(_) => {
            let legal = language.choose("is legal", "合法", "合法");
            (format!("{} {legal}", options.text), ExitCode::SUCCESS)
        }
        Err(error) => (error.localize(language), ExitCode::from(1)),
    };
    writeln!(anstream::stdout(), "{text}")?;
    Ok(code)
}
