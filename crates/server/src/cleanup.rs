//! Removes what has expired, once a day and a little at a time.

use std::sync::Arc;
use std::time::Duration;

use crate::hall::Hall;
use crate::store::StoreError;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// So few at a time that other writes do not wait for them.
const BATCH: u32 = 50;

/// The time between two batches.
const PAUSE: Duration = Duration::from_millis(100);

/// Cleans up at once and then daily, until the server closes.
pub(crate) async fn run(hall: Arc<Hall>) {
    let mut closing = hall.closing.subscribe();
    let daily = async {
        let mut days = tokio::time::interval(DAY);
        loop {
            days.tick().await;
            if let Err(error) = clean_up(&hall).await {
                tracing::error!(%error, "the daily cleanup failed");
            }
        }
    };
    tokio::select! {
        () = daily => {}
        _ = closing.wait_for(|closing| *closing) => {}
    }
}

async fn clean_up(hall: &Hall) -> Result<(), StoreError> {
    anonymize_games(hall).await?;
    remove_expired_keys(hall).await?;
    remove_stale_guests(hall).await
}

async fn remove_stale_guests(hall: &Hall) -> Result<(), StoreError> {
    // A guest of today may be about to get a key.
    let before = hall.now.millis().0.saturating_sub(DAY.as_millis() as u64);
    let mut last = String::new();
    loop {
        let guests = hall.store.stale_guests(before, &last, BATCH).await?;
        let Some(id) = guests.last() else { return Ok(()) };
        last.clone_from(id);
        hall.store.remove_guests(guests).await?;
        tokio::time::sleep(PAUSE).await;
    }
}

/// Takes the names of deleted accounts out of their games.
pub(crate) async fn anonymize_games(hall: &Hall) -> Result<(), StoreError> {
    loop {
        let games = hall.store.named_games(BATCH).await?;
        if games.is_empty() {
            return Ok(());
        }
        for (id, room) in &games {
            hall.store.anonymize(id, room).await?;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn remove_expired_keys(hall: &Hall) -> Result<(), StoreError> {
    loop {
        let keys = hall.store.expired_keys(hall.now.millis().0, BATCH).await?;
        if keys.is_empty() {
            return Ok(());
        }
        for key in &keys {
            if hall.store.remove_key(&key.person, &key.hash).await? {
                hall.presence.end(&key.hash);
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Append, KeyRow, PersonRow};
    use crate::test_server::TestServer;

    fn person(id: &str, created: u64, account: Option<&str>) -> PersonRow {
        let (id, account) = (id.to_owned(), account.map(str::to_owned));
        PersonRow { name: id.clone(), id, account, password: None, created, became: None }
    }

    fn key(hash: &str, person: &str, expires: Option<u64>) -> KeyRow {
        let [hash, person] = [hash, person].map(str::to_owned);
        let (kind, label, scopes) = ("session".to_owned(), String::new(), String::new());
        KeyRow { hash, person, kind, label, created: 0, expires, scopes }
    }

    #[tokio::test]
    async fn expired_keys_and_guests_without_games_and_keys_are_removed() {
        let server = TestServer::open("cleanup").await;
        let (store, now) = (&server.hall.store, server.hall.now.millis().0);
        for number in 0..120 {
            store.add_person(person(&format!("stale-{number}"), 0, None)).await.expect("a guest");
        }
        for (id, created, account) in
            [("account", 0, Some("ada")), ("player", 0, None), ("visitor", 0, None), ("new", now, None)]
        {
            store.add_person(person(id, created, account)).await.expect("a user");
        }
        store.add_key(key("good", "visitor", Some(now + 1_000_000)), None).await.expect("a key");
        store.add_key(key("old", "stale-0", Some(now)), None).await.expect("a key");
        let room = Append {
            room: "ABCDEF".to_owned(),
            seq: 0,
            lines: vec!["{}".to_owned()],
            at: 0,
            game: "chess",
            summary: None,
            is_over: true,
            sat: vec!["player".to_owned()],
            rose: Vec::new(),
        };
        store.append(room).await.expect("a game");
        clean_up(&server.hall).await.expect("a cleanup");
        for (id, is_left) in [
            ("stale-0", false),
            ("stale-119", false),
            ("account", true),
            ("player", true),
            ("visitor", true),
            ("new", true),
        ] {
            assert_eq!(store.person(id).await.expect("an answer").is_some(), is_left, "{id}");
        }
        for (hash, is_left) in [("good", true), ("old", false)] {
            assert_eq!(store.key(hash).await.expect("an answer").is_some(), is_left, "{hash}");
        }
        server.close().await;
    }
}
