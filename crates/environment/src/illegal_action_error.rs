use std::{error, fmt};

/// The error of a number that is not a legal action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalActionError {
    /// The rejected number.
    pub number: i64,
    /// A number that is legal, unless the game is over.
    pub example: Option<u16>,
}

impl fmt::Display for IllegalActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number;
        match self.example {
            Some(example) => {
                write!(
                    f,
                    "action {number} is not legal now; choose one that the mask allows, such as {example}"
                )
            }
            None => write!(f, "action {number} is not legal: the game is over; reset the environment"),
        }
    }
}

impl error::Error for IllegalActionError {}
