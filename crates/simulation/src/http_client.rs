//! HTTP requests and WebSockets over streams in memory.

use std::error::Error;

use axum::body::Body;
use hyper::header::{CONTENT_TYPE, COOKIE, HOST, SET_COOKIE};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use tokio::io::DuplexStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// The name of the server in requests.
const SERVER_NAME: &str = "127.0.0.1";

/// The most bytes of a response.
const MAX_RESPONSE_BYTES: usize = 1 << 20;

/// The reason why a request has no response: the connection was lost, most likely.
pub(crate) type HttpError = Box<dyn Error + Send + Sync>;

/// A WebSocket of a simulated user.
pub(crate) type Socket = WebSocketStream<DuplexStream>;

/// A response.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The name and value of the cookie that was set last.
    pub(crate) cookie: Option<String>,
    pub(crate) body: String,
}

/// Sends a request and returns the response.
pub(crate) async fn request(
    stream: DuplexStream,
    method: Method,
    path: &str,
    cookie: Option<&str>,
    body: String,
) -> Result<Response, HttpError> {
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    let connection = tokio::spawn(connection);
    let mut request = Request::builder().method(method).uri(path).header(HOST, SERVER_NAME);
    if let Some(cookie) = cookie {
        request = request.header(COOKIE, cookie);
    }
    let request = request.header(CONTENT_TYPE, "application/json").body(Body::from(body))?;
    let response = sender.send_request(request).await?;
    let status = response.status().as_u16();
    let set_cookies = response.headers().get_all(SET_COOKIE).iter();
    let cookie =
        set_cookies.filter_map(|value| value.to_str().ok()?.split(';').next().map(str::to_owned)).next_back();
    let body = axum::body::to_bytes(Body::new(response.into_body()), MAX_RESPONSE_BYTES).await?;
    connection.abort();
    Ok(Response { status, cookie, body: String::from_utf8_lossy(&body).into_owned() })
}

/// Opens a WebSocket.
pub(crate) async fn open_socket(stream: DuplexStream, cookie: Option<&str>) -> Result<Socket, HttpError> {
    let mut request = format!("ws://{SERVER_NAME}/ws").into_client_request()?;
    if let Some(cookie) = cookie {
        request.headers_mut().insert(COOKIE, cookie.parse()?);
    }
    let (socket, _) = tokio_tungstenite::client_async(request, stream).await?;
    Ok(socket)
}
