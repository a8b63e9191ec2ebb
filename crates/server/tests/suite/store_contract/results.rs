//! The results of a user: wins, draws and losses by game and modes, and win streaks.

use yipan_clock::Millis;
use yipan_core::Side;
use yipan_room::RatedGame;
use yipan_server::{
    AppendEntries, AuditRow, ModeResultsRow, ModerationEffect, ResultCounts, Store, UserResultsRow,
};

use crate::store_contract::support::{CREATED, append, on_every_store};

/// A game that is over, as its summary and its seats describe it.
struct Game {
    game: &'static str,
    modes: &'static str,
    players: [&'static str; 2],
    winner: &'static str,
    reason: &'static str,
    config: &'static str,
}

impl Game {
    /// A public game of standard chess between ada and bob.
    const PUBLIC: Game = Game {
        game: "chess",
        modes: "",
        players: ["ada", "bob"],
        winner: "\"first\"",
        reason: "checkmate",
        config: r#","public":true"#,
    };

    fn summary(&self) -> String {
        let player = |id: &str| match id {
            "computer" => r#"{"id":"","name":"","level":3}"#.to_owned(),
            id => format!(r#"{{"id":"{id}","name":"{id}"}}"#),
        };
        let [first, second] = self.players.map(player);
        let Game { game, modes, winner, reason, config, .. } = self;
        format!(
            r#"{{"config":{{"game":"{game}"{modes}{config}}},"players":[{first},{second}],"phase":"over","winner":{winner},"reason":"{reason}"}}"#
        )
    }
}

/// Appends games to new rooms, each opened a millisecond after the one before.
async fn play(store: &dyn Store, games: &[(&str, Game)]) {
    for (number, (room, game)) in (0..).zip(games) {
        let users = game.players.iter().filter(|id| **id != "computer").map(|id| (*id).to_owned());
        let over = AppendEntries {
            game: game.game,
            summary: Some(game.summary()),
            created: CREATED + number,
            is_over: true,
            seated_users: users.collect(),
            rated_game: game.config.contains("rated").then(|| RatedGame {
                category: "chess.blitz".parse().expect("a category"),
                users: game.players.map(str::to_owned),
                winner: Some(Side::First),
                ended_at: Millis(CREATED + number),
            }),
            ..append(room, 0, &["{}"])
        };
        store.append(over).await.expect("a game");
    }
}

async fn results(store: &dyn Store, user: &str, viewer: &str) -> UserResultsRow {
    store.results_of(user, viewer).await.expect("results")
}

fn row(game: &str, modes: &[&str], [wins, draws, losses]: [u32; 3]) -> ModeResultsRow {
    let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
    ModeResultsRow { game: game.to_owned(), modes, counts: ResultCounts { wins, draws, losses } }
}

#[tokio::test]
async fn results_are_counted_by_game_and_modes_whatever_their_order() {
    on_every_store("results-modes", async |store| {
        let games = [
            ("ROOM01", Game { modes: r#","modes":["fog","mines"]"#, ..Game::PUBLIC }),
            ("ROOM02", Game { modes: r#","modes":["mines","fog"]"#, winner: "null", ..Game::PUBLIC }),
            ("ROOM03", Game { modes: r#","modes":["fog"]"#, players: ["bob", "ada"], ..Game::PUBLIC }),
            (
                "ROOM04",
                Game { game: "xiangqi", players: ["bob", "ada"], winner: "\"second\"", ..Game::PUBLIC },
            ),
            ("ROOM05", Game { game: "xiangqi", winner: "\"second\"", ..Game::PUBLIC }),
            ("ROOM06", Game { game: "xiangqi", winner: "null", reason: "agreement", ..Game::PUBLIC }),
        ];
        play(&*store, &games).await;
        let found = results(&*store, "ada", "").await;
        let expected = [
            row("xiangqi", &[], [1, 1, 1]),
            row("chess", &["fog", "mines"], [1, 1, 0]),
            row("chess", &["fog"], [0, 0, 1]),
        ];
        assert_eq!(found.results, expected);
        assert_eq!(results(&*store, "cleo", "").await, UserResultsRow::default());
    })
    .await;
}

#[tokio::test]
async fn computers_aborted_voided_and_unlisted_games_do_not_count() {
    on_every_store("results-uncounted", async |store| {
        let games = [
            ("ROOM01", Game { players: ["ada", "computer"], ..Game::PUBLIC }),
            ("ROOM02", Game { players: ["computer", "ada"], winner: "\"second\"", ..Game::PUBLIC }),
            ("ROOM03", Game { winner: "null", reason: "aborted", ..Game::PUBLIC }),
            ("ROOM04", Game::PUBLIC),
            ("ROOM05", Game { config: "", ..Game::PUBLIC }),
            ("ROOM06", Game { config: r#","rated":true"#, ..Game::PUBLIC }),
        ];
        play(&*store, &games).await;
        let running = Game::PUBLIC.summary().replace("over", "playing");
        let seated_users = vec!["ada".to_owned(), "bob".to_owned()];
        let running = AppendEntries { summary: Some(running), seated_users, ..append("ROOM07", 0, &["{}"]) };
        store.append(running).await.expect("a game");
        assert_eq!(results(&*store, "ada", "").await.results, [row("chess", &[], [2, 0, 0])]);
        assert_eq!(results(&*store, "bob", "").await.results, [row("chess", &[], [0, 0, 2])]);
        for player in ["ada", "bob"] {
            let own = results(&*store, "ada", player).await;
            assert_eq!(own.results, [row("chess", &[], [3, 0, 0])], "{player} sees the private game");
            assert_eq!(own.longest_win_streak, 3);
        }
        let entry = AuditRow {
            number: 0,
            at: CREATED,
            moderator: None,
            target: None,
            action: "void".to_owned(),
            reason: "because".to_owned(),
        };
        let void = ModerationEffect::VoidGame { room: "ROOM06".to_owned() };
        assert!(store.moderate(entry, void).await.expect("an answer"));
        assert_eq!(results(&*store, "ada", "").await.results, [row("chess", &[], [1, 0, 0])]);
    })
    .await;
}

#[tokio::test]
async fn a_streak_ends_with_a_draw_or_a_loss_in_any_game() {
    on_every_store("results-streaks", async |store| {
        let streaks = async |user: &str| {
            let found = results(&*store, user, "").await;
            (found.current_win_streak, found.longest_win_streak)
        };
        let won = || Game::PUBLIC;
        let drawn = || Game { winner: "null", ..Game::PUBLIC };
        let lost = || Game { game: "xiangqi", winner: "\"second\"", ..Game::PUBLIC };
        // The codes are not in the order of the games.
        play(&*store, &[("ROOM09", won()), ("ROOM08", won()), ("ROOM07", won())]).await;
        assert_eq!(streaks("ada").await, (3, 3));
        assert_eq!(streaks("bob").await, (0, 0));
        let later = |number: u64, game: Game, room: &str| AppendEntries {
            game: game.game,
            summary: Some(game.summary()),
            created: CREATED + 10 + number,
            is_over: true,
            seated_users: game.players.map(str::to_owned).to_vec(),
            ..append(room, 0, &["{}"])
        };
        for (number, game, room, expected) in [
            (0, drawn(), "ROOM06", (0, 3)),
            (1, won(), "ROOM05", (1, 3)),
            (2, won(), "ROOM04", (2, 3)),
            (3, lost(), "ROOM03", (0, 3)),
            (4, won(), "ROOM02", (1, 3)),
        ] {
            store.append(later(number, game, room)).await.expect("a game");
            assert_eq!(streaks("ada").await, expected, "{room}");
        }
        assert_eq!(streaks("bob").await, (0, 1));
    })
    .await;
}
