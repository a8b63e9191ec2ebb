//! The layers of the board drawing, from the background to the arrows.

mod arrows;
mod background;
mod highlights;
mod marks;
mod pieces;

pub(crate) use self::arrows::Arrows;
pub(crate) use self::background::Background;
pub(crate) use self::highlights::Highlights;
pub(crate) use self::marks::Marks;
pub(crate) use self::pieces::PieceLayer;
