//! Statements about accounts.

use serde_json::Value;

use super::connection::SqlConnection;
use super::pool::SqlPool;
use super::query::Query;
use super::user_locks::{lock_is_closed, lock_users};
use super::{credentials, moderation, packing, puzzles, studies};
use crate::auth::display_name;
use crate::storage::rows::{CredentialRow, DELETED_USER, PasswordUpdate, UserRow};

/// A change of a user or account.
#[derive(Debug)]
pub(in crate::storage) enum AccountWrite {
    Rename { id: String, name: String },
    SignUp { user: UserRow, session: CredentialRow },
    MarkBot { id: String },
    ChangePassword(PasswordUpdate),
    AddCredential { credential: CredentialRow, password_hash: Option<String> },
    Delete { id: String, at: u64 },
    Anonymize { id: String, room: String },
    RemoveGuests(Vec<String>),
}

/// Makes a change, and returns whether any row changed.
pub(super) async fn run(
    connection: &mut SqlConnection<'_>,
    write: &AccountWrite,
) -> Result<bool, sqlx::Error> {
    let result = match write {
        AccountWrite::Rename { id, name } => {
            connection
                .execute(
                    Query::new("UPDATE users SET name = $2 WHERE id = $1 AND deleted IS NULL")
                        .bind(id)
                        .bind(name),
                )
                .await?
        }
        AccountWrite::SignUp { user, session } => return sign_up(connection, user, session).await,
        AccountWrite::MarkBot { id } => return mark_bot(connection, id).await,
        AccountWrite::ChangePassword(change) => return change_password(connection, change).await,
        AccountWrite::AddCredential { credential, password_hash } => {
            let password_hash = password_hash.as_deref();
            return credentials::add_credential_if_password(connection, credential, password_hash).await;
        }
        AccountWrite::Delete { id, at } => return delete(connection, id, *at).await,
        AccountWrite::Anonymize { id, room } => return anonymize(connection, id, room).await,
        AccountWrite::RemoveGuests(ids) => return remove_guests(connection, ids).await,
    };
    Ok(result > 0)
}

async fn sign_up(
    connection: &mut SqlConnection<'_>,
    user: &UserRow,
    session: &CredentialRow,
) -> Result<bool, sqlx::Error> {
    let skeleton = skeleton(user);
    let changed = connection
        .execute(
            Query::new(
                "UPDATE users SET name = $2, account = $3, password_hash = $4, skeleton = $5
         WHERE id = $1 AND account IS NULL AND linked_account IS NULL AND deleted IS NULL
             AND NOT EXISTS (SELECT 1 FROM users AS other WHERE other.account = $3)",
            )
            .bind(&user.id)
            .bind(&user.name)
            .bind(&user.account)
            .bind(&user.password_hash)
            .bind(&skeleton),
        )
        .await?;
    if changed == 0 {
        return Ok(false);
    }
    credentials::add_credential(connection, session).await?;
    credentials::remove_other_credentials(connection, &user.id, &session.hash).await?;
    Ok(true)
}

/// Marks an account as a bot, unless it has a rated game.
async fn mark_bot(connection: &mut SqlConnection<'_>, id: &str) -> Result<bool, sqlx::Error> {
    let query = Query::new(
        "UPDATE users SET is_bot = TRUE WHERE id = $1 AND account IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM rated_games WHERE first_user = $1)
             AND NOT EXISTS (SELECT 1 FROM rated_games WHERE second_user = $1)",
    );
    Ok(connection.execute(query.bind(id)).await? > 0)
}

async fn change_password(
    connection: &mut SqlConnection<'_>,
    change: &PasswordUpdate,
) -> Result<bool, sqlx::Error> {
    let PasswordUpdate { user_id, old_hash, new_hash, kept_credential, new_credential } = change;
    if lock_is_closed(connection, user_id).await? {
        return Ok(false);
    }
    let changed = connection
        .execute(
            Query::new(
                "UPDATE users SET password_hash = $3
         WHERE id = $1 AND password_hash = $2 AND account IS NOT NULL AND deleted IS NULL",
            )
            .bind(user_id)
            .bind(old_hash)
            .bind(new_hash),
        )
        .await?;
    if changed == 0 {
        return Ok(false);
    }
    if let Some(credential) = new_credential {
        credentials::add_credential(connection, credential).await?;
    }
    credentials::remove_other_credentials(connection, user_id, kept_credential).await?;
    Ok(true)
}

