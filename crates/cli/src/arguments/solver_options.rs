use std::path::PathBuf;

use clap::Args;
use yipan_games::GameKind;

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan solve liuzichong --rules outer=any --out any.6zt\n\
    It prints the number of positions by value, the value of the start and of each first move for the side that makes it,\n\
    the longest win with its moves, and the time and memory used. Infinite play is a draw; the rules repetition and\n\
    no_capture are ignored.")]
pub(crate) struct SolveOptions {
    /// Game: liuzichong
    pub(crate) game: GameKind,

    /// House rules that differ from the default: outer=any, carry=off, lone_is_loss=true
    #[arg(long, value_name = "KEY=VALUE,..", value_delimiter = ',')]
    pub(crate) rules: Vec<String>,

    /// Write the tablebase to this file, for `yipan probe --tablebase`
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Number of threads [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

#[derive(Debug, Args)]
#[command(after_help = "Example: echo 'wwww/w2w/b2b/bbbb b' | yipan probe liuzichong\n\
    Input line: a position, `startpos` or {\"position\": ..}. Output line: {\"value\": \"win\"|\"draw\"|\"loss\",\n\
    \"plies\": N|null, \"moves\": {MOVE: {\"value\", \"plies\"}, ..}}, all for the side to move. Plies count from the position\n\
    to the end; those of a move include the move. Rules other than the default are solved first, unless --tablebase\n\
    names a file for them.")]
pub(crate) struct ProbeOptions {
    /// Game: liuzichong
    pub(crate) game: GameKind,

    /// House rules that differ from the default: outer=any, carry=off, lone_is_loss=true
    #[arg(long, value_name = "KEY=VALUE,..", value_delimiter = ',')]
    pub(crate) rules: Vec<String>,

    /// Tablebase file written by `yipan solve --out`
    #[arg(long, value_name = "FILE")]
    pub(crate) tablebase: Option<PathBuf>,
}
