use std::array;
use std::sync::LazyLock;

use yipan_clock::Millis;
use yipan_core::Side;
use yipan_record::Bytes32;
use yipan_room::{Audience, CommandContext, LogEntry, Room};
use yipan_wire::{Claim, Command, Event, Offer, Player, RoomConfig, RoomState};

use crate::input;

const PLAYERS: [Audience; 2] = [Audience::Player(Side::First), Audience::Player(Side::Second)];

/// The code of every room.
pub(crate) const ROOM_CODE: &str = "K4T7QX";

/// Games and combinations of modes that cover every hidden and every random element.
const GAMES: [(&str, &[&str]); 8] = [
    ("chess", &[]),
    ("xiangqi", &[]),
    ("liuzichong", &[]),
    ("chess", &["fog"]),
    ("chess", &["dice-a", "mines"]),
    ("chess", &["portals", "gravity"]),
    ("chess", &["dice-b", "fog"]),
    ("chess", &["fog", "gravity", "portals", "mines"]),
];

const CLOCKS: [&str; 4] = ["inf", "1+2", "0.2/10x2", "1+0 v inf"];

/// The most commands for a room: enough for an offer, its answer and the moves around them.
const MAX_COMMANDS: usize = 10;

/// One started room for each game and clock. Their logs begin with the same entries for each input.
static STARTED: LazyLock<[StartedRoom; GAMES.len() * CLOCKS.len()]> =
    LazyLock::new(|| array::from_fn(StartedRoom::new));

/// Sends commands of players and others to a room whose game has started. The log must replay to the room, the events of
/// each player to their state, and a rejected command must change nothing.
pub fn room_commands(bytes: &[u8]) {
    let (number, bytes) = input::split_byte(bytes);
    let StartedRoom { room, replayed } = &STARTED[usize::from(number) % STARTED.len()];
    let mut test = room.clone();
    let mut now = Millis(1000);
    let (choices, _) = bytes.as_chunks::<3>();
    for [user_and_wait, kind, which] in choices.iter().take(MAX_COMMANDS) {
        now = now + Millis(u64::from(user_and_wait >> 2) * 400);
        let due = test.room.tick(now);
        test.apply_all(due);
        let user = ["ada", "bob", "eve", "ada"][usize::from(user_and_wait & 3)];
        let before = test.room.log().len();
        if test.send(now, user, &test.command(*kind, *which, user)).is_err() {
            assert_eq!(test.room.log().len(), before);
        }
    }
    test.check(replayed.clone());
}

/// Returns the states of the started rooms as the host's client has them.
pub(crate) fn started_states() -> Vec<RoomState> {
    STARTED.iter().map(|started| started.room.clients[0].clone()).collect()
}

/// A room in which the game has started, and the same room restored from its log.
struct StartedRoom {
    room: RoomWithClients,
    replayed: Room,
}

impl StartedRoom {
    fn new(number: usize) -> StartedRoom {
        let room = RoomWithClients::started(number);
        let log = room.room.log().iter().cloned();
        let replayed = Room::replay(log).expect("the log is valid");
        room.check(replayed.clone());
        StartedRoom { room, replayed }
    }
}

/// A room with the states that the players' clients have derived from its events.
#[derive(Clone)]
struct RoomWithClients {
    room: Room,
    clients: [RoomState; 2],
}

