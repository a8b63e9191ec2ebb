//! Stores of both kinds, and rows to put into them.

use std::future::Future;
use std::sync::Arc;

use sqlx::{Connection, PgConnection};
use yipan_server::{AppendEntries, CredentialRow, Store, StoreLocation, UserRow};
use yipan_wire::CredentialKind;

use crate::net::{TestDir, postgres};

/// Runs a test on an empty store of each kind.
pub(crate) async fn on_every_store<F: Future<Output = ()>>(name: &str, test: impl Fn(Arc<dyn Store>) -> F) {
    let dir = TestDir::new(&format!("contract-{name}"));
    run(&StoreLocation::DataDir(dir.0.clone()), "", &test).await;
    if let Some(url) = postgres::database_or_skip(name) {
        run(&StoreLocation::Postgres(url.parse().expect("an address")), &url, &test).await;
    }
}

async fn run<F: Future<Output = ()>>(
    location: &StoreLocation,
    url: &str,
    test: impl Fn(Arc<dyn Store>) -> F,
) {
    let store = location.open().await.expect("a store");
    if let StoreLocation::Postgres(_) = location {
        own_all_slots(url).await;
    }
    test(Arc::clone(&store)).await;
    store.close().await.expect("it closes");
}

/// The epoch of every slot in these tests.
pub(crate) const EPOCH: u64 = 1;

/// Makes the server of a test the owner of every slot.
pub(crate) async fn own_all_slots(url: &str) {
    let mut connection = PgConnection::connect(url).await.expect("a connection");
    sqlx::query("UPDATE slots SET owner = 'test', epoch = $1")
        .bind(EPOCH as i64)
        .execute(&mut connection)
        .await
        .expect("slots");
}

/// A time in a month of its own, so that its partition must be created.
pub(crate) const CREATED: u64 = 1_794_900_000_000;

/// Returns entries for a room, without a change of its seats or summary.
pub(crate) fn append(room: &str, seq: u64, entries: &[&str]) -> AppendEntries {
    AppendEntries {
        room: room.to_owned(),
        epoch: EPOCH,
        seq,
        entries: entries.iter().map(|entry| (*entry).to_owned()).collect(),
        created: CREATED,
        game: "chess",
        summary: None,
        is_over: false,
        seated_users: Vec::new(),
        left_users: Vec::new(),
        rated_game: None,
        correspondence: None,
    }
}

pub(crate) fn guest(id: &str, created: u64) -> UserRow {
    UserRow {
        id: id.to_owned(),
        name: format!("Guest {id}"),
        account: None,
        password_hash: None,
        created,
        linked_account: None,
        is_bot: false,
    }
}

pub(crate) fn session(hash: &str, user_id: &str) -> CredentialRow {
    CredentialRow {
        hash: hash.to_owned(),
        user_id: user_id.to_owned(),
        kind: CredentialKind::Session,
        label: "a browser".to_owned(),
        created: CREATED,
        expires: None,
        scopes: String::new(),
        rotation: None,
    }
}

/// Adds a guest and makes them an account with the password hash `hash` and the session `{id}-session`.
pub(crate) async fn add_account(store: &dyn Store, id: &str, account: &str) -> UserRow {
    store.add_user(guest(id, CREATED)).await.expect("a guest");
    let [account, password_hash] = [account, "hash"].map(|text| Some(text.to_owned()));
    let user = UserRow { account, password_hash, ..guest(id, CREATED) };
    let signed_up = store.sign_up(user.clone(), session(&format!("{id}-session"), id)).await;
    assert!(signed_up.expect("an answer"), "{id}");
    user
}
