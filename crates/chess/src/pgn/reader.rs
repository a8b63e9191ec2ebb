use std::{borrow::Cow, error::Error, fmt};

use yipan_rules::{Language, Words};

use super::Game;
use super::parse::{Parsed, parse};
use super::splitter::Splitter;
use super::token::Fault;
use crate::{FenError, SanError};

/// How long the text of one game may be.
///
/// The longest annotated games have some hundred thousand bytes.
pub const MAX_GAME_BYTES: usize = 4 << 20;

/// Reads the games of a text that comes in pieces.
///
/// ```
/// use yipan_chess::pgn::Reader;
///
/// let mut reader = Reader::new();
/// assert_eq!(reader.feed(b"1. e4 e5 1-0\n\n1. d").count(), 1);
/// assert_eq!(reader.feed(b"4 d5 2. c4").count(), 0);
/// let last = reader.finish().next().unwrap()?;
/// assert_eq!(last.line.nodes.len(), 3);
/// # Ok::<(), yipan_chess::pgn::PgnError>(())
/// ```
#[derive(Debug)]
pub struct Reader {
    buffer: Vec<u8>,
    /// Where in the buffer the next game begins.
    start: usize,
    /// The number of the line on which it begins.
    line: usize,
    splitter: Splitter,
    complete: bool,
    /// The game is too long and was reported; the rest of it is passed over.
    skipping: bool,
    /// What followed the game that was given last.
    trailing: Option<PgnError>,
}

/// Why a game could not be read to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The line of the file, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: PgnErrorKind,
    /// What was read of the game up to there.
    pub partial: Box<Game>,
}

/// What is wrong with the text of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnErrorKind {
    /// `[` without a name after it.
    TagName,
    /// A tag without a quote after its name.
    TagQuote {
        /// The name of the tag.
        name: String,
    },
    /// A tag whose value has no end.
    TagOpen {
        /// The name of the tag.
        name: String,
    },
    /// A `FEN` tag that is not a position.
    Fen(Box<FenError>),
    /// A `Variant` tag that names another game.
    Variant {
        /// What the tag says.
        name: String,
    },
    /// A move that cannot be played, or a word that is none.
    Move(Box<SanError>),
    /// A null move in check.
    NullInCheck,
    /// A glyph that does not exist.
    Nag {
        /// What was read.
        text: String,
    },
    /// A comment without end.
    CommentOpen,
    /// A variation without end.
    VariationOpen,
    /// A `)` too many.
    VariationClosed,
    /// A variation before any move.
    VariationEarly,
    /// Variations inside variations without end.
    TooDeep {
        /// How deep they may be.
        limit: usize,
    },
    /// A game without end.
    TooLong {
        /// How many it may have.
        limit: usize,
    },
    /// Something else than a comment after the result. The game before it was given as a game of its own.
    AfterResult {
        /// What was read.
        text: String,
    },
    /// A sign that has no meaning there.
    Unexpected {
        /// What was read.
        text: String,
    },
    /// A control character between the moves.
    Control {
        /// The character.
        character: char,
    },
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(Language::English))
    }
}

impl Error for PgnError {}

impl fmt::Display for PgnErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(Language::English))
    }
}

impl Error for PgnErrorKind {}

impl From<SanError> for PgnErrorKind {
    fn from(error: SanError) -> PgnErrorKind {
        PgnErrorKind::Move(Box::new(error))
    }
}

/// Reads the games of a text that is all there.
///
/// ```
/// use yipan_chess::pgn;
///
/// let text = b"1. e4 e5 1-0\n\n1. e4 Ke7 1-0\n\n1. d4 *";
/// let read: Vec<bool> = pgn::games(text).map(|game| game.is_ok()).collect();
/// assert_eq!(read, [true, false, true]);
/// let error = pgn::games(text).find_map(Result::err).unwrap();
/// assert_eq!(
///     error.to_string(),
///     "line 3, column 7: `Ke7` is not possible: the way is blocked by the man on e7",
/// );
/// ```
pub fn games(text: &[u8]) -> impl Iterator<Item = Result<Game, PgnError>> {
    // Fed in pieces, so that not the whole text is copied.
    let mut chunks = text.chunks(1 << 16);
    let mut reader = Reader::new();
    std::iter::from_fn(move || {
        loop {
            if let Some(game) = reader.next_game() {
                return Some(game);
            }
            match chunks.next() {
                Some(chunk) => reader.append(chunk),
                None if reader.complete => return None,
                None => reader.complete = true,
            }
        }
    })
}

impl Reader {
    /// A reader at the beginning of a file.
    #[must_use]
    pub const fn new() -> Reader {
        Reader {
            buffer: Vec::new(),
            start: 0,
            line: 1,
            splitter: Splitter::new(),
            complete: false,
            skipping: false,
            trailing: None,
        }
    }

