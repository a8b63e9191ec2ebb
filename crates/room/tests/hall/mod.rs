//! A table and the people around it, for tests: nothing here touches the world.

#![allow(dead_code, reason = "each test file uses its part")]

pub(crate) mod script;

use std::fmt::Write;

use yipan_core::Side;
use yipan_record::{Bytes32, Millis};
use yipan_room::{Audience, CommandContext, CommandError, LogEntry, Room, SpectatorFeed};
use yipan_wire::{Clocks, Command, Effect, Event, Player, RoomConfig, RoomState, SequencedEvent, TimeLeft};

/// Every pair of eyes at a table.
pub(crate) const EYES: [Audience; 3] =
    [Audience::Player(Side::First), Audience::Player(Side::Second), Audience::Spectator];

/// A table with what everybody has been told.
pub(crate) struct Hall {
    pub(crate) table: Room,
    pub(crate) gallery: SpectatorFeed,
    /// The frames of the first seat, the second and the spectators.
    pub(crate) told: [Vec<SequencedEvent>; 3],
}

pub(crate) fn person(id: &str) -> Player {
    Player { id: id.to_owned(), name: id.to_uppercase(), level: None }
}

/// A seed that is nobody's contribution.
pub(crate) fn secret(seed: u8) -> Bytes32 {
    Bytes32(std::array::from_fn(|at| seed ^ at as u8))
}

impl Hall {
    pub(crate) fn open(terms: RoomConfig, seed: u8) -> Hall {
        let opened =
            Room::opening_entry("K4T7QX", terms, secret(seed), person("ada"), Millis(0)).expect("good terms");
        let table = Room::new(opened).expect("an opening opens");
        let gallery = SpectatorFeed::new(&table).expect("a gallery");
        let told = EYES.map(|eye| yipan_room::replay_events(table.log(), eye, 0).expect("frames"));
        Hall { table, gallery, told }
    }

    /// Opened, both seated and started, a second after the opening.
    pub(crate) fn started(terms: RoomConfig, seed: u8) -> Hall {
        let mut hall = Hall::open(terms, seed);
        for (who, byte) in [("ada", 1), ("bob", 2)] {
            let contribution = Bytes32([byte; 32]).to_string();
            hall.say(Millis(0), who, &Command::Sit { contribution }).expect("a seat");
        }
        hall.say(Millis(1000), "ada", &Command::Start).expect("a start");
        hall
    }

    pub(crate) fn say(&mut self, now: Millis, who: &str, command: &Command) -> Result<usize, CommandError> {
        let id = self.table.log().len().to_string();
        let entries = self.table.decide(&CommandContext::new(&person(who), &id, now), command)?;
        Ok(self.add(entries))
    }

    pub(crate) fn add(&mut self, entries: Vec<LogEntry>) -> usize {
        let count = entries.len();
        for entry in entries {
            let projection = self.table.advance(entry).expect("what was decided applies");
            for (told, eye) in self.told.iter_mut().zip(EYES).take(2) {
                told.push(projection.sequenced_event(eye));
            }
            self.told[2].extend(self.gallery.advance(&projection).expect("the gallery follows"));
        }
        count
    }

    /// What the frames of each eye fold to.
    pub(crate) fn folded(&self) -> [RoomState; 3] {
        [0, 1, 2].map(|eye| {
            let frames = &self.told[eye];
            let Event::Opened { state } = &frames[0].event else { panic!("the first frame opens") };
            let mut state = (**state).clone();
            for frame in &frames[1..] {
                state.apply(frame).expect("frames come without a gap");
            }
            state
        })
    }

    /// What each eye would be given now.
    pub(crate) fn states(&self) -> [RoomState; 3] {
        [
            self.table.state(EYES[0]),
            self.table.state(EYES[1]),
            self.gallery.visible_room(&self.table).state(EYES[2]),
        ]
    }
}

/// A frame in a line.
pub(crate) fn line(frame: &SequencedEvent) -> String {
    match &frame.event {
        Event::Opened { .. } => "opened".to_owned(),
        Event::Seated { player, is_host: host, .. } => {
            format!("{} sat{}", player.id, if *host { " as host" } else { "" })
        }
        Event::LeftSeat => "rose".to_owned(),
        Event::AccountLinked { player, is_host: host } => {
            format!("{} is {}", if *host { "the host" } else { "the guest" }, player.id)
        }
        Event::Started { host_side: host, effects, clocks, .. } => {
            format!("started, host {host:?}{}{}", effects_text(effects), clocks_text(clocks))
        }
        Event::Played { entry: played, effects, clocks, .. } => {
            let act = played.action.as_deref().unwrap_or("?");
            format!("{:?} {act}{}{}", played.side, effects_text(effects), clocks_text(clocks))
        }
        Event::TakebackApplied { plies, side: seat, clocks, .. } => {
            format!("{seat:?} took back {plies}{}", clocks_text(clocks))
        }
        Event::ChatMessage { message: line } => format!("{}: {}", line.name, line.text),
        Event::Offered { side: seat, offer } => format!("{seat:?} offers {offer:?}"),
        Event::OfferCleared { side: seat, offer, declined } => {
            format!("{offer:?} of {seat:?} {}", if *declined { "declined" } else { "withdrawn" })
        }
        Event::Disconnected { side: seat } => format!("{seat:?} away"),
        Event::Reconnected { side: seat, clocks } => format!("{seat:?} back{}", clocks_text(clocks)),
        Event::Paused { disconnected: away, clocks } => {
            format!("paused, away {away:?}{}", clocks_text(clocks))
        }
        Event::Resumed { clocks } => format!("resumed{}", clocks_text(clocks)),
        Event::Ended { game_end: ending, .. } => match ending.winner {
            Some(winner) => format!("{winner:?} wins, {}", ending.reason),
            None => format!("nobody wins, {}", ending.reason),
        },
        Event::Rematch => "rematch".to_owned(),
        Event::RematchRoom { room } => format!("next {room}"),
        Event::Hidden => "-".to_owned(),
    }
}

/// Seconds with what runs, such as ` 300.000* 297.500`; nothing without clocks.
fn clocks_text(clocks: &Clocks) -> String {
    let mut text = String::new();
    for (left, side) in
        clocks.time_left.iter().zip([yipan_wire::WireSide::First, yipan_wire::WireSide::Second])
    {
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
        Effect::Become { at, piece: man, .. } => format!("{at}={man}"),
        Effect::Appear { at, piece: man, .. } => format!("+{at} {man}"),
        Effect::Hide { at } => format!("-{at}"),
        Effect::Mark { at, mark } => format!("{at} {}", mark.mark),
        Effect::Unmark { at, mark } => format!("{at} no {}", mark.mark),
        Effect::Rolled { face, .. } => format!("die {}", face.face),
        Effect::TurnChanged { reason: why, .. } => why.clone(),
    };
    if effects.is_empty() {
        return String::new();
    }
    format!(" ({})", effects.iter().map(one).collect::<Vec<_>>().join(", "))
}
