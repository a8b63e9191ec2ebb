//! What the errors of this crate say to a person, in three languages.
//!
//! The types stand beside what fails; their sentences stand here side by side, so that a translator has one
//! place to go.

mod game;
mod refusal;
mod setup;

use crate::{FenError, Illegal, MoveError, PointError, Refusal, SetupError, XiangqiSetupError};

yipan_rules::errors_in_words!(
    FenError,
    Illegal,
    MoveError,
    PointError,
    Refusal,
    SetupError,
    XiangqiSetupError
);
