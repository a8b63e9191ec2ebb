use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api_errors;
use crate::http::accept_language::language;
use crate::http::rejection::ApiRejection;
use crate::settings::Settings;

/// Paths that are served under any name. They reveal nothing, and probes often use an address.
const PROBES: [&str; 3] = ["/healthz", "/livez", "/readyz"];

/// The accepted names in the `Host` header, as a defense against DNS rebinding.
#[derive(Debug)]
pub(crate) struct AllowedHosts {
    listen: IpAddr,
    /// `None` allows every name.
    names: Option<Vec<String>>,
}

impl AllowedHosts {
    pub(crate) fn new(settings: &Settings, listen: SocketAddr) -> AllowedHosts {
        // A trusted proxy on the same machine forwards its own names, which only the operator knows.
        let is_private = listen.ip().is_loopback() && settings.trusted_proxies.is_empty();
        let names =
            (is_private || !settings.allowed_hosts.is_empty()).then(|| settings.allowed_hosts.clone());
        AllowedHosts { listen: listen.ip(), names }
    }

    pub(crate) fn allows(&self, headers: &HeaderMap) -> bool {
        let Some(names) = &self.names else { return true };
        let host = headers.get(header::HOST).and_then(|value| value.to_str().ok());
        let Some(host) = host.map(without_port) else { return false };
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        // IPv6 addresses have brackets in a `Host` header.
        let address: Option<IpAddr> =
            bare.or(Some(host).filter(|host| !host.contains(':'))).and_then(|host| host.parse().ok());
        match address {
            Some(address) if address.is_loopback() || address == self.listen => true,
            _ => {
                let mut names = names.iter().map(String::as_str).chain(["localhost"]);
                names.any(|name| without_port(name).eq_ignore_ascii_case(host))
            }
        }
    }
}

/// Rejects requests with other host names, before anything else handles them.
pub(crate) async fn check_host(
    State(allowed): State<Arc<AllowedHosts>>,
    request: Request,
    next: Next,
) -> Response {
    if allowed.allows(request.headers()) || PROBES.contains(&request.uri().path()) {
        return next.run(request).await;
    }
    let language = language(request.headers());
    ApiRejection::new(StatusCode::MISDIRECTED_REQUEST, api_errors::unknown_host(language)).into_response()
}

/// Returns a host without its port: `[::1]:80`, `localhost:80`.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port))
            if port.bytes().all(|byte| byte.is_ascii_digit()) && !is_unbracketed_ipv6(name) =>
        {
            name
        }
        _ => host,
    }
}

/// Whether the text before a colon belongs to an IPv6 address, so that no port follows.
fn is_unbracketed_ipv6(name: &str) -> bool {
    name.starts_with('[') && !name.ends_with(']') || !name.starts_with('[') && name.contains(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_cut_off_and_an_address_is_not() {
        for (host, name) in [
            ("localhost", "localhost"),
            ("localhost:80", "localhost"),
            ("[::1]:80", "[::1]"),
            ("[::1]", "[::1]"),
            ("::1", "::1"),
            ("a:b", "a:b"),
        ] {
            assert_eq!(without_port(host), name, "{host}");
        }
    }

    #[test]
    fn a_public_server_answers_to_every_host_name_unless_some_are_configured() {
        let world = SocketAddr::from(([0, 0, 0, 0], 80));
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "anything.example".parse().expect("a name"));
        assert!(AllowedHosts::new(&Settings::default(), world).allows(&headers));
        let named = Settings { allowed_hosts: vec!["play.example".to_owned()], ..Settings::default() };
        assert!(!AllowedHosts::new(&named, world).allows(&headers));
    }
}