/// The SQL condition that a row of `users` is a guest without sessions and games. A room that was closed before its game
/// began is no game.
macro_rules! is_stale {
    () => {
        "account IS NULL
         AND NOT EXISTS (SELECT 1 FROM credentials WHERE credentials.user_id = users.id)
         AND NOT EXISTS (SELECT 1 FROM seats JOIN rooms ON rooms.code = seats.room
             WHERE seats.user_id = users.id AND (rooms.summary IS NOT NULL OR NOT rooms.is_over))
         AND NOT EXISTS (SELECT 1 FROM user_settings WHERE user_settings.user_id = users.id)
         AND NOT EXISTS (SELECT 1 FROM users AS guest WHERE guest.linked_account = users.id)"
    };
}

pub(super) async fn stale_guests(
    readers: &SqlPool,
    before: u64,
    after: &str,
    limit: u32,
) -> Result<Vec<String>, sqlx::Error> {
    let query = concat!(
        "SELECT id FROM users WHERE id > $1 AND created < $2 AND ",
        is_stale!(),
        " ORDER BY id LIMIT $3"
    );
    let rows = readers.fetch_all(Query::new(query).bind(after).bind(before).bind(limit)).await?;
    rows.iter().map(|row| row.get(0)).collect()
}

async fn remove_guests(connection: &mut SqlConnection<'_>, ids: &[String]) -> Result<bool, sqlx::Error> {
    let mut is_any_removed = false;
    for id in ids {
        is_any_removed |= remove_guest(connection, id).await?;
    }
    Ok(is_any_removed)
}

/// Removes a guest with their sanctions and the reports about them, and their name from rooms that had no game.
async fn remove_guest(connection: &mut SqlConnection<'_>, id: &str) -> Result<bool, sqlx::Error> {
    // No session is added meanwhile.
    lock_users(connection, [id, id]).await?;
    let query = Query::new(concat!("SELECT 1 FROM users WHERE id = $1 AND ", is_stale!()));
    if connection.fetch_optional(query.bind(id)).await?.is_none() {
        return Ok(false);
    }
    let rooms =
        connection.fetch_all(Query::new("SELECT room FROM seats WHERE user_id = $1").bind(id)).await?;
    for row in &rooms {
        anonymize(connection, id, &row.get::<String>(0)?).await?;
    }
    connection.execute(Query::new("DELETE FROM seats WHERE user_id = $1").bind(id)).await?;
    moderation::remove_user(connection, id).await?;
    Ok(connection.execute(Query::new("DELETE FROM users WHERE id = $1").bind(id)).await? > 0)
}

async fn delete(connection: &mut SqlConnection<'_>, id: &str, at: u64) -> Result<bool, sqlx::Error> {
    let deleted = connection.execute(Query::new(
        "UPDATE users SET name = $2, account = NULL, password_hash = NULL, skeleton = NULL, deleted = $3
         WHERE id = $1 OR linked_account = $1",
    )
    .bind(id)
    .bind(DELETED_USER)
    .bind(at))
    .await?;
    connection.execute(Query::new("DELETE FROM credentials WHERE user_id = $1").bind(id)).await?;
    connection.execute(Query::new("DELETE FROM saved_games WHERE user_id = $1").bind(id)).await?;
    connection.execute(Query::new("DELETE FROM user_settings WHERE user_id = $1").bind(id)).await?;
    connection.execute(Query::new("DELETE FROM ratings WHERE user_id = $1").bind(id)).await?;
    connection
        .execute(Query::new("DELETE FROM relations WHERE user_id = $1 OR other_id = $1").bind(id))
        .await?;
    connection.execute(Query::new("DELETE FROM notifications WHERE user_id = $1").bind(id)).await?;
    connection.execute(Query::new("DELETE FROM turns_read WHERE user_id = $1").bind(id)).await?;
    connection.execute(Query::new("DELETE FROM roles WHERE user_id = $1").bind(id)).await?;
    let challenges = Query::new("DELETE FROM challenges WHERE challenger = $1 OR challenged = $1");
    connection.execute(challenges.bind(id)).await?;
    moderation::remove_user(connection, id).await?;
    puzzles::remove_solver(connection, id).await?;
    studies::remove_owner(connection, id).await?;
    Ok(deleted > 0)
}

