//! A room with everything its audiences receive, without sockets, clocks or a disk.

pub(crate) mod script;

use std::fmt::Write;

use yipan_clock::Millis;
use yipan_core::Side;
use yipan_record::Bytes32;
use yipan_room::{Audience, CommandContext, CommandError, LogEntry, Room, SpectatorFeed};
use yipan_wire::{Clocks, Command, Effect, Event, Player, RoomConfig, RoomState, SequencedEvent, TimeLeft};

/// Every audience of a room, in the order of [`TestRoom::received`].
pub(crate) const AUDIENCES: [Audience; 3] =
    [Audience::Player(Side::First), Audience::Player(Side::Second), Audience::Spectator];

/// A room with the events that each audience has received.
pub(crate) struct TestRoom {
    pub(crate) room: Room,
    pub(crate) spectator_feed: SpectatorFeed,
    pub(crate) received: [Vec<SequencedEvent>; 3],
}

pub(crate) fn player(id: &str) -> Player {
    Player { id: id.to_owned(), name: id.to_uppercase(), level: None, rating: None, is_bot: false }
}

/// Returns a seed that differs from every contribution.
pub(crate) fn test_seed(seed: u8) -> Bytes32 {
    Bytes32(std::array::from_fn(|at| seed ^ at as u8))
}

impl TestRoom {
    pub(crate) fn open(config: RoomConfig, seed: u8) -> TestRoom {
        let opened = Room::opening_entry("K4T7QX", config, test_seed(seed), player("ada"), Millis(0))
            .expect("the config is valid");
        let room = Room::new(opened).expect("an opening entry starts a log");
        let spectator_feed = SpectatorFeed::new(&room).expect("the log is valid");
        let received = AUDIENCES
            .map(|audience| yipan_room::replay_events(room.log(), audience, 0).expect("the log is valid"));
        TestRoom { room, spectator_feed, received }
    }

    /// Opens a room, seats both players and starts the game one second later.
    pub(crate) fn started(config: RoomConfig, seed: u8) -> TestRoom {
        let mut test = TestRoom::open(config, seed);
        for (user, byte) in [("ada", 1), ("bob", 2)] {
            let contribution = Bytes32([byte; 32]).to_string();
            test.send(Millis(0), user, &Command::Sit { contribution }).expect("a seat");
        }
        test.send(Millis(1000), "ada", &Command::Start).expect("a start");
        test
    }

    pub(crate) fn send(&mut self, now: Millis, user: &str, command: &Command) -> Result<usize, CommandError> {
        let id = self.room.log().len().to_string();
        let entries = self.room.decide(&CommandContext::new(&player(user), &id, now), command)?;
        Ok(self.apply_all(entries))
    }

    pub(crate) fn apply_all(&mut self, entries: Vec<LogEntry>) -> usize {
        let count = entries.len();
        for entry in entries {
            let projection = self.room.advance(entry).expect("a decided entry applies");
            for (received, audience) in self.received.iter_mut().zip(AUDIENCES).take(2) {
                received.push(projection.sequenced_event(audience));
            }
            self.received[2].extend(self.spectator_feed.advance(&projection).expect("the log is valid"));
        }
        count
    }

    /// Returns the state that each audience computes from its events.
    pub(crate) fn replayed(&self) -> [RoomState; 3] {
        [0, 1, 2].map(|audience| {
            let events = &self.received[audience];
            let Event::Opened { state } = &events[0].event else { panic!("the first event opens the room") };
            let mut state = (**state).clone();
            for event in &events[1..] {
                state.apply(event).expect("sequence numbers have no gap");
            }
            state
        })
    }

    /// Returns the state that each audience would receive if it joined now.
    pub(crate) fn states(&self) -> [RoomState; 3] {
        [
            self.room.state(AUDIENCES[0]),
            self.room.state(AUDIENCES[1]),
            self.spectator_feed.visible_room(&self.room).state(AUDIENCES[2]),
        ]
    }
}

