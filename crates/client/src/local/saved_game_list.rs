//! The list of the games on this device.

use yipan_core::Language;
use yipan_games::GameKind;
use yipan_local_play::PlayerKind;
use yipan_wire::RoomConfig;

use crate::local::saved_game::SavedGame;
use crate::online::config_summary::{config_summary, game_name};
use crate::text::messages::{account, game, home, online};
use crate::text::status_text::declared_result_text;
use yipan_core::capitalize;

/// The number of finished games that are kept. The oldest are removed first.
pub const MAX_FINISHED_GAMES: usize = 500;

/// Results against one level of the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelScore {
    /// The kind of game.
    pub kind: GameKind,
    /// The computer's level.
    pub level: u8,
    /// The number of games that the person has won.
    pub wins: usize,
    /// The number of drawn games.
    pub draws: usize,
    /// The number of games that the person has lost.
    pub losses: usize,
}

/// The texts of a game in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGameItem {
    /// The game and its modes.
    pub title: String,
    /// The players, first side first.
    pub players: String,
    /// The result, or the text for an unfinished game.
    pub result: String,
    /// The number of moves.
    pub moves: String,
}

/// Returns the games that a list shows, unfinished first, the latest of each group first.
///
/// Games without a move are not listed.
#[must_use]
pub fn listed_games(games: &[SavedGame], kind: Option<GameKind>) -> Vec<SavedGame> {
    let is_listed = |saved: &&SavedGame| {
        saved.moves + usize::from(saved.result.is_some()) > 0 && kind.is_none_or(|kind| saved.kind() == kind)
    };
    let mut listed: Vec<SavedGame> = games.iter().filter(is_listed).cloned().collect();
    listed.sort_by_key(|saved| (!saved.is_unfinished(), std::cmp::Reverse(saved.played_at)));
    listed
}

/// Returns the game that was played last among those of a kind without a result.
#[must_use]
pub fn latest_unfinished(games: &[SavedGame], kind: GameKind) -> Option<&SavedGame> {
    let is_open = |saved: &&SavedGame| saved.kind() == kind && saved.result.is_none();
    games.iter().filter(is_open).max_by_key(|saved| saved.played_at)
}

/// Returns the identifiers of the games that make room for the game `new_id`: those of its kind without a move, and the
/// oldest finished ones beyond the limit.
#[must_use]
pub fn obsolete_games(games: &[SavedGame], new_id: &str) -> Vec<String> {
    let kind = games.iter().find(|saved| saved.id == new_id).map(SavedGame::kind);
    let is_empty = |saved: &&SavedGame| {
        saved.id != new_id && Some(saved.kind()) == kind && saved.moves == 0 && saved.result.is_none()
    };
    let mut finished: Vec<&SavedGame> =
        games.iter().filter(|saved| saved.result.is_some() && saved.id != new_id).collect();
    finished.sort_by_key(|saved| std::cmp::Reverse(saved.played_at));
    let obsolete = games.iter().filter(is_empty).chain(finished.into_iter().skip(MAX_FINISHED_GAMES));
    obsolete.map(|saved| saved.id.clone()).collect()
}

/// Returns the results against the computer by game and level.
#[must_use]
pub fn level_scores(games: &[SavedGame]) -> Vec<LevelScore> {
    let mut scores: Vec<LevelScore> = Vec::new();
    for saved in games {
        let (Some(result), Some((side, level))) = (&saved.result, saved.against_computer()) else { continue };
        let kind = saved.kind();
        let index = scores.iter().position(|score| (score.kind, score.level) == (kind, level));
        let index = index.unwrap_or_else(|| {
            scores.push(LevelScore { kind, level, wins: 0, draws: 0, losses: 0 });
            scores.len() - 1
        });
        match result.winner {
            Some(winner) if winner == side => scores[index].wins += 1,
            Some(_) => scores[index].losses += 1,
            None => scores[index].draws += 1,
        }
    }
    let order = |kind: GameKind| GameKind::ALL.iter().position(|other| *other == kind);
    scores.sort_by_key(|score| (order(score.kind), score.level));
    scores
}

