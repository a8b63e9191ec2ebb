//! The text of one game, cut into what a game is made of.

use super::PgnErrorKind;
use crate::files::{GameResult, Tag};
use crate::notation::{is_chinese, is_wxf};

/// A part of a game.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// `[Name "value"]`, and where in the text the value begins.
    Tag { tag: Tag, value_at: usize },
    /// `{...}` or `;...`, without its signs and the blanks around it.
    Comment(&'t str),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `$5` or `!?`.
    Nag(u8),
    /// `12.` or `12...` or `...`. Nobody relies on them.
    Number,
    /// What should be a move.
    Move(&'t str),
    /// `1-0`.
    Result(GameResult),
}

/// What is wrong, and where in the text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) kind: PgnErrorKind,
}

/// Takes a text apart.
pub(super) struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Tokens<'t> {
    pub(super) const fn new(text: &'t str) -> Tokens<'t> {
        Tokens { text, at: 0 }
    }

    /// The next part and where it begins; none at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<(usize, Token<'t>)>, Fault> {
        self.skip_blanks();
        let at = self.at;
        let Some(first) = self.rest().chars().next() else { return Ok(None) };
        let token = match first {
            '{' => self.comment()?,
            ';' => Token::Comment(self.rest_of_line().get(1..).unwrap_or_default().trim()),
            '[' => self.tag()?,
            '(' | '（' => self.sign(first, Token::Open),
            ')' | '）' => self.sign(first, Token::Close),
            '*' => self.sign(first, Token::Result(GameResult::Open)),
            '$' => self.nag()?,
            '!' | '?' | '！' | '？' => self.glyph(),
            '}' | ']' | '"' => return Err(Fault { at, kind: unexpected(self.rest()) }),
            _ => self.word(),
        };
        Ok(Some((at, token)))
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn sign(&mut self, sign: char, token: Token<'t>) -> Token<'t> {
        self.at += sign.len_utf8();
        token
    }

    /// Passes blanks of any width, and whole lines that begin with `%`, which are for other programs.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start_matches(is_blank).len();
            self.at += blank;
            let fresh = self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n';
            if !(fresh && self.rest().starts_with('%')) {
                return;
            }
            self.rest_of_line();
        }
    }

    fn rest_of_line(&mut self) -> &'t str {
        let rest = self.rest();
        let line = rest.split_once('\n').map_or(rest, |(line, _)| line);
        self.at += line.len();
        line
    }

    fn comment(&mut self) -> Result<Token<'t>, Fault> {
        let Some((inner, _)) = self.text[self.at + 1..].split_once('}') else {
            return Err(Fault { at: self.at, kind: PgnErrorKind::CommentOpen });
        };
        self.at += inner.len() + 2;
        Ok(Token::Comment(inner.trim()))
    }

    fn tag(&mut self) -> Result<Token<'t>, Fault> {
        let rest = self.text[self.at + 1..].trim_start_matches(BLANKS);
        let name_at = self.text.len() - rest.len();
        let ends = |letter: char| letter.is_whitespace() || matches!(letter, '"' | '[' | ']');
        let (name, rest) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
        if name.is_empty() {
            return Err(Fault { at: name_at, kind: PgnErrorKind::TagName });
        }
        let rest = rest.trim_start_matches(BLANKS);
        let quote_at = self.text.len() - rest.len();
        let named = || clip(name).to_owned();
        let Some(rest) = rest.strip_prefix('"') else {
            return Err(Fault { at: quote_at, kind: PgnErrorKind::TagQuote { name: named() } });
        };
        let Some((value, rest)) = read_value(rest) else {
            return Err(Fault { at: quote_at, kind: PgnErrorKind::TagOpen { name: named() } });
        };
        self.at = self.text.len() - rest.len();
        Ok(Token::Tag { tag: Tag { name: name.to_owned(), value }, value_at: quote_at + 1 })
    }

    fn nag(&mut self) -> Result<Token<'t>, Fault> {
        let rest = self.rest();
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let text = &rest[..=digits];
        let Ok(nag) = text[1..].parse() else {
            return Err(Fault { at: self.at, kind: PgnErrorKind::Nag { text: clip(text).to_owned() } });
        };
        self.at += text.len();
        Ok(Token::Nag(nag))
    }

    /// One or two of `!` and `?`, of either width.
    fn glyph(&mut self) -> Token<'t> {
        let mut marks = self.rest().chars().map_while(|sign| match sign {
            '!' | '！' => Some((sign, true)),
            '?' | '？' => Some((sign, false)),
            _ => None,
        });
        let (first, second) = (marks.next(), marks.next());
        self.at += first.into_iter().chain(second).map(|(sign, _)| sign.len_utf8()).sum::<usize>();
        let praise = |mark: Option<(char, bool)>| mark.map(|(_, praise)| praise);
        Token::Nag(match (praise(first), praise(second)) {
            (Some(true), None) => 1,
            (_, None) => 2,
            (Some(true), Some(true)) => 3,
            (Some(true), Some(false)) => 5,
            (_, Some(true)) => 6,
            (_, Some(false)) => 4,
        })
    }

    fn word(&mut self) -> Token<'t> {
        let rest = self.rest();
        let word = &rest[..rest.find(ends_word).unwrap_or(rest.len())];
        // Moves before numbers: `15=6` and `24.5` are pawns that stand behind one another.
        let move_length = move_length(word);
        let number = if move_length > 0 { 0 } else { number_length(word) };
        let length = [move_length, number].into_iter().find(|&length| length > 0).unwrap_or(word.len());
        let word = &word[..length];
        self.at += length;
        match GameResult::read(word) {
            Some(result) => Token::Result(result),
            None if number > 0 => Token::Number,
            None => Token::Move(word),
        }
    }
}

