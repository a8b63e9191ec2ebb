//! Where one game ends and the next begins, told line by line.

/// Finds the ends of games in text that comes in pieces. It understands just enough to tell a tag from a tag
/// inside a comment, and does not care whether the games make sense.
#[derive(Debug, Default)]
pub(super) struct Splitter {
    /// How much of the text was looked at: whole lines.
    at: usize,
    /// How far the end of the line after them was looked for.
    searched: usize,
    /// The line before was empty.
    after_empty: bool,
    in_comment: bool,
    depth: u32,
    seen: Seen,
}

/// How far the game has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    #[default]
    Nothing,
    Tags,
    Moves,
    Result,
}

/// What a game begins with in files that follow the custom.
const FIRST_TAGS: [&str; 2] = ["[Game \"", "[Event \""];

impl Splitter {
    /// The text was cut off in front by so much.
    pub(super) fn forget(&mut self, bytes: usize) {
        self.at = self.at.saturating_sub(bytes);
        self.searched = self.searched.saturating_sub(bytes);
    }

    /// Where the game at the beginning of the text ends, if that can be told. The text is the one of the last
    /// call with more behind it; if it is complete, the last game ends with it.
    pub(super) fn end(&mut self, text: &str, complete: bool) -> Option<usize> {
        while self.at < text.len() {
            let from = self.searched.max(self.at);
            let end = match text.as_bytes()[from..].iter().position(|&byte| byte == b'\n') {
                Some(length) => from + length + 1,
                None if complete => text.len(),
                None => {
                    self.searched = text.len();
                    return None;
                }
            };
            let line = text[self.at..end].trim();
            if self.begins_game(line) {
                return Some(self.at);
            }
            if line.is_empty() && self.seen == Seen::Result && !self.in_comment {
                return Some(end);
            }
            self.read(line);
            self.after_empty = line.is_empty();
            self.at = end;
        }
        (complete && !text.is_empty()).then_some(text.len())
    }

    /// Whether this line is the first of the next game.
    fn begins_game(&self, line: &str) -> bool {
        let announced = || self.after_empty && FIRST_TAGS.iter().any(|tag| line.starts_with(tag));
        let first = line.chars().next();
        match (self.seen, first) {
            _ if self.in_comment => announced(),
            (Seen::Tags, Some('[')) => announced(),
            (Seen::Moves | Seen::Result, Some('[')) => true,
            (Seen::Result, Some('{' | ';' | '%') | None) => false,
            (Seen::Result, _) => true,
            (Seen::Moves, Some('1')) if self.after_empty && self.depth == 0 => {
                line.starts_with("1.") && !line.starts_with("1..")
            }
            _ => false,
        }
    }

    fn read(&mut self, line: &str) {
        let mut rest = line;
        if !self.in_comment && line.starts_with('[') && self.seen <= Seen::Tags {
            self.seen = Seen::Tags;
            // Values hold any sign, so whatever stands between brackets is passed over.
            rest = line.rfind("\"]").map_or("", |end| &line[end + 2..]);
        }
        if !self.in_comment && line.starts_with('%') {
            return;
        }
        let mut in_word = false;
        for (at, byte) in rest.bytes().enumerate() {
            if self.in_comment {
                self.in_comment = byte != b'}';
                continue;
            }
            match byte {
                b'{' => self.in_comment = true,
                b';' => return,
                b'(' => self.depth = self.depth.saturating_add(1),
                b')' => self.depth = self.depth.saturating_sub(1),
                b'0' | b'1' | b'*' if !in_word && self.depth == 0 => {
                    let word = &rest.as_bytes()[at..];
                    let results: [&[u8]; 4] = [b"*", b"1-0", b"0-1", b"1/2-1/2"];
                    if results.iter().any(|result| word.starts_with(result)) {
                        self.seen = Seen::Result;
                    }
                }
                0x80.. => self.seen = self.seen.max(Seen::Moves),
                _ if byte.is_ascii_alphabetic() => self.seen = self.seen.max(Seen::Moves),
                _ => {}
            }
            in_word = !byte.is_ascii_whitespace() && !matches!(byte, b'{' | b'}' | b'(' | b')' | b'*');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits a text at once and sign by sign; `|` shows where the games should be parted.
    fn check(marked: &str) {
        let expected: Vec<&str> = marked.split('|').collect();
        let text = expected.concat();
        let ends: Vec<usize> = (1..=text.len()).filter(|&end| text.is_char_boundary(end)).collect();
        for ends in [&ends[ends.len() - 1..], &ends[..]] {
            let mut games = Vec::new();
            let (mut start, mut splitter) = (0, Splitter::default());
            for &end in ends {
                while let Some(length) = splitter.end(&text[start..end], end == text.len()) {
                    games.push(&text[start..start + length]);
                    start += length;
                    splitter = Splitter::default();
                }
            }
            assert_eq!(games, expected);
        }
    }

    #[test]
    fn a_game_ends_at_the_tags_of_the_next() {
        check("[Game \"a\"]\n[Site \"{b\"]\n\n1. 炮二平五\n\n|[Event \"c\"]\n\n1. C2=5");
        check("1. C2=5 (1. H2+3\n|[Red \"x\"]");
        check("[Game \"a\"]\n\n[Site \"b\"]\n\n|[Game \"c\"]\n");
    }

    #[test]
    fn a_game_ends_with_its_result() {
        check("1. C2=5 1-0\n|1. H2+3 0-1\n\n|1. C8=5 1/2-1/2\n\n|1. C2=4 *");
        check("1. 炮二平五 1-0 {好}\n{很好}\n;真的\n\n|{next} 1. C2=5");
        check("1. C2=5 (1. H2+3 1-0) h8+7\n2. 11=2");
    }

    #[test]
    fn a_comment_without_end_does_not_swallow_the_next_game() {
        check("1. C2=5 {never\n[Game \"a\"] 1-0\n\n|[Game \"b\"]\n1. C2=5 {ends} *");
    }
}
