//! The board of a preview as SVG.

use yipan_board_svg::BoardDrawing;
use yipan_core::{AnyPiece, Cell, Language};
use yipan_games::{GameKind, Grid};

/// The size of a picture, which most sites recommend.
pub(super) const WIDTH: u32 = 1200;
/// The height of a picture.
pub(super) const HEIGHT: u32 = 630;

/// The height of a board in the picture.
const BOARD_HEIGHT: f64 = 580.0;

/// The width of the frame around a board.
const FRAME: f64 = 10.0;

/// A board to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BoardPicture {
    pub(super) kind: GameKind,
    /// The visible pieces; `None` hides the board.
    pub(super) pieces: Option<Vec<(Cell, AnyPiece)>>,
    /// The language, which decides the characters of xiangqi.
    pub(super) language: Language,
}

impl BoardPicture {
    /// Draws the picture as SVG.
    pub(super) fn to_svg(&self) -> String {
        let hidden = if self.pieces.is_none() { Grid::new(self.kind).cells().collect() } else { Vec::new() };
        let pieces = self.pieces.clone().unwrap_or_default();
        // The renderer has no fonts, so labels would not be drawn.
        let drawing = BoardDrawing {
            hidden,
            coordinates: false,
            ..BoardDrawing::new(self.kind, pieces, self.language)
        };
        let width = drawing.width(BOARD_HEIGHT);
        let left = (f64::from(WIDTH) - width) / 2.0;
        let top = (f64::from(HEIGHT) - BOARD_HEIGHT) / 2.0;
        let frame = format!(
            r##"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" rx="10" fill="#6b4326"/>"##,
            left - FRAME,
            top - FRAME,
            width + 2.0 * FRAME,
            BOARD_HEIGHT + 2.0 * FRAME
        );
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"><rect width="{WIDTH}" height="{HEIGHT}" fill="#f6efe2"/><rect y="{}" width="{WIDTH}" height="10" fill="#a8362a"/>{frame}{}</svg>"##,
            HEIGHT - 10,
            drawing.elements(left, top, BOARD_HEIGHT)
        )
    }
}
