//! Import cycles between the files of one crate.
//!
//! Files that import each other can only be read together, so what two files need lives in a third.
//! Edges come from paths: `use` declarations and qualified paths that begin with `crate`, `self`, `super` or a child module.
//! Re-exports are followed to the file that defines the item; tests and `lib.rs` or `main.rs` are left out, since a crate root exists to gather its modules.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::Finding;
use crate::module_tree::ModuleTree;
use crate::tree::Source;
use crate::workspace::Member;

/// Groups of files that may import each other, with the reason.
///
/// A group is exact: a file that joins it or leaves it is a finding.
const ALLOWED: &[(&[&str], &str)] = &[
    (
        &["crates/chess/src/bitboard.rs", "crates/chess/src/square.rs"],
        "a set of squares, and a square as a set",
    ),
    (
        &["crates/xiangqi/src/point.rs", "crates/xiangqi/src/point_set.rs"],
        "a set of points, and a point as a set",
    ),
    (
        &["crates/liuzichong/src/point.rs", "crates/liuzichong/src/point_set.rs"],
        "a set of points, and a point as a set",
    ),
    (
        &[
            "crates/pgn/src/error.rs",
            "crates/pgn/src/game.rs",
            "crates/pgn/src/pgn_position.rs",
            "crates/pgn/src/variation.rs",
        ],
        "the tree is generic over a trait whose methods take and return the tree",
    ),
    (
        &["crates/wire/src/event.rs", "crates/wire/src/room_state.rs"],
        "the first event carries a state, and a state folds events",
    ),
];

/// Finds the import cycles of one crate.
pub(crate) fn check(member: &Member, sources: &[Source]) -> Vec<Finding> {
    check_against(ALLOWED, member, sources)
}

fn check_against(allowed: &[(&[&str], &str)], member: &Member, sources: &[Source]) -> Vec<Finding> {
    let source_dir = format!("{}/src/", member.directory());
    let files: BTreeMap<&str, &str> = sources
        .iter()
        .filter(|source| source.path.starts_with(&source_dir) && source.is("rs"))
        .map(|source| (source.path.as_str(), source.text.as_str()))
        .collect();
    let imports: Imports = ["lib.rs", "main.rs"]
        .iter()
        .map(|root| format!("{source_dir}{root}"))
        .filter(|root| files.contains_key(root.as_str()))
        .flat_map(|root| ModuleTree::read(&root, &files).imports())
        .filter(|(from, to)| !is_root(from, &source_dir) && !is_root(to, &source_dir))
        .fold(Imports::new(), |mut imports, (from, to)| {
            imports.entry(from).or_default().insert(to);
            imports
        });
    let cycles = cycles(&imports);
    let mut findings: Vec<_> = cycles
        .iter()
        .filter(|cycle| !allowed.iter().any(|(group, _)| is_group(cycle, group)))
        .map(|cycle| {
            let round = shortest_round(cycle, &imports);
            let what = format!(
                "these files import each other: {}; move what they share to a file of its own (the whole group: {})",
                round.join(" → "),
                cycle.join(", ")
            );
            Finding::new(&round[0], 1, what)
        })
        .collect();
    let stale = allowed.iter().filter(|(group, _)| {
        group.iter().all(|file| file.starts_with(&source_dir))
            && !cycles.iter().any(|cycle| is_group(cycle, group))
    });
    findings.extend(stale.map(|(group, _)| {
        Finding::new(
            group[0],
            1,
            format!("the allowed cycle of {} is gone; remove it from {}", group.join(", "), file!()),
        )
    }));
    findings
}

/// The files that each file imports from.
type Imports = BTreeMap<String, BTreeSet<String>>;

fn is_root(file: &str, source_dir: &str) -> bool {
    file.strip_prefix(source_dir).is_some_and(|name| matches!(name, "lib.rs" | "main.rs"))
}

fn is_group(cycle: &[String], group: &[&str]) -> bool {
    cycle.len() == group.len() && group.iter().all(|file| cycle.iter().any(|member| member == file))
}

