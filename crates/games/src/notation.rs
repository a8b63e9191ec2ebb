use std::{fmt, str::FromStr};

use thiserror::Error;

/// A way of writing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Standard algebraic, `Nf3`.
    San,
    /// As engines write, `g1f3`.
    Uci,
}

impl Notation {
    /// Every notation there is.
    pub const ALL: [Notation; 2] = [Notation::San, Notation::Uci];

    const fn name(self) -> &'static str {
        match self {
            Notation::San => "san",
            Notation::Uci => "uci",
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A notation nobody writes here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is not a notation we know; choose {}", Notation::ALL.map(Notation::name).join(", "))]
pub struct UnknownNotation {
    /// What was asked for.
    pub text: String,
}

impl FromStr for Notation {
    type Err = UnknownNotation;

    fn from_str(text: &str) -> Result<Notation, UnknownNotation> {
        let notation = Notation::ALL.into_iter().find(|notation| notation.name() == text);
        notation.ok_or_else(|| UnknownNotation { text: text.to_owned() })
    }
}
