//! `yipan uci`: the Universal Chess Interface, for chess and, as a variant, xiangqi.

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Result;
use yipan_engine::{Level, Limits, PlayerClock, SearchInfo, SearchResult, TranspositionTable};

use super::protocol_game::{ProtocolGame, RankBase};
use super::search_timer::SearchTimer;
use super::session::{EngineSession, GoParams, SearchListener};
use super::stdio::{self, send_info_string, send_line};

/// The maximum of the option Hash.
pub(crate) const MAX_HASH_MB: usize = 4_096;
/// The maximum of the option Threads.
pub(crate) const MAX_THREADS: usize = 256;
const DEFAULT_HASH_MB: usize = 32;

/// Runs the UCI loop until `quit` or the end of the input.
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

#[expect(clippy::large_enum_variant, reason = "there is only one value")]
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
    limits_strength: bool,
    /// The target of a limited strength.
    elo: u32,
    /// The seed of a limited strength; zero for a new one each time.
    seed: u64,
    hand_crafted_eval: bool,
    shows_results: bool,
}

/// The Elo of the levels in chess on the scale of Stockfish's `UCI_Elo`, from matches; `UCI_Elo` selects the nearest.
///
/// That of level 10 is an estimate.
const LEVEL_ELOS: [u32; 10] = [970, 1_180, 1_350, 1_520, 1_710, 1_800, 2_010, 2_130, 2_310, 2_500];

macro_rules! with_session {
    ($game_session:expr, $session:ident => $answer:expr) => {
        match $game_session {
            GameSession::Chess($session) => $answer,
            GameSession::Xiangqi($session) => $answer,
        }
    };
}

impl UciEngine {
    fn new() -> UciEngine {
        let options = UciOptions {
            hash_mb: DEFAULT_HASH_MB,
            threads: 1,
            multi_pv: 1,
            chess960: false,
            move_overhead: Duration::from_millis(10),
            limits_strength: false,
            elo: LEVEL_ELOS[LEVEL_ELOS.len() - 1],
            seed: 0,
            hand_crafted_eval: false,
            shows_results: false,
        };
        UciEngine {
            session: GameSession::Chess(EngineSession::new(RankBase::FromOne, DEFAULT_HASH_MB, 1)),
            options,
        }
    }

    fn handle_command(&mut self, line: &str) -> ControlFlow<()> {
        let mut words = line.split_whitespace();
        let Some(command) = words.next() else { return ControlFlow::Continue(()) };
        let rest: Vec<&str> = words.collect();
        match command {
            "uci" => self.send_id_and_options(),
            "isready" => send_line("readyok"),
            "setoption" => self.set_option(&rest),
            "ucinewgame" => with_session!(&mut self.session, session => session.new_game()),
            "position" => {
                let chess960 = self.options.chess960;
                let result = match &mut self.session {
                    GameSession::Chess(session) => {
                        set_position(session, &rest, |position: yipan_chess::Position| {
                            if chess960 { position.with_chess960_castling() } else { position }
                        })
                    }
                    GameSession::Xiangqi(session) => set_position(session, &rest, |position| position),
                };
                if let Err(error) = result {
                    send_info_string(&error);
                }
            }
            "go" => {
                let overhead = self.options.move_overhead;
                let level = self.options.limited_level();
                let shows_results = self.options.shows_results;
                with_session!(&mut self.session, session => session.level = level);
                with_session!(&mut self.session, session => {
                    let listener = UciListener { rank_base: session.rank_base, shows_results };
                    start_search(session, &rest, overhead, listener);
                });
            }
            "stop" => with_session!(&mut self.session, session => session.stop()),
            "ponderhit" => with_session!(&self.session, session => session.ponder_hit()),
            "d" => {
                let position = with_session!(&self.session, session => session.root().to_string());
                send_info_string(&position);
            }
            "debug" | "register" => {}
            "quit" => {
                with_session!(&mut self.session, session => session.stop());
                return ControlFlow::Break(());
            }
            _ => send_info_string(&format!(
                "unknown command `{command}`; known are uci, isready, setoption, ucinewgame, position, go, stop, ponderhit, d, quit"
            )),
        }
        ControlFlow::Continue(())
    }

