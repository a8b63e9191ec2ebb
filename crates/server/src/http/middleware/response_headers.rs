//! Response headers that restrict what browsers allow.

use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::net::client_addr::ClientAddr;
use crate::rooms::room_code::is_room_code;

/// Writes the policy that allows scripts, styles and connections of the same origin only.
macro_rules! content_security_policy {
    ($ancestors:literal) => {
        concat!(
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; ",
            "img-src 'self' data:; connect-src 'self'; worker-src 'self'; frame-ancestors ",
            $ancestors,
            "; base-uri 'none'; form-action 'self'"
        )
    };
}

/// The policy of every page: no other site may show it in a frame.
const CONTENT_SECURITY_POLICY: &str = content_security_policy!("'none'");

/// The policy of the page of an embedded game, which shows nothing that belongs to the user.
const EMBED_CONTENT_SECURITY_POLICY: &str = content_security_policy!("*");

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
    let is_embed = is_embed_page(request.uri().path());
    let mut response = next.run(request).await;
    let mut add = |name: HeaderName, value| {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    };
    if is_embed {
        add(header::CONTENT_SECURITY_POLICY, EMBED_CONTENT_SECURITY_POLICY);
        // A page that isolates itself shows only frames that agree to it.
        add(HeaderName::from_static("cross-origin-resource-policy"), "cross-origin");
    }
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

/// Whether a path is that of an embedded game, `/embed/CODE`.
fn is_embed_page(path: &str) -> bool {
    // The page accepts codes in lower case, too.
    path.strip_prefix("/embed/").is_some_and(|code| is_room_code(&code.to_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_page_of_a_game_may_be_embedded() {
        assert!(is_embed_page("/embed/K4T7QX") && is_embed_page("/embed/k4t7qx"));
        for path in [
            "/embed/",
            "/embed",
            "/embed/K4T7QX/",
            "/embed/K4T7QX/account",
            "/embed/../account",
            "/embed/x.js",
            "/account",
        ] {
            assert!(!is_embed_page(path), "{path}");
        }
    }
}