/// Returns the texts of a game in the list.
#[must_use]
pub fn saved_game_item(saved: &SavedGame, language: Language) -> SavedGameItem {
    let config = RoomConfig { modes: saved.modes.clone(), ..RoomConfig::default_for(&saved.game) };
    let modes = config_summary(&config, language).into_iter().find(|(about, _)| *about == home::MODES);
    let mut title = vec![game_name(&saved.game, language)];
    title.extend(modes.map(|(_, modes)| modes));
    let player = |index: usize| match saved.players[index] {
        PlayerKind::Computer(level) => game::COMPUTER.localize_with(language, &[&level.to_string()]),
        PlayerKind::Human if saved.against_computer().is_some() => game::YOU.localize(language).to_owned(),
        PlayerKind::Human => game::PLAYER.localize(language).to_owned(),
    };
    let result = saved.result.as_ref().map_or_else(
        || capitalize(account::IN_PROGRESS.localize(language)),
        |result| declared_result_text(saved.kind(), result, language),
    );
    SavedGameItem {
        title: title.join(" · "),
        players: online::VERSUS.localize_with(language, &[&player(0), &player(1)]),
        result,
        moves: game::PLIES.localize_with(language, &[&saved.moves.to_string()]),
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::Side;
    use yipan_local_play::{LocalGame, LocalSetup};

    use super::*;

    fn saved(id: &str, kind: GameKind, players: [PlayerKind; 2], actions: &[&str], now: u64) -> SavedGame {
        let actions: Vec<String> = actions.iter().map(|action| (*action).to_owned()).collect();
        let setup = LocalSetup::default_for(kind, players, 1);
        SavedGame::new(id.into(), &LocalGame::from_actions(setup, &actions).expect("a game"), now)
    }

    const COMPUTER: [PlayerKind; 2] = [PlayerKind::Human, PlayerKind::Computer(3)];

    fn resigned(id: &str, by: Side, now: u64) -> SavedGame {
        let setup = LocalSetup::default_for(GameKind::Chess, COMPUTER, 1);
        let mut local = LocalGame::start(setup).expect("a game");
        local.resign(by);
        SavedGame::new(id.into(), &local, now)
    }

    #[test]
    fn unfinished_games_come_first_and_empty_ones_are_not_listed() {
        let games = [
            resigned("old", Side::First, 1),
            saved("empty", GameKind::Chess, COMPUTER, &[], 9),
            saved("xiangqi", GameKind::Xiangqi, COMPUTER, &["h2e2"], 2),
            saved("chess", GameKind::Chess, COMPUTER, &["e2e4"], 3),
            resigned("new", Side::First, 8),
        ];
        let ids = |kind| listed_games(&games, kind).into_iter().map(|saved| saved.id).collect::<Vec<_>>();
        assert_eq!(ids(None), ["chess", "xiangqi", "new", "old"]);
        assert_eq!(ids(Some(GameKind::Xiangqi)), ["xiangqi"]);
        assert_eq!(latest_unfinished(&games, GameKind::Chess).map(|saved| saved.id.as_str()), Some("empty"));
        assert_eq!(latest_unfinished(&games, GameKind::Liuzichong), None);
    }

    #[test]
    fn a_new_game_replaces_only_empty_ones_and_the_oldest_finished() {
        let mut games = vec![
            saved("empty", GameKind::Chess, COMPUTER, &[], 1),
            saved("other", GameKind::Xiangqi, COMPUTER, &[], 1),
            saved("running", GameKind::Chess, COMPUTER, &["e2e4"], 1),
            saved("new", GameKind::Chess, COMPUTER, &[], 2),
        ];
        assert_eq!(obsolete_games(&games, "new"), ["empty"]);
        games.extend(
            (0..=MAX_FINISHED_GAMES)
                .map(|number| resigned(&format!("over{number}"), Side::First, 10 + number as u64)),
        );
        assert_eq!(obsolete_games(&games, "new"), ["empty", "over0"]);
    }

    #[test]
    fn results_are_counted_by_level() {
        let mut won = resigned("won", Side::Second, 1);
        let mut drawn = resigned("drawn", Side::First, 1);
        drawn.result = drawn.result.map(|result| yipan_local_play::DeclaredResult { winner: None, ..result });
        let games = [
            won.clone(),
            resigned("lost", Side::First, 1),
            drawn,
            saved("open", GameKind::Chess, COMPUTER, &["e2e4"], 1),
        ];
        let score = LevelScore { kind: GameKind::Chess, level: 3, wins: 1, draws: 1, losses: 1 };
        assert_eq!(level_scores(&games), [score]);
        won.players = [PlayerKind::Human; 2];
        assert_eq!(level_scores(&[won]), []);
    }

    #[test]
    fn a_game_is_described_in_the_language_of_the_page() {
        let mut game = saved("a", GameKind::Chess, COMPUTER, &["e2e4"], 1);
        game.modes = vec!["fog".into()];
        let item = saved_game_item(&game, Language::English);
        assert_eq!((item.players.as_str(), item.result.as_str()), ("You – Computer, level 3", "In progress"));
        assert!(item.title.starts_with("Chess · ") && item.title.ends_with("Fog"), "{}", item.title);
        assert!(
            saved_game_item(&resigned("b", Side::First, 1), Language::Simplified).result.contains("黑方")
        );
    }
}
