use yipan_core::{AnyPiece, Cell, Language};
use yipan_games::{AnyGame, GameKind, GameOptions};

use crate::board::move_options::MoveOptions;
use crate::text::text_run::{TextRun, parse_text_runs};

/// A picture of a piece and its legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveDiagram {
    /// The game.
    pub kind: GameKind,
    /// The pieces on the board.
    pub pieces: Vec<(Cell, AnyPiece)>,
    /// The cell of the piece.
    pub from: Cell,
    /// The cells to which it can move, which follow from the rules.
    pub destinations: Vec<Cell>,
    /// The caption.
    pub caption: Vec<TextRun>,
}

/// Parses `{moves GAME | POSITION | CELL | CAPTION}`; `None` if it is malformed or the piece has no legal move.
pub(super) fn parse_diagram(line: &str, language: Language) -> Option<MoveDiagram> {
    let inside = line.strip_prefix("{moves ")?.strip_suffix('}')?;
    let mut parts = inside.splitn(4, '|').map(str::trim);
    let (game, position, cell, caption) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let options = GameOptions { position: Some(position.to_owned()), ..GameOptions::default() };
    let game = AnyGame::start(game.parse().ok()?, &options).ok()?;
    let from = game.grid().cell(cell)?;
    let destinations = MoveOptions::from_actions(game.grid(), &game.actions()).destinations(from);
    let diagram = MoveDiagram {
        kind: game.kind(),
        pieces: game.pieces(),
        from,
        destinations,
        caption: parse_text_runs(caption, language),
    };
    (!diagram.destinations.is_empty()).then_some(diagram)
}
