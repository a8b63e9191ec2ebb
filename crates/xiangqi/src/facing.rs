use alloc::{borrow::ToOwned, string::String};
use core::{fmt, str::FromStr};

/// The rule about generals on the same file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FacingRule {
    /// The generals may not face each other on an open file 将帅对脸.
    ///
    /// The rules implement this as an attack: each general attacks along its open file.
    #[default]
    Standard,
    /// The folk rule 王不见王 in a playable form.
    ///
    /// In addition to [`FacingRule::Standard`], a general may not step onto the file of the other general, even
    /// if pieces stand between them. Generals that already share a file, as at the start, may stay on it.
    NoNewSharedFile,
}

/// An error for the name of an unknown [`FacingRule`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseFacingRuleError {
    /// The rejected text.
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
