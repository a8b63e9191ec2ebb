use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A server process with a temporary data directory, both removed on drop.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    data_dir: PathBuf,
}

impl Server {
    pub(crate) fn start() -> Server {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let data_dir = std::env::temp_dir().join(format!("yipan-browser-{}-{number}", std::process::id()));
        let (child, address) = spawn(&data_dir, "127.0.0.1:0");
        Server { child, address, data_dir }
    }

    /// Kills the server without a shutdown.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }

    /// Runs another command of the program on the data of the server, which must not run.
    pub(crate) fn run(&self, arguments: &[&str]) {
        let output = Command::new(env!("CARGO_BIN_EXE_yipan"))
            .args(arguments)
            .arg("--data")
            .arg(&self.data_dir)
            .output()
            .expect("the program starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// Starts the server again at the same address.
    pub(crate) fn restart(&mut self) {
        let listen = self.address.trim_start_matches("http://").trim_end_matches('/').to_owned();
        let (child, address) = spawn(&self.data_dir, &listen);
        assert_eq!(address, self.address);
        self.child = child;
    }
}

/// Starts the program and reads its address.
fn spawn(data_dir: &Path, listen: &str) -> (Child, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_yipan"))
        .args(["serve", "--lang", "en", "--listen", listen, "--data"])
        .arg(data_dir)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
    stdout.read_line(&mut line).expect("the server prints its address");
    (child, line.split_whitespace().last().expect("an address").to_owned())
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.data_dir);
    }
}
