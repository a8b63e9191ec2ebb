//! The game in lines, where no terminal is: what is typed comes in, what is told goes out.

use std::io::{BufRead, Write};
use std::sync::Arc;

use anyhow::Result;

use super::session::{Heard, Session};
use crate::{board, jsonl};

/// Pushes what was shown before off every screen.
const GAP: usize = 60;

/// Plays until the input ends or somebody quits.
pub(crate) fn run(session: &mut Session, input: &mut impl BufRead, output: &mut impl Write) -> Result<()> {
    let mut told = [0, 0];
    let mut line = Vec::new();
    show(session, &mut told, output)?;
    loop {
        while let Some(thought) = session.ask() {
            let (computer, action) = thought.think(&Arc::default());
            session.answer(computer, action);
            show(session, &mut told, output)?;
        }
        output.flush()?;
        if !jsonl::read_line(input, &mut line)? {
            return Ok(());
        }
        match session.hear(&String::from_utf8_lossy(&line)) {
            Heard::Quit => return Ok(()),
            Heard::Said(lines) => lines.iter().try_for_each(|line| writeln!(output, "{line}"))?,
            Heard::Changed => show(session, &mut told, output)?,
        }
    }
}

/// What the one who sits there has not been told yet, the board, and whose turn it is.
fn show(session: &Session, told: &mut [usize; 2], output: &mut impl Write) -> Result<()> {
    match session.view() {
        None => write!(output, "{}", "\n".repeat(GAP))?,
        Some(view) => {
            let told = &mut told[session.eye().index()];
            for line in &session.journal()[*told..] {
                writeln!(output, "{line}")?;
            }
            *told = session.journal().len();
            write!(output, "{}", board::draw_from(&session.game, &view, session.below()))?;
        }
    }
    session.status().iter().try_for_each(|line| writeln!(output, "{line}"))?;
    Ok(())
}
