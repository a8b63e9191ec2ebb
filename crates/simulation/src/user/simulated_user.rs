use std::sync::Arc;
use std::time::Duration;

use hyper::Method;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::room_session::RoomSession;
use crate::http_client::{Response, Socket, open_socket, request};
use crate::network::Link;
use crate::rng::Rng;
use crate::room_config::random_config;
use crate::world::World;

/// The longest time that a user waits for a response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(25);

/// The password of every account.
const PASSWORD: &str = "correct horse battery";

/// A user who opens, joins and watches rooms until the run ends.
pub(crate) struct SimulatedUser {
    pub(crate) number: u8,
    pub(super) world: Arc<World>,
    pub(super) rng: Rng,
    /// The public id; empty before the first response.
    pub(super) id: String,
    cookie: Option<String>,
    account: Account,
    /// The accounts that the user has tried to create.
    sign_ups: u64,
    commands: u64,
}

/// The account of a user, as far as they know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Account {
    None,
    SignedIn,
    /// A request to sign in had no answer, so the session before may have ended.
    Uncertain,
}

impl SimulatedUser {
    pub(crate) fn new(number: u8, world: Arc<World>) -> SimulatedUser {
        let rng = Rng::new(world.seed, &format!("user {number}"));
        SimulatedUser {
            number,
            world,
            rng,
            id: String::new(),
            cookie: None,
            account: Account::None,
            sign_ups: 0,
            commands: 0,
        }
    }

    /// Uses the server until the run ends.
    pub(crate) async fn run(mut self) {
        while !self.world.is_ending() {
            let pause = self.rng.between(200, 6_000);
            sleep(Duration::from_millis(pause)).await;
            if self.id.is_empty() {
                self.become_guest().await;
                continue;
            }
            if self.account == Account::Uncertain {
                self.sign_in().await;
                continue;
            }
            let length = Duration::from_secs(self.rng.between(30, 1_200));
            match self.rng.below(20) {
                0..=6 => {
                    if let Some(room) = self.create_room().await {
                        RoomSession::run(&mut self, room, length).await;
                    }
                }
                7..=15 => {
                    if let Some(room) = self.world.take_open_room() {
                        RoomSession::run(&mut self, room, length).await;
                    }
                }
                16..=18 => {
                    if let Some(room) = self.world.watched_room(&mut self.rng) {
                        RoomSession::run(&mut self, room, length / 4).await;
                    }
                }
                _ => self.use_account().await,
            }
        }
    }

    /// Returns the time until the user acts again.
    pub(super) fn thinking_time(&mut self) -> Duration {
        let millis = if self.rng.is_within_percent(3) {
            self.rng.between(5_000, 70_000)
        } else {
            self.rng.between(200, 4_000)
        };
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

    /// Sends a request; `None` if there is no response.
    async fn request(&mut self, method: Method, path: &str, body: String) -> Option<Response> {
        let (stream, link) = self.world.network.connect(self.number, &mut self.rng)?;
        let text = format!("user {} requests {method} {path}", self.number);
        let sent = request(stream, method, path, self.cookie.as_deref(), body);
        let response = tokio::time::timeout(RESPONSE_TIMEOUT, sent).await;
        link.cut();
        let response = response.ok()?.ok();
        let status = response.as_ref().map(|response| response.status);
        self.world.trace.service(format_args!("{text}: {status:?}"));
        if let Some(cookie) = response.as_ref().and_then(|response| response.cookie.clone()) {
            self.cookie = Some(cookie);
        }
        response
    }

    async fn become_guest(&mut self) {
        if let Some(response) = self.request(Method::GET, "/api/me", String::new()).await
            && response.status == 200
            && let Ok(me) = serde_json::from_str::<Value>(&response.body)
            && let Some(id) = me["id"].as_str()
        {
            id.clone_into(&mut self.id);
        }
    }

    async fn create_room(&mut self) -> Option<String> {
        let config = random_config(self.account == Account::SignedIn, &mut self.rng);
        let body = serde_json::to_string(&config).expect("a configuration is serializable");
        let response = self.request(Method::POST, "/api/rooms", body).await?;
        if response.status != 201 {
            return None;
        }
        let created: Value = serde_json::from_str(&response.body).ok()?;
        let room = created["room"].as_str()?.to_owned();
        self.world.lock_history().create_room(room.clone());
        self.world.add_open_room(room.clone());
        Some(room)
    }

    /// Creates an account, or signs in to it again.
    async fn use_account(&mut self) {
        if self.account == Account::None {
            self.sign_up().await;
        } else if self.rng.is_within_percent(30) {
            self.sign_in().await;
        }
    }

    fn credentials(&self) -> String {
        let name = format!("sim{}n{}", self.number, self.sign_ups);
        json!({"name": name, "password": PASSWORD}).to_string()
    }

    async fn sign_up(&mut self) {
        self.sign_ups += 1;
        let response = self.request(Method::POST, "/api/account", self.credentials()).await;
        match response.map(|response| response.status) {
            Some(204) => self.account = Account::SignedIn,
            Some(400..=499) => {}
            // If the account was created, the session of the guest has ended. The user continues as another guest.
            Some(_) | None => (self.id, self.cookie) = (String::new(), None),
        }
    }

    async fn sign_in(&mut self) {
        let response = self.request(Method::POST, "/api/session", self.credentials()).await;
        match response.map(|response| response.status) {
            Some(204) => self.account = Account::SignedIn,
            Some(401) => {
                let detail = format!("user {} cannot sign in", self.number);
                self.world.violation.in_service("an account outlives the process", detail);
            }
            Some(_) | None => self.account = Account::Uncertain,
        }
    }
}
