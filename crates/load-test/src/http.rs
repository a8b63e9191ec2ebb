use std::net::SocketAddr;

use anyhow::{Context, Result};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// An HTTP response.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The name and value of the cookie that was set.
    pub(crate) cookie: Option<String>,
    pub(crate) body: String,
    /// The bytes of the body as received.
    pub(crate) body_bytes: usize,
}

/// Sends a request over a new connection and reads the response until the server closes it.
pub(crate) async fn request(
    mut stream: TcpStream,
    host: SocketAddr,
    method: &str,
    path: &str,
    cookie: Option<&str>,
    body: &str,
) -> Result<Response> {
    let cookie = cookie.map_or_else(String::new, |cookie| format!("Cookie: {cookie}\r\n"));
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{cookie}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await?;
    Response::parse(&bytes)
}

impl Response {
    fn parse(bytes: &[u8]) -> Result<Response> {
        let head_end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        let body_bytes = bytes.len() - head_end.map_or(bytes.len(), |end| end + 4);
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").context("the response has no end of its head")?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let cookie = head.lines().find_map(|line| {
            let (name, value) = line.split_once(": ")?;
            let is_cookie = name.eq_ignore_ascii_case("set-cookie");
            is_cookie.then(|| value.split(';').next().unwrap_or_default().to_owned())
        });
        let status = status.context("the response has no status")?;
        Ok(Response { status, cookie, body: body.to_owned(), body_bytes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_is_split_into_its_parts() {
        let bytes = "HTTP/1.1 201 Created\r\nSet-Cookie: id=7; HttpOnly\r\n\r\n弈".as_bytes();
        let response = Response::parse(bytes).expect("a response");
        assert_eq!((response.status, response.cookie.as_deref()), (201, Some("id=7")));
        assert_eq!((response.body.as_str(), response.body_bytes), ("弈", 3));
        assert!(Response::parse(b"HTTP/1.1 200 OK\r\n").is_err());
        assert!(Response::parse(b"hello\r\n\r\n").is_err());
    }
}
