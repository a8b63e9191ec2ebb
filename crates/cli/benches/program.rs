//! The program under load, as scripts use it: `cargo bench -p yipan-cli`.
//!
//! It reads the vectors over and over through real pipes: positions a second for `inspect`, and for `pgn` the
//! speed and the peak memory at two sizes, which must not differ by much.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};
use yipan_testkit::vectors;

fn main() {
    inspect();
    pgn(10);
    pgn(100);
}

fn inspect() {
    let rows: Vec<Value> = vectors::rows("chess_legal.jsonl.gz");
    let lines: String = rows.iter().map(|row| format!("{}\n", json!({ "position": row["fen"] }))).collect();
    let times = 20;
    let (seconds, _) = feed(&["inspect", "chess"], lines.as_bytes(), times);
    let positions = rows.len() * times;
    println!(
        "inspect  {positions:>9} positions  {seconds:>6.2} s  {:>9.0} a second",
        positions as f64 / seconds
    );
}

fn pgn(megabytes: usize) {
    let games = vectors::bytes("chess_pgn/games.pgn");
    let (seconds, memory) = feed(&["pgn", "-"], &games, megabytes * 1_000_000 / games.len() + 1);
    println!(
        "pgn      {megabytes:>9} MB         {seconds:>6.2} s  {:>9.1} MB a second, peak memory {memory}",
        megabytes as f64 / seconds
    );
}

/// Feeds a text so many times to the program; the seconds until it ends, and its peak memory.
fn feed(words: &[&str], text: &[u8], times: usize) -> (f64, String) {
    let start = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_yipan"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut output = child.stdout.take().expect("a pipe");
    let reader = std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
    let mut input = child.stdin.take().expect("a pipe");
    for _ in 0..times {
        input.write_all(text).expect("the program reads");
    }
    let memory = peak_memory(&child);
    drop(input);
    let status = child.wait().expect("the program ends");
    reader.join().expect("the reader does not panic").expect("the program's output");
    assert!(status.success(), "{words:?} ends with {status}");
    (start.elapsed().as_secs_f64(), memory)
}

/// What the kernel says the process has used at most, where it says so.
fn peak_memory(child: &Child) -> String {
    let mut status = String::new();
    let read = std::fs::File::open(format!("/proc/{}/status", child.id()))
        .and_then(|mut file| file.read_to_string(&mut status));
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    match (read, line) {
        (Ok(_), Some(memory)) => memory.trim().to_owned(),
        _ => "not told by this system".to_owned(),
    }
}
