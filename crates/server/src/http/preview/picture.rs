//! The pictures of previews as PNG, rendered once and cached.

use std::collections::VecDeque;
use std::sync::Mutex;

use axum::body::Bytes;
use resvg::{tiny_skia, usvg};
use sha2::{Digest, Sha256};

use super::board_svg::{HEIGHT, WIDTH};

/// The number of cached pictures, each of which has some tens of kilobytes.
const MAX_PICTURES: usize = 64;

/// The latest pictures by entity tag.
#[derive(Debug, Default)]
pub(crate) struct PictureCache(Mutex<VecDeque<(String, Bytes)>>);

impl PictureCache {
    /// Returns a cached picture and makes it the latest.
    pub(super) fn find(&self, etag: &str) -> Option<Bytes> {
        let mut pictures = self.0.lock().expect("no code panics while it holds the lock");
        let index = pictures.iter().position(|(known, _)| known == etag)?;
        let entry = pictures.remove(index)?;
        let picture = entry.1.clone();
        pictures.push_back(entry);
        Some(picture)
    }

    /// Stores a picture, and drops the oldest if there are too many.
    pub(super) fn store(&self, etag: String, picture: Bytes) {
        let mut pictures = self.0.lock().expect("no code panics while it holds the lock");
        if pictures.iter().any(|(known, _)| *known == etag) {
            return;
        }
        if pictures.len() >= MAX_PICTURES {
            pictures.pop_front();
        }
        pictures.push_back((etag, picture));
    }
}

/// Returns the entity tag of the picture that is rendered from this SVG, without quotes.
pub(super) fn etag(svg: &str) -> String {
    Sha256::digest(svg.as_bytes()).iter().take(12).map(|byte| format!("{byte:02x}")).collect()
}

/// Renders a picture; `None` if the SVG is invalid.
pub(super) fn render(svg: &str) -> Option<Bytes> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).ok()?;
    let mut pixmap = tiny_skia::Pixmap::new(WIDTH, HEIGHT)?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixmap.as_mut());
    pixmap.encode_png().ok().map(Bytes::from)
}

#[cfg(test)]
mod tests {
    use yipan_core::{AnyPiece, Cell, Language, Side};
    use yipan_games::GameKind;

    use super::super::board_svg::BoardPicture;
    use super::*;

    fn pixmap(kind: GameKind, pieces: Option<Vec<(Cell, AnyPiece)>>) -> tiny_skia::Pixmap {
        let svg = BoardPicture { kind, pieces, language: Language::English }.to_svg();
        tiny_skia::Pixmap::decode_png(&render(&svg).expect("a picture")).expect("a PNG")
    }

    /// Counts the pixels of a color.
    fn count(pixmap: &tiny_skia::Pixmap, color: (u8, u8, u8)) -> usize {
        let is_color =
            |pixel: &&tiny_skia::PremultipliedColorU8| (pixel.red(), pixel.green(), pixel.blue()) == color;
        pixmap.pixels().iter().filter(is_color).count()
    }

    const IVORY: (u8, u8, u8) = (0xff, 0xfa, 0xf0);

    #[test]
    fn a_picture_has_its_size_and_shows_a_piece() {
        let king = (Cell { file: 4, rank: 0 }, AnyPiece { side: Side::First, letter: 'K' });
        let (with, without) =
            (pixmap(GameKind::Chess, Some(vec![king])), pixmap(GameKind::Chess, Some(Vec::new())));
        assert_eq!((with.width(), with.height()), (1200, 630));
        assert_eq!(count(&without, IVORY), 0);
        assert!(count(&with, IVORY) > 300, "{}", count(&with, IVORY));
    }

    #[test]
    fn a_xiangqi_piece_is_red_on_a_disc() {
        let chariot = (Cell { file: 0, rank: 0 }, AnyPiece { side: Side::First, letter: 'R' });
        let red_pixels = |pieces| count(&pixmap(GameKind::Xiangqi, Some(pieces)), (0xa8, 0x17, 0x0d));
        assert_eq!(red_pixels(Vec::new()), 0);
        // Most strokes are thin, so few pixels have exactly the color of the ink.
        assert!(red_pixels(vec![chariot]) > 50);
    }

    #[test]
    fn a_hidden_board_shows_no_pieces() {
        assert_eq!(count(&pixmap(GameKind::Chess, None), IVORY), 0);
    }

    #[test]
    fn only_the_latest_pictures_are_cached() {
        let cache = PictureCache::default();
        for number in 0..=MAX_PICTURES {
            cache.store(number.to_string(), Bytes::from_static(b"png"));
        }
        assert_eq!(cache.find("0"), None);
        assert!(cache.find("1").is_some());
        cache.store("new".to_owned(), Bytes::from_static(b"png"));
        assert!(cache.find("1").is_some(), "it was used last");
        assert_eq!(cache.find("2"), None);
    }
}
