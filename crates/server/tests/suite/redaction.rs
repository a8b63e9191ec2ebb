//! Non-interference over the wire: two servers whose games differ only in a secret send the same bytes, except for times,
//! until the secret has an effect.

use std::time::Duration;

use serde_json::json;
use yipan_clock::Millis;
use yipan_core::{Cause, Effect, NullSink, Side, Step, Turn, Viewer, splitmix64};
use yipan_games::AnyGame;
use yipan_record::Bytes32;
use yipan_room::{CommandContext, LogEntry, Room, RoomEvent};
use yipan_server::{ArchiveRow, Limits, RoomLimits, Settings, export, import};
use yipan_wire::{Command, Player, RoomConfig, SidePreference};

use crate::net::{Client, TestDir, TestServer, generous_limits, settings};

const MODES: [&str; 4] = ["fog", "gravity", "portals", "mines"];
const VIEWERS: [Viewer; 3] = [Viewer::Player(Side::First), Viewer::Player(Side::Second), Viewer::Spectator];

/// The fewest and most moves before the servers start, and the most moves while they run.
const MOVES_BEFORE: usize = 4;
const EXTRA_MOVES: usize = 4;
const LIVE_MOVES: usize = 4;

/// The most games that are tried to find one with a secret of a kind.
const MAX_ATTEMPTS: usize = 60;

/// The secret in which two games differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Secret {
    /// The location or the number of mines.
    Mines,
    /// The destinations of private portals.
    Portals,
    /// An unseen move in fog.
    Move,
}

impl Secret {
    const ALL: [Secret; 3] = [Secret::Mines, Secret::Portals, Secret::Move];

    /// Returns the mode that hides it.
    const fn mode(self) -> &'static str {
        match self {
            Secret::Mines => "mines",
            Secret::Portals => "portals",
            Secret::Move => "fog",
        }
    }

    /// Whether a chance event before the first move determines it.
    fn is_chance_event(self, event: &str) -> bool {
        match self {
            Secret::Mines => event.starts_with("mine"),
            Secret::Portals => event.starts_with("portal"),
            Secret::Move => false,
        }
    }
}

/// Returns every combination of modes: 48 of them.
fn mode_combinations() -> impl Iterator<Item = Vec<String>> {
    [None, Some("dice-a"), Some("dice-b")].into_iter().flat_map(|dice| {
        (0..16_u32).map(move |bits| {
            let others = (0..4).filter(move |at| bits >> at & 1 == 1).map(|at| MODES[at]);
            dice.into_iter().chain(others).map(str::to_owned).collect()
        })
    })
}

/// Two games that one viewer cannot distinguish.
struct TwinRooms {
    modes: Vec<String>,
    secret: Secret,
    viewer: Viewer,
    rooms: [Room; 2],
    random: u64,
}

fn player(id: &str) -> Player {
    Player { id: id.to_owned(), name: id.to_owned(), level: None, rating: None, is_bot: false }
}

fn decide(room: &Room, user_id: &str, command: &Command) -> Option<Vec<LogEntry>> {
    let id = room.log().len().to_string();
    room.decide(&CommandContext::new(&player(user_id), &id, Millis(1_000)), command).ok()
}

fn with_entries(room: &Room, entries: Vec<LogEntry>) -> Option<Room> {
    let mut room = room.clone();
    entries.into_iter().try_for_each(|entry| room.apply(entry)).ok()?;
    Some(room)
}

impl TwinRooms {
    /// Returns twins with another secret of this kind: another chance event before the first move, or another unseen move.
    fn find(
        number: usize,
        modes: &[String],
        secret: Secret,
        viewer: Viewer,
        user_ids: &[String; 2],
    ) -> Option<TwinRooms> {
        let mut tries = (0..MAX_ATTEMPTS)
            .map(|attempt| TwinRooms::try_find(number, attempt, modes, secret, viewer, user_ids));
        tries.find_map(|found| found)
    }

