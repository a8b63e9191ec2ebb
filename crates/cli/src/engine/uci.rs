//! `yipan uci`: the Universal Chess Interface, for chess and, as a variant, xiangqi.

use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Result;
use yipan_engine::{Clock, Level, Limits, Report, Table, Thought};

use super::desk::{Desk, Going, Speaker};
use super::lines::{self, Hearing, remark, say};
use super::spoken::{Ranks, Spoken};
use super::watch::Watch;

/// The most megabytes that may be asked for.
pub(crate) const MOST_HASH: usize = 4_096;
/// The most threads.
pub(crate) const MOST_THREADS: usize = 256;
const HASH: usize = 32;

/// Talks UCI until `quit` or the end of the input.
pub(crate) fn run() -> Result<ExitCode> {
    let mut engine = Engine::new();
    lines::each(|line| engine.hear(line))?;
    engine.finish();
    Ok(ExitCode::SUCCESS)
}

struct Engine {
    board: Board,
    settings: Settings,
}

#[expect(clippy::large_enum_variant, reason = "there is one of them")]
enum Board {
    Chess(Desk<yipan_chess::Position>),
    Xiangqi(Desk<yipan_xiangqi::Position>),
}

struct Settings {
    hash: usize,
    threads: usize,
    lines: usize,
    chess960: bool,
    overhead: Duration,
    /// Whether the strength is limited, and to what.
    is_limited: bool,
    rating: u32,
    /// The seed of a limited strength; zero takes another one each time.
    seed: u64,
    /// Whether chess is evaluated by hand rather than by the network.
    by_hand: bool,
}

/// What the levels are worth by our own estimate: `UCI_Elo` chooses the nearest.
const RATINGS: [u32; 10] = [500, 750, 1_000, 1_250, 1_450, 1_650, 1_850, 2_050, 2_200, 2_350];

macro_rules! each {
    ($board:expr, $desk:ident => $answer:expr) => {
        match $board {
            Board::Chess($desk) => $answer,
            Board::Xiangqi($desk) => $answer,
        }
    };
}

impl Engine {
    fn new() -> Engine {
        let settings = Settings {
            hash: HASH,
            threads: 1,
            lines: 1,
            chess960: false,
            overhead: Duration::from_millis(10),
            is_limited: false,
            rating: RATINGS[RATINGS.len() - 1],
            seed: 0,
            by_hand: false,
        };
        Engine { board: Board::Chess(Desk::new(Ranks::FromOne, HASH, 1)), settings }
    }

    fn hear(&mut self, line: &str) -> Hearing {
        let mut words = line.split_whitespace();
        let Some(command) = words.next() else { return Hearing::More };
        let rest: Vec<&str> = words.collect();
        match command {
            "uci" => self.introduce(),
            "isready" => say("readyok"),
            "setoption" => self.set_option(&rest),
            "ucinewgame" => each!(&mut self.board, desk => desk.forget()),
            "position" => {
                let chess960 = self.settings.chess960;
                let result = match &mut self.board {
                    Board::Chess(desk) => {
                        set_up(
                            desk,
                            &rest,
                            |position: yipan_chess::Position| {
                                if chess960 { position.as_chess960() } else { position }
                            },
                        )
                    }
                    Board::Xiangqi(desk) => set_up(desk, &rest, |position| position),
                };
                if let Err(fault) = result {
                    remark(&fault);
                }
            }
            "go" => {
                let overhead = self.settings.overhead;
                let level = self.settings.level();
                each!(&mut self.board, desk => desk.level = level);
                each!(&mut self.board, desk => go(desk, &rest, overhead));
            }
            "stop" => each!(&mut self.board, desk => desk.halt()),
            "ponderhit" => each!(&self.board, desk => desk.ponder_hit()),
            "d" => {
                let position = each!(&self.board, desk => desk.root().to_string());
                remark(&position);
            }
            "debug" | "register" => {}
            "quit" => {
                each!(&mut self.board, desk => desk.halt());
                return Hearing::Enough;
            }
            _ => remark(&format!(
                "unknown command `{command}`; known are uci, isready, setoption, ucinewgame, position, go, stop, ponderhit, d, quit"
            )),
        }
        Hearing::More
    }

    fn finish(&mut self) {
        each!(&mut self.board, desk => desk.finish());
    }

