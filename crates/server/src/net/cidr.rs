use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ipnet::{IpNet, Ipv4Net};

/// A CIDR range such as `10.0.0.0/8`, or a single address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cidr(IpNet);

impl Cidr {
    /// Whether an address is in the range. IPv4 addresses mapped to IPv6 count as IPv4.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

/// The text is neither an address nor a CIDR range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseCidrError(String);

impl fmt::Display for ParseCidrError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not an IP address or CIDR range; write 127.0.0.1, ::1 or 10.0.0.0/8", self.0)
    }
}

impl std::error::Error for ParseCidrError {}

impl FromStr for Cidr {
    type Err = ParseCidrError;

    fn from_str(text: &str) -> Result<Cidr, ParseCidrError> {
        let parse = || {
            let net: IpNet = match text.parse::<IpAddr>() {
                Ok(single) => single.into(),
                Err(_) => text.parse().ok()?,
            };
            // Some systems write 10.0.0.0/8 as `::ffff:10.0.0.0/104`.
            match net.addr().to_canonical() {
                IpAddr::V4(mapped) if net.addr().is_ipv6() => {
                    let bits = net.prefix_len().checked_sub(96)?;
                    Ipv4Net::new(mapped, bits).ok().map(IpNet::V4)
                }
                _ => Some(net),
            }
        };
        parse().map(Cidr).ok_or_else(|| ParseCidrError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use yipan_testkit::mutated_text::TextMutator;

    use super::*;

    #[test]
    fn a_network_contains_the_addresses_with_its_prefix() {
        for (network, inside, outside) in [
            ("127.0.0.1", "127.0.0.1", "127.0.0.2"),
            ("10.0.0.0/8", "10.255.3.4", "11.0.0.0"),
            ("10.1.2.3/8", "10.255.3.4", "::a01:203"),
            ("192.168.4.0/23", "192.168.5.255", "192.168.6.0"),
            ("0.0.0.0/0", "255.1.2.3", "::1"),
            ("::1", "::1", "::2"),
            ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::1"),
            ("10.0.0.0/8", "::ffff:10.1.2.3", "::ffff:11.1.2.3"),
            ("::ffff:10.0.0.0/104", "10.1.2.3", "11.1.2.3"),
        ] {
            let cidr: Cidr = network.parse().unwrap_or_else(|error| panic!("{error}"));
            let contains = |address: &str| cidr.contains(address.parse().expect("an address"));
            assert_eq!((contains(inside), contains(outside)), (true, false), "{network}");
        }
    }

    #[test]
    fn invalid_networks_are_rejected() {
        for text in [
            "",
            "/",
            "10.0.0.0/",
            "10.0.0.0/33",
            "::/129",
            "10.0.0/8",
            "a.b",
            "10.0.0.0/+8",
            "::ffff:10.0.0.0/8",
        ] {
            assert_eq!(text.parse::<Cidr>(), Err(ParseCidrError(text.to_owned())), "{text}");
        }
    }

    #[test]
    fn a_million_hostile_texts_are_parsed_or_rejected() {
        let samples = ["127.0.0.1", "10.0.0.0/8", "2001:db8::/32", "::ffff:10.0.0.0/104"];
        let mut hostile = TextMutator::new(5, samples.map(str::to_owned));
        for _ in 0..1_000_000 {
            let text = hostile.next_text();
            if let Ok(network) = text.parse::<Cidr>() {
                assert!(network.contains(network.0.addr()), "{text}");
            }
        }
    }
}
