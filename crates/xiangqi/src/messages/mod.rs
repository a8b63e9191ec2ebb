//! What the errors of this crate say to a person, in three languages.
//!
//! The types stand beside what fails; their sentences stand here side by side, so that a translator has one
//! place to go.

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
