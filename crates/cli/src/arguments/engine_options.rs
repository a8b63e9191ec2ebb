use std::path::PathBuf;

use clap::Args;
use yipan_games::GameKind;
use yipan_match_runner::MoveLimits;

use super::game_args::ModeGameArgs;

#[derive(Debug, Args)]
#[command(
    after_help = "Example: yipan bench chess --depth 12\nOn one thread the node count of a version is the same on every machine."
)]
pub(crate) struct BenchOptions {
    /// Game: chess or xiangqi [default: both]
    pub(crate) game: Option<GameKind>,

    /// Search depth of each position
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: u32,

    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
}

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan match chess level:4 level:3 --games 20 --modes dice-a,fog\n\
    Example: yipan match chess 'uci:yipan uci' 'uci:/usr/games/stockfish?UCI_LimitStrength=true&UCI_Elo=2200' --movetime 100\n\
    Example: yipan match chess 'step:yipan-old?level=6' level:6 --modes fog --games 200\n\
    A player is `random`, `level:N`, `best` (full strength within the limits), `uci:PROGRAM` or `ucci:PROGRAM`, with\n\
    engine options after `?`, separated by `&`, or `step:PROGRAM?level=N`: another version of yipan, in every game and mode,\n\
    at full strength without a level. Yipan's rules decide every game. An illegal move, a crash or no answer in time (two\n\
    minutes, if no time is set) forfeits the game and is reported. The games of built-in players and `step` follow from\n\
    --seed, unless --movetime is set.")]
pub(crate) struct MatchOptions {
    #[command(flatten)]
    pub(crate) game: ModeGameArgs,

    /// Player whose score is reported
    #[arg(value_name = "PLAYER")]
    pub(crate) player: String,

    /// The other player
    #[arg(value_name = "OPPONENT")]
    pub(crate) opponent: String,

    /// Number of games, even: each opening is played with both sides
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub(crate) games: u32,

    /// Milliseconds per move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=MoveLimits::MAX_MOVETIME))]
    pub(crate) movetime: Option<u64>,

    /// Nodes per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// Search depth per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MoveLimits::MAX_DEPTH)))]
    pub(crate) depth: Option<u32>,

    /// Milliseconds beyond --movetime after which an external program loses on time
    #[arg(long, value_name = "MS", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(0..=3_600_000))]
    pub(crate) time_margin: u64,

    /// Openings: start, book:PLIES or random:PLIES [default: book:8, in liuzichong random:2, with modes random:4]
    #[arg(long, value_name = "OPENINGS")]
    pub(crate) openings: Option<String>,

    /// Number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: u16,

    /// Stop as soon as a sequential test (SPRT) accepts ELO0 or ELO1, with error rates of 5 %
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<String>,

    /// Adjudicate a game as a draw after this many plies
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) max_plies: u32,

    /// Write the games to this new PGN file
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,

    /// Write the games as records to this new directory, for `yipan replay`
    #[arg(long, value_name = "DIRECTORY")]
    pub(crate) records: Option<PathBuf>,

    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// Seed of all random numbers [default: random, printed at the end]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}
