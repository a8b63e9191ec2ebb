//! The licenses of everything that is linked into the program or its page.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use cargo_metadata::{Metadata, Package};

use super::contents::{copy_file, files_below};
use super::shipped_packages;

/// The beginnings of the names of files with a license, in lower case.
const FILE_NAMES: [&str; 6] = ["license", "licence", "copying", "copyright", "notice", "unlicense"];

/// The ends of the names of source files, which contain no license whatever their name.
const SOURCE_EXTENSIONS: [&str; 8] = ["rs", "c", "h", "toml", "json", "py", "js", "yml"];

/// The terms of the license MIT, below the names of its authors.
const MIT_TERMS: &str = include_str!("mit_terms.txt");

/// The license of musl, above its terms.
const MUSL: &str = "musl, the C library (https://musl.libc.org), as a whole is licensed under the following standard MIT \
                    license.\nIts file COPYRIGHT names the authors of its parts.\n\n\
                    Copyright © 2005-2020 Rich Felker, et al.\n\n";

/// The license of the standard library of Rust.
const RUST: &str = "The standard library of Rust is by the Rust Project Developers, see https://thanks.rust-lang.org.\n\
                    Its license is MIT OR Apache-2.0 (SPDX); COPYRIGHT-library.html has the texts.\n";

/// The license of one dependency.
#[derive(Clone, Debug, PartialEq, Eq)]
struct License {
    /// The SPDX expression of the manifest.
    expression: Option<String>,
    /// The directory of the package.
    directory: PathBuf,
    /// The files with the license.
    files: Vec<PathBuf>,
    /// The authors or the place of the sources, for a package without such a file.
    origin: String,
}

/// Writes the licenses of the dependencies of packages, each compiled for a target, and of the libraries that the
/// compiler brings. Returns the number of packages.
pub(super) fn write(
    root: &Path,
    packages: &[(&str, &str)],
    sysroot: &Path,
    directory: &Path,
) -> Result<usize> {
    let mut licenses = BTreeMap::new();
    for (package, target) in packages {
        let metadata = shipped_packages::read_metadata(root, target)?;
        licenses.extend(collect(&metadata, package)?);
    }
    let mut index = "# Licenses\n\n\
                     Yipan is under MIT or Apache-2.0, at your option: `LICENSE-MIT` and `LICENSE-APACHE`.\n\
                     The program and its page contain the following packages; their licenses are in directories of their \
                     names.\n\n| package | license |\n|---|---|\n"
        .to_owned();
    for (name, license) in &licenses {
        let expression = license.write(name, &directory.join(name))?;
        // Writing to a string cannot fail.
        let _ = writeln!(index, "| {name} | {expression} |");
    }
    let _ = writeln!(index, "| musl | MIT |\n| rust, its standard library | MIT OR Apache-2.0 |");
    write_libraries(sysroot, directory)?;
    fs::write(directory.join("README.md"), index)?;
    Ok(licenses.len())
}

/// Writes the licenses of musl and of the standard library of Rust, which are linked too.
fn write_libraries(sysroot: &Path, directory: &Path) -> Result<()> {
    for (name, text) in [("musl", [MUSL, MIT_TERMS].concat()), ("rust", RUST.to_owned())] {
        fs::create_dir_all(directory.join(name))?;
        fs::write(directory.join(name).join("LICENSE.txt"), text)?;
    }
    // The notices of all its authors. A Rust that does not come from rustup may lack them.
    let notices = sysroot.join("share/doc/rust/COPYRIGHT-library.html");
    if notices.exists() {
        copy_file(&notices, &directory.join("rust/COPYRIGHT-library.html"))
    } else {
        Ok(())
    }
}

/// Returns the licenses of the packages that a package needs, by name and version.
fn collect(metadata: &Metadata, package: &str) -> Result<BTreeMap<String, License>> {
    let shipped = shipped_packages::collect(metadata, package)?;
    // The crates of the workspace have the licenses of the archive itself.
    let foreign = shipped.into_iter().filter(|package| !metadata.workspace_members.contains(&package.id));
    foreign
        .map(|package| Ok((format!("{}-{}", package.name, package.version), License::read(package)?)))
        .collect()
}

impl License {
    fn read(package: &Package) -> Result<Self> {
        let directory = package.manifest_path.as_std_path().parent().context("a manifest has a directory")?;
        let mut files: BTreeSet<_> =
            files_below(directory)?.into_iter().filter(|file| is_license(directory, file)).collect();
        files.extend(package.license_file().map(Into::into).filter(|file: &PathBuf| file.exists()));
        ensure!(
            package.license.is_some() || !files.is_empty(),
            "{} {} names no license and has no license file; do without it",
            package.name,
            package.version
        );
        let origin = match &package.authors[..] {
            [] => package.repository.clone().unwrap_or_default(),
            authors => authors.join(", "),
        };
        let expression = package.license.clone();
        Ok(Self { expression, directory: directory.to_owned(), files: files.into_iter().collect(), origin })
    }

