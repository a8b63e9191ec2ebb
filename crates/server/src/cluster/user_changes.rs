//! Changes of users and credentials, so that the connections to every node learn of them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;

use super::message::announcement::{AnnouncementBody, UserChange};
use super::node_bus::NodeBus;
use crate::app_state::AppState;
use crate::auth::authentication::Auth;
use crate::storage::rows::UserRow;

/// The time between two checks of the credentials of all connections: the latest that a lost announcement takes effect.
const RECHECK_INTERVAL: Duration = Duration::from_secs(30);

/// Announces the changes that this node has made.
pub(crate) async fn announce(app: Arc<AppState>, bus: Arc<NodeBus>) {
    let mut changes = app.auth.connections.announce_changes();
    while let Some(change) = changes.recv().await {
        bus.announce(AnnouncementBody::User(change)).await;
    }
}

/// Applies a change that another node has made and stored.
pub(crate) async fn apply(auth: &Auth, change: UserChange) {
    match change {
        UserChange::Ended { id, except } => auth.connections.close_user_except(&id, except.as_deref()),
        UserChange::Muted { id, until } => auth.connections.mutes.set(&id, until),
        UserChange::Notified { id } => auth.connections.wake_user(&id),
        UserChange::CredentialEnded { hash } => auth.connections.close_credential(&hash),
        UserChange::Updated { id } => match auth.store.user(&id).await {
            Ok(Some(user)) => auth.connections.replace_user(&id, &user),
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "a changed user is read again later"),
        },
    }
}

/// Checks the credentials of all connections from time to time, and after announcements may have been lost.
pub(crate) async fn recheck(app: Arc<AppState>, missed_changes: Arc<Notify>) {
    loop {
        // The first of both.
        let _ = tokio::time::timeout(RECHECK_INTERVAL, missed_changes.notified()).await;
        if let Err(error) = app.load_mutes().await {
            tracing::warn!(%error, "the muted users are read again later");
        }
        let credentials = app.auth.connections.credentials();
        if credentials.is_empty() {
            continue;
        }
        let (hashes, now) = (credentials.iter().cloned().collect(), app.clock.millis().0);
        match app.store.users_of_credentials(hashes, now).await {
            Ok(users) => {
                let users: HashMap<String, UserRow> = users.into_iter().collect();
                for hash in &credentials {
                    match users.get(hash) {
                        Some(user) => app.auth.connections.refresh_credential(hash, user),
                        None => app.auth.connections.close_credential(hash),
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "the credentials of connections are checked again later"),
        }
    }
}
