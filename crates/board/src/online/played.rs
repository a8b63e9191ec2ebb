use yipan_games::GameKind;
use yipan_rules::Language;
use yipan_wire::{Ending, Stage, Summary};

use super::{agreed, clock_words, ending, game_name};
use crate::text::{account, home, online};

/// A game of one's own list, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnGame {
    /// Who played whom.
    pub players: String,
    /// The game, its modes and its clock.
    pub about: String,
    /// How it ended, or that it goes on.
    pub result: String,
    /// Whether it can still be played.
    pub is_going_on: bool,
}

/// What a list of games says of one.
#[must_use]
pub fn own_game(summary: &Summary, language: Language) -> OwnGame {
    let [first, second] = &summary.players;
    let mut about = vec![game_name(&summary.terms.game, language)];
    let modes = agreed(&summary.terms, language).into_iter().find(|(about, _)| *about == home::MODES);
    about.extend(modes.map(|(_, modes)| modes));
    about.push(clock_words(&summary.terms.clock, language));
    let is_going_on = summary.stage != Stage::Over;
    let told = Ending {
        winner: summary.winner,
        reason: summary.reason.clone().unwrap_or_default(),
        seed: String::new(),
    };
    let result = match summary.terms.game.parse::<GameKind>() {
        Ok(kind) if !is_going_on => ending(kind, &told, language),
        Ok(_) => account::GOING_ON.say(language).to_owned(),
        Err(_) => told.reason,
    };
    OwnGame {
        players: online::VERSUS.fill(language, &[&first.name, &second.name]),
        about: about.join(" · "),
        result,
        is_going_on,
    }
}

#[cfg(test)]
mod tests {
    use yipan_wire::{Player, Side, Terms};

    use super::*;

    #[test]
    fn a_game_is_told_by_its_players_its_terms_and_its_end() {
        let player = |name: &str| Player { id: name.to_lowercase(), name: name.to_owned(), level: None };
        let mut summary = Summary {
            room: "K4T7QX".to_owned(),
            terms: Terms { modes: vec!["fog".into()], clock: "5+3".into(), ..Terms::usual("chess") },
            players: [player("Ada"), player("Bob")],
            began: 0,
            stage: Stage::Playing,
            winner: None,
            reason: None,
            plies: 0,
        };
        let told = own_game(&summary, Language::English);
        assert_eq!((told.players.as_str(), told.about.as_str()), ("Ada – Bob", "Chess · 🌫️ Fog · 5+3"));
        assert_eq!((told.result.as_str(), told.is_going_on), ("going on", true));
        summary.stage = Stage::Over;
        (summary.winner, summary.reason) = (Some(Side::Second), Some("resignation".to_owned()));
        let told = own_game(&summary, Language::Simplified);
        assert_eq!((told.result.as_str(), told.is_going_on), ("黑方获胜：对方认输", false));
    }
}
