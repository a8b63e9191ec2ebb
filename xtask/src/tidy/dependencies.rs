//! Which room may depend on which.

use super::finding::Finding;
use super::workspace::{DEV, Member};

/// Who → whom, by the names of the folders. An arrow is a permission, not a duty; a new one is a decision
/// about the whole house, so it is made here and in `ARCHITECTURE.md`.
///
/// Every crate of the workspace stands on the left exactly once.
pub(super) const ALLOWED_DEPENDENCIES: &[AllowedDependencies] = &[
    (&["core"], &[]),
    (&["pgn", "record", "liuzichong"], &["core"]),
    (&["chess", "xiangqi"], &["pgn", "core"]),
    (&["games"], &["chess", "xiangqi", "liuzichong", "record", "core"]),
    (&["engine"], &["games", "chess", "xiangqi", "liuzichong", "core"]),
    (&["wire"], &["games", "core"]),
    (&["room"], &["wire", "chess", "games", "record", "core"]),
    (&["server"], &["engine", "room", "wire", "chess", "games", "record", "core"]),
    (&["client"], &["wire", "engine", "games", "chess", "xiangqi", "liuzichong", "core"]),
    (&["web"], &["client", "wire", "games", "liuzichong", "record", "core"]),
    (&["worker"], &["client", "engine", "games", "liuzichong", "core"]),
    (&["assets"], &[]),
    (
        &["cli"],
        &[
            "server",
            "assets",
            "room",
            "wire",
            "engine",
            "games",
            "record",
            "chess",
            "xiangqi",
            "liuzichong",
            "core",
        ],
    ),
    (&["testkit"], &["core", "record"]),
    (&["peers", "xtask"], &[]),
];

/// What only tests and benchmarks may lean on: any crate may have it as a dev-dependency, none otherwise.
const DEV_ONLY: &[&str] = &["testkit", "peers"];

/// Each on the left may depend on each on the right.
pub(super) type AllowedDependencies = (&'static [&'static str], &'static [&'static str]);

/// Holds the dependencies between the crates of the workspace against the table, and the table against the
/// crates: a table that names what is not there would be believed by its readers.
pub(super) fn check(arrows: &[AllowedDependencies], members: &[Member]) -> Vec<Finding> {
    let mut findings: Vec<_> =
        members.iter().flat_map(|member| check_member(arrows, member, members)).collect();
    findings.extend(check_table(arrows, members));
    findings
}

fn check_member(arrows: &[AllowedDependencies], member: &Member, members: &[Member]) -> Vec<Finding> {
    let from = member.short_name();
    let Some(allowed) = allowed(arrows, from) else {
        let what = format!("`{from}` is not in the table of arrows; add it to {}", file!());
        return vec![Finding::new(&member.manifest, 1, what)];
    };
    let mut findings = Vec::new();
    for need in &member.dependencies {
        // Crates from outside are no arrows, and a crate may lean on itself in its tests.
        let Some(to) = members.iter().find(|other| other.name == need.name) else { continue };
        let (to, dev) = (to.short_name(), need.kind == DEV);
        if to == from {
            continue;
        }
        let what = match (DEV_ONLY.contains(&to), dev) {
            (true, true) => continue,
            (true, false) => format!("`{to}` is for tests only; move it to [dev-dependencies]"),
            (false, _) if allowed.contains(&to) => continue,
            (false, _) => format!(
                "the arrow {from} → {to} is not declared; remove the dependency, or decide for it in {}",
                file!()
            ),
        };
        findings.push(Finding::new(&member.manifest, member.line_of_dependency(need), what));
    }
    findings
}

/// The rooms that `from` may depend on, or nothing if the table does not know it.
fn allowed(arrows: &[AllowedDependencies], from: &str) -> Option<&'static [&'static str]> {
    arrows.iter().find(|(left, _)| left.contains(&from)).map(|(_, right)| *right)
}

