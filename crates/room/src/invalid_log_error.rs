use std::fmt;

use yipan_games::GameKind;

/// An error in a log that cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvalidLogError {
    /// An entry is impossible. Only a damaged or forged log has one.
    Entry {
        /// The number of the entry, from 0.
        seq: u64,
        /// A description of the error.
        problem: String,
    },
    /// The room was opened under rules that this program does not have, and might judge the same moves differently.
    UnsupportedRules {
        /// The game.
        game: GameKind,
        /// The version of the rules in the log.
        version: u32,
    },
}

impl fmt::Display for InvalidLogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidLogError::Entry { seq, problem } => {
                write!(f, "entry {seq} of the room's log is invalid: {problem}")
            }
            InvalidLogError::UnsupportedRules { game, version } => {
                let supported = game.rules_version();
                write!(
                    f,
                    "the room has version {version} of the rules of {game}, and this program version {supported}; "
                )?;
                f.write_str(if *version > supported {
                    "install the newer version"
                } else {
                    "use the older version until its games are over"
                })
            }
        }
    }
}

impl std::error::Error for InvalidLogError {}
