//! Accounts over HTTP: making, changing and deleting one.

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;
use yipan_wire::{Fault, Scope};

use crate::api::{
    Calling, Refused, Shared, account_owner, check_rate_limit, known, language, require_scope,
    run_to_completion, visitor, with_cookie,
};
use crate::body::Body;
use crate::caller::Caller;
use crate::hall::Hall;
use crate::openapi::{BodyErrors, CommonErrors};
use crate::password::{PasswordAttempt, is_acceptable};
use crate::people::{Access, Visitor, expired_cookies, is_account};
use crate::session::{Credentials, user_agent};
use crate::store::{PasswordRow, PersonRow, StoreError};
use crate::{cleanup, faults};

/// `POST /api/account`: turns the guest who asks into an account, with all of their games.
#[utoipa::path(
    post, path = "/api/account", tag = "users",
    summary = "Turns a guest into an account; the id and the games stay",
    request_body = Credentials,
    responses((status = 204, description = "Created; a new cookie is set"), CommonErrors, BodyErrors)
)]
pub(crate) async fn sign_up(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
    Body(asked): Body<Credentials>,
) -> Result<Response, Refused> {
    check_rate_limit(hall.new_accounts.check(caller.home()), &headers)?;
    let wrong = || Refused::new(StatusCode::UNPROCESSABLE_ENTITY, faults::account(language(&headers)));
    let known = known(&hall, &headers, caller).await?;
    let has_account = known.as_ref().is_some_and(|visitor| visitor.person.account.is_some());
    if !is_account(&asked.name) || has_account {
        return Err(wrong());
    }
    check_password(&asked.password, &asked.name, &headers)?;
    // No account can be named like a guest with the id `?`.
    let id = known.as_ref().map_or("?", |visitor| visitor.person.id.as_str());
    if hall.is_taken(&asked.name, id).await? {
        return Err(wrong());
    }
    let password = Some(hall.passwords.hash(asked.password).await.ok_or_else(wrong)?);
    // A guest is created only for those who get their account.
    let guest = match known {
        Some(visitor) => visitor.person,
        None => visitor(&hall, &headers, caller).await?.0.person,
    };
    let account = Some(asked.name.to_ascii_lowercase());
    let person = PersonRow { name: asked.name, account, password, ..guest };
    // The guest's cookie may be known to others; it must not be the account's.
    let (session, cookie) = hall.new_session(&person, user_agent(&headers), caller);
    let is_made = run_to_completion(async move {
        let (id, key) = (person.id.clone(), session.hash.clone());
        let is_made = hall.store.sign_up(person, session).await?;
        if is_made {
            hall.presence.end_user_except(&id, Some(&key));
        }
        Ok(is_made)
    });
    if !is_made.await? {
        return Err(wrong());
    }
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), Some(cookie)))
}

/// The password before and after a change; no `Debug`, so that no log can hold them.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PasswordChange {
    old: String,
    new: String,
}

/// `PUT /api/account/password`: ends every other session and every token, since they may have been made with the old password.
#[utoipa::path(
    put, path = "/api/account/password", tag = "users",
    summary = "Changes the password, and ends every other session and every token",
    request_body = PasswordChange,
    responses(
        (status = 204, description = "Changed; a new cookie is set"),
        (status = 403, description = "You have no account, or the token lacks the scope", body = Fault),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn change_password(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
    Body(asked): Body<PasswordChange>,
) -> Result<Response, Refused> {
    let visitor = owner(&hall, &headers, caller, asked.old).await?;
    let account = visitor.person.account.as_deref().unwrap_or_default();
    check_password(&asked.new, account, &headers)?;
    let not_made = || StoreError::Failed("the password could not be hashed".to_owned());
    let hash = hall.passwords.hash(asked.new).await.ok_or_else(not_made)?;
    // A token stays as it is; a session is replaced, since its cookie may be known to others.
    let (new_key, cookie) = match visitor.access {
        Access::Session { .. } => {
            Some(hall.new_session(&visitor.person, user_agent(&headers), caller)).unzip()
        }
        Access::Token { .. } => (None, None),
    };
    let change = PasswordRow {
        id: visitor.person.id,
        old: visitor.person.password.unwrap_or_default(),
        new: hash,
        kept_key: new_key.as_ref().map_or(visitor.key, |key| key.hash.clone()),
        new_key,
    };
    let is_changed = run_to_completion(async move {
        let (id, kept) = (change.id.clone(), change.kept_key.clone());
        let is_changed = hall.store.change_password(change).await?;
        if is_changed {
            hall.presence.end_user_except(&id, Some(&kept));
        }
        Ok(is_changed)
    });
    if !is_changed.await? {
        return Err(Refused::new(StatusCode::UNAUTHORIZED, faults::sign_in(language(&headers))));
    }
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), cookie))
}

/// The password that confirms a request; no `Debug`, so that no log can hold it.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Confirmation {
    password: String,
}

/// `DELETE /api/account`: the games stay, under the name of a deleted user.
#[utoipa::path(
    delete, path = "/api/account", tag = "users",
    summary = "Deletes the account; its games stay under the name of a deleted user",
    request_body = Confirmation,
    responses(
        (status = 204, description = "Deleted; the cookie is removed"),
        (status = 403, description = "You have no account, or the token lacks the scope", body = Fault),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn delete(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
    Body(asked): Body<Confirmation>,
) -> Result<Response, Refused> {
    let visitor = owner(&hall, &headers, caller, asked.password).await?;
    run_to_completion(async move {
        hall.store.delete_account(&visitor.person.id, hall.now.millis().0).await?;
        hall.presence.end_user(&visitor.person.id);
        // There may be many games. What is left when the server stops is done after the next start.
        tokio::spawn(async move {
            if let Err(error) = cleanup::anonymize_games(&hall).await {
                tracing::error!(%error, "the games of a deleted account still hold its name");
            }
        });
        Ok(())
    })
    .await?;
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), expired_cookies(caller)))
}

/// Returns the user who asks, if they have an account and know its password.
async fn owner(
    hall: &Hall,
    headers: &HeaderMap,
    caller: Caller,
    password: String,
) -> Result<Visitor, Refused> {
    let visitor = account_owner(hall, headers, caller).await?;
    require_scope(&visitor, Scope::Account, headers)?;
    let attempt = PasswordAttempt::User(visitor.person.id.clone());
    check_rate_limit(hall.password_attempts.check(attempt), headers)?;
    if !hall.passwords.verify(password, visitor.person.password.clone()).await {
        return Err(Refused::new(StatusCode::UNAUTHORIZED, faults::sign_in(language(headers))));
    }
    Ok(visitor)
}

fn check_password(password: &str, account: &str, headers: &HeaderMap) -> Result<(), Refused> {
    if is_acceptable(password, account) {
        return Ok(());
    }
    Err(Refused::new(StatusCode::UNPROCESSABLE_ENTITY, faults::password(language(headers))))
}
