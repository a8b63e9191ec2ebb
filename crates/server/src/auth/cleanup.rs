//! Removal of expired state: connections within a minute, rows once a day in small batches.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, Interval};

use super::authentication::Auth;
use crate::clock;
use crate::storage::store::{Store, StoreError};

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The time before the first cleanup, in which a machine that booted with a wrong date can correct it.
const FIRST_CLEANUP_DELAY: Duration = Duration::from_secs(60 * 60);

/// The time for which resolved reports are kept after they were made.
const REPORTS_KEPT: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// The rows removed at a time. Few, so that other writes need not wait.
const BATCH_SIZE: u32 = 50;

/// The time between two batches.
const BATCH_PAUSE: Duration = Duration::from_millis(100);

/// Closes connections whose credentials have expired and cleans up daily, until the server shuts down.
pub(crate) async fn run(auth: &Auth, mut shutdown: watch::Receiver<bool>) {
    let every_minute = async {
        let mut minutes = tokio::time::interval(MINUTE);
        loop {
            minutes.tick().await;
            end_expired_connections(auth).await;
        }
    };
    let daily = async {
        // A previous run may have been interrupted by a restart.
        if let Err(error) = anonymize_games(&*auth.store).await {
            tracing::error!(%error, "the games of a deleted account still contain its name");
        }
        let mut days = schedule();
        loop {
            days.tick().await;
            if let Err(error) = clean_up(auth).await {
                tracing::error!(%error, "the daily cleanup failed");
            }
        }
    };
    tokio::select! {
        () = daily => {}
        () = every_minute => {}
        _ = shutdown.wait_for(|is_shutting_down| *is_shutting_down) => {}
    }
}

/// Returns an interval that ticks for every cleanup.
fn schedule() -> Interval {
    tokio::time::interval_at(Instant::now() + FIRST_CLEANUP_DELAY, DAY)
}

/// Ends the connections whose credentials have expired, except sessions that were renewed since.
async fn end_expired_connections(auth: &Auth) {
    let now = auth.clock.millis().0;
    for hash in auth.connections.expired_credentials(now) {
        match auth.store.credential(&hash).await {
            Ok(Some(row)) if row.expires.is_none_or(|expires| expires > now) => {
                auth.connections.renew_credential(&hash, row.expires);
            }
            Ok(_) => auth.connections.end_credential(&hash),
            // The next run, a minute later, tries again.
            Err(error) => tracing::warn!(%error, "the expiry of a session could not be read"),
        }
    }
}

async fn clean_up(auth: &Auth) -> Result<(), StoreError> {
    clean_up_at(auth, clock::system_millis()).await
}

/// Removes what has expired by the server's clock and also by the machine's date.
///
/// The server's clock starts at the machine's date and never goes back. If the date was set back since, it was wrong, and
/// what has expired by the server's clock may still be valid.
async fn clean_up_at(auth: &Auth, date: u64) -> Result<(), StoreError> {
    anonymize_games(&*auth.store).await?;
    let now = auth.clock.millis().0.min(date);
    remove_expired_credentials(auth, now).await?;
    auth.store.remove_challenges(now.saturating_sub(DAY.as_millis() as u64)).await?;
    auth.store.remove_resolved_reports(now.saturating_sub(REPORTS_KEPT.as_millis() as u64)).await?;
    remove_stale_guests(&*auth.store, now).await
}

async fn remove_stale_guests(store: &dyn Store, now: u64) -> Result<(), StoreError> {
    // A guest created today may not have its credential yet.
    let before = now.saturating_sub(DAY.as_millis() as u64);
    let mut last = String::new();
    loop {
        let guests = store.stale_guests(before, &last, BATCH_SIZE).await?;
        let Some(id) = guests.last() else { return Ok(()) };
        last.clone_from(id);
        store.remove_guests(guests).await?;
        tokio::time::sleep(BATCH_PAUSE).await;
    }
}

