//! A minimal JSON parser with limited nesting depth.

use std::{iter::Peekable, str::CharIndices};

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum JsonValue {
    /// `null`, `true` or `false`.
    Literal,
    /// A number in its original spelling.
    Number(String),
    Text(String),
    List(Vec<JsonValue>),
    Object(Vec<(String, JsonValue)>),
}

/// The maximum nesting depth.
const MAX_DEPTH: usize = 16;

/// Parses a text with one value. The error is the position of the first invalid character, counted from 1.
pub(super) fn read(text: &str) -> Result<JsonValue, usize> {
    let mut reader = JsonReader { chars: text.char_indices().peekable(), text };
    let read = reader.value(0).filter(|_| reader.peek().is_none());
    read.ok_or_else(|| {
        let bytes = reader.chars.peek().map_or(text.len(), |&(at, _)| at);
        text[..bytes].chars().count() + 1
    })
}

struct JsonReader<'a> {
    chars: Peekable<CharIndices<'a>>,
    text: &'a str,
}

impl JsonReader<'_> {
    /// Returns the next character after whitespace without consuming it.
    fn peek(&mut self) -> Option<char> {
        while self.chars.next_if(|&(_, character)| matches!(character, ' ' | '\t' | '\r' | '\n')).is_some() {}
        self.chars.peek().map(|&(_, character)| character)
    }

    /// Consumes the next character after whitespace if it is `expected`.
    fn consume(&mut self, expected: char) -> Option<()> {
        (self.peek()? == expected).then(|| self.chars.next()).flatten().map(|_| ())
    }

    fn value(&mut self, depth: usize) -> Option<JsonValue> {
        match self.peek()? {
            _ if depth > MAX_DEPTH => None,
            '"' => self.string().map(JsonValue::Text),
            '[' => self.list(depth),
            '{' => self.object(depth),
            '-' | '0'..='9' => self.number(),
            _ => self.literal(),
        }
    }

    fn list(&mut self, depth: usize) -> Option<JsonValue> {
        self.consume('[')?;
        let mut list = Vec::new();
        while self.peek()? != ']' {
            if !list.is_empty() {
                self.consume(',')?;
            }
            list.push(self.value(depth + 1)?);
        }
        self.consume(']')?;
        Some(JsonValue::List(list))
    }

    fn object(&mut self, depth: usize) -> Option<JsonValue> {
        self.consume('{')?;
        let mut object = Vec::new();
        while self.peek()? != '}' {
            if !object.is_empty() {
                self.consume(',')?;
            }
            self.peek();
            let key = self.string()?;
            self.consume(':')?;
            object.push((key, self.value(depth + 1)?));
        }
        self.consume('}')?;
        Some(JsonValue::Object(object))
    }

    fn string(&mut self) -> Option<String> {
        self.chars.next_if(|&(_, character)| character == '"')?;
        let mut string = String::new();
        loop {
            match self.chars.next_if(|&(_, character)| character >= ' ')?.1 {
                '"' => return Some(string),
                '\\' => string.push(self.escaped()?),
                character => string.push(character),
            }
        }
    }

    fn escaped(&mut self) -> Option<char> {
        Some(match self.chars.next_if(|&(_, character)| "\"\\/bfnrtu".contains(character))?.1 {
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let unit = self.hex_unit()?;
                // Characters above U+FFFF are encoded as surrogate pairs.
                if !(0xd800..0xdc00).contains(&unit) {
                    return char::from_u32(unit);
                }
                self.chars.next_if(|&(_, character)| character == '\\')?;
                self.chars.next_if(|&(_, character)| character == 'u')?;
                let low = self.hex_unit()?.checked_sub(0xdc00).filter(|&low| low < 0x400)?;
                return char::from_u32(0x10000 + ((unit - 0xd800) << 10) + low);
            }
            character => character,
        })
    }

    fn hex_unit(&mut self) -> Option<u32> {
        (0..4).try_fold(0, |unit, _| {
            let (_, character) = self.chars.next_if(|&(_, character)| character.is_ascii_hexdigit())?;
            Some(unit << 4 | character.to_digit(16)?)
        })
    }

    fn number(&mut self) -> Option<JsonValue> {
        let start = self.chars.peek()?.0;
        let in_number = |character: char| matches!(character, '0'..='9' | '-' | '+' | '.' | 'e' | 'E');
        while self.chars.next_if(|&(_, character)| in_number(character)).is_some() {}
        let end = self.chars.peek().map_or(self.text.len(), |&(at, _)| at);
        Some(JsonValue::Number(self.text[start..end].to_owned()))
    }

    fn literal(&mut self) -> Option<JsonValue> {
        let start = self.chars.peek()?.0;
        let word = ["null", "true", "false"].into_iter().find(|word| self.text[start..].starts_with(word))?;
        word.chars().for_each(|_| {
            self.chars.next();
        });
        Some(JsonValue::Literal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_reads_with_every_kind_of_value() {
        let text = r#" { "a" : [ 1, -2.5e3, null, true, false, {} , [] ], "\u00e9\n\ud83d\ude00": "" } "#;
        let number = |text: &str| JsonValue::Number(text.to_owned());
        let word = JsonValue::Literal;
        let list = vec![
            number("1"),
            number("-2.5e3"),
            word.clone(),
            word.clone(),
            word,
            JsonValue::Object(Vec::new()),
            JsonValue::List(Vec::new()),
        ];
        let object = vec![
            ("a".to_owned(), JsonValue::List(list)),
            ("é\n😀".to_owned(), JsonValue::Text(String::new())),
        ];
        assert_eq!(read(text), Ok(JsonValue::Object(object)));
    }

    #[test]
    fn invalid_json_is_reported_with_its_position() {
        for (text, at) in [
            ("", 1),
            ("{", 2),
            ("{} x", 4),
            ("[1 2]", 4),
            ("[,1]", 2),
            ("{\"é\" 1}", 6),
            ("\"\\x\"", 3),
            ("\"\\ud800\"", 8),
            ("\"\\udc00\"", 8),
            ("nul", 1),
        ] {
            assert_eq!(read(text), Err(at), "{text}");
        }
        assert!(read(&"[".repeat(100_000)).is_err());
    }
}
