use std::sync::Arc;

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::routing::{MethodRouter, delete, get, post, put};
use axum::{Router, middleware};
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

use super::middleware::allowed_hosts::{self, AllowedHosts};
use super::middleware::{access_log, response_headers, untrusted_proxy};
use super::requester::{ClientInfo, SharedState};
use super::static_files::StaticFiles;
use super::users::{account, account_settings, credentials, me, saved_games, session};
use super::{games, monitoring, openapi, preview, profiles, rejection, rooms, static_files, tournaments};
use crate::app_state::AppState;
use crate::net::websocket::upgrade;

/// Returns the router of the public listener.
pub(crate) fn router(
    app: Arc<AppState>,
    allowed_hosts: Arc<AllowedHosts>,
    static_files: Option<Arc<dyn StaticFiles>>,
) -> Router {
    let limits = app.settings.limits;
    let api_routes =
        routes().into_iter().fold(Router::new(), |router, (path, method)| router.route(path, method));
    let has_no_trusted_proxy = app.settings.trusted_proxies.is_empty();
    let router = api_routes
        .merge(monitoring::probes())
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, limits.request_timeout))
        .layer(RequestBodyLimitLayer::new(limits.max_body_bytes))
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

/// Returns the routes except that of the WebSocket. [`openapi`] describes all of them.
fn routes() -> [(&'static str, MethodRouter<Arc<AppState>>); 27] {
    [
        ("/healthz", get(monitoring::health)),
        ("/metrics", get(monitoring::metrics_with_token)),
        ("/api/openapi.json", get(openapi::openapi)),
        ("/api/me", get(me::me).put(me::rename)),
        ("/api/me/settings", get(account_settings::get_settings).put(account_settings::put_settings)),
        ("/api/me/saved-games", get(saved_games::get_saved_games).put(saved_games::put_saved_game)),
        ("/api/account", post(account::sign_up).delete(account::delete)),
        ("/api/account/password", put(account::change_password)),
        ("/api/session", post(session::sign_in).delete(session::sign_out)),
        ("/api/credentials", get(credentials::list).delete(credentials::end_others)),
        ("/api/credentials/{id}", delete(credentials::end)),
        ("/api/tokens", post(credentials::create_token)),
        ("/api/rooms", get(rooms::lobby).post(rooms::create_room)),
        ("/api/pair", post(rooms::pair)),
        ("/api/rooms/{code}", get(rooms::room)),
        ("/api/rooms/{code}/qr.svg", get(rooms::qr)),
        ("/api/rooms/{code}/ratings", get(profiles::room_ratings)),
        ("/api/users", get(profiles::search)),
        ("/api/users/{id}", get(profiles::profile)),
        ("/api/users/{id}/games", get(profiles::games)),
        ("/api/users/{id}/ratings/{category}", get(profiles::history)),
        ("/api/tournaments", get(tournaments::list).post(tournaments::create)),
        ("/api/tournaments/{code}", get(tournaments::state).put(tournaments::change)),
        ("/api/tournaments/{code}/player", put(tournaments::join).delete(tournaments::withdraw)),
        ("/api/tournaments/{code}/{format}", get(tournaments::export)),
        ("/api/games", get(games::games)),
        ("/api/games/{code}/{format}", get(games::game)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_described_and_no_other_path() {
        let mut described = openapi::described_paths();
        let mut served: Vec<_> = routes().into_iter().map(|(path, _)| path).chain(["/ws"]).collect();
        described.sort_unstable();
        served.sort_unstable();
        assert_eq!(described, served);
    }
}
