use std::fs::File;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::temp_dir::TempDir;

/// A server in a child process, with a temporary data directory.
pub(crate) struct ServerProcess {
    child: Child,
    program: PathBuf,
    arguments: Vec<String>,
    data_dir: TempDir,
    address: SocketAddr,
    /// The seconds by which its system time is shifted.
    clock_offset: Option<i64>,
    /// The file to which the log is appended.
    log: Option<PathBuf>,
}

/// The environment variable that shifts the system time of a server.
const CLOCK_OFFSET_VARIABLE: &str = "YIPAN_TEST_CLOCK_OFFSET";

impl ServerProcess {
    /// Starts `program serve` with these arguments on a free loopback port.
    pub(crate) async fn start(program: &Path, arguments: Vec<String>) -> Result<ServerProcess> {
        ServerProcess::start_with_log(program, arguments, None, None).await
    }

    /// Starts a server whose system time is shifted by some seconds, and whose log is appended to a file.
    pub(crate) async fn start_with_log(
        program: &Path,
        arguments: Vec<String>,
        clock_offset: Option<i64>,
        log: Option<PathBuf>,
    ) -> Result<ServerProcess> {
        let data_dir = TempDir::create("load")?;
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut command = serve_command(program, &arguments, data_dir.path(), address, clock_offset);
        let (child, address) = spawn(&mut command, log.as_deref()).await?;
        let program = program.to_owned();
        Ok(ServerProcess { child, program, arguments, data_dir, address, clock_offset, log })
    }

    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Makes the next start run another program.
    pub(crate) fn set_program(&mut self, program: &Path) {
        program.clone_into(&mut self.program);
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
        self.kill().await?;
        self.start_again().await
    }

    /// Kills the server.
    pub(crate) async fn kill(&mut self) -> Result<()> {
        self.child.kill().await.context("the server cannot be killed")
    }

    /// Starts the server again at the same address after it has ended.
    pub(crate) async fn start_again(&mut self) -> Result<()> {
        let ServerProcess { program, arguments, data_dir, address, clock_offset, .. } = self;
        let mut command = serve_command(program, arguments, data_dir.path(), *address, *clock_offset);
        (self.child, self.address) = spawn(&mut command, self.log.as_deref()).await?;
        Ok(())
    }

    /// Sends a signal to the process.
    pub(crate) fn signal(&self, signal: ProcessSignal) -> Result<()> {
        send_signal(self.child.id().context("the server has exited")?, signal)
    }

    /// Sends SIGTERM and waits for a successful end.
    pub(crate) async fn terminate(&mut self) -> Result<()> {
        self.signal(ProcessSignal::Terminate)?;
        let status = self.child.wait().await?;
        if !status.success() {
            bail!("the server did not shut down gracefully: {status}");
        }
        Ok(())
    }

    /// Shuts the server down gracefully and returns its data directory.
    pub(crate) async fn shut_down(mut self) -> Result<TempDir> {
        self.terminate().await?;
        Ok(self.data_dir)
    }
}

/// A signal that a child handle cannot send.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ProcessSignal {
    Terminate,
    Stop,
    Continue,
}

#[cfg(unix)]
fn send_signal(id: u32, signal: ProcessSignal) -> Result<()> {
    use rustix::process::{Pid, Signal, kill_process};

    let id = i32::try_from(id).ok().and_then(Pid::from_raw).context("the process id is out of range")?;
    let signal = match signal {
        ProcessSignal::Terminate => Signal::TERM,
        ProcessSignal::Stop => Signal::STOP,
        ProcessSignal::Continue => Signal::CONT,
    };
    Ok(kill_process(id, signal)?)
}

#[cfg(not(unix))]
fn send_signal(_: u32, _: ProcessSignal) -> Result<()> {
    bail!("a server needs signals to be stopped; run the load test on Unix")
}

/// Returns the command that starts a server.
fn serve_command(
    program: &Path,
    arguments: &[String],
    data_dir: &Path,
    listen: SocketAddr,
    clock_offset: Option<i64>,
) -> Command {
    let mut command = Command::new(program);
    command.args(["serve", "--lang", "en", "--listen", &listen.to_string()]).args(arguments);
    command.arg("--data").arg(data_dir);
    if let Some(seconds) = clock_offset {
        command.env(CLOCK_OFFSET_VARIABLE, seconds.to_string());
    }
    command
}

/// Starts a server and reads its address.
async fn spawn(command: &mut Command, log: Option<&Path>) -> Result<(Child, SocketAddr)> {
    let append = |log: &Path| File::options().append(true).create(true).open(log);
    let log = log.map(append).transpose()?;
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(log.map_or_else(Stdio::null, Stdio::from))
        .kill_on_drop(true)
        .spawn()
        .with_context(|| format!("cannot start {}", command.as_std().get_program().display()))?;
    let mut line = String::new();
    let stdout = child.stdout.take().context("the server has no standard output")?;
    BufReader::new(stdout).read_line(&mut line).await?;
    let url = line.split("http://").nth(1).map(|rest| rest.trim().trim_end_matches('/'));
    let address = url.and_then(|url| url.parse().ok());
    let address =
        address.with_context(|| format!("the server printed `{}`, not its address", line.trim()))?;
    Ok((child, address))
}