/// The blanks inside a line.
const BLANKS: [char; 3] = [' ', '\t', '\r'];

/// A blank of any script, a byte order mark where files were joined, or the end of a file on DOS.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{feff}' | '\u{1a}')
}

fn ends_word(letter: char) -> bool {
    let sign = matches!(
        letter,
        '{' | '}' | '(' | ')' | '（' | '）' | '[' | ']' | ';' | '$' | '!' | '?' | '！' | '？' | '*' | '"'
    );
    sign || is_blank(letter)
}

/// How much of a word is a move in WXF or Chinese, which some write without blanks between them.
fn move_length(word: &str) -> usize {
    if is_wxf(word) {
        return word.len();
    }
    let four = word.char_indices().nth(4).map_or(word.len(), |(end, _)| end);
    if is_chinese(&word[..four]) { four } else { 0 }
}

/// How much of a word is a move number: digits, dots, or both. `1-0` is none.
fn number_length(word: &str) -> usize {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let rest = word[digits..].trim_start_matches(['.', '…', '．', '、']);
    let dots = word.len() - digits - rest.len();
    if dots > 0 || rest.is_empty() { digits + dots } else { 0 }
}

/// Reads a value up to its closing quote: the first, not escaped, that ends the tag or the line. People write
/// quotes inside a value without escaping them. Gives what stands behind the tag as well.
fn read_value(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut rest = text;
    loop {
        let (plain, special) = rest.split_at(rest.find(['"', '\\', '\n'])?);
        value.push_str(plain);
        rest = match special.as_bytes() {
            [b'\\', escaped @ (b'"' | b'\\'), ..] => {
                value.push(char::from(*escaped));
                &special[2..]
            }
            [b'\\', ..] => {
                value.push('\\');
                &special[1..]
            }
            [b'"', ..] => {
                let after = special[1..].trim_start_matches(BLANKS);
                match after.as_bytes() {
                    [b']', ..] => return Some((value, &after[1..])),
                    [] | [b'\n', ..] => return Some((value, after)),
                    _ => value.push('"'),
                }
                &special[1..]
            }
            _ => return None,
        };
    }
}

/// What cannot stand where it stands, as far as the next blank.
pub(super) fn unexpected(text: &str) -> PgnErrorKind {
    PgnErrorKind::Unexpected { text: shown(text) }
}

/// The beginning of a text as far as the next blank, short enough to be shown.
pub(super) fn shown(text: &str) -> String {
    clip(text).split_whitespace().next().unwrap_or_default().to_owned()
}

/// The beginning of a word: hostile words are as long as they like.
pub(super) fn clip(text: &str) -> &str {
    text.char_indices().nth(32).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[Token<'_>]) {
        let mut tokens = Tokens::new(text);
        let mut found = Vec::new();
        while let Some((_, token)) = tokens.next().expect(text) {
            found.push(token);
        }
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn numbers_results_and_doubled_pawns_are_told_apart() {
        let (number, mv) = (Token::Number, Token::Move);
        check("12.15=6 24.5", &[number, mv("15=6"), mv("24.5")]);
        check("1、炮二平五马8进7", &[Token::Number, mv("炮二平五"), mv("马8进7")]);
        check(
            "1... 3卒平4 12 1-0",
            &[Token::Number, mv("3卒平4"), Token::Number, Token::Result(GameResult::Red)],
        );
        check("2.C+-2　.P=7 *", &[Token::Number, mv("C+-2"), mv(".P=7"), Token::Result(GameResult::Open)]);
        check("红胜", &[Token::Result(GameResult::Red)]);
    }

    #[test]
    fn glyphs_stand_where_they_like() {
        check("C2=5!?！", &[Token::Move("C2=5"), Token::Nag(5), Token::Nag(1)]);
        check("炮二平五？？$6", &[Token::Move("炮二平五"), Token::Nag(4), Token::Nag(6)]);
    }
}
