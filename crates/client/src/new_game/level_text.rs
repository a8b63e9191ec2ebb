use yipan_core::Language;
use yipan_games::GameKind;

use crate::new_game::level_rating::level_rating;
use crate::text::messages::levels;
use crate::text::messages::text::Text;

/// The names of the levels of chess and xiangqi.
const NAMES: [Text; 10] = [
    levels::FIRST_STEPS,
    levels::BEGINNER,
    levels::CASUAL,
    levels::HOBBY,
    levels::IMPROVER,
    levels::CLUB,
    levels::STRONG_CLUB,
    levels::TOURNAMENT,
    levels::EXPERT,
    levels::FULL_STRENGTH,
];

/// The names of the levels of liuzichong, which say how the computer chooses its moves.
const LIUZICHONG_NAMES: [Text; 5] =
    [levels::RANDOM, levels::GREEDY, levels::CAREFUL, levels::FARSIGHTED, levels::PERFECT];

/// Returns the name of a level; `None` if the game has no such level.
#[must_use]
pub fn level_name(kind: GameKind, level: u8) -> Option<Text> {
    let names: &[Text] = match kind {
        GameKind::Chess | GameKind::Xiangqi => &NAMES,
        GameKind::Liuzichong => &LIUZICHONG_NAMES,
    };
    names.get(usize::from(level).checked_sub(1)?).copied()
}

/// Returns the number, name and approximate rating of a level, as in “Level 3 · Casual · about 850”.
///
/// The ratings were measured from the standard start without modes, so other games show none.
#[must_use]
pub fn level_text(kind: GameKind, level: u8, is_standard: bool, language: Language) -> String {
    let mut parts = vec![levels::NUMBER.localize_with(language, &[&level.to_string()])];
    parts.extend(level_name(kind, level).map(|name| name.localize(language).to_owned()));
    let rating = level_rating(kind, level).filter(|_| is_standard);
    parts.extend(rating.map(|rating| levels::ABOUT.localize_with(language, &[&rating.to_string()])));
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_preferences::GamePreferences;

    #[test]
    fn every_level_has_a_name_of_its_own() {
        for kind in GameKind::ALL {
            let mut names: Vec<&str> = (1..=GamePreferences::max_level(kind))
                .map(|level| level_name(kind, level).expect("a name").localize(Language::Simplified))
                .collect();
            let count = names.len();
            names.dedup();
            assert_eq!(names.len(), count);
            assert_eq!((level_name(kind, 0), level_name(kind, 11)), (None, None));
        }
    }

    #[test]
    fn a_level_is_described_by_number_name_and_rating() {
        let describe = |kind, level, is_standard| level_text(kind, level, is_standard, Language::English);
        assert_eq!(describe(GameKind::Chess, 3, true), "Level 3 · Casual · about 850");
        assert_eq!(describe(GameKind::Chess, 3, false), "Level 3 · Casual");
        assert_eq!(describe(GameKind::Liuzichong, 5, true), "Level 5 · Perfect");
        assert_eq!(
            level_text(GameKind::Xiangqi, 1, true, Language::Simplified),
            "难度 1 级 · 新手 · 约 600 分"
        );
    }
}
