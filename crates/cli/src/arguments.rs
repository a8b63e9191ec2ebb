use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use yipan_core::{Language, Localize};
use yipan_games::{AnyGame, GameKind, GameOptions, Notation};

use crate::archive::{ExportOptions, ImportOptions};
use crate::backup::{BackupOptions, RestoreOptions};
use crate::help;
use crate::load_test::LoadOptions;
use crate::serve::ServeOptions;
use crate::viewer_arg::ViewerArg;

/// Yipan 弈盘: a board-game hall. Without a command, it shows what to do.
#[derive(Debug, Parser)]
#[command(
    name = "yipan",
    version,
    after_help = "Exit codes: 0 done, 1 the input was wrong, 2 the command was.\n\
                  Commands that read JSON lines answer a bad line with {\"error\": ..} and go on."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// The language people are spoken to in: en, zh-Hans or zh-Hant [default: that of the locale]
    #[arg(long, global = true, value_name = "LANGUAGE")]
    lang: Option<Language>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Count the lines of so many moves: the classic proof of a move generator
    Perft(PerftOptions),
    /// Say what is legal, in check and decided: JSON lines in, JSON lines out
    Inspect(InspectOptions),
    /// Write moves in another notation: JSON lines in, JSON lines out
    Notation(NotationOptions),
    /// Play a game step by step: JSON lines in, JSON lines out
    Step(StepOptions),
    /// Say in words why a move is refused
    Explain(ExplainOptions),
    /// Show a recorded game step by step
    Replay(ReplayOptions),
    /// Check a file of games of any size and write it as clean PGN
    Pgn(PgnOptions),
    /// Solve a game: what every position is worth
    Solve(SolveOptions),
    /// Say what positions of a solved game are worth: position lines in, JSON lines out
    Probe(ProbeOptions),
    /// Be a chess engine for another program: the UCI protocol, also for xiangqi
    #[command(
        after_help = "Example: printf 'position startpos moves e2e4\\ngo movetime 500\\n' | yipan uci\n\
        Options: Hash, Threads, MultiPV, Ponder, UCI_Chess960, UCI_Variant (chess, xiangqi with ranks 1 to 10),\n\
        UCI_LimitStrength, UCI_Elo. What is not understood is told in `info string`."
    )]
    Uci,
    /// Be a xiangqi engine for another program: the UCCI protocol
    #[command(after_help = "Example: printf 'ucci\\nposition startpos\\ngo depth 8\\n' | yipan ucci\n\
        Options: usemillisec, batch, hashsize, threads, drawmoves, repetition. `banmoves` is obeyed.")]
    Ucci,
    /// Search fixed positions to a fixed depth: the node count tells versions apart, the speed machines
    Bench(BenchOptions),
    /// Let two players play a match: our own levels, or programs that speak UCI or UCCI
    Match(MatchOptions),
    /// Play a game at the terminal, against the computer or between two people
    Play(PlayOptions),
    /// Open the hall: play online
    Serve(ServeOptions),
    /// Play random games at a hall of its own, and measure it
    Load(LoadOptions),
    /// Write a whole hall to a file
    Export(ExportOptions),
    /// Bring a hall from a file into a new folder
    Import(ImportOptions),
    /// Copy the database of a server to a file, also while it runs
    Backup(BackupOptions),
    /// Put a backup into an empty data directory, or only check it
    Restore(RestoreOptions),
    /// Check that the draws of a finished game are those that were promised
    Verify(VerifyOptions),
}

/// Which game, from where, by which rules.
#[derive(Debug, Args)]
pub(crate) struct GameArgs {
    /// The game: chess, xiangqi or liuzichong
    pub(crate) game: GameKind,

    /// Where to begin: a FEN or the like, `startpos`, in chess `chess960:N`, in liuzichong the text of a .6zc file
    #[arg(long, value_name = "FEN")]
    position: Option<String>,

