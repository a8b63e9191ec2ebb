//! The layers of the board drawing. The page moves and animates some of their elements; the drawings are the same everywhere.

pub(crate) mod background;
pub(crate) mod coordinates;
pub(crate) mod fog;
pub(crate) mod highlights;
pub(crate) mod last_move;
pub(crate) mod marks;
pub(crate) mod pieces;
