//! The writer: games in the export format of the standard.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::{self, Write};

use yipan_core::Side;

use crate::splitter::GAME_START_TAGS;
use crate::{Game, MoveNode, PgnPosition, Tag, Variation, VariationIter, nag_symbol};

/// The maximum line width, with Chinese characters counted as two. Only comments may be longer, because a
/// line break inside a comment would become part of it.
const MAX_LINE_WIDTH: usize = 79;

/// The value of a required tag that is unknown.
const UNKNOWN_TAG_VALUE: &str = "?";

/// A game as PGN in one notation; see [`Game::pgn`].
#[derive(Clone, Copy, Debug)]
pub struct PgnDisplay<'g, S: PgnPosition> {
    game: &'g Game<S>,
    notation: S::Notation,
}

impl<S: PgnPosition> Game<S> {
    /// Returns the game in the export format, ending with a line break. Separate two games by an empty line.
    ///
    /// Parsing it gives the same game with its [export tags](PgnDisplay::export_tags), with these exceptions:
    /// a line break in a tag becomes a space; a comment that contains `}` or looks like another game becomes
    /// rest-of-line comments and loses its line breaks; an illegal move ends its variation.
    #[must_use]
    pub const fn pgn(&self, notation: S::Notation) -> PgnDisplay<'_, S> {
        PgnDisplay { game: self, notation }
    }

    /// Returns the tags of the export format; see [`PgnDisplay::export_tags`].
    #[must_use]
    pub fn export_tags(&self) -> Vec<Tag> {
        self.pgn(S::DEFAULT_NOTATION).export_tags()
    }
}

impl<S: PgnPosition> PgnDisplay<'_, S> {
    /// Returns the tags as they are written: the seven tag roster, the tags for a starting position other
    /// than the standard one, made from [`Game::start`], then all others in their order.
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

/// Returns moves as one line of text for a comment, which cannot contain a comment: a comment in it is written in square
/// brackets, a glyph as its symbol.
///
/// Commands such as `[%clk 0:01:00]` lose their `%`, because they would count for the move that has the comment.
#[must_use]
pub fn movetext<S: PgnPosition>(nodes: &[MoveNode<S::Ply>], start: S) -> String {
    let mut text = String::new();
    let mut page = LineWrapper::<S> {
        out: &mut text,
        column: 0,
        notation: S::DEFAULT_NOTATION,
        is_in_comment: true,
        is_after_parenthesis: false,
    };
    page.write_moves(nodes, start).expect("writing to a string cannot fail");
    text
}

/// Writes the game as PGN in its default notation.
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
                let allowed = !letter.is_whitespace() && !matches!(letter, '"' | '[' | ']');
                f.write_char(if allowed { letter } else { '_' })?;
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
        let mut page = LineWrapper::<S> {
            out: f,
            column: 0,
            notation: self.notation,
            is_in_comment: false,
            is_after_parenthesis: false,
        };
        page.write_variation(&self.game.main_line, self.game.start)?;
        page.write_word(&self.game.result.to_string())?;
        f.write_char('\n')
    }
}

/// Writes words and wraps lines.
struct LineWrapper<'p, S: PgnPosition> {
    out: &'p mut dyn Write,
    /// The width of the current line.
    column: usize,
    notation: S::Notation,
    /// Whether the text becomes a comment, as which it has one line.
    is_in_comment: bool,
    /// Whether the last word was `(`, after which a comment has no space.
    is_after_parenthesis: bool,
}

impl<S: PgnPosition> LineWrapper<'_, S> {
    fn write_variation(&mut self, line: &Variation<S::Ply>, start: S) -> fmt::Result {
        self.write_comment(&line.comment)?;
        self.write_moves(&line.nodes, start)
    }

    fn write_moves(&mut self, nodes: &[MoveNode<S::Ply>], start: S) -> fmt::Result {
        let mut needs_number = true;
        for (before, node) in VariationIter::new(nodes, start) {
            let number = before.fullmove_number();
            let written = before.format_move(node.mv, self.notation);
            match (before.turn() == Side::First, needs_number) {
                (true, _) => self.write_word(&format!("{number}. {written}"))?,
                (false, true) => self.write_word(&format!("{number}... {written}"))?,
                (false, false) => self.write_word(&written)?,
            }
            for nag in &node.nags {
                match nag_symbol(*nag).filter(|_| self.is_in_comment) {
                    Some(symbol) => self.write_word(symbol)?,
                    None => self.write_word(&format!("${nag}"))?,
                }
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
        if self.is_in_comment {
            return self.write_word(&format!("[{}]", comment.replace("[%", "[").replace('\n', " ")));
        }
        // Braces cannot contain a brace, nor text that the reader would take for the next game.
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
        let is_joined =
            self.is_in_comment && (self.is_after_parenthesis || word.starts_with([')', '!', '?']));
        self.is_after_parenthesis = word == "(";
        let is_wide = self.column + 1 + display_width(first) > MAX_LINE_WIDTH;
        if self.column > 0 && is_wide && !self.is_in_comment {
            self.out.write_char('\n')?;
            self.column = 0;
        } else if self.column > 0 && !is_joined {
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

/// Returns the display width of a text; wide characters begin at U+2E80.
fn display_width(text: &str) -> usize {
    text.chars().map(|letter| if letter < '\u{2e80}' { 1 } else { 2 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game::TestPosition;

    #[test]
    fn moves_become_text_that_a_comment_can_contain() {
        let pgn =
            "1. x { [%clk 0:01:00] why } 2. x $1 $16 ( { or } 2. x $6 ( 2. x ) ) x $200 { two\nlines } *";
        let game = crate::games::<TestPosition>(pgn.as_bytes()).next().expect("a game").expect("valid");
        let text = movetext(&game.main_line.nodes, game.start);
        assert_eq!(text, "1. x [[clk 0:01:00] why] 1... x! ± ([or] 1... x?! (1... x)) 2. x $200 [two lines]");
        assert_eq!(movetext(&game.main_line.nodes[..0], game.start), "");

        let mut outer = Game::<TestPosition>::default();
        outer.main_line.nodes.push(MoveNode { comment: text, ..MoveNode::from(()) });
        let again = crate::games::<TestPosition>(outer.to_string().as_bytes()).next();
        assert_eq!(again.expect("a game").expect("valid").main_line, outer.main_line);
        assert_eq!(outer.main_line.nodes[0].clock(), None);
    }
}
