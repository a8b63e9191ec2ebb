use std::fmt::Write;

use yipan_core::{AnyPiece, Cell, Language, Mark, Side};
use yipan_games::{GameKind, Grid};

use crate::art_files::gradients;
use crate::geometry::{cell_corner, drawing_size};
use crate::layers::background::background;
use crate::layers::coordinates::coordinates;
use crate::layers::fog::fog;
use crate::layers::highlights::{CellFrame, cell_frame, check_mark, destination_mark, selected_cell};
use crate::layers::last_move::{LastMovePart, last_move_mark};
use crate::layers::marks::{mark_class, mark_elements};
use crate::layers::pieces::{piece_class, piece_code, piece_elements};
use crate::piece_set::PieceSets;
use crate::variables::with_default_colors;
use crate::{Orientation, XiangqiPieceSet};

/// The name of the clip path of the fog. Two pictures in one document have the same area if they have the same name.
const FOG_AREA: &str = "fog-area";

/// A board to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardDrawing {
    /// The cells of the board and the game.
    pub grid: Grid,
    /// The side at the bottom.
    pub orientation: Orientation,
    /// The visible pieces.
    pub pieces: Vec<(Cell, AnyPiece)>,
    /// The visible portals, craters, mines and numbers of mines.
    pub marks: Vec<(Cell, Mark)>,
    /// The cells that are covered.
    pub hidden: Vec<Cell>,
    /// The visible cells of the last move.
    pub last_move: Vec<(Cell, LastMovePart)>,
    /// The cell of the king in check.
    pub checked: Option<Cell>,
    /// The cell of the selected piece.
    pub selected: Option<Cell>,
    /// The destinations of the selected piece.
    pub destinations: Vec<Cell>,
    /// The cells that the caller highlights.
    pub marked: Vec<Cell>,
    /// Whether files and ranks are labeled.
    pub coordinates: bool,
    /// The designs of the pieces.
    pub piece_sets: PieceSets,
    /// The language, which decides the characters of xiangqi.
    pub language: Language,
}

impl BoardDrawing {
    /// Creates the drawing of a board with labels, in standard designs and from the first side.
    #[must_use]
    pub fn new(kind: GameKind, pieces: Vec<(Cell, AnyPiece)>, language: Language) -> BoardDrawing {
        BoardDrawing {
            grid: Grid::new(kind),
            orientation: Orientation { bottom: Side::First, rotated: false },
            pieces,
            marks: Vec::new(),
            hidden: Vec::new(),
            last_move: Vec::new(),
            checked: None,
            selected: None,
            destinations: Vec::new(),
            marked: Vec::new(),
            coordinates: true,
            piece_sets: PieceSets::default(),
            language,
        }
    }

    /// Returns the width of the board at a height.
    #[must_use]
    pub fn width(&self, height: f64) -> f64 {
        let (full_width, full_height) = drawing_size(self.grid, self.orientation);
        height * full_width / full_height
    }

