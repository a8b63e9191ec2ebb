//! The clients of a room: how they come, are told what they missed, and go.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use yipan_rules::Language;
use yipan_table::{BrokenLog, Eye};
use yipan_wire::{Answer, Player};

use crate::bus::Out;
use crate::faults;
use crate::room::{Ring, Room, text};

/// How many look on is told this long after somebody has come or gone, so that a crowd is told once.
const HEADCOUNT: Duration = Duration::from_millis(500);

/// A client that wants to follow the room.
pub(crate) struct Join {
    pub(crate) socket: u64,
    pub(crate) person: Player,
    /// The number of the first frame it has not seen; without it a whole state is sent.
    pub(crate) from: Option<u64>,
    pub(crate) language: Language,
    pub(crate) out: Out,
}

impl Room {
    pub(crate) async fn join(&mut self, join: Join) {
        let refuse = |fault| Self::send(&join.out, &Answer::Error { fault });
        if !self.table.admits(&join.person.id) {
            return refuse(faults::no_spectators(join.language));
        }
        let (table, eye) = self.shown(&join.person.id);
        let next = table.log().len() as u64;
        match join.from.filter(|from| *from <= next) {
            None => Self::send(&join.out, &Answer::State { state: Box::new(table.state(eye)) }),
            Some(from) if from == next => {}
            Some(from) => match self.replays.get(eye, from) {
                Some(messages) => {
                    if !join.out.replay(messages) {
                        self.hall.metrics.rate_limited.inc();
                        return refuse(faults::slow_down(join.language));
                    }
                }
                None => return self.wait_for_replay(eye, from, join),
            },
        }
        let joined = Answer::Joined { room: self.table.room().to_owned(), seq: next };
        Self::send(&join.out, &joined);
        if self.spectators > 0 {
            Self::send(&join.out, &self.watching());
        }
        if let Some(suspended) = self.suspended(eye) {
            Self::send(&join.out, &suspended);
        }
        let Join { socket, person, language, out, .. } = join;
        self.audience.join(socket, &person.id, eye, language, out);
        self.expect_headcount();
        self.arrived(&person.id).await;
    }

    /// Has frames built on another thread; the client joins when they are there.
    fn wait_for_replay(&mut self, eye: Eye, from: u64, join: Join) {
        let Some(from) = self.replays.wait(eye, from, Ring::Join(join)) else { return };
        let (hall, room) = (Arc::clone(&self.hall), self.table.room().to_owned());
        let shown = if eye == Eye::Guest { self.gallery.shown(&self.table) } else { &self.table };
        let (log, own) = (shown.log().to_vec(), self.own.clone());
        tokio::spawn(async move {
            let code = room.clone();
            let build = move || {
                let frames = yipan_table::frames(&log, eye, from)?;
                let framed = |frame| text(&Answer::Frame { room: code.clone(), frame: Box::new(frame) });
                Ok::<_, BrokenLog>(frames.into_iter().map(framed).collect())
            };
            let messages = match hall.folds.run(build).await {
                Ok(Ok(messages)) => Some(messages),
                Ok(Err(error)) => {
                    tracing::error!(room, %error, "a log in memory does not fold");
                    None
                }
                Err(error) => {
                    tracing::error!(room, %error, "frames could not be built");
                    None
                }
            };
            // A room that is gone has no clients that wait.
            if let Some(own) = own.upgrade() {
                let _ = own.send(Ring::Replayed { eye, messages }).await;
            }
        });
    }

    pub(crate) fn replayed(&mut self, eye: Eye, messages: Option<Vec<Arc<str>>>) {
        let is_built = messages.is_some();
        for ring in self.replays.complete(eye, messages) {
            match ring {
                Ring::Join(join) if !is_built => {
                    Self::send(&join.out, &Answer::Error { fault: faults::store(join.language) });
                }
                ring => self.deferred.push_back(ring),
            }
        }
    }

    /// Somebody is here.
    pub(crate) async fn arrived(&mut self, person: &str) {
        self.departures.remove(person);
        if person == self.table.host().id {
            self.show_in_lobby();
        }
        let back = self.table.presence(person, true, self.hall.now.millis());
        self.keep(back).await;
    }

    pub(crate) async fn part(&mut self, socket: u64) {
        let Some(gone) = self.audience.part(socket) else { return };
        self.expect_headcount();
        if !self.audience.has(&gone) {
            if gone == self.table.host().id {
                self.show_in_lobby();
            }
            let delay = self.hall.settings.limits.presence_delay;
            if delay.is_zero() {
                self.depart(&gone).await;
            } else if !self.table.presence(&gone, false, self.hall.now.millis()).is_empty() {
                self.departures.insert(gone, Instant::now() + delay);
            }
        }
    }

    /// Writes down that a player is away.
    async fn depart(&mut self, person: &str) {
        if !self.audience.has(person) {
            let away = self.table.presence(person, false, self.hall.now.millis());
            self.keep(away).await;
        }
    }

    /// When something of the room, and not of its game, is to be done.
    pub(crate) fn next_upkeep(&self) -> Option<Instant> {
        let departure = self.departures.values().min().copied();
        [self.headcount, self.replays.deadline(), departure].into_iter().flatten().min()
    }

    pub(crate) async fn keep_up(&mut self) {
        let now = Instant::now();
        if self.headcount.is_some_and(|at| at <= now) {
            self.count_heads();
        }
        self.replays.expire(now);
        let gone: Vec<_> = self.departures.extract_if(|_, at| *at <= now).map(|(person, _)| person).collect();
        for person in gone {
            self.depart(&person).await;
        }
    }

