use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A child process with line-based input and output.
///
/// Three threads write its input, read its output and read its errors, so a child that hangs never blocks the caller.
/// Dropping it ends the child.
pub(crate) struct Process {
    child: Child,
    lines: Receiver<String>,
    /// Dropping it closes the child's input.
    line_sender: Option<Sender<String>>,
    stderr_tail: Arc<Mutex<String>>,
    /// Finishes when the child closes its standard error.
    stderr_reader: Option<JoinHandle<()>>,
}

/// The reason why no line was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadError {
    /// The deadline passed.
    TimedOut,
    /// The child has ended or closed its output.
    Ended,
}

/// The time a child has for an answer without a search, such as that to the first command.
pub(crate) const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(15);
/// The lines buffered before the child has to wait for the reader.
const MAX_BUFFERED_LINES: usize = 1_024;
/// The characters retained of the last line of standard error.
const MAX_STDERR_CHARS: usize = 200;
/// The bytes of one line; a longer line is split.
const MAX_LINE_BYTES: u64 = 1 << 20;
/// The time a child has to end after `quit`.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(500);

impl Process {
    /// Starts a program. The command must not be empty.
    pub(crate) fn start(command: &[String]) -> io::Result<Process> {
        let (program, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (line_sender, lines_to_write) = channel();
        let (line_receiver, lines) = sync_channel(MAX_BUFFERED_LINES);
        let stderr_tail = Arc::new(Mutex::new(String::new()));
        if let Some(input) = child.stdin.take() {
            std::thread::spawn(move || write_lines(input, &lines_to_write));
        }
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || read_lines(output, &line_receiver));
        }
        let stderr_reader = child.stderr.take().map(|errors| {
            let tail = Arc::clone(&stderr_tail);
            std::thread::spawn(move || read_stderr(errors, &tail))
        });
        Ok(Process { child, lines, line_sender: Some(line_sender), stderr_tail, stderr_reader })
    }

    /// Sends a line. A child that has ended is noticed by the next read.
    pub(crate) fn send_line(&self, line: &str) {
        if let Some(sender) = &self.line_sender {
            let _ = sender.send(format!("{line}\n"));
        }
    }

    /// Returns the next line, waiting until the deadline.
    pub(crate) fn read_line(&self, until: Instant) -> Result<String, ReadError> {
        let left = until.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => ReadError::TimedOut,
            RecvTimeoutError::Disconnected => ReadError::Ended,
        })
    }

    /// Returns the exit status and the last line of standard error; either may be missing.
    pub(crate) fn exit_summary(&mut self) -> String {
        let until = Instant::now() + SHUTDOWN_GRACE;
        let status = self.wait(until).map(|status| status.to_string()).unwrap_or_default();
        // The last error line may still be in the pipe.
        while self.stderr_reader.as_ref().is_some_and(|reader| !reader.is_finished())
            && Instant::now() < until
        {
            std::thread::sleep(Duration::from_millis(2));
        }
        let stderr_tail = self.stderr_tail.lock().unwrap_or_else(PoisonError::into_inner);
        [status.as_str(), stderr_tail.trim()]
            .iter()
            .filter(|text| !text.is_empty())
            .copied()
            .collect::<Vec<_>>()
            .join(": ")
    }

    fn wait(&mut self, until: Instant) -> Option<std::process::ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send_line("quit");
        self.line_sender = None;
        if self.wait(Instant::now() + SHUTDOWN_GRACE).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn write_lines(mut input: impl Write, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            break;
        }
    }
}

fn read_lines(output: impl Read, lines: &SyncSender<String>) {
    let (mut output, mut line) = (BufReader::new(output), Vec::new());
    while let Ok(true) = read_line(&mut output, &mut line) {
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        if lines.send(text).is_err() {
            break;
        }
    }
}

/// Stores the last line in `tail`. Unread errors would fill the pipe and block the child.
fn read_stderr(errors: impl Read, tail: &Mutex<String>) {
    let (mut errors, mut line) = (BufReader::new(errors), Vec::new());
    while let Ok(true) = read_line(&mut errors, &mut line) {
        let text: String = String::from_utf8_lossy(&line)
            .chars()
            .filter(|c| !c.is_control())
            .take(MAX_STDERR_CHARS)
            .collect();
        if !text.trim().is_empty() {
            *tail.lock().unwrap_or_else(PoisonError::into_inner) = text;
        }
    }
}

/// Reads a line of at most [`MAX_LINE_BYTES`], with its end; returns `false` at the end of the input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    Ok(input.take(MAX_LINE_BYTES).read_until(b'\n', line)? > 0)
}
