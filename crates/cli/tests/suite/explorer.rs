//! Games of PGN files in the opening explorer of a server.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::program::{stderr, stdout, yipan};

/// Two games, one of them twice, one with an illegal move, one that is not finished and one from another position.
const GAMES: &str = r#"[Event "A"]
[White "Ada"]
[Black "Bob"]
[Result "1-0"]
[WhiteElo "2400"]
[BlackElo "2300"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0

[Event "B"]
[White "Cleo"]
[Black "Dan"]
[Result "1/2-1/2"]

1. e4 c5 2. Nf3 d6 1/2-1/2

[Event "A"]
[White "Ada"]
[Black "Bob"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0

[Event "C"]
[Result "0-1"]

1. d4 d5 2. Ke3 0-1

[Event "D"]
[Result "*"]

1. d4 d5 2. c4 e6 *

[Event "E"]
[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1"]
[SetUp "1"]
[Result "0-1"]

1. d4 d5 2. c4 e6 0-1
"#;

/// A temporary directory, removed on drop.
struct TempDir(PathBuf);

impl TempDir {
    fn new() -> TempDir {
        let path = std::env::temp_dir().join(format!("yipan-explorer-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory");
        TempDir(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs a server for one request, and returns the answer.
fn request(data: &str, path: &str) -> Value {
    let mut server = Command::new(env!("CARGO_BIN_EXE_yipan"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data", data])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a server");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("its output")).read_line(&mut line).expect("its address");
    let address = line.split("http://").nth(1).and_then(|rest| rest.trim().strip_suffix('/'));
    let address = address.expect("an address");
    let mut stream = TcpStream::connect(address).expect("a connection");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    server.kill().expect("it runs");
    server.wait().expect("it ends");
    let body = answer.split("\r\n\r\n").nth(1).expect("a body");
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

#[test]
fn games_of_a_file_are_added_once_and_errors_have_their_place() {
    let directory = TempDir::new();
    let (data, file) = (directory.path("data"), directory.path("games.pgn"));
    std::fs::write(&file, GAMES).expect("a file");
    let import = ["explorer", "import", &file, "--data", &data];
    let missing = yipan(&import, "");
    assert!(stderr(&missing).contains("there is no database"), "{}", stderr(&missing));
    assert_eq!(request(&data, "/api/explorer?game=chess")["moves"], json!([]));
    for expected in ["added 2, known 1, left out 2, errors 1\n", "added 0, known 3, left out 2, errors 1\n"] {
        let output = yipan(&import, "");
        assert_eq!(
            (stdout(&output).as_str(), output.status.code()),
            (expected, Some(1)),
            "{}",
            stderr(&output)
        );
        assert!(stderr(&output).contains("games.pgn: line 27, column 13: "), "{}", stderr(&output));
    }
    let rebuild = yipan(&["explorer", "rebuild", "--data", &data], "");
    assert_eq!(stdout(&rebuild), "0 games\n", "{}", stderr(&rebuild));
    let found = request(&data, "/api/explorer?game=chess");
    let expected =
        json!([{"action": "e2e4", "first_wins": 1, "draws": 1, "second_wins": 0, "average_rating": 2350}]);
    assert_eq!(found["moves"], expected);
    let liuzichong = yipan(&["explorer", "import", &file, "--data", &data, "--game", "liuzichong"], "");
    assert!(stderr(&liuzichong).contains("no PGN"), "{}", stderr(&liuzichong));
}

#[test]
fn games_of_xiangqi_are_added() {
    let directory = TempDir(std::env::temp_dir().join(format!("yipan-explorer-xq-{}", std::process::id())));
    std::fs::create_dir_all(&directory.0).expect("a directory");
    let (data, file) = (directory.path("data"), directory.path("games.pgn"));
    let games = "[Game \"Chinese Chess\"]\n[Red \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n\
                 1. 炮二平五 馬8進7 2. 馬二進三 車9平8 0-1\n";
    std::fs::write(&file, games).expect("a file");
    request(&data, "/api/explorer?game=xiangqi");
    let output = yipan(&["explorer", "import", &file, "--data", &data, "--game", "xiangqi"], "");
    assert_eq!(stdout(&output), "added 1, known 0, left out 0, errors 0\n", "{}", stderr(&output));
    let found = request(&data, "/api/explorer?game=xiangqi");
    assert_eq!(found["moves"], json!([{"action": "h2e2", "first_wins": 0, "draws": 0, "second_wins": 1}]));
}