/// Removes the names of deleted accounts from their games.
pub(crate) async fn anonymize_games(store: &dyn Store) -> Result<(), StoreError> {
    loop {
        let games = store.named_games(BATCH_SIZE).await?;
        if games.is_empty() {
            return Ok(());
        }
        for (id, room) in &games {
            store.anonymize(id, room).await?;
        }
        tokio::time::sleep(BATCH_PAUSE).await;
    }
}

async fn remove_expired_credentials(auth: &Auth, now: u64) -> Result<(), StoreError> {
    loop {
        let credentials = auth.store.expired_credentials(now, BATCH_SIZE).await?;
        if credentials.is_empty() {
            return Ok(());
        }
        for credential in &credentials {
            if auth.store.remove_credential(&credential.user_id, &credential.hash).await? {
                auth.connections.end_credential(&credential.hash);
            }
        }
        tokio::time::sleep(BATCH_PAUSE).await;
    }
}

#[cfg(test)]
mod tests {
    use yipan_wire::CredentialKind;

    use super::*;
    use crate::auth::authenticated_user::{Access, AuthenticatedUser};
    use crate::storage::rows::{AppendEntries, CredentialRow, UserRow};
    use crate::test_server::TestServer;

    fn user(id: &str, created: u64, account: Option<&str>) -> UserRow {
        let (id, account) = (id.to_owned(), account.map(str::to_owned));
        UserRow {
            name: id.clone(),
            id,
            account,
            password_hash: None,
            created,
            linked_account: None,
            is_bot: false,
        }
    }

    fn credential(hash: &str, user_id: &str, expires: Option<u64>) -> CredentialRow {
        let [hash, user_id] = [hash, user_id].map(str::to_owned);
        let (kind, label, scopes) = (CredentialKind::Session, String::new(), String::new());
        CredentialRow { hash, user_id, kind, label, created: 0, expires, scopes, rotation: None }
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
            .expect("a credential");
        store.add_credential(credential("old", "stale-0", Some(now)), None).await.expect("a credential");
        let room = AppendEntries {
            epoch: 0,
            room: "ABCDEF".to_owned(),
            seq: 0,
            entries: vec!["{}".to_owned()],
            created: 0,
            game: "chess",
            summary: Some("{}".to_owned()),
            is_over: true,
            seated_users: vec!["player".to_owned()],
            left_users: Vec::new(),
            rated_game: None,
            correspondence: None,
        };
        store.append(room).await.expect("a game");
        clean_up(&server.app.auth).await.expect("a cleanup");
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
        store
            .add_credential(credential("good", "visitor", Some(now - 1_000)), None)
            .await
            .expect("a credential");
        clean_up_at(&server.app.auth, now - 2_000).await.expect("a cleanup");
        assert!(
            store.credential("good").await.expect("an answer").is_some(),
            "it is valid by the corrected date"
        );
        clean_up(&server.app.auth).await.expect("a cleanup");
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
    async fn connections_end_when_their_credentials_expire_unless_they_were_renewed() {
        let server = TestServer::open("expired-sockets").await;
        let (auth, now) = (&server.app.auth, server.app.clock.millis().0);
        auth.store.add_user(user("ada", now, None)).await.expect("a user");
        for (hash, expires) in [("renewed", Some(now + 1_000_000)), ("expired", Some(now)), ("token", None)] {
            auth.store.add_credential(credential(hash, "ada", expires), None).await.expect("a credential");
            assert_eq!(auth.is_credential_valid(hash).await.expect("an answer"), hash != "expired", "{hash}");
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
            .map(|(socket, (hash, access, is_left))| {
                let requester = AuthenticatedUser {
                    user: user("ada", now, None),
                    credential_hash: hash.to_owned(),
                    access,
                    secret_change: None,
                };
                (hash, auth.connections.register(socket, &requester), is_left)
            })
            .collect();
        end_expired_connections(auth).await;
        for (hash, watch, is_left) in &user_watches {
            assert_eq!(watch.borrow().is_some(), *is_left, "{hash}");
        }
        assert!(auth.connections.expired_credentials(now).is_empty(), "the renewed one is due later");
        server.close().await;
    }
}
