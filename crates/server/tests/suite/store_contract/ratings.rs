//! Rated games: added with the end of a game, rated exactly once, in the order of their ends.

use futures_util::future::join_all;
use yipan_clock::Millis;
use yipan_core::Side;
use yipan_ratings::{Category, MAX_DAILY_GAIN};
use yipan_room::RatedGame;
use yipan_server::{AppendEntries, GameFilter, GameResult, Store};

use crate::store_contract::support::{CREATED, add_account, append, on_every_store};

const DAY: u64 = 86_400_000;

fn blitz() -> Category {
    "chess.blitz".parse().expect("a category")
}

/// Returns a game that the first of two users has won or, if there is no winner, drawn.
fn game(users: [&str; 2], winner: Option<Side>, ended_at: u64) -> RatedGame {
    RatedGame { category: blitz(), users: users.map(str::to_owned), winner, ended_at: Millis(ended_at) }
}

/// Appends the end of a game to a new room.
fn end(room: &str, game: RatedGame) -> AppendEntries {
    let users = game.users.to_vec();
    AppendEntries { is_over: true, seated_users: users, rated_game: Some(game), ..append(room, 0, &["{}"]) }
}

async fn rate_all(store: &dyn Store) {
    while store.rate_games(3).await.expect("they are rated") {}
}

async fn points(store: &dyn Store, user: &str) -> f64 {
    store.rating_of(user, blitz()).await.expect("an answer").map_or(0.0, |row| row.rating.value)
}

#[tokio::test]
async fn a_game_is_rated_once_even_if_many_ask_at_once() {
    on_every_store("rated-once", async |store| {
        assert!(!store.rate_games(10).await.expect("an answer"), "there is no game");
        store.append(end("AAAAAA", game(["ada", "bob"], Some(Side::First), CREATED))).await.expect("an end");
        let pending = store.rated_game("AAAAAA").await.expect("an answer").expect("it is rated");
        assert_eq!((pending.category, pending.changes), (blitz(), None));
        join_all((0..20).map(|_| store.rate_games(10))).await.into_iter().for_each(|rated| {
            rated.expect("an answer");
        });
        rate_all(&*store).await;
        let row = store.rating_of("ada", blitz()).await.expect("an answer").expect("a rating");
        assert_eq!((row.rating.points(), row.games, row.updated), (1662, 1, CREATED));
        assert_eq!(points(&*store, "bob").await.round(), 1338.0);
        let changes = store.rated_game("AAAAAA").await.expect("an answer").and_then(|game| game.changes);
        let [first, second] = changes.expect("the changes");
        assert_eq!((first.before, first.after.round()), (1500.0, 1662.0));
        assert_eq!((second.before, second.after.round()), (1500.0, 1338.0));
        assert!(store.rated_game("BBBBBB").await.expect("an answer").is_none());
    })
    .await;
}

#[tokio::test]
async fn an_end_that_is_not_stored_is_not_rated() {
    on_every_store("rated-conflict", async |store| {
        store.append(append("AAAAAA", 0, &["one"])).await.expect("a room");
        store.append(end("AAAAAA", game(["ada", "bob"], None, 1))).await.expect_err("the entry is taken");
        rate_all(&*store).await;
        assert!(store.rating_of("ada", blitz()).await.expect("an answer").is_none());
        assert!(store.rated_game("AAAAAA").await.expect("an answer").is_none());
    })
    .await;
}

