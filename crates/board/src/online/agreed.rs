//! What is agreed at a table, in words: a guest reads all of it before sitting down.

use yipan_games::GameKind;
use yipan_rules::{Language, Seat};
use yipan_wire::{Colour, Spectators, Terms};

use crate::capital;
use crate::text::{Text, common, home, online};

/// What a game is called.
#[must_use]
pub fn game_name(game: &str, language: Language) -> String {
    match game {
        "chess" => common::CHESS.say(language).to_owned(),
        "xiangqi" => common::XIANGQI.say(language).to_owned(),
        "liuzichong" => common::LIUZICHONG.say(language).to_owned(),
        other => other.to_owned(),
    }
}

/// What a clock is called.
#[must_use]
pub fn clock_words(clock: &str, language: Language) -> String {
    if clock == "inf" { online::NO_CLOCK.say(language).to_owned() } else { clock.to_owned() }
}

/// Everything that is agreed: what it is about, and what was chosen.
#[must_use]
pub fn agreed(terms: &Terms, language: Language) -> Vec<(Text, String)> {
    let say = |text: Text| text.say(language).to_owned();
    let mut all = vec![(online::GAME, game_name(&terms.game, language))];
    if !terms.modes.is_empty() {
        let modes: Vec<String> = terms.modes.iter().map(|mode| mode_words(mode, language)).collect();
        all.push((home::MODES, modes.join(language.pick(", ", "、", "、"))));
    }
    all.extend(terms.rules.iter().map(|rule| rule_words(rule, language)));
    all.extend(terms.position.clone().map(|position| (online::POSITION, position)));
    all.push((online::CLOCK, clock_words(&terms.clock, language)));
    let side = |seat: Seat| match terms.game.parse::<GameKind>() {
        Ok(kind) => capital(kind.seat_words(seat, language)),
        Err(_) => seat.index().to_string(),
    };
    let colour = match terms.colour {
        Colour::First => side(Seat::First),
        Colour::Second => side(Seat::Second),
        Colour::Random => say(home::RANDOM_SIDE),
    };
    all.push((online::HOST_PLAYS, colour));
    all.push((online::ROOM, say(if terms.public { online::PUBLIC } else { online::PRIVATE })));
    let spectators = match terms.spectators {
        Spectators::Yes => say(online::SPECTATORS_YES),
        Spectators::Delay(moves) => online::SPECTATORS_DELAY.fill(language, &[&moves.to_string()]),
        Spectators::No => say(online::SPECTATORS_NO),
    };
    all.push((online::SPECTATORS, spectators));
    all.push((online::CHAT, say(if terms.chat { common::YES } else { common::NO })));
    all
}

fn mode_words(mode: &str, language: Language) -> String {
    let (sign, name) = match mode {
        "fog" => ("🌫️", home::FOG),
        "gravity" => ("🌍", home::GRAVITY),
        "portals" => ("🔮", home::PORTALS),
        "dice-a" => ("🎲", online::DICE_A),
        "dice-b" => ("🎲", online::DICE_B),
        "mines" => ("💣", home::MINES),
        other => return other.to_owned(),
    };
    format!("{sign} {}", name.say(language))
}

fn rule_words(rule: &str, language: Language) -> (Text, String) {
    let yes = || common::YES.say(language).to_owned();
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
    fn everything_that_is_agreed_is_told() {
        let terms = Terms {
            modes: vec!["fog".into(), "dice-a".into()],
            rules: vec!["dice=4".into(), "unheard=of".into()],
            clock: "5+3".into(),
            colour: Colour::First,
            spectators: Spectators::Delay(4),
            ..Terms::usual("chess")
        };
        let told = agreed(&terms, Language::English);
        let said = |text: Text| told.iter().find(|(about, _)| *about == text).map(|(_, what)| what.as_str());
        assert_eq!(said(online::GAME), Some("Chess"));
        assert_eq!(said(home::MODES), Some("🌫️ Fog, 🎲 Dice, rules A"));
        assert_eq!(said(home::DICE_COUNT), Some("4"));
        assert_eq!(said(online::RULE), Some("unheard=of"));
        assert_eq!(said(online::CLOCK), Some("5+3"));
        assert_eq!(said(online::HOST_PLAYS), Some("White"));
        assert_eq!(said(online::SPECTATORS), Some("Yes, 4 moves later"));
        assert_eq!(said(online::CHAT), Some("Yes"));
    }

    #[test]
    fn a_game_without_a_clock_says_so() {
        assert_eq!(clock_words("inf", Language::Simplified), "不限时");
        assert_eq!(game_name("go", Language::English), "go");
    }
}