    /// Takes the next piece of the text and gives the games that are complete with it.
    ///
    /// Games that are not taken from the iterator are given by the next call.
    ///
    /// # Errors
    /// Each game that cannot be read is an error in the place of the game.
    pub fn feed<'r>(&'r mut self, chunk: &[u8]) -> impl Iterator<Item = Result<Game, PgnError>> + use<'r> {
        self.append(chunk);
        std::iter::from_fn(|| self.next_game())
    }

    /// Gives the games that are left when the text is over.
    ///
    /// # Errors
    /// Each game that cannot be read is an error in the place of the game.
    pub fn finish(mut self) -> impl Iterator<Item = Result<Game, PgnError>> {
        self.complete = true;
        std::iter::from_fn(move || self.next_game())
    }

    fn append(&mut self, chunk: &[u8]) {
        self.buffer.drain(..self.start);
        self.start = 0;
        self.buffer.extend_from_slice(chunk);
    }

    fn next_game(&mut self) -> Option<Result<Game, PgnError>> {
        if let Some(error) = self.trailing.take() {
            return Some(Err(error));
        }
        loop {
            let text = &self.buffer[self.start..];
            let end = self.splitter.end(text, self.complete);
            let length = end.unwrap_or(self.splitter.scanned());
            let game = if self.skipping {
                None
            } else if length > MAX_GAME_BYTES {
                Some(Err(too_long(&text[..MAX_GAME_BYTES], self.line)))
            } else if end.is_some() {
                self.read(length)
            } else {
                return None;
            };
            self.consume(length);
            if end.is_none() {
                self.splitter.forget(length);
                self.skipping = true;
                return game;
            }
            self.splitter = Splitter::new();
            self.skipping = false;
            if game.is_some() {
                return game;
            }
        }
    }

    fn consume(&mut self, length: usize) {
        let text = &self.buffer[self.start..self.start + length];
        self.line += text.iter().filter(|&&byte| byte == b'\n').count();
        self.start += length;
    }

    /// Reads the game that is so long.
    fn read(&mut self, length: usize) -> Option<Result<Game, PgnError>> {
        let text = decode(&self.buffer[self.start..self.start + length]);
        let Parsed { game, ended, fault } = parse(&text)?;
        let Some(fault) = fault else { return Some(Ok(game)) };
        if ended {
            // The game is whole; what follows it is an error of its own.
            self.trailing = Some(locate(&text, fault, self.line, Game::default()));
            return Some(Ok(game));
        }
        Some(Err(locate(&text, fault, self.line, game)))
    }
}

impl Default for Reader {
    fn default() -> Reader {
        Reader::new()
    }
}

/// UTF-8, or Latin-1 if it is not.
fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// Says where in the file a fault lies.
fn locate(text: &str, fault: Fault, first_line: usize, partial: Game) -> PgnError {
    let before = &text[..fault.at];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    PgnError {
        line: first_line + before.bytes().filter(|&byte| byte == b'\n').count(),
        column: before[line_start..].chars().count() + 1,
        kind: fault.kind,
        partial: Box::new(partial),
    }
}

fn too_long(text: &[u8], line: usize) -> PgnError {
    // Cut between words, so that the part is as good as it can be.
    let end = text.iter().rposition(u8::is_ascii_whitespace).unwrap_or(0);
    let partial = parse(&decode(&text[..end])).map(|parsed| parsed.game).unwrap_or_default();
    let kind = PgnErrorKind::TooLong { limit: MAX_GAME_BYTES };
    PgnError { line, column: 1, kind, partial: Box::new(partial) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_bounded_by_the_longest_game() {
        let mut reader = Reader::new();
        let game = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 {a comment} 2... Nc6 *\n\n".repeat(100);
        for _ in 0..100 {
            assert_eq!(reader.feed(game.as_bytes()).filter(Result::is_ok).count(), 100);
        }
        assert!(reader.buffer.capacity() < 4 * game.len());

        // A comment without end is given up once it is too long, and then nothing of it is kept.
        let endless = [b'{'; 1 << 16];
        let errors: usize = (0..256).map(|_| reader.feed(&endless).filter(Result::is_err).count()).sum();
        assert_eq!(errors, 1);
        assert!(reader.buffer.len() <= endless.len() && reader.buffer.capacity() < 4 * MAX_GAME_BYTES);
        assert_eq!(reader.feed(b"} *\n[Event \"y\"]\n1. d4 *\n").count(), 0);
        assert_eq!(reader.finish().filter(Result::is_ok).count(), 1);
    }
}
