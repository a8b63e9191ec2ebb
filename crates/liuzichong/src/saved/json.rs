//! As much of JSON as a saved game needs: all of it can be read, nothing can overflow.

use std::{iter::Peekable, str::CharIndices};

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// `null`, `true` or `false`.
    Word,
    /// A number as it is written.
    Number(String),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

/// Lists in lists deeper than this are no saved game.
const DEEPEST: usize = 16;

/// Reads the one value that a text holds; else where it goes wrong, in characters counted from 1.
pub(super) fn read(text: &str) -> Result<Value, usize> {
    let mut reader = Reader { signs: text.char_indices().peekable(), text };
    let read = reader.value(0).filter(|_| reader.peek().is_none());
    read.ok_or_else(|| {
        let bytes = reader.signs.peek().map_or(text.len(), |&(at, _)| at);
        text[..bytes].chars().count() + 1
    })
}

struct Reader<'a> {
    signs: Peekable<CharIndices<'a>>,
    text: &'a str,
}

impl Reader<'_> {
    /// The next sign that is no space.
    fn peek(&mut self) -> Option<char> {
        while self.signs.next_if(|&(_, sign)| matches!(sign, ' ' | '\t' | '\r' | '\n')).is_some() {}
        self.signs.peek().map(|&(_, sign)| sign)
    }

    /// Takes the next sign that is no space, if it is this one.
    fn take(&mut self, sign: char) -> Option<()> {
        (self.peek()? == sign).then(|| self.signs.next()).flatten().map(|_| ())
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        match self.peek()? {
            _ if depth > DEEPEST => None,
            '"' => self.string().map(Value::Text),
            '[' => self.list(depth),
            '{' => self.object(depth),
            '-' | '0'..='9' => self.number(),
            _ => self.word(),
        }
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        self.take('[')?;
        let mut list = Vec::new();
        while self.peek()? != ']' {
            if !list.is_empty() {
                self.take(',')?;
            }
            list.push(self.value(depth + 1)?);
        }
        self.take(']')?;
        Some(Value::List(list))
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        self.take('{')?;
        let mut object = Vec::new();
        while self.peek()? != '}' {
            if !object.is_empty() {
                self.take(',')?;
            }
            self.peek();
            let key = self.string()?;
            self.take(':')?;
            object.push((key, self.value(depth + 1)?));
        }
        self.take('}')?;
        Some(Value::Object(object))
    }

    fn string(&mut self) -> Option<String> {
        self.signs.next_if(|&(_, sign)| sign == '"')?;
        let mut string = String::new();
        loop {
            match self.signs.next_if(|&(_, sign)| sign >= ' ')?.1 {
                '"' => return Some(string),
                '\\' => string.push(self.escaped()?),
                sign => string.push(sign),
            }
        }
    }

    fn escaped(&mut self) -> Option<char> {
        Some(match self.signs.next_if(|&(_, sign)| "\"\\/bfnrtu".contains(sign))?.1 {
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let unit = self.unit()?;
                // Signs beyond the first 65536 come as two halves.
                if !(0xd800..0xdc00).contains(&unit) {
                    return char::from_u32(unit);
                }
                self.signs.next_if(|&(_, sign)| sign == '\\')?;
                self.signs.next_if(|&(_, sign)| sign == 'u')?;
                let low = self.unit()?.checked_sub(0xdc00).filter(|&low| low < 0x400)?;
                return char::from_u32(0x10000 + ((unit - 0xd800) << 10) + low);
            }
            sign => sign,
        })
    }

    fn unit(&mut self) -> Option<u32> {
        (0..4).try_fold(0, |unit, _| {
            let (_, sign) = self.signs.next_if(|&(_, sign)| sign.is_ascii_hexdigit())?;
            Some(unit << 4 | sign.to_digit(16)?)
        })
    }

    fn number(&mut self) -> Option<Value> {
        let start = self.signs.peek()?.0;
        let in_number = |sign: char| matches!(sign, '0'..='9' | '-' | '+' | '.' | 'e' | 'E');
        while self.signs.next_if(|&(_, sign)| in_number(sign)).is_some() {}
        let end = self.signs.peek().map_or(self.text.len(), |&(at, _)| at);
        Some(Value::Number(self.text[start..end].to_owned()))
    }

    fn word(&mut self) -> Option<Value> {
        let start = self.signs.peek()?.0;
        let word = ["null", "true", "false"].into_iter().find(|word| self.text[start..].starts_with(word))?;
        word.chars().for_each(|_| {
            self.signs.next();
        });
        Some(Value::Word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_reads_with_every_kind_of_value() {
        let text = r#" { "a" : [ 1, -2.5e3, null, true, false, {} , [] ], "\u00e9\n\ud83d\ude00": "" } "#;
        let number = |text: &str| Value::Number(text.to_owned());
        let word = Value::Word;
        let list = vec![
            number("1"),
            number("-2.5e3"),
            word.clone(),
            word.clone(),
            word,
            Value::Object(Vec::new()),
            Value::List(Vec::new()),
        ];
        let object =
            vec![("a".to_owned(), Value::List(list)), ("é\n😀".to_owned(), Value::Text(String::new()))];
        assert_eq!(read(text), Ok(Value::Object(object)));
    }

    #[test]
    fn what_is_not_json_is_told_with_its_place() {
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
