//! What the errors of this crate say to a person, in three languages.
//!
//! The types stand beside what fails; their sentences stand here side by side, so that a translator has one
//! place to go.

mod game;
mod modes;
mod notation;
mod illegal_move;
mod setup;

use crate::{
    ParseActionError, Chess960Error, ChessSetupError, ParseChanceEventError, FenError, ActionError, ModesError, IllegalMoveError, SanError,
    SetupError, SquareError, UciError,
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
