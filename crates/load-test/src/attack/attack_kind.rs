use std::fmt;
use std::str::FromStr;

use serde::Serialize;

/// An attack from one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attack {
    /// Joins whose answers are never read.
    UnreadJoins,
    /// Joins of long games from their first event on.
    JoinFlood,
    /// Files that are requested and never read.
    UnreadFiles,
    /// Guessed room codes.
    CodeGuessing,
    /// Players that join and cut the connection again and again.
    PresenceChurn,
    /// Strong computers in many rooms of one user.
    ComputerHogging,
}

/// A name that is no attack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown attack `{name}`")]
pub struct UnknownAttackError {
    name: String,
}

impl Attack {
    /// All attacks.
    pub const ALL: [Attack; 6] = [
        Attack::UnreadJoins,
        Attack::JoinFlood,
        Attack::UnreadFiles,
        Attack::CodeGuessing,
        Attack::PresenceChurn,
        Attack::ComputerHogging,
    ];

    /// Returns the name on the command line and in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Attack::UnreadJoins => "unread-joins",
            Attack::JoinFlood => "join-flood",
            Attack::UnreadFiles => "unread-files",
            Attack::CodeGuessing => "code-guessing",
            Attack::PresenceChurn => "presence-churn",
            Attack::ComputerHogging => "computer-hogging",
        }
    }

    /// Returns a short description with the resource under attack.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Attack::UnreadJoins => "Joins whose answers are never read: memory",
            Attack::JoinFlood => "Joins of long games from their first event on: CPU",
            Attack::UnreadFiles => "Files that are requested and never read: connections and memory",
            Attack::CodeGuessing => "Guessed room codes: private rooms",
            Attack::PresenceChurn => "Players that join and cut the connection repeatedly: log entries",
            Attack::ComputerHogging => "Strong computers in many rooms of one user: engine threads",
        }
    }
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Attack {
    type Err = UnknownAttackError;

    fn from_str(name: &str) -> Result<Attack, UnknownAttackError> {
        let known = Attack::ALL.into_iter().find(|attack| attack.name() == name);
        known.ok_or_else(|| UnknownAttackError { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attack_has_the_same_name_in_text_and_json() {
        for attack in Attack::ALL {
            assert_eq!(attack.name().parse(), Ok(attack));
            assert_eq!(serde_json::to_value(attack).expect("an attack serializes"), attack.name());
        }
        assert!("join".parse::<Attack>().is_err());
    }
}