    fn wait_or_stop(&mut self) {
        with_session!(&mut self.session, session => session.wait_or_stop());
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
        let [min, .., max] = LEVEL_ELOS;
        send_line("option name UCI_LimitStrength type check default false");
        send_line(&format!("option name UCI_Elo type spin default {max} min {min} max {max}"));
        send_line("option name UCI_ShowWDL type check default false");
        send_line("option name Seed type spin default 0 min 0 max 2147483647");
        send_line("option name Evaluation type combo default network var network var hand");
        send_line("option name EvalFile type string default <empty>");
        send_line("option name UCI_Chess960 type check default false");
        send_line("option name UCI_Variant type combo default chess var chess var xiangqi");
        send_line("uciok");
    }

    fn set_option(&mut self, words: &[&str]) {
        let Some((name, value)) = parse_option(words) else {
            return send_info_string("setoption needs `name NAME value VALUE`");
        };
        let number = |min: usize, max: usize| match value.parse::<usize>() {
            Ok(number) if (min..=max).contains(&number) => Some(number),
            _ => {
                send_info_string(&format!(
                    "`{value}` is not a number from {min} to {max}; {name} is unchanged"
                ));
                None
            }
        };
        match name.to_lowercase().as_str() {
            "hash" => {
                if let Some(megabytes) = number(1, MAX_HASH_MB) {
                    self.options.hash_mb = megabytes;
                    with_session!(&mut self.session, session => session.set_hash(megabytes));
                }
            }
            "threads" => {
                if let Some(threads) = number(1, MAX_THREADS) {
                    self.options.threads = threads;
                    with_session!(&mut self.session, session => session.set_threads(threads));
                }
            }
            "multipv" => {
                if let Some(lines) = number(1, 200) {
                    self.options.multi_pv = lines;
                    with_session!(&mut self.session, session => session.multi_pv = lines);
                }
            }
            "move overhead" => {
                if let Some(millis) = number(0, 5_000) {
                    self.options.move_overhead = Duration::from_millis(millis as u64);
                }
            }
            "clear hash" => with_session!(&mut self.session, session => session.new_game()),
            "ponder" => {}
            "uci_limitstrength" => self.options.limits_strength = value == "true",
            "uci_showwdl" => self.options.shows_results = value == "true",
            "uci_elo" => {
                let [min, .., max] = LEVEL_ELOS;
                if let Some(rating) = number(min as usize, max as usize) {
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
                    with_session!(&mut self.session, session => session.set_hand_crafted_eval(value == "hand"));
                }
                _ => send_info_string(&format!("unknown evaluation `{value}`; choose network or hand")),
            },
            "evalfile" => self.set_network(&value),
            "uci_chess960" => self.options.chess960 = value == "true",
            "uci_variant" => self.set_variant(&value),
            _ => send_info_string(&format!("unknown option `{name}`")),
        }
    }

    /// Loads the network of the current variant from a file; an empty name selects the embedded one.
    fn set_network(&mut self, path: &str) {
        let result = if path.is_empty() || path == "<empty>" {
            with_session!(&mut self.session, session => session.set_network(None))
                .map_err(|error| error.to_string())
        } else {
            std::fs::read(path).map_err(|error| error.to_string()).and_then(|bytes| {
                with_session!(&mut self.session, session => session.set_network(Some(&bytes)))
                    .map_err(|error| error.to_string())
            })
        };
        if let Err(error) = result {
            send_info_string(&format!("`{path}` was not loaded: {error}"));
        }
    }

