//! Removes what has expired: sockets within a minute, rows once a day and a little at a time.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, Interval};

use crate::hall::Hall;
use crate::now;
use crate::store::StoreError;

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The time before the first cleanup, in which a machine that has booted with a wrong date can correct it.
const FIRST: Duration = Duration::from_secs(60 * 60);

/// So few at a time that other writes do not wait for them.
const BATCH: u32 = 50;

/// The time between two batches.
const PAUSE: Duration = Duration::from_millis(100);

/// Closes sockets whose keys have expired and cleans up daily, until the server closes.
pub(crate) async fn run(hall: Arc<Hall>) {
    let mut closing = hall.closing.subscribe();
    let every_minute = async {
        let mut minutes = tokio::time::interval(MINUTE);
        loop {
            minutes.tick().await;
            end_expired_sockets(&hall).await;
        }
    };
    let daily = async {
        // What the last run had begun is due whatever the date.
        if let Err(error) = anonymize_games(&hall).await {
            tracing::error!(%error, "the games of a deleted account still hold its name");
        }
        let mut days = schedule();
        loop {
            days.tick().await;
            if let Err(error) = clean_up(&hall).await {
                tracing::error!(%error, "the daily cleanup failed");
            }
        }
    };
    tokio::select! {
        () = daily => {}
        () = every_minute => {}
        _ = closing.wait_for(|closing| *closing) => {}
    }
}

/// Ticks when it is time for a cleanup.
fn schedule() -> Interval {
    tokio::time::interval_at(Instant::now() + FIRST, DAY)
}

/// Ends the sockets whose keys have expired; a session may have been renewed since its socket was opened.
async fn end_expired_sockets(hall: &Hall) {
    let now = hall.now.millis().0;
    for key in hall.presence.expired_keys(now) {
        match hall.store.key(&key).await {
            Ok(Some(row)) if row.expires.is_none_or(|expires| expires > now) => {
                hall.presence.renew(&key, row.expires);
            }
            Ok(_) => hall.presence.end(&key),
            // It is tried again in a minute.
            Err(error) => tracing::warn!(%error, "the expiry of a session could not be read"),
        }
    }
}

async fn clean_up(hall: &Hall) -> Result<(), StoreError> {
    clean_up_by(hall, now::system_millis()).await
}

/// Removes what has expired both by the server's clock and by the machine's date. The server's clock keeps the date of its
/// start; if the machine's was set back since, that date was wrong, and what has expired by it may still be good.
async fn clean_up_by(hall: &Hall, date: u64) -> Result<(), StoreError> {
    anonymize_games(hall).await?;
    let now = hall.now.millis().0.min(date);
    remove_expired_keys(hall, now).await?;
    remove_stale_guests(hall, now).await
}

async fn remove_stale_guests(hall: &Hall, now: u64) -> Result<(), StoreError> {
    // A guest of today may be about to get a key.
    let before = now.saturating_sub(DAY.as_millis() as u64);
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

async fn remove_expired_keys(hall: &Hall, now: u64) -> Result<(), StoreError> {
    loop {
        let keys = hall.store.expired_keys(now, BATCH).await?;
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
    use crate::people::{Access, Visitor};
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

    #[tokio::test]
    async fn a_date_that_was_wrong_at_the_start_removes_nothing() {
        let server = TestServer::open("cleanup-date").await;
        let (store, now) = (&server.hall.store, server.hall.now.millis().0);
        store.add_person(person("visitor", 0, None)).await.expect("a guest");
        store.add_key(key("good", "visitor", Some(now - 1_000)), None).await.expect("a key");
        clean_up_by(&server.hall, now - 2_000).await.expect("a cleanup");
        assert!(store.key("good").await.expect("an answer").is_some(), "by the corrected date it is good");
        clean_up(&server.hall).await.expect("a cleanup");
        assert!(store.key("good").await.expect("an answer").is_none());
        server.close().await;
    }

    #[tokio::test]
    async fn the_first_cleanup_does_not_come_with_the_start() {
        let mut days = schedule();
        assert!(tokio::time::timeout(PAUSE, days.tick()).await.is_err(), "it is not due yet");
        assert_eq!(days.period(), DAY);
    }

    #[tokio::test]
    async fn sockets_end_when_their_keys_expire_unless_they_were_renewed() {
        let server = TestServer::open("expired-sockets").await;
        let (hall, now) = (&server.hall, server.hall.now.millis().0);
        hall.store.add_person(person("ada", now, None)).await.expect("a user");
        for (hash, expires) in [("renewed", Some(now + 1_000_000)), ("expired", Some(now)), ("token", None)] {
            hall.store.add_key(key(hash, "ada", expires), None).await.expect("a key");
            assert_eq!(hall.is_held(hash).await.expect("an answer"), hash != "expired", "{hash}");
        }
        let token = Access::Token { scopes: Vec::new(), expires: Some(now) };
        let lasting = Access::Token { scopes: Vec::new(), expires: None };
        let session = |expires| Access::Session { expires };
        let sockets = [
            ("renewed", session(now), true),
            ("expired", session(now), false),
            ("removed", token, false),
            ("token", lasting, true),
        ];
        let speakers: Vec<_> = (1..)
            .zip(sockets)
            .map(|(socket, (key, access, is_left))| {
                let visitor = Visitor { person: person("ada", now, None), key: key.to_owned(), access };
                (key, hall.presence.enter(socket, &visitor), is_left)
            })
            .collect();
        end_expired_sockets(hall).await;
        for (key, speaker, is_left) in &speakers {
            assert_eq!(speaker.borrow().is_some(), *is_left, "{key}");
        }
        assert!(hall.presence.expired_keys(now).is_empty(), "the renewed one is due later");
        server.close().await;
    }
}