    /// Rules that differ from the usual. Chess: draws=automatic|claimed, chess960=yes; with modes dice=2..5,
    /// first_turn_dice=N, rerolls=0..3, wild=yes, portals=shared|private, mine_hints=yes. Xiangqi:
    /// repetition=wxf|computer|ucci-league|check-only|simple|cxa-advisory, facing=standard|no-new-shared-file,
    /// no-capture=PLIES|off, free-checks=N|off, material=on|off. Liuzichong: outer=empty|any, carry=lone|off,
    /// lone_is_loss=true|false, repetition=on|off, no_capture=PLIES|off
    #[arg(long, value_name = "KEY=VALUE,..", value_delimiter = ',')]
    rules: Vec<String>,
}

impl GameArgs {
    pub(crate) fn options(&self) -> GameOptions {
        GameOptions { position: self.position.clone(), rules: self.rules.clone(), modes: Vec::new() }
    }

    /// The game as it was asked for, or what is wrong with it in the language of the user.
    pub(crate) fn start(&self, language: Language) -> Result<AnyGame> {
        start(self.game, &self.options(), language)
    }
}

/// The same game, played with modes.
#[derive(Debug, Args)]
pub(crate) struct ModeGameArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// Modes of chess to play with, any mix of dice-a or dice-b, fog, gravity, portals and mines
    #[arg(long, value_name = "MODE,..", value_delimiter = ',')]
    modes: Vec<String>,
}

impl ModeGameArgs {
    pub(crate) fn options(&self) -> GameOptions {
        GameOptions { modes: self.modes.clone(), ..self.game.options() }
    }

    /// The game as it was asked for, or what is wrong with it in the language of the user.
    pub(crate) fn start(&self, language: Language) -> Result<AnyGame> {
        start(self.game.game, &self.options(), language)
    }
}

fn start(kind: GameKind, options: &GameOptions, language: Language) -> Result<AnyGame> {
    AnyGame::start(kind, options).map_err(|error| anyhow!(error.localize(language)))
}

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan perft chess --depth 5 --divide\nThe last line is `nodes N`.")]
pub(crate) struct PerftOptions {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// How many moves deep, each side's counted
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=64))]
    pub(crate) depth: u32,

    /// Tell the count of each first move
    #[arg(long)]
    pub(crate) divide: bool,

    /// How many threads count [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example: echo '{\"position\": \"startpos\", \"moves\": [\"e2e4\"]}' | yipan inspect chess\n\
    A line in: {\"position\": FEN, \"moves\": [..]}, both may be left out.\n\
    A line out: {\"position\", \"turn\", \"legal\", \"check\", \"outcome\"}. `legal` is what the position allows,\n\
    also where a rule has ended the game. Moves after the end are refused; in chess `--rules draws=claimed` lets a\n\
    game go on after the third repetition."
)]
pub(crate) struct InspectOptions {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// Add who checks, who is pinned, what each side controls, where each man may go, and in xiangqi which moves
    /// the repetition law would punish, in liuzichong which men each move takes and the game as a .6zc file
    #[arg(long)]
    pub(crate) facts: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example: echo '{\"position\": \"startpos\", \"move\": \"g1f3\"}' | yipan notation chess --to san\n\
    A line in: {\"position\": FEN, \"move\": ..} in any notation. A line out: {\"move\": ..}."
)]
pub(crate) struct NotationOptions {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// The notation to write. Chess: san, uci. Xiangqi: uci, uci1, wxf, chinese, chinese-traditional, iccs.
    /// Liuzichong: uci
    #[arg(long, value_name = "NOTATION")]
    pub(crate) to: Notation,
}

#[derive(Debug, Args)]
#[command(after_help = "Example: printf '{}\\n{\"act\": \"e2e4\"}\\n' | yipan step chess\n\
    A line in: {\"act\": MOVE}, {\"draw\": DRAW}, or {} to ask how it stands.\n\
    A line out for each: {\"turn\", \"legal\", \"draws\", \"effects\", \"board\", \"outcome\"}, and with modes \"check\",\n\
    \"dice\", \"marks\" and \"hidden\"; a refused step adds \"error\" with the reason in words and changes nothing.\n\
    When \"turn\" is \"chance\", send one of \"draws\", each [DRAW, WEIGHT]: {\"draw\": \"die knight\"}.\n\
    Example with modes: printf '{\"draw\": \"die pawn\"}\\n' | yipan step chess --modes dice-a,gravity --rules dice=4")]
