//! What a room may touch: the rules know no disk, no clock, no threads and no chance of their own.
//!
//! This is what makes a game the same in the browser, on the server and in a replay.

use cargo_metadata::DependencyKind;

use super::finding::Finding;
use super::tree::Source;
use super::workspace::Member;

/// The rooms that are sealed off from the world.
const SEALED: &[&str] = &["rules", "pgn", "chess", "xiangqi", "liuzichong", "games", "record", "engine"];

/// The rooms that are sealed off as well, but write down what is sent or kept.
const WRITING: &[&str] = &["wire", "table", "board"];

/// What only those may use.
const WRITING_CRATES: &str = "serde";

/// Crates that bring in the world or send game state out, by the start of their names.
const WORLDLY_CRATES: &[&str] = &["serde", "rand", "tokio", "getrandom"];

/// The doors to the world in the standard library.
const WORLDLY_PATHS: &[&str] =
    &["std::fs", "std::net", "std::io", "std::env", "std::process", "std::thread", "std::time::Instant"];

/// A door to the world that needs no path in front of it to be seen.
const WORLDLY_NAME: &str = "SystemTime";

/// Findings for a sealed room: its dependencies and what its sources mention. Its tests are free.
pub(super) fn check(member: &Member, sources: &[Source]) -> Vec<Finding> {
    if !SEALED.contains(&member.room()) && !WRITING.contains(&member.room()) {
        return Vec::new();
    }
    let inside = format!("{}/src/", member.folder());
    let mut findings = worldly_needs(member);
    for source in sources.iter().filter(|source| source.path.starts_with(&inside) && source.is("rs")) {
        findings.extend(worldly_mentions(source));
    }
    findings
}

fn worldly_needs(member: &Member) -> Vec<Finding> {
    let writes = |name: &str| WRITING.contains(&member.room()) && name.starts_with(WRITING_CRATES);
    let worldly = |name: &str| WORLDLY_CRATES.iter().any(|start| name.starts_with(start)) && !writes(name);
    let needs = member.needs.iter().filter(|need| need.kind == DependencyKind::Normal && worldly(&need.name));
    needs
        .map(|need| {
            let (name, room) = (&need.name, member.room());
            let what =
                format!("`{room}` must not depend on `{name}`; leave that to a room that meets the world");
            Finding::new(&member.manifest, member.line_of(need), what)
        })
        .collect()
}

fn worldly_mentions(source: &Source) -> Vec<Finding> {
    // Comments may well say what the crate never does.
    let code: String = source
        .text
        .lines()
        .map(|line| if line.trim_start().starts_with("//") { "\n".into() } else { format!("{line}\n") })
        .collect();
    let mut findings = Vec::new();
    for (line, path) in std_paths(&code) {
        let Some(door) = WORLDLY_PATHS.iter().find(|door| reaches(&path, door)) else { continue };
        let what = format!(
            "`{path}` lets this room touch `{door}`, which it may not; take what that gives as an argument"
        );
        findings.push(Finding::new(&source.path, line, what));
    }
    for (number, line) in (1..).zip(code.lines()) {
        if line.contains(WORLDLY_NAME) {
            let what = format!("`{WORLDLY_NAME}` is not for this room; take the time as an argument");
            findings.push(Finding::new(&source.path, number, what));
        }
    }
    findings
}

/// Whether naming `path` gives access to `door`: it lies behind the door, or the door lies behind it, as
/// `Instant` does behind `use std::time;`.
fn reaches(path: &str, door: &str) -> bool {
    path.split("::").zip(door.split("::")).all(|(a, b)| a == b)
}

/// Every path into `std` with its line, with the braces of `use std::{fs, time::{Duration, Instant}}`
/// multiplied out, since a plain search would miss those.
fn std_paths(code: &str) -> Vec<(usize, String)> {
    let mut ends = Vec::new();
    for (start, root) in code.match_indices("std::") {
        if !code[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            expand("std", &code[start + root.len()..], &mut ends);
        }
    }
    let line = |left: usize| code[..code.len() - left].matches('\n').count() + 1;
    ends.into_iter().map(|(left, path)| (line(left), path)).collect()
}

