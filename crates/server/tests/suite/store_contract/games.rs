use yipan_wire::{MAX_SAVED_GAMES, SavedGameEntry};

use crate::store_contract::support::{add_account, on_every_store};

fn game(id: &str, played_at: u64, text: Option<&str>) -> SavedGameEntry {
    SavedGameEntry { id: id.to_owned(), played_at, game: text.map(str::to_owned) }
}

#[tokio::test]
async fn the_latest_state_of_a_saved_game_wins_and_the_oldest_games_are_removed() {
    on_every_store("saved-games", async |store| {
        add_account(&*store, "1", "ada").await;
        assert!(store.put_saved_game("1", game("a", 5, Some("five"))).await.expect("an answer"));
        assert!(!store.put_saved_game("1", game("a", 4, Some("four"))).await.expect("an answer"));
        assert!(store.put_saved_game("1", game("a", 6, None)).await.expect("a deletion"));
        assert!(store.put_saved_game("1", game("b", 7, Some("seven"))).await.expect("an answer"));
        assert_eq!(
            store.saved_games_of("1").await.expect("games"),
            [game("b", 7, Some("seven")), game("a", 6, None)]
        );
        for number in 0..MAX_SAVED_GAMES as u64 {
            let entry = game(&format!("later-{number}"), 100 + number, Some("x"));
            assert!(store.put_saved_game("1", entry).await.expect("an answer"));
        }
        let left = store.saved_games_of("1").await.expect("games");
        assert_eq!(left.len(), MAX_SAVED_GAMES);
        assert!(left.iter().all(|entry| entry.id.starts_with("later-")));
        assert!(store.saved_games_of("2").await.expect("games").is_empty());
    })
    .await;
}

#[tokio::test]
async fn settings_are_replaced() {
    on_every_store("settings", async |store| {
        add_account(&*store, "1", "ada").await;
        assert!(store.settings_of("1").await.expect("an answer").is_none());
        for settings in ["{}", r#"{"theme":"dark"}"#] {
            store.put_settings("1", settings).await.expect("settings");
            assert_eq!(store.settings_of("1").await.expect("an answer").as_deref(), Some(settings));
        }
    })
    .await;
}
