//! What the errors of this crate say to a person, in three languages.
//!
//! The types stand beside what fails; their sentences stand here side by side, so that a translator has one
//! place to go.

mod position;
mod refusal;
mod saved;
mod setup;
mod table;

use crate::saved::SavedError;
use crate::table::TableError;
use crate::{LiuzichongSetupError, MoveError, PointError, PositionError, Refusal, SetupError};

yipan_rules::errors_in_words!(
    LiuzichongSetupError,
    MoveError,
    PointError,
    PositionError,
    Refusal,
    SavedError,
    SetupError,
    TableError
);