/// Follows one path or one braced group of them and gives back the text behind it. A path is kept with the
/// length of the text left at its last name, which tells where it stands.
fn expand<'a>(path: &str, text: &'a str, ends: &mut Vec<(usize, String)>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut group) = text.strip_prefix('{') {
        loop {
            group = expand(path, group, ends);
            // What stands between a path and the next comma is its `as name`.
            let Some(end) = group.find([',', '}']) else { return "" };
            let closed = group[end..].starts_with('}');
            group = group[end + 1..].trim_start();
            if closed {
                return group;
            }
            if let Some(rest) = group.strip_prefix('}') {
                return rest;
            }
        }
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    // `self` and `*` stand for the path itself.
    let here = if matches!(name, "" | "self") { path.to_owned() } else { format!("{path}::{name}") };
    match rest.trim_start().strip_prefix("::") {
        Some(deeper) if !name.is_empty() => expand(&here, deeper, ends),
        _ => {
            ends.push((text.len(), here));
            rest
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::arrows::ARROWS;
    use super::*;

    #[track_caller]
    fn check_code(room: &str, code: &str, lines: &[usize]) {
        let member = Member::example(&format!("yipan-{room}"), "");
        let path = format!("crates/{room}/src/board.rs");
        let found: Vec<_> =
            check(&member, &[Source::new(&path, code)]).iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), lines.len(), "{found:#?}");
        for (found, line) in found.iter().zip(lines) {
            assert!(found.starts_with(&format!("{path}:{line}: ")), "{found}");
        }
    }

    #[test]
    fn a_sealed_room_may_not_name_a_door_to_the_world() {
        for door in
            ["std::fs::read(x)", "std::net", "std::thread::spawn", "std::io::Write", "SystemTime::now()"]
        {
            check_code("rules", &format!("fn a() {{\n    {door};\n}}\n"), &[2]);
        }
        check_code("record", "use std::time::Instant;\n", &[1]);
    }

    #[test]
    fn braces_renames_and_globs_hide_nothing() {
        check_code("chess", "use std::{fs, collections::HashMap};\n", &[1]);
        check_code(
            "chess",
            "use std::{\n    fmt,\n    time::{Duration, Instant as Now},\n    io::{self, Read},\n};\n",
            &[3, 4, 4],
        );
        check_code("chess", "use std::{fmt as f, thread as t};\n", &[1]);
        check_code("chess", "use std::time::*;\n", &[1]);
        check_code("chess", "use std::time;\n", &[1]);
        check_code("chess", "use std::time::{self, Duration};\n", &[1]);
        check_code("chess", "use ::std::{cmp::{Ord, Ordering,}, net,};\n", &[1]);
    }

    #[test]
    fn the_rest_of_the_standard_library_is_fine() {
        check_code(
            "games",
            "use std::{fmt, iter::repeat};\nuse std::time::Duration;\nlet x = std::mem::take::<T>(y);\n",
            &[],
        );
        check_code("games", "use my_std::fs;\nlet a = std::iosome;\n", &[]);
    }

    #[test]
    fn comments_may_say_what_the_room_never_does() {
        check_code("rules", "//! Never touches `std::fs`.\n/// Nor SystemTime.\nfn a() {}\n", &[]);
    }

    #[test]
    fn other_rooms_and_tests_may_touch_the_world() {
        check_code("cli", "use std::fs;\n", &[]);
        let tests = Source::new("crates/rules/tests/vectors.rs", "use std::fs;\n");
        assert_eq!(check(&Member::example("yipan-rules", ""), &[tests]), []);
    }

    #[test]
    fn a_sealed_room_may_not_depend_on_worldly_crates() {
        let found = |name: &str, manifest: &str| check(&Member::example(name, manifest), &[]).len();
        for worldly in ["serde", "serde_json", "rand", "rand_core", "tokio", "tokio-util", "getrandom"] {
            assert_eq!(found("yipan-games", &format!("[dependencies]\n{worldly} = \"1\"\n")), 1, "{worldly}");
            assert_eq!(
                found("yipan-games", &format!("[dev-dependencies]\n{worldly} = \"1\"\n")),
                0,
                "{worldly}"
            );
            assert_eq!(found("yipan-cli", &format!("[dependencies]\n{worldly} = \"1\"\n")), 0, "{worldly}");
        }
        assert_eq!(found("yipan-games", "[dependencies]\narrayvec = \"1\"\n"), 0);
        assert_eq!(found("yipan-wire", "[dependencies]\nserde = \"1\"\n"), 0, "what is sent must be written");
        assert_eq!(found("yipan-table", "[dependencies]\ntokio = \"1\"\n"), 1);
    }

    #[test]
    fn every_sealed_room_is_in_the_table_of_arrows() {
        // Else a renamed room would come unsealed without anyone noticing.
        for room in SEALED.iter().chain(WRITING) {
            assert!(ARROWS.iter().any(|(left, _)| left.contains(room)), "{room}");
        }
    }
}
