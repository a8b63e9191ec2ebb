//! Detection of the text encoding.
//!
//! Old game files are in GB18030 (or its subsets GB2312 and GBK), in Big5 or in Unicode, and do not declare it.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::fmt;

/// An encoding of game files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark. Includes ASCII.
    Utf8,
    /// Little-endian UTF-16 with a byte order mark.
    Utf16Le,
    /// Big-endian UTF-16 with a byte order mark.
    Utf16Be,
    /// GB18030 国标, which includes GBK and GB2312.
    Gb18030,
    /// Big5 大五码.
    Big5,
}

impl Encoding {
    /// Returns the name in the WHATWG encoding standard.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.codec().name()
    }

    const fn codec(self) -> &'static encoding_rs::Encoding {
        match self {
            Encoding::Utf8 => encoding_rs::UTF_8,
            Encoding::Utf16Le => encoding_rs::UTF_16LE,
            Encoding::Utf16Be => encoding_rs::UTF_16BE,
            Encoding::Gb18030 => encoding_rs::GB18030,
            Encoding::Big5 => encoding_rs::BIG5,
        }
    }
}

/// The number of bytes that detection examines in a text that is not UTF-8.
const SAMPLE_BYTES: usize = 1 << 14;

/// Detects the encoding of a text.
///
/// A byte order mark decides. Otherwise valid UTF-8 is UTF-8, and other bytes are the likelier of GB18030 and
/// Big5.
///
/// ```
/// use yipan_xiangqi::files::encoding::{Encoding, detect};
///
/// assert_eq!(detect("炮二平五".as_bytes()), Encoding::Utf8);
/// assert_eq!(detect(&encoding_rs::BIG5.encode("炮二平五 馬８進７").0), Encoding::Big5);
/// assert_eq!(detect(&encoding_rs::GBK.encode("炮二平五 马８进７").0), Encoding::Gb18030);
/// ```
#[must_use]
pub fn detect(bytes: &[u8]) -> Encoding {
    match bytes {
        [0xff, 0xfe, ..] => return Encoding::Utf16Le,
        [0xfe, 0xff, ..] => return Encoding::Utf16Be,
        _ => {}
    }
    // A text truncated inside its last character is still UTF-8.
    if str::from_utf8(bytes).map_or_else(|error| error.error_len().is_none(), |_| true) {
        return Encoding::Utf8;
    }
    let first_non_ascii = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
    let sample = &bytes[first_non_ascii..bytes.len().min(first_non_ascii + SAMPLE_BYTES)];
    if likelihood(sample, Encoding::Big5) > likelihood(sample, Encoding::Gb18030) {
        Encoding::Big5
    } else {
        Encoding::Gb18030
    }
}

/// Decodes a text after detecting its encoding. Invalid bytes become `U+FFFD`.
#[must_use]
pub fn decode(bytes: &[u8]) -> (Cow<'_, str>, Encoding) {
    let encoding = detect(bytes);
    (encoding.codec().decode_with_bom_removal(bytes).0, encoding)
}

/// Characters of moves and common words in game files, in both scripts.
const XIANGQI_CHARACTERS: &str = "车車马馬炮砲相象仕士帅帥将將兵卒进進退平前后後中一二三四五六七八九１２３４５６７８９\
                        红紅黑方胜勝负負和局先手棋的，。、：；（）年月日第";

/// Scores how much the bytes look like a text about xiangqi in this encoding.
fn likelihood(bytes: &[u8], encoding: Encoding) -> i64 {
    let mut score = 0;
    let mut rest = bytes;
    // Both encodings group their common characters, so byte pairs are a strong hint.
    while let [lead, after @ ..] = rest {
        rest = after;
        if let (0x80.., [trail, after @ ..]) = (*lead, after) {
            score += if is_common(*lead, *trail, encoding) { 2 } else { -2 };
            rest = after;
        }
    }
    let (text, _) = encoding.codec().decode_without_bom_handling(bytes);
    for letter in text.chars() {
        score += match letter {
            _ if letter.is_ascii() => 0,
            '\u{fffd}' => -16,
            '\u{e000}'..='\u{f8ff}' => -4,
            _ if XIANGQI_CHARACTERS.contains(letter) => 8,
            _ => 0,
        };
    }
    score
}

/// Whether a byte pair is punctuation or a frequently used character.
const fn is_common(lead: u8, trail: u8, encoding: Encoding) -> bool {
    match encoding {
        Encoding::Big5 => matches!((lead, trail), (0xa1..=0xc6, 0x40..=0x7e | 0xa1..=0xfe)),
        _ => matches!((lead, trail), (0xa1..=0xa3 | 0xb0..=0xd7, 0xa1..=0xfe)),
    }
}

/// An incremental decoder.
///
/// ASCII is passed on at once. From the first other byte on, input is buffered until there is enough of it to
/// detect the encoding.
#[derive(Default)]
pub struct Decoder {
    buffer: Vec<u8>,
    decoder: Option<encoding_rs::Decoder>,
}

impl Decoder {
    /// Creates a decoder at the start of a text.
    #[must_use]
    pub const fn new() -> Decoder {
        Decoder { buffer: Vec::new(), decoder: None }
    }

    /// Decodes the next chunk and appends the text that is complete.
    pub fn feed(&mut self, bytes: &[u8], out: &mut String) {
        if let Some(decoder) = &mut self.decoder {
            return decode_into(decoder, bytes, false, out);
        }
        let mut bytes = bytes;
        if self.buffer.is_empty() {
            let ascii_len = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(bytes.len());
            out.extend(bytes[..ascii_len].iter().map(|&byte| char::from(byte)));
            bytes = &bytes[ascii_len..];
        }
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= SAMPLE_BYTES {
            self.detect_and_decode(false, out);
        }
    }

    /// Decodes the rest of the input.
    pub fn finish(mut self, out: &mut String) {
        match &mut self.decoder {
            Some(decoder) => decode_into(decoder, &[], true, out),
            None => self.detect_and_decode(true, out),
        }
    }

    fn detect_and_decode(&mut self, last: bool, out: &mut String) {
        let buffer = core::mem::take(&mut self.buffer);
        let mut decoder = detect(&buffer).codec().new_decoder_with_bom_removal();
        decode_into(&mut decoder, &buffer, last, out);
        self.decoder = Some(decoder);
    }
}

impl fmt::Debug for Decoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let encoding = self.decoder.as_ref().map(|decoder| decoder.encoding().name());
        f.debug_struct("Decoder").field("encoding", &encoding).field("buffered", &self.buffer.len()).finish()
    }
}

fn decode_into(decoder: &mut encoding_rs::Decoder, bytes: &[u8], last: bool, out: &mut String) {
    let mut rest = bytes;
    loop {
        out.reserve(decoder.max_utf8_buffer_length(rest.len()).unwrap_or(rest.len()));
        let (result, read, _) = decoder.decode_to_string(rest, out, last);
        rest = &rest[read..];
        if result == encoding_rs::CoderResult::InputEmpty {
            return;
        }
    }
}
