use std::fmt::Write;

use yipan_core::{AnyPiece, Cell, Language, Side};
use yipan_games::{GameKind, Grid};

use crate::piece_art;

/// The width of the frame around a board.
const FRAME: f64 = 10.0;

/// A board to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardDrawing {
    /// The game, which decides the grid and the pieces.
    pub kind: GameKind,
    /// The visible pieces.
    pub pieces: Vec<(Cell, AnyPiece)>,
    /// The cells that are covered.
    pub hidden: Vec<Cell>,
    /// The cells that are highlighted, such as those of the last move.
    pub marked: Vec<Cell>,
    /// The side at the bottom.
    pub bottom: Side,
    /// The language, which decides the characters of xiangqi.
    pub language: Language,
}

impl BoardDrawing {
    /// Returns the width of the board without its frame.
    #[must_use]
    pub fn width(&self, height: f64) -> f64 {
        let (files, ranks) = Grid::new(self.kind).size();
        height * f64::from(files) / f64::from(ranks)
    }

    /// Draws the board with its frame as a picture of its own. The height is that of the board.
    #[must_use]
    pub fn to_svg(&self, height: f64) -> String {
        let (width, height) = (self.width(height) + 2.0 * FRAME, height + 2.0 * FRAME);
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.1} {height:.1}">{}</svg>"#,
            self.elements(FRAME, FRAME, height - 2.0 * FRAME)
        )
    }

    /// Draws the board and its frame as elements of a larger picture. The corner is that of the board.
    #[must_use]
    pub fn elements(&self, left: f64, top: f64, height: f64) -> String {
        let grid = Grid::new(self.kind);
        let (files, ranks) = grid.size();
        let (cell, width) = (height / f64::from(ranks), self.width(height));
        let corner = |at: Cell| {
            let (column, row) = match self.bottom {
                Side::First => (at.file, ranks - 1 - at.rank),
                Side::Second => (files - 1 - at.file, at.rank),
            };
            (left + cell * f64::from(column), top + cell * f64::from(row))
        };
        let square = |svg: &mut String, at: Cell, style: &str| {
            let (x, y) = corner(at);
            let _ =
                write!(svg, r#"<rect x="{x:.1}" y="{y:.1}" width="{cell:.1}" height="{cell:.1}" {style}/>"#);
        };
        let mut svg = format!(
            r##"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" rx="10" fill="#6b4a2b"/>"##,
            left - FRAME,
            top - FRAME,
            width + 2.0 * FRAME,
            height + 2.0 * FRAME
        );
        match self.kind {
            GameKind::Chess => {
                for at in grid.cells() {
                    let is_dark = (at.file + at.rank) % 2 == 0;
                    square(&mut svg, at, if is_dark { r##"fill="#b98a5a""## } else { r##"fill="#ecd9b4""## });
                }
            }
            GameKind::Xiangqi | GameKind::Liuzichong => {
                let center = |at| {
                    let (x, y) = corner(at);
                    (x + cell / 2.0, y + cell / 2.0)
                };
                let _ = write!(
                    svg,
                    r##"<rect x="{left:.1}" y="{top:.1}" width="{width:.1}" height="{height}" fill="#e9cf9f"/><path fill="none" stroke="#5b4028" stroke-width="2" d="{}"/><path fill="none" stroke="#5b4028" d="{}"/>"##,
                    lines(grid, center),
                    position_marks(grid, cell, center)
                );
            }
        }
        for &at in &self.marked {
            square(&mut svg, at, r##"fill="#3f8f3f" fill-opacity=".45""##);
        }
        for (at, piece) in &self.pieces {
            let (x, y) = corner(*at);
            let _ = write!(
                svg,
                r#"<g transform="translate({x:.1} {y:.1}) scale({:.3})">{}</g>"#,
                cell / 100.0,
                piece_art::piece(self.kind, *piece, self.language)
            );
        }
        for &at in &self.hidden {
            square(&mut svg, at, r##"fill="#39424e" fill-opacity=".8""##);
        }
        svg
    }
}

/// Returns the path of the lines of a board. `center` gives the center of a cell.
fn lines(grid: Grid, center: impl Fn(Cell) -> (f64, f64)) -> String {
    let mut path = String::new();
    for (from, to) in grid.lines() {
        let ((x1, y1), (x2, y2)) = (center(from), center(to));
        let _ = write!(path, "M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}");
    }
    path
}

/// Returns the path of the small corners around marked cells, without those beyond the edge of the board.
fn position_marks(grid: Grid, cell: f64, center: impl Fn(Cell) -> (f64, f64)) -> String {
    let (near, length) = (cell * 0.1, cell * 0.15);
    let mut path = String::new();
    for at in grid.position_marks() {
        let (x, y) = center(at);
        // A neighbor shows on which side of the drawing the board continues.
        let beside = |file: Option<u8>| file.filter(|&file| file < grid.files());
        let neighbors = [beside(at.file.checked_sub(1)), beside(Some(at.file + 1))];
        for file in neighbors.into_iter().flatten() {
            let right = (center(Cell { file, ..at }).0 - x).signum();
            for down in [-1.0, 1.0] {
                let (x, y) = (x + near * right, y + near * down);
                let _ = write!(path, "M{:.1} {y:.1}H{x:.1}V{:.1}", x + length * right, y + length * down);
            }
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use yipan_games::{AnyGame, GameOptions};

    use super::*;

    fn start(kind: GameKind, bottom: Side) -> BoardDrawing {
        let game = AnyGame::start(kind, &GameOptions::default()).expect("the standard start");
        let (hidden, marked) = (Vec::new(), Vec::new());
        BoardDrawing { kind, pieces: game.pieces(), hidden, marked, bottom, language: Language::English }
    }

    #[test]
    fn every_piece_is_drawn_once_and_the_board_can_be_turned() {
        for kind in GameKind::ALL {
            let [upright, turned] = Side::BOTH.map(|bottom| start(kind, bottom).to_svg(400.0));
            let pieces = start(kind, Side::First).pieces.len();
            assert_eq!(upright.matches("<g transform=").count(), pieces, "{kind}");
            assert_eq!(turned.matches("<g transform=").count(), pieces, "{kind}");
            assert_ne!(upright, turned, "{kind}");
        }
    }

    #[test]
    fn hidden_and_marked_cells_are_drawn_above_and_below_the_pieces() {
        let at = Cell { file: 4, rank: 1 };
        let mut drawing = start(GameKind::Chess, Side::First);
        drawing.hidden = vec![at];
        drawing.marked = vec![at];
        let svg = drawing.to_svg(400.0);
        let position = |part: &str| svg.find(part).unwrap_or_else(|| panic!("{part} in {svg}"));
        let first_piece = position("<g transform=");
        assert!(position("#3f8f3f") < first_piece && first_piece < position("#39424e"));
    }
}
