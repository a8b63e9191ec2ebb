//! The log of every room as it is on disk, replayed, and what each viewer may therefore be sent.

use std::collections::{BTreeMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use tokio::time::Instant;
use yipan_clock::Millis;
use yipan_core::Side;
use yipan_room::{Audience, LogEntry, Room, RoomEvent};
use yipan_wire::{ApiError, Event, RoomState, SequencedEvent};

use crate::clock_check::{ClockSnapshot, TakenOverClocks};
use crate::trace::Trace;
use crate::violation::FirstViolation;

/// The positions of a game with hidden information that a message in transit may contain.
const MAX_SECRET_POSITIONS: usize = 4;

/// The longest time without an owner that is charged to the player to move.
const MAX_CHARGED_HANDOVER: Duration = Duration::from_millis(250);

/// The fewest characters of a position that can be recognized in a message.
const MIN_SECRET_CHARACTERS: usize = 12;

/// An observer of every commit. It knows what is on disk, and nothing of the server.
pub(crate) struct Oracle {
    rooms: BTreeMap<String, ObservedRoom>,
    started: Instant,
    start_millis: u64,
    /// The clocks at the beginning of the current outage of the store.
    outage: Option<ClockSnapshot>,
    /// Whether several nodes share the disk, whose outages are not those of each node.
    is_shared: bool,
    trace: Trace,
    violation: FirstViolation,
}

/// The owner of a room in whose name entries were committed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnerOfAppend {
    /// The epoch of the append.
    pub(crate) epoch: u64,
    /// Whether the slot of the room was owned in that epoch.
    pub(crate) is_current: bool,
    /// The time for which the slot had been handed over when it was claimed; `None` if it was taken from a dead owner.
    pub(crate) released_for: Option<Duration>,
}

/// A room as its log shows it.
pub(crate) struct ObservedRoom {
    pub(crate) room: Room,
    /// The hash of each event for each audience.
    events: Vec<[u64; 3]>,
    /// The number of the entry that started the game.
    started_seq: Option<usize>,
    seed: String,
    /// The last positions that no player may see as a whole.
    secret_positions: VecDeque<String>,
    /// The epoch of the last entry.
    epoch: Option<u64>,
}

impl Oracle {
    /// Creates an observer of an empty disk. The server's time is now `start_millis`.
    pub(crate) fn new(start_millis: u64, trace: Trace, violation: FirstViolation) -> Oracle {
        let (rooms, started) = (BTreeMap::new(), Instant::now());
        Oracle { rooms, started, start_millis, outage: None, is_shared: false, trace, violation }
    }

    /// Makes the observer one of a disk that several nodes share.
    pub(crate) fn share(&mut self) {
        self.is_shared = true;
    }

    /// Returns the right time.
    pub(crate) fn now(&self) -> Millis {
        self.millis_at(Instant::now())
    }

