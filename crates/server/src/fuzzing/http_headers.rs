use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use crate::auth::authentication::bearer_token;
use crate::auth::session_cookie::cookie_value;
use crate::http::accept_language::language;
use crate::http::base_url::base_url;
use crate::http::middleware::allowed_hosts::AllowedHosts;
use crate::net::cidr::Cidr;
use crate::net::client_addr::{ClientAddr, rate_limit_key};
use crate::net::websocket::origin::is_same_origin;
use crate::settings::Settings;

/// The headers that decide who a client is and what it may do.
const NAMES: [HeaderName; 10] = [
    header::FORWARDED,
    HeaderName::from_static("x-forwarded-for"),
    HeaderName::from_static("x-forwarded-proto"),
    header::HOST,
    header::ORIGIN,
    header::COOKIE,
    header::AUTHORIZATION,
    header::ACCEPT_LANGUAGE,
    header::CONTENT_TYPE,
    header::IF_NONE_MATCH,
];

const PEERS: [IpAddr; 2] = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V4(Ipv4Addr::new(203, 0, 113, 9))];

/// Reads any bytes as headers of a request: the first byte selects the peer, and each line begins with a byte for the name.
/// No header makes an untrusted peer another client, and a private server answers to no other name.
pub fn http_headers(bytes: &[u8]) {
    let Some((connection, lines)) = bytes.split_first() else { return };
    let (peer, is_tls) = (PEERS[usize::from(connection & 1)], connection & 2 != 0);
    let mut headers = HeaderMap::new();
    for (name, value) in lines.split(|byte| *byte == b'\n').filter_map(<[u8]>::split_first) {
        if let Ok(value) = HeaderValue::from_bytes(value) {
            headers.append(&NAMES[usize::from(*name) % NAMES.len()], value);
        }
    }
    let direct = ClientAddr::new(peer, is_tls, &headers, &[]);
    assert_eq!(direct, ClientAddr { address: peer, is_secure: is_tls });
    check_client(ClientAddr::new(peer, is_tls, &headers, &trusted_proxies()), &headers);
    check_client(direct, &headers);
    check_host(&headers);
    let _ = (language(&headers), bearer_token(&headers));
}

fn trusted_proxies() -> [Cidr; 3] {
    ["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"].map(|text| text.parse().expect("a network"))
}

fn check_client(client: ClientAddr, headers: &HeaderMap) {
    let (address, key) = (client.address, client.rate_limit_key());
    assert_eq!(address, address.to_canonical(), "one client has one address");
    assert_eq!(rate_limit_key(key), key);
    if let Some(url) = base_url(client, headers) {
        let host = url.strip_prefix(if client.is_secure { "https://" } else { "http://" });
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
        assert!(host.is_some_and(|host| host.bytes().all(is_plain)), "{url}");
    }
    if client.is_secure && cookie_value(headers, client).is_some() {
        let cookies = headers.get_all(header::COOKIE).into_iter();
        let is_bound = |text: &str| text.contains("__Host-yipan=");
        assert!(cookies.filter_map(|value| value.to_str().ok()).any(is_bound), "{headers:?}");
    }
    let text = |name: HeaderName| headers.get(name)?.to_str().ok().map(str::to_ascii_lowercase);
    if let Some(origin) = text(header::ORIGIN)
        && is_same_origin(headers, client.is_secure)
    {
        let host = text(header::HOST).expect("a page has a host");
        let host = host.strip_suffix(":443").or(host.strip_suffix(":80")).unwrap_or(&host);
        assert!(origin.contains(host), "{origin} on {host}");
    }
}

/// Checks that a server for this machine alone answers only to names of this machine.
fn check_host(headers: &HeaderMap) {
    let private = AllowedHosts::new(&Settings::default(), SocketAddr::new(PEERS[0], 80));
    if private.allows(headers) {
        let host = headers.get(header::HOST).and_then(|value| value.to_str().ok()).expect("a name");
        let host = host.to_ascii_lowercase();
        let rest = ["localhost", "127.", "["].into_iter().find_map(|own| host.strip_prefix(own));
        let is_address = |byte: u8| byte.is_ascii_hexdigit() || b".:]".contains(&byte);
        assert!(rest.is_some_and(|rest| rest.bytes().all(is_address)), "{host}");
    }
}
