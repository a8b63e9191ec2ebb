//! `yipan uci`: the Universal Chess Interface, for chess and, as a variant, xiangqi.

use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Result;
use yipan_engine::{Level, Limits, PlayerClock, SearchInfo, SearchResult, TranspositionTable};

use super::protocol_game::{ProtocolGame, RankBase};
use super::search_timer::SearchTimer;
use super::session::{EngineSession, GoParams, SearchListener};
use super::stdio::{self, LoopControl, send_info_string, send_line};

/// The most megabytes that may be asked for.
pub(crate) const MAX_HASH_MB: usize = 4_096;
/// The most threads.
pub(crate) const MAX_THREADS: usize = 256;
const DEFAULT_HASH_MB: usize = 32;

/// Talks UCI until `quit` or the end of the input.
pub(crate) fn run() -> Result<ExitCode> {
    let mut engine = UciEngine::new();
    stdio::for_each_line(|line| engine.handle_command(line))?;
    engine.wait_or_stop();
    Ok(ExitCode::SUCCESS)
}

struct UciEngine {
    session: GameSession,
    options: UciOptions,
}

#[expect(clippy::large_enum_variant, reason = "there is one of them")]
enum GameSession {
    Chess(EngineSession<yipan_chess::Position>),
    Xiangqi(EngineSession<yipan_xiangqi::Position>),
}

struct UciOptions {
    hash_mb: usize,
    threads: usize,
    multi_pv: usize,
    chess960: bool,
    move_overhead: Duration,
    /// Whether the strength is limited, and to what.
    limits_strength: bool,
    elo: u32,
    /// The seed of a limited strength; zero takes another one each time.
    seed: u64,
    /// Whether chess is evaluated by hand rather than by the network.
    hand_crafted_eval: bool,
}

/// What the levels are worth by our own estimate: `UCI_Elo` chooses the nearest.
const LEVEL_ELOS: [u32; 10] = [500, 750, 1_000, 1_250, 1_450, 1_650, 1_850, 2_050, 2_200, 2_350];

macro_rules! with_session {
    ($board:expr, $desk:ident => $answer:expr) => {
        match $board {
            GameSession::Chess($desk) => $answer,
            GameSession::Xiangqi($desk) => $answer,
        }
    };
}

impl UciEngine {
    fn new() -> UciEngine {
        let settings = UciOptions {
            hash_mb: DEFAULT_HASH_MB,
            threads: 1,
            multi_pv: 1,
            chess960: false,
            move_overhead: Duration::from_millis(10),
            limits_strength: false,
            elo: LEVEL_ELOS[LEVEL_ELOS.len() - 1],
            seed: 0,
            hand_crafted_eval: false,
        };
        UciEngine {
            session: GameSession::Chess(EngineSession::new(RankBase::FromOne, DEFAULT_HASH_MB, 1)),
            options: settings,
        }
    }

    fn handle_command(&mut self, line: &str) -> LoopControl {
        let mut words = line.split_whitespace();
        let Some(command) = words.next() else { return LoopControl::Continue };
        let rest: Vec<&str> = words.collect();
        match command {
            "uci" => self.send_id_and_options(),
            "isready" => send_line("readyok"),
            "setoption" => self.set_option(&rest),
            "ucinewgame" => with_session!(&mut self.session, desk => desk.new_game()),
            "position" => {
                let chess960 = self.options.chess960;
                let result = match &mut self.session {
                    GameSession::Chess(desk) => {
                        set_position(desk, &rest, |position: yipan_chess::Position| {
                            if chess960 { position.with_chess960_castling() } else { position }
                        })
                    }
                    GameSession::Xiangqi(desk) => set_position(desk, &rest, |position| position),
                };
                if let Err(fault) = result {
                    send_info_string(&fault);
                }
            }
            "go" => {
                let overhead = self.options.move_overhead;
                let level = self.options.limited_level();
                with_session!(&mut self.session, desk => desk.level = level);
                with_session!(&mut self.session, desk => start_search(desk, &rest, overhead));
            }
            "stop" => with_session!(&mut self.session, desk => desk.stop()),
            "ponderhit" => with_session!(&self.session, desk => desk.ponder_hit()),
            "d" => {
                let position = with_session!(&self.session, desk => desk.root().to_string());
                send_info_string(&position);
            }
            "debug" | "register" => {}
            "quit" => {
                with_session!(&mut self.session, desk => desk.stop());
                return LoopControl::Quit;
            }
            _ => send_info_string(&format!(
                "unknown command `{command}`; known are uci, isready, setoption, ucinewgame, position, go, stop, ponderhit, d, quit"
            )),
        }
        LoopControl::Continue
    }

    fn wait_or_stop(&mut self) {
        with_session!(&mut self.session, desk => desk.wait_or_stop());
    }

