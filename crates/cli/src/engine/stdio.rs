use std::io::{self, Write};
use std::ops::ControlFlow;

use crate::jsonl;

/// Calls `handle` for every line of standard input until it breaks or the input ends.
///
/// Lines are cut at the limit of [`jsonl::read_line`], and bytes that are not UTF-8 are replaced.
pub(crate) fn for_each_line(mut handle: impl FnMut(&str) -> ControlFlow<()>) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while jsonl::read_line(&mut input, &mut line)? {
        let text = String::from_utf8_lossy(&line);
        if handle(text.trim()).is_break() {
            break;
        }
    }
    Ok(())
}

/// Prints a line and flushes it. A closed pipe is ignored: the end of the input follows.
pub(crate) fn send_line(text: &str) {
    let mut output = io::stdout().lock();
    let _ = writeln!(output, "{text}").and_then(|()| output.flush());
}

/// Prints a message for the log of the GUI.
pub(crate) fn send_info_string(text: &str) {
    let text: String = text.chars().take(200).map(|c| if c.is_control() { ' ' } else { c }).collect();
    send_line(&format!("info string {text}"));
}
