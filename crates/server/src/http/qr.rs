//! Handlers for the QR codes of links to rooms and to finished games.

use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use qrcode::QrCode;
use qrcode::render::svg;
use yipan_wire::ApiError;

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
    fn the_picture_is_an_svg_without_script() {
        let picture = svg("http://play.example/room/K4T7QX").expect("a short link fits");
        assert!(picture.contains("<svg") && !picture.contains("script"));
    }
}
