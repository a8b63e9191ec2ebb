//! Games as PGN text.

use std::fmt::{self, Write};

use crate::files::{Game, Line, Tag};
use crate::notation::Notation;
use crate::{Position, RED};

/// The longest line, a Chinese character counted as two; only a comment may be longer, because a line break
/// inside it would be part of it.
const WIDTH: usize = 79;

/// The tags that every game has, in this order, and what stands for what nobody knows.
const ROSTER: [(&str, &str); 8] = [
    ("Game", "Chinese Chess"),
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("Red", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// A game as PGN, with its moves in one notation; see [`Game::pgn`].
#[derive(Clone, Copy, Debug)]
pub struct PgnText<'g> {
    game: &'g Game,
    notation: Notation,
}

impl Game {
    /// The game as PGN, with a line break at its end; put an empty line between two games.
    ///
    /// PGN knows Chinese, WXF and ICCS moves, so plain coordinates are written as ICCS. Reading the text gives
    /// the same game with its [export tags](Game::export_tags). What the format cannot hold is written as near
    /// as can be: a line break in a tag as a blank, a comment with `}` or with another game in it as
    /// rest-of-line comments. A move that is not legal ends its line.
    #[must_use]
    pub const fn pgn(&self, notation: Notation) -> PgnText<'_> {
        let notation = match notation {
            Notation::Coordinates | Notation::CoordinatesFromOne => Notation::Iccs,
            notation => notation,
        };
        PgnText { game: self, notation }
    }

    /// The tags as they are written: `Game` first, the rest of the roster, the start if it is unusual, the
    /// format of the moves, then all others in their order.
    #[must_use]
    pub fn export_tags(&self, notation: Notation) -> Vec<Tag> {
        let mut tags = Vec::with_capacity(self.tags.len() + 10);
        for (name, unknown) in ROSTER {
            let value = match name {
                "Game" => Some(unknown),
                "Red" => self.player(RED),
                _ => self.tag(name),
            };
            tags.push(Tag::new(name, value.unwrap_or(unknown)));
        }
        tags[ROSTER.len() - 1].value = self.result.to_string();
        if self.start != Position::start() {
            tags.push(Tag::new("FEN", &self.start.to_string()));
        }
        tags.push(Tag::new(
            "Format",
            match notation {
                Notation::Wxf => "WXF",
                Notation::Simplified | Notation::Traditional => "Chinese",
                Notation::Iccs | Notation::Coordinates | Notation::CoordinatesFromOne => "ICCS",
            },
        ));
        let made = |name: &str| {
            matches!(name, "FEN" | "Format" | "Variant") || ROSTER.iter().any(|tag| tag.0 == name)
        };
        let stood_for_red = |name: &str| name == "White" && self.tag("Red").is_none();
        let others = self.tags.iter().filter(|tag| !made(&tag.name) && !stood_for_red(&tag.name));
        tags.extend(others.cloned());
        tags
    }
}

/// The game as PGN with moves in simplified Chinese.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.pgn(Notation::Simplified), f)
    }
}

impl fmt::Display for PgnText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tag in self.game.export_tags(self.notation) {
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
        let mut page = Page { out: f, column: 0, notation: self.notation };
        page.line(&self.game.line, self.game.start)?;
        page.word(&self.game.result.to_string())?;
        f.write_char('\n')
    }
}

/// Sets words on lines.
struct Page<'p, 'f> {
    out: &'p mut fmt::Formatter<'f>,
    /// How wide the line is so far.
    column: usize,
    notation: Notation,
}

impl Page<'_, '_> {
    fn line(&mut self, line: &Line, start: Position) -> fmt::Result {
        self.comment(&line.comment)?;
        let mut needs_number = true;
        for (before, node) in line.play(start) {
            let number = before.move_number();
            let written = before.write_move(node.mv, self.notation);
            match (before.side() == RED, needs_number) {
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
        let another_game =
            comment.contains('\n') && (comment.contains("[Game \"") || comment.contains("[Event \""));
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

fn width(text: &str) -> usize {
    text.chars().map(|letter| if letter.is_ascii() { 1 } else { 2 }).sum()
}
