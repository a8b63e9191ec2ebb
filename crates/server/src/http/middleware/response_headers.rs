//! Response headers that restrict what browsers allow.

use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::net::client_addr::ClientAddr;

/// Allows scripts, styles and connections of the same origin only.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
     connect-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/// Features that the page never uses.
const PERMISSIONS_POLICY: &str = "camera=(), microphone=(), geolocation=(), payment=(), usb=(), midi=(), \
     display-capture=()";

/// One year, without subdomains, which may not support HTTPS.
const STRICT_TRANSPORT_SECURITY: &str = "max-age=31536000";

const FIXED_HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("permissions-policy"), PERMISSIONS_POLICY),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Adds the headers, where a handler has not set its own.
pub(crate) async fn add_headers(
    ConnectInfo(client): ConnectInfo<ClientAddr>,
    request: Request,
    next: Next,
) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    let mut add = |name: HeaderName, value| {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    };
    for (name, value) in FIXED_HEADERS {
        add(name, value);
    }
    if is_api {
        // Responses depend on the user and on the time.
        add(header::CACHE_CONTROL, "no-store");
    }
    if client.is_secure {
        add(header::STRICT_TRANSPORT_SECURITY, STRICT_TRANSPORT_SECURITY);
    }
    response
}
