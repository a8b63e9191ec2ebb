//! The game in lines, where no terminal is: what is typed comes in, what is told goes out.

use std::io::{BufRead, Write};
use std::sync::Arc;

use anyhow::Result;

use super::session::{InputResult, Session};
use crate::{board_text, jsonl};

/// Pushes what was shown before off every screen.
const SCREEN_CLEAR_LINES: usize = 60;

/// Plays until the input ends or somebody quits.
pub(crate) fn run(session: &mut Session, input: &mut impl BufRead, output: &mut impl Write) -> Result<()> {
    let mut shown_count = [0, 0];
    let mut line = Vec::new();
    show(session, &mut shown_count, output)?;
    loop {
        while let Some(thought) = session.take_engine_task() {
            let (computer, action) = thought.run(&Arc::default());
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

/// What the one who sits there has not been told yet, the board, and whose turn it is.
fn show(session: &Session, shown_count: &mut [usize; 2], output: &mut impl Write) -> Result<()> {
    match session.view() {
        None => write!(output, "{}", "\n".repeat(SCREEN_CLEAR_LINES))?,
        Some(view) => {
            let told = &mut shown_count[session.viewer_side().index()];
            for line in &session.move_log()[*told..] {
                writeln!(output, "{line}")?;
            }
            *told = session.move_log().len();
            write!(output, "{}", board_text::board_text_from(&session.game, &view, session.bottom_side()))?;
        }
    }
    session.status().iter().try_for_each(|line| writeln!(output, "{line}"))?;
    Ok(())
}
