//! What the errors of this crate say to a person, in three languages.
//!
//! The types stand beside what fails; their sentences stand here side by side, so that a translator has one
//! place to go.

mod game;
mod modes;
mod notation;
mod refusal;
mod setup;

use crate::{
    ActionError, Chess960Error, ChessSetupError, DrawError, FenError, Illegal, ModesError, Refusal, SanError,
    SetupError, SquareError, UciError,
};

yipan_rules::errors_in_words!(
    ActionError,
    Chess960Error,
    ChessSetupError,
    DrawError,
    FenError,
    Illegal,
    ModesError,
    Refusal,
    SanError,
    SetupError,
    SquareError,
    UciError
);
