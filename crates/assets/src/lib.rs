//! The files of the web page, embedded in the binary. `cargo xtask page` writes them to `site`.
//!
//! Development builds read them from disk, so a new page needs no new binary.

use std::borrow::Cow;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "site"]
#[allow_missing = true]
struct EmbeddedSite;

/// A file of the page.
#[derive(Clone, Debug)]
pub struct Asset {
    /// The content.
    pub bytes: Cow<'static, [u8]>,
    /// The value of the `Content-Type` header.
    pub content_type: String,
    /// A hash of the content for the `ETag` header, without quotes.
    pub etag: String,
}

/// Returns the file with this path, which has no leading slash.
#[must_use]
pub fn find(name: &str) -> Option<Asset> {
    let file = EmbeddedSite::get(name)?;
    let tag = file.metadata.sha256_hash().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let content_type = match name.trim_end_matches(".br").rsplit('.').next() {
        Some("wasm") => "application/wasm",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("avif") => "image/avif",
        Some("txt") => "text/plain; charset=utf-8",
        Some("md") => "text/markdown; charset=utf-8",
        Some("webmanifest") => "application/manifest+json",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    };
    Some(Asset { bytes: file.data, content_type: content_type.to_owned(), etag: tag })
}
