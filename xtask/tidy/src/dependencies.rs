//! The allowed dependencies between crates.

use crate::finding::Finding;
use crate::workspace::{DEV, Member};

/// The crates, each with those that it may depend on. A new entry is a decision about the architecture, so it is also
/// made in `ARCHITECTURE.md`.
///
/// Every crate of the workspace is on the left exactly once.
pub(crate) const ALLOWED_DEPENDENCIES: &[AllowedDependencies] = &[
    (&["core"], &[]),
    (&["pgn", "clock", "liuzichong"], &["core"]),
    (&["record", "tournament"], &["clock", "core"]),
    (&["chess", "xiangqi"], &["pgn", "core"]),
    (&["games"], &["chess", "xiangqi", "liuzichong", "record", "core"]),
    (&["board-svg"], &["games", "core"]),
    (&["environment"], &["chess", "xiangqi", "liuzichong", "core"]),
    (&["engine"], &["games", "chess", "xiangqi", "liuzichong", "core"]),
    (&["puzzles"], &["engine", "games", "chess", "xiangqi", "liuzichong", "core"]),
    (&["local-play"], &["engine", "games", "core"]),
    (&["ratings"], &["games", "chess", "clock", "core"]),
    (&["wire"], &["games", "core"]),
    (&["room"], &["wire", "ratings", "chess", "games", "clock", "record", "core"]),
    (&["bus-seal", "local-services"], &[]),
    (
        &["server"],
        &[
            "board-svg",
            "bus-seal",
            "engine",
            "puzzles",
            "room",
            "tournament",
            "ratings",
            "wire",
            "chess",
            "liuzichong",
            "games",
            "clock",
            "record",
            "core",
            "local-services",
        ],
    ),
    (
        &["client"],
        &[
            "board-svg",
            "local-play",
            "puzzles",
            "ratings",
            "wire",
            "clock",
            "engine",
            "games",
            "pgn",
            "chess",
            "xiangqi",
            "liuzichong",
            "core",
        ],
    ),
    (&["web"], &["board-svg", "client", "puzzles", "wire", "games", "liuzichong", "clock", "record", "core"]),
    (&["worker"], &["client", "engine", "games", "liuzichong", "core"]),
    (&["javascript"], &["board-svg", "engine", "games", "core"]),
    (&["assets"], &[]),
    (&["match-runner"], &["engine", "games", "record", "chess", "xiangqi", "core"]),
    (&["load-test"], &["server", "room", "wire", "clock", "record", "local-services", "core"]),
    (&["simulation"], &["server", "room", "ratings", "wire", "clock", "core"]),
    (
        &["cli"],
        &[
            "board-svg",
            "match-runner",
            "load-test",
            "local-services",
            "server",
            "assets",
            "client",
            "puzzles",
            "local-play",
            "engine",
            "games",
            "clock",
            "record",
            "pgn",
            "chess",
            "xiangqi",
            "liuzichong",
            "core",
        ],
    ),
    (&["testkit"], &["core", "record"]),
    (&["chess-model"], &["chess", "core"]),
    (
        &["fuzz-targets"],
        &[
            "bus-seal",
            "client",
            "engine",
            "match-runner",
            "puzzles",
            "room",
            "server",
            "tournament",
            "wire",
            "games",
            "chess",
            "xiangqi",
            "liuzichong",
            "clock",
            "record",
            "testkit",
            "chess-model",
            "core",
        ],
    ),
    (&["competitors", "xtask", "xtask-fuzz", "xtask-page", "xtask-release-page", "xtask-tidy"], &[]),
];

/// The crates for tests and benchmarks: every crate may have them as a dev-dependency, and only these crates themselves
/// as another, if the table says so.
const DEV_ONLY: &[&str] = &["testkit", "chess-model", "competitors", "fuzz-targets", "simulation"];

/// Each crate on the left may depend on each crate on the right.
pub(crate) type AllowedDependencies = (&'static [&'static str], &'static [&'static str]);

