//! What the errors of this crate say to a person, in three languages.
//!
//! The types stand beside what fails; their sentences stand here side by side, so that a translator has one
//! place to go.

mod game;
mod illegal_move;
mod modes;
mod notation;
mod setup;

use crate::{
    ActionError, Chess960Error, ChessSetupError, FenError, IllegalMoveError, ModesError, ParseActionError,
    ParseChanceEventError, SanError, SetupError, SquareError, UciError,
};

yipan_core::impl_localized_error!(
    ParseActionError,
    Chess960Error,
    ChessSetupError,
    ParseChanceEventError,
    FenError,
    ActionError,
    ModesError,
    IllegalMoveError,
    SanError,
    SetupError,
    SquareError,
    UciError
);
