//! `yipan ucci`: the Universal Chinese Chess Protocol 3.0, for xiangqi.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use yipan_engine::{Clock, Limits, Report, Score, Table, Thought};
use yipan_xiangqi::repetition::RepetitionRule;
use yipan_xiangqi::{Move, Position};

use super::desk::{Desk, Going, Speaker};
use super::lines::{self, Hearing, remark, say};
use super::spoken::{Ranks, Spoken};
use super::uci::{MOST_HASH, MOST_THREADS};
use super::watch::Watch;

const HASH: usize = 32;
/// What the way to the clock costs a move.
const OVERHEAD: Duration = Duration::from_millis(10);

/// Talks UCCI until `quit` or the end of the input.
pub(crate) fn run() -> Result<ExitCode> {
    let mut engine =
        Engine { desk: Desk::new(Ranks::FromZero, HASH, 1), awake: false, batch: false, millis: false };
    lines::each(|line| engine.hear(line))?;
    engine.desk.finish();
    Ok(ExitCode::SUCCESS)
}

struct Engine {
    desk: Desk<Position>,
    /// `ucci` has been said; before that nothing else is understood.
    awake: bool,
    /// Commands wait for the search under way instead of ending it.
    batch: bool,
    /// Times are told in thousandths of a second.
    millis: bool,
}

impl Engine {
    fn hear(&mut self, line: &str) -> Hearing {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return Hearing::More };
        if !self.awake && !matches!(command, "ucci" | "quit") {
            remark(&format!("`{command}` comes too early; say `ucci` first"));
            return Hearing::More;
        }
        match command {
            "ucci" => {
                self.awake = true;
                introduce();
            }
            "isready" => say("readyok"),
            "setoption" => {
                self.settle();
                self.set_option(rest);
            }
            "position" => {
                self.settle();
                if let Err(fault) = self.set_up(rest) {
                    remark(&fault);
                }
            }
            "banmoves" => {
                self.settle();
                self.ban(rest);
            }
            "go" => {
                self.settle();
                self.go(rest);
            }
            "ponderhit" => self.desk.ponder_hit(),
            "stop" => self.desk.halt(),
            "probe" => remark("the table is not shown"),
            "quit" => {
                self.desk.halt();
                say("bye");
                return Hearing::Enough;
            }
            _ => remark(&format!(
                "unknown command `{command}`; known are ucci, isready, setoption, position, banmoves, go, ponderhit, \
                 stop, quit"
            )),
        }
        Hearing::More
    }

    /// Before a command that changes something: in a batch the search under way is waited for, otherwise it is ended.
    fn settle(&mut self) {
        if self.batch { self.desk.finish() } else { self.desk.halt() }
    }

    fn set_option(&mut self, words: &[&str]) {
        let Some((&name, value)) = words.split_first() else {
            return remark("setoption needs a name and a value");
        };
        let value = value.first().copied().unwrap_or_default();
        let is_on = matches!(value, "on" | "true");
        let number = |least: usize, most: usize| match value.parse::<usize>() {
            Ok(number) if (least..=most).contains(&number) => Some(number),
            _ => {
                remark(&format!("`{value}` is not a number from {least} to {most}; {name} stays as it is"));
                None
            }
        };
        match name {
            "batch" => self.batch = is_on,
            "usemillisec" => self.millis = is_on,
            // Whether to ponder is for the other side to say, with `go ponder`.
            "ponder" => {}
            "newgame" => self.desk.forget(),
            "hashsize" => {
                if let Some(megabytes) = number(1, MOST_HASH) {
                    self.desk.set_hash(megabytes);
                }
            }
            "threads" => {
                if let Some(threads) = number(1, MOST_THREADS) {
                    self.desk.set_threads(threads);
                }
            }
            "drawmoves" => {
                if let Some(moves) = number(10, 1_000) {
                    self.desk.rules.limit.plies = Some(2 * moves as u16);
                }
            }
            "repetition" => match value {
                "alwaysdraw" => self.desk.rules.repetition = RepetitionRule::Simple,
                "checkban" => self.desk.rules.repetition = RepetitionRule::CheckOnly,
                "asianrule" => self.desk.rules.repetition = RepetitionRule::Wxf,
                "chineserule" => self.desk.rules.repetition = RepetitionRule::UcciLeague,
                _ => remark("repetition is alwaysdraw, checkban, asianrule or chineserule"),
            },
            _ => remark(&format!("unknown option `{name}`")),
        }
    }

    fn set_up(&mut self, words: &[&str]) -> Result<(), String> {
        let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (place, moves) = (&words[..at], words.get(at + 1..).unwrap_or_default());
        let start = match place {
            ["startpos"] => Position::start(),
            ["fen", fen @ ..] => Position::read_fen(&fen.join(" "))?,
            _ => return Err("position needs `startpos` or `fen FEN`, then `moves ..`".to_owned()),
        };
        self.desk.set_up(start, moves.iter().copied())
    }

    fn ban(&mut self, words: &[&str]) {
        self.desk.banned.clear();
        for text in words {
            match Spoken::read_move(self.desk.root(), text, Ranks::FromZero) {
                Ok(mv) => self.desk.banned.push(mv),
                Err(fault) => remark(&format!("`{text}`: {fault}")),
            }
        }
    }

    fn go(&mut self, words: &[&str]) {
        let mut going = Going::default();
        let mut limits = Limits::default();
        let mut clock = Clock { left: Duration::ZERO, increment: Duration::ZERO, moves: None };
        let mut timed = false;
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => going.pondering = true,
                // An offer of a draw is for people to answer.
                "draw" => {}
                "infinite" => going.infinite = true,
                "depth" if words.next_if_eq(&"infinite").is_some() => going.infinite = true,
                "depth" | "nodes" | "time" | "movestogo" | "increment" | "opptime" | "oppmovestogo"
                | "oppincrement" => {
                    let Some(number) = words.next().and_then(|text| text.parse::<u64>().ok()) else {
                        remark(&format!("{word} needs a number"));
                        continue;
                    };
                    let time = Duration::from_millis(if self.millis {
                        number
                    } else {
                        number.saturating_mul(1_000)
                    });
                    match word {
                        "depth" => limits.depth = Some(number.clamp(1, 1_000) as u32),
                        "nodes" => limits.nodes = Some(number),
                        "time" => (clock.left, timed) = (time, true),
                        "movestogo" => clock.moves = Some(number.min(1_000) as u32),
                        "increment" => clock.increment = time,
                        _ => {}
                    }
                }
                _ => remark(&format!("unknown limit `{word}`")),
            }
        }
        if timed {
            let share = clock.limits(OVERHEAD);
            (limits.soft, limits.hard) = (share.soft, share.hard);
        }
        if limits == Limits::default() && !going.pondering {
            going.infinite = true;
        }
        going.limits = limits;
        self.desk.go(&going, Ucci);
    }
}

