//! The crates of the workspace, as far as tidy cares about them.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use cargo_metadata::{DependencyKind, MetadataCommand, Package};

/// A dependency that only tests and benchmarks see.
pub(super) const DEV: DependencyKind = DependencyKind::Development;

/// Where the workspace lies and what it is made of.
pub(super) struct Workspace {
    /// The folder of the root manifest.
    pub(super) root: PathBuf,
    /// All crates, from `crates/` and elsewhere.
    pub(super) members: Vec<Member>,
}

/// One crate of the workspace.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// The name of the package.
    pub(super) name: String,
    /// The path of its manifest from the root.
    pub(super) manifest: String,
    /// The manifest itself.
    pub(super) text: String,
    /// What the crate says it is for.
    pub(super) description: Option<String>,
    /// What it depends on, in the workspace and outside.
    pub(super) dependencies: Vec<Dependency>,
}

/// One dependency of a crate.
#[derive(Clone, Debug)]
pub(super) struct Dependency {
    /// The name of the package, whatever it is renamed to.
    pub(super) name: String,
    /// What needs it: the crate, its tests or its build script.
    pub(super) kind: DependencyKind,
}

/// Asks cargo for the workspace this is called in. Nothing is resolved, so no network or lock file is needed.
pub(super) fn read() -> Result<Workspace> {
    let metadata =
        MetadataCommand::new().no_deps().exec().context("put right what cargo says of the manifests")?;
    let root = metadata.workspace_root.clone().into_std_path_buf();
    let members = metadata.workspace_packages().into_iter().map(|package| {
        let path =
            package.manifest_path.strip_prefix(&metadata.workspace_root).unwrap_or(&package.manifest_path);
        Member::read(package, path.as_str().replace('\\', "/"))
    });
    Ok(Workspace { root, members: members.collect::<Result<_>>()? })
}

impl Member {
    fn read(package: &Package, manifest: String) -> Result<Self> {
        let text = fs::read_to_string(&package.manifest_path)
            .with_context(|| format!("could not read {manifest}"))?;
        let needs = package.dependencies.iter();
        Ok(Self {
            name: package.name.to_string(),
            manifest,
            text,
            description: package.description.clone(),
            dependencies: needs.map(|need| Dependency { name: need.name.clone(), kind: need.kind }).collect(),
        })
    }

    /// The name of the crate inside the house: that of its package without the name of the house.
    pub(super) fn short_name(&self) -> &str {
        self.name.strip_prefix("yipan-").unwrap_or(&self.name)
    }

    /// The folder the crate lies in, from the root.
    pub(super) fn folder(&self) -> &str {
        self.manifest.strip_suffix("/Cargo.toml").unwrap_or_default()
    }

    /// The line of the manifest that asks for a dependency, or the first line if it is written in some way
    /// this does not know.
    pub(super) fn line_of_dependency(&self, need: &Dependency) -> usize {
        let mut inside = false;
        for (number, line) in (1..).zip(self.text.lines().map(str::trim)) {
            if let Some(table) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                let (outer, last) = table.rsplit_once('.').unwrap_or(("", table));
                inside = is_table_of(last, need.kind);
                if last == need.name && is_table_of(outer.rsplit('.').next().unwrap_or(outer), need.kind) {
                    return number;
                }
            } else if inside && names(line, &need.name) {
                return number;
            }
        }
        1
    }
}

fn is_table_of(table: &str, kind: DependencyKind) -> bool {
    table
        == match kind {
            DependencyKind::Development => "dev-dependencies",
            DependencyKind::Build => "build-dependencies",
            _ => "dependencies",
        }
}

/// Whether a line like `key = …` or `key.workspace = true` asks for the package, under its name or another.
fn names(line: &str, package: &str) -> bool {
    let key = line.split(['=', '.', ' ']).next().unwrap_or(line);
    key.trim_matches('"') == package || line.contains(&format!("package = \"{package}\""))
}

#[cfg(test)]
impl Member {
    /// A crate under `crates/` with this manifest, of which only plain lines are understood.
    pub(super) fn example(name: &str, manifest: &str) -> Self {
        let mut kind = DependencyKind::Unknown;
        let (mut needs, mut description) = (Vec::new(), None);
        for line in manifest.lines() {
            let key = line.split(['=', '.', ' ']).next().unwrap_or(line);
            match line {
                "[dependencies]" => kind = DependencyKind::Normal,
                "[dev-dependencies]" => kind = DependencyKind::Development,
                "[build-dependencies]" => kind = DependencyKind::Build,
                _ if line.starts_with('[') => kind = DependencyKind::Unknown,
                _ if key == "description" => description = line.split('"').nth(1).map(str::to_owned),
                _ if kind != DependencyKind::Unknown => needs.push(Dependency { name: key.to_owned(), kind }),
                _ => {}
            }
        }
        let folder = name.strip_prefix("yipan-").unwrap_or(name);
        let manifest_path = format!("crates/{folder}/Cargo.toml");
        Self {
            name: name.to_owned(),
            manifest: manifest_path,
            text: manifest.to_owned(),
            description,
            dependencies: needs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dependency_is_found_in_its_own_table() {
        let text = "[package]\nname = \"yipan-chess\"\n\n[dev-dependencies]\nserde = \"1\"\nserde_json = \"1\"\n\n\
                    [dependencies]\nserde_json = \"1\"\nserde = \"1\"\nother = { package = \"rand\" }\n\n\
                    [target.'cfg(unix)'.dependencies]\n\"tokio\" = \"1\"\n\n[dependencies.getrandom]\nversion = \"1\"\n";
        let member = Member::example("yipan-chess", text);
        let line = |name: &str, kind| member.line_of_dependency(&Dependency { name: name.into(), kind });
        assert_eq!(line("serde", DEV), 5);
        assert_eq!(line("serde", DependencyKind::Normal), 10);
        assert_eq!(line("rand", DependencyKind::Normal), 11);
        assert_eq!(line("tokio", DependencyKind::Normal), 14);
        assert_eq!(line("getrandom", DependencyKind::Normal), 16);
        assert_eq!(line("missing", DependencyKind::Normal), 1);
    }

    #[test]
    fn a_short_name_is_the_directory_name() {
        let member = Member::example("yipan-chess", "");
        assert_eq!((member.short_name(), member.folder()), ("chess", "crates/chess"));
        assert_eq!(Member::example("xtask", "").short_name(), "xtask");
    }

    #[test]
    fn this_workspace_can_be_read() {
        let workspace = read().unwrap();
        let xtask = workspace.members.iter().find(|member| member.name == "xtask").unwrap();
        assert_eq!(xtask.manifest, "xtask/Cargo.toml");
        assert!(
            xtask.dependencies.iter().any(|need| need.name == "clap" && need.kind == DependencyKind::Normal)
        );
        assert!(workspace.root.join(&xtask.manifest).is_file());
    }
}
