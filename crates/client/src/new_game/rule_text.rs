//! The options of a game as text, for those who join it.

use yipan_core::Language;
use yipan_games::GameKind;

use crate::new_game::handicap::handicaps;
use crate::new_game::repetition_names::REPETITION_NAMES;
use crate::text::messages::text::Text;
use crate::text::messages::{common, game_options, home, online};

/// Returns the label and the value of a rule that differs from the default, written `key=value`.
#[must_use]
pub fn rule_text(rule: &str, language: Language) -> (Text, String) {
    let yes = |label: Text| (label, common::YES.localize(language).to_owned());
    match rule.split_once('=') {
        Some(("dice", count)) => (home::DICE_COUNT, count.to_owned()),
        Some(("first_turn_dice", count)) => (game_options::FIRST_TURN_DICE, count.to_owned()),
        Some(("rerolls", count)) => (home::REROLLS, count.to_owned()),
        Some(("wild", "yes")) => yes(home::WILD),
        Some(("portals", "private")) => yes(home::PRIVATE_PORTALS),
        Some(("mine_hints", "yes")) => yes(home::MINE_HINTS),
        Some(("draws", "claimed")) => {
            (game_options::DRAWS, game_options::DRAWS_CLAIMED.localize(language).to_owned())
        }
        Some(("facing", "no-new-shared-file")) => yes(game_options::FOLK_FACING),
        Some(("outer", "any")) => yes(game_options::ANY_FOURTH_POINT),
        Some(("carry", "off")) => yes(game_options::LONE_PIECE_CAPTURES_NOTHING),
        Some(("lone_is_loss", "true")) => yes(game_options::LONE_PIECE_LOSES),
        Some(("repetition", "off")) => yes(game_options::NO_REPETITION_DRAW),
        Some(("repetition", key)) => {
            let known = REPETITION_NAMES.iter().find(|name| name.key == key);
            let name = known.map_or(key, |known| known.name.localize(language));
            (game_options::REPETITION, name.to_owned())
        }
        Some(("no-capture" | "no_capture", limit)) => {
            (game_options::NO_CAPTURE, no_capture_text(limit, language))
        }
        _ => (online::RULE, rule.to_owned()),
    }
}

/// Returns a limit of plies without a capture as text. The empty limit is the default.
#[must_use]
pub fn no_capture_text(limit: &str, language: Language) -> String {
    match limit.parse::<u16>() {
        Ok(plies) => game_options::NO_CAPTURE_AFTER.localize_with(language, &[&(plies / 2).to_string()]),
        Err(_) if limit.is_empty() => game_options::STANDARD.localize(language).to_owned(),
        Err(_) => game_options::NO_CAPTURE_NEVER.localize(language).to_owned(),
    }
}

/// Returns a start position as text: its name if it has one, or the position itself.
#[must_use]
pub fn position_text(game: &str, position: &str, language: Language) -> String {
    position_name(game, position, language).unwrap_or_else(|| position.to_owned())
}

/// Returns the number of a Chess960 start or the name of a handicap; `None` for any other position.
pub(crate) fn position_name(game: &str, position: &str, language: Language) -> Option<String> {
    if let Some(number) = position.strip_prefix("chess960:") {
        return Some(game_options::CHESS960_NAMED.localize_with(language, &[number]));
    }
    let known = game.parse::<GameKind>().map_or(&[][..], handicaps);
    let handicap = known.iter().find(|handicap| handicap.position == position)?;
    Some(handicap_text(handicap.name, language))
}

/// Returns a handicap as text. In Chinese its name says that it is one.
fn handicap_text(name: Text, language: Language) -> String {
    match language {
        Language::English => {
            format!("{}: {}", game_options::HANDICAP.localize(language), name.localize(language))
        }
        Language::Simplified | Language::Traditional => name.localize(language).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_preferences::GamePreferences;

    #[test]
    fn every_rule_that_can_be_chosen_has_a_text() {
        let every_choice = GamePreferences {
            modes: GamePreferences::MODES.map(str::to_owned).to_vec(),
            first_turn_dice: 1,
            rerolls: 2,
            wild_die: true,
            private_portals: true,
            mine_hints: true,
            repetition: "simple".into(),
            folk_facing: true,
            no_capture: "100".into(),
            any_fourth_point: true,
            lone_piece_captures_nothing: true,
            lone_piece_loses: true,
            no_repetition_draw: true,
            ..GamePreferences::default()
        };
        let claimed = GamePreferences { claimed_draws: true, ..GamePreferences::default() };
        let options = GameKind::ALL.map(|kind| every_choice.game_options(kind, 0)).into_iter();
        let all: Vec<String> = options
            .chain([claimed.game_options(GameKind::Chess, 0)])
            .flat_map(|options| options.rules)
            .collect();
        assert_eq!(all.len(), 15, "{all:?}");
        for rule in all {
            let (label, text) = rule_text(&rule, Language::English);
            assert!(label != online::RULE && !text.contains('='), "{rule}");
        }
    }

    #[test]
    fn start_positions_are_named() {
        assert_eq!(position_text("chess", "chess960:5", Language::English), "Chess960, number 5");
        let horse = handicaps(GameKind::Xiangqi)[0].position;
        assert_eq!(position_text("xiangqi", horse, Language::English), "Handicap: A horse");
        assert_eq!(position_text("xiangqi", horse, Language::Simplified), "让单马");
        assert_eq!(position_text("chess", "8/8 w", Language::English), "8/8 w");
        assert_eq!(no_capture_text("120", Language::English), "After 60 moves each");
        assert_eq!(no_capture_text("off", Language::English), "Never");
    }
}
