//! Runs other programs and prints each command, so that it can be repeated by hand.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, ensure};

/// A command line. `Display` writes it as one would type it.
#[derive(Clone)]
pub(crate) struct CommandLine {
    program: OsString,
    args: Vec<OsString>,
    env: Vec<(String, String)>,
    /// Variables that only the tasks themselves need, which are not displayed.
    internal_env: Vec<(String, String)>,
}

impl CommandLine {
    /// Creates a call of a program, on the PATH or with its path.
    pub(crate) fn new<A: AsRef<OsStr>>(
        program: impl Into<OsString>,
        args: impl IntoIterator<Item = A>,
    ) -> Self {
        let args = args.into_iter().map(|arg| arg.as_ref().to_owned()).collect();
        Self { program: program.into(), args, env: Vec::new(), internal_env: Vec::new() }
    }

    /// Creates a call of the cargo that runs this task.
    pub(crate) fn cargo<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Self {
        Self::new("cargo", args)
    }

    /// Sets an environment variable for this call.
    pub(crate) fn env(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.env.push((key.into(), value.into()));
        self
    }

    /// Sets an environment variable that is not displayed.
    pub(crate) fn internal_env(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.internal_env.push((key.into(), value.into()));
        self
    }

    /// Adds an argument.
    pub(crate) fn arg(mut self, arg: impl Into<OsString>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// Adds an option of cargo after its subcommand, before the arguments of the program that it runs.
    pub(crate) fn cargo_option(mut self, option: &str, value: &str) -> Self {
        self.args.splice(1..1, [option.into(), value.into()]);
        self
    }

    /// Prints the command, runs it with its output passed through, and fails if it fails.
    pub(crate) fn run(&self) -> Result<()> {
        self.print();
        let status = self.command().status().with_context(|| self.start_error())?;
        ensure!(status.success(), "`{self}` failed ({status})");
        Ok(())
    }

    /// Runs the command in a directory and returns its standard output.
    pub(crate) fn output_in(&self, directory: &Path) -> Result<String> {
        let output = self
            .command()
            .current_dir(directory)
            .stdin(Stdio::null())
            .output()
            .with_context(|| self.start_error())?;
        let stderr = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "`{self}` failed ({}): {}", output.status, stderr.trim());
        String::from_utf8(output.stdout).with_context(|| format!("`{self}` printed text that is not UTF-8"))
    }

    /// Returns whether the command can be started and succeeds. Its output is discarded.
    pub(crate) fn succeeds(&self) -> bool {
        self.output_in(Path::new(".")).is_ok()
    }

    /// Prints the command and replaces this process with it, so that exit code, signals and terminal are passed through.
    ///
    /// Returns only if the command could not be started.
    #[cfg(unix)]
    pub(crate) fn exec(&self) -> Result<ExitCode> {
        use std::os::unix::process::CommandExt;
        self.print();
        Err(self.command().exec()).with_context(|| self.start_error())
    }

    /// Prints the command, runs it and returns its exit code, as processes cannot be replaced here.
    #[cfg(not(unix))]
    pub(crate) fn exec(&self) -> Result<ExitCode> {
        self.print();
        let status = self.command().status().with_context(|| self.start_error())?;
        // Exit codes over 255, such as those of crashes on Windows, have no `ExitCode`.
        let code = status.code().and_then(|code| u8::try_from(code).ok());
        Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
    }

    /// Returns the call for the standard library.
    pub(crate) fn command(&self) -> Command {
        // Cargo sets `CARGO`; another cargo on the PATH could use another compiler and rebuild everything.
        let cargo = env::var_os("CARGO").filter(|_| self.program == "cargo");
        let mut command = Command::new(cargo.as_ref().unwrap_or(&self.program));
        let variables = self.env.iter().chain(&self.internal_env);
        command.args(&self.args).envs(variables.map(|(key, value)| (key, value)));
        command
    }

    fn print(&self) {
        if io::stderr().is_terminal() && env::var_os("NO_COLOR").is_none() {
            eprintln!("\x1b[2m$ {self}\x1b[0m");
        } else {
            eprintln!("$ {self}");
        }
    }

    fn start_error(&self) -> String {
        format!("cannot start `{self}`; check that `{}` is installed and on the PATH", self.program.display())
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (key, value) in &self.env {
            write!(f, "{key}={} ", quoted(value))?;
        }
        f.write_str(&quoted(&self.program.to_string_lossy()))?;
        self.args.iter().try_for_each(|arg| write!(f, " {}", quoted(&arg.to_string_lossy())))
    }
}

/// Quotes a word for a shell, so that a printed command can be pasted.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=+./:,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_is_displayed_as_typed() {
        let call = CommandLine::cargo(["doc", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(call.to_string(), "RUSTDOCFLAGS='-D warnings' cargo doc --no-deps");
    }

    #[test]
    fn an_option_of_cargo_comes_before_those_of_the_program() {
        let call = CommandLine::cargo(["test", "--", "one"]).cargo_option("--config", "key=1");
        assert_eq!(call.to_string(), "cargo test --config key=1 -- one");
    }

    #[test]
    fn words_a_shell_would_split_are_quoted() {
        assert_eq!(quoted("a/b-c"), "a/b-c");
        assert_eq!(quoted("two words"), "'two words'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }

    #[cfg(unix)]
    #[test]
    fn a_failed_command_is_named_with_its_status() {
        let error = CommandLine::new("false", ["--really"]).run().unwrap_err();
        assert_eq!(error.to_string(), "`false --really` failed (exit status: 1)");
        assert!(CommandLine::new("true", ["--really"]).run().is_ok());
    }

    #[test]
    fn a_failed_command_repeats_its_stderr() {
        let run = |flag| CommandLine::new("rustc", [flag]).output_in(Path::new("."));
        assert!(run("--version").unwrap().starts_with("rustc "));
        let error = run("--no-such-flag").unwrap_err().to_string();
        assert!(error.starts_with("`rustc --no-such-flag` failed (exit "), "{error}");
        assert!(error.contains("no-such-flag'"), "{error}");
    }

    #[test]
    fn a_missing_program_is_named() {
        let call = CommandLine::new("no-such-program-here", ["x"]);
        assert!(!call.succeeds());
        let error = call.run().unwrap_err().to_string();
        assert!(error.starts_with("cannot start `no-such-program-here x`"), "{error}");
    }
}
