//! The program `yipan`: every game of the hall from the command line.

mod archive;
mod arguments;
mod backup;
mod board_text;
mod dice_stats;
mod effect_text;
mod engine;
mod explain;
mod facts;
mod help;
mod inspect;
mod json;
mod jsonl;
mod load_test;
mod match_runner;
mod notation;
mod perft;
mod pgn;
mod play;
mod probe;
mod replay;
mod seed;
mod serve;
mod solve;
mod step;
mod threads;
mod verify;
mod viewer_arg;
mod welcome;

use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use anyhow::Result;
use arguments::{Arguments, Command};

const RED: Style = AnsiColor::Red.on_default().bold();

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(code) => code,
        // Whoever reads our output has seen enough, such as `head`.
        Err(error) if error.downcast_ref().is_some_and(is_broken_pipe) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("{RED}error{RED:#}: {error:#}");
            ExitCode::from(1)
        }
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode> {
    let language = arguments.language();
    match &arguments.command {
        None => welcome::run(language),
        Some(Command::Perft(options)) => perft::run(options, language),
        Some(Command::Inspect(options)) => inspect::run(options, language),
        Some(Command::Notation(options)) => notation::run(options, language),
        Some(Command::Step(options)) => step::run(options, language),
        Some(Command::Explain(options)) => explain::run(options, language),
        Some(Command::Replay(options)) => replay::run(options, language),
        Some(Command::Pgn(options)) => pgn::run(options, language),
        Some(Command::Solve(options)) => solve::run(options, language),
        Some(Command::Probe(options)) => probe::run(options, language),
        Some(Command::Uci) => engine::uci::run(),
        Some(Command::Ucci) => engine::ucci::run(),
        Some(Command::Bench(options)) => engine::bench::run(options, language),
        Some(Command::Match(options)) => match_runner::run(options, language),
        Some(Command::Play(options)) => play::run(options, language),
        Some(Command::Serve(options)) => serve::run(options, language),
        Some(Command::Load(options)) => load_test::run(options, language),
        Some(Command::Export(options)) => archive::export(options, language),
        Some(Command::Import(options)) => archive::import(options, language),
        Some(Command::Backup(options)) => backup::backup(options, language),
        Some(Command::Restore(options)) => backup::restore(options, language),
        Some(Command::Verify(options)) => verify::run(options, language),
    }
}

fn is_broken_pipe(error: &std::io::Error) -> bool {
    error.kind() == std::io::ErrorKind::BrokenPipe
}
