use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, bail};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::watch;

/// A hall in a process of its own, with a folder that goes away with it.
pub(super) struct ServerProcess {
    child: Child,
    temp_dir: TempDir,
    max_websockets: usize,
    address: SocketAddr,
    address_sender: watch::Sender<ServerAddress>,
}

/// Where the hall is.
#[derive(Clone, Copy, Debug)]
pub(super) struct ServerAddress {
    pub(super) address: SocketAddr,
}

/// A folder that goes away with the run.
#[derive(Debug)]
pub(super) struct TempDir(PathBuf);

impl TempDir {
    /// Creates a folder that no other run has.
    pub(super) fn create(name: &str) -> Result<TempDir> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("yipan-{name}-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(TempDir(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl ServerProcess {
    pub(super) async fn start(sockets: usize) -> Result<ServerProcess> {
        let folder = TempDir::create("load")?;
        let (child, address) = spawn(folder.path(), SocketAddr::from(([127, 0, 0, 1], 0)), sockets).await?;
        let door = watch::Sender::new(ServerAddress { address });
        Ok(ServerProcess { child, temp_dir: folder, max_websockets: sockets, address, address_sender: door })
    }

    pub(super) fn watch_address(&self) -> watch::Receiver<ServerAddress> {
        self.address_sender.subscribe()
    }

    /// Kills it without a word and starts it again at the same address.
    pub(super) async fn restart(&mut self) -> Result<()> {
        self.child.kill().await?;
        (self.child, self.address) = spawn(self.temp_dir.path(), self.address, self.max_websockets).await?;
        self.address_sender.send_replace(ServerAddress { address: self.address });
        Ok(())
    }

    /// The most memory it has used, in kibibytes, where the system tells.
    pub(super) fn peak_memory_kib(&self) -> u64 {
        let Some(id) = self.child.id() else { return 0 };
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok()).unwrap_or(0)
    }

    /// Closes it in order and gives back its folder.
    pub(super) async fn stop(mut self) -> Result<TempDir> {
        let id = self.child.id().context("the hall has ended by itself")?;
        Command::new("kill").args(["-TERM", &id.to_string()]).status().await?;
        let status = self.child.wait().await?;
        if !status.success() {
            bail!("the hall did not close in order: {status}");
        }
        Ok(self.temp_dir)
    }
}

async fn spawn(data: &Path, listen: SocketAddr, sockets: usize) -> Result<(Child, SocketAddr)> {
    let program = std::env::current_exe().context("this program does not know where it is")?;
    let many = "100000000";
    let mut child = Command::new(program)
        .args(["serve", "--lang", "en", "--log", "json", "--messages", "10000"])
        .args([
            "--rooms",
            many,
            "--rate-new-guests",
            many,
            "--guesses",
            many,
            "--reads",
            many,
            "--joins",
            many,
        ])
        .args(["--lines-each", many, "--sockets-each", many, "--rate-new-sockets", many])
        .args(["--max-queued-bytes-per-ip", "1000000000"])
        .arg("--sockets")
        .arg(sockets.to_string())
        .arg("--listen")
        .arg(listen.to_string())
        .arg("--data")
        .arg(data)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .context("the hall does not start")?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().context("the hall says nothing")?).read_line(&mut line).await?;
    let address =
        line.split("http://").nth(1).and_then(|rest| rest.trim().trim_end_matches('/').parse().ok());
    Ok((child, address.with_context(|| format!("the hall says `{}` instead of its address", line.trim()))?))
}
