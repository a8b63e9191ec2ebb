use std::{fmt, str::FromStr};

use crate::{Position, attacks};

/// Which rule about the generals' files is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FacingRule {
    /// The generals may not face each other on an open file 将帅对脸. That is all there is to it: the enemy
    /// general attacks along the file.
    #[default]
    Standard,
    /// The folk rule 王不见王 made playable: besides, no move may bring the generals onto one file, whoever
    /// stands between. Sharing that exists already, as at the start, is tolerated.
    NoNewSharedFile,
}

/// A rule about facing that nobody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseFacingRuleError {
    /// What was asked for.
    pub text: String,
}

impl fmt::Display for FacingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FacingRule::Standard => "standard",
            FacingRule::NoNewSharedFile => "no-new-shared-file",
        })
    }
}

impl FromStr for FacingRule {
    type Err = ParseFacingRuleError;

    fn from_str(text: &str) -> Result<FacingRule, ParseFacingRuleError> {
        match text {
            "standard" => Ok(FacingRule::Standard),
            "no-new-shared-file" => Ok(FacingRule::NoNewSharedFile),
            _ => Err(ParseFacingRuleError { text: text.to_owned() }),
        }
    }
}

impl Position {
    /// Whether the generals stand on one file with nobody between them. No legal move leads there, so this is
    /// false for every position that can be played; see [`Setup::are_generals_facing`](crate::Setup).
    #[must_use]
    pub fn are_generals_facing(&self) -> bool {
        let (red, black) = (self.general(crate::RED), self.general(crate::BLACK));
        attacks::rook_on_file(red, self.occupied).contains(black)
    }
}
