//! The client address of a request, also behind trusted proxies.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;

use crate::net::cidr::Cidr;

const FORWARDED: &str = "forwarded";
const FORWARDED_FOR: &str = "x-forwarded-for";
const FORWARDED_PROTO: &str = "x-forwarded-proto";

/// The client of a request: the peer or, behind a trusted proxy, the last untrusted address in `X-Forwarded-For` or
/// `Forwarded`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClientAddr {
    /// The address of the client. Rate limits use its [`rate_limit_key`].
    pub(crate) address: IpAddr,
    /// Whether the client uses HTTPS.
    pub(crate) is_secure: bool,
}

/// An address in a forwarding header; `None` if it is malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hop(Option<ClientAddr>);

/// Returns the key for rate limits: an IPv4 address, or the /64 network of an IPv6 address.
pub(crate) fn rate_limit_key(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
        address @ IpAddr::V4(_) => address,
    }
}

impl ClientAddr {
    /// Returns the key for rate limits.
    pub(crate) fn rate_limit_key(self) -> IpAddr {
        rate_limit_key(self.address)
    }

    /// Determines the client. Forwarding headers are honored from the nearest proxy back, as long as each is trusted.
    /// `is_tls` is whether the connection of the peer itself is encrypted.
    pub(crate) fn new(peer: IpAddr, is_tls: bool, headers: &HeaderMap, trusted: &[Cidr]) -> ClientAddr {
        let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(address));
        let proxy = ClientAddr { address: peer.to_canonical(), is_secure: is_tls };
        if !is_trusted(peer) {
            return proxy;
        }
        // The proxy may serve its own clients without TLS, even if its connection to this server is encrypted.
        let unknown = ClientAddr { is_secure: false, ..proxy };
        let walk = |hops: Vec<Hop>| {
            let mut client = unknown;
            for hop in hops.into_iter().rev().map_while(|Hop(hop)| hop) {
                client = hop;
                if !is_trusted(hop.address) {
                    break;
                }
            }
            client
        };
        let from_list = headers.contains_key(FORWARDED_FOR).then(|| walk(forwarded_for(headers)));
        let from_forwarded = headers.contains_key(FORWARDED).then(|| walk(forwarded(headers)));
        let is_https = match first_value(headers, FORWARDED_PROTO) {
            Some(proto) => proto.eq_ignore_ascii_case("https"),
            None => is_tls && from_forwarded.is_none(),
        };
        match (from_list, from_forwarded) {
            // A proxy sets one of the headers and forwards the other as the client sent it. Which one is unknown.
            (Some(list), Some(standard)) if list.address != standard.address => proxy,
            (list, standard) => {
                let client = standard.or(list).unwrap_or(unknown);
                ClientAddr { is_secure: client.is_secure || is_https, ..client }
            }
        }
    }
}

/// Returns all values of a header. One that is not text becomes `?`, which is malformed.
fn values<'a>(headers: &'a HeaderMap, name: &'static str) -> impl Iterator<Item = &'a str> {
    headers.get_all(name).into_iter().map(|value| value.to_str().unwrap_or("?"))
}

fn first_value<'a>(headers: &'a HeaderMap, name: &'static str) -> Option<&'a str> {
    values(headers, name).next()?.split(',').next().map(str::trim)
}

/// Parses `X-Forwarded-For: CLIENT, PROXY, ..`
fn forwarded_for(headers: &HeaderMap) -> Vec<Hop> {
    let nodes = values(headers, FORWARDED_FOR).flat_map(|value| value.split(','));
    nodes
        .map(|node| Hop(parse_node(node.trim()).map(|address| ClientAddr { address, is_secure: false })))
        .collect()
}

