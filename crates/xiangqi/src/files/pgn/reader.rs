use super::parse::{Parsed, parse};
use super::splitter::Splitter;
use super::token::Fault;
use super::{PgnError, PgnErrorKind};
use crate::files::encoding::Decoder;
use crate::files::{Game, MAX_GAME_BYTES};

/// Reads the games of a text that comes in pieces, in any [encoding](crate::files::encoding).
///
/// ```
/// use yipan_xiangqi::files::pgn::Reader;
///
/// let mut reader = Reader::new();
/// assert_eq!(reader.feed(b"1. C2=5 h8+7 1-0\n\n1. H2").count(), 1);
/// assert_eq!(reader.feed(b"+3 c8=5 2. R1=2").count(), 0);
/// let last = reader.finish().next().unwrap()?;
/// assert_eq!(last.line.nodes.len(), 3);
/// # Ok::<(), yipan_xiangqi::files::pgn::PgnError>(())
/// ```
#[derive(Debug)]
pub struct Reader {
    /// None when the text is over.
    decoder: Option<Decoder>,
    text: String,
    /// Where in the text the next game begins.
    start: usize,
    /// The number of the line on which it begins.
    line: usize,
    splitter: Splitter,
    /// The game is too long and was reported; the rest of it is passed over.
    skipping: bool,
    /// What followed the game that was given last.
    trailing: Option<PgnError>,
}

/// Reads the games of a text that is all there.
///
/// ```
/// use yipan_xiangqi::files::pgn;
///
/// let text = "1. C2=5 h8+7 1-0\n\n1. 马八进六 1-0\n\n1. H2-E2 *".as_bytes();
/// let read: Vec<bool> = pgn::games(text).map(|game| game.is_ok()).collect();
/// assert_eq!(read, [true, false, true]);
/// let error = pgn::games(text).find_map(Result::err).unwrap();
/// assert_eq!((error.line, error.column), (3, 4));
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
                None if reader.decoder.is_none() => return None,
                None => reader.close(),
            }
        }
    })
}

impl Reader {
    /// A reader at the beginning of a file.
    #[must_use]
    pub fn new() -> Reader {
        Reader {
            decoder: Some(Decoder::new()),
            text: String::new(),
            start: 0,
            line: 1,
            splitter: Splitter::default(),
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
        self.close();
        std::iter::from_fn(move || self.next_game())
    }

    fn append(&mut self, chunk: &[u8]) {
        self.text.drain(..self.start);
        self.start = 0;
        if let Some(decoder) = &mut self.decoder {
            decoder.feed(chunk, &mut self.text);
        }
    }

    fn close(&mut self) {
        if let Some(decoder) = self.decoder.take() {
            decoder.finish(&mut self.text);
        }
    }

    fn next_game(&mut self) -> Option<Result<Game, PgnError>> {
        if let Some(error) = self.trailing.take() {
            return Some(Err(error));
        }
        loop {
            let text = &self.text[self.start..];
            let end = self.splitter.end(text, self.decoder.is_none());
            let length = end.unwrap_or(text.len());
            let game = if self.skipping && length > 0 {
                None
            } else if length > MAX_GAME_BYTES {
                Some(Err(too_long(text, self.line)))
            } else if end.is_some() {
                self.read(length)
            } else {
                return None;
            };
            let text = &self.text[self.start..self.start + length];
            self.line += text.bytes().filter(|&byte| byte == b'\n').count();
            self.start += length;
            if end.is_none() {
                self.splitter.forget(length);
                self.skipping = true;
                return game;
            }
            self.splitter = Splitter::default();
            self.skipping = false;
            if game.is_some() {
                return game;
            }
        }
    }

    /// Reads the game that is so long.
    fn read(&mut self, length: usize) -> Option<Result<Game, PgnError>> {
        let text = &self.text[self.start..self.start + length];
        let Parsed { game, ended, fault } = parse(text)?;
        let Some(fault) = fault else { return Some(Ok(game)) };
        if ended {
            // The game is whole; what follows it is an error of its own.
            self.trailing = Some(locate(text, fault, self.line, Game::default()));
            return Some(Ok(game));
        }
        Some(Err(locate(text, fault, self.line, game)))
    }
}

impl Default for Reader {
    fn default() -> Reader {
        Reader::new()
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

fn too_long(text: &str, line: usize) -> PgnError {
    // Cut between lines, so that the part is as good as it can be.
    let end = text.as_bytes()[..MAX_GAME_BYTES].iter().rposition(|&byte| byte == b'\n').unwrap_or(0);
    let partial = parse(&text[..end]).map(|parsed| parsed.game).unwrap_or_default();
    let kind = PgnErrorKind::TooLong { limit: MAX_GAME_BYTES };
    PgnError { line, column: 1, kind, partial: Box::new(partial) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_bounded_by_the_longest_game() {
        let mut reader = Reader::new();
        let game = "[Game \"Chinese Chess\"]\n\n1. 炮二平五 {评注} 马8进7 *\n\n".repeat(1000);
        for _ in 0..20 {
            assert!(reader.feed(game.as_bytes()).all(|game| game.is_ok()));
        }
        assert!(reader.text.capacity() < 8 * game.len());

        // A comment without end is given up once it is too long, and then nothing of it is kept.
        let endless = [b'{'; 1 << 16];
        let errors: usize = (0..256).map(|_| reader.feed(&endless).filter(Result::is_err).count()).sum();
        assert_eq!(errors, 1);
        assert!(reader.text.len() <= endless.len());
        assert_eq!(reader.feed(b"} *\n[Game \"xiangqi\"]\n1. C2=5 *\n").count(), 0);
        assert_eq!(reader.finish().filter(Result::is_ok).count(), 1);
    }
}
