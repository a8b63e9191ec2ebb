use alloc::{borrow::Cow, boxed::Box, vec::Vec};

use crate::lexer::SyntaxError;
use crate::parse::{ParsedGame, parse_game};
use crate::splitter::Splitter;
use crate::{Decode, Game, PgnError, PgnErrorKind, PgnFault, PgnPosition};

/// The maximum length of the text of one game.
///
/// The longest annotated games have a few hundred thousand bytes.
pub const MAX_GAME_BYTES: usize = 4 << 20;

/// A reader of games from text that arrives in chunks.
#[derive(Debug)]
pub struct Reader<S: PgnPosition> {
    /// `None` after the end of the text.
    decoder: Option<S::Decoder>,
    buffer: Vec<u8>,
    /// The offset of the next game in the buffer.
    game_start: usize,
    /// The line number of the next game.
    first_line: usize,
    splitter: Splitter,
    /// Whether the rest of a game that is too long is being skipped.
    skipping_oversized_game: bool,
    /// The error after the game that was returned last.
    trailing_error: Option<PgnError<S>>,
}

/// Reads the games of a complete text.
pub fn games<S: PgnPosition>(text: &[u8]) -> impl Iterator<Item = Result<Game<S>, PgnError<S>>> {
    // Fed in chunks, so that the text is not copied as a whole.
    let mut chunks = text.chunks(1 << 16);
    let mut reader = Reader::new();
    core::iter::from_fn(move || {
        loop {
            if let Some(game) = reader.next_game() {
                return Some(game);
            }
            match chunks.next() {
                Some(chunk) => reader.append(chunk),
                None if reader.decoder.is_none() => return None,
                None => reader.finish_input(),
            }
        }
    })
}

impl<S: PgnPosition> Reader<S> {
    /// Creates a reader.
    #[must_use]
    pub fn new() -> Reader<S> {
        Reader {
            decoder: Some(S::Decoder::default()),
            buffer: Vec::new(),
            game_start: 0,
            first_line: 1,
            splitter: Splitter::new(),
            skipping_oversized_game: false,
            trailing_error: None,
        }
    }

    /// Takes the next chunk of the text and returns the games that it completes.
    ///
    /// Games that are not taken from the iterator are returned by the next call.
    ///
    /// # Errors
    /// Returns `PgnError` in place of each game that cannot be read.
    pub fn feed<'r>(
        &'r mut self,
        chunk: &[u8],
    ) -> impl Iterator<Item = Result<Game<S>, PgnError<S>>> + use<'r, S> {
        self.append(chunk);
        core::iter::from_fn(|| self.next_game())
    }

    /// Returns the remaining games at the end of the text.
    ///
    /// # Errors
    /// Returns `PgnError` in place of each game that cannot be read.
    pub fn finish(mut self) -> impl Iterator<Item = Result<Game<S>, PgnError<S>>> {
        self.finish_input();
        core::iter::from_fn(move || self.next_game())
    }

    fn append(&mut self, chunk: &[u8]) {
        self.buffer.drain(..self.game_start);
        self.game_start = 0;
        if let Some(decoder) = &mut self.decoder {
            decoder.feed(chunk, &mut self.buffer);
        }
    }

    fn finish_input(&mut self) {
        if let Some(decoder) = self.decoder.take() {
            decoder.finish(&mut self.buffer);
        }
    }

    fn next_game(&mut self) -> Option<Result<Game<S>, PgnError<S>>> {
        if let Some(error) = self.trailing_error.take() {
            return Some(Err(error));
        }
        loop {
            let text = &self.buffer[self.game_start..];
            let end = self.splitter.find_game_end(text, self.decoder.is_none());
            let length = end.unwrap_or(self.splitter.scanned_bytes());
            let game = if self.skipping_oversized_game {
                None
            } else if length > MAX_GAME_BYTES {
                Some(Err(game_too_long_error(&text[..MAX_GAME_BYTES], self.first_line)))
            } else if end.is_some() {
                self.parse_next(length)
            } else {
                return None;
            };
            self.consume(length);
            if end.is_none() {
                self.splitter.discard_prefix(length);
                self.skipping_oversized_game = true;
                return game;
            }
            self.splitter = Splitter::new();
            self.skipping_oversized_game = false;
            if game.is_some() {
                return game;
            }
        }
    }

    fn consume(&mut self, length: usize) {
        let text = &self.buffer[self.game_start..self.game_start + length];
        self.first_line += text.iter().filter(|&&byte| byte == b'\n').count();
        self.game_start += length;
    }

    /// Parses a complete game.
    fn parse_next(&mut self, length: usize) -> Option<Result<Game<S>, PgnError<S>>> {
        let text = decode(&self.buffer[self.game_start..self.game_start + length]);
        let ParsedGame { game, has_result, mut faults, omitted_faults, error } = parse_game(&text)?;
        let is_read_to_end = error.is_none() || has_result;
        // A game with its result is complete; the text after it is a separate error.
        let (trailing_error, error) = if has_result { (error, None) } else { (None, error) };
        faults.extend(error);
        self.trailing_error = trailing_error.map(|error| PgnError {
            faults: [to_fault(&text, error, self.first_line)].into(),
            omitted_faults: 0,
            partial_game: Box::default(),
            is_read_to_end: false,
        });
        if faults.is_empty() {
            return Some(Ok(game));
        }
        let faults = faults.into_iter().map(|error| to_fault(&text, error, self.first_line)).collect();
        Some(Err(PgnError { faults, omitted_faults, partial_game: Box::new(game), is_read_to_end }))
    }
}

