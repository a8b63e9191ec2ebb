//! The pictures of previews as PNG.

use axum::body::Bytes;

use super::board_svg::{HEIGHT, WIDTH};
use crate::http::pictures::raster;

/// Renders a picture; `None` if the SVG is invalid.
pub(super) fn render(svg: &str) -> Option<Bytes> {
    raster::png(svg, WIDTH, HEIGHT)
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia;
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
}