    /// Returns the server's time at an instant.
    pub(crate) fn millis_at(&self, instant: Instant) -> Millis {
        let elapsed = instant.saturating_duration_since(self.started);
        Millis(self.start_millis + u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX / 2))
    }

    /// Returns the rooms by code.
    pub(crate) const fn rooms(&self) -> &BTreeMap<String, ObservedRoom> {
        &self.rooms
    }

    /// Follows entries that were committed to the log of a room, with several nodes by an owner.
    pub(crate) fn observe(&mut self, code: &str, lines: &[String], owner: Option<OwnerOfAppend>) {
        let taken_over = owner.and_then(|owner| self.check_owner(code, owner));
        for line in lines {
            self.trace.room(code, format_args!("committed {line}"));
            if let Err(problem) = self.observe_line(code, line) {
                self.violation.in_room("a log can be replayed", code, problem);
            }
        }
        let Some(observed) = self.rooms.get_mut(code) else { return };
        observed.epoch = owner.map(|owner| owner.epoch);
        if let Some(problem) = taken_over.and_then(|clocks| clocks.find_loss(&observed.room)) {
            self.violation.in_room("a takeover costs no player time", code, problem);
        }
    }

    /// Checks that entries come from the owner of their room. Returns the clocks of a game that it has taken over from a
    /// node that had died, was cut off or was slow to hand it over.
    fn check_owner(&self, code: &str, owner: OwnerOfAppend) -> Option<TakenOverClocks> {
        let observed = self.rooms.get(code);
        let last = observed.and_then(|observed| observed.epoch).unwrap_or_default();
        if !owner.is_current || owner.epoch < last {
            let detail =
                format!("an append of epoch {} was committed after one of epoch {last}", owner.epoch);
            self.violation.in_room("only the owner of a room appends", code, detail);
        }
        let observed = observed.filter(|_| owner.epoch != last)?;
        self.trace.room(code, format_args!("is taken over in epoch {}", owner.epoch));
        let is_quick = owner.released_for.is_some_and(|time| time <= MAX_CHARGED_HANDOVER);
        (!is_quick && observed.room.is_playing()).then(|| TakenOverClocks::take(&observed.room))
    }

    /// Checks that a message between nodes shows nothing to a reader without the key.
    pub(crate) fn check_bus_message(&self, payload: &[u8]) {
        if let Ok(text) = std::str::from_utf8(payload) {
            self.violation.in_service("messages between nodes are sealed", text.to_owned());
        }
        let texts = payload.split(|byte| !(b' '..=b'~').contains(byte));
        for text in texts.filter(|text| text.len() >= MIN_SECRET_CHARACTERS) {
            self.check_bus_text(&String::from_utf8_lossy(text));
        }
    }

    fn check_bus_text(&self, text: &str) {
        for (code, observed) in self.rooms.iter().filter(|(_, observed)| !observed.room.is_over()) {
            let mut secrets = observed.secret_positions.iter().chain([&observed.seed]);
            if let Some(secret) = secrets.find(|secret| text.contains(*secret)) {
                let detail = format!("a message between nodes contains {secret}");
                self.violation.in_room("messages between nodes are sealed", code, detail);
            }
        }
    }

    fn observe_line(&mut self, code: &str, line: &str) -> Result<(), String> {
        let entry: LogEntry = serde_json::from_str(line).map_err(|error| error.to_string())?;
        match self.rooms.get_mut(code) {
            Some(observed) => observed.advance(entry),
            None => {
                let observed = ObservedRoom::open(entry)?;
                self.rooms.insert(code.to_owned(), observed);
                Ok(())
            }
        }
    }

    /// Checks an event that a user was sent: it is on disk, and it is what the user may see of it.
    pub(crate) fn check_event(&self, user_id: &str, code: &str, event: &SequencedEvent) {
        let Some(observed) = self.rooms.get(code) else {
            return self.violation.in_room("an event is on disk", code, format!("{event:?}"));
        };
        let Some(hashes) = observed.events.get(event.seq as usize) else {
            let detail = format!("event {} was sent, but {} are on disk", event.seq, observed.events.len());
            return self.violation.in_room("an event is on disk", code, detail);
        };
        let audience = observed.room.audience(user_id);
        let had_started = observed.started_seq.is_some_and(|started| started <= event.seq as usize);
        let is_seen = |audience| hashes[index(audience)] == hash_event(event);
        if !(is_seen(audience) || !had_started && is_seen(Audience::Spectator)) {
            let detail = format!("{user_id} as {audience:?} was sent another event {}: {event:?}", event.seq);
            self.violation.in_room("a viewer is sent what they may see", code, detail);
        }
    }

    /// Checks a state that a user was sent or has folded.
    pub(crate) fn check_state(&self, user_id: &str, state: &RoomState) {
        let code = state.room.as_str();
        let Some(observed) = self.rooms.get(code) else {
            return self.violation.in_room("a state is on disk", code, format!("{state:?}"));
        };
        let length = observed.events.len() as u64;
        if state.seq > length {
            let detail = format!("a state has {} events, but {length} are on disk", state.seq);
            return self.violation.in_room("a state is on disk", code, detail);
        }
        // The log may have grown since the state was sent.
        if state.seq < length {
            return;
        }
        // Clocks are stopped in the state of a room without a store.
        let without_clocks = |state: RoomState| RoomState { clocks: None, ..state };
        let expected = without_clocks(observed.room.state(observed.room.audience(user_id)));
        let found = without_clocks(state.clone());
        if expected != found {
            let detail = format!("{user_id} has {found:?}, the log leads to {expected:?}");
            self.violation.in_room("a stream folds to the view", code, detail);
        }
    }

    /// Checks that a message contains no secret of a game that is not over.
    pub(crate) fn check_secrets(&self, user_id: &str, code: &str, text: &str) {
        let Some(observed) = self.rooms.get(code).filter(|observed| !observed.room.is_over()) else { return };
        if text.contains(&observed.seed) {
            let detail = format!("{user_id} was sent the seed: {text}");
            self.violation.in_room("a secret is not sent", code, detail);
        }
        if let Some(position) = observed.secret_positions.iter().find(|position| text.contains(*position)) {
            let detail = format!("{user_id} was sent the position {position}: {text}");
            self.violation.in_room("a secret is not sent", code, detail);
        }
    }

    /// Checks that the body of a response contains no seed of a game that is not over, and none of the positions of the room
    /// that it is about. Two games may have the same position, and in one of them it may be no secret.
    pub(crate) fn check_response(&self, user_id: &str, path: &str, body: &str) {
        for (code, observed) in self.rooms.iter().filter(|(_, observed)| !observed.room.is_over()) {
            let is_about = path.contains(code.as_str());
            let positions = observed.secret_positions.iter().filter(|_| is_about);
            let mut secrets = positions.chain([&observed.seed]);
            if let Some(secret) = secrets.find(|secret| body.contains(*secret)) {
                let detail = format!("the response to {user_id} for {path} contains {secret}");
                self.violation.in_room("a secret is not in a response", code, detail);
            }
        }
    }

    /// Checks that an error names no cell that the user does not see, except those that they have named.
    pub(crate) fn check_error(&self, user_id: &str, state: &RoomState, command: &str, error: &ApiError) {
        let hidden = state.view.iter().flat_map(|view| &view.hidden);
        let named = |cell: &&String| {
            let is_word = |word: &str| word == cell.as_str();
            error.message.split(|character: char| !character.is_ascii_alphanumeric()).any(is_word)
        };
        if let Some(cell) = hidden.filter(|cell| !command.contains(cell.as_str())).find(named) {
            let detail = format!("an error names {cell}, which {user_id} does not see: {}", error.message);
            self.violation.in_room("a secret is not sent", &state.room, detail);
        }
    }

    /// Returns the clocks of all running games at an instant.
    pub(crate) fn clock_snapshot(&self, at: Instant) -> ClockSnapshot {
        ClockSnapshot::take(self.rooms.values().map(|observed| &observed.room), self.millis_at(at))
    }

    /// Compares the clocks with those of an earlier time, since which they may have lost this much.
    pub(crate) fn check_clocks(&self, before: &ClockSnapshot, may_lose: Duration, during: &'static str) {
        let after = self.clock_snapshot(Instant::now());
        if let Some((room, problem)) = before.find_loss(&after, may_lose) {
            self.violation.in_room(during, &room, problem);
        }
    }

    /// Remembers the clocks at the beginning of an outage of the store.
    pub(crate) fn begin_outage(&mut self, since: Instant) {
        self.trace.service(format_args!("the store begins to fail"));
        if self.is_shared {
            return;
        }
        self.outage = Some(self.clock_snapshot(since));
    }

    /// Checks the clocks after an outage that ended this long ago; `None` if something else has happened since.
    pub(crate) fn end_outage(&mut self, recovery: Option<Duration>) {
        let Some(recovery) = recovery else { return };
        if let Some(before) = self.outage.take() {
            let may_lose = recovery + Duration::from_secs(1);
            self.check_clocks(&before, may_lose, "an outage costs no player time");
        }
    }

    /// Forgets the clocks of an outage that a crash has ended.
    pub(crate) fn forget_outage(&mut self) {
        self.outage = None;
    }
}

