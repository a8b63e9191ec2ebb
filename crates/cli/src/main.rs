//! The program `yipan`: the server, the engine and tools for all games on the command line.

mod arguments;
mod board_text;
mod dice_stats;
mod effect_text;
mod engine;
mod generate;
mod help;
mod json_lines;
mod jsonl;
mod perft;
mod play;
mod puzzles;
mod records;
mod seed;
mod server;
mod solver;
mod threads;
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
        // The reader of the output, such as `head`, has closed it.
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
        Some(Command::Inspect(options)) => json_lines::inspect::run(options, language),
        Some(Command::Notation(options)) => json_lines::notation::run(options, language),
        Some(Command::Step(options)) => json_lines::step::run(options, language),
        Some(Command::Explain(options)) => json_lines::explain::run(options, language),
        Some(Command::Replay(options)) => records::replay::run(options, language),
        Some(Command::Pgn(options)) => records::pgn::run(options, language),
        Some(Command::Tree(options)) => records::tree::run(options, language),
        Some(Command::Verify(options)) => records::verify::run(options, language),
        Some(Command::Solve(options)) => solver::solve::run(options, language),
        Some(Command::Probe(options)) => solver::probe::run(options, language),
        Some(Command::Uci) => engine::uci::run(),
        Some(Command::Ucci) => engine::ucci::run(),
        Some(Command::Bench(options)) => engine::bench::run(options, language),
        Some(Command::Match(options)) => engine::match_command::run(options, language),
        Some(Command::Play(options)) => play::run(options, language),
        Some(Command::Puzzles(options)) => puzzles::run(options, language),
        Some(Command::Serve(options)) => server::serve::run(options, language),
        Some(Command::Health(options)) => server::health::run(options, language),
        Some(Command::Load(options)) => server::load_command::run(options),
        Some(Command::Export(options)) => server::archive::export(options, language),
        Some(Command::Import(options)) => server::archive::import(options, language),
        Some(Command::Backup(options)) => server::backup::backup(options, language),
        Some(Command::Restore(options)) => server::backup::restore(options, language),
        Some(Command::Ratings(options)) => server::ratings::run(options, language),
        Some(Command::Explorer(options)) => server::explorer::run(options, language),
        Some(Command::Admin(options)) => server::admin::run(options, language),
        Some(Command::Cluster(options)) => server::cluster::run(options, language),
        Some(Command::Generate(options)) => generate::run(options, language),
    }
}

fn is_broken_pipe(error: &std::io::Error) -> bool {
    error.kind() == std::io::ErrorKind::BrokenPipe
}
