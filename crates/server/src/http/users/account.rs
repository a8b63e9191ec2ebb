//! Accounts over HTTP: making, changing and deleting one.

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;
use yipan_wire::{ApiError, Scope};

use crate::api_errors;
use crate::app_state::AppState;
use crate::auth::authentication::{Access, AuthenticatedUser, expired_cookies, is_valid_account_name};
use crate::auth::cleanup;
use crate::auth::password::{PasswordAttempt, is_acceptable};
use crate::http::api::{
    ApiRejection, ClientInfo, SharedState, account_owner, authenticated_user, check_rate_limit, language,
    require_scope, run_to_completion, user_or_guest, with_cookie,
};
use crate::http::json_body::JsonBody;
use crate::http::openapi::{BodyErrors, CommonErrors};
use crate::http::users::session::{Credentials, user_agent};
use crate::net::client_addr::ClientAddr;
use crate::storage::store::{PasswordUpdate, StoreError, UserRow};

/// `POST /api/account`: turns the guest who asks into an account, with all of their games.
#[utoipa::path(
    post, path = "/api/account", tag = "users",
    summary = "Turns a guest into an account; the id and the games stay",
    request_body = Credentials,
    responses((status = 204, description = "Created; a new cookie is set"), CommonErrors, BodyErrors)
)]
pub(crate) async fn sign_up(
    State(hall): SharedState,
    ConnectInfo(caller): ClientInfo,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<Credentials>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(hall.new_account_limiter.check(caller.rate_limit_key()), &headers)?;
    let bad_name = || {
        ApiRejection::new(StatusCode::UNPROCESSABLE_ENTITY, api_errors::bad_account_name(language(&headers)))
    };
    let current = authenticated_user(&hall, &headers, caller).await?;
    let has_account = current.as_ref().is_some_and(|visitor| visitor.user.account.is_some());
    if !is_valid_account_name(&asked.name) || has_account {
        return Err(bad_name());
    }
    check_password(&asked.password, &asked.name, &headers)?;
    // No account can be named like a guest with the id `?`.
    let id = current.as_ref().map_or("?", |visitor| visitor.user.id.as_str());
    if hall.is_name_taken(&asked.name, id).await? {
        return Err(bad_name());
    }
    let password_hash = Some(hall.passwords.hash(asked.password).await.ok_or_else(bad_name)?);
    // A guest is created only for those who get their account.
    let guest = match current {
        Some(visitor) => visitor.user,
        None => user_or_guest(&hall, &headers, caller).await?.0.user,
    };
    let account = Some(asked.name.to_ascii_lowercase());
    let person = UserRow { name: asked.name, account, password_hash, ..guest };
    // The guest's cookie may be known to others; it must not be the account's.
    let (session, cookie) = hall.new_session(&person, user_agent(&headers), caller);
    let is_created = run_to_completion(async move {
        let (id, credential_hash) = (person.id.clone(), session.hash.clone());
        let is_created = hall.store.sign_up(person, session).await?;
        if is_created {
            hall.connections.end_user_except(&id, Some(&credential_hash));
        }
        Ok(is_created)
    });
    if !is_created.await? {
        return Err(bad_name());
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
        (status = 403, description = "You have no account, or the token lacks the scope", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn change_password(
    State(hall): SharedState,
    ConnectInfo(caller): ClientInfo,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<PasswordChange>,
) -> Result<Response, ApiRejection> {
    let visitor = confirmed_owner(&hall, &headers, caller, asked.old).await?;
    let account = visitor.user.account.as_deref().unwrap_or_default();
    check_password(&asked.new, account, &headers)?;
    let hash_error = || StoreError::Failed("the password could not be hashed".to_owned());
    let hash = hall.passwords.hash(asked.new).await.ok_or_else(hash_error)?;
    // A token stays as it is; a session is replaced, since its cookie may be known to others.
    let (new_credential, cookie) = match visitor.access {
        Access::Session { .. } => Some(hall.new_session(&visitor.user, user_agent(&headers), caller)).unzip(),
        Access::Token { .. } => (None, None),
    };
    let change = PasswordUpdate {
        user_id: visitor.user.id,
        old_hash: visitor.user.password_hash.unwrap_or_default(),
        new_hash: hash,
        kept_credential: new_credential.as_ref().map_or(visitor.credential_hash, |key| key.hash.clone()),
        new_credential,
    };
    let is_changed = run_to_completion(async move {
        let (id, kept_credential) = (change.user_id.clone(), change.kept_credential.clone());
        let is_changed = hall.store.change_password(change).await?;
        if is_changed {
            hall.connections.end_user_except(&id, Some(&kept_credential));
        }
        Ok(is_changed)
    });
    if !is_changed.await? {
        return Err(ApiRejection::new(
            StatusCode::UNAUTHORIZED,
            api_errors::bad_credentials(language(&headers)),
        ));
    }
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), cookie))
}

/// The password that confirms a request; no `Debug`, so that no log can hold it.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PasswordConfirmation {
    password: String,
}

/// `DELETE /api/account`: the games stay, under the name of a deleted user.
#[utoipa::path(
    delete, path = "/api/account", tag = "users",
    summary = "Deletes the account; its games stay under the name of a deleted user",
    request_body = PasswordConfirmation,
    responses(
        (status = 204, description = "Deleted; the cookie is removed"),
        (status = 403, description = "You have no account, or the token lacks the scope", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn delete(
    State(hall): SharedState,
    ConnectInfo(caller): ClientInfo,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<PasswordConfirmation>,
) -> Result<Response, ApiRejection> {
    let visitor = confirmed_owner(&hall, &headers, caller, asked.password).await?;
    run_to_completion(async move {
        hall.store.delete_account(&visitor.user.id, hall.clock.millis().0).await?;
        hall.connections.end_user(&visitor.user.id);
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
async fn confirmed_owner(
    hall: &AppState,
    headers: &HeaderMap,
    caller: ClientAddr,
    password: String,
) -> Result<AuthenticatedUser, ApiRejection> {
    let visitor = account_owner(hall, headers, caller).await?;
    require_scope(&visitor, Scope::Account, headers)?;
    let attempt = PasswordAttempt::User(visitor.user.id.clone());
    check_rate_limit(hall.password_attempt_limiter.check(attempt), headers)?;
    if !hall.passwords.verify(password, visitor.user.password_hash.clone()).await {
        return Err(ApiRejection::new(
            StatusCode::UNAUTHORIZED,
            api_errors::bad_credentials(language(headers)),
        ));
    }
    Ok(visitor)
}

fn check_password(password: &str, account: &str, headers: &HeaderMap) -> Result<(), ApiRejection> {
    if is_acceptable(password, account) {
        return Ok(());
    }
    Err(ApiRejection::new(StatusCode::UNPROCESSABLE_ENTITY, api_errors::weak_password(language(headers))))
}
