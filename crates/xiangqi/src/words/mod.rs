//! What the errors of this crate say to a person, in three languages.
//!
//! The types stand beside what fails; their sentences stand here side by side, so that a translator has one
//! place to go.

mod game;
mod refusal;
mod setup;

use yipan_rules::{Language, Words};

use crate::{FenError, Illegal, MoveError, PointError, Refusal, SetupError, XiangqiSetupError};

/// Makes the English sentence the `Display` of an error.
macro_rules! errors {
    ($($error:ty),+) => {$(
        impl std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.words(Language::English))
            }
        }

        impl std::error::Error for $error {}
    )+};
}

errors!(FenError, Illegal, MoveError, PointError, Refusal, SetupError, XiangqiSetupError);
