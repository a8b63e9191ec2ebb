//! Handlers for sessions and API tokens.

use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yipan_wire::{ApiError, Credential, CredentialKind, Scope};

use crate::api_errors;
use crate::app_state::AppState;
use crate::auth::account_name::is_valid_token_name;
use crate::auth::authenticated_user::{AuthenticatedUser, scopes};
use crate::http::accept_language::language;
use crate::http::json_body::JsonBody;
use crate::http::openapi_responses::{BodyErrors, CommonErrors};
use crate::http::rejection::{ApiRejection, check_rate_limit};
use crate::http::requester::{
    ClientInfo, SharedState, account_owner, authenticated_user, require_scope, run_to_completion,
    user_or_guest, with_cookie,
};
use crate::net::rate_limiters::LimitedRequest;
use crate::storage::rows::CredentialRow;
use crate::storage::store::StoreError;

/// The most days until a token expires.
const MAX_TOKEN_DAYS: u32 = 3_650;

/// Handles `GET /api/credentials`. The id of a credential is its hash.
#[utoipa::path(
    get, path = "/api/credentials", tag = "users",
    summary = "Lists your sessions and tokens",
    responses(
        (status = 200, description = "Your sessions and tokens", body = [Credential]),
        (status = 403, description = "The token lacks the scope", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn list(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, &headers)?;
    let (requester, cookie) = user_or_guest(&app, &headers, client).await?;
    require_scope(&requester, Scope::Account, &headers)?;
    Ok(with_cookie(Json(credentials_of(&app, &requester).await?).into_response(), cookie))
}

/// Returns the sessions and tokens of a user, without their secrets.
pub(super) async fn credentials_of(
    app: &AppState,
    requester: &AuthenticatedUser,
) -> Result<Vec<Credential>, StoreError> {
    let credential = |credential: CredentialRow| Credential {
        is_current: credential.hash == requester.credential_hash,
        scopes: scopes(&credential),
        id: credential.hash,
        kind: credential.kind,
        label: credential.label,
        created_at: credential.created,
        expires_at: credential.expires,
    };
    Ok(app.store.credentials_of(&requester.user.id).await?.into_iter().map(credential).collect())
}

/// Handles `DELETE /api/credentials/{id}`.
#[utoipa::path(
    delete, path = "/api/credentials/{id}", tag = "users",
    summary = "Ends a session or a token",
    params(("id" = String, Path, description = "The `id` of a credential")),
    responses(
        (status = 204, description = "Ended"),
        (status = 403, description = "The token lacks the scope", body = ApiError),
        (status = 404, description = "You have no such credential", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn end(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiRejection> {
    let missing = || ApiRejection::new(StatusCode::NOT_FOUND, api_errors::no_credential(language(&headers)));
    // A client without a session has no credentials.
    let requester = authenticated_user(&app, &headers, client).await?.ok_or_else(missing)?;
    require_scope(&requester, Scope::Account, &headers)?;
    let ended = run_to_completion(async move {
        let ended = app.store.remove_credential(&requester.user.id, &id).await?;
        if ended {
            app.auth.connections.end_credential(&id);
        }
        Ok(ended)
    });
    if ended.await? { Ok(StatusCode::NO_CONTENT) } else { Err(missing()) }
}

/// Handles `DELETE /api/credentials`. Tokens stay; each is ended on its own.
#[utoipa::path(
    delete, path = "/api/credentials", tag = "users",
    summary = "Ends every session but the current one",
    responses(
        (status = 204, description = "Ended"),
        (status = 403, description = "The token lacks the scope", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn end_others(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
) -> Result<StatusCode, ApiRejection> {
    let Some(requester) = authenticated_user(&app, &headers, client).await? else {
        return Ok(StatusCode::NO_CONTENT);
    };
    require_scope(&requester, Scope::Account, &headers)?;
    let ended = async move {
        for credential in app.store.credentials_of(&requester.user.id).await? {
            let is_other =
                credential.kind == CredentialKind::Session && credential.hash != requester.credential_hash;
            if is_other && app.store.remove_credential(&requester.user.id, &credential.hash).await? {
                app.auth.connections.end_credential(&credential.hash);
            }
        }
        Ok(())
    };
    run_to_completion(ended).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A request for a token.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewToken {
    name: String,
    #[serde(default = "default_scopes")]
    scopes: Vec<Scope>,
    /// Days until it expires; `None` for never.
    #[serde(default)]
    days: Option<u32>,
}

/// A token that has just been created.
#[derive(Serialize, ToSchema)]
pub(crate) struct CreatedToken {
    token: String,
}

fn default_scopes() -> Vec<Scope> {
    vec![Scope::Play, Scope::Read]
}

/// Handles `POST /api/tokens`.
#[utoipa::path(
    post, path = "/api/tokens", tag = "users",
    summary = "Creates a token for a program",
    request_body = NewToken,
    responses(
        (status = 201, description = "The token, which is shown once", body = CreatedToken),
        (status = 403, description = "You have no account, or the token lacks the scope", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn create_token(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    JsonBody(body): JsonBody<NewToken>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::NewToken(client.rate_limit_key())).await, &headers)?;
    let requester = account_owner(&app, &headers, client).await?;
    require_scope(&requester, Scope::Account, &headers)?;
    let is_valid = is_valid_token_name(&body.name)
        && !body.scopes.is_empty()
        && body.days.is_none_or(|days| (1..=MAX_TOKEN_DAYS).contains(&days));
    if !is_valid {
        let error = api_errors::bad_token_request(MAX_TOKEN_DAYS, language(&headers));
        return Err(ApiRejection::new(StatusCode::UNPROCESSABLE_ENTITY, error));
    }
    let token = app.auth.create_token(&requester.user, &body.name, &body.scopes, body.days).await?;
    // The account was deleted or its password changed since the request was authenticated.
    let ended = || ApiRejection::new(StatusCode::UNAUTHORIZED, api_errors::session_ended(language(&headers)));
    Ok((StatusCode::CREATED, Json(CreatedToken { token: token.ok_or_else(ended)? })).into_response())
}
