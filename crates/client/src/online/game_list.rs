use yipan_core::Language;
use yipan_games::GameKind;
use yipan_wire::{GameEnd, GameSummary, RoomPhase};

use super::rating_text::rated_name;
use super::{clock_text, config_summary, game_name, result_text};
use crate::text::messages::{account, home, online, ratings};

/// An entry of a user's game list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameListItem {
    /// The players, first side first.
    pub players: String,
    /// The game, its modes and its time control.
    pub description: String,
    /// The result, or the text for a game in progress.
    pub result: String,
    /// Whether the game is still in progress.
    pub is_unfinished: bool,
}

/// Creates the entry of a game.
#[must_use]
pub fn game_list_item(summary: &GameSummary, language: Language) -> GameListItem {
    let [first, second] = &summary.players;
    let mut description = vec![game_name(&summary.config.game, language)];
    let modes =
        config_summary(&summary.config, language).into_iter().find(|(about, _)| *about == home::MODES);
    description.extend(modes.map(|(_, modes)| modes));
    description.push(clock_text(&summary.config.clock, language));
    description.extend(summary.config.rated.then(|| ratings::RATED.localize(language).to_owned()));
    let is_unfinished = summary.phase != RoomPhase::Over;
    let result = match (summary.config.game.parse::<GameKind>(), summary.reason) {
        (Ok(kind), Some(reason)) => {
            result_text(kind, &GameEnd { winner: summary.winner, reason, seed: String::new() }, language)
        }
        (Err(_), Some(reason)) => reason.to_string(),
        (_, None) => account::IN_PROGRESS.localize(language).to_owned(),
    };
    GameListItem {
        players: online::VERSUS.localize_with(language, &[&rated_name(first), &rated_name(second)]),
        description: description.join(" · "),
        result,
        is_unfinished,
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::{EndReason, Side};
    use yipan_wire::{Player, RoomConfig};

    use super::*;

    #[test]
    fn a_game_is_listed_with_its_players_its_config_and_its_result() {
        let player = |name: &str| Player {
            id: name.to_lowercase(),
            name: name.to_owned(),
            level: None,
            rating: None,
            is_bot: false,
        };
        let mut summary = GameSummary {
            room: "K4T7QX".to_owned(),
            config: RoomConfig {
                modes: vec!["fog".into()],
                clock: "5+3".into(),
                ..RoomConfig::default_for("chess")
            },
            players: [player("Ada"), player("Bob")],
            started_at: 0,
            phase: RoomPhase::Playing,
            winner: None,
            reason: None,
            plies: 0,
        };
        let item = game_list_item(&summary, Language::English);
        assert_eq!((item.players.as_str(), item.description.as_str()), ("Ada – Bob", "Chess · Fog · 5+3"));
        assert_eq!((item.result.as_str(), item.is_unfinished), ("in progress", true));
        summary.phase = RoomPhase::Over;
        (summary.winner, summary.reason) = (Some(Side::Second), Some(EndReason::Resignation));
        let finished = game_list_item(&summary, Language::Simplified);
        assert_eq!((finished.result.as_str(), finished.is_unfinished), ("白方认输，黑方胜", false));
    }
}
