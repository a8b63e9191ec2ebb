use std::io::{self, Write};

use crate::jsonl;

/// Gives every line of standard input to `hear`, until it says that it has heard enough or the input ends.
/// A line that is too long or not text is left out.
pub(crate) fn for_each_line(mut handle: impl FnMut(&str) -> LoopControl) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while jsonl::read_line(&mut input, &mut line)? {
        let text = String::from_utf8_lossy(&line);
        if handle(text.trim()) == LoopControl::Quit {
            break;
        }
    }
    Ok(())
}

/// Whether to go on listening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoopControl {
    Continue,
    Quit,
}

/// Prints a line at once. Who has closed the pipe hears nothing more, and need not.
pub(crate) fn send_line(text: &str) {
    let mut output = io::stdout().lock();
    let _ = writeln!(output, "{text}").and_then(|()| output.flush());
}

/// Prints a remark that the other program may ignore.
pub(crate) fn send_info_string(text: &str) {
    let text: String = text.chars().take(200).map(|c| if c.is_control() { ' ' } else { c }).collect();
    send_line(&format!("info string {text}"));
}
