//! The text of one game, cut into what a game is made of.

use std::marker::PhantomData;

use crate::{GameResult, Notated, PgnErrorKind, Tag};

/// A part of a game.
#[derive(Debug, PartialEq, Eq)]
pub enum Token<'t> {
    /// `[Name "value"]`, and where in the text the value begins.
    Tag {
        /// The tag.
        tag: Tag,
        /// Where its value begins, in bytes.
        value_at: usize,
    },
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
    /// `--`.
    Null,
    /// `e.p.` or a check mark on its own: it belongs to the move before.
    Suffix(&'t str),
    /// `1-0`.
    Result(GameResult),
}

/// What is wrong, and where in the text.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault<S: Notated> {
    /// Where, in bytes.
    pub at: usize,
    /// What.
    pub kind: PgnErrorKind<S>,
}

/// Takes a text apart.
#[derive(Debug)]
pub struct Tokens<'t, S> {
    text: &'t str,
    at: usize,
    game: PhantomData<S>,
}

impl<'t, S: Notated> Tokens<'t, S> {
    /// The parts of this text.
    #[must_use]
    pub const fn new(text: &'t str) -> Tokens<'t, S> {
        Tokens { text, at: 0, game: PhantomData }
    }

    /// The next part and where it begins; none at the end of the text.
    ///
    /// # Errors
    /// What stands there is no part of a game.
    pub fn next_token(&mut self) -> Result<Option<(usize, Token<'t>)>, Fault<S>> {
        self.skip_blanks();
        let at = self.at;
        let Some(&byte) = self.text.as_bytes().get(at) else { return Ok(None) };
        let token = match byte {
            b'{' => self.comment()?,
            b';' => Token::Comment(self.rest_of_line().get(1..).unwrap_or_default().trim()),
            b'[' => self.tag()?,
            b'(' => self.sign(1, Token::Open),
            b')' => self.sign(1, Token::Close),
            b'*' => self.sign(1, Token::Result(GameResult::Open)),
            b'$' => self.nag()?,
            b'!' | b'?' => self.glyph(),
            b'}' | b']' | b'"' => return Err(Fault { at, kind: unexpected(&self.text[at..]) }),
            _ if byte.is_ascii_control() => {
                return Err(Fault { at, kind: PgnErrorKind::Control { character: byte.into() } });
            }
            0x80.. => match self.text[at..].chars().next() {
                Some(sign @ '（') => self.sign(sign.len_utf8(), Token::Open),
                Some(sign @ '）') => self.sign(sign.len_utf8(), Token::Close),
                Some('！' | '？') => self.glyph(),
                _ => self.word(),
            },
            _ => self.word(),
        };
        Ok(Some((at, token)))
    }

    fn sign(&mut self, length: usize, token: Token<'t>) -> Token<'t> {
        self.at += length;
        token
    }

    /// Passes blanks, and whole lines that begin with `%`, which are for other programs.
    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b' ' | b'\t'..=b'\r' | CTRL_Z => self.at += 1,
                b'%' if self.at == 0 || bytes[self.at - 1] == b'\n' => {
                    self.rest_of_line();
                }
                0x80.. => match self.text[self.at..].chars().next().filter(|&letter| is_wide_blank(letter)) {
                    Some(blank) => self.at += blank.len_utf8(),
                    None => return,
                },
                _ => return,
            }
        }
    }

    fn rest_of_line(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let line = rest.split_once('\n').map_or(rest, |(line, _)| line);
        self.at += line.len();
        line
    }

    fn comment(&mut self) -> Result<Token<'t>, Fault<S>> {
        let inner = &self.text[self.at + 1..];
        let Some((inner, _)) = inner.split_once('}') else {
            return Err(Fault { at: self.at, kind: PgnErrorKind::CommentOpen });
        };
        self.at += inner.len() + 2;
        Ok(Token::Comment(inner.trim()))
    }

    fn tag(&mut self) -> Result<Token<'t>, Fault<S>> {
        let rest = self.text[self.at + 1..].trim_start_matches(BLANKS);
        let name_at = self.text.len() - rest.len();
        let ends = |letter: char| letter.is_whitespace() || matches!(letter, '"' | '[' | ']');
        let end = rest.find(ends).unwrap_or(rest.len());
        let name = &rest[..end];
        if name.is_empty() {
            return Err(Fault { at: name_at, kind: PgnErrorKind::TagName });
        }
        let rest = rest[end..].trim_start_matches(BLANKS);
        let quote_at = self.text.len() - rest.len();
        let Some(rest) = rest.strip_prefix('"') else {
            return Err(Fault { at: quote_at, kind: PgnErrorKind::TagQuote { name: clip(name).to_owned() } });
        };
        let Some((value, rest)) = read_value(rest) else {
            return Err(Fault { at: quote_at, kind: PgnErrorKind::TagOpen { name: clip(name).to_owned() } });
        };
        self.at = self.text.len() - rest.len();
        Ok(Token::Tag { tag: Tag { name: name.to_owned(), value }, value_at: quote_at + 1 })
    }

    fn nag(&mut self) -> Result<Token<'t>, Fault<S>> {
        let rest = &self.text[self.at..];
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
        let mut marks = self.text[self.at..].chars().map_while(|sign| match sign {
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
        let rest = &self.text[self.at..];
        let certain = S::move_length(rest);
        if certain > 0 {
            self.at += certain;
            return Token::Move(&rest[..certain]);
        }
        // The number first: looking for the end of the word from every number of `1.1.1.` would take for ever.
        let number = number_length(rest);
        if number > 0 && !ends_word(&rest[number..]) {
            self.at += number;
            return Token::Number;
        }
        let word = first_word(rest);
        self.at += word.len();
        // Most words are moves and begin with a letter; the few that are not are told apart below.
        match word.as_bytes()[0] {
            b'a'..=b'd' | b'f'..=b'h' | b'A'..=b'Y' => return Token::Move(word),
            _ => {}
        }
        if let Some(result) = S::read_result(word) {
            return Token::Result(result);
        }
        match word {
            "--" | "Z0" | "0000" | "@@@@" | "<>" => Token::Null,
            "e.p." | "ep" | "e.p" | "ep." | "+" | "++" | "#" => Token::Suffix(word),
            _ if number > 0 => Token::Number,
            _ => glyph_of(word).map_or(Token::Move(word), Token::Nag),
        }
    }
}

