//! The lexer: splits the text of one game into tokens.

use alloc::{borrow::ToOwned, string::String};
use core::marker::PhantomData;

use crate::nag::nag_from_symbol;
use crate::{GameResult, PgnErrorKind, PgnPosition, Tag};

/// A token of a game.
#[derive(Debug, PartialEq, Eq)]
pub enum Token<'t> {
    /// `[Name "value"]`.
    Tag {
        /// The tag.
        tag: Tag,
        /// The byte offset of its value.
        value_offset: usize,
    },
    /// `{...}` or `;...`, without delimiters and surrounding spaces.
    Comment(&'t str),
    /// `(`.
    VariationStart,
    /// `)`.
    VariationEnd,
    /// `$5` or `!?`.
    Nag(u8),
    /// `12.` or `12...` or `...`. Move numbers are ignored.
    MoveNumber,
    /// A word that should be a move.
    Move(&'t str),
    /// `--`.
    NullMove,
    /// `e.p.` or a separate check mark, which belongs to the move before.
    Suffix(&'t str),
    /// `1-0`.
    Result(GameResult),
}

/// A problem and its place in the text.
#[derive(Debug, PartialEq, Eq)]
pub struct SyntaxError<S: PgnPosition> {
    /// The byte offset.
    pub offset: usize,
    /// The problem.
    pub kind: PgnErrorKind<S>,
}

/// Splits a text into tokens.
#[derive(Debug)]
pub struct Lexer<'t, S> {
    text: &'t str,
    offset: usize,
    game: PhantomData<S>,
}

impl<'t, S: PgnPosition> Lexer<'t, S> {
    /// Creates a lexer for a text.
    #[must_use]
    pub const fn new(text: &'t str) -> Lexer<'t, S> {
        Lexer { text, offset: 0, game: PhantomData }
    }

    /// Returns the next token and its byte offset; `None` at the end of the text.
    ///
    /// # Errors
    /// Returns `SyntaxError` if the text at the current offset is not a token.
    pub fn next_token(&mut self) -> Result<Option<(usize, Token<'t>)>, SyntaxError<S>> {
        self.skip_white_space();
        let at = self.offset;
        let Some(&byte) = self.text.as_bytes().get(at) else { return Ok(None) };
        let token = match byte {
            b'{' => self.lex_comment()?,
            b';' => Token::Comment(self.rest_of_line().get(1..).unwrap_or_default().trim()),
            b'[' => self.lex_tag()?,
            b'(' => self.take_punctuation(1, Token::VariationStart),
            b')' => self.take_punctuation(1, Token::VariationEnd),
            b'*' => self.take_punctuation(1, Token::Result(GameResult::Unknown)),
            b'$' => self.lex_nag()?,
            b'!' | b'?' => self.lex_annotation_marks(),
            b'}' | b']' | b'"' => {
                return Err(SyntaxError { offset: at, kind: unexpected_token_error(&self.text[at..]) });
            }
            _ if byte.is_ascii_control() => {
                return Err(SyntaxError {
                    offset: at,
                    kind: PgnErrorKind::ControlCharacter { character: byte.into() },
                });
            }
            0x80.. => match self.text[at..].chars().next() {
                Some(mark @ '（') => self.take_punctuation(mark.len_utf8(), Token::VariationStart),
                Some(mark @ '）') => self.take_punctuation(mark.len_utf8(), Token::VariationEnd),
                Some('！' | '？') => self.lex_annotation_marks(),
                _ => self.lex_word(),
            },
            _ => self.lex_word(),
        };
        Ok(Some((at, token)))
    }

    /// Moves on to what follows the text of an error. A token that the parser rejected has been read already.
    pub(crate) fn skip_faulty_token(&mut self, error: &SyntaxError<S>) {
        if self.offset > error.offset {
            return;
        }
        let rest = &self.text[self.offset..];
        // No more is searched than is skipped, so that many errors on one line take linear time.
        self.offset += match &error.kind {
            PgnErrorKind::InvalidNag { .. } => {
                1 + rest.bytes().skip(1).take_while(u8::is_ascii_digit).count()
            }
            PgnErrorKind::UnterminatedTag { .. } => rest.find('\n').unwrap_or(rest.len()),
            kind if kind.is_in_tag() => match rest.find([']', '\n']) {
                Some(end) => end + usize::from(rest.as_bytes()[end] == b']'),
                None => rest.len(),
            },
            _ => rest.chars().next().map_or(0, char::len_utf8),
        };
    }

    /// Moves on to what follows the variation that begins at an offset. Returns whether it has an end.
    pub(crate) fn skip_variation(&mut self, offset: usize) -> bool {
        let bracket = self.text[offset..].chars().next().map_or(0, char::len_utf8);
        self.skip_to_variation_end(offset + bracket)
    }

    /// Moves on from an offset inside a variation to what follows the variation. Returns whether it has an end.
    ///
    /// It takes linear time, because words, tags and glyphs are not looked at.
    pub(crate) fn skip_to_variation_end(&mut self, offset: usize) -> bool {
        self.offset = offset;
        let mut depth = 1_usize;
        while let Some(letter) = self.text[self.offset..].chars().next() {
            let is_line_start = self.offset > 0 && self.text.as_bytes()[self.offset - 1] == b'\n';
            match letter {
                '{' if self.lex_comment().is_err() => return false,
                '{' => continue,
                ';' => {
                    self.rest_of_line();
                    continue;
                }
                '%' if is_line_start => {
                    self.rest_of_line();
                    continue;
                }
                '(' | '（' => depth += 1,
                ')' | '）' => depth -= 1,
                _ => {}
            }
            self.offset += letter.len_utf8();
            if depth == 0 {
                return true;
            }
        }
        false
    }

    fn take_punctuation(&mut self, length: usize, token: Token<'t>) -> Token<'t> {
        self.offset += length;
        token
    }

    /// Skips white space and lines that begin with `%`, which the standard reserves for other programs.
    fn skip_white_space(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.offset) {
            match byte {
                b' ' | b'\t'..=b'\r' | CTRL_Z => self.offset += 1,
                b'%' if self.offset == 0 || bytes[self.offset - 1] == b'\n' => {
                    self.rest_of_line();
                }
                0x80.. => {
                    match self.text[self.offset..].chars().next().filter(|&letter| is_unicode_space(letter)) {
                        Some(space) => self.offset += space.len_utf8(),
                        None => return,
                    }
                }
                _ => return,
            }
        }
    }

    fn rest_of_line(&mut self) -> &'t str {
        let rest = &self.text[self.offset..];
        let line = rest.split_once('\n').map_or(rest, |(line, _)| line);
        self.offset += line.len();
        line
    }

    fn lex_comment(&mut self) -> Result<Token<'t>, SyntaxError<S>> {
        let inner = &self.text[self.offset + 1..];
        let Some((inner, _)) = inner.split_once('}') else {
            return Err(SyntaxError { offset: self.offset, kind: PgnErrorKind::UnterminatedComment });
        };
        self.offset += inner.len() + 2;
        Ok(Token::Comment(inner.trim()))
    }

    fn lex_tag(&mut self) -> Result<Token<'t>, SyntaxError<S>> {
        let rest = self.text[self.offset + 1..].trim_start_matches(LINE_SPACES);
        let name_at = self.text.len() - rest.len();
        let ends = |letter: char| letter.is_whitespace() || matches!(letter, '"' | '[' | ']');
        let end = rest.find(ends).unwrap_or(rest.len());
        let name = &rest[..end];
        if name.is_empty() {
            return Err(SyntaxError { offset: name_at, kind: PgnErrorKind::MissingTagName });
        }
        let rest = rest[end..].trim_start_matches(LINE_SPACES);
        let quote_at = self.text.len() - rest.len();
        let Some(rest) = rest.strip_prefix('"') else {
            return Err(SyntaxError {
                offset: quote_at,
                kind: PgnErrorKind::MissingTagQuote { name: truncated(name).to_owned() },
            });
        };
        let Some((value, rest)) = read_value(rest) else {
            return Err(SyntaxError {
                offset: quote_at,
                kind: PgnErrorKind::UnterminatedTag { name: truncated(name).to_owned() },
            });
        };
        self.offset = self.text.len() - rest.len();
        Ok(Token::Tag { tag: Tag { name: name.to_owned(), value }, value_offset: quote_at + 1 })
    }

    fn lex_nag(&mut self) -> Result<Token<'t>, SyntaxError<S>> {
        let rest = &self.text[self.offset..];
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let text = &rest[..=digits];
        let Ok(nag) = text[1..].parse() else {
            return Err(SyntaxError {
                offset: self.offset,
                kind: PgnErrorKind::InvalidNag { text: truncated(text).to_owned() },
            });
        };
        self.offset += text.len();
        Ok(Token::Nag(nag))
    }

    /// Reads one or two of `!` and `?`, of either width.
    fn lex_annotation_marks(&mut self) -> Token<'t> {
        let mut marks = self.text[self.offset..].chars().map_while(|mark| match mark {
            '!' | '！' => Some((mark, true)),
            '?' | '？' => Some((mark, false)),
            _ => None,
        });
        let (first, second) = (marks.next(), marks.next());
        self.offset += first.into_iter().chain(second).map(|(mark, _)| mark.len_utf8()).sum::<usize>();
        let is_exclamation = |mark: Option<(char, bool)>| mark.map(|(_, is_exclamation)| is_exclamation);
        Token::Nag(match (is_exclamation(first), is_exclamation(second)) {
            (Some(true), None) => 1,
            (_, None) => 2,
            (Some(true), Some(true)) => 3,
            (Some(true), Some(false)) => 5,
            (_, Some(true)) => 6,
            (_, Some(false)) => 4,
        })
    }

    fn lex_word(&mut self) -> Token<'t> {
        let rest = &self.text[self.offset..];
        let certain = S::move_prefix_length(rest);
        if certain > 0 {
            self.offset += certain;
            return Token::Move(&rest[..certain]);
        }
        // The number comes first: searching the end of the word from every number of `1.1.1.` would take
        // quadratic time.
        let number = move_number_length(rest);
        if number > 0 && !is_word_end(&rest[number..]) {
            self.offset += number;
            return Token::MoveNumber;
        }
        let word = first_word(rest);
        self.offset += word.len();
        // Most words are moves and begin with a letter; the others are distinguished below.
        match word.as_bytes()[0] {
            b'a'..=b'd' | b'f'..=b'h' | b'A'..=b'Y' => return Token::Move(word),
            _ => {}
        }
        if let Some(result) = S::parse_result(word) {
            return Token::Result(result);
        }
        match word {
            "--" | "Z0" | "0000" | "@@@@" | "<>" => Token::NullMove,
            "e.p." | "ep" | "e.p" | "ep." | "+" | "++" | "#" => Token::Suffix(word),
            _ if number > 0 => Token::MoveNumber,
            _ => nag_from_symbol(word).map_or(Token::Move(word), Token::Nag),
        }
    }
}