impl ObservedRoom {
    fn open(first: LogEntry) -> Result<ObservedRoom, String> {
        let RoomEvent::Opened { seed, .. } = &first.event else {
            return Err("the first entry does not open the room".to_owned());
        };
        let (seed, at) = (seed.to_string(), first.at.0);
        let room = Room::new(first).map_err(|error| error.to_string())?;
        let opened = |audience| {
            let event = Event::Opened { state: Box::new(room.state(audience)) };
            hash_event(&SequencedEvent { seq: 0, at, event })
        };
        let events = vec![AUDIENCES.map(opened)];
        let (started_seq, secret_positions, epoch) = (None, VecDeque::new(), None);
        Ok(ObservedRoom { room, events, started_seq, seed, secret_positions, epoch })
    }

    fn advance(&mut self, entry: LogEntry) -> Result<(), String> {
        if matches!(entry.event, RoomEvent::Started { .. }) {
            self.started_seq = Some(self.events.len());
        }
        if self.room.log().last().is_some_and(|last| last.at > entry.at) {
            return Err(format!("entry {} is earlier than the one before", self.events.len()));
        }
        let projection = self.room.advance(entry).map_err(|error| error.to_string())?;
        let hashes = AUDIENCES.map(|audience| hash_event(&projection.sequenced_event(audience)));
        self.events.push(hashes);
        self.remember_position();
        Ok(())
    }

    fn remember_position(&mut self) {
        if !self.room.is_playing() || !self.room.game().has_hidden_information() {
            return;
        }
        let position = self.room.game().position();
        let placement = position.split(' ').next().unwrap_or_default();
        if placement.len() >= MIN_SECRET_CHARACTERS
            && self.secret_positions.back().is_none_or(|last| last != placement)
        {
            self.secret_positions.push_back(placement.to_owned());
        }
        if self.secret_positions.len() > MAX_SECRET_POSITIONS {
            self.secret_positions.pop_front();
        }
    }
}

const AUDIENCES: [Audience; 3] =
    [Audience::Player(Side::First), Audience::Player(Side::Second), Audience::Spectator];

/// Returns the place of an audience in [`AUDIENCES`].
const fn index(audience: Audience) -> usize {
    match audience {
        Audience::Player(side) => side.index(),
        Audience::Spectator => 2,
    }
}

fn hash_event(event: &SequencedEvent) -> u64 {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(event).unwrap_or_default().hash(&mut hasher);
    hasher.finish()
}
