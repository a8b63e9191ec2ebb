//! The log of a room as compressed bytes.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

/// The separator of lines. No text of PostgreSQL contains it, unlike a line break.
const SEPARATOR: &str = "\0";

/// Compresses lines.
pub(crate) fn pack(lines: &[String]) -> io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(lines.join(SEPARATOR).as_bytes())?;
    encoder.finish()
}

/// Returns the lines that were packed.
pub(crate) fn unpack(packed: &[u8]) -> Result<Vec<String>, sqlx::Error> {
    let mut text = String::new();
    let read = DeflateDecoder::new(packed).read_to_string(&mut text);
    read.map_err(|error| sqlx::Error::Decode(format!("a packed log is damaged: {error}").into()))?;
    Ok(text.split(SEPARATOR).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back_as_they_were_packed() {
        for lines in [&[""][..], &["one"], &["{\"a\":\"b\"}", "", "二\r\nthree\n", ""]] {
            let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            assert_eq!(unpack(&pack(&lines).expect("bytes")).expect("lines"), lines);
        }
    }

    #[test]
    fn a_damaged_log_is_an_error() {
        let mut packed = pack(&["one".to_owned(), "two".to_owned()]).expect("bytes");
        packed.truncate(packed.len() - 1);
        assert!(unpack(&packed).is_err());
        assert!(unpack(&[7, 7, 7]).is_err());
    }

    #[test]
    fn a_log_becomes_much_smaller() {
        let line = |number: usize| {
            format!(
                r#"{{"at":{},"command":{{"user_id":"ada","id":"{number}"}},"event":{{"type":"played"}}}}"#,
                1_794_900_000_000_u64 + number as u64
            )
        };
        let lines: Vec<String> = (0..85).map(line).collect();
        let size: usize = lines.iter().map(String::len).sum();
        assert!(pack(&lines).expect("bytes").len() * 8 < size);
    }
}