/// The end mark of DOS files.
const CTRL_Z: u8 = 0x1a;

/// White space inside a line.
const LINE_SPACES: [char; 3] = [' ', '\t', '\r'];

/// Whether a character is white space of any script, or a byte order mark where files were joined.
fn is_unicode_space(letter: char) -> bool {
    letter.is_whitespace() || letter == '\u{feff}'
}

/// Whether a character ends a word in files that were typed with a Chinese keyboard.
fn is_fullwidth_word_end(letter: char) -> bool {
    is_unicode_space(letter) || matches!(letter, '（' | '）' | '！' | '？')
}

/// Returns the text before the next white space or punctuation.
#[must_use]
pub fn first_word(text: &str) -> &str {
    let ends = |&at: &usize| text.is_char_boundary(at) && is_word_end(&text[at..]);
    &text[..(0..text.len()).find(ends).unwrap_or(text.len())]
}

/// Whether white space, punctuation or the end of the text comes next.
fn is_word_end(text: &str) -> bool {
    match text.as_bytes() {
        [] => true,
        [b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'$' | b'!' | b'?' | b'*' | b'"', ..] => true,
        [byte, ..] if !byte.is_ascii() => text.starts_with(is_fullwidth_word_end),
        [byte, ..] => byte.is_ascii_control() || *byte == b' ',
    }
}

