//! `docs/protocol.md` lists every code, reason, phase, message and event, and no other.

use std::collections::BTreeSet;
use std::path::PathBuf;

use yipan_core::{DicePhase, EndReason};
use yipan_wire::ErrorCode;

fn read(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the words between marks, such as `"` or a backtick.
fn quoted(text: &str, mark: char) -> impl Iterator<Item = String> {
    text.split(mark).skip(1).step_by(2).map(str::to_owned)
}

/// Returns the words in backticks in the first column of the table with this header.
fn column(header: &str) -> BTreeSet<String> {
    let document = read("docs/protocol.md");
    let (_, table) = document.split_once(header).unwrap_or_else(|| panic!("no table {header}"));
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.flat_map(|row| quoted(row.split('|').nth(1).unwrap_or_default(), '`').collect::<Vec<_>>()).collect()
}

/// Returns the strings of the arms of the first `match` after this line.
fn match_arm_strings(source: &str, from: &str) -> BTreeSet<String> {
    let (_, rest) = source.split_once(from).unwrap_or_else(|| panic!("no {from}"));
    let body = rest.split("\n}\n").next().unwrap_or_default();
    body.split("=> \"").skip(1).filter_map(|arm| arm.split('"').next()).map(str::to_owned).collect()
}

/// Returns the variants of an enum as serde writes them.
fn variants(source: &str, name: &str) -> BTreeSet<String> {
    let (_, rest) = source.split_once(&format!("pub enum {name} {{")).unwrap_or_else(|| panic!("no {name}"));
    let body = rest.split("\n}\n").next().unwrap_or_default();
    let names = body
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .filter(|line| line.starts_with(char::is_uppercase));
    names
        .map(|line| {
            let name: String = line.chars().take_while(char::is_ascii_alphabetic).collect();
            let mut kebab = String::new();
            for letter in name.chars() {
                if letter.is_uppercase() && !kebab.is_empty() {
                    kebab.push('-');
                }
                kebab.push(letter.to_ascii_lowercase());
            }
            kebab
        })
        .collect()
}

#[test]
fn every_error_code_is_in_the_document() {
    let never_sent = [ErrorCode::Offline, ErrorCode::Unknown];
    let codes = ErrorCode::ALL.iter().filter(|code| !never_sent.contains(code)).map(ToString::to_string);
    assert_eq!(column("| code | where | means |"), codes.collect());
}

#[test]
fn every_reason_is_in_the_document() {
    let reasons = EndReason::all().map(|reason| reason.to_string()).collect();
    assert_eq!(column("| reason | the winner is |"), reasons);
}

#[test]
fn every_phase_of_the_dice_is_in_the_document() {
    assert_eq!(column("| phase | |"), DicePhase::ALL.iter().map(ToString::to_string).collect());
    let document = read("docs/protocol.md");
    for (file, from, begins) in [
        (
            "crates/core/src/turn_change.rs",
            "impl fmt::Display for TurnChange",
            "The `reason` of a `turn-changed`",
        ),
        ("crates/core/src/effect.rs", "impl fmt::Display for Cause", "The `cause` of an effect"),
        ("crates/core/src/mark.rs", "impl fmt::Display for Mark", "The `mark` on a cell"),
    ] {
        let (_, rest) = document.split_once(begins).unwrap_or_else(|| panic!("no {begins}"));
        let paragraph = rest.split("\n\n").next().unwrap_or_default();
        let listed: BTreeSet<String> = quoted(paragraph, '`').collect();
        let named = match_arm_strings(&read(file), from);
        assert!(!named.is_empty() && named.is_subset(&listed), "{begins}: {named:?} of {listed:?}");
    }
}

#[test]
fn every_message_and_event_is_in_the_document() {
    let (messages, events) = (read("crates/wire/src/server_message.rs"), read("crates/wire/src/event.rs"));
    assert_eq!(column("The server sends:\n\n| message | |"), variants(&messages, "ServerMessage"));
    assert_eq!(column("| event | carries | changes |"), variants(&events, "Event"));
    let document = read("docs/protocol.md");
    let requests = read("crates/wire/src/client_message.rs");
    for name in variants(&requests, "ClientMessage").into_iter().chain(variants(&requests, "Command")) {
        let by_type = document.contains(&format!("\"type\": \"{name}\""));
        let is_reply = ["accept", "decline", "withdraw"].contains(&name.as_str());
        assert!(by_type || is_reply && document.contains(&format!("`{name}`")), "{name}");
    }
}
