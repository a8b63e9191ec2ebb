//! The command line.

mod engine_options;
mod file_options;
mod game_args;
mod generate_options;
mod play_options;
mod script_options;
mod solver_options;

use std::ffi::OsString;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use yipan_core::Language;

pub(crate) use self::engine_options::{BenchOptions, MatchOptions};
pub(crate) use self::file_options::{
    FileFormat, PgnOptions, ReplayOptions, TreeFormat, TreeOptions, VerifyOptions,
};
pub(crate) use self::generate_options::{GenerateOptions, GeneratedFiles};
pub(crate) use self::play_options::PlayOptions;
pub(crate) use self::script_options::{
    ExplainOptions, InspectOptions, NotationOptions, PerftOptions, StepOptions,
};
pub(crate) use self::solver_options::{ProbeOptions, SolveOptions};
use crate::help;
use crate::puzzles::PuzzlesOptions;
use crate::server::admin::AdminOptions;
use crate::server::archive::{ExportOptions, ImportOptions};
use crate::server::backup::{BackupOptions, RestoreOptions};
use crate::server::cluster::ClusterOptions;
use crate::server::explorer::ExplorerOptions;
use crate::server::health_options::HealthOptions;
use crate::server::load_command::LoadOptions;
use crate::server::ratings::RatingsOptions;
use crate::server::serve_options::ServeOptions;

/// Yipan 弈盘: a server, an engine and tools for board games. Run it without a command for a short tour.
#[derive(Debug, Parser)]
#[command(
    name = "yipan",
    version,
    after_help = "Exit codes: 0 success, 1 invalid input, 2 invalid command line.\n\
                  Commands that read JSON lines answer an invalid line with {\"error\": ..} and continue."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Language of messages: en, zh-Hans or zh-Hant [default: from the locale]
    #[arg(long, global = true, value_name = "LANGUAGE")]
    lang: Option<Language>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Count the move sequences of a given length, the standard test of a move generator
    Perft(PerftOptions),
    /// Report legal moves, check and outcome: JSON lines in, JSON lines out
    Inspect(InspectOptions),
    /// Convert moves to another notation: JSON lines in, JSON lines out
    Notation(NotationOptions),
    /// Play a game step by step: JSON lines in, JSON lines out
    Step(StepOptions),
    /// Explain why a move is illegal
    Explain(ExplainOptions),
    /// Show a recorded game step by step
    Replay(ReplayOptions),
    /// Check a game file of any size and write it as clean PGN
    Pgn(PgnOptions),
    /// Check a game with its variations, of any game and mode, and write it in another format
    Tree(TreeOptions),
    /// Solve a game: compute the value of every position
    Solve(SolveOptions),
    /// Look up positions of a solved game: positions in, JSON lines out
    Probe(ProbeOptions),
    /// Run the UCI engine, for chess and xiangqi
    #[command(
        after_help = "Example: printf 'position startpos moves e2e4\\ngo movetime 500\\n' | yipan uci\n\
        Options: Hash, Threads, MultiPV, Ponder, UCI_Chess960, UCI_Variant (chess, xiangqi with ranks 1 to 10),\n\
        UCI_LimitStrength, UCI_Elo, Evaluation (network, hand), EvalFile (a network file). Input that is not understood is reported with `info string`."
    )]
    Uci,
    /// Run the UCCI engine for xiangqi
    #[command(after_help = "Example: printf 'ucci\\nposition startpos\\ngo depth 8\\n' | yipan ucci\n\
        Options: usemillisec, batch, hashsize, threads, drawmoves, repetition. `banmoves` is supported.")]
    Ucci,
    /// Search fixed positions to a fixed depth; the node count identifies the version, nodes per second the machine
    Bench(BenchOptions),
    /// Play a match between two players: built-in levels, engines that use UCI or UCCI, or other versions of yipan
    Match(MatchOptions),
    /// Play at the terminal, against the computer or another person
    Play(PlayOptions),
    /// Make puzzles from games of the engine, and check them
    Puzzles(PuzzlesOptions),
    /// Run the server for online play
    Serve(Box<ServeOptions>),
    /// Check that a running server is healthy, for containers and service managers
    Health(HealthOptions),
    /// Run a load test or attacks against a temporary server
    Load(LoadOptions),
    /// Write all data of a server to a file
    Export(ExportOptions),
    /// Import an exported file into a new data directory
    Import(ImportOptions),
    /// Back up the database of a server to a file, also while it runs
    Backup(BackupOptions),
    /// Restore a backup into an empty data directory, or only check it
    Restore(RestoreOptions),
    /// Compute the ratings of a server again
    Ratings(RatingsOptions),
    /// Import games into the opening explorer of a server, or count its games again
    Explorer(ExplorerOptions),
    /// Manage the moderators of a server and read its audit log
    Admin(AdminOptions),
    /// Show and manage the servers that share a database
    Cluster(ClusterOptions),
    /// Check the chance events of a finished game against the server's commitment
    Verify(VerifyOptions),
    /// Generate files about this program: man pages and completions for shells
    Generate(GenerateOptions),
}

impl Arguments {
    /// Parses the command line; the help is in the user's language.
    pub(crate) fn parse() -> Arguments {
        let arguments: Vec<OsString> = std::env::args_os().collect();
        let language = language_argument(&arguments).unwrap_or_else(locale_language);
        let matches = Arguments::localized_command(language).get_matches_from(arguments);
        Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    /// Returns the command of the program, with its help in this language.
    pub(crate) fn localized_command(language: Language) -> clap::Command {
        help::translate(Arguments::command(), language)
    }

    /// Returns the language of `--lang`, else of the locale, else English.
    pub(crate) fn language(&self) -> Language {
        self.lang.unwrap_or_else(locale_language)
    }
}

/// Returns the value of `--lang` before the command line is parsed, because `--help` exits during parsing.
fn language_argument(arguments: &[OsString]) -> Option<Language> {
    let arguments: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    let separate = arguments.windows(2).find(|pair| pair[0] == "--lang").map(|pair| pair[1]);
    let joined = arguments.iter().find_map(|argument| argument.strip_prefix("--lang="));
    separate.or(joined)?.parse().ok()
}

fn locale_language() -> Language {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    locale.and_then(|value| value.parse().ok()).unwrap_or_default()
}
