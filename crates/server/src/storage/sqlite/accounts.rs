//! Statements about accounts.

use serde_json::Value;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

use super::credentials;
use crate::auth::display_name;
use crate::storage::rows::{CredentialRow, DELETED_USER, PasswordUpdate, UserRow};

/// A change of a user or account.
#[derive(Debug)]
pub(super) enum AccountWrite {
    Rename { id: String, name: String },
    SignUp { user: UserRow, session: CredentialRow },
    ChangePassword(PasswordUpdate),
    AddCredential { credential: CredentialRow, password_hash: Option<String> },
    Delete { id: String, at: u64 },
    Anonymize { id: String, room: String },
    RemoveGuests(Vec<String>),
}

/// Makes a change, and returns whether any row changed.
pub(super) async fn run(
    connection: &mut SqliteConnection,
    write: &AccountWrite,
) -> Result<bool, sqlx::Error> {
    let result = match write {
        AccountWrite::Rename { id, name } => {
            sqlx::query("UPDATE users SET name = $2 WHERE id = $1 AND deleted IS NULL")
                .bind(id)
                .bind(name)
                .execute(connection)
                .await?
        }
        AccountWrite::SignUp { user, session } => return sign_up(connection, user, session).await,
        AccountWrite::ChangePassword(change) => return change_password(connection, change).await,
        AccountWrite::AddCredential { credential, password_hash } => {
            let password_hash = password_hash.as_deref();
            return credentials::add_credential_if_password(connection, credential, password_hash).await;
        }
        AccountWrite::Delete { id, at } => return delete(connection, id, *at).await,
        AccountWrite::Anonymize { id, room } => return anonymize(connection, id, room).await,
        AccountWrite::RemoveGuests(ids) => return remove_guests(connection, ids).await,
    };
    Ok(result.rows_affected() > 0)
}

async fn sign_up(
    connection: &mut SqliteConnection,
    user: &UserRow,
    session: &CredentialRow,
) -> Result<bool, sqlx::Error> {
    let changed = sqlx::query(
        "UPDATE OR IGNORE users SET name = $2, account = $3, password_hash = $4, skeleton = $5
         WHERE id = $1 AND account IS NULL AND linked_account IS NULL AND deleted IS NULL",
    )
    .bind(&user.id)
    .bind(&user.name)
    .bind(&user.account)
    .bind(&user.password_hash)
    .bind(skeleton(user))
    .execute(&mut *connection)
    .await?;
    if changed.rows_affected() == 0 {
        return Ok(false);
    }
    credentials::add_credential(connection, session).await?;
    credentials::remove_other_credentials(connection, &user.id, &session.hash).await?;
    Ok(true)
}

async fn change_password(
    connection: &mut SqliteConnection,
    change: &PasswordUpdate,
) -> Result<bool, sqlx::Error> {
    let PasswordUpdate { user_id, old_hash, new_hash, kept_credential, new_credential } = change;
    let changed = sqlx::query(
        "UPDATE users SET password_hash = $3
         WHERE id = $1 AND password_hash = $2 AND account IS NOT NULL AND deleted IS NULL",
    )
    .bind(user_id)
    .bind(old_hash)
    .bind(new_hash)
    .execute(&mut *connection)
    .await?;
    if changed.rows_affected() == 0 {
        return Ok(false);
    }
    if let Some(credential) = new_credential {
        credentials::add_credential(connection, credential).await?;
    }
    credentials::remove_other_credentials(connection, user_id, kept_credential).await?;
    Ok(true)
}

/// The SQL condition that a row of `users` is a guest that no other row refers to.
const IS_STALE: &str = "account IS NULL
    AND NOT EXISTS (SELECT 1 FROM credentials WHERE credentials.user_id = users.id)
    AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.user_id = users.id)
    AND NOT EXISTS (SELECT 1 FROM user_settings WHERE user_settings.user_id = users.id)
    AND NOT EXISTS (SELECT 1 FROM users AS guest WHERE guest.linked_account = users.id)";

pub(super) async fn stale_guests(
    readers: &SqlitePool,
    before: u64,
    after: &str,
    limit: u32,
) -> Result<Vec<String>, sqlx::Error> {
    let query =
        format!("SELECT id FROM users WHERE id > $1 AND created < $2 AND {IS_STALE} ORDER BY id LIMIT $3");
    let rows = sqlx::query(sqlx::AssertSqlSafe(query))
        .bind(after)
        .bind(before as i64)
        .bind(limit)
        .fetch_all(readers)
        .await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}

async fn remove_guests(connection: &mut SqliteConnection, ids: &[String]) -> Result<bool, sqlx::Error> {
    let mut removed = 0;
    for id in ids {
        let query = format!("DELETE FROM users WHERE id = $1 AND {IS_STALE}");
        let done = sqlx::query(sqlx::AssertSqlSafe(query)).bind(id).execute(&mut *connection).await?;
        removed += done.rows_affected();
    }
    Ok(removed > 0)
}

