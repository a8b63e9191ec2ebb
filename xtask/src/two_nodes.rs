//! The tests of the server that run again on two nodes, behind a proxy that passes each connection to the next node.

use crate::postgres::STORE_TESTS;
use crate::shell::CommandLine;

/// The modules with these tests.
const MODULES: [&str; 14] = [
    "account_settings",
    "accounts",
    "correspondence",
    "limits",
    "lobby",
    "messages",
    "moderation",
    "people",
    "play",
    "protocol",
    "ratings",
    "saved_games",
    "sessions",
    "tournaments",
];

/// Modules that are not repeated, and the reason.
#[cfg(test)]
const LEFT_OUT: [(&str, &str); 28] = [
    ("abuse", "its limits and counters are those of one process; the shared ones are in `limits`"),
    ("account_changes", "it makes statements of SQLite fail"),
    ("account_export", "it reads tables that all nodes share, as on PostgreSQL"),
    ("archive", "it moves an installation between two stores, and no server runs"),
    ("backpressure", "the queues of a socket belong to its node"),
    ("backup", "it copies the file of SQLite"),
    ("berserk", "one node owns the room, and `tournaments` plays on two"),
    ("bots", "the mark is a column that all nodes share, and `tournaments` plays on two"),
    ("computers", "it has one thread for the searches of all rooms, which each node has"),
    ("data_dir", "a node has no data directory"),
    ("explorer", "it reads tables that all nodes share, as on PostgreSQL"),
    ("full_disk", "it fills the disk of SQLite"),
    ("headers", "it involves no rooms, and each node sends the headers itself"),
    ("hostile_clients", "each node checks the messages of its own sockets"),
    ("monitoring", "its probes and metrics are those of one process"),
    ("openapi", "it compares answers with their description, which is the same on every node"),
    ("openapi_community", "it compares answers with their description, which is the same on every node"),
    ("pictures", "it involves HTTP only, and the node that is asked draws the picture"),
    ("postgres", "it stops the database itself, of one server"),
    ("preview", "it involves HTTP only, and the node that is asked makes the page"),
    ("proxy", "it sends the headers of a proxy, and involves no rooms"),
    ("puzzles", "it involves no rooms, and adds no statement to those of the store"),
    ("redaction", "it compares two servers; `crates/server/src/cluster/tests/secrets.rs` compares nodes"),
    ("restarts", "the announcement is a row that every node reads, as on PostgreSQL"),
    ("store", "it damages the file of SQLite"),
    ("studies", "it involves no rooms, and reads the file of SQLite"),
    ("tls", "each node serves its own connections"),
    ("tokens", "it involves no rooms, and changes the file of SQLite"),
];

/// Tests of these modules that make sense on one server only, and the reason.
const ONE_SERVER_TESTS: [(&str, &str); 10] = [
    (STORE_TESTS, "they run on every store without being repeated"),
    ("limits::connections_per_address_are_limited", "each node counts HTTP connections on its own"),
    ("tls::limits::", "it is another module, and has no store"),
    (
        "moderation::a_report_keeps_the_chat_and_is_handled_by_a_moderator",
        "a mute reaches the other node a moment later",
    ),
    (
        "tournaments::a_player_who_does_not_come_loses_and_is_no_longer_paired",
        "the other node opens a room up to a second later, and players have 1.5 s to come",
    ),
    ("sessions::a_session_expires_thirty_days_after_its_last_use", "it changes the file of SQLite"),
    (
        "sessions::a_secret_in_use_is_replaced_once_a_day_and_no_parallel_request_is_signed_out",
        "it changes the file of SQLite",
    ),
    ("sessions::signing_out_revokes_both_secrets_of_a_session", "it changes the file of SQLite"),
    ("sessions::a_session_that_cannot_be_renewed_is_still_good", "it changes the file of SQLite"),
    ("sessions::requests_that_need_a_session_create_no_guest", "it reads the file of SQLite"),
];

/// Returns the call that repeats tests of the server on two nodes, with all packages selected for the same reason as on
/// PostgreSQL.
pub(crate) fn server_tests() -> CommandLine {
    let line = ["test", "--workspace", "--locked", "--test", "suite", "--"].map(str::to_owned);
    let modules = MODULES.iter().map(|module| format!("{module}::"));
    let skipped = ONE_SERVER_TESTS.iter().flat_map(|(test, _)| ["--skip".to_owned(), (*test).to_owned()]);
    CommandLine::cargo(line.into_iter().chain(modules).chain(skipped)).env("YIPAN_TEST_STORE", "nodes")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn the_tests_that_are_repeated_or_skipped_exist() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/server/tests/suite");
        let source = |module: &str| {
            let file = [format!("{module}.rs"), format!("{module}/mod.rs")].map(|name| directory.join(name));
            let file = file.iter().find(|file| file.is_file()).unwrap_or_else(|| panic!("{module}"));
            fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
        };
        MODULES.iter().for_each(|module| drop(source(module)));
        LEFT_OUT.iter().for_each(|(module, _)| drop(source(module)));
        // `command_line_moderation` ends like a module that is repeated, and the others contain no tests or their own nodes.
        let elsewhere = ["command_line_moderation", "net", "store_contract", "tournament_bots"];
        for module in source("main").lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')) {
            let is_left_out = LEFT_OUT.iter().any(|(left_out, _)| *left_out == module);
            let places =
                [MODULES.contains(&module), is_left_out, elsewhere.contains(&module)].map(usize::from);
            assert_eq!(
                places.iter().sum::<usize>(),
                1,
                "{module} must be repeated, or left out for a reason"
            );
        }
        for (test, _) in ONE_SERVER_TESTS {
            match test.rsplit_once("::").expect("a module and a test") {
                (module, "") => drop(source(&module.replace("::", "/"))),
                (module, name) => assert!(source(module).contains(&format!("async fn {name}(")), "{test}"),
            }
        }
    }
}
