//! `yipan ucci`: the Universal Chinese Chess Protocol 3.0, for xiangqi.

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use yipan_engine::{Limits, PlayerClock, Score, SearchInfo, SearchResult, TranspositionTable};
use yipan_xiangqi::repetition::RepetitionRule;
use yipan_xiangqi::{Move, Position};

use super::protocol_game::{ProtocolGame, RankBase};
use super::search_timer::SearchTimer;
use super::session::{EngineSession, GoParams, SearchListener};
use super::stdio::{self, send_info_string, send_line};
use super::uci::{MAX_HASH_MB, MAX_THREADS};

const DEFAULT_HASH_MB: usize = 32;
/// The time reserved per move for the communication with the GUI.
const MOVE_OVERHEAD: Duration = Duration::from_millis(10);

/// Runs the UCCI loop until `quit` or the end of the input.
pub(crate) fn run() -> Result<ExitCode> {
    let mut engine = UcciEngine {
        session: EngineSession::new(RankBase::FromZero, DEFAULT_HASH_MB, 1),
        is_initialized: false,
        is_batch: false,
        uses_millis: false,
    };
    stdio::for_each_line(|line| engine.handle_command(line))?;
    engine.session.wait_or_stop();
    Ok(ExitCode::SUCCESS)
}

struct UcciEngine {
    session: EngineSession<Position>,
    /// Whether `ucci` was received; before it only `quit` is accepted.
    is_initialized: bool,
    /// Whether commands wait for the running search instead of stopping it.
    is_batch: bool,
    /// Whether times are in milliseconds instead of seconds.
    uses_millis: bool,
}

impl UcciEngine {
    fn handle_command(&mut self, line: &str) -> ControlFlow<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return ControlFlow::Continue(()) };
        if !self.is_initialized && !matches!(command, "ucci" | "quit") {
            send_info_string(&format!("`{command}` before `ucci`; send `ucci` first"));
            return ControlFlow::Continue(());
        }
        match command {
            "ucci" => {
                self.is_initialized = true;
                send_id_and_options();
            }
            "isready" => send_line("readyok"),
            "setoption" => {
                self.finish_or_stop_search();
                self.set_option(rest);
            }
            "position" => {
                self.finish_or_stop_search();
                if let Err(error) = self.set_position(rest) {
                    send_info_string(&error);
                }
            }
            "banmoves" => {
                self.finish_or_stop_search();
                self.ban_moves(rest);
            }
            "go" => {
                self.finish_or_stop_search();
                self.go(rest);
            }
            "ponderhit" => self.session.ponder_hit(),
            "stop" => self.session.stop(),
            "probe" => send_info_string("probe is not supported"),
            "quit" => {
                self.session.stop();
                send_line("bye");
                return ControlFlow::Break(());
            }
            _ => send_info_string(&format!(
                "unknown command `{command}`; known are ucci, isready, setoption, position, banmoves, go, ponderhit, \
                 stop, quit"
            )),
        }
        ControlFlow::Continue(())
    }

    /// Waits for the running search in batch mode, and stops it otherwise.
    fn finish_or_stop_search(&mut self) {
        if self.is_batch { self.session.wait_or_stop() } else { self.session.stop() }
    }

    fn set_option(&mut self, words: &[&str]) {
        let Some((&name, value)) = words.split_first() else {
            return send_info_string("setoption needs a name and a value");
        };
        let value = value.first().copied().unwrap_or_default();
        let is_on = matches!(value, "on" | "true");
        let number = |min: usize, max: usize| match value.parse::<usize>() {
            Ok(number) if (min..=max).contains(&number) => Some(number),
            _ => {
                send_info_string(&format!(
                    "`{value}` is not a number from {min} to {max}; {name} is unchanged"
                ));
                None
            }
        };
        match name {
            "batch" => self.is_batch = is_on,
            "usemillisec" => self.uses_millis = is_on,
            // The GUI starts pondering with `go ponder`.
            "ponder" => {}
            "newgame" => self.session.new_game(),
            "hashsize" => {
                if let Some(megabytes) = number(1, MAX_HASH_MB) {
                    self.session.set_hash(megabytes);
                }
            }
            "threads" => {
                if let Some(threads) = number(1, MAX_THREADS) {
                    self.session.set_threads(threads);
                }
            }
            "drawmoves" => {
                if let Some(moves) = number(10, 1_000) {
                    self.session.rules.no_capture_limit.max_plies = Some(2 * moves as u16);
                }
            }
            "repetition" => match value {
                "alwaysdraw" => self.session.rules.repetition = RepetitionRule::Simple,
                "checkban" => self.session.rules.repetition = RepetitionRule::CheckOnly,
                "asianrule" => self.session.rules.repetition = RepetitionRule::Wxf,
                "chineserule" => self.session.rules.repetition = RepetitionRule::UcciLeague,
                _ => send_info_string("repetition is alwaysdraw, checkban, asianrule or chineserule"),
            },
            _ => send_info_string(&format!("unknown option `{name}`")),
        }
    }

    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (start, moves) = (&words[..at], words.get(at + 1..).unwrap_or_default());
        let start = match start {
            ["startpos"] => Position::start(),
            ["fen", fen @ ..] => Position::parse_fen(&fen.join(" "))?,
            _ => return Err("position needs `startpos` or `fen FEN`, then `moves ..`".to_owned()),
        };
        self.session.set_position(start, moves.iter().copied())
    }

    fn ban_moves(&mut self, words: &[&str]) {
        self.session.banned_moves.clear();
        for text in words {
            match ProtocolGame::parse_move(self.session.root(), text, RankBase::FromZero) {
                Ok(mv) => self.session.banned_moves.push(mv),
                Err(error) => send_info_string(&format!("`{text}`: {error}")),
            }
        }
    }

    fn go(&mut self, words: &[&str]) {
        let mut params = GoParams::default();
        let mut limits = Limits::default();
        let mut clock =
            PlayerClock { remaining: Duration::ZERO, increment: Duration::ZERO, moves_to_go: None };
        let mut has_clock = false;
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => params.pondering = true,
                // The engine does not answer draw offers.
                "draw" => {}
                "infinite" => params.infinite = true,
                "depth" if words.next_if_eq(&"infinite").is_some() => params.infinite = true,
                "depth" | "nodes" | "time" | "movestogo" | "increment" | "opptime" | "oppmovestogo"
                | "oppincrement" => {
                    let Some(number) = words.next().and_then(|text| text.parse::<u64>().ok()) else {
                        send_info_string(&format!("{word} needs a number"));
                        continue;
                    };
                    let time = Duration::from_millis(if self.uses_millis {
                        number
                    } else {
                        number.saturating_mul(1_000)
                    });
                    match word {
                        "depth" => limits.depth = Some(number.clamp(1, 1_000) as u32),
                        "nodes" => limits.nodes = Some(number),
                        "time" => (clock.remaining, has_clock) = (time, true),
                        "movestogo" => clock.moves_to_go = Some(number.min(1_000) as u32),
                        "increment" => clock.increment = time,
                        _ => {}
                    }
                }
                _ => send_info_string(&format!("unknown limit `{word}`")),
            }
        }
        if has_clock {
            let share = clock.limits(MOVE_OVERHEAD);
            (limits.soft_time, limits.hard_time) = (share.soft_time, share.hard_time);
        }
        if limits == Limits::default() && !params.pondering {
            params.infinite = true;
        }
        params.limits = limits;
        self.session.go(&params, UcciListener);
    }
}

