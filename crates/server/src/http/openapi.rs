//! The description of the HTTP side, generated from the handlers and the types they use.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{self, ContentBuilder, Ref, RefOr, ResponseBuilder, SecurityRequirement};
use utoipa::{IntoParams, IntoResponses, Modify, OpenApi, PartialSchema};
use yipan_wire::{ClientMessage, ServerMessage};

use crate::auth::authentication::SESSION_COOKIE;
use crate::http::api;
use crate::http::monitoring;
use crate::http::users::account;
use crate::http::users::account_settings;
use crate::http::users::credentials;
use crate::http::users::session;
use crate::net::websocket::socket;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Yipan",
        version = "1",
        description = "Users, rooms and finished games. What happens in a room goes over the WebSocket at /ws; see \
                       docs/protocol.md. A browser is known by its cookie, a program by `Authorization: Bearer TOKEN`; \
                       without either, a guest is created.",
        license(name = "MIT OR Apache-2.0")
    ),
    paths(
        crate::health,
        monitoring::metrics_with_token,
        openapi,
        api::me,
        api::rename,
        account_settings::get_settings,
        account_settings::put_settings,
        account::sign_up,
        account::delete,
        account::change_password,
        session::sign_in,
        session::sign_out,
        credentials::list,
        credentials::end_others,
        credentials::end,
        credentials::create_token,
        api::lobby,
        api::create_room,
        api::pair,
        api::room,
        api::qr,
        api::games,
        api::game,
        socket::upgrade_socket,
    ),
    components(schemas(ClientMessage, ServerMessage)),
    modifiers(&SecuritySchemes)
)]
struct Description;

/// The ways to say who one is.
struct SecuritySchemes;

impl Modify for SecuritySchemes {
    fn modify(&self, description: &mut openapi::OpenApi) {
        let components = description.components.get_or_insert_default();
        let cookie = ApiKey::Cookie(ApiKeyValue::new(SESSION_COOKIE));
        components.add_security_scheme("cookie", SecurityScheme::ApiKey(cookie));
        let token = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        components.add_security_scheme("token", SecurityScheme::Http(token));
        let named = |name: &str| SecurityRequirement::new(name, Vec::<String>::new());
        // The first, which asks for nothing, says that a guest needs no credentials.
        description.security = Some(vec![SecurityRequirement::default(), named("cookie"), named("token")]);
    }
}

/// The code of a room in a path.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "it only describes")]
pub(crate) struct Code {
    /// Six letters and digits without look-alikes.
    #[param(pattern = "^[2-9A-HJ-NP-Z]{6}$")]
    code: String,
}

/// Errors of every request that asks who one is.
pub(crate) struct CommonErrors;

/// Errors of every request with a body.
pub(crate) struct BodyErrors;

impl IntoResponses for CommonErrors {
    fn responses() -> BTreeMap<String, RefOr<openapi::Response>> {
        errors([
            ("401", "The token is invalid, or name and password do not match"),
            ("429", "Over a rate limit"),
            ("503", "The store does not answer, or the server is full"),
        ])
    }
}

impl IntoResponses for BodyErrors {
    fn responses() -> BTreeMap<String, RefOr<openapi::Response>> {
        let mut responses = errors([
            ("400", "The body is not JSON"),
            ("413", "The body is too long; as text if it was not read"),
            ("415", "The content type is not JSON"),
            ("422", "The body is not what is expected, or not possible"),
        ]);
        if let Some(RefOr::T(too_long)) = responses.get_mut("413") {
            let text = ContentBuilder::new().schema(Some(String::schema())).build();
            too_long.content.insert("text/plain".to_owned(), RefOr::T(text));
        }
        responses
    }
}

fn errors<const N: usize>(described: [(&str, &str); N]) -> BTreeMap<String, RefOr<openapi::Response>> {
    let response = |(status, description): (&str, &str)| {
        let error_content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Fault"))).build();
        let response =
            ResponseBuilder::new().description(description).content("application/json", error_content);
        (status.to_owned(), response.build().into())
    };
    described.into_iter().map(response).collect()
}

/// `GET /api/openapi.json`
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "operation",
    summary = "Returns this description",
    responses((status = 200, description = "OpenAPI 3.1", body = Object))
)]
pub(crate) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION_JSON.clone()).into_response()
}

/// Made once: anyone may ask for it, and making it takes longer than any other answer.
static DESCRIPTION_JSON: LazyLock<Bytes> =
    LazyLock::new(|| Description::openapi().to_json().expect("a description has only text for keys").into());

/// Every path that is described.
#[cfg(test)]
pub(crate) fn described_paths() -> Vec<String> {
    Description::openapi().paths.paths.into_keys().collect()
}
