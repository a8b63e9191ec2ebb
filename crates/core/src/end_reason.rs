use core::fmt;

use crate::Reason;

/// The reason why a hosted game ended: by the rules, or by an act of the players, their clocks or their absence.
///
/// It prints as one key, which the record and the protocol share; [`EndReason::from_key`] reads it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// The rules ended the game.
    Rules(Reason),
    /// A side resigned.
    Resignation,
    /// Both sides agreed to a draw.
    Agreement,
    /// A side ran out of time.
    Timeout,
    /// A side disconnected and did not return.
    Abandonment,
    /// The game was aborted.
    Aborted,
}

impl EndReason {
    /// The reasons that are not the rules'.
    const BY_PLAYERS: [EndReason; 5] = [
        EndReason::Resignation,
        EndReason::Agreement,
        EndReason::Timeout,
        EndReason::Abandonment,
        EndReason::Aborted,
    ];

    /// Returns every reason, those of the rules first.
    pub fn all() -> impl Iterator<Item = EndReason> {
        Reason::ALL.iter().copied().map(EndReason::Rules).chain(EndReason::BY_PLAYERS)
    }

    /// Returns the reason with this key.
    ///
    /// ```
    /// use yipan_core::{EndReason, Reason};
    ///
    /// assert_eq!(EndReason::from_key("checkmate"), Some(EndReason::Rules(Reason::Checkmate)));
    /// assert_eq!(EndReason::from_key("timeout"), Some(EndReason::Timeout));
    /// assert_eq!(EndReason::from_key("boredom"), None);
    /// ```
    #[must_use]
    pub fn from_key(key: &str) -> Option<EndReason> {
        EndReason::all().find(|reason| reason.key() == key)
    }

    /// Returns the key that programs read.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            EndReason::Rules(reason) => reason.key(),
            EndReason::Resignation => "resignation",
            EndReason::Agreement => "agreement",
            EndReason::Timeout => "timeout",
            EndReason::Abandonment => "abandonment",
            EndReason::Aborted => "aborted",
        }
    }
}

impl From<Reason> for EndReason {
    fn from(reason: Reason) -> EndReason {
        EndReason::Rules(reason)
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for EndReason {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for EndReason {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<EndReason, D::Error> {
        let key = <alloc::string::String as serde::Deserialize>::deserialize(deserializer)?;
        EndReason::from_key(&key)
            .ok_or_else(|| serde::de::Error::custom(alloc::format!("unknown end reason `{key}`")))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_reason_is_read_back_from_its_key_and_no_two_share_one() {
        let keys: BTreeSet<&str> = EndReason::all().map(EndReason::key).collect();
        assert_eq!(keys.len(), EndReason::all().count());
        assert!(EndReason::all().all(|reason| EndReason::from_key(reason.key()) == Some(reason)));
    }
}
