//! Tests that cannot run because a program is missing.

use std::fmt::Display;
use std::io::Write;

/// Reports a test that was not run, and why.
///
/// With `YIPAN_ENGINES=required` that is a failure. The file that `YIPAN_NOT_RUN` names counts the tests.
///
/// # Panics
/// Panics if the program is required, or if the file cannot be written.
pub fn report(test: &str, reason: &dyn Display) {
    let is_required = std::env::var("YIPAN_ENGINES").is_ok_and(|engines| engines == "required");
    assert!(!is_required, "{test}: {reason}");
    eprintln!("not run: {reason}: {test}");
    if let Some(file) = std::env::var_os("YIPAN_NOT_RUN") {
        let file = std::fs::File::options().append(true).create(true).open(file);
        writeln!(file.expect("the list of tests"), "{test}: {reason}").expect("a line");
    }
}