/// The end of a file on DOS.
const CTRL_Z: u8 = 0x1a;

/// The blanks inside a line.
const BLANKS: [char; 3] = [' ', '\t', '\r'];

/// A blank of another script, or a byte order mark where files were joined.
fn is_wide_blank(letter: char) -> bool {
    letter.is_whitespace() || letter == '\u{feff}'
}

/// What ends a word in files that were typed with a Chinese keyboard.
fn ends_word_wide(letter: char) -> bool {
    is_wide_blank(letter) || matches!(letter, '（' | '）' | '！' | '？')
}

/// What stands before the next blank or sign.
#[must_use]
pub fn first_word(text: &str) -> &str {
    let ends = |&at: &usize| text.is_char_boundary(at) && ends_word(&text[at..]);
    &text[..(0..text.len()).find(ends).unwrap_or(text.len())]
}

/// Whether a blank, a sign or nothing at all comes next.
fn ends_word(text: &str) -> bool {
    match text.as_bytes() {
        [] => true,
        [b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'$' | b'!' | b'?' | b'*' | b'"', ..] => true,
        [byte, ..] if !byte.is_ascii() => text.starts_with(ends_word_wide),
        [byte, ..] => byte.is_ascii_control() || *byte == b' ',
    }
}

/// How much of a text is a move number: digits, dots, or both. `0-0` and `1-0` are none.
fn number_length(text: &str) -> usize {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = text[digits..].trim_start_matches(['.', '…', '．', '、']);
    let dots = text.len() - digits - rest.len();
    let counts = dots > 0 || ends_word(rest) || rest.starts_with(|letter: char| letter.is_ascii_alphabetic());
    if counts { digits + dots } else { 0 }
}

/// Evaluations that books and programs write as signs, by their numbers in the PGN standard.
fn glyph_of(word: &str) -> Option<u8> {
    match word {
        "□" => Some(7),
        "=" => Some(10),
        "∞" => Some(13),
        "+=" | "+/=" | "⩲" => Some(14),
        "=+" | "=/+" | "⩱" => Some(15),
        "±" | "+/-" | "+/−" => Some(16),
        "∓" | "-/+" | "−/+" => Some(17),
        "+-" | "+−" => Some(18),
        "-+" | "−+" => Some(19),
        _ => None,
    }
}

/// Reads a value up to its closing quote: the first, not escaped, that ends the tag or the line. People write
/// quotes inside a value without escaping them. Gives what stands behind the tag as well.
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
                let end = rest.trim_start_matches(BLANKS);
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

/// What cannot stand where it stands, as far as the next blank.
pub(crate) fn unexpected<S: Notated>(text: &str) -> PgnErrorKind<S> {
    PgnErrorKind::Unexpected { text: shown(text) }
}

/// The beginning of a text as far as the next blank, short enough to be shown.
pub(crate) fn shown(text: &str) -> String {
    clip(text).split_whitespace().next().unwrap_or_default().to_owned()
}

/// The beginning of a word: hostile words are as long as they like.
#[must_use]
pub fn clip(text: &str) -> &str {
    text.char_indices().nth(32).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use yipan_rules::Seat;

    use super::*;
    use crate::toy::Toy;

    fn check(text: &str, expected: &[Token<'_>]) {
        let mut tokens = Tokens::<Toy>::new(text);
        let mut found = Vec::new();
        while let Some((_, token)) = tokens.next_token().expect(text) {
            found.push(token);
        }
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn numbers_results_and_castling_are_told_apart() {
        check("12.0-0", &[Token::Number, Token::Move("0-0")]);
        check("0-0-0 0-1", &[Token::Move("0-0-0"), Token::Result(GameResult::Won(Seat::Second))]);
        check("3...Nf6", &[Token::Number, Token::Move("Nf6")]);
        check("1e4 … 0000", &[Token::Number, Token::Move("e4"), Token::Number, Token::Null]);
        check("1-0*", &[Token::Result(GameResult::Won(Seat::First)), Token::Result(GameResult::Open)]);
        check("½-½ 1/2", &[Token::Result(GameResult::Draw), Token::Result(GameResult::Draw)]);
    }

    #[test]
    fn glyphs_stand_where_they_like() {
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
            check(text, &[Token::Tag { tag: Tag::new("White", value), value_at }]);
        }
    }
}
