//! The test vectors: data from independent implementations, under `vectors/` at the root of the project.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

use flate2::read::GzDecoder;
use serde::de::DeserializeOwned;

/// Where a vector file lies.
#[must_use]
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors").join(name)
}

/// Every line of a JSON-lines file, gzipped if its name says so.
///
/// # Panics
/// A file that is missing or does not parse is a broken test, so it stops here with the line.
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

/// The bytes of a vector file.
///
/// # Panics
/// A file that is missing is a broken test.
#[must_use]
pub fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(path(name)).unwrap_or_else(|error| panic!("vectors/{name}: {error}"))
}