    fn try_find(
        number: usize,
        attempt: usize,
        modes: &[String],
        secret: Secret,
        viewer: Viewer,
        user_ids: &[String; 2],
    ) -> Option<TwinRooms> {
        let code = room_code(number, secret, viewer);
        let rules = if modes.iter().any(|mode| mode == "portals") {
            vec!["portals=private".to_owned()]
        } else {
            vec![]
        };
        let config = RoomConfig {
            modes: modes.to_vec(),
            rules,
            host_side: SidePreference::First,
            ..RoomConfig::default_for("chess")
        };
        let opening = Room::opening_entry(
            &code,
            config,
            Bytes32([(number + attempt) as u8; 32]),
            player(&user_ids[0]),
            Millis(0),
        );
        let mut room = Room::new(opening.expect("a valid configuration")).expect("a room");
        for user_id in user_ids {
            let sit = Command::Sit { contribution: Bytes32([7; 32]).to_string() };
            room = with_entries(&room, decide(&room, user_id, &sit)?)?;
        }
        let start = decide(&room, &user_ids[0], &Command::Start)?;
        let one = with_entries(&room, start.clone())?;
        let other = alternative_starts(&one, &start[0], secret).into_iter().find_map(|entry| {
            let other = with_entries(&room, vec![entry])?;
            (other.is_playing() && looks_same(&one, &other, viewer)).then_some(other)
        });
        let other = if secret == Secret::Move { one.clone() } else { other? };
        let random = splitmix64((number + 1_000 * attempt) as u64).1;
        let rooms = [one, other];
        let mut twin_rooms = TwinRooms { modes: modes.to_vec(), secret, viewer, rooms, random };
        for _ in 0..MOVES_BEFORE + attempt % EXTRA_MOVES {
            if let Some((entries, _)) = twin_rooms.same_move(user_ids) {
                twin_rooms.add(entries);
            }
        }
        if secret == Secret::Move {
            twin_rooms.diverge(user_ids)?;
        }
        let differ = twin_rooms.rooms[0].game() != twin_rooms.rooms[1].game();
        // Twins whose game continues prove more than twins that can only be watched.
        (differ && twin_rooms.same_move(user_ids).is_some()).then_some(twin_rooms)
    }

    fn add(&mut self, entries: [Vec<LogEntry>; 2]) {
        for (room, entries) in self.rooms.iter_mut().zip(entries) {
            entries.into_iter().for_each(|entry| room.apply(entry).expect("it was tried"));
        }
    }

    /// Returns a move that is possible in both games and reveals nothing to the viewer, with its text.
    fn same_move(&mut self, user_ids: &[String; 2]) -> Option<([Vec<LogEntry>; 2], String)> {
        let side = self.rooms[0].side_to_move()?;
        if self.rooms[1].side_to_move() != Some(side) {
            return None;
        }
        let mut actions = self.rooms[0].game().view(Viewer::Player(side)).actions;
        for _ in 0..actions.len() {
            let (next, number) = splitmix64(self.random);
            self.random = next;
            let action = actions.swap_remove(number as usize % actions.len());
            // An exploding mine or an entered portal reveals the secret.
            if self.rooms.iter().any(|room| triggers_secret(room, &action)) {
                continue;
            }
            let command = Command::Play { action: action.clone() };
            let entries =
                [&self.rooms[0], &self.rooms[1]].map(|room| decide(room, &user_ids[side.index()], &command));
            let [Some(one), Some(other)] = entries else { continue };
            let after =
                [with_entries(&self.rooms[0], one.clone())?, with_entries(&self.rooms[1], other.clone())?];
            let goes_on = after.iter().all(Room::is_playing);
            let rolled = [rolled_faces(&self.rooms[0], &after[0]), rolled_faces(&self.rooms[1], &after[1])];
            if goes_on && rolled[0] == rolled[1] && looks_same(&after[0], &after[1], self.viewer) {
                return Some(([one, other], action));
            }
        }
        None
    }