/// Groups the files that reach each other; a file alone is no group.
fn cycles(imports: &Imports) -> Vec<Vec<String>> {
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        imports.keys().map(|file| (file.as_str(), reachable(file, imports))).collect();
    let mut groups: Vec<Vec<String>> = Vec::new();
    for (file, reached) in &reach {
        if !reached.contains(file) || groups.iter().flatten().any(|grouped| grouped == file) {
            continue;
        }
        let back = |other: &&str| reach.get(other).is_some_and(|reached| reached.contains(file));
        groups.push(reached.iter().copied().filter(back).map(str::to_owned).collect());
    }
    groups
}

fn reachable<'a>(from: &str, imports: &'a Imports) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = imports.get(from).into_iter().flatten().map(String::as_str).collect();
    while let Some(file) = open.pop() {
        if reached.insert(file) {
            open.extend(imports.get(file).into_iter().flatten().map(String::as_str));
        }
    }
    reached
}

/// Returns the shortest way round inside a group, ending where it began.
fn shortest_round(group: &[String], imports: &Imports) -> Vec<String> {
    let rounds = group.iter().filter_map(|start| {
        let mut ways = vec![vec![start.clone()]];
        let mut seen = BTreeSet::new();
        loop {
            let mut longer = Vec::new();
            for way in &ways {
                let last = way.last()?;
                for next in imports.get(last).into_iter().flatten().filter(|next| group.contains(*next)) {
                    let mut way = way.clone();
                    way.push(next.clone());
                    if next == start {
                        return Some(way);
                    }
                    if seen.insert(next.clone()) {
                        longer.push(way);
                    }
                }
            }
            ways = longer;
        }
    });
    rounds.min_by_key(Vec::len).unwrap_or_else(|| group.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_files(allowed: &[(&[&str], &str)], files: &[(&str, &str)], expected: &[&str]) {
        let member = Member::example("yipan-a", "");
        let sources: Vec<_> =
            files.iter().map(|(name, text)| Source::new(&format!("crates/a/src/{name}"), text)).collect();
        let found: Vec<_> =
            check_against(allowed, &member, &sources).iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), expected.len(), "{found:#?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.contains(expected), "{found}");
        }
    }

    const ROOT: (&str, &str) = ("lib.rs", "mod b;\nmod c;\npub use b::B;\npub use c::C;\n");

    #[test]
    fn two_files_that_import_each_other_are_a_cycle() {
        let round = "b.rs → crates/a/src/c.rs → crates/a/src/b.rs";
        check_files(&[], &[ROOT, ("b.rs", "use crate::c::C;"), ("c.rs", "use crate::b::B;")], &[round]);
        check_files(&[], &[ROOT, ("b.rs", "use crate::c::C;"), ("c.rs", "")], &[]);
    }

    #[test]
    fn a_re_export_is_followed_to_the_file_that_defines_the_item() {
        check_files(
            &[],
            &[ROOT, ("b.rs", "use crate::C;"), ("c.rs", "use crate::{B};")],
            &["import each other"],
        );
    }

    #[test]
    fn a_qualified_path_counts_like_an_import() {
        let b = ("b.rs", "fn f() { crate::c::g(); }");
        check_files(&[], &[ROOT, b, ("c.rs", "use super::b;")], &["import each other"]);
    }

    #[test]
    fn a_child_that_uses_its_parent_is_a_cycle_unless_the_parent_only_re_exports_it() {
        let root = ("lib.rs", "mod b;");
        let child = ("b/c.rs", "use super::LIMIT;");
        check_files(
            &[],
            &[root, ("b.rs", "mod c;\nuse c::C;\nconst LIMIT: u8 = 1;"), child],
            &["import each other"],
        );
        check_files(&[], &[root, ("b.rs", "mod c;\npub use c::C;\nconst LIMIT: u8 = 1;"), child], &[]);
    }

    #[test]
    fn tests_may_import_what_they_like() {
        let tests = ("b.rs", "#[cfg(test)]\nmod tests { use crate::c::C; }");
        check_files(&[], &[ROOT, tests, ("c.rs", "use crate::b::B;")], &[]);
    }

    #[test]
    fn an_allowed_cycle_is_exact_and_must_exist() {
        let allowed: &[(&[&str], &str)] =
            &[(&["crates/a/src/b.rs", "crates/a/src/c.rs"], "one type in two files")];
        check_files(allowed, &[ROOT, ("b.rs", "use crate::C;"), ("c.rs", "use crate::B;")], &[]);
        check_files(allowed, &[ROOT, ("b.rs", ""), ("c.rs", "use crate::B;")], &["is gone"]);
    }
}
