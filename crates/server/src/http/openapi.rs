//! The OpenAPI description, generated from the handlers and their types.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{self, SecurityRequirement};
use utoipa::{IntoResponses, Modify, OpenApi};
use yipan_wire::{ClientMessage, ServerMessage};

use super::openapi_responses::{TimeoutError, UnknownHostError};
use super::people::{challenges, correspondence, notifications, relations};
use super::users::{account, account_export, account_settings, bot, credentials, me, saved_games, session};
use super::{
    explorer, games, moderation, monitoring, pictures, profiles, puzzles, qr, rooms, studies, tournaments,
};
use crate::auth::session_cookie::SESSION_COOKIE;
use crate::net::websocket::upgrade;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Yipan",
        version = "1",
        description = "Users, rooms, tournaments, puzzles, studies and finished games. What happens in a room goes over the WebSocket at /ws; see \
                       docs/protocol.md. Browsers authenticate with a cookie, programs with `Authorization: Bearer TOKEN`; \
                       without either, a guest is created.",
        license(name = "MIT OR Apache-2.0")
    ),
    paths(
        monitoring::health,
        monitoring::metrics_with_token,
        openapi,
        me::me,
        me::rename,
        account_settings::get_settings,
        account_settings::put_settings,
        saved_games::get_saved_games,
        saved_games::put_saved_game,
        account::sign_up,
        account::delete,
        account::change_password,
        bot::mark,
        account_export::export,
        session::sign_in,
        session::sign_out,
        credentials::list,
        credentials::end_others,
        credentials::end,
        credentials::create_token,
        rooms::lobby,
        rooms::create_room,
        rooms::pair,
        rooms::room,
        qr::room_qr,
        profiles::room_ratings,
        profiles::search,
        profiles::profile,
        profiles::games,
        profiles::results,
        profiles::history,
        puzzles::attempt,
        studies::own,
        studies::public,
        studies::create,
        studies::read,
        studies::change,
        studies::remove,
        studies::add_chapter,
        studies::change_chapter,
        studies::remove_chapter,
        explorer::explorer,
        tournaments::list,
        tournaments::create,
        tournaments::state,
        tournaments::change,
        tournaments::cancel,
        tournaments::join,
        tournaments::withdraw,
        tournaments::export,
        notifications::list,
        notifications::mark_read,
        correspondence::list,
        relations::list,
        relations::follow,
        relations::unfollow,
        relations::block,
        relations::unblock,
        challenges::create,
        challenges::accept,
        challenges::decline,
        challenges::withdraw,
        moderation::report,
        moderation::reports,
        moderation::act,
        moderation::log,
        games::games,
        games::game,
        qr::game_qr,
        qr::page_qr,
        pictures::route::board_png,
        pictures::route::game_gif,
        pictures::posted::board_png,
        pictures::posted::game_gif,
        upgrade::upgrade_socket,
    ),
    components(schemas(ClientMessage, ServerMessage)),
    modifiers(&SecuritySchemes, &SharedErrors)
)]
struct Description;

/// Adds the two ways of authentication.
struct SecuritySchemes;

impl Modify for SecuritySchemes {
    fn modify(&self, description: &mut openapi::OpenApi) {
        let components = description.components.get_or_insert_default();
        let cookie = ApiKey::Cookie(ApiKeyValue::new(SESSION_COOKIE));
        components.add_security_scheme("cookie", SecurityScheme::ApiKey(cookie));
        let token = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        components.add_security_scheme("token", SecurityScheme::Http(token));
        let named = |name: &str| SecurityRequirement::new(name, Vec::<String>::new());
        // The empty requirement means that guests need no credentials.
        description.security = Some(vec![SecurityRequirement::default(), named("cookie"), named("token")]);
    }
}

/// Adds the errors of requests that reach no handler.
struct SharedErrors;

impl Modify for SharedErrors {
    fn modify(&self, description: &mut openapi::OpenApi) {
        for (path, item) in &mut description.paths.paths {
            let mut errors = BTreeMap::new();
            if path != PROBE {
                errors.extend(UnknownHostError::responses());
            }
            if path != SOCKET {
                errors.extend(TimeoutError::responses());
            }
            let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete];
            for operation in operations.into_iter().flatten() {
                operation.responses.responses.extend(errors.clone());
            }
        }
    }
}

/// The path that is served under any host name.
const PROBE: &str = "/healthz";

/// The path of the WebSocket, which has no time limit.
const SOCKET: &str = "/ws";

/// Handles `GET /api/openapi.json`.
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "operation",
    summary = "Returns this description",
    responses((status = 200, description = "OpenAPI 3.1", body = Object))
)]
pub(crate) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION_JSON.clone()).into_response()
}

/// Generated once, because that takes longer than any other response.
static DESCRIPTION_JSON: LazyLock<Bytes> =
    LazyLock::new(|| Description::openapi().to_json().expect("the keys of a description are strings").into());

/// Returns every described path.
#[cfg(test)]
pub(crate) fn described_paths() -> Vec<String> {
    Description::openapi().paths.paths.into_keys().collect()
}