    /// Plays different moves of the other side that the viewer does not see.
    fn diverge(&mut self, user_ids: &[String; 2]) -> Option<()> {
        let room = self.rooms[0].clone();
        let side = room.side_to_move()?;
        if Viewer::Player(side) == self.viewer {
            return None;
        }
        let tries = room.game().view(Viewer::Player(side)).actions.into_iter().filter_map(|action| {
            // A visible move is not a secret.
            if triggers_secret(&room, &action)
                || room.game().may_reveal(&Step::Action(action.clone()), self.viewer)
            {
                return None;
            }
            let entries = decide(&room, &user_ids[side.index()], &Command::Play { action })?;
            with_entries(&room, entries).filter(Room::is_playing)
        });
        let tries: Vec<Room> = tries.collect();
        let pair = tries.iter().enumerate().find_map(|(at, one)| {
            let is_twin = |other: &&Room| {
                rolled_faces(&room, one) == rolled_faces(&room, other) && looks_same(one, other, self.viewer)
            };
            let other = tries[at + 1..].iter().find(is_twin)?;
            Some([one.clone(), other.clone()])
        });
        self.rooms = pair?;
        Some(())
    }
}

/// Whether a viewer sees the same position and has received the same number of events.
fn looks_same(one: &Room, other: &Room, viewer: Viewer) -> bool {
    one.game().view(viewer) == other.game().view(viewer) && one.log().len() == other.log().len()
}

/// Returns the dice that were rolled after the last move, in order. They are visible to all viewers.
fn rolled_faces(before: &Room, after: &Room) -> Vec<char> {
    let mut effects = Vec::new();
    let mut game = before.game().clone();
    for entry in &after.log()[before.log().len()..] {
        if let RoomEvent::Played { action, chance_events, .. } = &entry.event {
            game.apply_action(action, &mut NullSink).expect("it was played");
            chance_events
                .iter()
                .for_each(|chance_event| game.apply_chance(chance_event, &mut effects).expect("it happened"));
        }
    }
    let face = |effect: &Effect| match effect {
        Effect::Rolled { face, .. } => Some(face.letter),
        _ => None,
    };
    effects.iter().filter_map(face).collect()
}

/// Whether a move triggers a hidden mark.
fn triggers_secret(room: &Room, action: &str) -> bool {
    let mut effects = Vec::new();
    let acted = room.game().clone().apply_action(action, &mut effects);
    let is_awake = |effect: &Effect| match effect {
        Effect::Slide { cause, .. } | Effect::Vanish { cause, .. } => {
            matches!(cause, Cause::Mine | Cause::Portal)
        }
        _ => false,
    };
    acted.is_err() || effects.iter().any(is_awake)
}

/// Returns other starts, each with one changed chance event that determines the secret.
fn alternative_starts(room: &Room, start: &LogEntry, secret: Secret) -> Vec<LogEntry> {
    let RoomEvent::Started { host_side, chance_events } = &start.event else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut game: AnyGame = room.validated_config().initial_game.clone();
    for (at, drawn) in chance_events.iter().enumerate() {
        for (chance_event, _) in game.chance_outcomes() {
            if &chance_event == drawn || !secret.is_chance_event(drawn) {
                continue;
            }
            let mut chance_events = chance_events.clone();
            chance_events[at] = chance_event;
            let mut other = room.validated_config().initial_game.clone();
            let plays = chance_events
                .iter()
                .all(|chance_event| other.apply_chance(chance_event, &mut NullSink).is_ok());
            if plays && other.turn() != Turn::Chance {
                let entry = RoomEvent::Started { host_side: *host_side, chance_events };
                found.push(LogEntry { event: entry, ..start.clone() });
            }
        }
        game.apply_chance(drawn, &mut NullSink).expect("it was drawn so");
    }
    found
}