pub(crate) struct StepOptions {
    #[command(flatten)]
    pub(crate) game: ModeGameArgs,

    /// Tell only what this eye may see: arbiter, spectator, or a seat such as white or black
    #[arg(long, value_name = "EYE", default_value = "arbiter")]
    pub(crate) view_as: ViewerArg,

    /// Keep a record of the game in this file; `yipan replay` shows it
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example: yipan explain chess e1g1\nExit code 0 if the move is legal, 1 if it is refused."
)]
pub(crate) struct ExplainOptions {
    #[command(flatten)]
    pub(crate) game: ModeGameArgs,

    /// The move, in any notation
    #[arg(value_name = "MOVE")]
    pub(crate) text: String,
}

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan replay game.yipan --eye black")]
pub(crate) struct ReplayOptions {
    /// The record, as `yipan step --record` writes it
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Show only what this eye might see: arbiter, spectator, or a seat such as white or black
    #[arg(long, value_name = "EYE", default_value = "arbiter")]
    pub(crate) view_as: ViewerArg,
}

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan pgn games.pgn --write > clean.pgn\n\
    Faults are told with line and column; the other games are kept. Exit code 1 if there was any.")]
pub(crate) struct PgnOptions {
    /// The file, or `-` for standard input. For xiangqi also DhtmlXQ or XQF, in UTF-8, GB18030 or Big5
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The game that was played: chess or xiangqi
    #[arg(long, value_name = "GAME", default_value_t = GameKind::Chess)]
    pub(crate) game: GameKind,

    /// Write the games that could be read in export format
    #[arg(long)]
    pub(crate) write: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan solve liuzichong --rules outer=any --out any.6zt\n\
    It tells the counts, the worth of the start and of each first move to the one who makes it, the\n\
    longest win with its line, and what it took. Endless play is a draw; repetition and no_capture do\n\
    not count here.")]
pub(crate) struct SolveOptions {
    /// The game: liuzichong
    pub(crate) game: GameKind,

    /// House rules that differ from the usual: outer=any, carry=off, lone_is_loss=true
    #[arg(long, value_name = "KEY=VALUE,..", value_delimiter = ',')]
    pub(crate) rules: Vec<String>,

    /// Write the table to this file; `yipan probe --table` reads it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// How many threads work [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

#[derive(Debug, Args)]
#[command(after_help = "Example: echo 'wwww/w2w/b2b/bbbb b' | yipan probe liuzichong\n\
    A line in: a position, `startpos` or {\"position\": ..}. A line out: {\"value\": \"win\"|\"draw\"|\"loss\",\n\
    \"plies\": N|null, \"moves\": {MOVE: {\"value\", \"plies\"}, ..}}, all for the side to move; plies count to\n\
    the end from the position, those of a move from before it. Rules other than the usual are solved\n\
    first, unless --table has them.")]
pub(crate) struct ProbeOptions {
    /// The game: liuzichong
    pub(crate) game: GameKind,

    /// House rules that differ from the usual: outer=any, carry=off, lone_is_loss=true
    #[arg(long, value_name = "KEY=VALUE,..", value_delimiter = ',')]
    pub(crate) rules: Vec<String>,

    /// Read the table from this file, as `yipan solve --out` writes it
    #[arg(long, value_name = "FILE")]
    pub(crate) tablebase: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example: yipan bench chess --depth 12\nOn one thread the same version counts the same nodes everywhere."
)]
pub(crate) struct BenchOptions {
    /// The game: chess or xiangqi [default: both]
    pub(crate) game: Option<GameKind>,

    /// How deep each position is searched
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: u32,

