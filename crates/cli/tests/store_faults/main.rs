//! System calls of the store fail under load, at each step of a commit. Acknowledged commands are on disk exactly once,
//! rejected ones are not, and play continues without a restart. A server killed when games end rates each of them once, and
//! one killed during a tournament continues it.

#![cfg(target_os = "linux")]

mod killed_explorer;
mod killed_ratings;
mod killed_tournament;
#[path = "../../../server/tests/suite/net/mod.rs"]
mod net;
#[path = "../../../server/tests/suite/tournament_bots.rs"]
#[allow(dead_code, reason = "the server's own tests use the rest")]
mod tournament_bots;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use net::{Client, TestDir, start_game};
use serde_json::{Value, json};

/// The operations of `inject.c`.
const WRITE: i32 = 1;
const SYNC: i32 = 2;
const TRUNCATE: i32 = 3;

const EIO: i32 = 5;
const ENOSPC: i32 = 28;

/// The commands sent to each room while a fault is armed.
const COMMANDS: u32 = 12;

/// Longer than any recovery on a busy machine.
const RECOVERY_TIMEOUT: Duration = Duration::from_secs(60);

/// Controls the failing calls through a file that the server process maps.
struct Faults(File);

impl Faults {
    fn new(path: &Path) -> Faults {
        let file = File::options().read(true).write(true).create(true).truncate(true).open(path);
        let file = file.expect("the control file is created");
        file.set_len(4096).expect("a page");
        Faults(file)
    }

    fn set(&self, index: u64, value: i32) {
        self.0.write_all_at(&value.to_ne_bytes(), index * 4).expect("a number");
    }

    /// Makes `failures` calls of an operation fail after `skip` successful ones.
    fn arm(&self, operation: i32, skip: i32, failures: i32, error: i32) {
        self.disarm();
        for (index, value) in [(1, skip), (2, failures), (3, error), (4, 0), (0, operation)] {
            self.set(index, value);
        }
    }

    fn disarm(&self) {
        self.set(0, 0);
    }

    fn injected(&self) -> i32 {
        let mut bytes = [0; 4];
        self.0.read_exact_at(&mut bytes, 16).expect("a number");
        i32::from_ne_bytes(bytes)
    }
}

/// A server with the injected library, killed on drop.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(data: &Path, library: &Path, faults: &Path) -> Server {
        Server::start_with(data, &[("LD_PRELOAD", library), ("STORE_FAULTS", faults)])
    }

    /// Starts a server with variables of the environment.
    fn start_with(data: &Path, variables: &[(&str, &Path)]) -> Server {
        let program = std::env::var_os("YIPAN_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_yipan").into());
        let mut child = Command::new(program)
            .args([
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--rate-messages",
                "100000",
                "--rate-new-guests",
                "1000",
                "--rate-accounts",
                "1000",
                "--rate-new-rooms",
                "100000",
                "--data",
            ])
            .arg(data)
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("its address");
        let address = line.split("http://").nth(1).and_then(|rest| rest.trim().strip_suffix('/'));
        Server { address: address.expect("an address").parse().expect("an address"), child }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Compiles the library that injects failures. SQLite needs a C compiler too.
fn library(directory: &Path) -> PathBuf {
    let library = directory.join("inject.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/store_faults/inject.c");
    let compiled = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .arg(&library)
        .arg(source)
        .arg("-ldl")
        .status();
    assert!(compiled.expect("a C compiler, as for SQLite").success(), "inject.c compiles");
    library
}

/// Whether each command was acknowledged, by its id.
type Answers = BTreeMap<String, bool>;

/// A room whose host sends chat messages. Each command has its own id and is sent once.
struct ChatRoom {
    room: String,
    host: Client,
    answers: Answers,
    sent: u32,
}

impl ChatRoom {
    /// Sends a command and waits for its answer; returns whether it was acknowledged.
    async fn send(&mut self) -> bool {
        self.sent += 1;
        let id = format!("{}-{}", self.room, self.sent);
        let command = json!({"type": "chat", "text": format!("line {} {}", self.sent, "x".repeat(200))});
        self.host
            .send(&json!({"type": "command", "room": self.room, "id": id, "seen": 0, "command": command}))
            .await;
        loop {
            let message = self.host.next().await.expect("the connection stays");
            if message["id"] != id.as_str() {
                continue;
            }
            let is_done = message["type"] == "ack";
            assert!(is_done || message["error"]["code"] == "storage-unavailable", "{message}");
            self.answers.insert(id, is_done);
            return is_done;
        }
    }

