use std::fmt;
use std::str::FromStr;

use async_nats::ServerAddr;
use yipan_core::{Language, Localize, impl_localized_error};

use crate::storage::postgres::mask_password;

/// The addresses of the servers of a bus, separated by commas. They are displayed without passwords.
#[derive(Clone)]
pub struct BusUrl {
    servers: Vec<ServerAddr>,
    masked: String,
}

impl BusUrl {
    pub(super) fn servers(&self) -> &[ServerAddr] {
        &self.servers
    }

    /// Returns the user and the password of the first address that has them. The client library does not read them, and
    /// uses the same for all servers.
    pub(super) fn credentials(&self) -> Option<(String, String)> {
        let credentials = |server: &ServerAddr| {
            Some((percent_decoded(server.username()?), percent_decoded(server.password()?)))
        };
        self.servers.iter().find_map(credentials)
    }
}

impl FromStr for BusUrl {
    type Err = ParseBusUrlError;

    fn from_str(text: &str) -> Result<BusUrl, ParseBusUrlError> {
        let server = |url: &str| {
            let is_nats = url.starts_with("nats://") || url.starts_with("tls://");
            let server: Option<ServerAddr> = url.parse().ok().filter(|_| is_nats);
            server.filter(|server: &ServerAddr| !server.host().is_empty()).ok_or(ParseBusUrlError)
        };
        let urls = || text.split(',').map(str::trim);
        let servers = urls().map(server).collect::<Result<Vec<_>, _>>()?;
        Ok(BusUrl { servers, masked: mask_bus_passwords(text) })
    }
}

impl fmt::Display for BusUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.masked)
    }
}

impl fmt::Debug for BusUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BusUrl({})", self.masked)
    }
}

/// Decodes a part of an address. What is not valid UTF-8 is replaced.
fn percent_decoded(text: &str) -> String {
    let mut decoded = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match code.filter(|_| byte == b'%') {
            Some(code) => {
                decoded.push(code);
                rest = &after[2..];
            }
            None => {
                decoded.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// Replaces the passwords in the addresses of a bus, also in ones that are not valid.
#[must_use]
pub fn mask_bus_passwords(urls: &str) -> String {
    // A comma that is not encoded may be part of a password.
    if urls.split(',').any(|url| !url.contains("://")) {
        return mask_password(urls);
    }
    urls.split(',').map(|url| mask_password(url.trim())).collect::<Vec<_>>().join(",")
}

/// The error of a text that is not the address of a bus. It does not repeat the text, which may contain a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseBusUrlError;

impl Localize for ParseBusUrlError {
    fn localize(&self, language: Language) -> String {
        let text = language.choose(
            "the address of the bus is not valid; write nats://USER:PASSWORD@HOST:PORT or tls://HOST:PORT, several \
             separated by commas, with special characters of the password percent-encoded",
            "消息总线地址无效；请写成 nats://USER:PASSWORD@HOST:PORT 或 tls://HOST:PORT，多个地址用逗号分隔，密码里的\
             特殊字符要用百分号编码",
            "訊息匯流排位址無效；請寫成 nats://USER:PASSWORD@HOST:PORT 或 tls://HOST:PORT，多個位址用逗號分隔，密碼裡的\
             特殊字元要用百分號編碼",
        );
        text.to_owned()
    }
}

impl_localized_error!(ParseBusUrlError);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_user_and_the_password_are_those_of_the_first_address_that_has_them() {
        for (url, expected) in [
            ("nats://one:4222,nats://two:4222", None),
            ("nats://ada:hush@one,nats://bob:other@two", Some(("ada", "hush"))),
            ("nats://one,nats://a%40b:50%25%zz@two", Some(("a@b", "50%%zz"))),
        ] {
            let credentials = url.parse::<BusUrl>().expect("a valid address").credentials();
            let expected = expected.map(|(user, password)| (user.to_owned(), password.to_owned()));
            assert_eq!(credentials, expected, "{url}");
        }
    }

    #[test]
    fn a_password_is_never_displayed() {
        for (url, expected) in [
            ("nats://ada:hush@bus:4222", "nats://ada:***@bus:4222"),
            ("nats://ada:hush@one,tls://bob:hush@two:4333", "nats://ada:***@one,tls://bob:***@two:4333"),
            ("nats://one, nats://two", "nats://one,nats://two"),
        ] {
            let parsed: BusUrl = url.parse().expect("a valid address");
            assert_eq!(parsed.to_string(), expected);
            assert_eq!(format!("{parsed:?}"), format!("BusUrl({expected})"));
        }
    }

    #[test]
    fn what_is_not_an_address_is_rejected_without_being_repeated() {
        for url in
            ["", "hush", "http://ada:hush@bus", "nats://ada:hush@bus,", "nats://ada:hush@bus:port", "nats://"]
        {
            let error = url.parse::<BusUrl>().expect_err(url).to_string();
            assert!(!error.contains("hush") && error.contains("nats://"), "{error}");
            assert!(!mask_bus_passwords(url).contains("hush"), "{url}");
        }
    }
}
