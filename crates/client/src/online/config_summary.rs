//! What is agreed at a table, in words: a guest reads all of it before sitting down.

use yipan_core::{Language, Side};
use yipan_games::GameKind;
use yipan_wire::{RoomConfig, SidePreference, SpectatorPolicy};

use crate::text::messages::text::Text;
use crate::text::messages::{common, home, online};
use crate::text::status_text::capitalize;

/// What a game is called.
#[must_use]
pub fn game_name(game: &str, language: Language) -> String {
    match game {
        "chess" => common::CHESS.localize(language).to_owned(),
        "xiangqi" => common::XIANGQI.localize(language).to_owned(),
        "liuzichong" => common::LIUZICHONG.localize(language).to_owned(),
        other => other.to_owned(),
    }
}

/// What a clock is called.
#[must_use]
pub fn clock_text(clock: &str, language: Language) -> String {
    if clock == "inf" { online::NO_CLOCK.localize(language).to_owned() } else { clock.to_owned() }
}

/// Everything that is agreed: what it is about, and what was chosen.
#[must_use]
pub fn config_summary(terms: &RoomConfig, language: Language) -> Vec<(Text, String)> {
    let say = |text: Text| text.localize(language).to_owned();
    let mut rows = vec![(online::GAME, game_name(&terms.game, language))];
    if !terms.modes.is_empty() {
        let modes: Vec<String> = terms.modes.iter().map(|mode| mode_text(mode, language)).collect();
        rows.push((home::MODES, modes.join(language.choose(", ", "、", "、"))));
    }
    rows.extend(terms.rules.iter().map(|rule| rule_text(rule, language)));
    rows.extend(terms.position.clone().map(|position| (online::POSITION, position)));
    rows.push((online::CLOCK, clock_text(&terms.clock, language)));
    let side = |seat: Side| match terms.game.parse::<GameKind>() {
        Ok(kind) => capitalize(kind.side_name(seat, language)),
        Err(_) => seat.index().to_string(),
    };
    let side_text = match terms.host_side {
        SidePreference::First => side(Side::First),
        SidePreference::Second => side(Side::Second),
        SidePreference::Random => say(home::RANDOM_SIDE),
    };
    rows.push((online::HOST_PLAYS, side_text));
    rows.push((online::ROOM, say(if terms.public { online::PUBLIC } else { online::PRIVATE })));
    let spectators = match terms.spectators {
        SpectatorPolicy::Yes => say(online::SPECTATORS_YES),
        SpectatorPolicy::Delay(moves) => {
            online::SPECTATORS_DELAY.localize_with(language, &[&moves.to_string()])
        }
        SpectatorPolicy::No => say(online::SPECTATORS_NO),
    };
    rows.push((online::SPECTATORS, spectators));
    rows.push((online::CHAT, say(if terms.chat { common::YES } else { common::NO })));
    rows
}

fn mode_text(mode: &str, language: Language) -> String {
    let (emoji, name) = match mode {
        "fog" => ("🌫️", home::FOG),
        "gravity" => ("🌍", home::GRAVITY),
        "portals" => ("🔮", home::PORTALS),
        "dice-a" => ("🎲", online::DICE_A),
        "dice-b" => ("🎲", online::DICE_B),
        "mines" => ("💣", home::MINES),
        other => return other.to_owned(),
    };
    format!("{emoji} {}", name.localize(language))
}

fn rule_text(rule: &str, language: Language) -> (Text, String) {
    let yes = || common::YES.localize(language).to_owned();
    match rule.split_once('=') {
        Some(("dice", count)) => (home::DICE_COUNT, count.to_owned()),
        Some(("rerolls", count)) => (home::REROLLS, count.to_owned()),
        Some(("wild", "yes")) => (home::WILD, yes()),
        Some(("portals", "private")) => (home::PRIVATE_PORTALS, yes()),
        Some(("mine_hints", "yes")) => (home::MINE_HINTS, yes()),
        _ => (online::RULE, rule.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_summarized() {
        let terms = RoomConfig {
            modes: vec!["fog".into(), "dice-a".into()],
            rules: vec!["dice=4".into(), "unheard=of".into()],
            clock: "5+3".into(),
            host_side: SidePreference::First,
            spectators: SpectatorPolicy::Delay(4),
            ..RoomConfig::default_for("chess")
        };
        let summary = config_summary(&terms, Language::English);
        let value_of =
            |text: Text| summary.iter().find(|(about, _)| *about == text).map(|(_, what)| what.as_str());
        assert_eq!(value_of(online::GAME), Some("Chess"));
        assert_eq!(value_of(home::MODES), Some("🌫️ Fog, 🎲 Dice, rules A"));
        assert_eq!(value_of(home::DICE_COUNT), Some("4"));
        assert_eq!(value_of(online::RULE), Some("unheard=of"));
        assert_eq!(value_of(online::CLOCK), Some("5+3"));
        assert_eq!(value_of(online::HOST_PLAYS), Some("White"));
        assert_eq!(value_of(online::SPECTATORS), Some("Yes, 4 moves later"));
        assert_eq!(value_of(online::CHAT), Some("Yes"));
    }

    #[test]
    fn a_game_without_a_clock_says_so() {
        assert_eq!(clock_text("inf", Language::Simplified), "不限时");
        assert_eq!(game_name("go", Language::English), "go");
    }
}
