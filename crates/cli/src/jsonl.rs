use std::io::{self, BufRead, Write};

use anyhow::Result;
use serde::{Serialize, de::DeserializeOwned};

/// Longer lines are rejected, so that no input can fill the memory.
const MAX_LINE_BYTES: u64 = 1 << 20;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The answer to an invalid line.
#[derive(Debug, Serialize)]
pub(crate) struct ErrorResponse {
    pub(crate) error: String,
}

/// Answers each JSON line of standard input with one on standard output. Empty lines are skipped.
pub(crate) fn respond<Q: DeserializeOwned, A: Serialize>(
    mut reply: impl FnMut(Q) -> Result<A, String>,
) -> Result<()> {
    respond_to_lines(|text| {
        if !text.starts_with(b"{") {
            return Err("a line must be a JSON object such as {}; see --help".to_owned());
        }
        serde_json::from_slice(text).map_err(|error| error.to_string()).and_then(&mut reply)
    })
}

/// Answers each line of standard input, trimmed, with a JSON line on standard output.
///
/// Standard output is flushed when no input is buffered, so that a script can wait for each answer while a file is still
/// processed in large blocks.
pub(crate) fn respond_to_lines<A: Serialize>(
    mut reply: impl FnMut(&[u8]) -> Result<A, String>,
) -> Result<()> {
    let mut input = io::BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut output = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut line = Vec::new();
    while read_line(&mut input, &mut line)? {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let text = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&line).trim_ascii();
        let answer = if line.len() as u64 > MAX_LINE_BYTES {
            Err(format!("the line is longer than {MAX_LINE_BYTES} bytes; split it"))
        } else {
            reply(text)
        };
        // Serialized to a buffer first, as serde_json would hide a closed pipe in its own error.
        let mut text = match answer {
            Ok(answer) => serde_json::to_vec(&answer)?,
            Err(error) => serde_json::to_vec(&ErrorResponse { error })?,
        };
        text.push(b'\n');
        output.write_all(&text)?;
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
    Ok(output.flush()?)
}

/// Reads a line without its end and returns `false` at the end of the input.
///
/// A line is cut one byte after the limit, so that the caller can detect it.
pub(crate) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    if io::Read::take(&mut *input, MAX_LINE_BYTES + 1).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() as u64 > MAX_LINE_BYTES {
        input.skip_until(b'\n')?;
    }
    Ok(true)
}
