//! The error messages of this crate in three languages.
//!
//! The error types are defined next to the code that returns them. Their messages are collected here for
//! translators.

mod game;
mod illegal_move;
mod setup;

use crate::{ActionError, FenError, IllegalMoveError, MoveError, PointError, SetupError, XiangqiSetupError};

yipan_core::impl_localized_error!(
    FenError,
    ActionError,
    MoveError,
    PointError,
    IllegalMoveError,
    SetupError,
    XiangqiSetupError
);
