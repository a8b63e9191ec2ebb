//! Tournaments: lists by key, a log that two servers cannot both continue, and their archive.

use futures_util::future::join_all;
use yipan_server::{
    AppendEntries, ArchiveRow, Store, StoredStage, TournamentAppend, TournamentFilter, TournamentRow,
};

use yipan_wire::FoundUser;

use crate::store_contract::support::{CREATED, add_account, append, on_every_store};

const CONFIG: &str = r#"{"name":"cup"}"#;

fn row(code: &str, starts: u64) -> TournamentRow {
    TournamentRow {
        code: code.to_owned(),
        creator: "ada".to_owned(),
        config: CONFIG.to_owned(),
        password_hash: None,
        created: CREATED,
        starts,
        stage: StoredStage::Waiting,
        players: 0,
    }
}

fn entries(code: &str, seq: u64, lines: &[&str], stage: StoredStage) -> TournamentAppend {
    TournamentAppend {
        code: code.to_owned(),
        config: CONFIG.to_owned(),
        seq,
        entries: lines.iter().map(|line| (*line).to_owned()).collect(),
        stage,
        players: lines.len() as u32,
    }
}

async fn add(store: &dyn Store, row: TournamentRow) {
    assert!(store.add_tournament(row).await.expect("an answer"));
}

async fn page(store: &dyn Store, stage: StoredStage, after: Option<(u64, &str)>) -> Vec<String> {
    let after = after.map(|(starts, code)| (starts, code.to_owned()));
    let rows = store.tournament_page(TournamentFilter { stage, after, limit: 2 }).await.expect("a page");
    rows.into_iter().map(|row| row.code).collect()
}

#[tokio::test]
async fn a_log_is_continued_by_one_of_many_that_try() {
    on_every_store("tournament-log", async |store| {
        add(&*store, row("AAAAAA", 5)).await;
        assert!(!store.add_tournament(row("AAAAAA", 6)).await.expect("an answer"), "the code is taken");
        for seq in 0..5 {
            let append = |number: u32| {
                let line = format!("{seq} by {number}");
                let append = entries("AAAAAA", seq, &[&line], StoredStage::Waiting);
                store.append_tournament(append)
            };
            let results = join_all((0..10).map(append)).await;
            let written = results.into_iter().filter(|result| *result.as_ref().expect("an answer")).count();
            assert_eq!(written, 1, "entry {seq}");
        }
        let after_gap = entries("AAAAAA", 6, &["x"], StoredStage::Waiting);
        assert!(!store.append_tournament(after_gap).await.expect("an answer"), "entry 5 is missing");
        let unknown = entries("BBBBBB", 0, &["x"], StoredStage::Waiting);
        assert!(!store.append_tournament(unknown).await.expect("an answer"), "there is no such tournament");
        let log = store.tournament_log("AAAAAA", 0).await.expect("a log");
        assert_eq!(log.len(), 5);
        assert_eq!(store.tournament_log("AAAAAA", 3).await.expect("a log"), log[3..]);
    })
    .await;
}

