//! The file format: versioned, checksummed and compressed.
//!
//! ```text
//! bytes     content
//! 0..8      magic `yipan6zt`
//! 8         format version, 1
//! 9         house rules, three bits
//! 10..14    CRC-32 of all other bytes, little-endian
//! 14..      entries in index order, one byte each, as a raw deflate stream
//! ```

use miniz_oxide::{deflate, inflate};

use super::index::INDEX;
use super::probe::Tablebase;
use crate::HouseRules;

const MAGIC: &[u8; 8] = b"yipan6zt";
const VERSION: u8 = 1;
const CHECKSUM_OFFSET: usize = 10;
const HEADER_LEN: usize = 14;

/// The highest level, because a tablebase is written once and loaded often.
const COMPRESSION_LEVEL: u8 = 10;

/// The reasons why a tablebase file is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadTablebaseError {
    /// The magic bytes are missing.
    NotATablebase,
    /// The version of the format is not supported.
    UnsupportedVersion {
        /// The version of the file.
        found: u8,
    },
    /// The house rules are unknown.
    UnknownRules {
        /// The bits of the house rules.
        found: u8,
    },
    /// The checksum is wrong, or the number of entries is.
    Damaged,
}

impl Tablebase {
    /// The file for the default house rules, for clients that load it separately.
    pub const EMBEDDED_FILE: &'static [u8] = include_bytes!("../../tablebases/default.6zt");

    /// Reads a file and verifies its checksum.
    ///
    /// # Errors
    /// Returns [`ReadTablebaseError`] if the file is damaged or not supported.
    pub fn read(bytes: &[u8]) -> Result<Tablebase, ReadTablebaseError> {
        if !bytes.starts_with(MAGIC) {
            return Err(ReadTablebaseError::NotATablebase);
        }
        let (header, stream) = bytes.split_at_checked(HEADER_LEN).ok_or(ReadTablebaseError::Damaged)?;
        let (version, rules) = (header[8], header[9]);
        if version != VERSION {
            return Err(ReadTablebaseError::UnsupportedVersion { found: version });
        }
        if header[CHECKSUM_OFFSET..] != checksum(&header[..CHECKSUM_OFFSET], stream) {
            return Err(ReadTablebaseError::Damaged);
        }
        let rules = HouseRules::from_bits(rules).ok_or(ReadTablebaseError::UnknownRules { found: rules })?;
        let entries = inflate::decompress_to_vec_with_limit(stream, INDEX.len());
        let entries = entries.ok().filter(|entries| entries.len() == INDEX.len());
        Ok(Tablebase::new(rules, entries.ok_or(ReadTablebaseError::Damaged)?))
    }

    /// Returns the content of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, self.rules.bits()]);
        let stream = deflate::compress_to_vec(&self.entries, COMPRESSION_LEVEL);
        bytes.extend(checksum(&bytes, &stream));
        bytes.extend(stream);
        bytes
    }
}

fn checksum(header: &[u8], stream: &[u8]) -> [u8; 4] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header);
    hasher.update(stream);
    hasher.finalize().to_le_bytes()
}