    fn send_id_and_options(&self) {
        send_line(&format!("id name Yipan {}", env!("CARGO_PKG_VERSION")));
        send_line("id author the Yipan project");
        send_line(&format!("option name Hash type spin default {DEFAULT_HASH_MB} min 1 max {MAX_HASH_MB}"));
        send_line(&format!("option name Threads type spin default 1 min 1 max {MAX_THREADS}"));
        send_line("option name Clear Hash type button");
        send_line("option name MultiPV type spin default 1 min 1 max 200");
        send_line("option name Ponder type check default false");
        send_line("option name Move Overhead type spin default 10 min 0 max 5000");
        let [least, .., most] = LEVEL_ELOS;
        send_line("option name UCI_LimitStrength type check default false");
        send_line(&format!("option name UCI_Elo type spin default {most} min {least} max {most}"));
        send_line("option name Seed type spin default 0 min 0 max 2147483647");
        send_line("option name Evaluation type combo default network var network var hand");
        send_line("option name UCI_Chess960 type check default false");
        send_line("option name UCI_Variant type combo default chess var chess var xiangqi");
        send_line("uciok");
    }

    fn set_option(&mut self, words: &[&str]) {
        let Some((name, value)) = parse_option(words) else {
            return send_info_string("setoption needs `name NAME value VALUE`");
        };
        let number = |least: usize, most: usize| match value.parse::<usize>() {
            Ok(number) if (least..=most).contains(&number) => Some(number),
            _ => {
                send_info_string(&format!(
                    "`{value}` is not a number from {least} to {most}; {name} stays as it is"
                ));
                None
            }
        };
        match name.to_lowercase().as_str() {
            "hash" => {
                if let Some(megabytes) = number(1, MAX_HASH_MB) {
                    self.options.hash_mb = megabytes;
                    with_session!(&mut self.session, desk => desk.set_hash(megabytes));
                }
            }
            "threads" => {
                if let Some(threads) = number(1, MAX_THREADS) {
                    self.options.threads = threads;
                    with_session!(&mut self.session, desk => desk.set_threads(threads));
                }
            }
            "multipv" => {
                if let Some(lines) = number(1, 200) {
                    self.options.multi_pv = lines;
                    with_session!(&mut self.session, desk => desk.multi_pv = lines);
                }
            }
            "move overhead" => {
                if let Some(millis) = number(0, 5_000) {
                    self.options.move_overhead = Duration::from_millis(millis as u64);
                }
            }
            "clear hash" => with_session!(&mut self.session, desk => desk.new_game()),
            "ponder" => {}
            "uci_limitstrength" => self.options.limits_strength = value == "true",
            "uci_elo" => {
                let [least, .., most] = LEVEL_ELOS;
                if let Some(rating) = number(least as usize, most as usize) {
                    self.options.elo = rating as u32;
                }
            }
            "seed" => {
                if let Some(seed) = number(0, i32::MAX as usize) {
                    self.options.seed = seed as u64;
                }
            }
            "evaluation" => match value.as_str() {
                "network" | "hand" => {
                    self.options.hand_crafted_eval = value == "hand";
                    with_session!(&mut self.session, desk => desk.set_hand_crafted_eval(value == "hand"));
                }
                _ => send_info_string(&format!("unknown evaluation `{value}`; choose network or hand")),
            },
            "uci_chess960" => self.options.chess960 = value == "true",
            "uci_variant" => self.set_variant(&value),
            _ => send_info_string(&format!("unknown option `{name}`")),
        }
    }

    fn set_variant(&mut self, value: &str) {
        let UciOptions { hash_mb: hash, threads, multi_pv: lines, hand_crafted_eval: by_hand, .. } =
            self.options;
        with_session!(&mut self.session, desk => desk.stop());
        match value {
            "chess" => {
                self.session = GameSession::Chess(EngineSession::new(RankBase::FromOne, hash, threads));
            }
            "xiangqi" => {
                self.session = GameSession::Xiangqi(EngineSession::new(RankBase::FromOne, hash, threads));
            }
            _ => return send_info_string(&format!("unknown variant `{value}`; choose chess or xiangqi")),
        }
        with_session!(&mut self.session, desk => desk.multi_pv = lines);
        with_session!(&mut self.session, desk => desk.set_hand_crafted_eval(by_hand));
    }
}

impl UciOptions {
    /// The level of a limited strength, with the seed of its errors.
    fn limited_level(&self) -> Option<(Level, u64)> {
        let nearest = LEVEL_ELOS.iter().enumerate().min_by_key(|(_, rating)| rating.abs_diff(self.elo));
        let level = nearest.and_then(|(index, _)| Level::new(index as u8 + 1));
        let seed = match self.seed {
            0 => SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_nanos() as u64),
            seed => seed,
        };
        level.filter(|_| self.limits_strength).map(|level| (level, seed))
    }
}

/// The name and the value of `setoption name N.. value V..`; both may have spaces.
fn parse_option(words: &[&str]) -> Option<(String, String)> {
    let rest = words.strip_prefix(&["name"])?;
    let end = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
    let value = rest.get(end + 1..).unwrap_or_default();
    (end > 0).then(|| (rest[..end].join(" "), value.join(" ")))
}

