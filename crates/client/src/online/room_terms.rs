use yipan_core::{Language, Side};
use yipan_games::GameKind;
use yipan_wire::{RoomConfig, SidePreference, SpectatorPolicy};

use super::config_summary::{clock_text, game_name, mode_name};
use crate::new_game::rule_text::{position_name, rule_text};
use crate::text::messages::{online, ratings};
use yipan_core::capitalize;

/// Returns the terms of a room as short texts: the game, its modes and rules, the clock, and the side of the reader.
///
/// Only what differs from the default is named beyond that.
#[must_use]
pub fn room_terms(config: &RoomConfig, is_host: bool, language: Language) -> Vec<String> {
    let localized = |text: crate::Text| text.localize(language).to_owned();
    let mut terms = vec![game_name(&config.game, language)];
    terms.extend(config.modes.iter().map(|mode| mode_name(mode, language)));
    terms.extend(config.rules.iter().map(|rule| {
        let (label, value) = rule_text(rule, language);
        online::TERM.localize_with(language, &[label.localize(language), &value])
    }));
    terms.extend(config.position.as_ref().map(|position| {
        position_name(&config.game, position, language).unwrap_or_else(|| localized(online::CUSTOM_POSITION))
    }));
    terms.push(clock_text(&config.clock, language));
    let host_side = match config.host_side {
        SidePreference::First => Some(Side::First),
        SidePreference::Second => Some(Side::Second),
        SidePreference::Random => None,
    };
    let own_side = host_side.map(|side| if is_host { side } else { side.other() });
    terms.push(match (own_side, config.game.parse::<GameKind>()) {
        (Some(side), Ok(kind)) => {
            online::YOU_PLAY.localize_with(language, &[&capitalize(kind.side_name(side, language))])
        }
        (None, _) | (_, Err(_)) => localized(online::RANDOM_SIDES),
    });
    if config.rated {
        terms.push(localized(ratings::RATED_GAME));
    }
    if config.spectators == SpectatorPolicy::No {
        terms.push(localized(online::NO_SPECTATORS));
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_reads_the_game_its_modes_the_clock_and_the_own_side() {
        let config = RoomConfig {
            modes: vec!["fog".into()],
            rules: vec!["dice=4".into()],
            clock: "5+3".into(),
            host_side: SidePreference::First,
            ..RoomConfig::default_for("chess")
        };
        assert_eq!(
            room_terms(&config, false, Language::English),
            ["Chess", "Fog", "Number of dice: 4", "5+3", "You play Black"]
        );
        assert_eq!(
            room_terms(&config, true, Language::Simplified).last().map(String::as_str),
            Some("你执白方")
        );
        let chess960 = RoomConfig { position: Some("chess960:7".into()), ..RoomConfig::default_for("chess") };
        assert_eq!(room_terms(&chess960, true, Language::English)[1], "Chess960, number 7");
        let random = RoomConfig { spectators: SpectatorPolicy::No, ..RoomConfig::default_for("xiangqi") };
        let terms = room_terms(&random, false, Language::English);
        assert_eq!(terms, ["Xiangqi", "No time limit", "Random sides", "No spectators"]);
        let rated = RoomConfig { rated: true, ..RoomConfig::default_for("xiangqi") };
        assert_eq!(
            room_terms(&rated, true, Language::English).last().map(String::as_str),
            Some("Rated game")
        );
    }
}
