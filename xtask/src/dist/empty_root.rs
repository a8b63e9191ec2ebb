//! A server whose root directory contains nothing but the program, and later its data.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::shell::CommandLine;

/// The directories of the programs, which an empty environment does not name.
const PROGRAM_DIRECTORIES: [&str; 3] = ["/usr/sbin", "/usr/bin", "/bin"];

/// The program in the empty root directory.
const PROGRAM: &str = "/yipan";

/// A root directory with nothing but a program, and the calls that enter it.
pub(super) struct EmptyRoot {
    directory: PathBuf,
    /// The beginning of every command: an empty environment, and the new root directory.
    enter: Vec<String>,
}

impl EmptyRoot {
    /// Returns the beginning of a command that enters a root directory, or `None` if this user may not.
    pub(super) fn find_enter() -> Option<Vec<String>> {
        let chroot = find_program("chroot")?;
        let as_root = vec!["-i".to_owned(), chroot.clone()];
        // Users other than root can do it in a namespace of their own, if the system allows those.
        let in_namespace = find_program("unshare")
            .map(|unshare| vec!["-i".to_owned(), unshare, "--map-root-user".to_owned(), chroot]);
        let is_allowed = |enter: &Vec<String>| {
            let line = enter.iter().map(String::as_str).chain(["/", "/bin/true"]);
            CommandLine::new("env", line).succeeds()
        };
        [Some(as_root), in_namespace].into_iter().flatten().find(is_allowed)
    }

    /// Creates the directory with a copy of the program. A directory of an earlier run is replaced.
    pub(super) fn create(directory: PathBuf, program: &Path, enter: Vec<String>) -> Result<Self> {
        let shown = directory.display().to_string();
        if directory.exists() {
            fs::remove_dir_all(&directory).with_context(|| format!("cannot remove {shown}"))?;
        }
        fs::create_dir_all(&directory).with_context(|| format!("cannot create {shown}"))?;
        let copy = directory.join(PROGRAM.trim_start_matches('/'));
        fs::copy(program, copy).with_context(|| format!("cannot copy {}", program.display()))?;
        Ok(Self { directory, enter })
    }

    /// Returns the arguments of `env` that run the program there.
    fn line<'a>(&'a self, arguments: &'a [&'a str]) -> impl Iterator<Item = &'a OsStr> {
        let enter = self.enter.iter().map(OsStr::new);
        enter.chain([self.directory.as_os_str(), OsStr::new(PROGRAM)]).chain(arguments.iter().map(OsStr::new))
    }

    /// Runs the program there and returns its output.
    pub(super) fn run(&self, arguments: &[&str]) -> Result<String> {
        CommandLine::new("env", self.line(arguments)).output_in(Path::new("."))
    }

    /// Starts a server there, on a port of its own.
    pub(super) fn serve(&self) -> Result<RunningServer> {
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--data", "/data", "--log-level", "warn"];
        let mut child = Command::new("env")
            .args(self.line(&arguments))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start the server")?;
        let stdout = child.stdout.take().context("the output of the server is a pipe")?;
        let mut server = RunningServer { child, address: String::new() };
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        let Some(address) = address(&line) else {
            bail!("the server in the empty directory does not start; its message is above");
        };
        server.address = address.to_owned();
        Ok(server)
    }

    /// Removes the directory.
    pub(super) fn remove(self) -> Result<()> {
        let shown = self.directory.display();
        fs::remove_dir_all(&self.directory).with_context(|| format!("cannot remove {shown}"))
    }
}

/// A server that is killed when it is dropped.
pub(super) struct RunningServer {
    child: Child,
    /// The address that it listens on.
    pub(super) address: String,
}

impl RunningServer {
    /// Sends SIGTERM and waits for the end, which must be a success.
    pub(super) fn stop(mut self) -> Result<()> {
        CommandLine::new("kill", [self.child.id().to_string()]).output_in(Path::new("."))?;
        let status = self.child.wait()?;
        ensure!(status.success(), "the server did not shut down in order ({status})");
        Ok(())
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the address in the first line that a server prints.
fn address(line: &str) -> Option<&str> {
    line.split_once("http://")?.1.strip_suffix("/\n")
}

fn find_program(name: &str) -> Option<String> {
    let paths = PROGRAM_DIRECTORIES.iter().map(|directory| format!("{directory}/{name}"));
    paths.into_iter().find(|path| Path::new(path).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_prints_its_address_first() {
        assert_eq!(address("server listening at http://127.0.0.1:80/\n"), Some("127.0.0.1:80"));
        assert_eq!(address(""), None);
    }

    #[test]
    fn the_program_runs_without_an_environment_in_its_own_root() {
        let enter = ["-i", "/usr/sbin/chroot"].map(str::to_owned).into();
        let root = EmptyRoot { directory: "target/empty-root".into(), enter };
        let line: Vec<_> = root.line(&["health"]).collect();
        assert_eq!(line, ["-i", "/usr/sbin/chroot", "target/empty-root", "/yipan", "health"]);
    }
}
