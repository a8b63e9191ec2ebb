//! The required parts of every crate's `Cargo.toml`.

use crate::finding::Finding;
use crate::workspace::Member;

/// Checks that a crate under `crates/` inherits the lints of the workspace and has a description.
pub(crate) fn check(member: &Member) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !member.manifest.starts_with("crates/") {
        return findings;
    }
    if !inherits_lints(&member.text) {
        let message = "the lints of the workspace are not inherited; add `[lints]` with `workspace = true`";
        findings.push(Finding::new(&member.manifest, 1, message));
    }
    if member.description.as_deref().is_none_or(|text| text.trim().is_empty()) {
        let message = "the crate has no description; add `description = \"…\"` to `[package]`";
        findings.push(Finding::new(&member.manifest, 1, message));
    }
    findings
}

/// Returns whether the manifest has `workspace = true` under `[lints]`, or the same as a dotted key at its top.
fn inherits_lints(manifest: &str) -> bool {
    let mut table = String::new();
    for line in manifest.lines() {
        let line: String = line.split('#').next().unwrap_or(line).split_whitespace().collect();
        match (table.as_str(), line.as_str()) {
            ("[lints]", "workspace=true") | ("", "lints.workspace=true" | "lints={workspace=true}") => {
                return true;
            }
            _ if line.starts_with('[') => table = line,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(member: &Member) -> Vec<String> {
        check(member).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_crate_with_lints_and_a_description_is_fine() {
        let text = "[package]\ndescription = \"A crate.\"\n\n[lints]\nworkspace = true # inherited\n";
        assert_eq!(messages(&Member::example("yipan-core", text)), [""; 0]);
    }

    #[test]
    fn missing_lints_are_found() {
        let described = "[package]\ndescription = \"A crate.\"\n";
        for wrong in [
            "",
            "[lints]\n",
            "[lints]\n# workspace = true\n",
            "[other]\nworkspace = true\n",
            "[lints]\nworkspace = false\n",
        ] {
            let found = messages(&Member::example("yipan-core", &format!("{described}{wrong}")));
            assert_eq!(found.len(), 1, "{wrong}: {found:?}");
            assert!(found[0].contains("lints"), "{}", found[0]);
        }
        assert!(inherits_lints("lints.workspace = true\n[package]\n"));
    }

    #[test]
    fn a_missing_or_empty_description_is_found() {
        for wrong in ["", "[package]\ndescription = \" \"\n"] {
            let found =
                messages(&Member::example("yipan-core", &format!("{wrong}[lints]\nworkspace = true\n")));
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(found[0].contains("description"), "{}", found[0]);
        }
    }

    #[test]
    fn only_what_lies_under_crates_is_held_to_it() {
        let mut member = Member::example("xtask", "");
        member.manifest = "xtask/Cargo.toml".into();
        assert_eq!(messages(&member), [""; 0]);
    }
}
