//! The crates without side effects: no files, network, clock, threads or random numbers.
//!
//! Therefore a game is the same in the browser, on the server and in a replay.

use cargo_metadata::DependencyKind;

use crate::finding::Finding;
use crate::tree::Source;
use crate::workspace::{Dependency, Member};

/// The crates without side effects.
const PURE: &[&str] = &[
    "core",
    "pgn",
    "chess",
    "xiangqi",
    "liuzichong",
    "games",
    "clock",
    "record",
    "engine",
    "board-svg",
    "bus-seal",
    "environment",
    "puzzles",
    "ratings",
];

/// The crates without side effects that may use serde, for messages and logs.
const PURE_WITH_SERDE: &[&str] = &["wire", "room", "local-play", "client"];

/// The prefix of the crates for serialization.
const SERDE: &str = "serde";

/// The crate whose vocabulary is sent: it may use serde behind a feature, for these types and no others.
const VOCABULARY: (&str, &[&str]) =
    ("core", &["Side", "Cause", "DicePhase", "EndReason", "Mark", "Reason", "TurnChange"]);

/// The prefixes of crates with side effects, or that could serialize game state.
const IMPURE_CRATES: &[&str] = &["serde", "rand", "tokio", "getrandom"];

/// The modules and types of the standard library with side effects.
const IMPURE_PATHS: &[&str] =
    &["std::fs", "std::net", "std::io", "std::env", "std::process", "std::thread", "std::time::Instant"];

/// A type with side effects that is found without its path.
const IMPURE_NAME: &str = "SystemTime";

/// Checks the dependencies and the sources of a pure crate. Its tests may have side effects.
pub(crate) fn check(member: &Member, sources: &[Source]) -> Vec<Finding> {
    if !PURE.contains(&member.short_name()) && !PURE_WITH_SERDE.contains(&member.short_name()) {
        return Vec::new();
    }
    let inside = format!("{}/src/", member.directory());
    let mut findings = impure_dependencies(member);
    for source in sources.iter().filter(|source| source.path.starts_with(&inside) && source.is("rs")) {
        findings.extend(impure_paths(source));
        if member.short_name() == VOCABULARY.0 {
            findings.extend(serialized_state(source));
        }
    }
    findings
}

/// Checks that only the vocabulary types implement serde's traits.
fn serialized_state(source: &Source) -> Vec<Finding> {
    let lines: Vec<&str> = source.text.lines().map(str::trim_start).collect();
    let type_name = |line: &str| {
        let rest = line.strip_prefix("pub enum ").or_else(|| line.strip_prefix("pub struct "))?;
        Some(rest.chars().take_while(|c| c.is_alphanumeric()).collect::<String>())
    };
    let mut findings = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let name = if line.contains("derive(serde::") {
            lines[index..].iter().find_map(|line| type_name(line)).unwrap_or_default()
        } else if let Some((_, rest)) =
            line.split_once("serde::").and_then(|(_, rest)| rest.split_once(" for "))
        {
            rest.chars().take_while(|c| c.is_alphanumeric()).collect()
        } else {
            continue;
        };
        if !VOCABULARY.1.contains(&name.as_str()) {
            let message =
                format!("`{name}` must not be serialized; only the vocabulary is sent, never game state");
            findings.push(Finding::new(&source.path, index + 1, message));
        }
    }
    findings
}

fn impure_dependencies(member: &Member) -> Vec<Finding> {
    let is_optional = |dependency: &Dependency| {
        let line = member.text.lines().nth(member.line_of_dependency(dependency) - 1);
        line.is_some_and(|line| line.contains("optional = true"))
    };
    let may_serialize = |dependency: &Dependency| {
        PURE_WITH_SERDE.contains(&member.short_name()) && dependency.name.starts_with(SERDE)
            || member.short_name() == VOCABULARY.0 && dependency.name == SERDE && is_optional(dependency)
    };
    let is_impure = |dependency: &Dependency| {
        IMPURE_CRATES.iter().any(|start| dependency.name.starts_with(start)) && !may_serialize(dependency)
    };
    let impure = member
        .dependencies
        .iter()
        .filter(|dependency| dependency.kind == DependencyKind::Normal && is_impure(dependency));
    impure
        .map(|dependency| {
            let (name, crate_name) = (&dependency.name, member.short_name());
            let message =
                format!("`{crate_name}` must not depend on `{name}`; use it in a crate with side effects");
            Finding::new(&member.manifest, member.line_of_dependency(dependency), message)
        })
        .collect()
}

fn impure_paths(source: &Source) -> Vec<Finding> {
    // Comments and unit tests may name impure paths.
    let shipped = source.text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let code: String = shipped
        .lines()
        .map(|line| if line.trim_start().starts_with("//") { "\n".into() } else { format!("{line}\n") })
        .collect();
    let mut findings = Vec::new();
    for (line, path) in std_paths(&code) {
        let Some(impure) = IMPURE_PATHS.iter().find(|impure| reaches(&path, impure)) else { continue };
        let message =
            format!("`{path}` gives access to `{impure}` in a pure crate; pass the value as an argument");
        findings.push(Finding::new(&source.path, line, message));
    }
    for (number, line) in (1..).zip(code.lines()) {
        if line.contains(IMPURE_NAME) {
            let message =
                format!("`{IMPURE_NAME}` is not allowed in a pure crate; pass the time as an argument");
            findings.push(Finding::new(&source.path, number, message));
        }
    }
    findings
}

