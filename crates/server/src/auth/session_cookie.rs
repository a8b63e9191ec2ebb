use axum::http::{HeaderMap, header};

use crate::net::client_addr::ClientAddr;

/// The name of the cookie over plain HTTP.
pub(crate) const SESSION_COOKIE: &str = "yipan";

/// The name of the cookie over HTTPS, where no other is accepted.
///
/// Browsers accept a cookie with this prefix only over HTTPS, for this exact host and for every path. So neither a
/// sibling domain nor an attacker on plain HTTP can set one.
const SECURE_SESSION_COOKIE: &str = "__Host-yipan";

/// Returns the value of the session cookie. Over plain HTTP the `__Host-` cookie takes precedence.
pub(crate) fn cookie_value(headers: &HeaderMap, client: ClientAddr) -> Option<&str> {
    let lines = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut plain = None;
    let secure = pairs.find_map(|(name, value)| {
        if name == SESSION_COOKIE && !client.is_secure {
            plain = plain.or(Some(value));
        }
        (name == SECURE_SESSION_COOKIE).then_some(value)
    });
    secure.or(plain)
}

/// Returns a `Set-Cookie` value. Over HTTPS the cookie is `Secure` and bound to the host.
pub(crate) fn session_cookie(value: &str, lifetime_millis: u64, client: ClientAddr) -> String {
    let (name, secure) =
        if client.is_secure { (SECURE_SESSION_COOKIE, "; Secure") } else { (SESSION_COOKIE, "") };
    format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={}{secure}", lifetime_millis / 1_000)
}

/// Returns `Set-Cookie` values that remove the session cookie under either name.
pub(crate) fn expired_cookies(client: ClientAddr) -> Vec<String> {
    let plain = session_cookie("", 0, ClientAddr { is_secure: false, ..client });
    if client.is_secure { vec![session_cookie("", 0, client), plain] } else { vec![plain] }
}
