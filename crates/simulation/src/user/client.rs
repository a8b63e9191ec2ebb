use std::sync::Arc;
use std::time::Duration;

use hyper::Method;
use yipan_wire::RoomState;

use crate::http_client::{Response, Socket, open_socket, request};
use crate::network::Link;
use crate::rng::Rng;
use crate::world::World;

/// The longest time that a user waits for a response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(25);

/// The device of a user: it has a cookie, and connects to the server.
pub(super) struct Client {
    pub(super) number: u8,
    pub(super) world: Arc<World>,
    pub(super) rng: Rng,
    /// The public id of the user; empty before the first response.
    pub(super) id: String,
    pub(super) cookie: Option<String>,
    commands: u64,
}

impl Client {
    pub(super) fn new(number: u8, world: Arc<World>) -> Client {
        let rng = Rng::new(world.seed, &format!("user {number}"));
        Client { number, world, rng, id: String::new(), cookie: None, commands: 0 }
    }

    /// Returns the time until the user acts again.
    pub(super) fn thinking_time(&mut self) -> Duration {
        let is_long = self.rng.is_within_percent(3);
        let millis = if is_long { self.rng.between(5_000, 70_000) } else { self.rng.between(200, 4_000) };
        Duration::from_millis(millis)
    }

    pub(super) fn next_command_id(&mut self) -> String {
        self.commands += 1;
        format!("{}-{}", self.number, self.commands)
    }

    /// Opens a WebSocket; `None` if the server cannot be reached.
    pub(super) async fn open_socket(&mut self) -> Option<(Socket, Link)> {
        let (stream, link) = self.world.network.connect(self.number, &mut self.rng)?;
        let opened =
            tokio::time::timeout(RESPONSE_TIMEOUT, open_socket(stream, self.cookie.as_deref())).await;
        match opened {
            Ok(Ok(socket)) => Some((socket, link)),
            Ok(Err(_)) | Err(_) => {
                link.cut();
                None
            }
        }
    }

    /// Reads what HTTP shows of a room. Returns the room as the user may see it.
    pub(super) async fn read_room(&mut self, code: &str) -> Option<RoomState> {
        let of_game = ["record", "text", "pgn"];
        let path = match self.rng.below(2 + of_game.len() as u64) as usize {
            0 => format!("/api/rooms/{code}"),
            1 => "/api/rooms".to_owned(),
            format => format!("/api/games/{code}/{}", of_game[format - 2]),
        };
        let response = self.request(Method::GET, &path, String::new()).await?;
        // The list of rooms and the games are no state.
        serde_json::from_str(&response.body).ok()
    }

    /// Sends a request; `None` if there is no response. Its body must contain no secret.
    pub(super) async fn request(&mut self, method: Method, path: &str, body: String) -> Option<Response> {
        let (stream, link) = self.world.network.connect(self.number, &mut self.rng)?;
        let room = room_of(path);
        let text = format!("user {} requests {method} {path}", self.number);
        let sent = request(stream, method, path, self.cookie.as_deref(), body);
        let response = tokio::time::timeout(RESPONSE_TIMEOUT, sent).await;
        link.cut();
        let response = response.ok()?.ok();
        let status = response.as_ref().map(|response| response.status);
        match room {
            Some(room) => self.world.trace.room(room, format_args!("{text}: {status:?}")),
            None => self.world.trace.service(format_args!("{text}: {status:?}")),
        }
        if let Some(response) = &response {
            self.world.disk.lock().oracle.check_response(&self.id, path, &response.body);
        }
        if let Some(cookie) = response.as_ref().and_then(|response| response.cookie.clone()) {
            self.cookie = Some(cookie);
        }
        response
    }
}

/// Returns the code of the room that a path is about.
fn room_of(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("/api/rooms/").or(path.strip_prefix("/api/games/"))?;
    rest.split('/').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_names_its_room() {
        assert_eq!(room_of("/api/rooms/K4T7QX"), Some("K4T7QX"));
        assert_eq!(room_of("/api/games/K4T7QX/record"), Some("K4T7QX"));
        assert_eq!((room_of("/api/rooms"), room_of("/api/me")), (None, None));
    }
}
