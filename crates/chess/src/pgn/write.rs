//! Games as text, in the export format of the standard.

use std::fmt::{self, Write};

use super::{Game, Line};
use crate::{Position, WHITE};

/// The longest line; only a comment may be longer, because a line break inside it would be part of it.
const WIDTH: usize = 79;

/// The game in the export format, with a line break at its end; put an empty line between two games.
///
/// Reading it gives the same game with its [export tags](Game::export_tags). What the format cannot hold is
/// written as near as can be: a line break in a tag as a blank, a comment with `}` or with another game in it
/// as rest-of-line comments, so that its own line breaks become blanks. A move that is not legal ends its line.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tag in self.export_tags() {
            f.write_char('[')?;
            for letter in tag.name.chars() {
                let kept = !letter.is_whitespace() && !matches!(letter, '"' | '[' | ']');
                f.write_char(if kept { letter } else { '_' })?;
            }
            f.write_str(" \"")?;
            for letter in tag.value.chars() {
                match letter {
                    '"' | '\\' => write!(f, "\\{letter}")?,
                    '\n' => f.write_char(' ')?,
                    _ => f.write_char(letter)?,
                }
            }
            f.write_str("\"]\n")?;
        }
        f.write_char('\n')?;
        let mut page = Page { out: f, column: 0 };
        page.line(&self.line, self.start)?;
        page.word(&self.result.to_string())?;
        f.write_char('\n')
    }
}

/// Sets words on lines.
struct Page<'p, 'f> {
    out: &'p mut fmt::Formatter<'f>,
    /// How many characters stand on the line.
    column: usize,
}

impl Page<'_, '_> {
    fn line(&mut self, line: &Line, start: Position) -> fmt::Result {
        self.comment(&line.comment)?;
        let mut needs_number = true;
        for (before, node) in line.play(start) {
            let number = before.move_number();
            let written = node.mv.map_or_else(|| "--".to_owned(), |mv| before.san(mv));
            match (before.side() == WHITE, needs_number) {
                (true, _) => self.word(&format!("{number}. {written}"))?,
                (false, true) => self.word(&format!("{number}... {written}"))?,
                (false, false) => self.word(&written)?,
            }
            for nag in &node.nags {
                self.word(&format!("${nag}"))?;
            }
            self.comment(&node.comment)?;
            for variation in node.variations.iter().filter(|line| !line.is_empty()) {
                self.word("(")?;
                self.line(variation, before)?;
                self.word(")")?;
            }
            needs_number = !node.comment.is_empty() || !node.variations.is_empty();
        }
        Ok(())
    }

    fn comment(&mut self, comment: &str) -> fmt::Result {
        if comment.trim().is_empty() {
            return Ok(());
        }
        // Braces cannot hold a brace, nor what a reader in distress takes for the next game.
        let another_game = comment.contains('\n') && comment.contains("[Event \"");
        if !another_game && !comment.contains('}') {
            return self.word(&format!("{{ {comment} }}"));
        }
        for line in comment.lines() {
            self.word(&format!("; {line}"))?;
            self.out.write_char('\n')?;
            self.column = 0;
        }
        Ok(())
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        let width = |text: &str| text.chars().count();
        let first = word.split('\n').next().unwrap_or_default();
        if self.column > 0 && self.column + 1 + width(first) > WIDTH {
            self.out.write_char('\n')?;
            self.column = 0;
        } else if self.column > 0 {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        self.out.write_str(word)?;
        self.column = match word.rsplit_once('\n') {
            Some((_, last)) => width(last),
            None => self.column + width(word),
        };
        Ok(())
    }
}