/// `position startpos|fen F [moves ..]`.
fn set_position<P: ProtocolGame>(
    desk: &mut EngineSession<P>,
    words: &[&str],
    adapt: impl Fn(P) -> P,
) -> Result<(), String> {
    let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (place, moves) = (&words[..at], words.get(at + 1..).unwrap_or_default());
    let start = match place {
        ["startpos"] => P::start(),
        ["fen", fen @ ..] => P::parse_fen(&fen.join(" "))?,
        _ => return Err("position needs `startpos` or `fen FEN`, then `moves ..`".to_owned()),
    };
    desk.set_position(adapt(start), moves.iter().copied())
}

/// `go` with any of its limits.
fn start_search<P: ProtocolGame>(desk: &mut EngineSession<P>, words: &[&str], overhead: Duration) {
    let first = desk.root().side_to_move() == yipan_core::Side::First;
    let mut params = GoParams::default();
    let mut limits = Limits::default();
    let mut clock = PlayerClock { remaining: Duration::MAX, increment: Duration::ZERO, moves_to_go: None };
    let mut has_clock = false;
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        if word == "searchmoves" {
            while let Some(mv) =
                words.peek().and_then(|text| desk.root().parse_move(text, desk.rank_base).ok())
            {
                params.search_moves.push(mv);
                words.next();
            }
            continue;
        }
        match word {
            "infinite" => params.infinite = true,
            "ponder" => params.pondering = true,
            "wtime" | "btime" | "winc" | "binc" | "movestogo" | "movetime" | "depth" | "nodes" | "mate"
            | "perft" => {
                // Clocks may have run out: a negative number is none left.
                let Some(number) = words.next_if(|text| text.parse::<i64>().is_ok()) else {
                    send_info_string(&format!("{word} needs a number"));
                    continue;
                };
                let number = number.parse::<i64>().unwrap_or_default().max(0) as u64;
                let millis = Duration::from_millis(number);
                match word {
                    "wtime" if first => (clock.remaining, has_clock) = (millis, true),
                    "btime" if !first => (clock.remaining, has_clock) = (millis, true),
                    "winc" if first => clock.increment = millis,
                    "binc" if !first => clock.increment = millis,
                    "movestogo" => clock.moves_to_go = Some(number.min(1_000) as u32),
                    // Here no clock can run out; only the answer must not come late.
                    "movetime" => limits.hard_time = Some(millis.saturating_sub(overhead.min(millis / 50))),
                    "depth" => limits.depth = Some(number.clamp(1, 1_000) as u32),
                    "nodes" => limits.nodes = Some(number),
                    "mate" => limits.depth = Some((2 * number.clamp(1, 50)) as u32),
                    _ => {}
                }
            }
            _ => send_info_string(&format!("unknown limit `{word}`")),
        }
    }
    if has_clock {
        let share = clock.limits(overhead);
        limits.soft_time = share.soft_time;
        limits.hard_time =
            Some(share.hard_time.unwrap_or(Duration::MAX).min(limits.hard_time.unwrap_or(Duration::MAX)));
    }
    // Without any limit it goes on until it is told to stop.
    if limits == Limits::default() && !params.pondering {
        params.infinite = true;
    }
    params.limits = limits;
    desk.go(&params, UciListener { rank_base: desk.rank_base });
}

/// Prints as UCI wants it.
struct UciListener {
    rank_base: RankBase,
}

impl UciListener {
    fn format_moves<P: ProtocolGame>(&self, root: &P, moves: &[P::Move]) -> String {
        let mut position = *root;
        let mut text = Vec::new();
        for &mv in moves {
            text.push(position.format_move(mv, self.rank_base));
            position.make(mv);
        }
        text.join(" ")
    }
}

impl<P: ProtocolGame> SearchListener<P> for UciListener {
    fn on_info(
        &self,
        root: &P,
        report: SearchInfo<'_, P::Move>,
        watch: &SearchTimer,
        table: &TranspositionTable,
    ) {
        let line = report.line;
        let millis = watch.elapsed_since_start().as_millis();
        let nodes = watch.nodes().max(report.nodes);
        let rate = u128::from(nodes) * 1_000 / millis.max(1);
        send_line(&format!(
            "info depth {} seldepth {} multipv {} score {} nodes {nodes} nps {rate} hashfull {} time {millis} pv {}",
            line.depth,
            line.seldepth,
            report.multi_pv_index + 1,
            line.score,
            table.hashfull(),
            self.format_moves(root, &line.moves),
        ));
    }

    fn on_best_move(&self, root: &P, thought: &SearchResult<P::Move>) {
        let Some(best) = thought.best_move() else {
            return send_line("bestmove (none)");
        };
        let best_text = root.format_move(best, self.rank_base);
        match thought.ponder_move() {
            Some(reply) => {
                let mut next = *root;
                next.make(best);
                send_line(&format!(
                    "bestmove {best_text} ponder {}",
                    next.format_move(reply, self.rank_base)
                ));
            }
            None => send_line(&format!("bestmove {best_text}")),
        }
    }
}
