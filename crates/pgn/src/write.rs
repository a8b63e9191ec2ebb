//! Games as text, in the export format of the standard.

use std::fmt::{self, Write};

use yipan_core::Side;

use crate::splitter::GAME_START_TAGS;
use crate::{Game, PgnPosition, Tag, Variation};

/// The longest line, a Chinese character counted as two; only a comment may be longer, because a line break
/// inside it would be part of it.
const MAX_LINE_WIDTH: usize = 79;

/// What stands for what nobody knows in the tags that every game has.
const UNKNOWN_TAG_VALUE: &str = "?";

/// A game as PGN, with its moves in one notation; see [`Game::pgn`].
#[derive(Clone, Copy, Debug)]
pub struct PgnDisplay<'g, S: PgnPosition> {
    game: &'g Game<S>,
    notation: S::Notation,
}

impl<S: PgnPosition> Game<S> {
    /// The game in the export format, with a line break at its end; put an empty line between two games.
    ///
    /// Reading it gives the same game with its [export tags](PgnDisplay::export_tags). What the format cannot hold
    /// is written as near as can be: a line break in a tag as a blank, a comment with `}` or with another game
    /// in it as rest-of-line comments, so that its own line breaks become blanks. A move that is not legal ends
    /// its line.
    #[must_use]
    pub const fn pgn(&self, notation: S::Notation) -> PgnDisplay<'_, S> {
        PgnDisplay { game: self, notation }
    }

    /// The tags as the export format has them; see [`PgnDisplay::export_tags`].
    #[must_use]
    pub fn export_tags(&self) -> Vec<Tag> {
        self.pgn(S::DEFAULT_NOTATION).export_tags()
    }
}

impl<S: PgnPosition> PgnDisplay<'_, S> {
    /// The tags as they are written: those of the roster first, which every game has, then what tells an unusual
    /// start, made from [`Game::start`], then all others in their order.
    #[must_use]
    pub fn export_tags(&self) -> Vec<Tag> {
        let game = self.game;
        let [[first, others @ ..], [second, ..]] = S::PLAYER_TAGS else { return game.tags.clone() };
        let known = |name: &str| game.tag(name).unwrap_or(UNKNOWN_TAG_VALUE);
        let mut tags = Vec::with_capacity(game.tags.len() + 10);
        tags.extend(S::GAME_TAG.map(|name| Tag::new("Game", name)));
        tags.push(Tag::new("Event", known("Event")));
        tags.push(Tag::new("Site", known("Site")));
        tags.push(Tag::new("Date", game.tag("Date").unwrap_or("????.??.??")));
        tags.push(Tag::new("Round", known("Round")));
        tags.push(Tag::new(first, game.player(Side::First).unwrap_or(UNKNOWN_TAG_VALUE)));
        tags.push(Tag::new(second, game.player(Side::Second).unwrap_or(UNKNOWN_TAG_VALUE)));
        tags.push(Tag::new("Result", &game.result.to_string()));
        let roster = tags.len();
        tags.extend(S::start_tags(game, self.notation));
        let is_alias_of_first_player = |name: &str| others.contains(&name) && game.tag(first).is_none();
        for tag in &game.tags {
            let name = tag.name.as_str();
            let is_generated =
                S::START_TAGS.contains(&name) || tags[..roster].iter().any(|made| made.name == name);
            if !is_generated && !is_alias_of_first_player(name) {
                tags.push(tag.clone());
            }
        }
        tags
    }
}

/// The game as PGN in the notation of its kind.
impl<S: PgnPosition> fmt::Display for Game<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.pgn(S::DEFAULT_NOTATION), f)
    }
}

impl<S: PgnPosition> fmt::Display for PgnDisplay<'_, S> {
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
        let mut page = LineWrapper::<S> { out: f, column: 0, notation: self.notation };
        page.write_variation(&self.game.main_line, self.game.start)?;
        page.write_word(&self.game.result.to_string())?;
        f.write_char('\n')
    }
}

/// Sets words on lines.
struct LineWrapper<'p, 'f, S: PgnPosition> {
    out: &'p mut fmt::Formatter<'f>,
    /// How wide the line is so far.
    column: usize,
    notation: S::Notation,
}

impl<S: PgnPosition> LineWrapper<'_, '_, S> {
    fn write_variation(&mut self, line: &Variation<S::Ply>, start: S) -> fmt::Result {
        self.write_comment(&line.comment)?;
        let mut needs_number = true;
        for (before, node) in line.iter_from(start) {
            let number = before.fullmove_number();
            let written = before.format_move(node.mv, self.notation);
            match (before.turn() == Side::First, needs_number) {
                (true, _) => self.write_word(&format!("{number}. {written}"))?,
                (false, true) => self.write_word(&format!("{number}... {written}"))?,
                (false, false) => self.write_word(&written)?,
            }
            for nag in &node.nags {
                self.write_word(&format!("${nag}"))?;
            }
            self.write_comment(&node.comment)?;
            for variation in node.variations.iter().filter(|line| !line.is_empty()) {
                self.write_word("(")?;
                self.write_variation(variation, before)?;
                self.write_word(")")?;
            }
            needs_number = !node.comment.is_empty() || !node.variations.is_empty();
        }
        Ok(())
    }

    fn write_comment(&mut self, comment: &str) -> fmt::Result {
        if comment.trim().is_empty() {
            return Ok(());
        }
        // Braces cannot hold a brace, nor what a reader in distress takes for the next game.
        let another_game = comment.contains('\n') && GAME_START_TAGS.iter().any(|tag| comment.contains(tag));
        if !another_game && !comment.contains('}') {
            return self.write_word(&format!("{{ {comment} }}"));
        }
        for line in comment.lines() {
            self.write_word(&format!("; {line}"))?;
            self.out.write_char('\n')?;
            self.column = 0;
        }
        Ok(())
    }

    fn write_word(&mut self, word: &str) -> fmt::Result {
        let first = word.split('\n').next().unwrap_or_default();
        if self.column > 0 && self.column + 1 + display_width(first) > MAX_LINE_WIDTH {
            self.out.write_char('\n')?;
            self.column = 0;
        } else if self.column > 0 {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        self.out.write_str(word)?;
        self.column = match word.rsplit_once('\n') {
            Some((_, last)) => display_width(last),
            None => self.column + display_width(word),
        };
        Ok(())
    }
}

/// How wide a text is shown; Chinese characters and the signs of their width begin at U+2E80.
fn display_width(text: &str) -> usize {
    text.chars().map(|letter| if letter < '\u{2e80}' { 1 } else { 2 }).sum()
}
