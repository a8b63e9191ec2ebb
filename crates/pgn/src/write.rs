//! Games as text, in the export format of the standard.

use std::fmt::{self, Write};

use yipan_rules::Seat;

use crate::splitter::FIRST_TAGS;
use crate::{Game, Line, Notated, Tag};

/// The longest line, a Chinese character counted as two; only a comment may be longer, because a line break
/// inside it would be part of it.
const WIDTH: usize = 79;

/// What stands for what nobody knows in the tags that every game has.
const UNKNOWN: &str = "?";

/// A game as PGN, with its moves in one notation; see [`Game::pgn`].
#[derive(Clone, Copy, Debug)]
pub struct PgnText<'g, S: Notated> {
    game: &'g Game<S>,
    notation: S::Notation,
}

impl<S: Notated> Game<S> {
    /// The game in the export format, with a line break at its end; put an empty line between two games.
    ///
    /// Reading it gives the same game with its [export tags](PgnText::export_tags). What the format cannot hold
    /// is written as near as can be: a line break in a tag as a blank, a comment with `}` or with another game
    /// in it as rest-of-line comments, so that its own line breaks become blanks. A move that is not legal ends
    /// its line.
    #[must_use]
    pub const fn pgn(&self, notation: S::Notation) -> PgnText<'_, S> {
        PgnText { game: self, notation }
    }

    /// The tags as the export format has them; see [`PgnText::export_tags`].
    #[must_use]
    pub fn export_tags(&self) -> Vec<Tag> {
        self.pgn(S::NOTATION).export_tags()
    }
}

impl<S: Notated> PgnText<'_, S> {
    /// The tags as they are written: those of the roster first, which every game has, then what tells an unusual
    /// start, made from [`Game::start`], then all others in their order.
    #[must_use]
    pub fn export_tags(&self) -> Vec<Tag> {
        let game = self.game;
        let [[first, others @ ..], [second, ..]] = S::PLAYERS else { return game.tags.clone() };
        let known = |name: &str| game.tag(name).unwrap_or(UNKNOWN);
        let mut tags = Vec::with_capacity(game.tags.len() + 10);
        tags.extend(S::GAME.map(|name| Tag::new("Game", name)));
        tags.push(Tag::new("Event", known("Event")));
        tags.push(Tag::new("Site", known("Site")));
        tags.push(Tag::new("Date", game.tag("Date").unwrap_or("????.??.??")));
        tags.push(Tag::new("Round", known("Round")));
        tags.push(Tag::new(first, game.player(Seat::First).unwrap_or(UNKNOWN)));
        tags.push(Tag::new(second, game.player(Seat::Second).unwrap_or(UNKNOWN)));
        tags.push(Tag::new("Result", &game.result.to_string()));
        let roster = tags.len();
        tags.extend(S::start_tags(game, self.notation));
        let stood_for_first = |name: &str| others.contains(&name) && game.tag(first).is_none();
        for tag in &game.tags {
            let name = tag.name.as_str();
            let made = S::START_TAGS.contains(&name) || tags[..roster].iter().any(|made| made.name == name);
            if !made && !stood_for_first(name) {
                tags.push(tag.clone());
            }
        }
        tags
    }
}

/// The game as PGN in the notation of its kind.
impl<S: Notated> fmt::Display for Game<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.pgn(S::NOTATION), f)
    }
}

impl<S: Notated> fmt::Display for PgnText<'_, S> {
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
        let mut page = Page::<S> { out: f, column: 0, notation: self.notation };
        page.line(&self.game.line, self.game.start)?;
        page.word(&self.game.result.to_string())?;
        f.write_char('\n')
    }
}

/// Sets words on lines.
struct Page<'p, 'f, S: Notated> {
    out: &'p mut fmt::Formatter<'f>,
    /// How wide the line is so far.
    column: usize,
    notation: S::Notation,
}

impl<S: Notated> Page<'_, '_, S> {
    fn line(&mut self, line: &Line<S::Ply>, start: S) -> fmt::Result {
        self.comment(&line.comment)?;
        let mut needs_number = true;
        for (before, node) in line.play(start) {
            let number = before.number();
            let written = before.write_ply(node.mv, self.notation);
            match (before.turn() == Seat::First, needs_number) {
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
        let another_game = comment.contains('\n') && FIRST_TAGS.iter().any(|tag| comment.contains(tag));
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

/// How wide a text is shown; Chinese characters and the signs of their width begin at U+2E80.
fn width(text: &str) -> usize {
    text.chars().map(|letter| if letter < '\u{2e80}' { 1 } else { 2 }).sum()
}
