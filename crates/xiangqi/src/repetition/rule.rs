use alloc::{borrow::ToOwned, format, string::String};
use core::{error::Error, fmt, str::FromStr};

use yipan_core::{Language, Localize};

/// The rule by which repetitions are adjudicated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RepetitionRule {
    /// The third occurrence is a draw, regardless of the moves.
    Simple,
    /// Perpetual check loses. All other repetitions are draws.
    CheckOnly,
    /// The rules of the World Xiangqi Federation 世界象棋规则, by which the same piece may not be chased by every move.
    #[default]
    Wxf,
    /// The rule of engine matches, as implemented by Pikafish.
    Computer,
    /// The rule of the former UCCI engine league. The fourth occurrence counts, and only the moved piece can
    /// chase.
    UcciLeague,
    /// The rules of the Chinese Xiangqi Association 中国象棋竞赛规则, see [`advise`](super::advise).
    ///
    /// They need an arbiter, so only one-sided perpetual check loses automatically.
    CxaAdvisory,
}

impl RepetitionRule {
    /// All rules.
    pub const ALL: [RepetitionRule; 6] = [
        RepetitionRule::Simple,
        RepetitionRule::CheckOnly,
        RepetitionRule::Wxf,
        RepetitionRule::Computer,
        RepetitionRule::UcciLeague,
        RepetitionRule::CxaAdvisory,
    ];

    /// Returns the number of occurrences after which a position is adjudicated.
    #[must_use]
    pub const fn occurrences_required(self) -> usize {
        match self {
            RepetitionRule::UcciLeague => 4,
            _ => 3,
        }
    }

    const fn key(self) -> &'static str {
        match self {
            RepetitionRule::Simple => "simple",
            RepetitionRule::CheckOnly => "check-only",
            RepetitionRule::Wxf => "wxf",
            RepetitionRule::Computer => "computer",
            RepetitionRule::UcciLeague => "ucci-league",
            RepetitionRule::CxaAdvisory => "cxa-advisory",
        }
    }
}

/// Writes the key used in scripts.
impl fmt::Display for RepetitionRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl FromStr for RepetitionRule {
    type Err = ParseRepetitionRuleError;

    fn from_str(text: &str) -> Result<RepetitionRule, ParseRepetitionRuleError> {
        let known = RepetitionRule::ALL.into_iter().find(|rule| rule.key() == text);
        known.ok_or_else(|| ParseRepetitionRuleError { text: text.to_owned() })
    }
}

/// An error for the key of an unknown [`RepetitionRule`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRepetitionRuleError {
    /// The rejected text.
    pub text: String,
}

impl Localize for ParseRepetitionRuleError {
    fn localize(&self, language: Language) -> String {
        let text = &self.text;
        let keys = RepetitionRule::ALL.map(RepetitionRule::key).join(language.choose(", ", "、", "、"));
        match language {
            Language::English => format!("`{text}` is not a repetition rule; choose one of {keys}"),
            Language::Simplified => format!("没有名为“{text}”的循环规则，请从 {keys} 中选择"),
            Language::Traditional => format!("沒有名為「{text}」的循環規則，請從 {keys} 中選擇"),
        }
    }
}

impl fmt::Display for ParseRepetitionRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localize(Language::English))
    }
}

impl Error for ParseRepetitionRuleError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_prints_as_it_is_read() {
        for rule in RepetitionRule::ALL {
            assert_eq!(rule.to_string().parse(), Ok(rule));
        }
        let unknown = "asia".parse::<RepetitionRule>().expect_err("not a rule");
        assert!(unknown.to_string().starts_with("`asia` is not a repetition rule; choose one of simple, "));
    }
}
