//! The board of a preview as SVG.

use yipan_board_svg::BoardDrawing;
use yipan_core::{AnyPiece, Cell, Language, Side};
use yipan_games::{GameKind, Grid};

/// The size of a picture, which most sites recommend.
pub(super) const WIDTH: u32 = 1200;
/// The height of a picture.
pub(super) const HEIGHT: u32 = 630;

/// The height of a board in the picture.
const BOARD_HEIGHT: f64 = 580.0;

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
        let drawing = BoardDrawing {
            kind: self.kind,
            pieces: self.pieces.clone().unwrap_or_default(),
            hidden,
            marked: Vec::new(),
            bottom: Side::First,
            language: self.language,
        };
        let left = (f64::from(WIDTH) - drawing.width(BOARD_HEIGHT)) / 2.0;
        let top = (f64::from(HEIGHT) - BOARD_HEIGHT) / 2.0;
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"><rect width="{WIDTH}" height="{HEIGHT}" fill="#f6efe2"/><rect y="{}" width="{WIDTH}" height="10" fill="#a8362a"/>{}</svg>"##,
            HEIGHT - 10,
            drawing.elements(left, top, BOARD_HEIGHT)
        )
    }
}
