use crate::text::messages::modes;
use crate::text::messages::text::Text;

/// A mode of chess, as the page explains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameMode {
    /// Fog of war.
    Fog,
    /// Gravity.
    Gravity,
    /// Portals.
    Portals,
    /// Dice: every die is played.
    DiceA,
    /// Dice: one of the rolled pieces is moved.
    DiceB,
    /// Hidden mines.
    Mines,
}

impl GameMode {
    /// All modes.
    pub const ALL: [GameMode; 6] = [
        GameMode::Fog,
        GameMode::Gravity,
        GameMode::Portals,
        GameMode::DiceA,
        GameMode::DiceB,
        GameMode::Mines,
    ];

    /// Returns the active modes among the mode keys of a setup or a room.
    #[must_use]
    pub fn from_keys(keys: &[String]) -> Vec<GameMode> {
        GameMode::ALL.into_iter().filter(|mode| keys.iter().any(|key| key == mode.key())).collect()
    }

    /// Returns the key in setups and rooms.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            GameMode::Fog => "fog",
            GameMode::Gravity => "gravity",
            GameMode::Portals => "portals",
            GameMode::DiceA => "dice-a",
            GameMode::DiceB => "dice-b",
            GameMode::Mines => "mines",
        }
    }

    /// Returns the topic of the rule pages.
    #[must_use]
    pub const fn rules_topic(self) -> &'static str {
        match self {
            GameMode::DiceA | GameMode::DiceB => "dice",
            GameMode::Fog | GameMode::Gravity | GameMode::Portals | GameMode::Mines => self.key(),
        }
    }

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> Text {
        match self {
            GameMode::Fog => modes::FOG,
            GameMode::Gravity => modes::GRAVITY,
            GameMode::Portals => modes::PORTALS,
            GameMode::DiceA => modes::DICE_A,
            GameMode::DiceB => modes::DICE_B,
            GameMode::Mines => modes::MINES,
        }
    }

    /// Returns the rule in one line, for the first game with it.
    #[must_use]
    pub const fn first_hint(self) -> Text {
        match self {
            GameMode::Fog => modes::FOG_HINT,
            GameMode::Gravity => modes::GRAVITY_HINT,
            GameMode::Portals => modes::PORTALS_HINT,
            GameMode::DiceA => modes::DICE_A_HINT,
            GameMode::DiceB => modes::DICE_B_HINT,
            GameMode::Mines => modes::MINES_HINT,
        }
    }

    /// Returns the rule in two sentences.
    #[must_use]
    pub const fn rule(self) -> Text {
        match self {
            GameMode::Fog => modes::FOG_RULE,
            GameMode::Gravity => modes::GRAVITY_RULE,
            GameMode::Portals => modes::PORTALS_RULE,
            GameMode::DiceA => modes::DICE_A_RULE,
            GameMode::DiceB => modes::DICE_B_RULE,
            GameMode::Mines => modes::MINES_RULE,
        }
    }
}

/// Returns the topic of the rules button: that of the first mode, or of the game.
#[must_use]
pub fn rules_topic(game: &str, modes: &[GameMode]) -> String {
    modes.first().map_or(game, |mode| mode.rules_topic()).to_owned()
}

/// Returns the modes that a player has not seen before. `seen` is the stored list of keys.
#[must_use]
pub fn unseen_modes(modes: &[GameMode], seen: &str) -> Vec<GameMode> {
    modes.iter().copied().filter(|mode| !seen.split(' ').any(|key| key == mode.key())).collect()
}

/// Adds modes to the stored list of keys.
#[must_use]
pub fn add_seen_modes(modes: &[GameMode], seen: &str) -> String {
    let unseen = unseen_modes(modes, seen);
    let keys = seen.split(' ').filter(|key| !key.is_empty()).chain(unseen.iter().map(|mode| mode.key()));
    keys.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use yipan_core::Language;

    use super::*;
    use crate::text::rulebook::TOPICS;

    fn modes(keys: &[&str]) -> Vec<GameMode> {
        GameMode::from_keys(&keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn active_modes_are_found_by_their_keys() {
        assert_eq!(modes(&["mines", "dice-b"]), [GameMode::DiceB, GameMode::Mines]);
        assert_eq!(modes(&["chess960"]), []);
        assert_eq!(rules_topic("chess", &modes(&["dice-a"])), "dice");
        assert_eq!(rules_topic("chess", &[]), "chess");
    }

    #[test]
    fn every_mode_has_a_rule_page_and_two_sentences() {
        for mode in GameMode::ALL {
            assert!(TOPICS.iter().any(|(topic, _)| *topic == mode.rules_topic()), "{mode:?}");
            for (language, stop) in
                [(Language::English, "."), (Language::Simplified, "。"), (Language::Traditional, "。")]
            {
                assert_eq!(mode.rule().localize(language).matches(stop).count(), 2, "{mode:?} {language}");
            }
        }
    }

    #[test]
    fn a_mode_is_introduced_once() {
        let both = modes(&["fog", "gravity"]);
        assert_eq!(unseen_modes(&both, ""), both);
        let seen = add_seen_modes(&both[..1], "");
        assert_eq!((seen.as_str(), unseen_modes(&both, &seen)), ("fog", vec![GameMode::Gravity]));
        assert_eq!(add_seen_modes(&both, &seen), "fog gravity");
    }
}