fn room_code(number: usize, secret: Secret, viewer: Viewer) -> String {
    let place = VIEWERS.iter().position(|one| *one == viewer).expect("one of them");
    format!("{}{}{:03}A", ["F", "S", "W"][place], ["M", "P", "F"][secret as usize], number + 222)
}

fn archive_rows(room: &Room) -> Vec<ArchiveRow> {
    let code = room.code().to_owned();
    let head = ArchiveRow::Room {
        code: code.clone(),
        created: 0,
        game: "chess".to_owned(),
        is_over: false,
        summary: None,
    };
    let entries = (0..).zip(room.log()).map(|(seq, entry)| ArchiveRow::Entry {
        room: code.clone(),
        seq,
        line: serde_json::to_string(entry).expect("an entry is text"),
    });
    std::iter::once(head).chain(entries).collect()
}

/// Returns the received messages without times, which are numbers of 13 digits.
fn without_times(text: &str) -> String {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let is_time = |digits: &&[u8]| digits.len() == 13 && digits.iter().all(is_digit);
    let parts = text.as_bytes().chunk_by(|a, b| is_digit(a) == is_digit(b));
    let timeless: Vec<&[u8]> = parts.filter(|part| !is_time(part)).collect();
    String::from_utf8(timeless.concat()).expect("only digits were removed")
}

/// A server with three users, who take their seats in the same order in both.
struct World {
    server: TestServer,
    clients: [Client; 3],
}

impl World {
    async fn open(dir: &TestDir, cookies: &[String; 3]) -> World {
        // Games that wait for their turn to be compared must not go on by themselves.
        let (first_move_timeout, restart_grace) = (Millis::from_seconds(3_600), Millis::from_seconds(3_600));
        let timeouts = RoomLimits { first_move_timeout, restart_grace, ..RoomLimits::default() };
        let limits = Limits {
            max_rooms_per_websocket: 1_000,
            send_queue: 100_000,
            idle_timeout: Duration::from_secs(3_600),
            ..generous_limits()
        };
        let server = TestServer::open_with(Settings { limits, timeouts, ..settings(dir) }).await;
        let clients = [
            Client::connect_with_cookie(server.address, &cookies[0]).await,
            Client::connect_with_cookie(server.address, &cookies[1]).await,
            Client::connect_with_cookie(server.address, &cookies[2]).await,
        ];
        World { server, clients }
    }

    /// Returns all messages of a room to a viewer, up to the event before `until`.
    async fn received_events(&mut self, viewer_index: usize, code: &str, until: u64) -> Vec<String> {
        let mut received = Vec::new();
        loop {
            let text = self.clients[viewer_index].next_text().await.expect("the connection is open");
            let message: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            if message["type"] == "event" && message["room"] == code {
                received.push(without_times(&text));
                if message["seq"].as_u64() == Some(until - 1) {
                    return received;
                }
            }
        }
    }
}