/// Returns the length of a leading move number: digits, dots, or both. `0-0` and `1-0` are not move numbers.
fn move_number_length(text: &str) -> usize {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = text[digits..].trim_start_matches(['.', '…', '．', '、']);
    let dots = text.len() - digits - rest.len();
    let counts =
        dots > 0 || is_word_end(rest) || rest.starts_with(|letter: char| letter.is_ascii_alphabetic());
    if counts { digits + dots } else { 0 }
}

/// Reads a tag value up to its closing quote and returns it with the text after the tag.
///
/// The closing quote is the first unescaped one that ends the tag or the line, because quotes inside a value
/// are often not escaped.
fn read_value(text: &str) -> Option<(String, &str)> {
    let mut value = String::with_capacity(24);
    let mut rest = text;
    loop {
        let special = rest.find(['"', '\\', '\n'])?;
        value.push_str(&rest[..special]);
        rest = &rest[special..];
        match rest.as_bytes() {
            [b'\\', escaped @ (b'"' | b'\\'), ..] => {
                value.push(char::from(*escaped));
                rest = &rest[2..];
            }
            [b'\\', ..] => {
                value.push('\\');
                rest = &rest[1..];
            }
            [b'"', ..] => {
                rest = &rest[1..];
                let end = rest.trim_start_matches(LINE_SPACES);
                match end.as_bytes() {
                    [b']', ..] => return Some((value, &end[1..])),
                    [] | [b'\n', ..] => return Some((value, end)),
                    _ => value.push('"'),
                }
            }
            _ => return None,
        }
    }
}

