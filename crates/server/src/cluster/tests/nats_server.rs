use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use serde_json::Value;

use super::nodes::TIMEOUT;
use crate::cluster::bus::url::BusUrl;

/// The paths where Debian and others install the program.
const PROGRAMS: [&str; 3] = ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"];

/// Runs the server until standard input ends, also when the test process is killed.
const SUPERVISOR: &str = r#""$@" & read -r _; kill -KILL $!; wait $!"#;

/// A NATS server on a free port of loopback.
pub(super) struct NatsServer {
    program: &'static str,
    supervisor: Child,
    directory: PathBuf,
    pub(super) url: BusUrl,
}

impl NatsServer {
    /// Starts a server for one test. Without the program it reports that the test was not run.
    pub(super) fn start(test: &str) -> Option<NatsServer> {
        let Some(program) = PROGRAMS.into_iter().find(|program| Path::new(program).exists()) else {
            report_missing(test);
            return None;
        };
        let directory = std::env::temp_dir().join(format!("yipan-nats-{test}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&directory);
        std::fs::create_dir_all(&directory).expect("a directory");
        let supervisor = spawn(program, "-1", &directory);
        let began = Instant::now();
        let url = loop {
            assert!(began.elapsed() < TIMEOUT, "the NATS server starts in time");
            if let Some(url) = read_port(&directory) {
                break url;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        };
        Some(NatsServer { program, supervisor, directory, url })
    }

    /// Kills the server.
    pub(super) fn kill(&mut self) {
        drop(self.supervisor.stdin.take());
        let _ = self.supervisor.wait();
    }

    /// Starts a killed server again at the same address.
    pub(super) fn restart(&mut self) {
        let url = self.url.to_string();
        let port = url.rsplit(':').next().expect("a port");
        self.supervisor = spawn(self.program, port, &self.directory);
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

fn spawn(program: &str, port: &str, directory: &Path) -> Child {
    Command::new("sh")
        .args(["-c", SUPERVISOR, "sh", program, "-a", "127.0.0.1", "-p", port, "--ports_file_dir"])
        .arg(directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell")
}

/// Reads the address from the file that the server writes when it listens.
fn read_port(directory: &Path) -> Option<BusUrl> {
    let file = directory.read_dir().ok()?.find_map(|file| Some(file.ok()?.path()))?;
    let ports: Value = serde_json::from_str(&std::fs::read_to_string(file).ok()?).ok()?;
    ports["nats"][0].as_str()?.parse().ok()
}

/// Reports a test that was not run. With `YIPAN_ENGINES=required` that is a failure.
fn report_missing(test: &str) {
    let is_required = std::env::var("YIPAN_ENGINES").is_ok_and(|engines| engines == "required");
    assert!(!is_required, "{test}: no NATS server; run `apt-get install nats-server`");
    eprintln!("not run: no NATS server: {test}");
    if let Some(file) = std::env::var_os("YIPAN_NOT_RUN") {
        let file = std::fs::File::options().append(true).create(true).open(file);
        writeln!(file.expect("the list of tests"), "{test}: no NATS server").expect("a line");
    }
}
