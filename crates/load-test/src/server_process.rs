use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::watch;

use crate::temp_dir::TempDir;

/// A server in a child process, with a temporary data directory.
pub(crate) struct ServerProcess {
    child: Child,
    program: PathBuf,
    arguments: Vec<String>,
    data_dir: TempDir,
    address: watch::Sender<SocketAddr>,
}

impl ServerProcess {
    /// Starts `program serve` with these arguments on a free loopback port.
    pub(crate) async fn start(program: &Path, arguments: Vec<String>) -> Result<ServerProcess> {
        let data_dir = TempDir::create("load")?;
        let any_port = SocketAddr::from(([127, 0, 0, 1], 0));
        let (child, address) = spawn(program, &arguments, data_dir.path(), any_port).await?;
        let address = watch::Sender::new(address);
        Ok(ServerProcess { child, program: program.to_owned(), arguments, data_dir, address })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        *self.address.borrow()
    }

    pub(crate) fn watch_address(&self) -> watch::Receiver<SocketAddr> {
        self.address.subscribe()
    }

    /// Returns the process id, or `None` after the process was waited for.
    pub(crate) fn id(&self) -> Option<u32> {
        self.child.id()
    }

    pub(crate) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Kills the server and starts it again at the same address.
    pub(crate) async fn restart(&mut self) -> Result<()> {
        self.child.kill().await?;
        let address = self.address();
        let (child, address) = spawn(&self.program, &self.arguments, self.data_dir.path(), address).await?;
        self.child = child;
        self.address.send_replace(address);
        Ok(())
    }

    /// Kills the server.
    pub(crate) async fn kill(mut self) -> Result<()> {
        self.child.kill().await.context("the server cannot be killed")
    }

    /// Shuts the server down gracefully and returns its data directory.
    pub(crate) async fn shut_down(mut self) -> Result<TempDir> {
        let id = self.child.id().context("the server has exited")?;
        terminate(id)?;
        let status = self.child.wait().await?;
        if !status.success() {
            bail!("the server did not shut down gracefully: {status}");
        }
        Ok(self.data_dir)
    }
}

/// Sends SIGTERM, which a child handle cannot do.
#[cfg(unix)]
fn terminate(id: u32) -> Result<()> {
    use rustix::process::{Pid, Signal, kill_process};

    let id = i32::try_from(id).ok().and_then(Pid::from_raw).context("the process id is out of range")?;
    Ok(kill_process(id, Signal::TERM)?)
}

#[cfg(not(unix))]
fn terminate(_: u32) -> Result<()> {
    bail!("a graceful shutdown needs SIGTERM; run the load test on Unix")
}

async fn spawn(
    program: &Path,
    arguments: &[String],
    data_dir: &Path,
    listen: SocketAddr,
) -> Result<(Child, SocketAddr)> {
    let mut child = Command::new(program)
        .args(["serve", "--lang", "en", "--listen", &listen.to_string()])
        .args(arguments)
        .arg("--data")
        .arg(data_dir)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let mut line = String::new();
    let stdout = child.stdout.take().context("the server has no standard output")?;
    BufReader::new(stdout).read_line(&mut line).await?;
    let url = line.split("http://").nth(1).map(|rest| rest.trim().trim_end_matches('/'));
    let address = url.and_then(|url| url.parse().ok());
    let address =
        address.with_context(|| format!("the server printed `{}`, not its address", line.trim()))?;
    Ok((child, address))
}