/// Parses `Forwarded: for=CLIENT;proto=https, for=PROXY, ..` (RFC 7239).
fn forwarded(headers: &HeaderMap) -> Vec<Hop> {
    let hop = |element: &str| {
        let pairs: Vec<_> = split_unquoted(element, ';').filter_map(|pair| pair.split_once('=')).collect();
        let value = |key: &str| {
            let (_, value) = pairs.iter().find(|(name, _)| name.trim().eq_ignore_ascii_case(key))?;
            Some(value.trim().trim_matches('"'))
        };
        let is_secure = value("proto").is_some_and(|proto| proto.eq_ignore_ascii_case("https"));
        Hop(value("for").and_then(parse_node).map(|address| ClientAddr { address, is_secure }))
    };
    values(headers, FORWARDED).flat_map(|value| split_unquoted(value, ',').map(hop)).collect()
}

/// Splits a text at separators outside quotes.
fn split_unquoted(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    text.split(move |character| {
        is_quoted ^= character == '"';
        character == separator && !is_quoted
    })
}

/// Parses an address with or without a port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:80`.
fn parse_node(node: &str) -> Option<IpAddr> {
    let bare = node.strip_prefix('[').and_then(|node| node.strip_suffix(']')).unwrap_or(node);
    let found = bare.parse().ok().or_else(|| node.parse::<SocketAddr>().ok().map(|address| address.ip()));
    found.map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};
    use yipan_testkit::mutated_text::TextMutator;

    use super::*;

    fn client_addr(peer: &str, headers: &[(&str, &str)]) -> ClientAddr {
        let mut header_map = HeaderMap::new();
        for (name, value) in headers {
            let name: HeaderName = name.parse().expect("a name");
            header_map.append(name, HeaderValue::from_bytes(value.as_bytes()).expect("a value"));
        }
        let trusted = ["127.0.0.1", "10.0.0.0/8", "::1"].map(|text| text.parse().expect("a network"));
        ClientAddr::new(peer.parse().expect("an address"), false, &header_map, &trusted)
    }

    #[track_caller]
    fn check(peer: &str, headers: &[(&str, &str)], address: &str, is_secure: bool) {
        let expected = ClientAddr { address: address.parse().expect("an address"), is_secure };
        assert_eq!(client_addr(peer, headers), expected, "{peer} {headers:?}");
    }

    #[test]
    fn a_trusted_proxy_names_its_client() {
        let (list, proto) = ("x-forwarded-for", "x-forwarded-proto");
        check("127.0.0.1", &[], "127.0.0.1", false);
        check("127.0.0.1", &[(list, "192.0.2.7")], "192.0.2.7", false);
        check("::1", &[(list, "192.0.2.7"), (proto, "https")], "192.0.2.7", true);
        check("::ffff:10.0.0.1", &[(list, "192.0.2.7"), (proto, "HTTPS, http")], "192.0.2.7", true);
        check("127.0.0.1", &[(list, "[2001:db8::1]:4711"), (proto, "http")], "2001:db8::1", false);
        check("127.0.0.1", &[("forwarded", "For=\"[2001:db8::1]\";Proto=https")], "2001:db8::1", true);
        check("127.0.0.1", &[("forwarded", "by=_x;for=192.0.2.7:80;host=\"a,b;c\"")], "192.0.2.7", false);
        check(
            "127.0.0.1",
            &[(list, "192.0.2.7"), ("forwarded", "for=192.0.2.7;proto=https")],
            "192.0.2.7",
            true,
        );
    }

    #[test]
    fn the_last_untrusted_address_is_the_client() {
        let list = "x-forwarded-for";
        check("10.0.0.1", &[(list, "198.51.100.1, 192.0.2.7, 10.0.0.2")], "192.0.2.7", false);
        check("10.0.0.1", &[(list, "198.51.100.1"), (list, "192.0.2.7,10.0.0.2")], "192.0.2.7", false);
        check("10.0.0.1", &[(list, "10.0.0.3, 10.0.0.2")], "10.0.0.3", false);
        check(
            "10.0.0.1",
            &[("forwarded", "for=198.51.100.1;proto=https, for=192.0.2.7, for=10.0.0.2;proto=https")],
            "192.0.2.7",
            false,
        );
    }

    #[test]
    fn a_subnet_has_one_rate_limit_key_however_many_addresses_it_has() {
        for (address, expected) in [
            ("192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("2001:db8:1:2:ffff::", "2001:db8:1:2::"),
            ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ] {
            let expected: IpAddr = expected.parse().expect("an address");
            assert_eq!(client_addr(address, &[]).rate_limit_key(), expected, "{address}");
        }
    }

    #[test]
    fn headers_of_untrusted_peers_are_ignored() {
        let forged = [
            ("x-forwarded-for", "192.0.2.7"),
            ("forwarded", "for=192.0.2.7"),
            ("x-forwarded-proto", "https"),
        ];
        check("203.0.113.9", &forged, "203.0.113.9", false);
        check("203.0.113.9", &forged[..1], "203.0.113.9", false);
        // Addresses before a malformed one are ignored.
        check("10.0.0.1", &[("x-forwarded-for", "192.0.2.7, nonsense")], "10.0.0.1", false);
        check("10.0.0.1", &[("x-forwarded-for", "192.0.2.7, nonsense, 10.0.0.2")], "10.0.0.2", false);
        check("10.0.0.1", &[("x-forwarded-for", "192.0.2.7, \u{e9}")], "10.0.0.1", false);
        check("10.0.0.1", &[("forwarded", "for=unknown")], "10.0.0.1", false);
        check("10.0.0.1", &[("forwarded", "for=\"192.0.2.7")], "192.0.2.7", false);
        // One of the headers comes from the proxy, the other from the client.
        let both = [("x-forwarded-for", "192.0.2.7"), ("forwarded", "for=198.51.100.1;proto=https")];
        check("10.0.0.1", &both, "10.0.0.1", false);
    }

    #[test]
    fn an_encrypted_connection_is_secure_unless_a_trusted_proxy_says_otherwise() {
        let trusted = ["10.0.0.0/8".parse().expect("a network")];
        for (peer, header, is_secure) in [
            ("192.0.2.7", None, true),
            ("192.0.2.7", Some((FORWARDED_PROTO, "http")), true),
            ("10.0.0.1", None, true),
            ("10.0.0.1", Some((FORWARDED_FOR, "192.0.2.7")), true),
            ("10.0.0.1", Some((FORWARDED_PROTO, "https")), true),
            ("10.0.0.1", Some((FORWARDED_PROTO, "http")), false),
            ("10.0.0.1", Some((FORWARDED, "for=192.0.2.7;proto=https")), true),
            ("10.0.0.1", Some((FORWARDED, "for=192.0.2.7;proto=http")), false),
        ] {
            let mut headers = HeaderMap::new();
            if let Some((name, value)) = header {
                headers.insert(name, HeaderValue::from_static(value));
            }
            let client = ClientAddr::new(peer.parse().expect("an address"), true, &headers, &trusted);
            assert_eq!(client.is_secure, is_secure, "{peer} {header:?}");
        }
    }

    #[test]
    fn a_million_hostile_headers_yield_an_address() {
        let samples =
            ["for=192.0.2.7;proto=https, for=\"[2001:db8::1]:80\"", "192.0.2.7, 10.0.0.2, [::1]:80"];
        let mut hostile = TextMutator::new(6, samples.map(str::to_owned));
        for _ in 0..1_000_000 {
            let text = hostile.next_text();
            let Ok(value) = HeaderValue::from_bytes(text.as_bytes()) else { continue };
            let mut headers = HeaderMap::new();
            for name in [FORWARDED, FORWARDED_FOR, FORWARDED_PROTO] {
                headers.insert(name, value.clone());
            }
            let peer = IpAddr::from([203, 0, 113, 9]);
            assert_eq!(
                ClientAddr::new(peer, false, &headers, &[]),
                ClientAddr { address: peer, is_secure: false }
            );
            let any = ["0.0.0.0/0", "::/0"].map(|text| text.parse().expect("a network"));
            let found = ClientAddr::new(peer, false, &headers, &any);
            assert_eq!(found.address, found.address.to_canonical(), "{text}");
        }
    }
}
