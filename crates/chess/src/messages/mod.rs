//! The messages of this crate's errors, in three languages.
//!
//! Error types are defined next to the code that fails; their messages are collected here for translators.

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