    /// How many threads search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
}

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan match chess level:4 level:3 --games 20 --modes dice-a,fog\n\
    Example: yipan match chess 'uci:yipan uci' 'uci:/usr/games/stockfish?UCI_LimitStrength=true&UCI_Elo=2200' --movetime 100\n\
    A player is `random`, `level:N`, `best` (all it can within the limits), `uci:PROGRAM` or `ucci:PROGRAM`, with options\n\
    after `?` and `&` between them. Our own rules judge every game. A move that is not legal, a crash or no answer in time\n\
    (two minutes, where no time is set) loses, and is named. The games of two of our own players follow from --seed,\n\
    unless --movetime makes a clock decide.")]
pub(crate) struct MatchOptions {
    #[command(flatten)]
    pub(crate) game: ModeGameArgs,

    /// The player whose result is told
    #[arg(value_name = "PLAYER")]
    pub(crate) player: String,

    /// The other player
    #[arg(value_name = "OPPONENT")]
    pub(crate) opponent: String,

    /// How many games, an even number: each opening is played with both colours
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub(crate) games: u32,

    /// Milliseconds for a move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub(crate) movetime: Option<u64>,

    /// Positions for a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// How deep to search for a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) depth: Option<u32>,

    /// Milliseconds beyond --movetime before a program has lost on time
    #[arg(long, value_name = "MS", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(0..=3_600_000))]
    pub(crate) time_margin: u64,

    /// How games begin: start, book:PLIES or random:PLIES [default: book:8, in liuzichong random:2, with modes start]
    #[arg(long, value_name = "OPENINGS")]
    pub(crate) openings: Option<String>,

    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: u16,

    /// Stop as soon as the games tell a difference of ELO1 from one of ELO0, wrong in 5 cases of 100
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<String>,

    /// Give a game up as drawn after so many moves
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) max_plies: u32,

    /// Keep every game in this PGN file
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,

    /// Keep every game as a record in this new folder; `yipan replay` shows one
    #[arg(long, value_name = "FOLDER")]
    pub(crate) records: Option<PathBuf>,

    /// Tell the result as JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// The number that all chance comes from [default: one of the system, told at the end]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan play xiangqi --level 4 --side black\n\
    Example: yipan play chess --modes fog,mines --two\n\
    Type a move in any notation the game has, or hint, back, moves, board, flip, resign, help, quit. Between two people the\n\
    board is hidden while they change seats, if one may not see what the other does. Without a terminal it reads and\n\
    writes lines.")]
pub(crate) struct PlayOptions {
    #[command(flatten)]
    pub(crate) game: ModeGameArgs,

    /// How strong the computer is: 1 to 10, in liuzichong 1 to 5
    #[arg(long, value_name = "N", default_value = "3")]
    pub(crate) level: String,

    /// Your side, such as white, red or black [default: the one that begins]
    #[arg(long, value_name = "SIDE")]
    pub(crate) side: Option<String>,

    /// Two people play, at one terminal
    #[arg(long, conflicts_with_all = ["level", "side"])]
    pub(crate) two_players: bool,

    /// The number that all chance comes from [default: one of the system, told at the end]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example: yipan verify game.yipan\nExit code 1 if a step is not as promised; it is named."
)]
pub(crate) struct VerifyOptions {
    /// The record, as a hall gives it out
    #[arg(value_name = "RECORD")]
    pub(crate) file: PathBuf,
}

impl Arguments {
    /// Reads the command line; help is given in the language of the user.
    pub(crate) fn parse() -> Arguments {
        let words: Vec<OsString> = std::env::args_os().collect();
        let command =
            help::translate(Arguments::command(), language_argument(&words).unwrap_or_else(locale_language));
        let matches = command.get_matches_from(words);
        Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    /// What the user asked for, else what the locale says, else English.
    pub(crate) fn language(&self) -> Language {
        self.lang.unwrap_or_else(locale_language)
    }
}

/// The language on the command line, before it is read: `--help` ends the reading before `--lang` is known.
fn language_argument(words: &[OsString]) -> Option<Language> {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let apart = words.windows(2).find(|pair| pair[0] == "--lang").map(|pair| pair[1]);
    let joined = words.iter().find_map(|word| word.strip_prefix("--lang="));
    apart.or(joined)?.parse().ok()
}

fn locale_language() -> Language {
    let named = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    named.and_then(|value| value.parse().ok()).unwrap_or_default()
}
