use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::load_test::server_process::TempDir;

/// A server with its default limits, in a process of its own, with a folder that is removed with it.
pub(super) struct Server {
    child: Child,
    /// Dropped after the process has ended.
    _temp_dir: TempDir,
    pub(super) address: SocketAddr,
}

impl Server {
    /// Starts this program's server, or that of another program, on a free port of loopback.
    pub(super) async fn start(program: Option<&Path>) -> Result<Server> {
        let own = || std::env::current_exe().context("this program does not know where it is");
        let program = program.map_or_else(own, |program| Ok(PathBuf::from(program)))?;
        let folder = TempDir::create("attack")?;
        let mut child = Command::new(&program)
            .args(["serve", "--lang", "en", "--listen", "127.0.0.1:0"])
            .arg("--data")
            .arg(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("{} does not start", program.display()))?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("the server has no output")?).read_line(&mut line).await?;
        let url = line.split("http://").nth(1).map(|rest| rest.trim().trim_end_matches('/'));
        let address = url
            .and_then(|url| url.parse().ok())
            .with_context(|| format!("the server says `{}` instead of its address", line.trim()))?;
        Ok(Server { child, _temp_dir: folder, address })
    }

    /// Returns the identifier of its process, for [`resident_memory`].
    pub(super) fn process(&self) -> Option<u32> {
        self.child.id()
    }

    /// Returns whether it has not ended by itself.
    pub(super) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    pub(super) async fn stop(mut self) -> Result<()> {
        self.child.kill().await.context("the server cannot be ended")
    }
}

/// Returns the resident memory of a process in MiB, where the system tells.
pub(super) fn resident_memory(process: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib: Option<f64> = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok());
    kib.unwrap_or(0.0) / 1024.0
}
