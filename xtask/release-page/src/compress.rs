//! Compresses the files of the page.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The extensions of files compressed with Brotli. Images and sounds are compressed already.
const EXTENSIONS: [&str; 9] = ["wasm", "js", "css", "html", "svg", "md", "txt", "webmanifest", "json"];

/// The highest quality. It takes seconds, and a file is compressed only when it has changed.
const QUALITY: u32 = 11;

/// Writes `FILE.br` beside each file of the directory that has none. A changed file has lost its own.
pub(crate) fn compress_directory(directory: &Path) -> Result<()> {
    let entries = fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            compress_directory(&path)?;
        } else if let Some(compressed) = compressed_path(&path).filter(|compressed| !compressed.exists()) {
            fs::write(compressed, compress(&fs::read(&path)?)?)?;
        }
    }
    Ok(())
}

/// Returns the path of the compressed file, or `None` if it would not be smaller.
fn compressed_path(file: &Path) -> Option<PathBuf> {
    let extension = file.extension()?.to_str()?;
    EXTENSIONS.contains(&extension).then(|| file.with_extension(format!("{extension}.br")))
}

fn compress(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut compressed = Vec::new();
    brotli::CompressorWriter::new(&mut compressed, 1 << 16, QUALITY, 22).write_all(bytes)?;
    Ok(compressed)
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    #[test]
    fn text_is_compressed_once_and_images_are_not() {
        let directory = env::temp_dir().join(format!("xtask-compress-{}", process::id()));
        fs::create_dir_all(directory.join("deep")).unwrap();
        fs::write(directory.join("deep/a.js"), "let a = 1;".repeat(100)).unwrap();
        fs::write(directory.join("b.png"), "picture").unwrap();
        compress_directory(&directory).unwrap();
        let compressed = directory.join("deep/a.js.br");
        let length = fs::metadata(&compressed).unwrap().len();
        assert!((1..100).contains(&length), "{length} bytes");
        assert!(!directory.join("b.png.br").exists());
        fs::write(&compressed, "kept").unwrap();
        compress_directory(&directory).unwrap();
        assert_eq!(fs::read_to_string(compressed).unwrap(), "kept");
        fs::remove_dir_all(directory).unwrap();
    }
}