fn check_table(arrows: &[AllowedDependencies], members: &[Member]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let left: Vec<_> = arrows.iter().flat_map(|(left, _)| *left).collect();
    for (i, room) in left.iter().enumerate() {
        if left[..i].contains(room) {
            let what = format!("`{room}` stands on the left twice; make it one line");
            findings.push(Finding::new(file!(), table_line(room), what));
        }
    }
    let mut rooms: Vec<_> = arrows.iter().flat_map(|(left, right)| left.iter().chain(*right)).collect();
    rooms.sort();
    rooms.dedup();
    for room in rooms {
        if !members.iter().any(|member| member.short_name() == *room) {
            let what = format!("there is no crate `{room}`; take it out until there is");
            findings.push(Finding::new(file!(), table_line(room), what));
        }
    }
    findings
}

/// The first line of this file that has the room in its table.
fn table_line(room: &str) -> usize {
    let name = format!("\"{room}\"");
    let row = |line: &str| line.trim_start_matches([' ', '(']).starts_with("&[") && line.contains(&name);
    include_str!("dependencies.rs").lines().position(row).map_or(1, |before| before + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &[AllowedDependencies] =
        &[(&["core"], &[]), (&["chess"], &["core"]), (&["testkit"], &["core"]), (&["peers"], &[])];

    /// Checks a house of four crates in which chess has the given manifest.
    #[track_caller]
    fn check_chess(manifest: &str, expected: &[&str]) {
        let mut members =
            ["yipan-core", "yipan-testkit", "yipan-peers"].map(|name| Member::example(name, "")).to_vec();
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
        let arrows: &[AllowedDependencies] = &[(&["core"], &[]), (&["chess"], &["core"])];
        let found = check(arrows, &members);
        assert_eq!(found.len(), 1);
        let start = "crates/core/Cargo.toml:2: the arrow core → chess is not declared";
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
        check_chess("[dev-dependencies]\nyipan-testkit = {}\nyipan-peers = {}\n", &[]);
        let wrong = "crates/chess/Cargo.toml:2: `testkit` is for tests only";
        check_chess("[dependencies]\nyipan-testkit = {}\n", &[wrong]);
        check_chess("[build-dependencies]\nyipan-testkit = {}\n", &[wrong]);
    }

    #[test]
    fn external_crates_are_not_checked() {
        check_chess("[dependencies]\nchess = \"3\"\nxtask = \"1\"\n", &[]);
    }

    #[test]
    fn a_crate_without_a_line_in_the_table_is_found() {
        let found = check(&[], &[Member::example("yipan-wire", "")]);
        assert_eq!(found.len(), 1);
        let start = "crates/wire/Cargo.toml:1: `wire` is not in the table of arrows";
        assert!(found[0].to_string().starts_with(start), "{}", found[0]);
    }

    #[test]
    fn a_declared_crate_that_does_not_exist_is_found() {
        let arrows: &[AllowedDependencies] = &[(&["core"], &["xiangqi"]), (&["wire"], &[])];
        let found = check(arrows, &[Member::example("yipan-core", "")]);
        let whats: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(whats.len(), 2, "{whats:#?}");
        assert!(whats[0].contains("arrows.rs:") && whats[0].contains("no crate `wire`"), "{whats:#?}");
        assert!(whats[1].contains("no crate `xiangqi`"), "{whats:#?}");
    }

    #[test]
    fn a_crate_listed_twice_is_found() {
        let found = check(&[(&["core"], &[]), (&["core"], &[])], &[Member::example("yipan-core", "")]);
        assert_eq!(found.len(), 1);
        assert!(found[0].to_string().contains("`core` stands on the left twice"));
    }

    #[test]
    fn a_finding_about_the_table_points_into_it() {
        let first = include_str!("dependencies.rs").lines().position(|line| line.contains("const ARROWS"));
        assert_eq!(Some(table_line("core")), first.map(|before| before + 2));
        assert_eq!(table_line("no-such-room"), 1);
    }
}
