//! The requests of previews: pages with tags, and pictures.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use yipan_core::Language;

use super::link_tags::with_link_tags;
use super::picture;
use super::subject::find_subject;
use crate::app_state::AppState;
use crate::http::accept_language::language;
use crate::http::base_url::base_url;
use crate::http::pictures::etag;
use crate::http::static_files::{StaticFiles, index_page};
use crate::net::client_addr::ClientAddr;
use crate::net::rate_limiters::LimitedRequest;

/// The path of all pictures. The rest is the path of the page and `.png`.
const PICTURE_PATH: &str = "/preview";

/// The language of a picture in its query.
const LANGUAGE_KEY: &str = "lang=";

/// Responds to a request for a picture, or for a page that has a preview; `None` for all others.
///
/// A page whose preview cannot be made, for whatever reason, is served without one.
pub(crate) async fn respond(
    app: &AppState,
    files: Option<&Arc<dyn StaticFiles>>,
    client: ClientAddr,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
) -> Option<Response> {
    if method != Method::GET && method != Method::HEAD {
        return None;
    }
    let query = uri.query().unwrap_or_default();
    if let Some(path) = uri.path().strip_prefix(PICTURE_PATH).and_then(|path| path.strip_suffix(".png")) {
        let found = picture_response(app, client, path, query, headers).await;
        return Some(found.unwrap_or_else(|| StatusCode::NOT_FOUND.into_response()));
    }
    let has_preview = ["/room/", "/game/", "/analysis/"].iter().any(|start| uri.path().starts_with(start));
    if !has_preview || uri.path().contains('.') {
        return None;
    }
    let (base, page) = (base_url(client, headers)?, index_page(files?)?);
    app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await.ok()?;
    let language = language(headers);
    let subject = find_subject(app, client, uri.path(), query, language).await?;
    let parameters = if query.is_empty() { String::new() } else { format!("{query}&") };
    let picture_url = format!("{base}{PICTURE_PATH}{}.png?{parameters}{LANGUAGE_KEY}{language}", uri.path());
    let page_url = match query {
        "" => format!("{base}{}", uri.path()),
        query => format!("{base}{}?{query}", uri.path()),
    };
    let html = with_link_tags(&page, &subject, &page_url, &picture_url, language);
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-language"),
    ];
    Some((headers, html).into_response())
}

/// Renders a picture on the pool of threads that replay logs, unless the client or the cache has it.
async fn picture_response(
    app: &AppState,
    client: ClientAddr,
    path: &str,
    query: &str,
    headers: &HeaderMap,
) -> Option<Response> {
    if app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await.is_err() {
        return Some(StatusCode::TOO_MANY_REQUESTS.into_response());
    }
    let named = query.split('&').find_map(|part| part.strip_prefix(LANGUAGE_KEY)?.parse::<Language>().ok());
    let language = named.unwrap_or_else(|| language(headers));
    let subject = find_subject(app, client, path, query, language).await?;
    let svg = subject.board.to_svg();
    let etag = etag(&svg);
    let quoted = format!("\"{etag}\"");
    let cache_headers = [
        (header::CONTENT_TYPE, "image/png".to_owned()),
        (header::CACHE_CONTROL, "public, max-age=60".to_owned()),
        (header::ETAG, quoted.clone()),
        // A chat of another site may show the picture.
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin".to_owned()),
    ];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == quoted.as_bytes()) {
        return Some((StatusCode::NOT_MODIFIED, cache_headers).into_response());
    }
    let picture = match app.pictures.find(&etag) {
        Some(picture) => picture,
        None => {
            let picture = app.rooms.services.fold_pool.run(move || picture::render(&svg)).await.ok()??;
            app.pictures.store(etag, picture.clone());
            picture
        }
    };
    Some((cache_headers, picture).into_response())
}