/// Returns the error of an unexpected token.
pub(crate) fn unexpected_token_error<S: PgnPosition>(text: &str) -> PgnErrorKind<S> {
    PgnErrorKind::Unexpected { text: excerpt(text) }
}

/// Returns the first word of a text, short enough for a message.
pub(crate) fn excerpt(text: &str) -> String {
    truncated(text).split_whitespace().next().unwrap_or_default().to_owned()
}

/// Returns the first 32 characters of a text: input words may have any length.
#[must_use]
pub fn truncated(text: &str) -> &str {
    text.char_indices().nth(32).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use yipan_core::Side;

    use super::*;
    use crate::test_game::TestPosition;

    fn check(text: &str, expected: &[Token<'_>]) {
        let mut tokens = Lexer::<TestPosition>::new(text);
        let mut found = Vec::new();
        while let Some((_, token)) = tokens.next_token().expect(text) {
            found.push(token);
        }
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn numbers_results_and_castling_are_distinguished() {
        check("12.0-0", &[Token::MoveNumber, Token::Move("0-0")]);
        check("0-0-0 0-1", &[Token::Move("0-0-0"), Token::Result(GameResult::Win(Side::Second))]);
        check("3...Nf6", &[Token::MoveNumber, Token::Move("Nf6")]);
        check("1e4 … 0000", &[Token::MoveNumber, Token::Move("e4"), Token::MoveNumber, Token::NullMove]);
        check("1-0*", &[Token::Result(GameResult::Win(Side::First)), Token::Result(GameResult::Unknown)]);
        check("½-½ 1/2", &[Token::Result(GameResult::Draw), Token::Result(GameResult::Draw)]);
    }

    #[test]
    fn annotation_marks_may_stand_anywhere() {
        check("Qh5!?+", &[Token::Move("Qh5"), Token::Nag(5), Token::Suffix("+")]);
        check("!!!$139∓", &[Token::Nag(3), Token::Nag(1), Token::Nag(139), Token::Nag(17)]);
        check("+- a8=Q+ = ep", &[Token::Nag(18), Token::Move("a8=Q+"), Token::Nag(10), Token::Suffix("ep")]);
    }

    #[test]
    fn a_value_ends_with_the_quote_that_ends_the_tag() {
        for (text, value) in [
            (r#"[White "Tal"]"#, "Tal"),
            (r#"[ White   "Tal" ]"#, "Tal"),
            (r#"[White"Tal"]"#, "Tal"),
            (r#"[White "Tal""#, "Tal"),
            (r#"[White ""]"#, ""),
            (r#"[White "the "fast" one"]"#, r#"the "fast" one"#),
            (r#"[White "the \"fast\" one"]"#, r#"the "fast" one"#),
            (r#"[White "a\\"]"#, r"a\"),
            (r#"[White "c:\tal"]"#, r"c:\tal"),
            (r#"[White "] {\"] "]"#, r#"] {"] "#),
        ] {
            let value_at = text.find('"').expect("a quote") + 1;
            check(text, &[Token::Tag { tag: Tag::new("White", value), value_offset: value_at }]);
        }
    }
}
