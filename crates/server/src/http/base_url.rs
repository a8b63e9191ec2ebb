use axum::http::{HeaderMap, header};

use crate::net::client_addr::ClientAddr;

/// The longest host name. Longer ones would make a QR code too dense.
const MAX_HOST_LENGTH: usize = 255;

/// Returns the scheme and the host of a request; `None` if the host is malformed.
pub(crate) fn base_url(client: ClientAddr, headers: &HeaderMap) -> Option<String> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
    if host.len() > MAX_HOST_LENGTH || !host.bytes().all(is_allowed) {
        return None;
    }
    let scheme = if client.is_secure { "https" } else { "http" };
    Some(format!("{scheme}://{host}"))
}
