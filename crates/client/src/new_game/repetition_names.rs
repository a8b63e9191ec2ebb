use crate::text::messages::game_options;
use crate::text::messages::text::Text;

/// A repetition rule of xiangqi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepetitionName {
    /// The key of the rule.
    pub key: &'static str,
    /// The name.
    pub name: Text,
    /// A short explanation.
    pub hint: Text,
}

const fn rule(key: &'static str, name: Text, hint: Text) -> RepetitionName {
    RepetitionName { key, name, hint }
}

/// The repetition rules of xiangqi, the default first.
pub const REPETITION_NAMES: [RepetitionName; 6] = [
    rule("wxf", game_options::REPETITION_WXF, game_options::REPETITION_WXF_HINT),
    rule("computer", game_options::REPETITION_COMPUTER, game_options::REPETITION_COMPUTER_HINT),
    rule("ucci-league", game_options::REPETITION_LEAGUE, game_options::REPETITION_LEAGUE_HINT),
    rule("check-only", game_options::REPETITION_CHECK_ONLY, game_options::REPETITION_CHECK_ONLY_HINT),
    rule("simple", game_options::REPETITION_SIMPLE, game_options::REPETITION_SIMPLE_HINT),
    rule("cxa-advisory", game_options::REPETITION_CXA, game_options::REPETITION_CXA_HINT),
];

#[cfg(test)]
mod tests {
    use yipan_xiangqi::repetition::RepetitionRule;

    use super::*;

    #[test]
    fn every_repetition_rule_has_a_name() {
        assert_eq!(REPETITION_NAMES[0].key, RepetitionRule::default().to_string());
        for rule in RepetitionRule::ALL {
            assert!(REPETITION_NAMES.iter().any(|name| name.key == rule.to_string()), "{rule}");
        }
    }
}
