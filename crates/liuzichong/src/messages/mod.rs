//! What the errors of this crate say to a person, in three languages.
//!
//! The types stand beside what fails; their sentences stand here side by side, so that a translator has one
//! place to go.

mod illegal_move;
mod position;
mod setup;
mod sixzc;
mod tablebase;

use crate::sixzc::ParseSixzcError;
use crate::tablebase::ReadTablebaseError;
use crate::{IllegalMoveError, LiuzichongSetupError, MoveError, ParsePositionError, PointError, SetupError};

yipan_core::impl_localized_error!(
    LiuzichongSetupError,
    MoveError,
    PointError,
    ParsePositionError,
    IllegalMoveError,
    ParseSixzcError,
    SetupError,
    ReadTablebaseError
);