#[tokio::test]
async fn games_count_in_the_order_of_their_ends_and_a_rebuild_gives_the_same_ratings() {
    on_every_store("rated-order", async |store| {
        let users = ["ada", "bob", "cleo"];
        let mut games = Vec::new();
        for number in 0..30_u64 {
            let pair = [users[number as usize % 3], users[(number as usize + 1) % 3]];
            let winner = [Some(Side::First), None, Some(Side::Second)][number as usize / 2 % 3];
            games.push((format!("ROOM{number:02}"), game(pair, winner, CREATED + number * DAY)));
        }
        // The ends are stored in another order.
        for (room, game) in games.iter().rev() {
            store.append(end(room, game.clone())).await.expect("an end");
        }
        rate_all(&*store).await;
        let mut ratings = Vec::new();
        for user in users {
            ratings.push(store.ratings_of(user).await.expect("ratings"));
            let [(row, counts)] = &ratings.last().expect("just added")[..] else { panic!("one category") };
            assert_eq!((row.games, counts.wins + counts.draws + counts.losses), (20, 20));
        }
        let history = store.rating_history("ada", blitz(), u64::MAX >> 1, 100).await.expect("a history");
        assert_eq!(history.len(), 20);
        assert!(
            history.windows(2).all(|pair| pair[0].ended > pair[1].ended && pair[0].before == pair[1].after)
        );
        assert_eq!(history.last().map(|first| first.before), Some(1500.0));
        let earlier = store.rating_history("ada", blitz(), history[4].ended, 3).await.expect("a history");
        assert_eq!(earlier, history[5..8]);
        store.replace_rated_games(games).await.expect("it is replaced");
        assert!(store.rating_of("ada", blitz()).await.expect("an answer").is_none());
        rate_all(&*store).await;
        for (user, before) in users.into_iter().zip(ratings) {
            assert_eq!(store.ratings_of(user).await.expect("ratings"), before, "{user}");
        }
    })
    .await;
}

#[tokio::test]
async fn the_gain_of_a_day_against_one_opponent_is_limited() {
    on_every_store("rated-cap", async |store| {
        for number in 0..30 {
            let won = game(["ada", "bob"], Some(Side::First), CREATED / DAY * DAY + number);
            store.append(end(&format!("ROOM{number:02}"), won)).await.expect("an end");
        }
        rate_all(&*store).await;
        let gained = points(&*store, "ada").await - 1500.0;
        assert!((gained - MAX_DAILY_GAIN).abs() < 1e-6, "{gained}");
        let other = game(["cleo", "ada"], Some(Side::Second), CREATED / DAY * DAY + 40);
        store.append(end("OTHERS", other)).await.expect("an end");
        rate_all(&*store).await;
        assert!(points(&*store, "ada").await - 1500.0 > MAX_DAILY_GAIN, "another opponent counts for itself");
        let before = points(&*store, "ada").await;
        let tomorrow = game(["ada", "bob"], Some(Side::First), (CREATED / DAY + 1) * DAY);
        store.append(end("NEXTDAY", tomorrow)).await.expect("an end");
        rate_all(&*store).await;
        assert!(points(&*store, "ada").await > before, "and so does another day");
    })
    .await;
}