#[tokio::test]
async fn entries_change_the_stage_and_a_started_tournament_keeps_its_description() {
    on_every_store("tournament-stage", async |store| {
        add(&*store, row("AAAAAA", 5)).await;
        let changed = TournamentRow { config: r#"{"name":"shield"}"#.to_owned(), ..row("AAAAAA", 7) };
        assert!(store.change_tournament(changed.clone()).await.expect("an answer"));
        assert_eq!(store.tournament("AAAAAA").await.expect("an answer"), Some(changed.clone()));
        let outdated = TournamentRow { players: 1, ..row("AAAAAA", 9) };
        assert!(!store.change_tournament(outdated).await.expect("an answer"), "it has no players");
        assert_eq!(store.count_active_tournaments("ada").await.expect("a number"), 1);
        assert!(store.due_tournaments(6).await.expect("codes").is_empty(), "it starts later");
        assert_eq!(store.due_tournaments(7).await.expect("codes"), ["AAAAAA"]);
        let started = entries("AAAAAA", 0, &["one", "two"], StoredStage::Running);
        let is_started = store.append_tournament(started.clone()).await.expect("an answer");
        assert!(!is_started, "the description has been changed");
        assert!(store.tournament_log("AAAAAA", 0).await.expect("a log").is_empty());
        let config = changed.config.clone();
        let started = TournamentAppend { config: config.clone(), ..started };
        assert!(store.append_tournament(started).await.expect("an answer"));
        assert!(!store.change_tournament(row("AAAAAA", 9)).await.expect("an answer"), "it has started");
        let stored = store.tournament("AAAAAA").await.expect("an answer").expect("it exists");
        assert_eq!((stored.stage, stored.players, stored.starts), (StoredStage::Running, 2, 7));
        assert_eq!(store.due_tournaments(0).await.expect("codes"), ["AAAAAA"]);
        let finished = TournamentAppend { config, ..entries("AAAAAA", 2, &["three"], StoredStage::Finished) };
        assert!(store.append_tournament(finished).await.expect("an answer"));
        assert!(store.due_tournaments(9).await.expect("codes").is_empty());
        assert_eq!(store.count_active_tournaments("ada").await.expect("a number"), 0);
        assert_eq!(store.tournament("BBBBBB").await.expect("an answer"), None);
    })
    .await;
}

#[tokio::test]
async fn lists_are_read_in_pages_by_key() {
    on_every_store("tournament-pages", async |store| {
        for (code, starts) in [("AAAAAA", 30), ("BBBBBB", 10), ("CCCCCC", 10), ("DDDDDD", 20)] {
            add(&*store, row(code, starts)).await;
            add(&*store, TournamentRow { stage: StoredStage::Finished, ..row(&format!("{code}X"), starts) })
                .await;
        }
        let waiting = StoredStage::Waiting;
        assert_eq!(page(&*store, waiting, None).await, ["BBBBBB", "CCCCCC"]);
        assert_eq!(page(&*store, waiting, Some((10, "CCCCCC"))).await, ["DDDDDD", "AAAAAA"]);
        assert!(page(&*store, waiting, Some((30, "AAAAAA"))).await.is_empty());
        let finished = StoredStage::Finished;
        assert_eq!(page(&*store, finished, None).await, ["AAAAAAX", "DDDDDDX"]);
        assert_eq!(page(&*store, finished, Some((20, "DDDDDDX"))).await, ["CCCCCCX", "BBBBBBX"]);
        assert!(page(&*store, StoredStage::Running, None).await.is_empty());
        assert!(page(&*store, waiting, Some((0, "\0"))).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn the_tournaments_of_a_player_are_found_by_their_logs() {
    on_every_store("tournament-players", async |store| {
        let joined =
            |user: &str| format!(r#"{{"at":1,"event":{{"event":"joined","user":"{user}","rating":1500}}}}"#);
        for (code, created, users) in
            [("AAAAAA", 1, ["bob", "eve"]), ("BBBBBB", 2, ["bobby", "eve"]), ("CCCCCC", 3, ["eve", "bob"])]
        {
            add(&*store, TournamentRow { created, ..row(code, 5) }).await;
            let lines = users.map(joined);
            let append = entries(code, 0, &lines.each_ref().map(String::as_str), StoredStage::Waiting);
            assert!(store.append_tournament(append).await.expect("an answer"));
        }
        let entered = async |user: &str| {
            let rows = store.tournaments_entered_by(user).await.expect("tournaments");
            rows.into_iter().map(|row| row.code).collect::<Vec<_>>()
        };
        assert_eq!(entered("bob").await, ["CCCCCC", "AAAAAA"]);
        assert_eq!(entered("eve").await, ["CCCCCC", "BBBBBB", "AAAAAA"]);
        assert!(entered("b%").await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn rooms_that_are_over_and_names_are_found_together() {
    on_every_store("tournament-rooms", async |store| {
        add_account(&*store, "ada", "lovelace").await;
        store.append(append("AAAAAA", 0, &["{}"])).await.expect("a room");
        let over = AppendEntries { is_over: true, ..append("BBBBBB", 0, &["{}"]) };
        store.append(over).await.expect("a room");
        let codes = ["AAAAAA", "BBBBBB", "CCCCCC"].map(str::to_owned).to_vec();
        assert_eq!(store.over_rooms(codes).await.expect("codes"), ["BBBBBB"]);
        assert!(store.over_rooms(Vec::new()).await.expect("codes").is_empty());
        let users = store.found_users(vec!["ada".to_owned(), "bob".to_owned()]).await.expect("users");
        let ada = FoundUser { id: "ada".to_owned(), name: "Guest ada".to_owned(), is_bot: false };
        assert_eq!(users.into_iter().collect::<Vec<_>>(), [("ada".to_owned(), ada)]);
    })
    .await;
}

#[tokio::test]
async fn an_archive_has_tournaments_with_their_logs() {
    on_every_store("tournament-archive", async |store| {
        let row = TournamentRow { stage: StoredStage::Running, players: 2, ..row("AAAAAA", 5) };
        let entry = |seq, line: &str| ArchiveRow::TournamentEntry {
            tournament: "AAAAAA".to_owned(),
            seq,
            line: line.to_owned(),
        };
        let rows = vec![ArchiveRow::Tournament(row.clone()), entry(0, "one"), entry(1, "two")];
        store.import_rows(rows).await.expect("an import");
        assert_eq!(store.tournament("AAAAAA").await.expect("an answer"), Some(row));
        assert_eq!(store.tournament_log("AAAAAA", 0).await.expect("a log"), ["one", "two"]);
    })
    .await;
}
