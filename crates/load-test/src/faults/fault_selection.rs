use std::str::FromStr;

use super::fault::{Fault, ParseFaultError};

/// The faults of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FaultSelection {
    /// One kind.
    One(Fault),
    /// Every kind in turn, each with a service of its own.
    All,
}

impl FaultSelection {
    /// Returns the fault, if it is one kind.
    #[must_use]
    pub const fn one(self) -> Option<Fault> {
        match self {
            FaultSelection::One(fault) => Some(fault),
            FaultSelection::All => None,
        }
    }
}

impl FromStr for FaultSelection {
    type Err = ParseFaultError;

    fn from_str(text: &str) -> Result<FaultSelection, ParseFaultError> {
        if text == "all" { Ok(FaultSelection::All) } else { text.parse().map(FaultSelection::One) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selection_is_one_fault_or_all() {
        assert_eq!("all".parse(), Ok(FaultSelection::All));
        assert_eq!("stop:2".parse(), "stop:2".parse().map(FaultSelection::One));
        for text in ["all:2", "any", ""] {
            assert!(text.parse::<FaultSelection>().is_err(), "{text}");
        }
    }
}
