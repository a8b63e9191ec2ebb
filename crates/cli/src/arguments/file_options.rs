use std::path::PathBuf;

use clap::{Args, ValueEnum};
use yipan_games::GameKind;

use crate::viewer_arg::ViewerArg;

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan replay game.yipan --view-as black")]
pub(crate) struct ReplayOptions {
    /// Record written by `yipan step --record`
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Show only what this viewer could see: arbiter, spectator, or a side such as white or black
    #[arg(long, value_name = "VIEWER", default_value = "arbiter")]
    pub(crate) view_as: ViewerArg,
}

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan pgn games.pgn --write > clean.pgn\n\
    Every error is reported with its line and column, and the rest is still processed. Exit code 1 if there was an error.")]
pub(crate) struct PgnOptions {
    /// File, or `-` for standard input. For xiangqi also DhtmlXQ or XQF, in UTF-8, GB18030 or Big5
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Game: chess or xiangqi
    #[arg(long, value_name = "GAME", default_value_t = GameKind::Chess)]
    pub(crate) game: GameKind,

    /// Print the valid games in export format
    #[arg(long)]
    pub(crate) write: bool,

    /// Format of --write. What it has no place for is counted
    #[arg(long, value_name = "FORMAT", default_value = "pgn", requires = "write")]
    pub(crate) format: FileFormat,
}

/// The format in which games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FileFormat {
    /// PGN, any number of games
    Pgn,
    /// DhtmlXQ of Chinese forums, for xiangqi
    Dhtmlxq,
    /// XQF of XQStudio, one game of xiangqi
    Xqf,
}

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan tree game.ytree\n\
    Example: yipan tree game.pgn --write ytree > game.ytree\n\
    Errors are reported with line and column, and what can be read is still written. Exit code 1 if there was an error.")]
pub(crate) struct TreeOptions {
    /// File of one game, or `-` for standard input: a .ytree file, PGN, a record, DhtmlXQ, XQF, .6zc or moves
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Game of a text that could be of several
    #[arg(long, value_name = "GAME", default_value_t = GameKind::Chess)]
    pub(crate) game: GameKind,

    /// Print the game in this format. What it has no place for is counted
    #[arg(long, value_name = "FORMAT")]
    pub(crate) write: Option<TreeFormat>,
}

/// The format in which a game with its variations is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeFormat {
    /// Tree file of Yipan, complete for every game and mode
    Ytree,
    /// PGN, for chess without modes and for xiangqi
    Pgn,
    /// Record of Yipan, without variations
    Record,
    /// DhtmlXQ of Chinese forums, for xiangqi
    Dhtmlxq,
    /// XQF of XQStudio, for xiangqi
    Xqf,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example: yipan verify game.yipan\nExit code 1 if a step does not match the commitment; the step is named."
)]
pub(crate) struct VerifyOptions {
    /// Record downloaded from a server
    #[arg(value_name = "RECORD")]
    pub(crate) file: PathBuf,
}
