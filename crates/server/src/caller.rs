//! Where a request comes from, as far as it can be believed.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;

use crate::network::Network;

const FORWARDED: &str = "forwarded";
const FORWARDED_FOR: &str = "x-forwarded-for";
const FORWARDED_PROTO: &str = "x-forwarded-proto";

/// Who has sent a request: the other end of the line or, where that is a trusted proxy, whom the proxy names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Caller {
    /// Where he is; budgets count for his [`Caller::home`].
    pub(crate) address: IpAddr,
    /// Whether he came by https.
    pub(crate) is_secure: bool,
}

/// A station on the way here, as the next one has told it; nothing where that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hop(Option<Caller>);

/// What budgets count for: an address or, of the newer ones, the 2^64 that one line is given.
pub(crate) fn home(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(many) => IpAddr::V6((many.to_bits() >> 64 << 64).into()),
        one @ IpAddr::V4(_) => one,
    }
}

impl Caller {
    /// What budgets count for.
    pub(crate) fn home(self) -> IpAddr {
        home(self.address)
    }

    /// Believes what trusted proxies say, from the nearest on, and nobody else.
    pub(crate) fn new(line: IpAddr, headers: &HeaderMap, trusted: &[Network]) -> Caller {
        let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(address));
        let proxy = Caller { address: line.to_canonical(), is_secure: false };
        if !is_trusted(line) {
            return proxy;
        }
        let walk = |hops: Vec<Hop>| {
            let mut caller = proxy;
            for hop in hops.into_iter().rev().map_while(|Hop(hop)| hop) {
                caller = hop;
                if !is_trusted(hop.address) {
                    break;
                }
            }
            caller
        };
        let by_list = headers.contains_key(FORWARDED_FOR).then(|| walk(forwarded_for(headers)));
        let by_standard = headers.contains_key(FORWARDED).then(|| walk(forwarded(headers)));
        let is_https =
            first(headers, FORWARDED_PROTO).is_some_and(|proto| proto.eq_ignore_ascii_case("https"));
        match (by_list, by_standard) {
            // A proxy writes one of the two and lets the other pass as the client wrote it; no telling which.
            (Some(list), Some(standard)) if list.address != standard.address => proxy,
            (list, standard) => {
                let caller = standard.or(list).unwrap_or(proxy);
                Caller { is_secure: caller.is_secure || is_https, ..caller }
            }
        }
    }
}

/// The values of a header that may be said many times; one that is no text is a value all the same.
fn values<'a>(headers: &'a HeaderMap, name: &'static str) -> impl Iterator<Item = &'a str> {
    headers.get_all(name).into_iter().map(|value| value.to_str().unwrap_or("?"))
}

fn first<'a>(headers: &'a HeaderMap, name: &'static str) -> Option<&'a str> {
    values(headers, name).next()?.split(',').next().map(str::trim)
}

/// `X-Forwarded-For: CLIENT, PROXY, ..`
fn forwarded_for(headers: &HeaderMap) -> Vec<Hop> {
    let nodes = values(headers, FORWARDED_FOR).flat_map(|value| value.split(','));
    nodes.map(|node| Hop(address(node.trim()).map(|address| Caller { address, is_secure: false }))).collect()
}

/// `Forwarded: for=CLIENT;proto=https, for=PROXY, ..`, as RFC 7239 has it.
fn forwarded(headers: &HeaderMap) -> Vec<Hop> {
    let hop = |element: &str| {
        let pairs: Vec<_> = unquoted(element, ';').filter_map(|pair| pair.split_once('=')).collect();
        let value = |key: &str| {
            let (_, value) = pairs.iter().find(|(name, _)| name.trim().eq_ignore_ascii_case(key))?;
            Some(value.trim().trim_matches('"'))
        };
        let is_secure = value("proto").is_some_and(|proto| proto.eq_ignore_ascii_case("https"));
        Hop(value("for").and_then(address).map(|address| Caller { address, is_secure }))
    };
    values(headers, FORWARDED).flat_map(|value| unquoted(value, ',').map(hop)).collect()
}

