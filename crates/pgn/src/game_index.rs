use alloc::{string::ToString, vec::Vec};
use core::ops::Range;

use crate::lexer::{Lexer, Token};
use crate::reader::decode;
use crate::splitter::Splitter;
use crate::{PgnPosition, Tag};

/// A finder of the games in a text, for a list of them. It reads no moves, so it is as fast as the text can be scanned.
///
/// ```
/// use yipan_pgn::GameIndex;
///
/// let text = b"[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n";
/// let mut index = GameIndex::new();
/// assert_eq!(index.next_game(&text[..20], false), None, "the first game may go on");
/// assert_eq!(index.next_game(text, true).map(|game| game.first_line), Some(1));
/// assert_eq!(index.next_game(text, true).map(|game| game.first_line), Some(5));
/// assert_eq!(index.next_game(text, true), None);
/// ```
#[derive(Debug)]
pub struct GameIndex {
    splitter: Splitter,
    /// The offset of the next game.
    start: usize,
    /// The line of the next game.
    line: usize,
}

/// The place of a game in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedGame {
    /// The bytes of the game.
    pub bytes: Range<usize>,
    /// The line at which they begin, counted from 1.
    pub first_line: usize,
}

impl GameIndex {
    /// Creates an index of a text.
    #[must_use]
    pub const fn new() -> GameIndex {
        GameIndex { splitter: Splitter::new(), start: 0, line: 1 }
    }

    /// Returns the next game; `None` if its end is not in the text yet.
    ///
    /// The text is that of the last call with more bytes appended, from its beginning. It is complete if no more will be
    /// appended.
    pub fn next_game(&mut self, text: &[u8], is_complete: bool) -> Option<IndexedGame> {
        loop {
            let rest = text.get(self.start..)?;
            let length = self.splitter.find_game_end(rest, is_complete)?;
            let (bytes, first_line) = (self.start..self.start + length, self.line);
            self.start = bytes.end;
            self.line += rest[..length].iter().filter(|&&byte| byte == b'\n').count();
            self.splitter = Splitter::new();
            if !rest[..length].trim_ascii().is_empty() {
                return Some(IndexedGame { bytes, first_line });
            }
        }
    }
}

impl Default for GameIndex {
    fn default() -> GameIndex {
        GameIndex::new()
    }
}

/// Returns the tags at the beginning of a game, up to the first move. Faulty tags are left out.
#[must_use]
pub fn leading_tags<S: PgnPosition>(game: &[u8]) -> Vec<Tag> {
    let text = decode(game).to_string();
    let mut lexer = Lexer::<S>::new(&text);
    let mut tags = Vec::new();
    loop {
        match lexer.next_token() {
            Ok(Some((_, Token::Tag { tag, .. }))) => tags.push(tag),
            Ok(Some((_, Token::Comment(_)))) => {}
            Err(error) if error.kind.is_in_tag() => lexer.skip_faulty_token(&error),
            _ => return tags,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game::TestPosition;

    #[test]
    fn the_index_finds_the_games_that_the_reader_reads() {
        let text = "\u{feff}\n[Event \"x\"]\n[White \"A\"]\n\n1. e4 {[Event \"no\"]} e5 *\n\n\n1. d4 d5 1-0\n\n[Event \"y\"]\n\n1. c4";
        for size in [1, 7, text.len()] {
            let (mut index, mut found) = (GameIndex::new(), Vec::new());
            let bytes = text.as_bytes();
            for end in (size..bytes.len()).step_by(size).chain([bytes.len()]) {
                while let Some(game) = index.next_game(&bytes[..end], end == bytes.len()) {
                    found.push(game);
                }
            }
            let lines: Vec<usize> = found.iter().map(|game| game.first_line).collect();
            assert_eq!((found.len(), lines[0]), (3, 1), "{size}");
            assert_eq!(found.last().map(|game| game.bytes.end), Some(bytes.len()));
            let tags = leading_tags::<TestPosition>(&bytes[found[0].bytes.clone()]);
            assert_eq!(tags, [Tag::new("Event", "x"), Tag::new("White", "A")]);
            assert!(leading_tags::<TestPosition>(&bytes[found[1].bytes.clone()]).is_empty());
        }
    }

    #[test]
    fn a_faulty_tag_does_not_hide_the_others() {
        let tags = leading_tags::<TestPosition>(
            b"[Event x]\n[\"\"]\n[Site \"y\n[White \"A\"]\n\n1. e4 [Black \"B\"]",
        );
        assert_eq!(tags, [Tag::new("White", "A")]);
    }
}
