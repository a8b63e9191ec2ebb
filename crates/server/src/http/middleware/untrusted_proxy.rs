use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::Response;

use crate::net::client_addr::ClientAddr;

/// Whether the warning was logged.
#[derive(Debug, Default)]
pub(crate) struct Warned(AtomicBool);

/// Warns once if requests seem to come through a proxy although the server trusts none. Then all clients share the rate
/// limits of one address, and cookies are not `Secure`.
pub(crate) async fn warn_once(
    State(warned): State<Arc<Warned>>,
    ConnectInfo(client): ConnectInfo<ClientAddr>,
    request: Request,
    next: Next,
) -> Response {
    if seems_proxied(client.address, request.headers()) && !warned.0.swap(true, Ordering::Relaxed) {
        tracing::warn!(
            address = %client.address,
            "requests come through a proxy that is not trusted; if it is yours, name it with --trusted-proxies"
        );
    }
    next.run(request).await
}

/// Whether a request seems to come from a proxy of the operator. Any client can send these headers, but the proxy is
/// likely to have a private address.
fn seems_proxied(address: IpAddr, headers: &HeaderMap) -> bool {
    let is_near = match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local(),
    };
    is_near && (headers.contains_key("x-forwarded-for") || headers.contains_key("forwarded"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_neighbor_with_forwarding_headers_seems_to_be_a_proxy() {
        let mut forwarded = HeaderMap::new();
        forwarded.insert("x-forwarded-for", "192.0.2.1".parse().expect("a header"));
        let seems = |address: &str, headers| seems_proxied(address.parse().expect("an address"), headers);
        assert!(
            seems("127.0.0.1", &forwarded) && seems("10.1.2.3", &forwarded) && seems("fd00::1", &forwarded)
        );
        assert!(!seems("192.0.2.7", &forwarded) && !seems("2001:db8::1", &forwarded));
        assert!(!seems("127.0.0.1", &HeaderMap::new()));
    }
}
