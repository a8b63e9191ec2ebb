//! The packages that are linked into the program or its page.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, NodeDep, Package, PackageId};

/// Asks cargo for the dependencies on a target.
pub(super) fn read_metadata(root: &Path, target: &str) -> Result<Metadata> {
    let options = ["--locked", "--filter-platform", target].map(str::to_owned);
    MetadataCommand::new()
        .current_dir(root)
        .other_options(options)
        .exec()
        .with_context(|| format!("cargo cannot list the dependencies for {target}"))
}

/// Returns a package of the workspace and all that it needs. Tests need more, which is left out.
pub(super) fn collect<'a>(metadata: &'a Metadata, package: &str) -> Result<Vec<&'a Package>> {
    let resolve = metadata.resolve.as_ref().context("cargo has not resolved the dependencies")?;
    let nodes: BTreeMap<_, _> = resolve.nodes.iter().map(|node| (&node.id, node)).collect();
    let root = metadata.workspace_packages().into_iter().find(|member| member.name.as_str() == package);
    let mut waiting = vec![&root.with_context(|| format!("there is no package {package}"))?.id];
    let mut seen: BTreeSet<&PackageId> = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        let Some(node) = nodes.get(id).filter(|_| seen.insert(id)) else { continue };
        waiting.extend(node.deps.iter().filter(|dependency| is_shipped(dependency)).map(|dep| &dep.pkg));
    }
    Ok(seen.into_iter().map(|id| &metadata[id]).collect())
}

/// Returns whether more than tests need a dependency.
pub(super) fn is_shipped(dependency: &NodeDep) -> bool {
    dependency.dep_kinds.iter().any(|info| info.kind != DependencyKind::Development)
}
