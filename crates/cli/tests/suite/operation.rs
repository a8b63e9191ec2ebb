//! The server as an operator uses it: backups, log and limits.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};

/// A server process with a temporary data directory, both removed on drop.
struct Server {
    child: Child,
    address: SocketAddr,
    log: BufReader<ChildStderr>,
    data: PathBuf,
}

impl Server {
    /// Starts the server from a shell, after the command `first`.
    fn start(name: &str, first: &str, options: &[&str]) -> Server {
        let data = std::env::temp_dir().join(format!("yipan-operation-{name}-{}", std::process::id()));
        let mut child = Command::new("sh")
            .args(["-c", &format!("{first}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_yipan"), "serve"])
            .args(["--listen", "127.0.0.1:0", "--data"])
            .arg(&data)
            .args(options)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("its address");
        let address = line.split("http://").nth(1).and_then(|rest| rest.trim().strip_suffix('/'));
        let address = address.and_then(|address| address.parse().ok()).expect("an address");
        let log = BufReader::new(child.stderr.take().expect("its log"));
        Server { child, address, log, data }
    }

    fn http(&self, request: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        let (address, length) = (self.address, body.len());
        let head = format!("{request} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}");
        write!(stream, "{head}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}")
            .expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    /// Stops the server and returns its whole log.
    fn stop(mut self) -> String {
        self.child.kill().expect("it runs");
        let mut log = String::new();
        self.log.read_to_string(&mut log).expect("its log");
        log
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

fn yipan(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_yipan")).args(arguments).output().expect("yipan runs");
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).expect("text"))
}

#[test]
fn a_running_server_is_backed_up_checked_and_restored_by_command() {
    let server = Server::start("backup", "umask 022", &[]);
    assert!(server.http("GET /api/me", "", "").starts_with("HTTP/1.1 200"));
    let text = |path: PathBuf| path.into_os_string().into_string().expect("a name in UTF-8");
    let data = text(server.data.clone());
    let (copy, lines, new) =
        (text(server.data.join("copy")), text(server.data.join("lines")), text(server.data.join("new")));
    let backup = ["backup", "--data", &data, &copy];
    assert_eq!(yipan(&backup).1.split(": ").next(), Some(copy.as_str()));
    let (done, answer) = yipan(&backup);
    assert!(!done && answer.contains("already exists; --force replaces it"), "{answer}");
    assert!(yipan(&["backup", "--force", "--data", &data, &copy]).0);
    assert!(yipan(&["export", "--data", &data, &lines]).0);
    for file in [&copy, &lines] {
        let mode = std::fs::metadata(file).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
    let (done, answer) = yipan(&["restore", "--check", &copy]);
    assert!(done && answer.contains(" 1 users\n") && answer.contains(" 0 rooms\n"), "{answer}");
    let (done, answer) = yipan(&["--lang", "zh-Hans", "restore", &copy, "--data", &new]);
    assert!(done && answer.contains(" 1 用户\n"), "{answer}");
    let (done, answer) = yipan(&["restore", &copy, "--data", &new]);
    assert!(!done && answer.contains("already holds a database"), "{answer}");
    let (done, answer) = yipan(&["--lang", "zh-Hant", "serve", "--listen", "127.0.0.1:0", "--data", &data]);
    assert!(!done && answer.contains("另一個伺服器"), "{answer}");
}

#[test]
fn moderators_are_named_by_command_and_the_log_says_so() {
    let mut server = Server::start("admin", "true", &[]);
    let credentials = r#"{"name": "Ada", "password": "correct horse"}"#;
    assert!(server.http("POST /api/account", "", credentials).starts_with("HTTP/1.1 204"));
    let data = server.data.to_str().expect("a name in UTF-8").to_owned();
    let admin = |arguments: &[&str]| yipan(&[&["admin"], arguments, &["--data", &data]].concat());
    let (done, answer) = admin(&["promote", "ada"]);
    assert!(!done && answer.contains("another server"), "{answer}");
    // A restart is announced beside the running server, and in the same log.
    assert_eq!(admin(&["withdraw-restart"]), (true, "no restart is announced\n".to_owned()));
    let announced = admin(&["announce-restart", "10", "--text", "New version"]);
    assert_eq!(announced, (true, "announced: a restart in 10 min\n".to_owned()));
    assert_eq!(admin(&["withdraw-restart"]), (true, "withdrawn\n".to_owned()));
    for (minutes, text) in [("0", "x"), ("121", "x"), ("5", "x".repeat(201).as_str())] {
        let (done, answer) = admin(&["announce-restart", minutes, "--text", text]);
        assert!(
            !done && answer.contains(if minutes == "5" { "200 characters" } else { "1..=120" }),
            "{answer}"
        );
    }
    server.child.kill().expect("it runs");
    server.child.wait().expect("it ends");
    let (done, answer) = admin(&["announce-restart", "10"]);
    assert!(!done && answer.contains("no server is using"), "{answer}");
    assert_eq!(admin(&["promote", "Ada", "--role", "operator"]), (true, "Ada: operator\n".to_owned()));
    assert_eq!(admin(&["promote", "ada", "--role", "operator"]).1, "ada: operator (unchanged)\n");
    assert_eq!(admin(&["list"]), (true, "ada: operator\n".to_owned()));
    assert_eq!(admin(&["demote", "ada"]), (true, "ada: no role\n".to_owned()));
    assert_eq!(admin(&["mark-bot", "ada"]), (true, "ada: bot\n".to_owned()));
    assert_eq!(admin(&["mark-bot", "ada"]), (true, "ada: bot (unchanged)\n".to_owned()));
    assert_eq!(admin(&["unmark-bot", "ada"]), (true, "ada: no bot\n".to_owned()));
    assert_eq!(admin(&["list"]), (true, String::new()));
    let (done, answer) = admin(&["promote", "bob"]);
    assert!(!done && answer.contains("there is no account `bob`"), "{answer}");
    let (done, log) = admin(&["log"]);
    let is_named = |line: &str, action: &str| line.contains(&format!("\"type\":\"{action}\""));
    let actions = ["unmark-bot", "mark-bot", "demote", "promote", "withdraw-restart", "announce-restart"];
    assert!(done && log.lines().count() == actions.len(), "{log}");
    assert!(
        log.lines().zip(actions).all(|(line, action)| is_named(line, action)),
        "the latest is first: {log}"
    );
    let about_ada = &log.lines().collect::<Vec<_>>()[..4];
    assert!(about_ada.iter().all(|line| line.contains(" - Ada ")), "the command line has no account: {log}");
    assert!(log.contains("\"New version\""), "{log}");
}

#[test]
fn an_operator_moderates_by_command_beside_the_running_server() {
    let server = Server::start("moderate", "true", &[]);
    let credentials = r#"{"name": "Ada", "password": "correct horse"}"#;
    assert!(server.http("POST /api/account", "", credentials).starts_with("HTTP/1.1 204"));
    let data = server.data.to_str().expect("a name in UTF-8").to_owned();
    let run = |language: &str, arguments: &[&str]| {
        yipan(&[&["--lang", language, "admin"], arguments, &["--data", &data]].concat())
    };
    let reason = ["--reason", "insults"];
    for (arguments, language, answer) in [
        (&["warn", "ada"][..], "en", "ada: warned\n"),
        (&["mute", "Ada", "--minutes", "60"], "en", "Ada: muted for 60 min\n"),
        (&["mute", "ada", "--minutes", "0"], "zh-Hant", "ada: 已解除禁言\n"),
        (&["close-account", "ada"], "zh-Hans", "ada: 已关闭\n"),
        (&["reopen-account", "ada"], "en", "ada: open again\n"),
        (&["reopen-account", "ada"], "en", "ada: open again (unchanged)\n"),
    ] {
        let printed = run(language, &[arguments, &reason].concat());
        assert_eq!(printed, (true, answer.to_owned()), "{arguments:?}");
    }
    for (arguments, language, message) in [
        (&["warn", "bob"][..], "en", "there is no such account"),
        (&["void-game", "AAAAAA"], "zh-Hant", "這個房間的對局不計等級分"),
        (&["close-room", "aaaaaa"], "zh-Hans", "没有这个房间号"),
        (&["resolve-report", "x"], "en", "there is no such open report"),
    ] {
        let (done, answer) = run(language, &[arguments, &reason].concat());
        assert!(!done && answer.contains(message), "{arguments:?}: {answer}");
    }
    assert_eq!(run("en", &["reports"]), (true, String::new()));
    let (done, log) = run("en", &["log"]);
    let actions = ["reopen-account", "close-account", "mute", "mute", "warn"];
    assert!(done && log.lines().count() == actions.len(), "{log}");
    for (line, action) in log.lines().zip(actions) {
        let is_named = line.contains(&format!("\"type\":\"{action}\"")) && line.contains(" - Ada ");
        assert!(is_named && line.ends_with("\"insults\""), "{action}: {line}");
    }
}

#[test]
fn every_option_and_variable_in_the_manual_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |name: &str| std::fs::read_to_string(root.join(name)).expect("a file of the repository");
    let manual = read("docs/operate.md") + &read("dist/yipan.service");
    // The options of other programs are not checked, nor what the rest of the container's file says.
    let container = read("dist/Containerfile");
    let lines = manual
        .lines()
        .filter(|line| {
            !["podman ", "systemctl ", "sha256sum ", "create", "pg_", "psql "]
                .iter()
                .any(|program| line.starts_with(program))
        })
        .chain(container.lines().filter(|line| line.starts_with("ENV ")));
    let help: String =
        ["serve", "health", "backup", "restore", "export", "import", "load", "ratings", "explorer", "admin"]
            .iter()
            .map(|command| yipan(&[command, "--help"]).1)
            .collect();
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let named: Vec<_> = lines
        .flat_map(|line| line.split(|c: char| !is_name(c)))
        .filter(|word| {
            word.starts_with("YIPAN_")
                || word.strip_prefix("--").is_some_and(|name| name.starts_with(char::is_alphabetic))
        })
        .collect();
    assert!(named.len() > 20, "{named:?}");
    for name in named {
        let is_known = help.split(|c: char| !is_name(c)).any(|word| word == name);
        assert!(is_known, "no command has {name}");
    }
}

#[test]
fn sign_ins_are_logged_with_address_and_account_and_without_passwords() {
    let server = Server::start("sign-in", "true", &[]);
    let credentials = r#"{"name": "Ada", "password": "correct horse"}"#;
    assert!(server.http("POST /api/account", "", credentials).starts_with("HTTP/1.1 204"));
    assert!(server.http("POST /api/session", "", credentials).starts_with("HTTP/1.1 204"));
    let wrong = r#"{"name": "Ada", "password": "wrong horse"}"#;
    assert!(server.http("POST /api/session", "", wrong).starts_with("HTTP/1.1 401"));
    let forged = r#"{"name": "x\nsign-in accepted address=192.0.2.1 \u001b[31m", "password": "wrong horse"}"#;
    assert!(server.http("POST /api/session", "", forged).starts_with("HTTP/1.1 401"));
    let log = server.stop();
    let lines: Vec<_> = log.lines().collect();
    let has = |level: &str, end: &str| lines.iter().any(|line| line.contains(level) && line.ends_with(end));
    assert!(has(" INFO ", r#"sign-in accepted address=127.0.0.1 account="Ada""#), "{log}");
    assert!(has(" WARN ", r#"sign-in rejected address=127.0.0.1 account="Ada""#), "{log}");
    assert!(!lines.iter().any(|line| line.starts_with("sign-in")), "a name forges no line: {log}");
    assert!(!log.contains("horse") && !log.contains('\u{1b}'), "{log}");
}

#[test]
fn the_level_decides_what_is_logged() {
    for (level, has_requests, has_sign_ins) in [
        ("debug", true, true),
        ("info", false, true),
        ("error", false, false),
        ("error,yipan_server=debug", true, true),
    ] {
        let server = Server::start("level", "true", &["--log-level", level]);
        assert!(server.http("GET /api/rooms?secret=1", "Cookie: a=b\r\n", "").starts_with("HTTP/1.1 200"));
        let wrong = r#"{"name": "Ada", "password": "wrong horse"}"#;
        assert!(server.http("POST /api/session", "", wrong).starts_with("HTTP/1.1 401"));
        let log = server.stop();
        let request = "request address=127.0.0.1 method=GET path=\"/api/rooms\" status=200 micros=";
        assert_eq!(log.contains(request), has_requests, "{level}: {log}");
        assert_eq!(log.contains("sign-in rejected"), has_sign_ins, "{level}: {log}");
        assert!(!log.contains("secret=1"), "{log}");
    }
}

#[test]
fn a_proxy_that_is_not_trusted_is_noticed_once() {
    let trusting = ["--trusted-proxies", "127.0.0.1"];
    for (options, warnings) in [(&[][..], 1), (&trusting, 0)] {
        let server = Server::start("proxy", "true", options);
        for _ in 0..3 {
            server.http("GET /api/rooms", "X-Forwarded-For: 192.0.2.1\r\n", "");
        }
        let log = server.stop();
        assert_eq!(log.matches("name it with --trusted-proxies").count(), warnings, "{log}");
    }
}

#[test]
fn the_soft_limit_of_descriptors_is_raised_to_what_the_limits_need() {
    let token = ["--metrics-token", "token", "--max-websockets", "500", "--max-connections", "100"];
    let server = Server::start("descriptors", "ulimit -Sn 256", &token);
    let metrics = server.http("GET /metrics", "Authorization: Bearer token\r\n", "");
    assert!(metrics.contains("\nprocess_max_fds 664\n"), "{metrics}");
    assert!(!server.stop().contains("descriptors"), "no warning is expected");
    let server = Server::start("descriptors", "ulimit -Sn 256; ulimit -Hn 300", &token);
    let log = server.stop();
    assert!(log.contains("too few file descriptors") && log.contains("allowed=300 needed=664"), "{log}");
}
