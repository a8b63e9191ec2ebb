//! Handlers for the QR codes of links to rooms, to finished games and to other pages.

use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Deserialize;
use utoipa::IntoParams;
use yipan_wire::{ApiError, MAX_QR_PATH_BYTES};

use super::accept_language::language;
use super::base_url::base_url;
use super::openapi_responses::{Code, CommonErrors};
use super::rejection::{ApiRejection, check_rate_limit};
use super::requester::{ClientInfo, SharedState};
use crate::api_errors;
use crate::app_state::AppState;
use crate::net::client_addr::ClientAddr;
use crate::net::rate_limiters::LimitedRequest;
use crate::rooms::room_code::is_room_code;

/// A page about a room.
#[derive(Clone, Copy, Debug)]
enum RoomPage {
    /// The room itself, where the game is played.
    Room,
    /// The replay of the finished game.
    Replay,
}

/// Handles `GET /api/rooms/{code}/qr.svg`.
#[utoipa::path(
    get, path = "/api/rooms/{code}/qr.svg", tag = "rooms",
    summary = "Returns the link to a room as a QR code",
    params(Code),
    responses(
        (status = 200, description = "A picture", body = String, content_type = "image/svg+xml"),
        (status = 404, description = "No such room", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn room_qr(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(code): Path<String>,
) -> Result<Response, ApiRejection> {
    respond(&app, client, &headers, RoomPage::Room, &code).await
}

/// Handles `GET /api/games/{code}/qr.svg`.
#[utoipa::path(
    get, path = "/api/games/{code}/qr.svg", tag = "games",
    summary = "Returns the link to the replay of a game as a QR code",
    params(Code),
    responses(
        (status = 200, description = "A picture", body = String, content_type = "image/svg+xml"),
        (status = 404, description = "No such room", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn game_qr(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(code): Path<String>,
) -> Result<Response, ApiRejection> {
    respond(&app, client, &headers, RoomPage::Replay, &code).await
}

/// A page of this site.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// The path of the page with its query, which begins with a single `/`, of at most 800 bytes.
    #[serde(default)]
    #[param(required = true, max_length = 800)]
    path: String,
}

/// Handles `GET /api/qr.svg`.
#[utoipa::path(
    get, path = "/api/qr.svg", tag = "games",
    summary = "Returns the link to a page of this site as a QR code",
    description = "The page is not looked up, so the code of a private page can be drawn, too.",
    params(PageQuery),
    responses(
        (status = 200, description = "A picture", body = String, content_type = "image/svg+xml"),
        (status = 422, description = "No path of this site, or one that is too long", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn page_qr(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Query(query): Query<PageQuery>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, &headers)?;
    let base = base_url(client, &headers).filter(|_| is_page_path(&query.path));
    let picture = base.and_then(|base| svg(&format!("{base}{}", query.path)));
    let invalid =
        || ApiRejection::new(StatusCode::UNPROCESSABLE_ENTITY, api_errors::bad_link(language(&headers)));
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture.ok_or_else(invalid)?).into_response())
}

/// Whether a text is a path of this site in the form of addresses. Two slashes would be the host of another site.
fn is_page_path(path: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&byte);
    let is_local = path.starts_with('/') && !path.starts_with("//");
    is_local && path.len() <= MAX_QR_PATH_BYTES && path.bytes().all(is_allowed)
}

/// Responds with the link to a page about a room. The room is not looked up, so the picture tells nothing about it.
async fn respond(
    app: &AppState,
    client: ClientAddr,
    headers: &HeaderMap,
    page: RoomPage,
    code: &str,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, headers)?;
    let picture = page_link(client, headers, page, code).and_then(|link| svg(&link));
    let missing = || ApiRejection::new(StatusCode::NOT_FOUND, api_errors::no_room(language(headers)));
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture.ok_or_else(missing)?).into_response())
}

/// Returns the link to a page about a room at the host of the request; `None` if the code or the host is malformed.
fn page_link(client: ClientAddr, headers: &HeaderMap, page: RoomPage, code: &str) -> Option<String> {
    let base = base_url(client, headers).filter(|_| is_room_code(code))?;
    let path = match page {
        RoomPage::Room => "room",
        RoomPage::Replay => "game",
    };
    Some(format!("{base}/{path}/{code}"))
}

/// Renders a link as a QR code.
fn svg(link: &str) -> Option<String> {
    let code = QrCode::new(link).ok()?;
    Some(code.render::<svg::Color<'_>>().min_dimensions(200, 200).build())
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;

    fn link_by(is_secure: bool, host: &str, code: &str) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().ok()?);
        page_link(ClientAddr { address: [127, 0, 0, 1].into(), is_secure }, &headers, RoomPage::Room, code)
    }

    fn link_at(host: &str, code: &str) -> Option<String> {
        link_by(false, host, code)
    }

    #[test]
    fn a_link_leads_to_the_room_at_the_host_of_the_request() {
        assert_eq!(
            link_at("play.example:8780", "K4T7QX").as_deref(),
            Some("http://play.example:8780/room/K4T7QX")
        );
        assert_eq!(
            link_by(true, "play.example", "K4T7QX").as_deref(),
            Some("https://play.example/room/K4T7QX")
        );
        let headers = HeaderMap::from_iter([(header::HOST, "play.example".parse().expect("a host"))]);
        let client = ClientAddr { address: [127, 0, 0, 1].into(), is_secure: true };
        assert_eq!(
            page_link(client, &headers, RoomPage::Replay, "K4T7QX").as_deref(),
            Some("https://play.example/game/K4T7QX")
        );
        for (host, code) in
            [("a b", "K4T7QX"), ("<x>", "K4T7QX"), ("play.example", "k4t7qx"), ("play.example", "K4")]
        {
            assert_eq!(link_at(host, code), None, "{host} {code}");
        }
    }

    #[test]
    fn a_path_leads_to_a_page_of_this_site() {
        let long = |bytes: usize| format!("/{}", "a".repeat(bytes - 1));
        for path in ["/", "/analysis/chess?m=e2e4+e7e5&p=4k3/8%20w", "/study/0a/1b", &long(800)] {
            assert!(is_page_path(path), "{path}");
        }
        let other_site = ["", "analysis", "//other.example", "https://other.example/", "/\\other.example"];
        for path in other_site.into_iter().chain(["/a b", "/a\nb", "/棋", "/<script>", &long(801)]) {
            assert!(!is_page_path(path), "{path}");
        }
        let longest = format!("https://{}{}", "h".repeat(255), long(800));
        assert!(svg(&longest).is_some(), "the longest link fits");
    }

    #[test]
    fn the_picture_is_an_svg_without_script() {
        let picture = svg("http://play.example/room/K4T7QX").expect("a short link fits");
        assert!(picture.contains("<svg") && !picture.contains("script"));
    }
}