#[tokio::test]
async fn a_secret_changes_no_sent_byte_in_any_combination_of_modes() {
    let dir = TestDir::new("secrets");
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut cookies = Vec::new();
    let mut ids = Vec::new();
    for _ in 0..3 {
        let client = Client::connect_guest(server.address).await;
        cookies.push(client.cookie.clone());
        ids.push(client.id.clone());
    }
    server.close().await;
    let cookies: [String; 3] = cookies.try_into().expect("three guests");
    let user_ids = [ids[0].clone(), ids[1].clone()];
    let mut twin_rooms = Vec::new();
    for (number, modes) in mode_combinations().enumerate() {
        let secrets = Secret::ALL.into_iter().filter(|secret| modes.iter().any(|mode| mode == secret.mode()));
        for (secret, viewer) in secrets.flat_map(|secret| VIEWERS.map(|viewer| (secret, viewer))) {
            let found = TwinRooms::find(number, &modes, secret, viewer, &user_ids);
            twin_rooms
                .push(found.unwrap_or_else(|| panic!("{secret:?} has no twins for {viewer:?} in {modes:?}")));
        }
    }
    // Each of the three secrets exists in half of the combinations, and there are three viewers.
    assert_eq!(twin_rooms.len(), 3 * 24 * 3);
    let dirs = [TestDir::new("secrets-one"), TestDir::new("secrets-other")];
    for (at, to) in dirs.iter().enumerate() {
        let mut lines = Vec::new();
        export(&dir.location(), |row| {
            lines.push(row);
            Ok(())
        })
        .await
        .expect("a server");
        lines.extend(twin_rooms.iter().flat_map(|twin_rooms| archive_rows(&twin_rooms.rooms[at])));
        let text = lines.iter().map(|row| Ok(serde_json::to_string(row).expect("it is text")));
        import(&to.location(), text).await.expect("a server");
    }
    let [one, other] = &dirs;
    let mut worlds = [World::open(one, &cookies).await, World::open(other, &cookies).await];
    for twin_rooms in &mut twin_rooms {
        let live = compare(&mut worlds, twin_rooms, &user_ids).await;
        assert!(live > 0, "{:?}: nothing was compared in {:?}", twin_rooms.secret, twin_rooms.modes);
    }
    let [one, other] = worlds;
    one.server.close().await;
    other.server.close().await;
}

/// Follows a pair of games in both servers and compares all messages to the viewer. Returns the number of live events after
/// the games diverged.
async fn compare(worlds: &mut [World; 2], twin_rooms: &mut TwinRooms, user_ids: &[String; 2]) -> usize {
    let code = twin_rooms.rooms[0].code().to_owned();
    let viewer_index = VIEWERS.iter().position(|viewer| *viewer == twin_rooms.viewer).expect("one of them");
    // The server records its downtime, and the two players reconnect.
    let mut until = twin_rooms.rooms[0].log().len() as u64 + 3;
    for world in worlds.iter_mut() {
        for (at, client) in world.clients.iter_mut().enumerate().filter(|(at, _)| *at != viewer_index) {
            client.send(&json!({"type": "join", "room": code, "from": until - 3})).await;
            // The order in which they reconnect is published as well.
            while at < 2 && client.receive_event("reconnected").await["room"] != code.as_str() {}
        }
        world.clients[viewer_index].send(&json!({"type": "join", "room": code, "from": 0})).await;
    }
    assert_same_events(worlds, viewer_index, &code, until, twin_rooms).await;
    let mut live = 0;
    for _ in 0..LIVE_MOVES {
        let Some(side) = twin_rooms.rooms[0].side_to_move() else { break };
        let Some((entries, action)) = twin_rooms.same_move(user_ids) else { break };
        let made = entries[0].len() as u64;
        for world in worlds.iter_mut() {
            let command = json!({"type": "play", "action": action});
            let id = format!("{code}-{until}");
            let text = json!({"type": "command", "room": code, "id": id, "seen": until, "command": command});
            world.clients[side.index()].send(&text).await;
        }
        twin_rooms.add(entries);
        until += made;
        live += assert_same_events(worlds, viewer_index, &code, until, twin_rooms).await;
    }
    live
}

async fn assert_same_events(
    worlds: &mut [World; 2],
    viewer_index: usize,
    code: &str,
    until: u64,
    twin_rooms: &TwinRooms,
) -> usize {
    let [one, other] = worlds;
    let (one, other) = (
        one.received_events(viewer_index, code, until).await,
        other.received_events(viewer_index, code, until).await,
    );
    for (one, other) in one.iter().zip(&other) {
        let TwinRooms { viewer, secret, modes, .. } = twin_rooms;
        assert_eq!(one, other, "{viewer:?} can distinguish {secret:?} from another, modes {modes:?}");
    }
    assert_eq!(one.len(), other.len());
    one.len()
}