/// Checks the dependencies between crates against the table, and the table against the crates that exist.
pub(crate) fn check(table: &[AllowedDependencies], members: &[Member]) -> Vec<Finding> {
    let mut findings: Vec<_> =
        members.iter().flat_map(|member| check_member(table, member, members)).collect();
    findings.extend(check_table(table, members));
    findings
}

fn check_member(table: &[AllowedDependencies], member: &Member, members: &[Member]) -> Vec<Finding> {
    let from = member.short_name();
    let Some(allowed) = allowed(table, from) else {
        let message = format!("`{from}` is not in the dependency table; add it to {}", file!());
        return vec![Finding::new(&member.manifest, 1, message)];
    };
    let mut findings = Vec::new();
    for dependency in &member.dependencies {
        // External crates are not checked, and the tests of a crate may depend on it.
        let Some(to) = members.iter().find(|other| other.name == dependency.name) else { continue };
        let (to, is_dev) = (to.short_name(), dependency.kind == DEV);
        if to == from {
            continue;
        }
        let message = match (DEV_ONLY.contains(&to), is_dev) {
            (true, true) => continue,
            (true, false) if DEV_ONLY.contains(&from) && allowed.contains(&to) => continue,
            (true, false) => format!("`{to}` is for tests only; move it to [dev-dependencies]"),
            (false, _) if allowed.contains(&to) => continue,
            (false, _) => {
                format!("the dependency {from} → {to} is not declared; remove it, or allow it in {}", file!())
            }
        };
        findings.push(Finding::new(&member.manifest, member.line_of_dependency(dependency), message));
    }
    findings
}

/// Returns the crates that `from` may depend on, or `None` if it is not in the table.
fn allowed(table: &[AllowedDependencies], from: &str) -> Option<&'static [&'static str]> {
    table.iter().find(|(left, _)| left.contains(&from)).map(|(_, right)| *right)
}

fn check_table(table: &[AllowedDependencies], members: &[Member]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let left: Vec<_> = table.iter().flat_map(|(left, _)| *left).collect();
    for (i, name) in left.iter().enumerate() {
        if left[..i].contains(name) {
            let message = format!("`{name}` is on the left twice; merge the entries");
            findings.push(Finding::new(file!(), table_line(name), message));
        }
    }
    let mut names: Vec<_> = table.iter().flat_map(|(left, right)| left.iter().chain(*right)).collect();
    names.sort();
    names.dedup();
    for name in names {
        if !members.iter().any(|member| member.short_name() == *name) {
            let message = format!("there is no crate `{name}`; remove it from the table");
            findings.push(Finding::new(file!(), table_line(name), message));
        }
    }
    findings
}

