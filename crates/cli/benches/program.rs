//! The program as scripts use it: `cargo bench -p yipan-cli`.
//!
//! Measures through pipes: positions per second of `inspect`; the speed of `pgn` and its peak memory at two sizes, which
//! must not differ by much; and the time until `stop` ends a search.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use yipan_testkit::vectors;

fn main() {
    inspect();
    pgn(10);
    pgn(100);
    stop(200);
}

/// Measures the time from `stop` to `bestmove` in an infinite search.
fn stop(times: usize) {
    let mut child = start(&["uci"]);
    let (mut input, output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    let mut lines = BufReader::new(output).lines().map(|line| line.expect("the output is readable"));
    let mut times_taken: Vec<Duration> = (0..times)
        .map(|_| {
            input.write_all(b"position startpos\ngo infinite\n").expect("the program reads");
            std::thread::sleep(Duration::from_millis(150));
            let start = Instant::now();
            input.write_all(b"stop\n").expect("the program reads");
            lines.find(|line| line.starts_with("bestmove")).expect("an answer");
            start.elapsed()
        })
        .collect();
    input.write_all(b"quit\n").expect("the program reads");
    child.wait().expect("the program ends");
    times_taken.sort_unstable();
    let millis = |percent: usize| times_taken[(times - 1) * percent / 100].as_secs_f64() * 1e3;
    let (p50, p99, max) = (millis(50), millis(99), millis(100));
    println!("stop     {times:>9} times      p50 {p50:.2} ms, p99 {p99:.2} ms, max {max:.2} ms");
}

fn inspect() {
    let rows: Vec<Value> = vectors::rows("chess_legal.jsonl.gz");
    let lines: String = rows.iter().map(|row| format!("{}\n", json!({ "position": row["fen"] }))).collect();
    let times = 20;
    let (seconds, _) = feed(&["inspect", "chess"], lines.as_bytes(), times);
    let positions = rows.len() * times;
    println!(
        "inspect  {positions:>9} positions  {seconds:>6.2} s  {:>9.0} per second",
        positions as f64 / seconds
    );
}

fn pgn(megabytes: usize) {
    let games = vectors::bytes("chess_pgn/games.pgn");
    let (seconds, memory) = feed(&["pgn", "-"], &games, megabytes * 1_000_000 / games.len() + 1);
    println!(
        "pgn      {megabytes:>9} MB         {seconds:>6.2} s  {:>9.1} MB per second, peak memory {memory}",
        megabytes as f64 / seconds
    );
}

/// Writes a text to the program several times and returns the seconds until it ends, and its peak memory.
fn feed(arguments: &[&str], text: &[u8], times: usize) -> (f64, String) {
    let started_at = Instant::now();
    let mut child = start(arguments);
    let mut output = child.stdout.take().expect("a pipe");
    let reader = std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
    let mut input = child.stdin.take().expect("a pipe");
    for _ in 0..times {
        input.write_all(text).expect("the program reads");
    }
    let memory = peak_memory(&child);
    drop(input);
    let status = child.wait().expect("the program ends");
    reader.join().expect("the reader does not panic").expect("the output is readable");
    assert!(status.success(), "{arguments:?} ends with {status}");
    (started_at.elapsed().as_secs_f64(), memory)
}

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yipan"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts")
}

/// Returns the peak memory of a process, where `/proc` exists.
fn peak_memory(child: &Child) -> String {
    let mut status = String::new();
    let read = std::fs::File::open(format!("/proc/{}/status", child.id()))
        .and_then(|mut file| file.read_to_string(&mut status));
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    match (read, line) {
        (Ok(_), Some(memory)) => memory.trim().to_owned(),
        _ => "unknown".to_owned(),
    }
}