/// Splits a text where the separator stands outside quotes.
fn unquoted(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    text.split(move |sign| {
        is_quoted ^= sign == '"';
        sign == separator && !is_quoted
    })
}

/// An address with or without a port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:80`.
fn address(node: &str) -> Option<IpAddr> {
    let bare = node.strip_prefix('[').and_then(|node| node.strip_suffix(']')).unwrap_or(node);
    let found = bare.parse().ok().or_else(|| node.parse::<SocketAddr>().ok().map(|address| address.ip()));
    found.map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};
    use yipan_testkit::hostile::Hostile;

    use super::*;

    fn caller(line: &str, headers: &[(&str, &str)]) -> Caller {
        let mut told = HeaderMap::new();
        for (name, value) in headers {
            let name: HeaderName = name.parse().expect("a name");
            told.append(name, HeaderValue::from_bytes(value.as_bytes()).expect("a value"));
        }
        let trusted = ["127.0.0.1", "10.0.0.0/8", "::1"].map(|text| text.parse().expect("a network"));
        Caller::new(line.parse().expect("an address"), &told, &trusted)
    }

    #[track_caller]
    fn check(line: &str, headers: &[(&str, &str)], address: &str, is_secure: bool) {
        let expected = Caller { address: address.parse().expect("an address"), is_secure };
        assert_eq!(caller(line, headers), expected, "{line} {headers:?}");
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
    fn the_last_address_that_no_trusted_proxy_has_is_the_clients() {
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
    fn a_line_has_one_budget_however_many_addresses_it_was_given() {
        for (address, expected) in [
            ("192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("2001:db8:1:2:ffff::", "2001:db8:1:2::"),
            ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ] {
            let expected: IpAddr = expected.parse().expect("an address");
            assert_eq!(caller(address, &[]).home(), expected, "{address}");
        }
    }

    #[test]
    fn nobody_else_is_believed() {
        let lies = [
            ("x-forwarded-for", "192.0.2.7"),
            ("forwarded", "for=192.0.2.7"),
            ("x-forwarded-proto", "https"),
        ];
        check("203.0.113.9", &lies, "203.0.113.9", false);
        check("203.0.113.9", &lies[..1], "203.0.113.9", false);
        // What cannot be read is where belief ends.
        check("10.0.0.1", &[("x-forwarded-for", "192.0.2.7, nonsense")], "10.0.0.1", false);
        check("10.0.0.1", &[("x-forwarded-for", "192.0.2.7, nonsense, 10.0.0.2")], "10.0.0.2", false);
        check("10.0.0.1", &[("x-forwarded-for", "192.0.2.7, \u{e9}")], "10.0.0.1", false);
        check("10.0.0.1", &[("forwarded", "for=unknown")], "10.0.0.1", false);
        check("10.0.0.1", &[("forwarded", "for=\"192.0.2.7")], "192.0.2.7", false);
        // The proxy has written one of them, the client the other.
        let both = [("x-forwarded-for", "192.0.2.7"), ("forwarded", "for=198.51.100.1;proto=https")];
        check("10.0.0.1", &both, "10.0.0.1", false);
    }

    #[test]
    fn a_million_hostile_headers_name_somebody() {
        let samples =
            ["for=192.0.2.7;proto=https, for=\"[2001:db8::1]:80\"", "192.0.2.7, 10.0.0.2, [::1]:80"];
        let mut hostile = Hostile::new(6, samples.map(str::to_owned));
        for _ in 0..1_000_000 {
            let text = hostile.text();
            let Ok(value) = HeaderValue::from_bytes(text.as_bytes()) else { continue };
            let mut headers = HeaderMap::new();
            for name in [FORWARDED, FORWARDED_FOR, FORWARDED_PROTO] {
                headers.insert(name, value.clone());
            }
            let line = IpAddr::from([203, 0, 113, 9]);
            assert_eq!(Caller::new(line, &headers, &[]), Caller { address: line, is_secure: false });
            let any = ["0.0.0.0/0", "::/0"].map(|text| text.parse().expect("a network"));
            let found = Caller::new(line, &headers, &any);
            assert_eq!(found.address, found.address.to_canonical(), "{text}");
        }
    }
}