    fn introduce(&self) {
        say(&format!("id name Yipan {}", env!("CARGO_PKG_VERSION")));
        say("id author the Yipan project");
        say(&format!("option name Hash type spin default {HASH} min 1 max {MOST_HASH}"));
        say(&format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"));
        say("option name Clear Hash type button");
        say("option name MultiPV type spin default 1 min 1 max 200");
        say("option name Ponder type check default false");
        say("option name Move Overhead type spin default 10 min 0 max 5000");
        let [least, .., most] = RATINGS;
        say("option name UCI_LimitStrength type check default false");
        say(&format!("option name UCI_Elo type spin default {most} min {least} max {most}"));
        say("option name Seed type spin default 0 min 0 max 2147483647");
        say("option name Evaluation type combo default network var network var hand");
        say("option name UCI_Chess960 type check default false");
        say("option name UCI_Variant type combo default chess var chess var xiangqi");
        say("uciok");
    }

    fn set_option(&mut self, words: &[&str]) {
        let Some((name, value)) = option(words) else {
            return remark("setoption needs `name NAME value VALUE`");
        };
        let number = |least: usize, most: usize| match value.parse::<usize>() {
            Ok(number) if (least..=most).contains(&number) => Some(number),
            _ => {
                remark(&format!("`{value}` is not a number from {least} to {most}; {name} stays as it is"));
                None
            }
        };
        match name.to_lowercase().as_str() {
            "hash" => {
                if let Some(megabytes) = number(1, MOST_HASH) {
                    self.settings.hash = megabytes;
                    each!(&mut self.board, desk => desk.set_hash(megabytes));
                }
            }
            "threads" => {
                if let Some(threads) = number(1, MOST_THREADS) {
                    self.settings.threads = threads;
                    each!(&mut self.board, desk => desk.set_threads(threads));
                }
            }
            "multipv" => {
                if let Some(lines) = number(1, 200) {
                    self.settings.lines = lines;
                    each!(&mut self.board, desk => desk.lines = lines);
                }
            }
            "move overhead" => {
                if let Some(millis) = number(0, 5_000) {
                    self.settings.overhead = Duration::from_millis(millis as u64);
                }
            }
            "clear hash" => each!(&mut self.board, desk => desk.forget()),
            "ponder" => {}
            "uci_limitstrength" => self.settings.is_limited = value == "true",
            "uci_elo" => {
                let [least, .., most] = RATINGS;
                if let Some(rating) = number(least as usize, most as usize) {
                    self.settings.rating = rating as u32;
                }
            }
            "seed" => {
                if let Some(seed) = number(0, i32::MAX as usize) {
                    self.settings.seed = seed as u64;
                }
            }
            "evaluation" => match value.as_str() {
                "network" | "hand" => {
                    self.settings.by_hand = value == "hand";
                    each!(&mut self.board, desk => desk.set_by_hand(value == "hand"));
                }
                _ => remark(&format!("unknown evaluation `{value}`; choose network or hand")),
            },
            "uci_chess960" => self.settings.chess960 = value == "true",
            "uci_variant" => self.set_variant(&value),
            _ => remark(&format!("unknown option `{name}`")),
        }
    }

    fn set_variant(&mut self, value: &str) {
        let Settings { hash, threads, lines, by_hand, .. } = self.settings;
        each!(&mut self.board, desk => desk.halt());
        match value {
            "chess" => self.board = Board::Chess(Desk::new(Ranks::FromOne, hash, threads)),
            "xiangqi" => self.board = Board::Xiangqi(Desk::new(Ranks::FromOne, hash, threads)),
            _ => return remark(&format!("unknown variant `{value}`; choose chess or xiangqi")),
        }
        each!(&mut self.board, desk => desk.lines = lines);
        each!(&mut self.board, desk => desk.set_by_hand(by_hand));
    }
}

impl Settings {
    /// The level of a limited strength, with the seed of its errors.
    fn level(&self) -> Option<(Level, u64)> {
        let nearest = RATINGS.iter().enumerate().min_by_key(|(_, rating)| rating.abs_diff(self.rating));
        let level = nearest.and_then(|(index, _)| Level::new(index as u8 + 1));
        let seed = match self.seed {
            0 => SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_nanos() as u64),
            seed => seed,
        };
        level.filter(|_| self.is_limited).map(|level| (level, seed))
    }
}

/// The name and the value of `setoption name N.. value V..`; both may have spaces.
fn option(words: &[&str]) -> Option<(String, String)> {
    let rest = words.strip_prefix(&["name"])?;
    let end = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
    let value = rest.get(end + 1..).unwrap_or_default();
    (end > 0).then(|| (rest[..end].join(" "), value.join(" ")))
}

