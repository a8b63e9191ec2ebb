use std::path::PathBuf;

use clap::Args;
use yipan_games::Notation;

use super::game_args::{GameArgs, ModeGameArgs};
use crate::viewer_arg::ViewerArg;

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan perft chess --depth 5 --divide\nThe last line is `nodes N`.")]
pub(crate) struct PerftOptions {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// Depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=64))]
    pub(crate) depth: u32,

    /// Print the count of each first move
    #[arg(long)]
    pub(crate) divide: bool,

    /// Number of threads [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example: echo '{\"position\": \"startpos\", \"moves\": [\"e2e4\"]}' | yipan inspect chess\n\
    Input line: {\"position\": FEN, \"moves\": [..]}, both optional.\n\
    Output line: {\"position\", \"turn\", \"legal\", \"check\", \"outcome\"}. `legal` lists the moves of the position, even if\n\
    a rule has ended the game. Moves after the end are rejected; in chess `--rules draws=claimed` continues a game after\n\
    the third repetition."
)]
pub(crate) struct InspectOptions {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// Add checks, pins, attacked squares and the destinations of each piece; in xiangqi the moves that the repetition
    /// rule forbids; in liuzichong the captures of each move and the game as a .6zc file
    #[arg(long)]
    pub(crate) facts: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example: echo '{\"position\": \"startpos\", \"move\": \"g1f3\"}' | yipan notation chess --to san\n\
    Input line: {\"position\": FEN, \"move\": ..} in any notation. Output line: {\"move\": ..}."
)]
pub(crate) struct NotationOptions {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// Target notation. Chess: san, uci. Xiangqi: uci, uci1, wxf, chinese, chinese-traditional, iccs. Liuzichong: uci
    #[arg(long, value_name = "NOTATION")]
    pub(crate) to: Notation,
}

#[derive(Debug, Args)]
#[command(after_help = "Example: printf '{}\\n{\"action\": \"e2e4\"}\\n' | yipan step chess\n\
    Input line: {\"action\": MOVE}, {\"chance\": OUTCOME}, {} for the current state, or {\"choose\": {\"level\": 6}}.\n\
    Output line: {\"turn\", \"legal\", \"chance_outcomes\", \"effects\", \"board\", \"outcome\"}, and with modes \"check\",\n\
    \"dice\", \"marks\" and \"hidden\". A rejected step adds \"error\" with the reason and changes nothing.\n\
    If \"turn\" is \"chance\", send one of \"chance_outcomes\", each [OUTCOME, WEIGHT]: {\"chance\": \"die knight\"}.\n\
    `choose` asks for the computer's action, which is not played: {\"chosen\": MOVE}. Its members are \"level\", \"seed\"\n\
    (0), \"movetime\" in milliseconds, \"nodes\" and \"depth\", all optional. Without \"level\" it plays at full strength and\n\
    needs a limit. Ask once for each action, as the computer remembers the turns of its side.\n\
    Example with modes: printf '{\"chance\": \"die pawn\"}\\n' | yipan step chess --modes dice-a,gravity --rules dice=4")]
pub(crate) struct StepOptions {
    #[command(flatten)]
    pub(crate) game: ModeGameArgs,

    /// Show only what this viewer may see: arbiter, spectator, or a side such as white or black
    #[arg(long, value_name = "VIEWER", default_value = "arbiter")]
    pub(crate) view_as: ViewerArg,

    /// Write a record of the game to this file, for `yipan replay`
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example: yipan explain chess e1g1\nExit code 0 if the move is legal, 1 if it is illegal."
)]
pub(crate) struct ExplainOptions {
    #[command(flatten)]
    pub(crate) game: ModeGameArgs,

    /// Move, in any notation
    #[arg(value_name = "MOVE")]
    pub(crate) text: String,
}
