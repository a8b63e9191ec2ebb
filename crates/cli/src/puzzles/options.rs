use std::path::PathBuf;

use clap::{Args, Subcommand};
use yipan_puzzles::PuzzleSet;

#[derive(Debug, Args)]
pub(crate) struct PuzzlesOptions {
    #[command(subcommand)]
    pub(super) command: PuzzlesCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum PuzzlesCommand {
    /// Make puzzles from games of the engine, or continue a file
    Make(MakeOptions),
    /// Search every puzzle of a file again, and drop those with another solution
    Check(CheckOptions),
}

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan puzzles make chess --count 5000 --seed 1 --out chess.txt\n\
    Equal seeds give equal puzzles, with any number of threads. The file is written every few seconds; the same command\n\
    continues it. Puzzles of liuzichong come from its tablebase, those with dice from an exact search.")]
pub(super) struct MakeOptions {
    /// Game: chess, xiangqi, liuzichong or dice, which is chess with dice
    #[arg(value_name = "GAME")]
    pub(super) game: PuzzleSet,

    /// Number of puzzles in the file, including those that it has
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(super) count: usize,

    /// Seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,

    /// Nodes with which each move of a solution is searched; a quarter of them must find the same move
    #[arg(long, value_name = "N", default_value_t = 25_000, value_parser = clap::value_parser!(u64).range(1_000..=10_000_000))]
    pub(super) nodes: u64,

    /// File for the puzzles; an existing one is continued
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,

    /// Number of threads [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,

    /// Stop after this many seconds with the puzzles found so far
    #[arg(long, value_name = "SECONDS")]
    pub(super) duration: Option<u64>,
}

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan puzzles check chess.txt --nodes 100000 --out chess.txt\n\
    It prints the share of the puzzles whose every move is the only good one again. The exit code is 1 if it is below 98 %.")]
pub(super) struct CheckOptions {
    /// File with puzzles
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,

    /// Nodes with which each move is searched [default: four times those of the file]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1_000..=100_000_000))]
    pub(super) nodes: Option<u64>,

    /// Write the puzzles that passed to this file
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,

    /// Number of threads [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
}
