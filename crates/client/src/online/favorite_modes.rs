use std::cmp::Reverse;

use yipan_core::Language;
use yipan_wire::ModeResults;

use super::config_summary::{game_name, mode_name};

/// The most modes that count as favorites.
const MAX_FAVORITES: usize = 3;

/// Returns the modes that were played most, each with its number of games, alone or mixed with others.
#[must_use]
pub fn favorite_modes(results: &[ModeResults]) -> Vec<(&str, u32)> {
    let mut favorites: Vec<(&str, u32)> = Vec::new();
    for played in results {
        for mode in &played.modes {
            match favorites.iter_mut().find(|(known, _)| known == mode) {
                Some((_, games)) => *games += played.games(),
                None => favorites.push((mode, played.games())),
            }
        }
    }
    favorites.sort_by_key(|(_, games)| Reverse(*games));
    favorites.truncate(MAX_FAVORITES);
    favorites
}

/// Returns the name of a game with its modes, such as `Chess · Fog, Mines`.
#[must_use]
pub fn mode_results_name(results: &ModeResults, language: Language) -> String {
    let game = game_name(&results.game, language);
    if results.modes.is_empty() {
        return game;
    }
    let modes: Vec<String> = results.modes.iter().map(|mode| mode_name(mode, language)).collect();
    format!("{game} · {}", modes.join(language.choose(", ", "、", "、")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(modes: &[&str], games: u32) -> ModeResults {
        ModeResults {
            game: "chess".to_owned(),
            modes: modes.iter().map(|mode| (*mode).to_owned()).collect(),
            wins: games,
            ..ModeResults::default()
        }
    }

    #[test]
    fn a_mode_counts_alone_and_in_mixes_and_standard_games_have_none() {
        let results = [
            played(&[], 90),
            played(&["fog", "mines"], 5),
            played(&["gravity"], 7),
            played(&["fog"], 4),
            played(&["portals"], 1),
        ];
        assert_eq!(favorite_modes(&results), [("fog", 9), ("gravity", 7), ("mines", 5)]);
        assert!(favorite_modes(&results[..1]).is_empty());
    }

    #[test]
    fn a_mix_is_named_with_its_game() {
        assert_eq!(mode_results_name(&played(&["fog", "mines"], 1), Language::English), "Chess · Fog, Mines");
        assert_eq!(mode_results_name(&played(&[], 1), Language::English), "Chess");
    }
}
