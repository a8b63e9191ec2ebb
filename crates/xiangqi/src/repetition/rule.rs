use std::{error::Error, fmt, str::FromStr};

use yipan_core::{Language, Localize};

/// Which law of repetition is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RepetitionRule {
    /// The third occurrence is a draw, whatever was played.
    Simple,
    /// Giving check without end loses; everything else is a draw.
    CheckOnly,
    /// The rules of the World Xiangqi Federation 世界象棋规则: the same piece may not be chased on every move.
    #[default]
    Wxf,
    /// The rule that engines play by, as Pikafish has it.
    Computer,
    /// The rule of the old UCCI engine league: the fourth occurrence, and only the piece that moved chases.
    UcciLeague,
    /// The rules of the Chinese Xiangqi Association 中国象棋竞赛规则: help for an arbiter, see
    /// [`advise`](super::advise). They need a person, so only one-sided perpetual check loses by itself.
    CxaAdvisory,
}

impl RepetitionRule {
    /// Every rule.
    pub const ALL: [RepetitionRule; 6] = [
        RepetitionRule::Simple,
        RepetitionRule::CheckOnly,
        RepetitionRule::Wxf,
        RepetitionRule::Computer,
        RepetitionRule::UcciLeague,
        RepetitionRule::CxaAdvisory,
    ];

    /// At which occurrence of a position it is judged.
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

/// The key that scripts read.
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

/// A law of repetition that nobody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRepetitionRuleError {
    /// What was asked for.
    pub text: String,
}

impl Localize for ParseRepetitionRuleError {
    fn localize(&self, language: Language) -> String {
        let text = &self.text;
        let keys = RepetitionRule::ALL.map(RepetitionRule::key).join(language.choose(", ", "、", "、"));
        match language {
            Language::English => format!("`{text}` is not a law of repetition; choose one of {keys}"),
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
        assert!(unknown.to_string().starts_with("`asia` is not a law of repetition; choose one of simple, "));
    }
}
