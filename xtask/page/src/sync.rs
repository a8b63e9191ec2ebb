//! Writes the changed files of the page, compressed.
//!
//! Unchanged files are not written again, so that the program is not recompiled.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::files;

/// The extensions of files compressed with Brotli. Images and sounds are compressed already.
const COMPRESSED_EXTENSIONS: [&str; 8] = ["wasm", "js", "css", "html", "svg", "md", "webmanifest", "json"];

/// Makes `site` a copy of `fresh`, with compressed files added if there is a quality for them, and returns the number of
/// changed files.
pub(crate) fn sync_site(fresh: &Path, site: &Path, quality: Option<u32>) -> Result<usize> {
    fs::create_dir_all(site)?;
    let mut changed = 0;
    let mut wanted = Vec::new();
    for file in files::list(fresh)? {
        let target = site.join(file.strip_prefix(fresh)?);
        let compressed = quality.and_then(|quality| Some((compressed_path(&target)?, quality)));
        let bytes = fs::read(&file)?;
        let is_current = fs::read(&target).is_ok_and(|old| old == bytes)
            && compressed.as_ref().is_none_or(|(path, _)| path.exists());
        if !is_current {
            changed += 1;
            if let Some(directory) = target.parent() {
                fs::create_dir_all(directory)?;
            }
            fs::write(&target, &bytes)?;
            if let Some((path, quality)) = &compressed {
                fs::write(path, compress(&bytes, *quality)?)?;
            }
        }
        wanted.push(target);
        wanted.extend(compressed.map(|(path, _)| path));
    }
    for file in files::list(site)? {
        if !wanted.contains(&file) {
            fs::remove_file(file)?;
            changed += 1;
        }
    }
    Ok(changed)
}

fn compressed_path(file: &Path) -> Option<PathBuf> {
    let extension = file.extension()?.to_str()?;
    COMPRESSED_EXTENSIONS.contains(&extension).then(|| file.with_extension(format!("{extension}.br")))
}

fn compress(bytes: &[u8], quality: u32) -> Result<Vec<u8>> {
    let mut compressed = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut compressed, 1 << 16, quality, 22);
    writer.write_all(bytes)?;
    drop(writer);
    if compressed.is_empty() {
        bail!("the compressor returned no data");
    }
    Ok(compressed)
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
        assert_eq!(sync_site(&fresh, &site, Some(1)).unwrap(), 2);
        assert!(site.join("a.js.br").exists() && !site.join("deep/b.png.br").exists());
        assert_eq!(sync_site(&fresh, &site, Some(1)).unwrap(), 0);
        // A build without compression removes the compressed files of another one.
        assert_eq!(sync_site(&fresh, &site, None).unwrap(), 1);
        assert!(site.join("a.js").exists() && !site.join("a.js.br").exists());
        assert_eq!(sync_site(&fresh, &site, Some(1)).unwrap(), 1);
        fs::remove_file(fresh.join("a.js")).unwrap();
        assert_eq!(sync_site(&fresh, &site, Some(1)).unwrap(), 2);
        assert!(!site.join("a.js").exists());
        fs::remove_dir_all(directory).unwrap();
    }
}
