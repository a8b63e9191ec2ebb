//! Finds the boundaries between games from the bytes alone.

/// A scanner for the ends of games in text that arrives in chunks.
///
/// It reads every byte once and understands just enough to distinguish a tag from text inside a comment.
#[derive(Debug)]
pub(crate) struct Splitter {
    /// The number of scanned bytes.
    offset: usize,
    /// The offset of the current line.
    line_start: usize,
    /// Whether the line has been white space so far.
    at_line_start: bool,
    /// Whether the line before was empty.
    after_empty_line: bool,
    state: ScanState,
    /// Whether the byte before was part of a word.
    in_word: bool,
    depth: u32,
    progress: GameProgress,
}

/// The context of the next byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScanState {
    Moves,
    Comment,
    RestOfLine,
    /// Inside `[...]`, before the quote.
    Name,
    /// Inside the quotes, with the last byte that was not white space.
    Value(u8),
}

/// The section of the game that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum GameProgress {
    Nothing,
    Tags,
    Moves,
    Result,
}

/// The first tag of a game, by the standard or by the convention for the game.
pub(crate) const GAME_START_TAGS: [&str; 2] = ["[Event \"", "[Game \""];

/// More bytes are needed to decide.
#[derive(Debug)]
struct NeedMoreInput;

impl Splitter {
    pub(crate) const fn new() -> Splitter {
        Splitter {
            offset: 0,
            line_start: 0,
            at_line_start: true,
            after_empty_line: false,
            state: ScanState::Moves,
            in_word: false,
            depth: 0,
            progress: GameProgress::Nothing,
        }
    }

    /// The number of scanned bytes.
    pub(crate) const fn scanned_bytes(&self) -> usize {
        self.offset
    }

    /// Adjusts the offsets after `count` bytes were removed from the front.
    pub(crate) const fn discard_prefix(&mut self, bytes: usize) {
        self.offset = self.offset.saturating_sub(bytes);
        self.line_start = self.line_start.saturating_sub(bytes);
    }

    /// Returns the end of the first game of the text, if it can be determined.
    ///
    /// The text is that of the last call with more bytes appended; if it is complete, the last game ends with
    /// it.
    pub(crate) fn find_game_end(&mut self, text: &[u8], complete: bool) -> Option<usize> {
        while let Some(&byte) = text.get(self.offset) {
            if byte == b'\n' {
                self.end_line();
                if self.after_empty_line
                    && self.state == ScanState::Moves
                    && self.progress == GameProgress::Result
                {
                    return Some(self.offset);
                }
                continue;
            }
            if self.at_line_start {
                if is_space(byte) {
                    self.offset += 1;
                    continue;
                }
                match self.begins_game(&text[self.offset..], complete) {
                    Ok(true) => return Some(self.line_start),
                    Ok(false) => {}
                    Err(NeedMoreInput) => return None,
                }
            }
            match self.state {
                ScanState::Moves => self.scan_movetext(&text[self.offset..], complete).ok()?,
                ScanState::Comment if byte == b'}' => self.state = ScanState::Moves,
                ScanState::Name if byte == b'"' => self.state = ScanState::Value(0),
                ScanState::Value(before) => self.state = scan_tag_value(before, byte),
                ScanState::Comment | ScanState::Name | ScanState::RestOfLine => {}
            }
            self.at_line_start = false;
            self.offset += 1;
        }
        (complete && !text.is_empty()).then_some(text.len())
    }

    fn end_line(&mut self) {
        self.offset += 1;
        self.line_start = self.offset;
        self.after_empty_line = self.at_line_start;
        self.at_line_start = true;
        self.in_word = false;
        if self.state != ScanState::Comment {
            self.state = ScanState::Moves;
        }
    }

    /// Whether a line with this beginning is the first of the next game.
    fn begins_game(&self, rest: &[u8], complete: bool) -> Result<bool, NeedMoreInput> {
        let starts_with = |prefix| starts_with(rest, prefix, complete);
        match (self.state, self.progress, rest[0]) {
            (ScanState::Comment, ..) | (_, GameProgress::Tags, b'[') => {
                Ok(self.after_empty_line && is_game_start_tag(rest, complete)?)
            }
            (_, GameProgress::Moves | GameProgress::Result, b'[') => Ok(true),
            (_, GameProgress::Result, b'{' | b';' | b'%') => Ok(false),
            (_, GameProgress::Result, _) => Ok(true),
            (_, GameProgress::Moves, b'1') if self.after_empty_line && self.depth == 0 => {
                Ok(starts_with(b"1.")? && !starts_with(b"1..")?)
            }
            _ => Ok(false),
        }
    }

