//! The crates of the workspace that can be published on crates.io.

use anyhow::{Context, Result, ensure};
use cargo_metadata::{MetadataCommand, Package};

/// The crates that other projects use. Those that they depend on are published with them.
const LIBRARIES: [&str; 6] =
    ["yipan-core", "yipan-pgn", "yipan-chess", "yipan-xiangqi", "yipan-liuzichong", "yipan-engine"];

/// The category on crates.io of crates without the standard library.
const NO_STD_CATEGORY: &str = "no-std";

/// A crate that can be published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PublishedCrate {
    /// The name of the package.
    pub(crate) name: String,
    /// The version of the package.
    pub(crate) version: String,
    /// The oldest Rust that compiles it.
    pub(crate) rust_version: String,
    /// The features that this Rust compiles too.
    pub(crate) features: Vec<String>,
    /// Whether its manifest says that it does without the standard library.
    pub(crate) is_no_std: bool,
}

impl PublishedCrate {
    /// Returns the name of the directory in its package.
    pub(crate) fn directory(&self) -> String {
        format!("{}-{}", self.name, self.version)
    }
}

/// Reads the crates whose manifests allow publication, and checks what crates.io shows of them.
pub(crate) fn read() -> Result<Vec<PublishedCrate>> {
    let metadata = MetadataCommand::new()
        .no_deps()
        .exec()
        .context("cargo cannot read the manifests; fix what it reports")?;
    let members = metadata.workspace_packages();
    let crates: Vec<_> = members
        .into_iter()
        // An empty list stands for `publish = false`, no list for every registry.
        .filter(|package| package.publish.is_none())
        .map(PublishedCrate::try_from)
        .collect::<Result<_>>()?;
    check(&crates)?;
    Ok(crates)
}

/// Checks that every library is among the crates, and that all have the same minimum version of Rust.
fn check(crates: &[PublishedCrate]) -> Result<()> {
    for name in LIBRARIES {
        let is_published = crates.iter().any(|published| published.name == name);
        ensure!(is_published, "`{name}` cannot be published; set `publish = true` in its manifest");
    }
    let first = &crates[0];
    for other in crates {
        ensure!(
            other.rust_version == first.rust_version,
            "`{}` and `{}` name different minimum versions of Rust ({} and {}); give all crates the highest",
            first.name,
            other.name,
            first.rust_version,
            other.rust_version
        );
    }
    Ok(())
}

impl TryFrom<&Package> for PublishedCrate {
    type Error = anyhow::Error;

    fn try_from(package: &Package) -> Result<Self> {
        let fields = [
            ("description", package.description.is_some()),
            ("license", package.license.is_some()),
            ("readme", package.readme.is_some()),
            ("documentation", package.documentation.is_some()),
            ("keywords", !package.keywords.is_empty()),
            ("categories", !package.categories.is_empty()),
            ("rust-version", package.rust_version.is_some()),
        ];
        for (field, is_present) in fields {
            ensure!(is_present, "{} has no `{field}`; add it to `[package]`", package.manifest_path);
        }
        Ok(Self {
            name: package.name.to_string(),
            version: package.version.to_string(),
            rust_version: package.rust_version.as_ref().map(ToString::to_string).unwrap_or_default(),
            features: package
                .features
                .keys()
                .filter(|name| !needs_newer_rust(package, name))
                .cloned()
                .collect(),
            is_no_std: package.categories.iter().any(|category| category == NO_STD_CATEGORY),
        })
    }
}

/// Whether the manifest says that a feature needs a newer Rust than the crate.
fn needs_newer_rust(package: &Package, feature: &str) -> bool {
    let listed = package.metadata["newer-rust"]["features"].as_array();
    listed.is_some_and(|listed| listed.iter().any(|name| name == feature))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(name: &str, rust_version: &str) -> PublishedCrate {
        PublishedCrate {
            name: name.to_owned(),
            version: "0.1.0".to_owned(),
            rust_version: rust_version.to_owned(),
            features: Vec::new(),
            is_no_std: false,
        }
    }

    #[test]
    fn the_crates_of_the_workspace_are_ready() {
        let crates = read().unwrap();
        assert!(crates.iter().any(|published| published.is_no_std));
        assert!(crates.iter().all(|published| published.name != "xtask" && published.name != "yipan-server"));
        let features = |name| &crates.iter().find(|published| published.name == name).unwrap().features;
        assert!(features("yipan-core").contains(&"serde".to_owned()));
        assert!(!features("yipan-engine").contains(&"prefetch".to_owned()));
    }

    #[test]
    fn a_library_that_is_not_published_is_named() {
        let error = check(&[example("yipan-core", "1.88.0")]).unwrap_err().to_string();
        assert_eq!(error, "`yipan-pgn` cannot be published; set `publish = true` in its manifest");
    }

    #[test]
    fn all_crates_have_the_same_minimum_version() {
        let mut crates = LIBRARIES.map(|name| example(name, "1.88.0")).to_vec();
        assert!(check(&crates).is_ok());
        crates.push(example("yipan-games", "1.90.0"));
        let error = check(&crates).unwrap_err().to_string();
        assert!(error.starts_with("`yipan-core` and `yipan-games` name different"), "{error}");
    }
}