    /// Writes the files into a directory, and returns the license in a few words.
    fn write(&self, name: &str, directory: &Path) -> Result<String> {
        for file in &self.files {
            copy_file(file, &directory.join(file.strip_prefix(&self.directory)?))?;
        }
        let expression =
            self.expression.as_deref().map_or_else(|| "see its file".to_owned(), modern_expression);
        if self.files.is_empty() {
            fs::create_dir_all(directory)?;
            fs::write(directory.join("LICENSE.txt"), self.substitute(name, &expression))?;
        }
        Ok(expression)
    }

    /// Returns the text for a package that has no file with its license.
    fn substitute(&self, name: &str, expression: &str) -> String {
        let origin = &self.origin;
        let mut text = format!(
            "{name} is by {origin}.\nIts license is {expression} (SPDX). The package contains no text of it; the texts \
             are:\n"
        );
        let words = expression.split(|c: char| c.is_whitespace() || "()".contains(c));
        for id in words.filter(|word| !word.is_empty() && !["OR", "AND", "WITH"].contains(word)) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "https://spdx.org/licenses/{id}.html");
            if id == "MIT" {
                let _ = write!(text, "\nCopyright (c) {origin}\n\n{MIT_TERMS}\n");
            }
        }
        text
    }
}

/// Returns an SPDX expression. Old manifests separate alternatives with a slash.
pub(super) fn modern_expression(text: &str) -> String {
    text.replace('/', " OR ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether a file of a package is a license, by its name.
fn is_license(directory: &Path, file: &Path) -> bool {
    let Ok(path) = file.strip_prefix(directory) else { return false };
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let is_source = name.rsplit_once('.').is_some_and(|(_, end)| SOURCE_EXTENSIONS.contains(&end));
    !is_source && FILE_NAMES.iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    /// The directory of the workspace.
    const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

    #[test]
    fn licenses_are_known_by_their_names() {
        let is_license = |path: &str| is_license(Path::new("/p"), &Path::new("/p").join(path));
        for path in ["LICENSE", "license-apache-2.0", "COPYING", "third_party/fiat/LICENSE.md", "UNLICENSE"] {
            assert!(is_license(path), "{path}");
        }
        for path in ["src/license.rs", "README.md", "licensed/a.rs", "copying.toml"] {
            assert!(!is_license(path), "{path}");
        }
    }

    #[test]
    fn old_expressions_are_written_like_new_ones() {
        assert_eq!(modern_expression("MIT/Apache-2.0"), "MIT OR Apache-2.0");
        assert_eq!(modern_expression("Apache-2.0 / MIT"), "Apache-2.0 OR MIT");
        assert_eq!(modern_expression("(MIT OR ISC) AND Zlib"), "(MIT OR ISC) AND Zlib");
    }

    #[test]
    fn a_package_without_a_license_file_names_the_texts() {
        let directory = env::temp_dir().join(format!("xtask-licenses-{}", process::id()));
        let license = License {
            expression: Some("(MIT OR Apache-2.0) AND Unicode-3.0".to_owned()),
            directory: directory.clone(),
            files: Vec::new(),
            origin: "Ada".to_owned(),
        };
        license.write("a-1.0.0", &directory).unwrap();
        let text = fs::read_to_string(directory.join("LICENSE.txt")).unwrap();
        assert!(text.starts_with("a-1.0.0 is by Ada.\n"), "{text}");
        for id in ["MIT", "Apache-2.0", "Unicode-3.0"] {
            assert!(text.contains(&format!("https://spdx.org/licenses/{id}.html\n")), "{text}");
        }
        assert!(text.contains("Copyright (c) Ada\n\nPermission is hereby granted"), "{text}");
        assert!(!text.contains("licenses/OR") && !text.contains("licenses/AND"), "{text}");
        fs::remove_dir_all(directory).unwrap();
    }

    #[test]
    fn the_licenses_of_a_crate_are_those_of_what_it_ships_with() {
        // The lock file names every package of the workspace, so the metadata need no network.
        let metadata = shipped_packages::read_metadata(Path::new(ROOT), "wasm32-unknown-unknown").unwrap();
        let licenses = collect(&metadata, "yipan-wire").unwrap();
        assert!(licenses.keys().any(|name| name.starts_with("serde-")), "{:?}", licenses.keys());
        assert!(licenses.keys().all(|name| !name.starts_with("yipan-") && !name.starts_with("proptest-")));
        let with_files = licenses.values().filter(|license| !license.files.is_empty());
        assert_eq!(with_files.count(), licenses.len());
        assert!(collect(&metadata, "yipan-nothing").is_err());
    }
}
