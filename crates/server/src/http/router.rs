use std::sync::Arc;

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::routing::{MethodRouter, delete, get, post, put};
use axum::{Router, middleware};
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

use super::middleware::allowed_hosts::{self, AllowedHosts};
use super::middleware::{access_log, response_headers, untrusted_proxy};
use super::people::{challenges, correspondence, notifications, relations};
use super::requester::{ClientInfo, SharedState};
use super::static_files::StaticFiles;
use super::users::{account, account_export, account_settings, bot, credentials, me, saved_games, session};
use super::{
    explorer, games, moderation, monitoring, openapi, pictures, preview, profiles, puzzles, qr, rejection,
    rooms, static_files, studies, tournaments,
};
use crate::app_state::AppState;
use crate::net::websocket::upgrade;

/// Returns the router of the public listener.
pub(crate) fn router(
    app: Arc<AppState>,
    allowed_hosts: Arc<AllowedHosts>,
    static_files: Option<Arc<dyn StaticFiles>>,
) -> Router {
    if let Some(files) = &static_files {
        app.puzzles.set_files(Arc::clone(files));
    }
    let limits = app.settings.limits;
    let with_routes = |router: Router<Arc<AppState>>, (path, method): Route| router.route(path, method);
    let api_routes = routes().into_iter().fold(Router::new(), with_routes).merge(monitoring::probes());
    let long_body_routes = long_body_routes().into_iter().fold(Router::new(), with_routes);
    let max_long_bytes = studies::MAX_STUDY_BODY_BYTES.max(limits.max_body_bytes);
    let has_no_trusted_proxy = app.settings.trusted_proxies.is_empty();
    let router = api_routes
        .layer(RequestBodyLimitLayer::new(limits.max_body_bytes))
        .merge(long_body_routes.layer(RequestBodyLimitLayer::new(max_long_bytes)))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, limits.request_timeout))
        .route("/ws", get(upgrade::upgrade_socket))
        .fallback(
            move |State(app): SharedState,
                  ConnectInfo(client): ClientInfo,
                  method: Method,
                  uri: Uri,
                  headers: HeaderMap| async move {
                let files = static_files.as_ref();
                match preview::respond(&app, files, client, &method, &uri, &headers).await {
                    Some(response) => response,
                    None => static_files::serve(files, &method, &uri, &headers),
                }
            },
        )
        .layer(middleware::from_fn(rejection::translate_store_errors))
        .layer(middleware::from_fn_with_state(allowed_hosts, allowed_hosts::check_host))
        .layer(middleware::from_fn(response_headers::add_headers))
        .layer(middleware::from_fn(access_log::log_requests))
        .with_state(app);
    if has_no_trusted_proxy {
        let warned = Arc::new(untrusted_proxy::Warned::default());
        return router.layer(middleware::from_fn_with_state(warned, untrusted_proxy::warn_once));
    }
    router
}

/// A path and its handlers.
type Route = (&'static str, MethodRouter<Arc<AppState>>);

/// Returns the routes whose requests may be longer than others, because a chapter or a record is.
fn long_body_routes() -> [Route; 7] {
    [
        ("/api/me/studies", get(studies::own)),
        ("/api/studies", get(studies::public).post(studies::create)),
        ("/api/studies/{id}", get(studies::read).put(studies::change).delete(studies::remove)),
        ("/api/studies/{id}/chapters", post(studies::add_chapter)),
        (
            "/api/studies/{id}/chapters/{chapter}",
            put(studies::change_chapter).delete(studies::remove_chapter),
        ),
        ("/api/pictures/board.png", post(pictures::posted::board_png)),
        ("/api/pictures/game.gif", post(pictures::posted::game_gif)),
    ]
}

/// Returns the other routes except that of the WebSocket. [`openapi`] describes all of them.
fn routes() -> [Route; 49] {
    [
        ("/healthz", get(monitoring::health)),
        ("/metrics", get(monitoring::metrics_with_token)),
        ("/api/openapi.json", get(openapi::openapi)),
        ("/api/me", get(me::me).put(me::rename)),
        ("/api/me/settings", get(account_settings::get_settings).put(account_settings::put_settings)),
        ("/api/me/saved-games", get(saved_games::get_saved_games).put(saved_games::put_saved_game)),
        ("/api/account", post(account::sign_up).delete(account::delete)),
        ("/api/account/bot", put(bot::mark)),
        ("/api/account/export", get(account_export::export)),
        ("/api/account/password", put(account::change_password)),
        ("/api/session", post(session::sign_in).delete(session::sign_out)),
        ("/api/credentials", get(credentials::list).delete(credentials::end_others)),
        ("/api/credentials/{id}", delete(credentials::end)),
        ("/api/tokens", post(credentials::create_token)),
        ("/api/rooms", get(rooms::lobby).post(rooms::create_room)),
        ("/api/pair", post(rooms::pair)),
        ("/api/rooms/{code}", get(rooms::room)),
        ("/api/rooms/{code}/qr.svg", get(qr::room_qr)),
        ("/api/qr.svg", get(qr::page_qr)),
        ("/api/rooms/{code}/ratings", get(profiles::room_ratings)),
        ("/api/users", get(profiles::search)),
        ("/api/users/{id}", get(profiles::profile)),
        ("/api/users/{id}/games", get(profiles::games)),
        ("/api/users/{id}/results", get(profiles::results)),
        ("/api/users/{id}/ratings/{category}", get(profiles::history)),
        ("/api/puzzles/{set}/{id}/attempts", post(puzzles::attempt)),
        ("/api/explorer", get(explorer::explorer)),
        ("/api/tournaments", get(tournaments::list).post(tournaments::create)),
        (
            "/api/tournaments/{code}",
            get(tournaments::state).put(tournaments::change).delete(tournaments::cancel),
        ),
        ("/api/tournaments/{code}/player", put(tournaments::join).delete(tournaments::withdraw)),
        ("/api/tournaments/{code}/{format}", get(tournaments::export)),
        ("/api/me/notifications", get(notifications::list).put(notifications::mark_read)),
        ("/api/me/correspondence", get(correspondence::list)),
        ("/api/me/relations", get(relations::list)),
        ("/api/users/{id}/follow", put(relations::follow).delete(relations::unfollow)),
        ("/api/users/{id}/block", put(relations::block).delete(relations::unblock)),
        ("/api/challenges", post(challenges::create)),
        ("/api/challenges/{id}", delete(challenges::withdraw)),
        ("/api/challenges/{id}/accept", post(challenges::accept)),
        ("/api/challenges/{id}/decline", post(challenges::decline)),
        ("/api/reports", post(moderation::report)),
        ("/api/moderation/reports", get(moderation::reports)),
        ("/api/moderation/actions", post(moderation::act)),
        ("/api/moderation/log", get(moderation::log)),
        ("/api/games", get(games::games)),
        ("/api/games/{code}/{format}", get(games::game)),
        ("/api/games/{code}/qr.svg", get(qr::game_qr)),
        ("/api/games/{code}/board.png", get(pictures::route::board_png)),
        ("/api/games/{code}/game.gif", get(pictures::route::game_gif)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_described_and_no_other_path() {
        let mut described = openapi::described_paths();
        let all = routes().into_iter().chain(long_body_routes());
        let mut served: Vec<_> = all.map(|(path, _)| path).chain(["/ws"]).collect();
        described.sort_unstable();
        served.sort_unstable();
        assert_eq!(described, served);
    }
}
