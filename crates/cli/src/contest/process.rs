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
    to_say: Option<Sender<String>>,
    complaint: Arc<Mutex<String>>,
    /// Reads the complaints; it ends when the program has closed its error output.
    drain: Option<JoinHandle<()>>,
}

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Silence {
    /// Not in time.
    Late,
    /// The program has ended, or closed its output.
    Gone,
}

/// Lines that may wait to be read; a program that says more than that has to wait itself.
const WAITING: usize = 1_024;
/// How much of a complaint is kept.
const COMPLAINT: usize = 200;
/// How long a program may take to end when it is asked to.
const FAREWELL: Duration = Duration::from_millis(500);

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
        let (to_say, saying) = channel();
        let (hearing, lines) = sync_channel(WAITING);
        let complaint = Arc::new(Mutex::new(String::new()));
        if let Some(input) = child.stdin.take() {
            std::thread::spawn(move || write(input, &saying));
        }
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || read(output, &hearing));
        }
        let drain = child.stderr.take().map(|errors| {
            let kept = Arc::clone(&complaint);
            std::thread::spawn(move || drain(errors, &kept))
        });
        Ok(Process { child, lines, to_say: Some(to_say), complaint, drain })
    }

    /// Says a line. Whether it is heard shows in the answer.
    pub(crate) fn say(&self, line: &str) {
        if let Some(to_say) = &self.to_say {
            let _ = to_say.send(format!("{line}\n"));
        }
    }

    /// The next line, if one comes in time.
    pub(crate) fn hear(&self, until: Instant) -> Result<String, Silence> {
        let left = until.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::Late,
            RecvTimeoutError::Disconnected => Silence::Gone,
        })
    }

    /// How it ended and what it said last on its error output, for people.
    pub(crate) fn last_words(&mut self) -> String {
        let until = Instant::now() + FAREWELL;
        let status = self.wait(until).map(|status| status.to_string()).unwrap_or_default();
        // What it said just before it ended may still be on its way.
        while self.drain.as_ref().is_some_and(|drain| !drain.is_finished()) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(2));
        }
        let complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner);
        [status.as_str(), complaint.trim()]
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
        self.say("quit");
        self.to_say = None;
        if self.wait(Instant::now() + FAREWELL).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn write(mut input: impl Write, saying: &Receiver<String>) {
    while let Ok(line) = saying.recv() {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            break;
        }
    }
}

fn read(output: impl Read, hearing: &SyncSender<String>) {
    let (mut output, mut line) = (BufReader::new(output), Vec::new());
    while let Ok(true) = jsonl::read_line(&mut output, &mut line) {
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        if hearing.send(text).is_err() {
            break;
        }
    }
}

/// Keeps the last line; what is not read would stop the program sooner or later.
fn drain(errors: impl Read, kept: &Mutex<String>) {
    let (mut errors, mut line) = (BufReader::new(errors), Vec::new());
    while let Ok(true) = jsonl::read_line(&mut errors, &mut line) {
        let text: String =
            String::from_utf8_lossy(&line).chars().filter(|c| !c.is_control()).take(COMPLAINT).collect();
        if !text.trim().is_empty() {
            *kept.lock().unwrap_or_else(PoisonError::into_inner) = text;
        }
    }
}