fn send_id_and_options() {
    send_line(&format!("id name Yipan {}", env!("CARGO_PKG_VERSION")));
    send_line("id author the Yipan project");
    send_line("option usemillisec type check default off");
    send_line("option batch type check default off");
    send_line("option ponder type check default off");
    send_line(&format!("option hashsize type spin min 1 max {MAX_HASH_MB} default {DEFAULT_HASH_MB}"));
    send_line(&format!("option threads type spin min 1 max {MAX_THREADS} default 1"));
    send_line("option drawmoves type spin min 10 max 1000 default 60");
    send_line(
        "option repetition type combo var alwaysdraw var checkban var asianrule var chineserule default asianrule",
    );
    send_line("option newgame type button");
    send_line("ucciok");
}

/// Prints the output of a search in UCCI.
struct UcciListener;

impl SearchListener<Position> for UcciListener {
    fn on_info(&self, _: &Position, info: SearchInfo<'_, Move>, timer: &SearchTimer, _: &TranspositionTable) {
        // UCCI has no mate scores: a mate is a large number, larger if it is nearer.
        let score = match info.line.score {
            Score::Centipawns(value) => value,
            Score::Mate(moves) if moves > 0 => 30_000 - moves,
            Score::Mate(moves) => -30_000 - moves,
        };
        let moves: Vec<String> = info.line.moves.iter().map(ToString::to_string).collect();
        let (millis, nodes) = (timer.elapsed_since_start().as_millis(), timer.nodes().max(info.nodes));
        send_line(&format!("info time {millis} nodes {nodes}"));
        send_line(&format!("info depth {} score {score} pv {}", info.line.depth, moves.join(" ")));
    }

    fn on_best_move(&self, _: &Position, result: &SearchResult<Move>) {
        match (result.best_move(), result.ponder_move()) {
            (Some(best), Some(reply)) => send_line(&format!("bestmove {best} ponder {reply}")),
            (Some(best), None) => send_line(&format!("bestmove {best}")),
            (None, _) => send_line("nobestmove"),
        }
    }
}