#[tokio::test]
async fn games_are_listed_by_key_with_filters() {
    on_every_store("game-page", async |store| {
        let summary = |players: [&str; 2], winner: &str, more: &str| {
            let [first, second] = players.map(|id| format!(r#"{{"id":"{id}","name":"{id}"}}"#));
            Some(format!(
                r#"{{"config":{{"game":"chess"{more}}},"players":[{first},{second}],"phase":"over","winner":{winner},"reason":"resignation"}}"#
            ))
        };
        let public = r#","public":true"#;
        let fog = r#","rated":true,"modes":["fog","mines"]"#;
        let games = [
            ("ROOM01", "chess", ["ada", "bob"], summary(["ada", "bob"], r#""first""#, public)),
            ("ROOM02", "chess", ["ada", "bob"], summary(["bob", "ada"], r#""first""#, fog)),
            ("ROOM03", "xiangqi", ["ada", "cleo"], summary(["cleo", "ada"], "null", public)),
            ("ROOM04", "chess", ["ada", "cleo"], summary(["ada", "cleo"], r#""second""#, "")),
        ];
        for (number, (room, game, users, summary)) in (0..).zip(games) {
            let users = users.map(str::to_owned).to_vec();
            // The first two are of the same millisecond.
            let created = CREATED + number / 2;
            let append = append(room, 0, &["{}"]);
            let over = AppendEntries { game, summary, created, is_over: true, seated_users: users, ..append };
            store.append(over).await.expect("a game");
        }
        let all = GameFilter {
            user_id: "ada".to_owned(),
            viewer_id: "ada".to_owned(),
            limit: 10,
            ..GameFilter::default()
        };
        let rooms = async |filter: GameFilter| {
            let rows = store.game_page(filter).await.expect("games");
            rows.into_iter().map(|row| row.room).collect::<Vec<_>>()
        };
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(rooms(all.clone()).await, ["ROOM04", "ROOM03", "ROOM02", "ROOM01"]);
        let anyone = GameFilter { viewer_id: String::new(), ..all.clone() };
        assert_eq!(rooms(anyone).await, ["ROOM03", "ROOM02", "ROOM01"], "one is private");
        let cleo = GameFilter { viewer_id: "cleo".to_owned(), ..all.clone() };
        assert_eq!(rooms(cleo).await.len(), 4, "its player sees it");
        assert_eq!(rooms(GameFilter { game: text("xiangqi"), ..all.clone() }).await, ["ROOM03"]);
        assert_eq!(rooms(GameFilter { mode: text("fog"), ..all.clone() }).await, ["ROOM02"]);
        assert_eq!(rooms(GameFilter { opponent: text("bob"), ..all.clone() }).await, ["ROOM02", "ROOM01"]);
        for (result, expected) in [
            (GameResult::Win, vec!["ROOM01"]),
            (GameResult::Draw, vec!["ROOM03"]),
            (GameResult::Loss, vec!["ROOM04", "ROOM02"]),
        ] {
            assert_eq!(rooms(GameFilter { result: Some(result), ..all.clone() }).await, expected);
        }
        let mut filter = GameFilter { limit: 1, ..all.clone() };
        let mut paged = Vec::new();
        while let [row] = &store.game_page(filter.clone()).await.expect("games")[..] {
            paged.push(row.room.clone());
            filter.before = Some((row.created, row.room.clone()));
        }
        assert_eq!(paged, rooms(all.clone()).await);
        assert!(rooms(GameFilter { opponent: text("bob\0"), ..all }).await.is_empty());
        assert_eq!(store.finished_rooms("ROOM01", 2).await.expect("rooms"), ["ROOM02", "ROOM03"]);
        let unlisted = [
            ("ROOM05", false, summary(["dora", "bob"], "null", r#","rated":true"#)),
            ("ROOM06", true, summary(["dora", "bob"], "null", r#","public":true,"spectators":"no""#)),
        ];
        for (room, is_over, summary) in unlisted {
            let seated_users = vec!["dora".to_owned(), "bob".to_owned()];
            let game = AppendEntries { summary, is_over, seated_users, ..append(room, 0, &["{}"]) };
            store.append(game).await.expect("a game");
        }
        let dora = |viewer_id: &str| GameFilter {
            user_id: "dora".to_owned(),
            viewer_id: viewer_id.to_owned(),
            limit: 10,
            ..GameFilter::default()
        };
        assert_eq!(rooms(dora("bob")).await.len(), 2, "their players see both");
        let empty: [&str; 0] = [];
        assert_eq!(rooms(dora("cleo")).await, empty, "one is still played, the other has no spectators");
    })
    .await;
}

#[tokio::test]
async fn accounts_are_found_by_the_beginning_of_their_names_and_guests_are_not() {
    on_every_store("find-accounts", async |store| {
        for (id, name) in [("1", "Anna"), ("2", "ANNE"), ("3", "Bea"), ("4", "安娜")] {
            add_account(&*store, id, &name.to_lowercase()).await;
            store.rename(id, name).await.expect("a name");
        }
        store.add_user(crate::store_contract::support::guest("5", CREATED)).await.expect("a guest");
        let found = async |prefix: &str| {
            let users = store.find_accounts(prefix, 10).await.expect("accounts");
            users.into_iter().map(|user| user.name).collect::<Vec<_>>()
        };
        assert_eq!(found("an").await, ["Anna", "ANNE"]);
        assert_eq!(found("ANNE").await, ["ANNE"]);
        assert_eq!(found("安").await, ["安娜"]);
        assert!(found("nn").await.is_empty());
        assert!(found("a\0").await.is_empty());
        assert!(found("guest").await.is_empty());
        assert_eq!(store.find_accounts("an", 1).await.expect("accounts").len(), 1);
    })
    .await;
}
