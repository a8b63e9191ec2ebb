//! The files of the page, inside the program. `cargo xtask page` lays them into `site`.
//!
//! In a development build they are read from the disk, so that a new page needs no new program.

use std::borrow::Cow;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "site"]
#[allow_missing = true]
struct EmbeddedSite;

/// A file of the page.
#[derive(Clone, Debug)]
pub struct Asset {
    /// What is in it.
    pub bytes: Cow<'static, [u8]>,
    /// What kind it is, as a server says it.
    pub content_type: String,
    /// Changes when the file does.
    pub etag: String,
}

/// The file of this name, without a leading slash.
#[must_use]
pub fn find(name: &str) -> Option<Asset> {
    let file = EmbeddedSite::get(name)?;
    let tag = file.metadata.sha256_hash().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let kind = match name.trim_end_matches(".br").rsplit('.').next() {
        Some("wasm") => "application/wasm",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("md") => "text/markdown; charset=utf-8",
        Some("webmanifest") => "application/manifest+json",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    };
    Some(Asset { bytes: file.data, content_type: kind.to_owned(), etag: tag })
}
