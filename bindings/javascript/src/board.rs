//! The drawings of a game's board.

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;
use yipan_board_svg::{
    BoardDrawing, ChessPieceSet, Orientation, PieceSets, XiangqiPieceSet, cell_at_point, drawing_size,
};
use yipan_core::{Cell, Side, Viewer};
use yipan_games::GameKind;

use crate::arguments::{js_error, parse_language, parse_side, parse_viewer};
use crate::game::Game;

/// The largest drawing, in pixels.
const MAX_SVG_SIZE: f64 = 100_000.0;

#[wasm_bindgen]
impl Game {
    /// Draws the board as a picture in the default colors, as a viewer sees it: a side, `spectator` or `arbiter`. The size
    /// is its height, and `marked` names cells to highlight.
    ///
    /// # Errors
    /// Throws if a side, the viewer or the language is unknown, or the size is not from 1 to 100,000.
    pub fn svg(
        &self,
        size: f64,
        bottom: Option<String>,
        viewer: Option<String>,
        marked: Option<Vec<String>>,
        language: Option<String>,
    ) -> Result<String, JsError> {
        if !(1.0..=MAX_SVG_SIZE).contains(&size) {
            return Err(js_error(format!("the size must be from 1 to {MAX_SVG_SIZE}, not {size}")));
        }
        let viewer = viewer.map_or(Ok(Viewer::Arbiter), |viewer| parse_viewer(&self.game, &viewer))?;
        let mut drawing = self.board_drawing(bottom, viewer, language)?;
        drawing.marked = self.cells(&marked.unwrap_or_default());
        Ok(drawing.to_svg(size))
    }

    /// Draws the board as a picture that fills its container, in the colors of the document: a style sheet may set the
    /// variables. `selected` names the selected piece, whose destinations are marked; `pieces` is a piece set.
    ///
    /// # Errors
    /// Throws if a side, the language or the piece set is unknown.
    #[wasm_bindgen(js_name = themedSvg)]
    pub fn themed_svg(
        &self,
        bottom: Option<String>,
        selected: Option<String>,
        coordinates: bool,
        pieces: Option<String>,
        language: Option<String>,
    ) -> Result<String, JsError> {
        let mut drawing = self.board_drawing(bottom, Viewer::Arbiter, language)?;
        drawing.coordinates = coordinates;
        drawing.piece_sets = pieces.map_or(Ok(PieceSets::default()), |key| self.parse_piece_set(&key))?;
        if let Some(selected) = selected {
            drawing.selected = self.game.grid().cell(&selected);
            let legal_moves = self.game.legal_moves();
            let moves = legal_moves.iter().filter_map(|action| action.strip_prefix(selected.as_str()));
            let mut names: Vec<&str> = moves.filter_map(|to| to.get(..2)).collect();
            names.dedup();
            drawing.destinations = self.cells(&names);
        }
        Ok(drawing.to_themed_svg())
    }

    /// Returns the cell at a place of the drawing, given as fractions of its width and height; undefined in the frame.
    ///
    /// # Errors
    /// Throws if the side is unknown.
    #[wasm_bindgen(js_name = cellAt)]
    pub fn cell_at(&self, x: f64, y: f64, bottom: Option<String>) -> Result<Option<String>, JsError> {
        let (grid, orientation) = (self.game.grid(), self.orientation(bottom)?);
        let (width, height) = drawing_size(grid, orientation);
        let cell = cell_at_point(grid, orientation, (x * width, y * height));
        Ok(cell.map(|cell| grid.name(cell)))
    }
}

impl Game {
    fn orientation(&self, bottom: Option<String>) -> Result<Orientation, JsError> {
        let bottom = bottom.map_or(Ok(Side::First), |side| parse_side(&self.game, &side))?;
        Ok(Orientation { bottom, rotated: self.game.has_gravity() })
    }

    fn board_drawing(
        &self,
        bottom: Option<String>,
        viewer: Viewer,
        language: Option<String>,
    ) -> Result<BoardDrawing, JsError> {
        let bottom = self.orientation(bottom)?.bottom;
        let last_move = self.moves.last().map(String::as_str);
        Ok(BoardDrawing::of_game(&self.game, viewer, bottom, last_move, parse_language(language)?))
    }

    /// Returns the cells with these names. Names outside the board have none.
    fn cells(&self, names: &[impl AsRef<str>]) -> Vec<Cell> {
        names.iter().filter_map(|name| self.game.grid().cell(name.as_ref())).collect()
    }

    /// Parses a piece set of this game. Liuzichong has only one, with any name.
    fn parse_piece_set(&self, key: &str) -> Result<PieceSets, JsError> {
        let keys = match self.game.kind() {
            GameKind::Chess => ChessPieceSet::ALL.iter().map(|set| set.key()).collect::<Vec<_>>(),
            GameKind::Xiangqi => XiangqiPieceSet::ALL.iter().map(|set| set.key()).collect(),
            GameKind::Liuzichong => return Ok(PieceSets::default()),
        };
        if !keys.contains(&key) {
            let keys = keys.join(", ");
            return Err(js_error(format!("unknown piece set `{key}`; expected one of {keys}")));
        }
        let chess = ChessPieceSet::from_key(key).unwrap_or_default();
        let xiangqi = XiangqiPieceSet::from_key(key).unwrap_or_default();
        Ok(PieceSets { chess, xiangqi })
    }
}