/// Returns the first line of the table in this file that names the crate.
fn table_line(name: &str) -> usize {
    let name = format!("\"{name}\"");
    let row = |line: &str| line.trim_start_matches([' ', '(']).starts_with("&[") && line.contains(&name);
    include_str!("dependencies.rs").lines().position(row).map_or(1, |before| before + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &[AllowedDependencies] =
        &[(&["core"], &[]), (&["chess"], &["core"]), (&["testkit"], &["core"]), (&["competitors"], &[])];

    /// Checks a workspace of four crates in which chess has this manifest.
    #[track_caller]
    fn check_chess(manifest: &str, expected: &[&str]) {
        let mut members = ["yipan-core", "yipan-testkit", "yipan-competitors"]
            .map(|name| Member::example(name, ""))
            .to_vec();
        members.push(Member::example("yipan-chess", manifest));
        let found: Vec<_> = check(TABLE, &members).iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), expected.len(), "{found:#?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.starts_with(expected), "{found}");
        }
    }

    #[test]
    fn a_declared_dependency_is_fine() {
        check_chess("[dependencies]\nyipan-core.workspace = true\n", &[]);
        check_chess("[dev-dependencies]\nyipan-core.workspace = true\n", &[]);
    }

    #[test]
    fn an_undeclared_dependency_is_found_where_it_is_written() {
        let members = [
            Member::example("yipan-core", "[dependencies]\nyipan-chess.workspace = true\n"),
            Member::example("yipan-chess", ""),
        ];
        let table: &[AllowedDependencies] = &[(&["core"], &[]), (&["chess"], &["core"])];
        let found = check(table, &members);
        assert_eq!(found.len(), 1);
        let start = "crates/core/Cargo.toml:2: the dependency core → chess is not declared";
        assert!(found[0].to_string().starts_with(start), "{}", found[0]);
    }

    #[test]
    fn tests_may_not_depend_on_an_undeclared_crate_either() {
        let members = [
            Member::example("yipan-core", "[dev-dependencies]\nyipan-chess.workspace = true\n"),
            Member::example("yipan-chess", ""),
        ];
        assert_eq!(check(&[(&["core"], &[]), (&["chess"], &["core"])], &members).len(), 1);
    }

    #[test]
    fn testkit_and_competitors_are_for_tests_only() {
        check_chess("[dev-dependencies]\nyipan-testkit = {}\nyipan-competitors = {}\n", &[]);
        let wrong = "crates/chess/Cargo.toml:2: `testkit` is for tests only";
        check_chess("[dependencies]\nyipan-testkit = {}\n", &[wrong]);
        check_chess("[build-dependencies]\nyipan-testkit = {}\n", &[wrong]);
    }

    #[test]
    fn a_crate_for_tests_may_depend_on_another_if_the_table_says_so() {
        let members = [
            Member::example("yipan-testkit", ""),
            Member::example("yipan-fuzz-targets", "[dependencies]\nyipan-testkit = {}\n"),
        ];
        let table: &[AllowedDependencies] = &[(&["testkit"], &[]), (&["fuzz-targets"], &["testkit"])];
        assert!(check(table, &members).is_empty());
        let table: &[AllowedDependencies] = &[(&["testkit"], &[]), (&["fuzz-targets"], &[])];
        assert_eq!(check(table, &members).len(), 1);
    }

    #[test]
    fn external_crates_are_not_checked() {
        check_chess("[dependencies]\nchess = \"3\"\nxtask = \"1\"\n", &[]);
    }

    #[test]
    fn a_crate_without_a_line_in_the_table_is_found() {
        let found = check(&[], &[Member::example("yipan-wire", "")]);
        assert_eq!(found.len(), 1);
        let start = "crates/wire/Cargo.toml:1: `wire` is not in the dependency table";
        assert!(found[0].to_string().starts_with(start), "{}", found[0]);
    }

    #[test]
    fn a_declared_crate_that_does_not_exist_is_found() {
        let table: &[AllowedDependencies] = &[(&["core"], &["xiangqi"]), (&["wire"], &[])];
        let found = check(table, &[Member::example("yipan-core", "")]);
        let messages: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(messages.len(), 2, "{messages:#?}");
        assert!(
            messages[0].contains("dependencies.rs:") && messages[0].contains("no crate `wire`"),
            "{messages:#?}"
        );
        assert!(messages[1].contains("no crate `xiangqi`"), "{messages:#?}");
    }

    #[test]
    fn a_crate_listed_twice_is_found() {
        let found = check(&[(&["core"], &[]), (&["core"], &[])], &[Member::example("yipan-core", "")]);
        assert_eq!(found.len(), 1);
        assert!(found[0].to_string().contains("`core` is on the left twice"));
    }

    #[test]
    fn a_finding_about_the_table_points_into_it() {
        let first = include_str!("dependencies.rs")
            .lines()
            .position(|line| line.contains("const ALLOWED_DEPENDENCIES"));
        assert_eq!(Some(table_line("core")), first.map(|before| before + 2));
        assert_eq!(table_line("no-such-crate"), 1);
    }
}
