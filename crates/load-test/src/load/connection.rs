//! The steps of a client's connection.

use std::net::SocketAddr;

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use yipan_wire::{CategoryRating, CreatedRoom, ServerMessage, UserProfile};

use crate::http;
use crate::messages;

/// Opens a WebSocket, with the cookie that the server set.
pub(crate) async fn open_socket(
    address: SocketAddr,
    cookie: Option<&str>,
) -> Result<(WebSocketStream<TcpStream>, Option<String>)> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut request = format!("ws://{address}/ws").into_client_request()?;
    if let Some(cookie) = cookie {
        request.headers_mut().insert("cookie", cookie.parse()?);
    }
    // The default buffers of thousands of clients would exhaust the memory of the load generator.
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    let (socket, response) = client_async_with_config(request, stream, Some(config)).await?;
    let cookie = response.headers().get("set-cookie").and_then(|value| value.to_str().ok());
    Ok((socket, cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned)))
}

/// Sends the hello and returns the user id of the welcome.
pub(crate) async fn send_hello(socket: &mut WebSocketStream<TcpStream>) -> Result<String> {
    socket.send(messages::encode(&messages::hello())?).await?;
    loop {
        match socket.next().await.context("the connection broke")?? {
            Message::Text(text) => match serde_json::from_str(&text)? {
                ServerMessage::Welcome { you, .. } => return Ok(you.id),
                _ => bail!("the server did not answer with a welcome"),
            },
            Message::Close(_) => bail!("the server closed the connection"),
            _ => {}
        }
    }
}

/// Opens a room and returns its code.
pub(crate) async fn post_room(address: SocketAddr, cookie: &str, body: &str) -> Result<String> {
    let stream = TcpStream::connect(address).await?;
    let response = http::request(stream, address, "POST", "/api/rooms", Some(cookie), body).await?;
    let created: CreatedRoom = serde_json::from_str(&response.body).with_context(|| response.body.clone())?;
    Ok(created.room)
}

/// Turns a guest into an account and returns its new cookie.
pub(crate) async fn sign_up(address: SocketAddr, cookie: &str, name: &str) -> Result<String> {
    let stream = TcpStream::connect(address).await?;
    let body = format!(r#"{{"name":"{name}","password":"a long password for {name}"}}"#);
    let response = http::request(stream, address, "POST", "/api/account", Some(cookie), &body).await?;
    response.cookie.with_context(|| format!("the server created no account: {}", response.body))
}

/// Returns the number of rated games that an account has finished.
pub(crate) async fn rated_games(address: SocketAddr, user_id: &str) -> Result<u64> {
    let stream = TcpStream::connect(address).await?;
    let response = http::request(stream, address, "GET", &format!("/api/users/{user_id}"), None, "").await?;
    let profile: UserProfile = serde_json::from_str(&response.body).with_context(|| response.body.clone())?;
    let games = |rating: &CategoryRating| u64::from(rating.wins + rating.draws + rating.losses);
    Ok(profile.ratings.iter().map(games).sum())
}
