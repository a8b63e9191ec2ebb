//! Handlers for creating, changing and deleting accounts.

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;
use yipan_wire::{ApiError, Scope};

use super::session::{Credentials, user_agent};
use crate::api_errors;
use crate::app_state::AppState;
use crate::auth::account_name::is_valid_account_name;
use crate::auth::authenticated_user::{Access, AuthenticatedUser};
use crate::auth::cleanup;
use crate::auth::password::is_acceptable;
use crate::auth::session_cookie::expired_cookies;
use crate::http::accept_language::language;
use crate::http::json_body::JsonBody;
use crate::http::openapi_responses::{BodyErrors, CommonErrors};
use crate::http::rejection::{ApiRejection, check_rate_limit};
use crate::http::requester::{
    ClientInfo, SharedState, account_owner, authenticated_user, require_scope, run_to_completion,
    user_or_guest, with_cookie,
};
use crate::net::client_addr::ClientAddr;
use crate::net::rate_limiters::{LimitedRequest, PasswordAttempt};
use crate::storage::rows::{PasswordUpdate, UserRow};
use crate::storage::store::StoreError;

/// Handles `POST /api/account`. The guest becomes the account, with the same id and games.
#[utoipa::path(
    post, path = "/api/account", tag = "users",
    summary = "Turns a guest into an account; the id and the games stay",
    request_body = Credentials,
    responses((status = 204, description = "Created; a new cookie is set"), CommonErrors, BodyErrors)
)]
pub(crate) async fn sign_up(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    JsonBody(body): JsonBody<Credentials>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::NewAccount(client.rate_limit_key())).await, &headers)?;
    let bad_name = || {
        ApiRejection::new(StatusCode::UNPROCESSABLE_ENTITY, api_errors::bad_account_name(language(&headers)))
    };
    let current = authenticated_user(&app, &headers, client).await?;
    let has_account = current.as_ref().is_some_and(|requester| requester.user.account.is_some());
    if !is_valid_account_name(&body.name) || has_account {
        return Err(bad_name());
    }
    check_password(&body.password, &body.name, &headers)?;
    // `?` is not the id of any guest.
    let id = current.as_ref().map_or("?", |requester| requester.user.id.as_str());
    let name_taken = || {
        ApiRejection::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            api_errors::account_name_taken(language(&headers)),
        )
    };
    if app.auth.is_name_taken(&body.name, id).await? {
        return Err(name_taken());
    }
    let password_hash = Some(app.auth.passwords.hash(body.password).await.ok_or_else(bad_name)?);
    // A guest is created only after the name and the password were accepted.
    let guest = match current {
        Some(requester) => requester.user,
        None => user_or_guest(&app, &headers, client).await?.0.user,
    };
    let account = Some(body.name.to_ascii_lowercase());
    let user = UserRow { name: body.name, account, password_hash, ..guest };
    // Others may know the cookie of the guest, so the account gets a new one.
    let (session, cookie) = app.auth.new_session(&user, user_agent(&headers), client);
    let is_created = run_to_completion(async move {
        let (id, credential_hash) = (user.id.clone(), session.hash.clone());
        let is_created = app.store.sign_up(user, session).await?;
        if is_created {
            app.auth.connections.end_user_except(&id, Some(&credential_hash));
        }
        Ok(is_created)
    });
    if !is_created.await? {
        return Err(name_taken());
    }
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), Some(cookie)))
}

/// The password before and after a change; no `Debug`, so that no log can hold them.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PasswordChange {
    old: String,
    new: String,
}

/// Handles `PUT /api/account/password`. Ends every other session and every token, because they may have been created with
/// the old password.
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
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    JsonBody(body): JsonBody<PasswordChange>,
) -> Result<Response, ApiRejection> {
    let requester = confirmed_owner(&app, &headers, client, body.old).await?;
    let account = requester.user.account.as_deref().unwrap_or_default();
    check_password(&body.new, account, &headers)?;
    let hash_error = || StoreError::Failed("the password could not be hashed".to_owned());
    let hash = app.auth.passwords.hash(body.new).await.ok_or_else(hash_error)?;
    // A token stays. A session is replaced, because others may know its cookie.
    let (new_credential, cookie) = match requester.access {
        Access::Session { .. } => {
            Some(app.auth.new_session(&requester.user, user_agent(&headers), client)).unzip()
        }
        Access::Token { .. } => (None, None),
    };
    let change = PasswordUpdate {
        user_id: requester.user.id,
        old_hash: requester.user.password_hash.unwrap_or_default(),
        new_hash: hash,
        kept_credential: new_credential
            .as_ref()
            .map_or(requester.credential_hash, |credential| credential.hash.clone()),
        new_credential,
    };
    let is_changed = run_to_completion(async move {
        let (id, kept_credential) = (change.user_id.clone(), change.kept_credential.clone());
        let is_changed = app.store.change_password(change).await?;
        if is_changed {
            app.auth.connections.end_user_except(&id, Some(&kept_credential));
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

/// Handles `DELETE /api/account`.
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
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    JsonBody(body): JsonBody<PasswordConfirmation>,
) -> Result<Response, ApiRejection> {
    let requester = confirmed_owner(&app, &headers, client, body.password).await?;
    run_to_completion(async move {
        app.store.delete_account(&requester.user.id, app.auth.clock.millis().0).await?;
        app.auth.connections.end_user(&requester.user.id);
        // There may be many games. The next start continues an interrupted run.
        tokio::spawn(async move {
            if let Err(error) = cleanup::anonymize_games(&*app.store).await {
                tracing::error!(%error, "the games of a deleted account still contain its name");
            }
        });
        Ok(())
    })
    .await?;
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), expired_cookies(client)))
}

/// Returns the authenticated user. Rejects guests and wrong passwords.
async fn confirmed_owner(
    app: &AppState,
    headers: &HeaderMap,
    client: ClientAddr,
    password: String,
) -> Result<AuthenticatedUser, ApiRejection> {
    let requester = account_owner(app, headers, client).await?;
    require_scope(&requester, Scope::Account, headers)?;
    let attempt = PasswordAttempt::User(requester.user.id.clone());
    check_rate_limit(app.check_limit(LimitedRequest::PasswordAttempt(attempt)).await, headers)?;
    if !app.auth.passwords.verify(password, requester.user.password_hash.clone()).await {
        return Err(ApiRejection::new(
            StatusCode::UNAUTHORIZED,
            api_errors::bad_credentials(language(headers)),
        ));
    }
    Ok(requester)
}

fn check_password(password: &str, account: &str, headers: &HeaderMap) -> Result<(), ApiRejection> {
    if is_acceptable(password, account) {
        return Ok(());
    }
    Err(ApiRejection::new(StatusCode::UNPROCESSABLE_ENTITY, api_errors::weak_password(language(headers))))
}