    pub(crate) fn expect_headcount(&mut self) {
        self.headcount.get_or_insert_with(|| Instant::now() + HEADCOUNT);
    }

    /// Tells how many look on, if that has changed.
    fn count_heads(&mut self) {
        self.headcount = None;
        let spectators = self.audience.spectators(|person| self.table.is_at_table(person));
        if spectators != std::mem::replace(&mut self.spectators, spectators) {
            self.audience.tell_all(&text(&self.watching()));
        }
    }

    fn watching(&self) -> Answer {
        Answer::Watching { room: self.table.room().to_owned(), count: self.spectators }
    }
}

/// Answers a request that came while its room left memory; the same request loads the room again.
pub(crate) fn turn_away(ring: Ring) {
    match ring {
        Ring::Join(join) => {
            Room::send(&join.out, &Answer::Error { fault: faults::store(join.language) });
        }
        Ring::Do { id, language, out, .. } => {
            Room::send(&out, &Answer::Refused { id, fault: faults::store(language), state: None });
        }
        // The others are waited for over channels that close, or not at all.
        Ring::Part { .. }
        | Ring::Replayed { .. }
        | Ring::Thought { .. }
        | Ring::Show { .. }
        | Ring::Adopted { .. } => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use tokio::sync::{Notify, mpsc};
    use yipan_record::Millis;
    use yipan_wire::{Command, Terms};

    use super::*;
    use crate::bus::Parcel;
    use crate::hall::Hall;
    use crate::settings::Settings;
    use crate::sqlite::Sqlite;

    /// A client of one room, without a connection.
    struct Client {
        socket: u64,
        person: Player,
        room: mpsc::Sender<Ring>,
        out: Out,
        parcels: mpsc::Receiver<Parcel>,
    }

    impl Client {
        fn new(hall: &Hall, room: &mpsc::Sender<Ring>, socket: u64, name: &str) -> Client {
            let (line, parcels) = mpsc::channel(64);
            let budget = hall.send_budgets.open([192, 0, 2, 1].into());
            let out = Out { line, go: Arc::new(Notify::new()), budget };
            let person = Player { id: name.to_owned(), name: name.to_owned(), level: None };
            Client { socket, person, room: room.clone(), out, parcels }
        }

        async fn join(&self, from: Option<u64>) {
            let (socket, language) = (self.socket, Language::English);
            let join = Join { socket, person: self.person.clone(), from, language, out: self.out.clone() };
            self.room.send(Ring::Join(join)).await.expect("the room is there");
        }

        async fn say(&self, text: &str) {
            let ring = Ring::Do {
                socket: self.socket,
                person: self.person.clone(),
                id: text.to_owned(),
                seen: None,
                received: std::time::Instant::now(),
                lag: Millis::ZERO,
                command: Command::Say { text: text.to_owned() },
                language: Language::English,
                out: self.out.clone(),
            };
            self.room.send(ring).await.expect("the room is there");
        }

        /// Receives until a command is done; gives back the numbers of the frames before that.
        async fn until_done(&mut self, id: &str) -> Vec<u64> {
            let mut frames = Vec::new();
            loop {
                let received = tokio::time::timeout(Duration::from_secs(30), self.parcels.recv()).await;
                let parcel = received.expect("an answer in time").expect("the room holds the sender");
                let texts = match parcel {
                    Parcel::Message { text, .. } => vec![text],
                    Parcel::Replay { messages, .. } => messages,
                };
                for text in texts {
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    if message["id"] == id {
                        assert_eq!(message["type"], "done");
                        return frames;
                    }
                    frames.extend(message["seq"].as_u64().filter(|_| message["type"] == "frame"));
                }
            }
        }
    }

    #[tokio::test]
    async fn a_replay_keeps_nobody_waiting_but_its_own_client_and_is_built_once() {
        let data = std::env::temp_dir().join(format!("yipan-room-clients-{}", std::process::id()));
        std::fs::create_dir_all(&data).expect("a folder for the test");
        let store = Sqlite::open(&data, Arc::default()).await.expect("a store");
        let settings = Settings { data: data.clone(), ..Settings::default() };
        let hall = Hall::open(settings, Arc::new(store), Arc::default()).await.expect("a server");
        let host = Player { id: "ada".to_owned(), name: "Ada".to_owned(), level: None };
        let code = hall.open_room(Terms::usual("chess"), host).await.expect("a room");
        let room = hall.room(&code).await.expect("a store that works").expect("the room");
        let mut ada = Client::new(&hall, &room, 1, "ada");
        ada.join(None).await;

        let paused = hall.folds.pause().await;
        let mut eve = Client::new(&hall, &room, 2, "eve");
        eve.join(Some(0)).await;
        eve.say("after the replay").await;
        ada.say("meanwhile").await;
        assert_eq!(ada.until_done("meanwhile").await, [1], "others go on while frames are built");
        assert!(eve.parcels.try_recv().is_err());
        drop(paused);
        assert_eq!(eve.until_done("after the replay").await, [0, 1, 2], "in order and without a gap");

        let _paused = hall.folds.pause().await;
        let mut bob = Client::new(&hall, &room, 3, "bob");
        bob.join(Some(0)).await;
        bob.say("at once").await;
        assert_eq!(bob.until_done("at once").await, [0, 1, 2, 3], "nothing is built for the next client");
        // One who has missed nothing needs no frames at all.
        let mut mal = Client::new(&hall, &room, 4, "mal");
        mal.join(Some(4)).await;
        mal.say("here").await;
        assert_eq!(mal.until_done("here").await, [4]);
        hall.store.close().await.expect("it closes");
        std::fs::remove_dir_all(&data).expect("the folder goes away");
    }
}
