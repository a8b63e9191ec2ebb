//! The software bill of materials: every package of the program and its page, for scanners of known weaknesses.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use cargo_metadata::{Metadata, Package};
use serde_json::{Value, json};

use super::licenses::modern_expression;
use super::shipped_packages;

/// The name of the file in an archive, with the extension of the format CycloneDX.
pub(super) const FILE: &str = "sbom.cdx.json";

/// Writes the bill of materials of packages, each compiled for a target. The first is the program.
pub(super) fn write(root: &Path, packages: &[(&str, &str)], path: &Path) -> Result<()> {
    let mut bill = BillOfMaterials::default();
    for (package, target) in packages {
        bill.add(&shipped_packages::read_metadata(root, target)?, package)?;
    }
    let (program, _) = packages.first().context("a bill of materials describes a program")?;
    let text = serde_json::to_string_pretty(&bill.to_json(program)?)?;
    fs::write(path, text + "\n").with_context(|| format!("cannot write {}", path.display()))
}

/// The components by their package URL, each with what it needs.
#[derive(Default)]
struct BillOfMaterials(BTreeMap<String, Component>);

struct Component {
    name: String,
    version: String,
    license: Option<String>,
    repository: Option<String>,
    needs: BTreeSet<String>,
}

impl BillOfMaterials {
    /// Adds a package of the workspace and everything that it is linked with.
    fn add(&mut self, metadata: &Metadata, package: &str) -> Result<()> {
        let resolve = metadata.resolve.as_ref().context("cargo has not resolved the dependencies")?;
        let nodes: BTreeMap<_, _> = resolve.nodes.iter().map(|node| (&node.id, node)).collect();
        for package in shipped_packages::collect(metadata, package)? {
            let component = self.0.entry(package_url(package)).or_insert_with(|| Component {
                name: package.name.to_string(),
                version: package.version.to_string(),
                license: package.license.as_deref().map(modern_expression),
                repository: package.repository.clone(),
                needs: BTreeSet::new(),
            });
            let node = nodes.get(&package.id).context("a shipped package is resolved")?;
            let needed = node.deps.iter().filter(|dependency| shipped_packages::is_shipped(dependency));
            component.needs.extend(needed.map(|dependency| package_url(&metadata[&dependency.pkg])));
        }
        Ok(())
    }

    /// Returns the bill as CycloneDX. It has neither a date nor a serial number: the same sources make the same bill.
    fn to_json(&self, program: &str) -> Result<Value> {
        let subject = self.0.iter().find(|(_, component)| component.name == program);
        let (url, subject) = subject.with_context(|| format!("there is no package {program}"))?;
        let mut subject = subject.to_json(url, "application");
        subject["name"] = json!("yipan");
        let others = self.0.iter().filter(|(other, _)| *other != url);
        let components: Vec<_> = others.map(|(url, component)| component.to_json(url, "library")).collect();
        let dependencies: Vec<_> = self
            .0
            .iter()
            .map(|(url, component)| json!({ "ref": url, "dependsOn": component.needs }))
            .collect();
        Ok(json!({
            "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
            "bomFormat": "CycloneDX",
            "specVersion": "1.6",
            "version": 1,
            "metadata": { "component": subject },
            "components": components,
            "dependencies": dependencies,
        }))
    }
}

impl Component {
    fn to_json(&self, url: &str, kind: &str) -> Value {
        let mut value = json!({
            "type": kind,
            "bom-ref": url,
            "name": self.name,
            "version": self.version,
            "purl": url,
        });
        if let Some(license) = &self.license {
            value["licenses"] = json!([{ "expression": license }]);
        }
        if let Some(repository) = &self.repository {
            value["externalReferences"] = json!([{ "type": "vcs", "url": repository }]);
        }
        value
    }
}

/// Returns the package URL, which scanners look up.
fn package_url(package: &Package) -> String {
    // A plus sign begins the build metadata of a version and would be read as a space.
    format!("pkg:cargo/{}@{}", package.name, package.version.to_string().replace('+', "%2B"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The directory of the workspace.
    const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

    fn bill(package: &str, target: &str) -> (Metadata, Value) {
        let metadata = shipped_packages::read_metadata(Path::new(ROOT), target).unwrap();
        let mut bill = BillOfMaterials::default();
        bill.add(&metadata, package).unwrap();
        let json = bill.to_json(package).unwrap();
        (metadata, json)
    }

    #[test]
    fn every_crate_of_the_program_is_listed_with_version_license_and_url() {
        let (metadata, bill) = bill("yipan-cli", "x86_64-unknown-linux-musl");
        assert_eq!(bill["metadata"]["component"]["purl"], "pkg:cargo/yipan-cli@0.1.0");
        let components = bill["components"].as_array().unwrap();
        let shipped = shipped_packages::collect(&metadata, "yipan-cli").unwrap();
        assert_eq!(components.len() + 1, shipped.len());
        for package in shipped.iter().filter(|package| package.name.as_str() != "yipan-cli") {
            let url = package_url(package);
            let listed = components.iter().find(|component| component["purl"] == url.as_str());
            let listed = listed.unwrap_or_else(|| panic!("{url} is missing"));
            assert_eq!(listed["name"], package.name.as_str());
            assert_eq!(listed["version"], package.version.to_string());
            let license = package.license.as_deref().map(modern_expression);
            assert_eq!(listed["licenses"][0]["expression"].as_str(), license.as_deref(), "{url}");
        }
        let names: Vec<_> = components.iter().filter_map(|component| component["name"].as_str()).collect();
        assert!(names.contains(&"yipan-server") && names.contains(&"rustls") && !names.contains(&"proptest"));
    }

    #[test]
    fn every_dependency_is_a_component() {
        let (_, bill) = bill("yipan-wire", "wasm32-unknown-unknown");
        let components = bill["components"].as_array().unwrap();
        let mut urls: BTreeSet<_> = components.iter().map(|component| component["purl"].as_str()).collect();
        urls.insert(bill["metadata"]["component"]["purl"].as_str());
        let dependencies = bill["dependencies"].as_array().unwrap();
        assert_eq!(dependencies.len(), urls.len());
        for dependency in dependencies {
            assert!(urls.contains(&dependency["ref"].as_str()), "{dependency}");
            let needs = dependency["dependsOn"].as_array().unwrap();
            assert!(needs.iter().all(|url| urls.contains(&url.as_str())), "{dependency}");
        }
    }
}
