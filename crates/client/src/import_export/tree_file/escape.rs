//! Texts in one line.

use std::fmt::Write;

/// Writes a text so that it fits in a line and keeps the spaces at its end.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let content = text.trim_end_matches(' ');
    for (offset, letter) in text.char_indices() {
        match letter {
            '\\' => escaped.push_str("\\\\"),
            '\n' => escaped.push_str("\\n"),
            ' ' if offset < content.len() => escaped.push(' '),
            // Programs differ in what they take for a line break or a space.
            letter if letter.is_whitespace() || letter.is_control() || letter == '\u{feff}' => {
                let _ = write!(escaped, "\\u{{{:x}}}", u32::from(letter));
            }
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Writes a text as a single word.
pub(super) fn escape_word(text: &str) -> String {
    escape(text).replace(' ', "\\u{20}")
}

/// Reads an escaped text.
///
/// # Errors
/// Returns the byte offset of an escape that does not exist.
pub(super) fn unescape(text: &str) -> Result<String, usize> {
    let (mut read, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(start) = rest.find('\\') {
        read.push_str(&rest[..start]);
        let escape = &rest[start..];
        let (letter, length) = escaped_letter(escape).ok_or(text.len() - escape.len())?;
        read.push(letter);
        rest = &escape[length..];
    }
    read.push_str(rest);
    Ok(read)
}

/// Returns the character that an escape stands for, and the length of the escape.
fn escaped_letter(escape: &str) -> Option<(char, usize)> {
    if escape.starts_with("\\\\") {
        return Some(('\\', 2));
    }
    if escape.starts_with("\\n") {
        return Some(('\n', 2));
    }
    let (digits, _) = escape.strip_prefix("\\u{")?.split_once('}')?;
    // A sign would be accepted by the parser of numbers.
    let number = digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then_some(digits)?;
    let letter = char::from_u32(u32::from_str_radix(number, 16).ok()?)?;
    Some((letter, "\\u{}".len() + digits.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_fits_in_a_line_and_is_read_again() {
        for text in
            ["", " ", " a  b  ", "a\nb\r\n", "\\n \\u{20}", "妙着\u{3000}", "\u{feff}\u{2028}\0", "\t"]
        {
            let escaped = escape(text);
            assert_eq!(unescape(&escaped).as_deref(), Ok(text));
            assert!(escaped.lines().count() <= 1 && escaped.trim_end() == escaped, "{escaped:?}");
            let word = escape_word(text);
            assert_eq!(unescape(&word).as_deref(), Ok(text));
            assert!(!word.contains(char::is_whitespace), "{word:?}");
        }
    }

    #[test]
    fn an_escape_that_does_not_exist_is_rejected_at_its_place() {
        for (text, offset) in
            [("ab\\", 2), ("\\t", 0), ("\\u{110000}", 0), ("\\n\\u{+41}", 2), ("\\u{}", 0), ("é\\u{41", 2)]
        {
            assert_eq!(unescape(text), Err(offset), "{text}");
        }
    }
}