    fn scan_movetext(&mut self, rest: &[u8], complete: bool) -> Result<(), NeedMoreInput> {
        let byte = rest[0];
        match byte {
            b'{' => self.state = ScanState::Comment,
            b';' => self.state = ScanState::RestOfLine,
            b'%' if self.offset == self.line_start => self.state = ScanState::RestOfLine,
            b'[' if self.progress <= GameProgress::Tags => {
                self.state = ScanState::Name;
                self.progress = GameProgress::Tags;
            }
            b'(' => self.depth = self.depth.saturating_add(1),
            b')' => self.depth = self.depth.saturating_sub(1),
            b'0' | b'1' | b'*' if !self.in_word && self.depth == 0 => {
                for result in [b"*".as_slice(), b"1-0", b"0-1", b"1/2-1/2"] {
                    if starts_with(rest, result, complete)? {
                        self.progress = GameProgress::Result;
                    }
                }
            }
            0x80.. => self.progress = self.progress.max(GameProgress::Moves),
            _ if byte.is_ascii_alphabetic() => self.progress = self.progress.max(GameProgress::Moves),
            _ => {}
        }
        self.in_word = !is_space(byte) && !matches!(byte, b'{' | b'(' | b')' | b'*');
        Ok(())
    }
}

/// Advances inside a tag value: an unescaped quote followed by a bracket ends the tag.
fn scan_tag_value(before: u8, byte: u8) -> ScanState {
    match (before, byte) {
        (b'\\', _) => ScanState::Value(0),
        (b'"', b']') => ScanState::Moves,
        (b'"', _) if is_space(byte) => ScanState::Value(before),
        _ => ScanState::Value(byte),
    }
}

/// Whether a byte is white space or part of a byte order mark.
const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r' | 0xef | 0xbb | 0xbf)
}

fn is_game_start_tag(rest: &[u8], complete: bool) -> Result<bool, NeedMoreInput> {
    for tag in GAME_START_TAGS {
        if starts_with(rest, tag.as_bytes(), complete)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn starts_with(rest: &[u8], prefix: &[u8], complete: bool) -> Result<bool, NeedMoreInput> {
    if rest.len() < prefix.len() && prefix.starts_with(rest) && !complete {
        return Err(NeedMoreInput);
    }
    Ok(rest.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits a text at once and byte by byte; `|` shows where the games should be parted.
    fn check(marked: &str) {
        let expected: Vec<&str> = marked.split('|').collect();
        let text = expected.concat();
        for step in [1, text.len()] {
            let mut games = Vec::new();
            let (mut start, mut splitter) = (0, Splitter::new());
            for end in (step..=text.len()).step_by(step) {
                let complete = end == text.len();
                while let Some(length) = splitter.find_game_end(&text.as_bytes()[start..end], complete) {
                    games.push(&text[start..start + length]);
                    start += length;
                    splitter = Splitter::new();
                }
            }
            assert_eq!(games, expected, "{step} bytes at a time");
        }
    }

    #[test]
    fn a_game_ends_at_the_tags_of_the_next() {
        check("[Event \"a\"]\n[Site \"b\"]\n\n1. e4\n\n|[Event \"c\"]\n\n1. d4");
        check("1. e4\n|[Event \"c\"]\n1. d4\n|[Event \"d\"]\n");
        check("[Event \"a\"] [Site \"] {\"] 1. e4 \n| [Event \"b\\\"] {\"]\n1. d4\n|[White \"x\"]");
        check("1. e4 (1. d4\n|[White \"x\"]");
    }

    #[test]
    fn a_game_ends_with_its_result() {
        check("1. e4 1-0\n|1. d4 0-1\n\n|1. c4 1/2-1/2\n\n|1. b4 *");
        check("1. e4 1-0 {good}\n{very good}\n;indeed\n\n|{next} 1. d4");
        check("1. e4 (1. d4 1-0) e5\n2. d4");
        check("1. e4 {1-0\n\n} e5\n2. d4 1-0 1. e4\n|2. e4");
        check("O-O 0-0 1-0\n|0-0");
    }

    #[test]
    fn an_empty_line_separates_games_only_before_move_one() {
        check("[Event \"a\"]\n\n{a}\n\n1. e4\n\n2. d4\n\n1... e5\n\n|1. d4");
        check("[Event \"a\"]\n\n[Site \"b\"]\n\n|[Event \"c\"]\n");
    }

    #[test]
    fn a_comment_without_end_does_not_swallow_the_next_game() {
        check("1. e4 {never\n[Event \"a\"] 1-0\n\n|[Event \"b\"]\n1. d4 {ends} *");
    }

    #[test]
    fn a_game_in_chinese_is_split_like_any_other() {
        check("[Game \"a\"]\n[Site \"{b\"]\n\n1. 炮二平五\n\n|[Event \"c\"]\n\n1. C2=5");
        check("1. C2=5 (1. H2+3\n|[Red \"x\"]");
        check("[Game \"a\"]\n\n[Site \"b\"]\n\n|[Game \"c\"]\n");
        check("1. C2=5 1-0\n|1. H2+3 0-1\n\n|1. C8=5 1/2-1/2\n\n|1. C2=4 *");
        check("1. 炮二平五 1-0 {好}\n{很好}\n;真的\n\n|{next} 1. C2=5");
        check("1. C2=5 (1. H2+3 1-0) h8+7\n2. 11=2");
        check("1. C2=5 {never\n[Game \"a\"] 1-0\n\n|[Game \"b\"]\n1. C2=5 {ends} *");
    }
}
