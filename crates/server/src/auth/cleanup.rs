//! Removes what has expired: sockets within a minute, rows once a day and a little at a time.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, Interval};

use crate::app_state::AppState;
use crate::clock;
use crate::storage::store::StoreError;

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The time before the first cleanup, in which a machine that has booted with a wrong date can correct it.
const FIRST_CLEANUP_DELAY: Duration = Duration::from_secs(60 * 60);

/// So few at a time that other writes do not wait for them.
const BATCH_SIZE: u32 = 50;

/// The time between two batches.
const BATCH_PAUSE: Duration = Duration::from_millis(100);

/// Closes sockets whose keys have expired and cleans up daily, until the server closes.
pub(crate) async fn run(hall: Arc<AppState>) {
    let mut shutdown = hall.shutdown.subscribe();
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
        _ = shutdown.wait_for(|closing| *closing) => {}
    }
}

/// Ticks when it is time for a cleanup.
fn schedule() -> Interval {
    tokio::time::interval_at(Instant::now() + FIRST_CLEANUP_DELAY, DAY)
}

/// Ends the sockets whose keys have expired; a session may have been renewed since its socket was opened.
async fn end_expired_sockets(hall: &AppState) {
    let now = hall.clock.millis().0;
    for key in hall.connections.expired_credentials(now) {
        match hall.store.credential(&key).await {
            Ok(Some(row)) if row.expires.is_none_or(|expires| expires > now) => {
                hall.connections.renew_credential(&key, row.expires);
            }
            Ok(_) => hall.connections.end_credential(&key),
            // It is tried again in a minute.
            Err(error) => tracing::warn!(%error, "the expiry of a session could not be read"),
        }
    }
}

async fn clean_up(hall: &AppState) -> Result<(), StoreError> {
    clean_up_at(hall, clock::system_millis()).await
}

/// Removes what has expired both by the server's clock and by the machine's date. The server's clock keeps the date of its
/// start; if the machine's was set back since, that date was wrong, and what has expired by it may still be good.
async fn clean_up_at(hall: &AppState, date: u64) -> Result<(), StoreError> {
    anonymize_games(hall).await?;
    let now = hall.clock.millis().0.min(date);
    remove_expired_credentials(hall, now).await?;
    remove_stale_guests(hall, now).await
}

async fn remove_stale_guests(hall: &AppState, now: u64) -> Result<(), StoreError> {
    // A guest of today may be about to get a key.
    let before = now.saturating_sub(DAY.as_millis() as u64);
    let mut last = String::new();
    loop {
        let guests = hall.store.stale_guests(before, &last, BATCH_SIZE).await?;
        let Some(id) = guests.last() else { return Ok(()) };
        last.clone_from(id);
        hall.store.remove_guests(guests).await?;
        tokio::time::sleep(BATCH_PAUSE).await;
    }
}

/// Takes the names of deleted accounts out of their games.
pub(crate) async fn anonymize_games(hall: &AppState) -> Result<(), StoreError> {
    loop {
        let games = hall.store.named_games(BATCH_SIZE).await?;
        if games.is_empty() {
            return Ok(());
        }
        for (id, room) in &games {
            hall.store.anonymize(id, room).await?;
        }
        tokio::time::sleep(BATCH_PAUSE).await;
    }
}