    /// Sends commands until one is acknowledged.
    async fn recover(&mut self) {
        let started_at = Instant::now();
        while !self.send().await {
            assert!(started_at.elapsed() < RECOVERY_TIMEOUT, "the store recovers and play continues");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Returns the command ids of all log entries on disk, from `yipan export`.
fn on_disk(data: &Path) -> Vec<String> {
    let file = data.with_extension("export");
    let output =
        Command::new(env!("CARGO_BIN_EXE_yipan")).args(["export", "--data"]).arg(data).arg(&file).output();
    let output = output.expect("the export runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = std::fs::read_to_string(&file).expect("an export");
    std::fs::remove_file(file).expect("the export can be removed");
    lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .filter_map(|row| serde_json::from_str::<Value>(row["line"].as_str()?).ok())
        .filter_map(|entry| entry["command"]["id"].as_str().map(str::to_owned))
        .collect()
}

fn check(answers: &Answers, data: &Path, when: &str) {
    let all = on_disk(data);
    let disk: BTreeSet<&str> = all.iter().map(String::as_str).collect();
    assert_eq!(all.len(), disk.len(), "{when}: a command is on disk once");
    let lost: Vec<_> = answers.iter().filter(|(id, done)| **done && !disk.contains(id.as_str())).collect();
    let rejected: Vec<_> =
        answers.iter().filter(|(id, done)| !**done && disk.contains(id.as_str())).collect();
    assert!(
        lost.is_empty(),
        "{when}: {} of {} acknowledged commands are lost: {lost:?}",
        lost.len(),
        answers.len()
    );
    assert!(rejected.is_empty(), "{when}: rejected commands are on disk: {rejected:?}");
}

/// Every fault: the operation, how many calls succeed before it, how many fail, and with which error.
fn faults() -> Vec<(i32, i32, i32, i32)> {
    let mut faults = Vec::new();
    for error in [EIO, ENOSPC] {
        // A commit of a few rows is some twenty writes and one sync; all of them, and some of the next.
        faults.extend((0..24).map(|skip| (WRITE, skip, 1, error)));
        faults.extend((0..3).map(|skip| (SYNC, skip, 1, error)));
        // For a while: many calls in a row, then for as long as it takes to notice.
        faults.extend([
            (WRITE, 5, 40, error),
            (SYNC, 0, 4, error),
            (WRITE, 0, i32::MAX, error),
            (SYNC, 0, i32::MAX, error),
        ]);
        // Far enough to fall into a checkpoint, which moves the log into the database file.
        faults.extend((1..5).map(|round| (WRITE, 900 * round, 30, error)));
        faults.extend((1..4).map(|round| (SYNC, 40 * round, 2, error)));
        faults.push((TRUNCATE, 0, 3, error));
    }
    faults
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_fails_in_the_store_acknowledged_equals_on_disk() {
    let directory = TestDir::new("store-faults");
    let (data, control) = (directory.0.join("data"), directory.0.join("faults"));
    let (faults_file, library) = (Faults::new(&control), library(&directory.0));
    let server = Server::start(&data, &library, &control);
    let mut rooms = Vec::new();
    for _ in 0..3 {
        let (room, host, guest) = start_game(server.address, &json!({"game": "chess", "clock": "5+0"})).await;
        // The guest's connection stays as well; it reads nothing until the end.
        rooms.push((ChatRoom { room, host, answers: Answers::new(), sent: 0 }, guest));
    }
    let mut injected = BTreeMap::<i32, u32>::new();
    let mut rejections = 0;
    for (operation, skip, failures, error) in faults() {
        faults_file.arm(operation, skip, failures, error);
        let wanted = if skip > 30 { 10 * COMMANDS } else { COMMANDS };
        let talk = rooms.iter_mut().map(|(talkers, _)| async move {
            for _ in 0..wanted {
                talkers.send().await;
            }
        });
        futures_util::future::join_all(talk).await;
        *injected.entry(operation).or_default() += faults_file.injected().min(1) as u32;
        faults_file.disarm();
        futures_util::future::join_all(rooms.iter_mut().map(|(talkers, _)| talkers.recover())).await;
        // The chat of a room is bounded; a full one makes way for the next.
        if rooms[0].0.sent > 700 {
            let answers: Answers =
                rooms.iter_mut().flat_map(|(talkers, _)| std::mem::take(&mut talkers.answers)).collect();
            check(&answers, &data, "in between");
            rejections += answers.values().filter(|done| !**done).count();
            for (talkers, guest) in &mut rooms {
                let (room, host, other) =
                    start_game(server.address, &json!({"game": "chess", "clock": "5+0"})).await;
                (*talkers, *guest) = (ChatRoom { room, host, answers: Answers::new(), sent: 0 }, other);
            }
        }
    }
    assert!(injected[&WRITE] > 40 && injected[&SYNC] > 10, "the faults were met: {injected:?}");
    let answers: Answers = rooms.iter().flat_map(|(talkers, _)| talkers.answers.clone()).collect();
    rejections += answers.values().filter(|done| !**done).count();
    assert!(rejections > 0, "some commands were rejected");
    check(&answers, &data, "while it runs");
    drop(server);
    check(&answers, &data, "after it was killed");
}
