//! Users and their credentials in the simulated tables.

use yipan_server::{CredentialRow, NewSecret, SecretRotation, UserRow};

use super::tables::Tables;

/// Returns the user with this account name.
pub(super) fn account<'a>(tables: &'a Tables, account: &str) -> Option<&'a UserRow> {
    tables.users.values().find(|user| user.account.as_deref() == Some(account))
}

/// Turns a guest into an account with one credential. Returns false if the name is taken or they have an account.
pub(super) fn sign_up(tables: &mut Tables, user: UserRow, session: CredentialRow) -> bool {
    let is_taken = user.account.as_deref().is_some_and(|name| account(tables, name).is_some());
    let has_account = tables.users.get(&user.id).is_some_and(|known| known.account.is_some());
    if is_taken || has_account {
        return false;
    }
    tables.credentials.retain(|_, row| row.user_id != user.id);
    tables.credentials.insert(session.hash.clone(), session);
    tables.users.insert(user.id.clone(), user);
    true
}

/// Links a guest to an account, which inherits their seats. Returns the rooms; `None` if the guest is linked already.
pub(super) fn link_guest(tables: &mut Tables, guest: &str, account: &str) -> Option<Vec<String>> {
    let row = tables.users.get_mut(guest).filter(|row| row.linked_account.is_none())?;
    row.linked_account = Some(account.to_owned());
    tables.credentials.retain(|_, row| row.user_id != guest);
    let mut rooms = Vec::new();
    for (code, room) in tables.rooms.iter_mut().filter(|(_, room)| room.seats.contains(guest)) {
        room.seats.insert(account.to_owned());
        rooms.push(code.clone());
    }
    Some(rooms)
}

/// Returns the guests of a room that are linked to an account, each with the account.
pub(super) fn linked_guests(tables: &Tables, room: &str) -> Vec<(String, UserRow)> {
    let seats = tables.rooms.get(room).into_iter().flat_map(|room| &room.seats);
    let linked = seats.filter_map(|id| {
        let account = tables.users.get(id)?.linked_account.as_ref()?;
        Some((id.clone(), tables.users.get(account)?.clone()))
    });
    linked.collect()
}

/// Returns guests that were created before a time and have neither games nor credentials.
pub(super) fn stale_guests(tables: &Tables, before: u64, after: &str, limit: usize) -> Vec<String> {
    let is_used = |id: &String| {
        tables.credentials.values().any(|row| row.user_id == *id)
            || tables.rooms.values().any(|room| room.seats.contains(id))
    };
    let guests = tables.users.values().filter(|user| user.account.is_none() && user.created < before);
    let stale = guests.filter(|user| user.id.as_str() > after && !is_used(&user.id));
    stale.map(|user| user.id.clone()).take(limit).collect()
}

/// Returns the credential that accepts the secret with this hash now.
pub(super) fn credential_of_secret(tables: &Tables, secret: &str, now: u64) -> Option<CredentialRow> {
    let accepts = |row: &&CredentialRow| {
        let is_previous = row.rotation.as_ref().is_some_and(|rotation| {
            rotation.previous == secret && rotation.previous_expires.is_none_or(|expires| now < expires)
        });
        is_previous || row.current_secret() == secret
    };
    tables.credentials.values().find(accepts).cloned()
}

/// Gives a session a new secret, if the one to replace is still the newest. Returns whether it was.
pub(super) fn rotate_secret(tables: &mut Tables, change: NewSecret) -> bool {
    let row = tables.credentials.get_mut(&change.session);
    let Some(row) = row.filter(|row| row.current_secret() == change.replaced) else { return false };
    let NewSecret { previous, secret: current, issued, expires, .. } = change;
    row.rotation = Some(SecretRotation { current, issued, previous, previous_expires: None });
    row.expires = Some(expires);
    true
}

/// Ends the secret before `current` at a time that is not decided yet.
pub(super) fn end_previous_secret(tables: &mut Tables, session: &str, current: &str, at: u64) {
    let rotation = tables.credentials.get_mut(session).and_then(|row| row.rotation.as_mut());
    if let Some(rotation) = rotation.filter(|rotation| rotation.current == current) {
        rotation.previous_expires.get_or_insert(at);
    }
}