/// `position startpos|fen F [moves ..]`.
fn set_up<P: Spoken>(desk: &mut Desk<P>, words: &[&str], adapt: impl Fn(P) -> P) -> Result<(), String> {
    let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (place, moves) = (&words[..at], words.get(at + 1..).unwrap_or_default());
    let start = match place {
        ["startpos"] => P::start(),
        ["fen", fen @ ..] => P::read_fen(&fen.join(" "))?,
        _ => return Err("position needs `startpos` or `fen FEN`, then `moves ..`".to_owned()),
    };
    desk.set_up(adapt(start), moves.iter().copied())
}

/// `go` with any of its limits.
fn go<P: Spoken>(desk: &mut Desk<P>, words: &[&str], overhead: Duration) {
    let first = desk.root().side() == yipan_rules::Seat::First;
    let mut going = Going::default();
    let mut limits = Limits::default();
    let mut clock = Clock { left: Duration::MAX, increment: Duration::ZERO, moves: None };
    let mut timed = false;
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        if word == "searchmoves" {
            while let Some(mv) = words.peek().and_then(|text| desk.root().read_move(text, desk.ranks).ok()) {
                going.only.push(mv);
                words.next();
            }
            continue;
        }
        match word {
            "infinite" => going.infinite = true,
            "ponder" => going.pondering = true,
            "wtime" | "btime" | "winc" | "binc" | "movestogo" | "movetime" | "depth" | "nodes" | "mate"
            | "perft" => {
                // Clocks may have run out: a negative number is none left.
                let Some(number) = words.next_if(|text| text.parse::<i64>().is_ok()) else {
                    remark(&format!("{word} needs a number"));
                    continue;
                };
                let number = number.parse::<i64>().unwrap_or_default().max(0) as u64;
                let millis = Duration::from_millis(number);
                match word {
                    "wtime" if first => (clock.left, timed) = (millis, true),
                    "btime" if !first => (clock.left, timed) = (millis, true),
                    "winc" if first => clock.increment = millis,
                    "binc" if !first => clock.increment = millis,
                    "movestogo" => clock.moves = Some(number.min(1_000) as u32),
                    // Here no clock can run out; only the answer must not come late.
                    "movetime" => limits.hard = Some(millis.saturating_sub(overhead.min(millis / 50))),
                    "depth" => limits.depth = Some(number.clamp(1, 1_000) as u32),
                    "nodes" => limits.nodes = Some(number),
                    "mate" => limits.depth = Some((2 * number.clamp(1, 50)) as u32),
                    _ => {}
                }
            }
            _ => remark(&format!("unknown limit `{word}`")),
        }
    }
    if timed {
        let share = clock.limits(overhead);
        limits.soft = share.soft;
        limits.hard = Some(share.hard.unwrap_or(Duration::MAX).min(limits.hard.unwrap_or(Duration::MAX)));
    }
    // Without any limit it goes on until it is told to stop.
    if limits == Limits::default() && !going.pondering {
        going.infinite = true;
    }
    going.limits = limits;
    desk.go(&going, Uci { ranks: desk.ranks });
}

/// Prints as UCI wants it.
struct Uci {
    ranks: Ranks,
}

impl Uci {
    fn moves<P: Spoken>(&self, root: &P, moves: &[P::Move]) -> String {
        let mut position = *root;
        let mut text = Vec::new();
        for &mv in moves {
            text.push(position.write_move(mv, self.ranks));
            position.make(mv);
        }
        text.join(" ")
    }
}

impl<P: Spoken> Speaker<P> for Uci {
    fn line(&self, root: &P, report: Report<'_, P::Move>, watch: &Watch, table: &Table) {
        let line = report.line;
        let millis = watch.since_start().as_millis();
        let nodes = watch.nodes().max(report.nodes);
        let rate = u128::from(nodes) * 1_000 / millis.max(1);
        say(&format!(
            "info depth {} seldepth {} multipv {} score {} nodes {nodes} nps {rate} hashfull {} time {millis} pv {}",
            line.depth,
            line.deepest,
            report.rank + 1,
            line.score,
            table.fullness(),
            self.moves(root, &line.moves),
        ));
    }

    fn answer(&self, root: &P, thought: &Thought<P::Move>) {
        let Some(best) = thought.best() else {
            return say("bestmove (none)");
        };
        let best_text = root.write_move(best, self.ranks);
        match thought.reply() {
            Some(reply) => {
                let mut next = *root;
                next.make(best);
                say(&format!("bestmove {best_text} ponder {}", next.write_move(reply, self.ranks)));
            }
            None => say(&format!("bestmove {best_text}")),
        }
    }
}