fn introduce() {
    say(&format!("id name Yipan {}", env!("CARGO_PKG_VERSION")));
    say("id author the Yipan project");
    say("option usemillisec type check default off");
    say("option batch type check default off");
    say("option ponder type check default off");
    say(&format!("option hashsize type spin min 1 max {MOST_HASH} default {HASH}"));
    say(&format!("option threads type spin min 1 max {MOST_THREADS} default 1"));
    say("option drawmoves type spin min 10 max 1000 default 60");
    say(
        "option repetition type combo var alwaysdraw var checkban var asianrule var chineserule default asianrule",
    );
    say("option newgame type button");
    say("ucciok");
}

/// Prints as UCCI wants it.
struct Ucci;

impl Speaker<Position> for Ucci {
    fn line(&self, _: &Position, report: Report<'_, Move>, watch: &Watch, _: &Table) {
        // A mate is told as a large number, the larger the nearer.
        let score = match report.line.score {
            Score::Pawns(value) => value,
            Score::Mate(moves) if moves > 0 => 30_000 - moves,
            Score::Mate(moves) => -30_000 - moves,
        };
        let moves: Vec<String> = report.line.moves.iter().map(ToString::to_string).collect();
        let (millis, nodes) = (watch.since_start().as_millis(), watch.nodes().max(report.nodes));
        say(&format!("info time {millis} nodes {nodes}"));
        say(&format!("info depth {} score {score} pv {}", report.line.depth, moves.join(" ")));
    }

    fn answer(&self, _: &Position, thought: &Thought<Move>) {
        match (thought.best(), thought.reply()) {
            (Some(best), Some(reply)) => say(&format!("bestmove {best} ponder {reply}")),
            (Some(best), None) => say(&format!("bestmove {best}")),
            (None, _) => say("nobestmove"),
        }
    }
}
