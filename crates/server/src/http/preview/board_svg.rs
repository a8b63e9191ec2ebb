//! The board of a preview as SVG.

use std::fmt::Write;

use yipan_core::{AnyPiece, Cell, Language};
use yipan_games::{GameKind, Grid};

use super::piece_art;

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
        let grid = Grid::new(self.kind);
        let (files, ranks) = grid.size();
        let cell = BOARD_HEIGHT / f64::from(ranks);
        let (board_width, left) = {
            let width = cell * f64::from(files);
            (width, (f64::from(WIDTH) - width) / 2.0)
        };
        let top = (f64::from(HEIGHT) - BOARD_HEIGHT) / 2.0;
        let corner =
            |at: Cell| (left + cell * f64::from(at.file), top + cell * f64::from(ranks - 1 - at.rank));
        let mut svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"><rect width="{WIDTH}" height="{HEIGHT}" fill="#f6efe2"/><rect y="{}" width="{WIDTH}" height="10" fill="#a8362a"/><rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" rx="10" fill="#6b4a2b"/>"##,
            HEIGHT - 10,
            left - 10.0,
            top - 10.0,
            board_width + 20.0,
            BOARD_HEIGHT + 20.0
        );
        match self.kind {
            GameKind::Chess => {
                for at in grid.cells() {
                    let (x, y) = corner(at);
                    let fill = if (at.file + at.rank) % 2 == 0 { "#b98a5a" } else { "#ecd9b4" };
                    let _ = write!(
                        svg,
                        r#"<rect x="{x:.1}" y="{y:.1}" width="{cell:.1}" height="{cell:.1}" fill="{fill}"/>"#
                    );
                }
            }
            GameKind::Xiangqi | GameKind::Liuzichong => {
                let _ = write!(
                    svg,
                    r##"<rect x="{left:.1}" y="{top:.1}" width="{board_width:.1}" height="{BOARD_HEIGHT}" fill="#e9cf9f"/><path fill="none" stroke="#5b4028" stroke-width="2" d="{}"/>"##,
                    lines(self.kind, |file, rank| {
                        let (x, y) = corner(Cell { file, rank });
                        format!("{:.1} {:.1}", x + cell / 2.0, y + cell / 2.0)
                    })
                );
            }
        }
        match &self.pieces {
            Some(pieces) => {
                for (at, piece) in pieces {
                    let (x, y) = corner(*at);
                    let _ = write!(
                        svg,
                        r#"<g transform="translate({x:.1} {y:.1}) scale({:.3})">{}</g>"#,
                        cell / 100.0,
                        piece_art::piece(self.kind, *piece, self.language)
                    );
                }
            }
            None => {
                let _ = write!(
                    svg,
                    r##"<rect x="{left:.1}" y="{top:.1}" width="{board_width:.1}" height="{BOARD_HEIGHT}" fill="#39424e" fill-opacity=".8"/>"##
                );
            }
        }
        svg + "</svg>"
    }
}

/// Returns the path of the lines of a board. `at` writes the coordinates of a point.
fn lines(kind: GameKind, at: impl Fn(u8, u8) -> String) -> String {
    let (files, ranks) = Grid::new(kind).size();
    let mut path = String::new();
    let mut line = |from: (u8, u8), to: (u8, u8)| {
        let _ = write!(path, "M{}L{}", at(from.0, from.1), at(to.0, to.1));
    };
    for rank in 0..ranks {
        line((0, rank), (files - 1, rank));
    }
    for file in 0..files {
        // The river of xiangqi interrupts the inner files.
        if kind == GameKind::Xiangqi && file > 0 && file < files - 1 {
            line((file, 0), (file, 4));
            line((file, 5), (file, 9));
        } else {
            line((file, 0), (file, ranks - 1));
        }
    }
    if kind == GameKind::Xiangqi {
        for rank in [0, 7] {
            line((3, rank), (5, rank + 2));
            line((3, rank + 2), (5, rank));
        }
    }
    path
}
