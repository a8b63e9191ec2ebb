//! Accounts over HTTP: making, changing and deleting one.

use std::sync::Arc;

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;
use yipan_wire::{Fault, Scope};

use crate::api::{Calling, Refused, Shared, check_rate_limit, language, require_scope, visitor, with_cookie};
use crate::body::Body;
use crate::caller::Caller;
use crate::hall::Hall;
use crate::openapi::{BodyErrors, CommonErrors};
use crate::password::{PasswordAttempt, is_acceptable};
use crate::people::{Access, Visitor, expired_cookies, is_account};
use crate::session::{Credentials, user_agent};
use crate::store::{PersonRow, StoreError};
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
    let (visitor, _) = visitor(&hall, &headers, caller).await?;
    if !is_account(&asked.name) || visitor.person.account.is_some() {
        return Err(wrong());
    }
    check_password(&asked.password, &asked.name, &headers)?;
    if hall.is_taken(&asked.name, &visitor.person.id).await? {
        return Err(wrong());
    }
    let password = Some(hall.passwords.hash(asked.password).await.ok_or_else(wrong)?);
    let account = Some(asked.name.to_ascii_lowercase());
    let person = PersonRow { name: asked.name, account, password, ..visitor.person };
    if !hall.store.change_person(person.clone()).await? {
        return Err(wrong());
    }
    // The guest's cookie may be known to others; it must not be the account's.
    let (visitor, cookie) = hall.admit(person, user_agent(&headers), caller).await?;
    hall.end_keys(&visitor.person.id, &visitor.key).await?;
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), Some(cookie)))
}

/// The password before and after a change; no `Debug`, so that no log can hold them.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PasswordChange {
    old: String,
    new: String,
}

/// `PUT /api/account/password`: ends every other session and every token, since whoever knew the old password may have made them.
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
    hall.store.change_password(&visitor.person.id, &hash).await?;
    let mut cookie = None;
    let mut current = visitor.key;
    if matches!(visitor.access, Access::Session { .. }) {
        let (replaced, new) = hall.admit(visitor.person.clone(), user_agent(&headers), caller).await?;
        (current, cookie) = (replaced.key, Some(new));
    }
    hall.end_keys(&visitor.person.id, &current).await?;
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), cookie))
}

/// The password that confirms a request; no `Debug`, so that no log can hold it.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Confirmation {
    password: String,
}

/// `DELETE /api/account`: the games stay, under a name that is nobody's.
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
    hall.store.delete_account(&visitor.person.id, hall.now.millis().0).await?;
    hall.presence.end_user(&visitor.person.id);
    // There may be many games. What is left when the server stops is done after the next start.
    let games = Arc::clone(&hall);
    tokio::spawn(async move {
        if let Err(error) = cleanup::anonymize_games(&games).await {
            tracing::error!(%error, "the games of a deleted account still hold its name");
        }
    });
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), expired_cookies(caller)))
}

/// Returns the user who asks, if they have an account and know its password.
async fn owner(
    hall: &Hall,
    headers: &HeaderMap,
    caller: Caller,
    password: String,
) -> Result<Visitor, Refused> {
    let (visitor, _) = visitor(hall, headers, caller).await?;
    if visitor.person.account.is_none() {
        return Err(Refused::new(StatusCode::FORBIDDEN, faults::needs_account(language(headers))));
    }
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