/// Returns whether `path` gives access to `impure`: one is a prefix of the other, as `std::time` of
/// `std::time::Instant`.
fn reaches(path: &str, impure: &str) -> bool {
    path.split("::").zip(impure.split("::")).all(|(a, b)| a == b)
}

/// Returns every path into `std` with its line, with nested braces such as `use std::{fs, time::{Duration, Instant}}`
/// expanded.
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

/// Expands one path or one braced group and returns the text after it.
///
/// A path is stored with the length of the remaining text at its last name, from which its line follows.
fn expand<'a>(path: &str, text: &'a str, ends: &mut Vec<(usize, String)>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut group) = text.strip_prefix('{') {
        loop {
            group = expand(path, group, ends);
            // Skips `as name`.
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
    // `self` and `*` mean the path before them.
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
    use super::*;
    use crate::dependencies::ALLOWED_DEPENDENCIES;

    #[track_caller]
    fn check_code(crate_name: &str, code: &str, lines: &[usize]) {
        let member = Member::example(&format!("yipan-{crate_name}"), "");
        let path = format!("crates/{crate_name}/src/board.rs");
        let found: Vec<_> =
            check(&member, &[Source::new(&path, code)]).iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), lines.len(), "{found:#?}");
        for (found, line) in found.iter().zip(lines) {
            assert!(found.starts_with(&format!("{path}:{line}: ")), "{found}");
        }
    }

    #[test]
    fn a_pure_crate_may_not_name_an_impure_path() {
        for path in
            ["std::fs::read(x)", "std::net", "std::thread::spawn", "std::io::Write", "SystemTime::now()"]
        {
            check_code("core", &format!("fn a() {{\n    {path};\n}}\n"), &[2]);
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
    fn comments_may_name_impure_paths() {
        check_code("core", "//! Never touches `std::fs`.\n/// Nor SystemTime.\nfn a() {}\n", &[]);
    }

    #[test]
    fn other_crates_and_tests_may_be_impure() {
        check_code("cli", "use std::fs;\n", &[]);
        let tests = Source::new("crates/core/tests/vectors.rs", "use std::fs;\n");
        assert_eq!(check(&Member::example("yipan-core", ""), &[tests]), []);
    }

    #[test]
    fn a_pure_crate_may_not_depend_on_impure_crates() {
        let found = |name: &str, manifest: &str| check(&Member::example(name, manifest), &[]).len();
        for impure in ["serde", "serde_json", "rand", "rand_core", "tokio", "tokio-util", "getrandom"] {
            assert_eq!(found("yipan-games", &format!("[dependencies]\n{impure} = \"1\"\n")), 1, "{impure}");
            assert_eq!(
                found("yipan-games", &format!("[dev-dependencies]\n{impure} = \"1\"\n")),
                0,
                "{impure}"
            );
            assert_eq!(found("yipan-cli", &format!("[dependencies]\n{impure} = \"1\"\n")), 0, "{impure}");
        }
        assert_eq!(found("yipan-games", "[dependencies]\narrayvec = \"1\"\n"), 0);
        assert_eq!(found("yipan-wire", "[dependencies]\nserde = \"1\"\n"), 0, "wire serializes messages");
        assert_eq!(found("yipan-room", "[dependencies]\ntokio = \"1\"\n"), 1);
    }

    #[test]
    fn core_may_serialize_its_vocabulary_behind_a_feature_and_nothing_else() {
        let found = |manifest: &str| check(&Member::example("yipan-core", manifest), &[]).len();
        assert_eq!(found("[dependencies]\nserde = { workspace = true, optional = true }\n"), 0);
        assert_eq!(found("[dependencies]\nserde = { workspace = true }\n"), 1);
        assert_eq!(found("[dependencies]\nserde_json = { workspace = true, optional = true }\n"), 1);
        let derive = "#[cfg_attr(feature = \"serde\", derive(serde::Serialize))]\n";
        check_code("core", &format!("{derive}#[repr(u8)]\npub enum Side {{\n}}\n"), &[]);
        check_code("core", &format!("{derive}pub struct Position {{\n}}\n"), &[1]);
        check_code("core", "impl serde::Serialize for Reason {}\n", &[]);
        check_code("core", "\nimpl<'de> serde::Deserialize<'de> for Effect {}\n", &[2]);
    }

    #[test]
    fn every_pure_crate_is_in_the_dependency_table() {
        // Otherwise a renamed crate would no longer be checked.
        for name in PURE.iter().chain(PURE_WITH_SERDE) {
            assert!(ALLOWED_DEPENDENCIES.iter().any(|(left, _)| left.contains(name)), "{name}");
        }
    }
}
