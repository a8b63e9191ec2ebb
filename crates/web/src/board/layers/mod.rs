//! The layers of the board drawing, from the background to the arrows.

mod arrows;
mod background;
mod capture_pairs;
mod dice_rings;
mod drop_cell;
mod fog;
mod highlights;
mod marks;
mod pieces;
mod trails;

pub(crate) use self::arrows::{Arrows, EngineArrows};
pub(crate) use self::background::Background;
pub(crate) use self::capture_pairs::CapturePairs;
pub(crate) use self::dice_rings::DiceRings;
pub(crate) use self::drop_cell::DropCell;
pub(crate) use self::fog::Fog;
pub(crate) use self::highlights::{Highlights, MateBadge};
pub(crate) use self::marks::Marks;
pub(crate) use self::pieces::PieceLayer;
pub(crate) use self::trails::Trails;
