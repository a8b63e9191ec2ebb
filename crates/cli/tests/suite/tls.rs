//! The program with TLS: its address, its errors, and the health check.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

struct TestDir(PathBuf);

impl TestDir {
    fn new(name: &str) -> TestDir {
        let path = std::env::temp_dir().join(format!("yipan-cli-tls-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a directory");
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
        fs::write(path.join("cert.pem"), made.cert.pem()).expect("a file");
        fs::write(path.join("key.pem"), made.signing_key.serialize_pem()).expect("a file");
        TestDir(path)
    }
}

impl Drop for TestDir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A process that is killed on drop.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn yipan(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yipan"));
    command.args(arguments).env_clear().current_dir(dir);
    command
}

fn output(command: &mut Command) -> (bool, String) {
    let Output { status, stdout, stderr } = command.output().expect("the program runs");
    (status.success(), String::from_utf8([stdout, stderr].concat()).expect("UTF-8"))
}

#[test]
fn the_program_serves_https_and_its_health_can_be_checked() {
    let dir = TestDir::new("health");
    for (options, scheme) in
        [(&["--tls-cert", "cert.pem", "--tls-key", "key.pem"][..], "https://"), (&[], "http://")]
    {
        let mut child = yipan(&dir.0, &[&["serve", "--listen", "127.0.0.1:0"], options].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let stdout = child.stdout.take().expect("its output");
        let server = Server(child);
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).expect("its address");
        let address = line.split(scheme).nth(1).and_then(|rest| rest.trim().strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("no {scheme} in {line}"));
        let (is_healthy, text) = output(&mut yipan(&dir.0, &["health", "--address", address]));
        assert!(is_healthy && text == format!("{address}: ok\n"), "{text}");
        // Without an address it is where a server with the same configuration listens.
        fs::write(dir.0.join("yipan.toml"), format!("listen = \"{address}\"\n")).expect("a file");
        assert!(output(&mut yipan(&dir.0, &["health", "--config", "yipan.toml"])).0);
        assert!(output(yipan(&dir.0, &["health"]).env("YIPAN_LISTEN", address)).0);
        drop(server);
        let (is_healthy, text) = output(&mut yipan(&dir.0, &["health", "--address", address]));
        assert!(!is_healthy && text.contains("does not respond"), "{text}");
    }
}

#[test]
fn a_file_that_cannot_be_used_is_named_in_the_language_of_the_user() {
    let dir = TestDir::new("errors");
    let serve = ["serve", "--listen", "127.0.0.1:0", "--tls-cert", "cert.pem", "--tls-key"];
    for (key, language, expected) in [
        ("cert.pem", "en", "cert.pem contains no private key"),
        ("missing.pem", "en", "missing.pem cannot be read"),
        ("cert.pem", "zh-Hans", "cert.pem 里没有私钥"),
        ("cert.pem", "zh-Hant", "cert.pem 裡沒有私密金鑰"),
    ] {
        let (is_started, text) =
            output(&mut yipan(&dir.0, &[&serve[..], &[key, "--lang", language]].concat()));
        assert!(!is_started && text.contains(expected), "{text}");
    }
    assert!(!dir.0.join("yipan-data").exists(), "nothing was created");
}
