use yipan_wire::RoomConfig;

use crate::text::messages::online;
use crate::text::messages::text::Text;

/// Whether the game itself has chance events that a player may want to verify.
///
/// A random choice of sides alone does not count: in a game without chance the proof would only puzzle its players.
#[must_use]
pub fn has_chance_events(config: &RoomConfig) -> bool {
    config.modes.iter().any(|mode| is_dice(mode) || matches!(mode.as_str(), "mines" | "portals"))
}

/// Returns the label of the button that verifies the chance events.
#[must_use]
pub fn verify_label(config: &RoomConfig) -> Text {
    if config.modes.iter().any(|mode| is_dice(mode)) { online::VERIFY_DICE } else { online::VERIFY }
}

fn is_dice(mode: &str) -> bool {
    matches!(mode, "dice-a" | "dice-b")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_games_with_chance_are_verified() {
        let with = |modes: &[&str]| RoomConfig {
            modes: modes.iter().map(|mode| (*mode).to_owned()).collect(),
            ..RoomConfig::default_for("chess")
        };
        assert!(!has_chance_events(&with(&[])));
        assert!(!has_chance_events(&with(&["fog", "gravity"])));
        assert!(has_chance_events(&with(&["fog", "mines"])));
        assert!(has_chance_events(&with(&["portals"])));
        assert_eq!(verify_label(&with(&["dice-b"])), online::VERIFY_DICE);
        assert_eq!(verify_label(&with(&["mines"])), online::VERIFY);
    }
}
