use clap::Args;

use super::game_args::ModeGameArgs;

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan play xiangqi --level 4 --side black\n\
    Example: yipan play chess --modes fog,mines --two-players\n\
    Type a move in any notation of the game, or hint, back, moves, board, flip, resign, help, quit. With two players the\n\
    board is covered between turns if it shows what the other may not see. Without a terminal, plain lines are read and\n\
    written.")]
pub(crate) struct PlayOptions {
    #[command(flatten)]
    pub(crate) game: ModeGameArgs,

    /// Strength of the computer: 1 to 10, in liuzichong 1 to 5
    #[arg(long, value_name = "N", default_value = "3")]
    pub(crate) level: String,

    /// Your side, such as white, red or black [default: the one that moves first]
    #[arg(long, value_name = "SIDE")]
    pub(crate) side: Option<String>,

    /// Two players at one terminal
    #[arg(long, conflicts_with_all = ["level", "side"])]
    pub(crate) two_players: bool,

    /// Seed of all random numbers [default: random, printed at the end]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}
