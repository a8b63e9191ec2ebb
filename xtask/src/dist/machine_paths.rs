//! Paths of this machine in a file that other machines get.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// Checks that a file contains the path of no file in these directories.
pub(super) fn check(file: &Path, directories: &[PathBuf]) -> Result<()> {
    let shown = file.display();
    let bytes = fs::read(file).with_context(|| format!("cannot read {shown}"))?;
    let found = directories.iter().find_map(|directory| find(&bytes, directory));
    ensure!(
        found.is_none(),
        "{shown} contains the path `{}`, which exists on this machine only; add its directory to the prefixes in \
         xtask/src/dist/path_prefixes.rs",
        found.unwrap_or_default()
    );
    Ok(())
}

/// Returns the first path below a directory in these bytes, as far as it can be read.
fn find(bytes: &[u8], directory: &Path) -> Option<String> {
    // The root directory is on every machine.
    directory.parent()?;
    let needle = format!("{}/", directory.display()).into_bytes();
    let start = bytes.windows(needle.len()).position(|window| window == needle)?;
    let path = bytes[start..].iter().take(200).take_while(|byte| byte.is_ascii_graphic());
    Some(path.map(|byte| char::from(*byte)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_below_a_directory_is_found() {
        let bytes = b"\x00\x01/builder/cargo/registry/a.rs\x00rest";
        let found = |directory| find(bytes, Path::new(directory));
        assert_eq!(found("/builder/cargo").as_deref(), Some("/builder/cargo/registry/a.rs"));
        assert_eq!(found("/builder").as_deref(), Some("/builder/cargo/registry/a.rs"));
        assert_eq!(found("/build"), None);
        assert_eq!(found("/"), None);
    }
}