pub(super) async fn named_games(readers: &SqlPool, limit: u32) -> Result<Vec<(String, String)>, sqlx::Error> {
    let rows = readers
        .fetch_all(
            Query::new(
                "SELECT seats.user_id, seats.room FROM users
             JOIN seats ON seats.user_id = users.id JOIN rooms ON rooms.code = seats.room
         WHERE users.deleted IS NOT NULL AND NOT seats.is_anonymous AND rooms.is_over LIMIT $1",
            )
            .bind(limit),
        )
        .await?;
    rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

async fn anonymize(connection: &mut SqlConnection<'_>, id: &str, room: &str) -> Result<bool, sqlx::Error> {
    packing::change_lines(connection, room, id, |line| without_name(line, id)).await?;
    let summary =
        connection.fetch_optional(Query::new("SELECT summary FROM rooms WHERE code = $1").bind(room)).await?;
    let summary: Option<String> = summary.map(|row| row.get(0)).transpose()?.flatten();
    if let Some(summary) = summary.and_then(|summary| without_name(&summary, id)) {
        connection
            .execute(Query::new("UPDATE rooms SET summary = $2 WHERE code = $1").bind(room).bind(&summary))
            .await?;
    }
    let done = connection
        .execute(
            Query::new("UPDATE seats SET is_anonymous = TRUE WHERE user_id = $1 AND room = $2")
                .bind(id)
                .bind(room),
        )
        .await?;
    Ok(done > 0)
}

/// Returns a line of JSON with the name of this player replaced; `None` if the line does not contain it.
fn without_name(line: &str, id: &str) -> Option<String> {
    let mut value: Value = serde_json::from_str(line).ok()?;
    replace_name(&mut value, id).then(|| value.to_string())
}

fn replace_name(value: &mut Value, id: &str) -> bool {
    match value {
        Value::Array(values) => values.iter_mut().fold(false, |any, value| replace_name(value, id) | any),
        Value::Object(fields) => {
            let is_player = fields.get("id").is_some_and(|found| found == id) && fields.contains_key("name");
            if is_player {
                fields.insert("name".to_owned(), DELETED_USER.into());
            }
            fields.values_mut().fold(is_player, |any, value| replace_name(value, id) | any)
        }
        _ => false,
    }
}

/// Returns the skeleton of an account, which other names are compared with; `None` for a guest.
pub(super) fn skeleton(user: &UserRow) -> Option<String> {
    user.account.as_deref().map(display_name::skeleton)
}

pub(super) async fn has_look_alike(
    readers: &SqlPool,
    skeletons: &[String; 2],
    except: &str,
) -> Result<bool, sqlx::Error> {
    let [folded, exact] = skeletons;
    let found = readers
        .fetch_optional(
            Query::new("SELECT 1 FROM users WHERE skeleton IN ($1, $2) AND id <> $3 LIMIT 1")
                .bind(folded)
                .bind(exact)
                .bind(except),
        )
        .await?;
    Ok(found.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_replaced_wherever_its_player_is_and_nowhere_else() {
        let line = r#"{"a":[{"id":"1","name":"Ada"},{"id":"2","name":"Ada"}],"by":{"user_id":"1","id":"7"},"text":"Ada"}"#;
        let replaced = without_name(line, "1").expect("it names the player");
        let expected = r#"{"a":[{"id":"1","name":"deleted user"},{"id":"2","name":"Ada"}],"by":{"user_id":"1","id":"7"},"text":"Ada"}"#;
        assert_eq!(replaced.parse::<Value>().ok(), expected.parse::<Value>().ok());
        assert_eq!(without_name(line, "3"), None);
        assert_eq!(without_name("no JSON", "1"), None);
    }
}