    fn set_variant(&mut self, value: &str) {
        let UciOptions { hash_mb, threads, multi_pv, hand_crafted_eval, .. } = self.options;
        with_session!(&mut self.session, session => session.stop());
        match value {
            "chess" => {
                self.session = GameSession::Chess(EngineSession::new(RankBase::FromOne, hash_mb, threads));
            }
            "xiangqi" => {
                self.session = GameSession::Xiangqi(EngineSession::new(RankBase::FromOne, hash_mb, threads));
            }
            _ => return send_info_string(&format!("unknown variant `{value}`; choose chess or xiangqi")),
        }
        with_session!(&mut self.session, session => session.multi_pv = multi_pv);
        with_session!(&mut self.session, session => session.set_hand_crafted_eval(hand_crafted_eval));
    }
}

impl UciOptions {
    /// Returns the level and the seed of its errors, if the strength is limited.
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

/// Parses `setoption name N.. value V..` into name and value. Both may contain spaces.
fn parse_option(words: &[&str]) -> Option<(String, String)> {
    let rest = words.strip_prefix(&["name"])?;
    let end = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
    let value = rest.get(end + 1..).unwrap_or_default();
    (end > 0).then(|| (rest[..end].join(" "), value.join(" ")))
}

/// Handles `position startpos|fen F [moves ..]`.
fn set_position<P: ProtocolGame>(
    session: &mut EngineSession<P>,
    words: &[&str],
    adapt: impl Fn(P) -> P,
) -> Result<(), String> {
    let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, moves) = (&words[..at], words.get(at + 1..).unwrap_or_default());
    let start = match start {
        ["startpos"] => P::start(),
        ["fen", fen @ ..] => P::parse_fen(&fen.join(" "))?,
        _ => return Err("position needs `startpos` or `fen FEN`, then `moves ..`".to_owned()),
    };
    session.set_position(adapt(start), moves.iter().copied())
}

/// Handles `go` with its limits.
fn start_search<P: ProtocolGame>(
    session: &mut EngineSession<P>,
    words: &[&str],
    overhead: Duration,
    listener: UciListener,
) {
    let first = session.root().side_to_move() == yipan_core::Side::First;
    let mut params = GoParams::default();
    let mut limits = Limits::default();
    let mut clock = PlayerClock { remaining: Duration::MAX, increment: Duration::ZERO, moves_to_go: None };
    let mut has_clock = false;
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        if word == "searchmoves" {
            while let Some(mv) =
                words.peek().and_then(|text| session.root().parse_move(text, session.rank_base).ok())
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
                // GUIs send a negative time after the flag has fallen.
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
                    // No flag can fall here, so the overhead is at most 2 %.
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
    // Without a limit the search runs until `stop`.
    if limits == Limits::default() && !params.pondering {
        params.infinite = true;
    }
    params.limits = limits;
    session.go(&params, listener);
}

/// Prints the output of a search in UCI.
struct UciListener {
    rank_base: RankBase,
    /// Whether the expected results follow each score.
    shows_results: bool,
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
    fn on_info(&self, root: &P, info: SearchInfo<'_, P::Move>, timer: &SearchTimer, tt: &TranspositionTable) {
        let line = info.line;
        let millis = timer.elapsed_since_start().as_millis();
        let nodes = timer.nodes().max(info.nodes);
        let nps = u128::from(nodes) * 1_000 / millis.max(1);
        let results = if self.shows_results {
            format!(" wdl {}", P::RESULT_MODEL.expected(line.score))
        } else {
            String::new()
        };
        send_line(&format!(
            "info depth {} seldepth {} multipv {} score {}{results} nodes {nodes} nps {nps} hashfull {} time {millis} pv {}",
            line.depth,
            line.seldepth,
            info.multi_pv_index + 1,
            line.score,
            tt.hashfull(),
            self.format_moves(root, &line.moves),
        ));
    }

    fn on_best_move(&self, root: &P, result: &SearchResult<P::Move>) {
        let Some(best) = result.best_move() else {
            return send_line("bestmove (none)");
        };
        let best_text = root.format_move(best, self.rank_base);
        match result.ponder_move() {
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