impl RoomWithClients {
    /// Opens a room, seats both players and starts the game.
    fn started(number: usize) -> RoomWithClients {
        let (game, modes) = GAMES[number % GAMES.len()];
        let config = RoomConfig {
            clock: CLOCKS[number / GAMES.len() % CLOCKS.len()].to_owned(),
            modes: modes.iter().map(|&mode| mode.to_owned()).collect(),
            ..RoomConfig::default_for(game)
        };
        let opened = Room::opening_entry(ROOM_CODE, config, Bytes32([7; 32]), player("ada"), Millis(0));
        let room = Room::new(opened.expect("the config is valid")).expect("an opening entry starts a log");
        let clients = PLAYERS.map(|audience| {
            let events = yipan_room::replay_events(room.log(), audience, 0).expect("the log is valid");
            match &events[..] {
                [first] => match &first.event {
                    Event::Opened { state } => (**state).clone(),
                    other => panic!("the first event opens the room, not {other:?}"),
                },
                other => panic!("an opened room has one event, not {other:?}"),
            }
        });
        let mut test = RoomWithClients { room, clients };
        for (user, byte) in [("ada", 1), ("bob", 2)] {
            let contribution = Bytes32([byte; 32]).to_string();
            test.send(Millis(0), user, &Command::Sit { contribution }).expect("a seat");
        }
        test.send(Millis(1000), "ada", &Command::Start).expect("a start");
        test
    }

    fn send(&mut self, now: Millis, user: &str, command: &Command) -> Result<(), yipan_room::CommandError> {
        let id = self.room.log().len().to_string();
        let entries = self.room.decide(&CommandContext::new(&player(user), &id, now), command)?;
        self.apply_all(entries);
        Ok(())
    }

    fn apply_all(&mut self, entries: Vec<LogEntry>) {
        for entry in entries {
            let projection = self.room.advance(entry).expect("a decided entry applies");
            for (client, audience) in self.clients.iter_mut().zip(PLAYERS) {
                let event = projection.sequenced_event(audience);
                client.apply(&event).expect("sequence numbers have no gap");
            }
        }
    }

    /// Returns the command that two bytes select, most often a legal move.
    fn command(&self, kind: u8, which: u8, user: &str) -> Command {
        let offer =
            [Offer::Draw, Offer::Takeback, Offer::Rematch, Offer::RematchSame][usize::from(which) % 4];
        match kind % 24 {
            0 => Command::Resign,
            1 => Command::Offer { offer },
            2 => Command::Accept { offer },
            3 => Command::Decline { offer },
            4 => Command::Withdraw { offer },
            5 => Command::Claim { claim: if which.is_multiple_of(2) { Claim::Win } else { Claim::Draw } },
            6 => Command::Chat { text: format!("<b>{which}</b>") },
            7 => Command::Sit { contribution: Bytes32([which; 32]).to_string() },
            8 => Command::Start,
            9 => Command::Leave,
            10 => Command::Abort,
            11 => Command::SeatComputer { level: which },
            12 => Command::Berserk,
            13 => Command::Play { action: "e2e4".to_owned() },
            14 => Command::SetConditionalMoves { lines: vec![vec!["e7e5".to_owned(), "g1f3".to_owned()]] },
            _ => match self.actions(user) {
                [] => Command::Start,
                actions => Command::Play { action: actions[usize::from(which) % actions.len()].clone() },
            },
        }
    }

    /// Returns the actions that a user's client offers.
    fn actions(&self, user: &str) -> &[String] {
        let audience = self.room.audience(user);
        let client = PLAYERS.iter().position(|player| *player == audience);
        let view = client.and_then(|index| self.clients[index].view.as_ref());
        view.map_or(&[], |view| &view.actions)
    }

    /// Compares the room with its clients, and with a room that had the same beginning and is given the rest of the log.
    fn check(&self, mut replayed: Room) {
        for entry in &self.room.log()[replayed.log().len()..] {
            replayed.apply(entry.clone()).expect("the log is valid");
        }
        for (audience, client) in PLAYERS.into_iter().zip(&self.clients) {
            let state = self.room.state(audience);
            assert_eq!(replayed.state(audience), state);
            assert_eq!(client, &state);
        }
        assert_eq!(replayed.deadline(), self.room.deadline());
    }
}

fn player(id: &str) -> Player {
    Player { id: id.to_owned(), name: id.to_uppercase(), level: None, rating: None, is_bot: false }
}
