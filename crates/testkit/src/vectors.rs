//! The test vectors in `vectors/`, data from independent implementations.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

use flate2::read::GzDecoder;
use serde::de::DeserializeOwned;

/// Returns the path of a vector file.
#[must_use]
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors").join(name)
}

/// Reads all rows of a JSON Lines file, which is decompressed if its name ends in `.gz`.
///
/// # Panics
/// Panics with the line number if the file is missing or malformed.
#[must_use]
pub fn rows<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let file = File::open(path(name)).unwrap_or_else(|error| panic!("vectors/{name}: {error}"));
    let reader: Box<dyn Read> =
        if name.ends_with(".gz") { Box::new(GzDecoder::new(file)) } else { Box::new(file) };
    let parse = |(number, line): (usize, std::io::Result<String>)| {
        let line = line.unwrap_or_else(|error| panic!("vectors/{name}: {error}"));
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("vectors/{name}:{}: {error}", number + 1))
    };
    BufReader::new(reader).lines().enumerate().map(parse).collect()
}

/// Reads the bytes of a vector file.
///
/// # Panics
/// Panics if the file is missing.
#[must_use]
pub fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(path(name)).unwrap_or_else(|error| panic!("vectors/{name}: {error}"))
}
