//! Writes the changed files of the page.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::files;

/// Makes `site` a copy of `fresh`, and returns the number of changed files.
///
/// Unchanged files are not written again, so that the program is not recompiled; they keep their compressed files.
pub(crate) fn sync_site(fresh: &Path, site: &Path) -> Result<usize> {
    fs::create_dir_all(site)?;
    let (mut changed, mut kept) = (0, Vec::new());
    for file in files::list(fresh)? {
        let target = site.join(file.strip_prefix(fresh)?);
        let bytes = fs::read(&file)?;
        if fs::read(&target).is_ok_and(|old| old == bytes) {
            kept.push(compressed_path(&target));
        } else {
            changed += 1;
            if let Some(directory) = target.parent() {
                fs::create_dir_all(directory)?;
            }
            fs::write(&target, &bytes)?;
        }
        kept.push(target);
    }
    for file in files::list(site)?.iter().filter(|file| !kept.contains(file)) {
        fs::remove_file(file)?;
        changed += usize::from(file.extension() != Some(OsStr::new("br")));
    }
    Ok(changed)
}

/// Returns the path of the compressed file, which a release has.
fn compressed_path(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".br");
    name.into()
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    #[test]
    fn only_changed_files_are_written_and_removed_ones_are_deleted() {
        let directory = env::temp_dir().join(format!("xtask-page-{}", process::id()));
        let (fresh, site) = (directory.join("fresh"), directory.join("site"));
        fs::create_dir_all(fresh.join("deep")).unwrap();
        fs::write(fresh.join("a.js"), "let a = 1;").unwrap();
        fs::write(fresh.join("deep/b.png"), "picture").unwrap();
        assert_eq!(sync_site(&fresh, &site).unwrap(), 2);
        fs::write(site.join("a.js.br"), "compressed").unwrap();
        assert_eq!(sync_site(&fresh, &site).unwrap(), 0);
        assert!(site.join("a.js.br").exists());
        fs::write(fresh.join("a.js"), "let a = 2;").unwrap();
        assert_eq!(sync_site(&fresh, &site).unwrap(), 1);
        assert!(!site.join("a.js.br").exists());
        fs::remove_file(fresh.join("a.js")).unwrap();
        assert_eq!(sync_site(&fresh, &site).unwrap(), 1);
        assert!(!site.join("a.js").exists());
        fs::remove_dir_all(directory).unwrap();
    }
}
