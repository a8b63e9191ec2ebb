//! SVG as pixels.

use axum::body::Bytes;
use resvg::{tiny_skia, usvg};

/// Draws an SVG; `None` if it is invalid or has no size.
pub(crate) fn pixels(svg: &str, width: u32, height: u32) -> Option<tiny_skia::Pixmap> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).ok()?;
    let mut pixmap = tiny_skia::Pixmap::new(width, height)?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixmap.as_mut());
    Some(pixmap)
}

/// Draws an SVG as PNG; `None` if it is invalid or has no size.
pub(crate) fn png(svg: &str, width: u32, height: u32) -> Option<Bytes> {
    pixels(svg, width, height)?.encode_png().ok().map(Bytes::from)
}
