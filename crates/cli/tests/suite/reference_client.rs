//! The reference client, which is written from `docs/protocol.md` alone, against a real server.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// The whole run takes a few seconds; a busy machine may be slower.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Rate limits that the client does not reach, and short timeouts.
const OPTIONS: &str = "--rate-sign-ins 1000000 --rate-accounts 1000000 --presence-delay 0 --rate-messages 1000000 --rate-joins 1000000 \
    --rate-new-rooms 1000000 --rate-new-guests 1000000 --rate-new-sockets 1000000 --rate-reads 1000000 \
    --idle-timeout 60 --claim-after 0 --draw-offer-interval 0 --max-takebacks 100 --restart-grace 1";

struct DataDir(PathBuf);

impl Drop for DataDir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A process that is killed on drop.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server and returns its address.
fn serve(data: &Path) -> (Process, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_yipan"))
        .args(["serve", "--listen", "127.0.0.1:0", "--log-format", "json"])
        .args(OPTIONS.split_whitespace())
        .arg("--data")
        .arg(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("yipan starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("an address");
    let address = line.split("http://").nth(1).and_then(|rest| rest.trim().strip_suffix('/'));
    (Process(child), address.expect("an address").to_owned())
}

/// Starts the client and returns a channel with the lines of its output and errors.
fn client(address: &str) -> (Process, ChildStdin, mpsc::Receiver<String>) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/reference_client.py");
    let mut child = Command::new("python3")
        .arg(script)
        .args([address, "--seed", "1", "--plies", "50", "--restarts"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python3 is installed");
    let (sender, lines) = mpsc::channel();
    let errors = sender.clone();
    let (stdout, stderr) = (child.stdout.take().expect("a pipe"), child.stderr.take().expect("a pipe"));
    std::thread::spawn(move || {
        BufReader::new(stdout).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
    });
    std::thread::spawn(move || {
        BufReader::new(stderr).lines().map_while(Result::ok).try_for_each(|line| errors.send(line))
    });
    let input = child.stdin.take().expect("a pipe");
    (Process(child), input, lines)
}

#[test]
fn a_client_that_knows_only_the_document_agrees_with_the_server_about_every_room() {
    let data_dir = std::env::temp_dir().join(format!("yipan-reference-{}", std::process::id()));
    let data_dir = DataDir(data_dir);
    let (mut server, address) = serve(&data_dir.0);
    let (mut client, mut input, lines) = client(&address);
    let (until, mut printed) = (Instant::now() + TIMEOUT, Vec::new());
    loop {
        match lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) if line == "restart" => {
                // Killed in the middle of a game, with every connection open.
                drop(server);
                let (next, address) = serve(&data_dir.0);
                server = next;
                writeln!(input, "{address}").expect("the client waits for the address");
            }
            Ok(line) => printed.push(line),
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("not done in {TIMEOUT:?}: {printed:#?}"),
        }
    }
    let printed = printed.join("\n");
    assert!(client.0.wait().expect("an exit status").success(), "{printed}");
    let events = printed.split("events: ").nth(1).unwrap_or_default();
    for event in [
        "opened",
        "seated",
        "left-seat",
        "account-linked",
        "started",
        "played",
        "takeback-applied",
        "chat-message",
        "offered",
        "offer-cleared",
        "disconnected",
        "reconnected",
        "paused",
        "resumed",
        "ended",
        "rematch",
        "rematch-room",
        "hidden",
    ] {
        assert!(events.contains(&format!("{event} ")), "no `{event}` was folded: {printed}");
    }
}
