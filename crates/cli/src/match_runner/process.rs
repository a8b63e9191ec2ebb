use std::io::{self, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::jsonl;

/// A program that is talked to in lines. Nothing it does or fails to do can hold us up: a thread of its own writes to
/// it, one reads what it says and one what it complains about. It is ended when this is dropped.
pub(crate) struct Process {
    child: Child,
    lines: Receiver<String>,
    /// Closing it closes the program's input.
    line_sender: Option<Sender<String>>,
    stderr_tail: Arc<Mutex<String>>,
    /// Reads the complaints; it ends when the program has closed its error output.
    stderr_reader: Option<JoinHandle<()>>,
}

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadError {
    /// Not in time.
    TimedOut,
    /// The program has ended, or closed its output.
    Ended,
}

/// Lines that may wait to be read; a program that says more than that has to wait itself.
const MAX_BUFFERED_LINES: usize = 1_024;
/// How much of a complaint is kept.
const MAX_STDERR_CHARS: usize = 200;
/// How long a program may take to end when it is asked to.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(500);

impl Process {
    /// Starts a program; the command is not empty.
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
            let kept = Arc::clone(&stderr_tail);
            std::thread::spawn(move || read_stderr(errors, &kept))
        });
        Ok(Process { child, lines, line_sender: Some(line_sender), stderr_tail, stderr_reader })
    }

    /// Says a line. Whether it is heard shows in the answer.
    pub(crate) fn send_line(&self, line: &str) {
        if let Some(to_say) = &self.line_sender {
            let _ = to_say.send(format!("{line}\n"));
        }
    }

    /// The next line, if one comes in time.
    pub(crate) fn read_line(&self, until: Instant) -> Result<String, ReadError> {
        let left = until.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => ReadError::TimedOut,
            RecvTimeoutError::Disconnected => ReadError::Ended,
        })
    }

    /// How it ended and what it said last on its error output, for people.
    pub(crate) fn exit_summary(&mut self) -> String {
        let until = Instant::now() + SHUTDOWN_GRACE;
        let status = self.wait(until).map(|status| status.to_string()).unwrap_or_default();
        // What it said just before it ended may still be on its way.
        while self.stderr_reader.as_ref().is_some_and(|drain| !drain.is_finished()) && Instant::now() < until
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

fn write_lines(mut input: impl Write, saying: &Receiver<String>) {
    while let Ok(line) = saying.recv() {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            break;
        }
    }
}

fn read_lines(output: impl Read, hearing: &SyncSender<String>) {
    let (mut output, mut line) = (BufReader::new(output), Vec::new());
    while let Ok(true) = jsonl::read_line(&mut output, &mut line) {
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        if hearing.send(text).is_err() {
            break;
        }
    }
}

/// Keeps the last line; what is not read would stop the program sooner or later.
fn read_stderr(errors: impl Read, kept: &Mutex<String>) {
    let (mut errors, mut line) = (BufReader::new(errors), Vec::new());
    while let Ok(true) = jsonl::read_line(&mut errors, &mut line) {
        let text: String = String::from_utf8_lossy(&line)
            .chars()
            .filter(|c| !c.is_control())
            .take(MAX_STDERR_CHARS)
            .collect();
        if !text.trim().is_empty() {
            *kept.lock().unwrap_or_else(PoisonError::into_inner) = text;
        }
    }
}
