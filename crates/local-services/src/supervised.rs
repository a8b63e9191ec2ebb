use std::io::{self, Write};
use std::process::{Child, Command, Stdio};

/// Runs the arguments until standard input has a line with a signal or ends, also when this process is killed, then sends
/// the signal and removes `$2` if that is not empty.
const SUPERVISOR: &str = r#"default=$1; clean=$2; shift 2; "$@" & read -r signal; kill "-${signal:-$default}" $!
wait $!; [ -z "$clean" ] || rm -rf "$clean""#;

/// A server process that does not outlive this one.
#[derive(Debug)]
pub(crate) struct Supervised {
    shell: Child,
}

impl Supervised {
    /// Returns a shell to which the caller appends the program and its arguments.
    ///
    /// The program gets the signal `default` when this process ends, and the directory `clean` is removed after it.
    pub(crate) fn shell(mut command: Command, default: &str, clean: &std::ffi::OsStr) -> Command {
        command.args(["-c", SUPERVISOR, "sh", default]).arg(clean);
        command
    }

    /// Starts a [`shell`](Supervised::shell).
    pub(crate) fn start(mut shell: Command) -> io::Result<Supervised> {
        Ok(Supervised { shell: shell.stdin(Stdio::piped()).spawn()? })
    }

    /// Sends a signal and waits until the process has ended.
    pub(crate) fn stop(mut self, signal: &str) -> io::Result<()> {
        if let Some(mut stdin) = self.shell.stdin.take() {
            writeln!(stdin, "{signal}")?;
        }
        self.shell.wait().map(|_| ())
    }
}

impl Drop for Supervised {
    fn drop(&mut self) {
        drop(self.shell.stdin.take());
        let _ = self.shell.wait();
    }
}
