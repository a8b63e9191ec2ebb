use alloc::{string::String, vec::Vec};

use super::error::XqfError;
use super::header::Header;
use super::keys::Keys;

/// A move record.
#[derive(Debug)]
pub(super) struct Record {
    /// The offset of the record in the file.
    pub(super) offset: usize,
    /// The decrypted numbers of the points.
    pub(super) from: u8,
    pub(super) to: u8,
    /// Whether a continuation follows.
    pub(super) has_next: bool,
    /// Whether an alternative move follows.
    pub(super) has_variation: bool,
    pub(super) comment: String,
}

/// Reads all records of the tree. The first is not a move.
pub(super) fn read_records(bytes: &[u8], keys: &Keys) -> Result<Vec<Record>, XqfError> {
    let mut reader = RecordReader { bytes, offset: 0, keys };
    let mut records = Vec::new();
    // Each flag announces one more record. A file without moves may even lack the first.
    let mut expected = usize::from(!bytes.is_empty());
    while expected > 0 {
        let mut record = reader.read_record()?;
        if records.is_empty() {
            record.has_variation = false;
        }
        expected = expected - 1 + usize::from(record.has_next) + usize::from(record.has_variation);
        records.push(record);
    }
    Ok(records)
}

struct RecordReader<'f> {
    bytes: &'f [u8],
    offset: usize,
    keys: &'f Keys,
}

impl RecordReader<'_> {
    fn read_record(&mut self) -> Result<Record, XqfError> {
        let offset = Header::LENGTH + self.offset;
        let keys = self.keys;
        let [from, to, flags, _] = self.read_four_bytes()?;
        let unencrypted = keys.version <= 10;
        let (has_next, has_variation, has_comment) = if unencrypted {
            (flags & 0xf0 != 0, flags & 0x0f != 0, true)
        } else {
            (flags & 0x80 != 0, flags & 0x40 != 0, flags & 0x20 != 0)
        };
        let length = if has_comment {
            u32::from_le_bytes(self.read_four_bytes()?).saturating_sub(keys.comment)
        } else {
            0
        };
        let comment = self.read_text(length as usize)?;
        let from = from.wrapping_sub(24).wrapping_sub(keys.from);
        let to = to.wrapping_sub(32).wrapping_sub(keys.to);
        Ok(Record { offset, from, to, has_next, has_variation, comment })
    }

    fn read_four_bytes(&mut self) -> Result<[u8; 4], XqfError> {
        let bytes = self.read_bytes(4)?;
        bytes.first_chunk().copied().ok_or(XqfError::UnexpectedEnd { offset: Header::LENGTH + self.offset })
    }

    fn read_text(&mut self, length: usize) -> Result<String, XqfError> {
        let bytes = self.read_bytes(length)?;
        let (text, _) = encoding_rs::GB18030.decode_without_bom_handling(&bytes);
        let text = text.trim_matches(|letter: char| letter.is_whitespace() || letter == '\0');
        Ok(text.replace("\r\n", "\n"))
    }

    fn read_bytes(&mut self, length: usize) -> Result<Vec<u8>, XqfError> {
        let end = self.offset.checked_add(length).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or(XqfError::UnexpectedEnd { offset: Header::LENGTH + self.bytes.len() })?;
        // The header length is a multiple of 32, so the key sequence starts over after it.
        let key = self.keys.bytes.iter().cycle().skip(self.offset % 32);
        let bytes = self.bytes[self.offset..end].iter().zip(key).map(|(byte, key)| byte.wrapping_sub(*key));
        let bytes = bytes.collect();
        self.offset = end;
        Ok(bytes)
    }
}
