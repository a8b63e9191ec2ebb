//! The game as plain lines of input and output, without a terminal.

use std::io::{BufRead, Write};
use std::sync::Arc;

use anyhow::Result;

use super::session::{InputResult, Session};
use crate::{board_text, jsonl};

/// The empty lines that push the board off the screen.
const SCREEN_CLEAR_LINES: usize = 60;

/// Plays until the input ends or a player quits.
pub(crate) fn run(session: &mut Session, input: &mut impl BufRead, output: &mut impl Write) -> Result<()> {
    let mut shown_count = [0, 0];
    let mut line = Vec::new();
    show(session, &mut shown_count, output)?;
    loop {
        while let Some(task) = session.take_engine_task() {
            let (computer, action) = task.run(&Arc::default());
            session.finish_engine_task(computer, action);
            show(session, &mut shown_count, output)?;
        }
        output.flush()?;
        if !jsonl::read_line(input, &mut line)? {
            return Ok(());
        }
        match session.handle_input(&String::from_utf8_lossy(&line)) {
            InputResult::Quit => return Ok(()),
            InputResult::Message(lines) => lines.iter().try_for_each(|line| writeln!(output, "{line}"))?,
            InputResult::Redraw => show(session, &mut shown_count, output)?,
        }
    }
}

/// Prints the new log lines of the current viewer, the board and the status.
fn show(session: &Session, shown_count: &mut [usize; 2], output: &mut impl Write) -> Result<()> {
    match session.view() {
        None => write!(output, "{}", "\n".repeat(SCREEN_CLEAR_LINES))?,
        Some(view) => {
            let shown = &mut shown_count[session.viewer_side().index()];
            for line in &session.move_log()[*shown..] {
                writeln!(output, "{line}")?;
            }
            *shown = session.move_log().len();
            write!(output, "{}", board_text::board_text_from(session.game(), &view, session.bottom_side()))?;
        }
    }
    session.status().iter().try_for_each(|line| writeln!(output, "{line}"))?;
    Ok(())
}