async fn delete(connection: &mut SqliteConnection, id: &str, at: u64) -> Result<bool, sqlx::Error> {
    let deleted = sqlx::query(
        "UPDATE users SET name = $2, account = NULL, password_hash = NULL, skeleton = NULL, deleted = $3
         WHERE id = $1 OR linked_account = $1",
    )
    .bind(id)
    .bind(DELETED_USER)
    .bind(at as i64)
    .execute(&mut *connection)
    .await?;
    sqlx::query("DELETE FROM credentials WHERE user_id = $1").bind(id).execute(&mut *connection).await?;
    sqlx::query("DELETE FROM saved_games WHERE user_id = $1").bind(id).execute(&mut *connection).await?;
    sqlx::query("DELETE FROM user_settings WHERE user_id = $1").bind(id).execute(connection).await?;
    Ok(deleted.rows_affected() > 0)
}

pub(super) async fn named_games(
    readers: &SqlitePool,
    limit: u32,
) -> Result<Vec<(String, String)>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT seats.user_id, seats.room FROM users
             JOIN seats ON seats.user_id = users.id JOIN rooms ON rooms.code = seats.room
         WHERE users.deleted IS NOT NULL AND NOT seats.is_anonymous AND rooms.is_over LIMIT $1",
    )
    .bind(limit)
    .fetch_all(readers)
    .await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}

async fn anonymize(connection: &mut SqliteConnection, id: &str, room: &str) -> Result<bool, sqlx::Error> {
    let lines = sqlx::query("SELECT seq, line FROM entries WHERE room = $1 AND instr(line, $2)")
        .bind(room)
        .bind(id)
        .fetch_all(&mut *connection)
        .await?;
    for row in &lines {
        let (seq, line): (i64, String) = (row.try_get(0)?, row.try_get(1)?);
        if let Some(line) = without_name(&line, id) {
            sqlx::query("UPDATE entries SET line = $3 WHERE room = $1 AND seq = $2")
                .bind(room)
                .bind(seq)
                .bind(line)
                .execute(&mut *connection)
                .await?;
        }
    }
    let summary = sqlx::query("SELECT summary FROM rooms WHERE code = $1")
        .bind(room)
        .fetch_optional(&mut *connection)
        .await?;
    let summary: Option<String> = summary.map(|row| row.try_get(0)).transpose()?.flatten();
    if let Some(summary) = summary.and_then(|summary| without_name(&summary, id)) {
        sqlx::query("UPDATE rooms SET summary = $2 WHERE code = $1")
            .bind(room)
            .bind(summary)
            .execute(&mut *connection)
            .await?;
    }
    let done = sqlx::query("UPDATE seats SET is_anonymous = TRUE WHERE user_id = $1 AND room = $2")
        .bind(id)
        .bind(room)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() > 0)
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
    readers: &SqlitePool,
    skeletons: &[String; 2],
    except: &str,
) -> Result<bool, sqlx::Error> {
    let [folded, exact] = skeletons;
    let found = sqlx::query("SELECT 1 FROM users WHERE skeleton IN ($1, $2) AND id <> $3 LIMIT 1")
        .bind(folded)
        .bind(exact)
        .bind(except)
        .fetch_optional(readers)
        .await?;
    Ok(found.is_some())
}

#[cfg(test)]
mod tests {
    use yipan_wire::CredentialKind;

    use super::*;
    use crate::test_server::TestServer;

    #[tokio::test]
    async fn a_credential_is_added_only_while_its_user_has_the_verified_password() {
        let server = TestServer::open("add-credential").await;
        let store = &server.app.store;
        let guest = UserRow {
            id: "1".to_owned(),
            name: "Ada".to_owned(),
            account: None,
            password_hash: None,
            created: 0,
            linked_account: None,
        };
        let credential = |hash: &str| CredentialRow {
            hash: hash.to_owned(),
            user_id: "1".to_owned(),
            kind: CredentialKind::Session,
            label: String::new(),
            created: 0,
            expires: None,
            scopes: String::new(),
        };
        let add = async |hash: &str, password: Option<&str>| {
            let added =
                store.add_credential(credential(hash), password.map(str::to_owned)).await.expect("an answer");
            assert_eq!(store.credential(hash).await.expect("an answer").is_some(), added, "{hash}");
            added
        };
        assert!(!add("early", None).await, "there is no such user");
        store.add_user(guest.clone()).await.expect("a guest");
        assert!(add("guest", None).await);
        let [account, password_hash] = ["ada", "old"].map(|text| Some(text.to_owned()));
        let signed_up = store.sign_up(UserRow { account, password_hash, ..guest }, credential("first")).await;
        assert!(signed_up.expect("an answer"));
        assert!(
            store.credential("guest").await.expect("an answer").is_none(),
            "the guest's credential was removed"
        );
        assert!(!add("late-guest", None).await);
        assert!(add("second", Some("old")).await);
        let change = |old: &str, new: &str| {
            let [user_id, old_hash, new_hash, kept_credential] = ["1", old, new, "first"].map(str::to_owned);
            store.change_password(PasswordUpdate {
                user_id,
                old_hash,
                new_hash,
                kept_credential,
                new_credential: None,
            })
        };
        assert!(change("old", "new").await.expect("an answer"));
        assert!(!change("old", "newer").await.expect("an answer"), "it is no longer the password");
        for (hash, is_left) in [("first", true), ("second", false)] {
            assert_eq!(store.credential(hash).await.expect("an answer").is_some(), is_left, "{hash}");
        }
        assert!(!add("third", Some("old")).await);
        assert!(add("third", Some("new")).await);
        store.delete_account("1", 5).await.expect("it is deleted");
        for password in [Some("new"), None] {
            assert!(!add("fourth", password).await, "{password:?}");
        }
        server.close().await;
    }

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