/// Writes an event as one line of a script.
pub(crate) fn describe(event: &SequencedEvent) -> String {
    match &event.event {
        Event::Opened { .. } => "opened".to_owned(),
        Event::Seated { player, is_host, .. } => {
            format!("{} seated{}", player.id, if *is_host { " as host" } else { "" })
        }
        Event::LeftSeat => "left seat".to_owned(),
        Event::AccountLinked { player, is_host } => {
            format!("{} is {}", if *is_host { "the host" } else { "the guest" }, player.id)
        }
        Event::Started { host_side, effects, clocks, .. } => {
            format!("started, host {host_side:?}{}{}", effects_text(effects), clocks_text(clocks))
        }
        Event::Played { entry, effects, clocks, .. } => {
            let action = entry.action.as_deref().unwrap_or("?");
            format!("{:?} {action}{}{}", entry.side, effects_text(effects), clocks_text(clocks))
        }
        Event::TakebackApplied { plies, side, clocks, .. } => {
            format!("{side:?} took back {plies}{}", clocks_text(clocks))
        }
        Event::Berserked { side, clocks } => format!("{side:?} berserked{}", clocks_text(clocks)),
        Event::ChatMessage { message } => format!("{}: {}", message.name, message.text),
        Event::Offered { side, offer } => format!("{side:?} offers {offer:?}"),
        Event::OfferCleared { side, offer, declined } => {
            format!("{offer:?} of {side:?} {}", if *declined { "declined" } else { "withdrawn" })
        }
        Event::Disconnected { side } => format!("{side:?} disconnected"),
        Event::Reconnected { side, clocks } => format!("{side:?} reconnected{}", clocks_text(clocks)),
        Event::Paused { disconnected, clocks } => {
            format!("paused, disconnected {disconnected:?}{}", clocks_text(clocks))
        }
        Event::Resumed { clocks, .. } => format!("resumed{}", clocks_text(clocks)),
        Event::Ended { game_end, .. } => match game_end.winner {
            Some(winner) => format!("{winner:?} wins, {}", game_end.reason),
            None => format!("no winner, {}", game_end.reason),
        },
        Event::Closed { reason } => format!("closed: {reason}"),
        Event::Rematch => "rematch".to_owned(),
        Event::RematchRoom { room } => format!("rematch room {room}"),
        Event::ConditionalMovesSet { lines } => format!("conditional moves {lines:?}"),
        Event::Hidden => "-".to_owned(),
    }
}

/// Writes the seconds of both clocks, such as ` 300.000* 297.500`; the star marks the running one.
fn clocks_text(clocks: &Clocks) -> String {
    let mut text = String::new();
    for (left, side) in clocks.time_left.iter().zip([yipan_core::Side::First, yipan_core::Side::Second]) {
        let Some(TimeLeft { main, periods, .. }) = left else { continue };
        let periods = if *periods > 0 { format!("x{periods}") } else { String::new() };
        let star = if clocks.running == Some(side) { "*" } else { "" };
        let _ = write!(text, " {}.{:03}{periods}{star}", main / 1000, main % 1000);
    }
    text
}

fn effects_text(effects: &[Effect]) -> String {
    let one = |effect: &Effect| match effect {
        Effect::Slide { from, to, cause } => format!("{from}-{to} {cause}"),
        Effect::Swap { a, b, .. } => format!("{a}<>{b}"),
        Effect::Vanish { at, cause } => format!("x{at} {cause}"),
        Effect::Become { at, piece, .. } => format!("{at}={piece}"),
        Effect::Appear { at, piece, .. } => format!("+{at} {piece}"),
        Effect::Hide { at } => format!("-{at}"),
        Effect::Mark { at, mark } => format!("{at} {mark}"),
        Effect::Unmark { at, mark } => format!("{at} no {mark}"),
        Effect::Rolled { face, .. } => format!("die {}", face.face),
        Effect::TurnChanged { reason, .. } => reason.to_string(),
    };
    if effects.is_empty() {
        return String::new();
    }
    format!(" ({})", effects.iter().map(one).collect::<Vec<_>>().join(", "))
}