async fn remove_expired_credentials(hall: &AppState, now: u64) -> Result<(), StoreError> {
    loop {
        let keys = hall.store.expired_credentials(now, BATCH_SIZE).await?;
        if keys.is_empty() {
            return Ok(());
        }
        for key in &keys {
            if hall.store.remove_credential(&key.user_id, &key.hash).await? {
                hall.connections.end_credential(&key.hash);
            }
        }
        tokio::time::sleep(BATCH_PAUSE).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::authentication::{Access, AuthenticatedUser};
    use crate::storage::store::{AppendEntries, CredentialRow, UserRow};
    use crate::test_server::TestServer;

    fn user(id: &str, created: u64, account: Option<&str>) -> UserRow {
        let (id, account) = (id.to_owned(), account.map(str::to_owned));
        UserRow { name: id.clone(), id, account, password_hash: None, created, linked_account: None }
    }

    fn credential(hash: &str, person: &str, expires: Option<u64>) -> CredentialRow {
        let [hash, person] = [hash, person].map(str::to_owned);
        let (kind, label, scopes) = ("session".to_owned(), String::new(), String::new());
        CredentialRow { hash, user_id: person, kind, label, created: 0, expires, scopes }
    }

    #[tokio::test]
    async fn expired_credentials_and_guests_without_games_and_credentials_are_removed() {
        let server = TestServer::open("cleanup").await;
        let (store, now) = (&server.app.store, server.app.clock.millis().0);
        for number in 0..120 {
            store.add_user(user(&format!("stale-{number}"), 0, None)).await.expect("a guest");
        }
        for (id, created, account) in
            [("account", 0, Some("ada")), ("player", 0, None), ("visitor", 0, None), ("new", now, None)]
        {
            store.add_user(user(id, created, account)).await.expect("a user");
        }
        store
            .add_credential(credential("good", "visitor", Some(now + 1_000_000)), None)
            .await
            .expect("a key");
        store.add_credential(credential("old", "stale-0", Some(now)), None).await.expect("a key");
        let room = AppendEntries {
            room: "ABCDEF".to_owned(),
            seq: 0,
            entries: vec!["{}".to_owned()],
            at: 0,
            game: "chess",
            summary: None,
            is_over: true,
            seated_users: vec!["player".to_owned()],
            left_users: Vec::new(),
        };
        store.append(room).await.expect("a game");
        clean_up(&server.app).await.expect("a cleanup");
        for (id, is_left) in [
            ("stale-0", false),
            ("stale-119", false),
            ("account", true),
            ("player", true),
            ("visitor", true),
            ("new", true),
        ] {
            assert_eq!(store.user(id).await.expect("an answer").is_some(), is_left, "{id}");
        }
        for (hash, is_left) in [("good", true), ("old", false)] {
            assert_eq!(store.credential(hash).await.expect("an answer").is_some(), is_left, "{hash}");
        }
        server.close().await;
    }

    #[tokio::test]
    async fn a_date_that_was_wrong_at_the_start_removes_nothing() {
        let server = TestServer::open("cleanup-date").await;
        let (store, now) = (&server.app.store, server.app.clock.millis().0);
        store.add_user(user("visitor", 0, None)).await.expect("a guest");
        store.add_credential(credential("good", "visitor", Some(now - 1_000)), None).await.expect("a key");
        clean_up_at(&server.app, now - 2_000).await.expect("a cleanup");
        assert!(
            store.credential("good").await.expect("an answer").is_some(),
            "by the corrected date it is good"
        );
        clean_up(&server.app).await.expect("a cleanup");
        assert!(store.credential("good").await.expect("an answer").is_none());
        server.close().await;
    }

    #[tokio::test]
    async fn the_first_cleanup_does_not_come_with_the_start() {
        let mut days = schedule();
        assert!(tokio::time::timeout(BATCH_PAUSE, days.tick()).await.is_err(), "it is not due yet");
        assert_eq!(days.period(), DAY);
    }

    #[tokio::test]
    async fn sockets_close_when_their_credentials_expire_unless_they_were_renewed() {
        let server = TestServer::open("expired-sockets").await;
        let (hall, now) = (&server.app, server.app.clock.millis().0);
        hall.store.add_user(user("ada", now, None)).await.expect("a user");
        for (hash, expires) in [("renewed", Some(now + 1_000_000)), ("expired", Some(now)), ("token", None)] {
            hall.store.add_credential(credential(hash, "ada", expires), None).await.expect("a key");
            assert_eq!(hall.is_credential_valid(hash).await.expect("an answer"), hash != "expired", "{hash}");
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
        let user_watches: Vec<_> = (1..)
            .zip(sockets)
            .map(|(socket, (key, access, is_left))| {
                let visitor = AuthenticatedUser {
                    user: user("ada", now, None),
                    credential_hash: key.to_owned(),
                    access,
                };
                (key, hall.connections.register(socket, &visitor), is_left)
            })
            .collect();
        end_expired_sockets(hall).await;
        for (key, speaker, is_left) in &user_watches {
            assert_eq!(speaker.borrow().is_some(), *is_left, "{key}");
        }
        assert!(hall.connections.expired_credentials(now).is_empty(), "the renewed one is due later");
        server.close().await;
    }
}
