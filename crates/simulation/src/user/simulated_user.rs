use std::sync::Arc;
use std::time::Duration;

use hyper::Method;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::client::Client;
use super::room_session::RoomSession;
use crate::room_config::random_config;
use crate::world::World;

/// The password of every account.
const PASSWORD: &str = "correct horse battery";

/// A user who opens, joins and watches rooms until the run ends.
pub(crate) struct SimulatedUser {
    client: Client,
    account: Account,
    /// The accounts that the user has tried to create.
    sign_ups: u64,
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
        SimulatedUser { client: Client::new(number, world), account: Account::None, sign_ups: 0 }
    }

    /// Uses the server until the run ends.
    pub(crate) async fn run(mut self) {
        while !self.client.world.is_ending() {
            let pause = self.client.rng.between(200, 6_000);
            sleep(Duration::from_millis(pause)).await;
            if self.client.id.is_empty() {
                self.become_guest().await;
                continue;
            }
            if self.account == Account::Uncertain {
                self.sign_in().await;
                continue;
            }
            let length = Duration::from_secs(self.client.rng.between(30, 1_200));
            match self.client.rng.below(20) {
                0..=6 => {
                    if let Some(room) = self.create_room().await {
                        self.take_part(room, length).await;
                    }
                }
                7..=15 => {
                    if let Some(room) = self.client.world.take_open_room() {
                        self.take_part(room, length).await;
                    }
                }
                16..=18 => {
                    if let Some(room) = self.client.world.watched_room(&mut self.client.rng) {
                        self.take_part(room, length / 4).await;
                    }
                }
                _ => self.use_account().await,
            }
        }
    }

    /// Takes part in a room, and then reads over HTTP what it shows: the game may still be running.
    async fn take_part(&mut self, room: String, length: Duration) {
        RoomSession::run(&mut self.client, room.clone(), length).await;
        // Whose state it is can be uncertain: a sign-in without an answer may have ended the session.
        let _ = self.client.read_room(&room).await;
    }

    async fn become_guest(&mut self) {
        if let Some(response) = self.client.request(Method::GET, "/api/me", String::new()).await
            && response.status == 200
            && let Ok(me) = serde_json::from_str::<Value>(&response.body)
            && let Some(id) = me["id"].as_str()
        {
            id.clone_into(&mut self.client.id);
        }
    }

    async fn create_room(&mut self) -> Option<String> {
        let config = random_config(self.account == Account::SignedIn, &mut self.client.rng);
        let body = serde_json::to_string(&config).expect("a configuration is serializable");
        let response = self.client.request(Method::POST, "/api/rooms", body).await?;
        if response.status != 201 {
            return None;
        }
        let created: Value = serde_json::from_str(&response.body).ok()?;
        let room = created["room"].as_str()?.to_owned();
        self.client.world.lock_history().create_room(room.clone());
        self.client.world.add_open_room(room.clone());
        Some(room)
    }

    /// Creates an account, or signs in to it again.
    async fn use_account(&mut self) {
        if self.account == Account::None {
            self.sign_up().await;
        } else if self.client.rng.is_within_percent(30) {
            self.sign_in().await;
        }
    }

    fn credentials(&self) -> String {
        let name = format!("sim{}n{}", self.client.number, self.sign_ups);
        json!({"name": name, "password": PASSWORD}).to_string()
    }

    async fn sign_up(&mut self) {
        self.sign_ups += 1;
        let response = self.client.request(Method::POST, "/api/account", self.credentials()).await;
        match response.map(|response| response.status) {
            Some(204) => self.account = Account::SignedIn,
            Some(400..=499) => {}
            // If the account was created, the session of the guest has ended. The user continues as another guest.
            Some(_) | None => (self.client.id, self.client.cookie) = (String::new(), None),
        }
    }

    async fn sign_in(&mut self) {
        let response = self.client.request(Method::POST, "/api/session", self.credentials()).await;
        match response.map(|response| response.status) {
            Some(204) => self.account = Account::SignedIn,
            Some(401) => {
                let detail = format!("user {} cannot sign in", self.client.number);
                self.client.world.violation.in_service("an account outlives the process", detail);
            }
            Some(_) | None => self.account = Account::Uncertain,
        }
    }
}
