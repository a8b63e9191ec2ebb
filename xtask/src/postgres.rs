//! The database of the store's tests: Debian's PostgreSQL.

use std::path::Path;

use crate::debian_packages;
use crate::shell::CommandLine;

/// The directory of Debian's versions of PostgreSQL.
const VERSIONS: &str = "/usr/lib/postgresql";

/// The Debian package.
const PACKAGE: &str = "postgresql";

/// The modules with the tests of the server that also run on PostgreSQL. `moderation` is the end of
/// `command_line_moderation` too.
///
/// Others read or change the file of SQLite (`account_changes`, `sessions`, `studies`, `tokens`), run on PostgreSQL anyway
/// (`store`, `postgres`), or add no statement to those of `store_contract` (`puzzles`, whose name would also select the
/// long tests of `yipan puzzles`).
const SERVER_TESTS: [&str; 22] = [
    "account_export",
    "account_settings",
    "accounts",
    "backpressure",
    "berserk",
    "bots",
    "computers",
    "correspondence",
    "explorer",
    "hostile_clients",
    "lobby",
    "messages",
    "moderation",
    "people",
    "play",
    "preview",
    "protocol",
    "ratings",
    "redaction",
    "restarts",
    "saved_games",
    "tournaments",
];

/// The tests that run on every store without being repeated.
pub(crate) const STORE_TESTS: &str = "store_contract::";

/// Installs PostgreSQL if it is missing and permissions allow. Without it the tests say what was not run.
pub(crate) fn try_install() {
    if !is_installed() {
        debian_packages::install(&[PACKAGE]);
    }
}

/// Whether the tests find a server to start.
pub(crate) fn is_installed() -> bool {
    let Ok(versions) = Path::new(VERSIONS).read_dir() else { return false };
    versions.filter_map(Result::ok).any(|version| version.path().join("bin/initdb").exists())
}

/// Returns the call that repeats tests of the server on PostgreSQL. It selects the whole workspace, because a single
/// package would be compiled again with fewer features.
pub(crate) fn server_tests() -> CommandLine {
    let line = ["test", "--workspace", "--locked", "--test", "suite", "--"].map(str::to_owned);
    let modules = SERVER_TESTS.iter().map(|module| format!("{module}::"));
    let skipped = ["--skip", STORE_TESTS].map(str::to_owned);
    CommandLine::cargo(line.into_iter().chain(modules).chain(skipped)).env("YIPAN_TEST_STORE", "postgres")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tests_that_run_on_postgres_exist() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/server/tests/suite");
        for test in SERVER_TESTS {
            assert!(directory.join(format!("{test}.rs")).is_file(), "{test}");
        }
        assert!(directory.join(STORE_TESTS.trim_end_matches(':')).is_dir());
    }
}
