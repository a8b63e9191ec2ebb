//! The crates of the workspace and their manifests.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use cargo_metadata::{DependencyKind, MetadataCommand, Package};

/// The kind of dependencies of tests and benchmarks.
pub(crate) const DEV: DependencyKind = DependencyKind::Development;

/// The workspace.
pub(crate) struct Workspace {
    /// The directory of the root manifest.
    pub(crate) root: PathBuf,
    /// All crates, also those outside `crates/`.
    pub(crate) members: Vec<Member>,
}

/// One crate of the workspace.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    /// The name of the package.
    pub(crate) name: String,
    /// The path of its manifest from the root.
    pub(crate) manifest: String,
    /// The text of the manifest.
    pub(crate) text: String,
    /// The description in the manifest.
    pub(crate) description: Option<String>,
    /// All dependencies, also those outside the workspace.
    pub(crate) dependencies: Vec<Dependency>,
}

/// One dependency of a crate.
#[derive(Clone, Debug)]
pub(crate) struct Dependency {
    /// The name of the package, even if the manifest renames it.
    pub(crate) name: String,
    /// The table it stands in: normal, dev or build.
    pub(crate) kind: DependencyKind,
}

/// Reads the workspace of the current directory. No dependency is resolved, so neither network nor lock file is needed.
pub(crate) fn read() -> Result<Workspace> {
    let metadata = MetadataCommand::new()
        .no_deps()
        .exec()
        .context("cargo cannot read the manifests; fix what it reports")?;
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
        let text =
            fs::read_to_string(&package.manifest_path).with_context(|| format!("cannot read {manifest}"))?;
        let dependencies = package.dependencies.iter();
        Ok(Self {
            name: package.name.to_string(),
            manifest,
            text,
            description: package.description.clone(),
            dependencies: dependencies
                .map(|dependency| Dependency { name: dependency.name.clone(), kind: dependency.kind })
                .collect(),
        })
    }

    /// Returns the package name without the prefix `yipan-`.
    pub(crate) fn short_name(&self) -> &str {
        self.name.strip_prefix("yipan-").unwrap_or(&self.name)
    }

    /// Returns the directory of the crate, relative to the root.
    pub(crate) fn directory(&self) -> &str {
        self.manifest.strip_suffix("/Cargo.toml").unwrap_or_default()
    }

    /// Returns the line of a dependency in the manifest, or 1 if it is written in an unknown way.
    pub(crate) fn line_of_dependency(&self, dependency: &Dependency) -> usize {
        let mut inside = false;
        for (number, line) in (1..).zip(self.text.lines().map(str::trim)) {
            if let Some(table) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                let (outer, last) = table.rsplit_once('.').unwrap_or(("", table));
                inside = is_table_of(last, dependency.kind);
                if last == dependency.name
                    && is_table_of(outer.rsplit('.').next().unwrap_or(outer), dependency.kind)
                {
                    return number;
                }
            } else if inside && names(line, &dependency.name) {
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

/// Returns whether a line such as `key = …` or `key.workspace = true` names the package, directly or as a rename.
fn names(line: &str, package: &str) -> bool {
    let key = line.split(['=', '.', ' ']).next().unwrap_or(line);
    key.trim_matches('"') == package || line.contains(&format!("package = \"{package}\""))
}

#[cfg(test)]
impl Member {
    /// Creates a crate under `crates/` from a manifest with one dependency per line.
    pub(crate) fn example(name: &str, manifest: &str) -> Self {
        let mut kind = DependencyKind::Unknown;
        let (mut dependencies, mut description) = (Vec::new(), None);
        for line in manifest.lines() {
            let key = line.split(['=', '.', ' ']).next().unwrap_or(line);
            match line {
                "[dependencies]" => kind = DependencyKind::Normal,
                "[dev-dependencies]" => kind = DependencyKind::Development,
                "[build-dependencies]" => kind = DependencyKind::Build,
                _ if line.starts_with('[') => kind = DependencyKind::Unknown,
                _ if key == "description" => description = line.split('"').nth(1).map(str::to_owned),
                _ if kind != DependencyKind::Unknown => {
                    dependencies.push(Dependency { name: key.to_owned(), kind });
                }
                _ => {}
            }
        }
        let directory = name.strip_prefix("yipan-").unwrap_or(name);
        let manifest_path = format!("crates/{directory}/Cargo.toml");
        Self {
            name: name.to_owned(),
            manifest: manifest_path,
            text: manifest.to_owned(),
            description,
            dependencies,
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
        assert_eq!((member.short_name(), member.directory()), ("chess", "crates/chess"));
        assert_eq!(Member::example("xtask", "").short_name(), "xtask");
    }

    #[test]
    fn this_workspace_can_be_read() {
        let workspace = read().unwrap();
        let xtask = workspace.members.iter().find(|member| member.name == "xtask").unwrap();
        assert_eq!(xtask.manifest, "xtask/Cargo.toml");
        assert!(
            xtask
                .dependencies
                .iter()
                .any(|dependency| dependency.name == "clap" && dependency.kind == DependencyKind::Normal)
        );
        assert!(workspace.root.join(&xtask.manifest).is_file());
    }
}
