//! Runs commands beside another one.

use std::thread;

use anyhow::{Result, anyhow};

use crate::shell::CommandLine;

/// Runs some commands one after the other beside another one, which alone draws a progress bar.
pub(crate) fn run_together(foreground: &CommandLine, background: &[CommandLine]) -> Result<()> {
    thread::scope(|scope| {
        let without_bar = |line: &CommandLine| line.clone().env("CARGO_TERM_PROGRESS_WHEN", "never").run();
        let background = scope.spawn(move || background.iter().try_for_each(without_bar));
        foreground.run()?;
        background.join().map_err(|_| anyhow!("a command in the background was not run"))?
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_failure_on_either_side_is_reported() {
        let line = |program| CommandLine::new(program, [""; 0]);
        assert!(run_together(&line("true"), &[line("true")]).is_ok());
        assert!(run_together(&line("false"), &[line("true")]).unwrap_err().to_string().starts_with("`false"));
        let error = run_together(&line("true"), &[line("true"), line("false")]).unwrap_err();
        assert!(error.to_string().contains("false"), "{error}");
    }
}
