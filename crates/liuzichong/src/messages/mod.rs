//! The error messages of this crate in three languages.
//!
//! The error types are defined next to the code that returns them. Their messages are collected here for
//! translators.

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
