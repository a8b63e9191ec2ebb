use std::fmt;

/// An error in a log that cannot be replayed. Only a damaged or forged log has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidLogError {
    /// The number of the entry, from 0.
    pub seq: u64,
    /// A description of the error.
    pub problem: String,
}

impl fmt::Display for InvalidLogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {} of the room's log is invalid: {}", self.seq, self.problem)
    }
}

impl std::error::Error for InvalidLogError {}
