//! The options of a room as text, shown to a guest before they join.

use yipan_core::{Language, Side};
use yipan_games::GameKind;
use yipan_wire::{RoomConfig, SidePreference, SpectatorPolicy};

use crate::new_game::rule_text::{position_text, rule_text};
use crate::text::messages::text::Text;
use crate::text::messages::{common, home, online, ratings};
use yipan_core::capitalize;

/// Returns the name of a game, or its key if it is unknown.
#[must_use]
pub fn game_name(game: &str, language: Language) -> String {
    match game {
        "chess" => common::CHESS.localize(language).to_owned(),
        "xiangqi" => common::XIANGQI.localize(language).to_owned(),
        "liuzichong" => common::LIUZICHONG.localize(language).to_owned(),
        other => other.to_owned(),
    }
}

/// Returns the text of a time control.
#[must_use]
pub fn clock_text(clock: &str, language: Language) -> String {
    if clock == "inf" { online::NO_CLOCK.localize(language).to_owned() } else { clock.to_owned() }
}

/// Returns all options of a room, each with its label.
#[must_use]
pub fn config_summary(config: &RoomConfig, language: Language) -> Vec<(Text, String)> {
    let localized = |text: Text| text.localize(language).to_owned();
    let mut rows = vec![(online::GAME, game_name(&config.game, language))];
    if !config.modes.is_empty() {
        let modes: Vec<String> = config.modes.iter().map(|mode| mode_name(mode, language)).collect();
        rows.push((home::MODES, modes.join(language.choose(", ", "、", "、"))));
    }
    rows.extend(config.rules.iter().map(|rule| rule_text(rule, language)));
    let position = config.position.as_deref();
    rows.extend(position.map(|position| (online::POSITION, position_text(&config.game, position, language))));
    rows.push((online::CLOCK, clock_text(&config.clock, language)));
    let side = |side: Side| match config.game.parse::<GameKind>() {
        Ok(kind) => capitalize(kind.side_name(side, language)),
        Err(_) => side.index().to_string(),
    };
    let side_text = match config.host_side {
        SidePreference::First => side(Side::First),
        SidePreference::Second => side(Side::Second),
        SidePreference::Random => localized(home::RANDOM_SIDE),
    };
    rows.push((online::HOST_PLAYS, side_text));
    if config.rated {
        rows.push((ratings::RATED_GAME, localized(common::YES)));
    }
    rows.push((online::ROOM, localized(if config.public { online::PUBLIC } else { online::PRIVATE })));
    let spectators = match config.spectators {
        SpectatorPolicy::Yes => localized(online::SPECTATORS_YES),
        SpectatorPolicy::Delay(moves) => {
            online::SPECTATORS_DELAY.localize_with(language, &[&moves.to_string()])
        }
        SpectatorPolicy::No => localized(online::SPECTATORS_NO),
    };
    rows.push((online::SPECTATORS, spectators));
    rows.push((online::CHAT, localized(if config.chat { common::YES } else { common::NO })));
    rows
}

/// Returns the name of a mode, or its key if it is unknown.
#[must_use]
pub fn mode_name(mode: &str, language: Language) -> String {
    let dice = |rule: Text| {
        let (name, rule) = (home::DICE.localize(language), rule.localize(language));
        if language == Language::English { format!("{name} ({rule})") } else { format!("{name}（{rule}）") }
    };
    let name = match mode {
        "fog" => home::FOG,
        "gravity" => home::GRAVITY,
        "portals" => home::PORTALS,
        "dice-a" => return dice(home::RULE_A),
        "dice-b" => return dice(home::RULE_B),
        "mines" => home::MINES,
        other => return other.to_owned(),
    };
    name.localize(language).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_summarized() {
        let config = RoomConfig {
            modes: vec!["fog".into(), "dice-a".into()],
            rules: vec!["dice=4".into(), "unknown=yes".into()],
            clock: "5+3".into(),
            host_side: SidePreference::First,
            spectators: SpectatorPolicy::Delay(4),
            ..RoomConfig::default_for("chess")
        };
        let summary = config_summary(&config, Language::English);
        let value_of =
            |text: Text| summary.iter().find(|(about, _)| *about == text).map(|(_, what)| what.as_str());
        assert_eq!(value_of(online::GAME), Some("Chess"));
        assert_eq!(value_of(home::MODES), Some("Fog, Dice (Rule A)"));
        assert_eq!(value_of(home::DICE_COUNT), Some("4"));
        assert_eq!(value_of(online::RULE), Some("unknown=yes"));
        assert_eq!(value_of(online::CLOCK), Some("5+3"));
        assert_eq!(value_of(online::HOST_PLAYS), Some("White"));
        assert_eq!(value_of(online::SPECTATORS), Some("Allowed, 4 moves behind"));
        assert_eq!(value_of(online::CHAT), Some("Yes"));
    }

    #[test]
    fn a_game_without_a_clock_has_no_time_limit() {
        assert_eq!(clock_text("inf", Language::Simplified), "不限时");
        assert_eq!(game_name("go", Language::English), "go");
    }
}
