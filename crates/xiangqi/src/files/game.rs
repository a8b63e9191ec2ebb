use crate::{Move, Position};

/// A game as it is written down, in whatever format: who played, from where, the moves with all that is said
/// about them, and how it ended.
///
/// It prints as PGN with moves in simplified Chinese; see [`Game::pgn`](yipan_pgn::Game::pgn) for other notations.
///
/// ```
/// use yipan_xiangqi::Position;
/// use yipan_xiangqi::files::{Game, MoveNode};
///
/// let mut game = Game::default();
/// game.set_tag("Red", "胡荣华");
/// let cannon = Position::start().read_any("炮二平五")?;
/// game.main_line.nodes.push(MoveNode::from(cannon));
/// assert!(game.to_string().starts_with("[Game \"Chinese Chess\"]\n"));
/// assert!(game.to_string().ends_with("\n1. 炮二平五 *\n"));
/// # Ok::<(), yipan_xiangqi::notation::NotationError>(())
/// ```
pub type Game = yipan_pgn::Game<Position>;

/// Moves that follow one another: the game itself, or a variation of it.
pub type Variation = yipan_pgn::Variation<Move>;

/// A move of a line with what is said about it. Only PGN has glyphs.
pub type MoveNode = yipan_pgn::MoveNode<Move>;

/// The moves of a [`Line`], each with the position before it.
pub type MainLineIter<'l> = yipan_pgn::VariationIter<'l, Position>;
