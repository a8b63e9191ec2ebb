use crate::{Move, Position};

/// A game with its tags, start position, move tree and result, independent of the file format.
///
/// Its text is PGN with moves in simplified Chinese; see [`Game::pgn`](yipan_pgn::Game::pgn) for other notations.
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

/// A sequence of moves: the main line or a variation.
pub type Variation = yipan_pgn::Variation<Move>;

/// A move with its comment, glyphs and variations. Only PGN has glyphs.
pub type MoveNode = yipan_pgn::MoveNode<Move>;

/// An iterator over the moves of a [`Variation`], each with the position before it.
pub type MainLineIter<'l> = yipan_pgn::VariationIter<'l, Position>;
