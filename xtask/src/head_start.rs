//! Commands that run beside the steps of a task, so that a later step finds their results.

use std::process::{Child, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::shell::CommandLine;

/// The time between two looks at a running command.
const POLL: Duration = Duration::from_millis(100);

/// Commands that run one after the other, without output, until one fails.
///
/// Nothing is reported: the step that needs the results repeats the commands, which then have nothing to do, or fail again.
/// A drop ends cargo; a compiler that it has started may run to its end.
pub(crate) struct HeadStart {
    is_canceled: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl HeadStart {
    pub(crate) fn new(commands: Vec<CommandLine>) -> HeadStart {
        let is_canceled = Arc::new(AtomicBool::new(false));
        let canceled = Arc::clone(&is_canceled);
        let thread = thread::spawn(move || {
            for command in commands {
                let child = command
                    .command()
                    .stdin(Stdio::null())
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .spawn();
                if !child.is_ok_and(|child| succeeds(child, &canceled)) {
                    return;
                }
            }
        });
        HeadStart { is_canceled, thread: Some(thread) }
    }

    /// Waits until the commands have ended.
    pub(crate) fn wait(mut self) {
        self.join();
    }

    fn join(&mut self) {
        if let Some(thread) = self.thread.take() {
            // A panic of the thread is no failure of the task either.
            let _ = thread.join();
        }
    }
}

impl Drop for HeadStart {
    fn drop(&mut self) {
        self.is_canceled.store(true, Ordering::Relaxed);
        self.join();
    }
}

/// Waits for a process, or ends it when that is asked for.
fn succeeds(mut child: Child, is_canceled: &AtomicBool) -> bool {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if is_canceled.load(Ordering::Relaxed) => {
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
            Ok(None) => thread::sleep(POLL),
            Err(_) => return false,
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Instant;
    use std::{env, fs, process};

    use super::*;

    fn touch(path: &str) -> CommandLine {
        CommandLine::new("touch", [path])
    }

    #[test]
    fn the_commands_run_until_one_fails() {
        let file = |name: &str| {
            let name = format!("yipan-head-start-{}-{name}", process::id());
            env::temp_dir().join(name).display().to_string()
        };
        let (first, second) = (file("first"), file("second"));
        HeadStart::new(vec![touch(&first), CommandLine::new("false", [""; 0]), touch(&second)]).wait();
        assert!(fs::remove_file(&first).is_ok());
        assert!(fs::remove_file(&second).is_err());
    }

    #[test]
    fn a_drop_ends_the_command_that_runs() {
        let start = Instant::now();
        drop(HeadStart::new(vec![CommandLine::new("sleep", ["600"])]));
        assert!(start.elapsed() < Duration::from_secs(60));
    }
}