impl<S: PgnPosition> Default for Reader<S> {
    fn default() -> Reader<S> {
        Reader::new()
    }
}

/// Decodes UTF-8, or Latin-1 if the bytes are not valid UTF-8.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// Converts the offset of an error to a line and column of the file.
fn to_fault<S: PgnPosition>(text: &str, error: SyntaxError<S>, first_line: usize) -> PgnFault<S> {
    let before = &text[..error.offset];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    PgnFault {
        line: first_line + before.bytes().filter(|&byte| byte == b'\n').count(),
        column: before[line_start..].chars().count() + 1,
        kind: error.kind,
    }
}

fn game_too_long_error<S: PgnPosition>(text: &[u8], line: usize) -> PgnError<S> {
    // Cut between words, so that no word is split.
    let end = text.iter().rposition(u8::is_ascii_whitespace).unwrap_or(0);
    let partial = parse_game(&decode(&text[..end])).map(|parsed| parsed.game).unwrap_or_default();
    let kind = PgnErrorKind::GameTooLong { limit: MAX_GAME_BYTES };
    PgnError {
        faults: [PgnFault { line, column: 1, kind }].into(),
        omitted_faults: 0,
        partial_game: Box::new(partial),
        is_read_to_end: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game::TestPosition;

    #[test]
    fn memory_is_bounded_by_the_longest_game() {
        let mut reader = Reader::<TestPosition>::new();
        let game = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 {a comment} 2... Nc6 *\n\n".repeat(100);
        for _ in 0..100 {
            assert_eq!(reader.feed(game.as_bytes()).filter(Result::is_ok).count(), 100);
        }
        assert!(reader.buffer.capacity() < 4 * game.len());

        // An unterminated comment is dropped once it is too long.
        let endless = [b'{'; 1 << 16];
        let errors: usize = (0..256).map(|_| reader.feed(&endless).filter(Result::is_err).count()).sum();
        assert_eq!(errors, 1);
        assert!(reader.buffer.len() <= endless.len() && reader.buffer.capacity() < 4 * MAX_GAME_BYTES);
        assert_eq!(reader.feed(b"} *\n[Event \"y\"]\n1. d4 *\n").count(), 0);
        assert_eq!(reader.finish().filter(Result::is_ok).count(), 1);
    }

    #[test]
    fn memory_is_bounded_whatever_the_script() {
        let mut reader = Reader::<TestPosition>::new();
        let game = "[Game \"Chinese Chess\"]\n\n1. 炮二平五 {评注} 马8进7 *\n\n".repeat(1000);
        for _ in 0..20 {
            assert!(reader.feed(game.as_bytes()).all(|game| game.is_ok()));
        }
        assert!(reader.buffer.capacity() < 8 * game.len());
    }
}
