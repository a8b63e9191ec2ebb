//! One function for each parser, law and comparison that is given random bytes.
//!
//! A function panics if the bytes show a fault. The fuzzer (`fuzz/`) looks for such bytes, guided by the code that
//! they reach; the tests of this crate run the inputs in `fuzz/corpus`.
//!
//! ```
//! for target in yipan_fuzz_targets::TARGETS {
//!     (target.run)(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
//! }
//! ```
//!
//! This crate is for tests only and will never ship.

mod bus;
mod chess;
mod client;
mod engine;
mod games;
mod input;
mod liuzichong;
mod matches;
mod puzzles;
mod room;
mod server;
mod shown;
mod tournament;
mod wire;
mod xiangqi;

/// A function that is given random bytes.
#[derive(Clone, Copy, Debug)]
pub struct FuzzTarget {
    /// The name, which is also that of its program and of its corpus.
    pub name: &'static str,
    /// Panics if the bytes show a fault.
    pub run: fn(&[u8]),
}

macro_rules! targets {
    ($($module:ident::$name:ident),* $(,)?) => {
        $(pub use $module::$name;)*

        /// All targets, sorted by name.
        pub const TARGETS: &[FuzzTarget] = &[$(FuzzTarget { name: stringify!($name), run: $name }),*];
    };
}

targets![
    bus::bus_seal,
    chess::chess_fen,
    chess::chess_fen_shakmaty,
    chess::chess_laws,
    chess::chess_modes,
    chess::chess_modes_model,
    chess::chess_moves,
    chess::chess_pgn,
    chess::chess_shakmaty,
    server::cluster_message,
    client::course,
    games::game_text,
    server::http_headers,
    client::import,
    liuzichong::liuzichong_laws,
    liuzichong::liuzichong_sixzc,
    liuzichong::liuzichong_tablebase,
    liuzichong::liuzichong_text,
    liuzichong::liuzichong_ui_flow,
    matches::match_options,
    engine::network_file,
    server::packed_log,
    puzzles::puzzle_file,
    games::record,
    server::request_body,
    shown::room_client,
    room::room_commands,
    room::room_config,
    room::room_log,
    shown::server_texts,
    client::share_query,
    client::stored_state,
    games::time_control,
    tournament::tournament_log,
    client::tree_file,
    wire::wire_messages,
    xiangqi::xiangqi_dhtmlxq,
    xiangqi::xiangqi_fen,
    xiangqi::xiangqi_laws,
    xiangqi::xiangqi_moves,
    xiangqi::xiangqi_pgn,
    xiangqi::xiangqi_rule_book,
    xiangqi::xiangqi_xqf,
];