    /// Draws the board as a picture of its own, in the default colors.
    #[must_use]
    pub fn to_svg(&self, height: f64) -> String {
        let (full_width, full_height) = drawing_size(self.grid, self.orientation);
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{:.0}" height="{height:.0}" viewBox="0 0 {full_width} {full_height}" font-family="sans-serif">{}{}</svg>"#,
            self.width(height),
            gradients(),
            with_default_colors(&self.layers())
        )
    }

    /// Draws the board as a picture that fills its container, in the colors of the document: a style sheet may set the
    /// variables, such as `--dark-square`.
    #[must_use]
    pub fn to_themed_svg(&self) -> String {
        let (full_width, full_height) = drawing_size(self.grid, self.orientation);
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full_width} {full_height}">{}{}</svg>"#,
            gradients(),
            self.layers()
        )
    }

    /// Draws the board like [`BoardDrawing::to_themed_svg`], for a document that contains the [`GRADIENTS`](crate::GRADIENTS) already.
    #[must_use]
    pub fn to_svg_without_gradients(&self) -> String {
        let (full_width, full_height) = drawing_size(self.grid, self.orientation);
        format!(r#"<svg viewBox="0 0 {full_width} {full_height}" aria-hidden="true">{}</svg>"#, self.layers())
    }

    /// Draws the board as elements of a larger picture, in the default colors.
    #[must_use]
    pub fn elements(&self, left: f64, top: f64, height: f64) -> String {
        let (_, full_height) = drawing_size(self.grid, self.orientation);
        format!(
            r#"{}<g transform="translate({left} {top}) scale({})">{}</g>"#,
            gradients(),
            height / full_height,
            with_default_colors(&self.layers())
        )
    }

    /// Draws all layers, in the order of the page.
    fn layers(&self) -> String {
        let (grid, orientation) = (self.grid, self.orientation);
        let mut svg =
            format!(r#"<g class="background">{}</g>"#, background(grid, orientation, self.language));
        if self.coordinates {
            let labels = coordinates(grid, orientation, self.language);
            let _ = write!(svg, r#"<g class="coordinates">{labels}</g>"#);
        }
        svg += &fog(grid, orientation, &self.hidden, &[], FOG_AREA);
        for (cell, part) in &self.last_move {
            svg += &last_move_mark(grid, orientation, *cell, *part);
        }
        for cell in &self.marked {
            svg += &cell_frame(grid, orientation, *cell, CellFrame::Hint);
        }
        svg += &self.checked.map(|cell| check_mark(grid, orientation, cell)).unwrap_or_default();
        svg += &self.selected.map(|cell| selected_cell(grid, orientation, cell)).unwrap_or_default();
        for cell in &self.destinations {
            let is_capture = self.pieces.iter().any(|(at, _)| at == cell);
            svg += &destination_mark(grid, orientation, *cell, is_capture);
        }
        svg + &self.mark_layer() + &self.piece_layer()
    }

    fn mark_layer(&self) -> String {
        let mut svg = String::new();
        for (cell, mark) in &self.marks {
            let (x, y) = cell_corner(self.grid, self.orientation, *cell);
            let _ = write!(
                svg,
                r#"<g class="{}" data-mark="{mark}" data-at="{}" transform="translate({x} {y})">{}</g>"#,
                mark_class(*mark),
                self.grid.name(*cell),
                mark_elements(*mark, self.hidden.contains(cell))
            );
        }
        svg
    }

    fn piece_layer(&self) -> String {
        let sets = PieceSets { xiangqi: outside_the_page(self.piece_sets.xiangqi), ..self.piece_sets };
        let mut svg = String::from(r#"<g class="pieces">"#);
        for (cell, piece) in &self.pieces {
            let (x, y) = cell_corner(self.grid, self.orientation, *cell);
            let _ = write!(
                svg,
                r#"<g class="{}" data-piece="{}" data-at="{}" transform="translate({x} {y})">{}</g>"#,
                piece_class(piece.side),
                piece_code(*piece),
                self.grid.name(*cell),
                piece_elements(self.grid.kind(), *piece, sets, self.language)
            );
        }
        svg + "</g>"
    }
}

/// Returns the set for pictures outside the page. The printed characters are a file of the page.
const fn outside_the_page(set: XiangqiPieceSet) -> XiangqiPieceSet {
    match set {
        XiangqiPieceSet::Song => XiangqiPieceSet::Regular,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::{AnyGame, GameOptions};

    use super::*;

    fn start(kind: GameKind, bottom: Side) -> BoardDrawing {
        let game = AnyGame::start(kind, &GameOptions::default()).expect("the standard start");
        let orientation = Orientation { bottom, rotated: false };
        BoardDrawing { orientation, ..BoardDrawing::new(kind, game.pieces(), Language::English) }
    }

    #[test]
    fn every_piece_is_drawn_once_and_the_board_can_be_turned() {
        for kind in GameKind::ALL {
            let [upright, turned] = Side::BOTH.map(|bottom| start(kind, bottom).to_svg(400.0));
            let pieces = start(kind, Side::First).pieces.len();
            assert_eq!(upright.matches("data-piece=").count(), pieces, "{kind}");
            assert_eq!(turned.matches("data-piece=").count(), pieces, "{kind}");
            assert_ne!(upright, turned, "{kind}");
        }
    }

    #[test]
    fn fog_and_marked_cells_are_drawn_below_the_pieces() {
        let at = Cell { file: 4, rank: 1 };
        let mut drawing = start(GameKind::Chess, Side::First);
        drawing.hidden = vec![at];
        drawing.marked = vec![at];
        drawing.last_move = vec![(at, LastMovePart::Origin)];
        let svg = drawing.to_svg(400.0);
        let position = |part: &str| svg.find(part).unwrap_or_else(|| panic!("{part} in {svg}"));
        let order = ["class=\"background\"", "data-fog=", "data-last-move=", "\"hint\"", "data-piece="];
        assert!(order.map(position).is_sorted(), "{svg}");
    }

    #[test]
    fn a_picture_has_colors_and_an_element_has_variables_in_their_places() {
        for kind in GameKind::ALL {
            let mut drawing = start(kind, Side::Second);
            drawing.last_move = vec![(Cell { file: 0, rank: 0 }, LastMovePart::Resting)];
            drawing.selected = Some(Cell { file: 1, rank: 1 });
            drawing.destinations = vec![Cell { file: 1, rank: 2 }];
            drawing.checked = Some(Cell { file: 2, rank: 2 });
            let (themed, plain) = (drawing.to_themed_svg(), drawing.to_svg(400.0));
            assert!(themed.contains("var(--") && !plain.contains("var("), "{kind}");
            let elements = |svg: &str| svg.matches('<').count();
            assert_eq!(elements(&themed), elements(&plain), "{kind}");
        }
    }

    #[test]
    fn printed_characters_need_no_file_outside_the_page() {
        let mut drawing = start(GameKind::Xiangqi, Side::First);
        drawing.piece_sets.xiangqi = XiangqiPieceSet::Song;
        assert!(!drawing.to_svg(400.0).contains("href="));
    }
}
