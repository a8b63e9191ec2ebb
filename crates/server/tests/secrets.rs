//! Non-interference over the wire: two servers whose games differ only in a secret send the same bytes, apart from times,
//! until the secret acts.

mod net;

use net::{Client, TestDir, TestServer, generous_limits};
use serde_json::json;
use yipan_core::{Cause, Effect, NullSink, Side, Step, Turn, Viewer, splitmix64};
use yipan_games::AnyGame;
use yipan_record::{Bytes32, Millis};
use yipan_room::{CommandContext, LogEntry, Room, RoomEvent};
use yipan_server::{ArchiveRow, Limits, export, import};
use yipan_wire::{Command, Player, RoomConfig, SidePreference};

const MODES: [&str; 4] = ["fog", "gravity", "portals", "mines"];
const VIEWERS: [Viewer; 3] = [Viewer::Player(Side::First), Viewer::Player(Side::Second), Viewer::Spectator];

/// Moves that are made before the servers open, at least and at most, and at most while they are open.
const MOVES_BEFORE: usize = 4;
const EXTRA_MOVES: usize = 4;
const LIVE_MOVES: usize = 4;

/// How many games are tried until one has a secret of the kind that is looked for.
const MAX_ATTEMPTS: usize = 60;

/// What two games may differ in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Secret {
    /// Where a mine lies, or how many there are.
    Mines,
    /// Where somebody's private portals lead.
    Portals,
    /// A move in fog that was not seen.
    Move,
}

impl Secret {
    const ALL: [Secret; 3] = [Secret::Mines, Secret::Portals, Secret::Move];

    /// The mode that hides it.
    const fn mode(self) -> &'static str {
        match self {
            Secret::Mines => "mines",
            Secret::Portals => "portals",
            Secret::Move => "fog",
        }
    }

    /// Whether a draw before the first move decides on it.
    fn is_chance_event(self, event: &str) -> bool {
        match self {
            Secret::Mines => event.starts_with("mine"),
            Secret::Portals => event.starts_with("portal"),
            Secret::Move => false,
        }
    }
}

/// Every mix of modes: 48 of them.
fn mode_combinations() -> impl Iterator<Item = Vec<String>> {
    [None, Some("dice-a"), Some("dice-b")].into_iter().flat_map(|dice| {
        (0..16_u32).map(move |bits| {
            let others = (0..4).filter(move |at| bits >> at & 1 == 1).map(|at| MODES[at]);
            dice.into_iter().chain(others).map(str::to_owned).collect()
        })
    })
}

/// Two games that one viewer cannot tell apart.
struct TwinRooms {
    modes: Vec<String>,
    secret: Secret,
    viewer: Viewer,
    rooms: [Room; 2],
    random: u64,
}

fn player(id: &str) -> Player {
    Player { id: id.to_owned(), name: id.to_owned(), level: None }
}

fn decide(table: &Room, who: &str, command: &Command) -> Option<Vec<LogEntry>> {
    let id = table.log().len().to_string();
    table.decide(&CommandContext::new(&player(who), &id, Millis(1_000)), command).ok()
}

fn with_entries(table: &Room, entries: Vec<LogEntry>) -> Option<Room> {
    let mut table = table.clone();
    entries.into_iter().try_for_each(|entry| table.apply(entry)).ok()?;
    Some(table)
}

impl TwinRooms {
    /// Twins with another secret of this kind, drawn before the first move, or in fog another move that was not seen.
    fn find(
        number: usize,
        modes: &[String],
        secret: Secret,
        viewer: Viewer,
        people: &[String; 2],
    ) -> Option<TwinRooms> {
        let mut tries = (0..MAX_ATTEMPTS)
            .map(|attempt| TwinRooms::try_find(number, attempt, modes, secret, viewer, people));
        tries.find_map(|found| found)
    }

    fn try_find(
        number: usize,
        attempt: usize,
        modes: &[String],
        secret: Secret,
        viewer: Viewer,
        people: &[String; 2],
    ) -> Option<TwinRooms> {
        let room = room_code(number, secret, viewer);
        let rules = if modes.iter().any(|mode| mode == "portals") {
            vec!["portals=private".to_owned()]
        } else {
            vec![]
        };
        let terms = RoomConfig {
            modes: modes.to_vec(),
            rules,
            host_side: SidePreference::First,
            ..RoomConfig::default_for("chess")
        };
        let opening = Room::opening_entry(
            &room,
            terms,
            Bytes32([(number + attempt) as u8; 32]),
            player(&people[0]),
            Millis(0),
        );
        let mut table = Room::new(opening.expect("good terms")).expect("a table");
        for who in people {
            let sit = Command::Sit { contribution: Bytes32([7; 32]).to_string() };
            table = with_entries(&table, decide(&table, who, &sit)?)?;
        }
        let start = decide(&table, &people[0], &Command::Start)?;
        let one = with_entries(&table, start.clone())?;
        let other = alternative_starts(&one, &start[0], secret).into_iter().find_map(|entry| {
            let other = with_entries(&table, vec![entry])?;
            (other.is_playing() && looks_same(&one, &other, viewer)).then_some(other)
        });
        let other = if secret == Secret::Move { one.clone() } else { other? };
        let random = splitmix64((number + 1_000 * attempt) as u64).1;
        let tables = [one, other];
        let mut twins = TwinRooms { modes: modes.to_vec(), secret, viewer, rooms: tables, random };
        for _ in 0..MOVES_BEFORE + attempt % EXTRA_MOVES {
            if let Some((entries, _)) = twins.same_move(people) {
                twins.add(entries);
            }
        }
        if secret == Secret::Move {
            twins.diverge(people)?;
        }
        let differ = twins.rooms[0].game() != twins.rooms[1].game();
        // Twins that can only be looked at prove less than twins that are played on with.
        (differ && twins.same_move(people).is_some()).then_some(twins)
    }

    fn add(&mut self, entries: [Vec<LogEntry>; 2]) {
        for (table, entries) in self.rooms.iter_mut().zip(entries) {
            entries.into_iter().for_each(|entry| table.apply(entry).expect("it was tried"));
        }
    }

    /// A move that is made in both games and leaves the viewer none the wiser, with its text.
    fn same_move(&mut self, people: &[String; 2]) -> Option<([Vec<LogEntry>; 2], String)> {
        let seat = self.rooms[0].side_to_move()?;
        if self.rooms[1].side_to_move() != Some(seat) {
            return None;
        }
        let mut acts = self.rooms[0].game().view(Viewer::Player(seat)).actions;
        for _ in 0..acts.len() {
            let (next, number) = splitmix64(self.random);
            self.random = next;
            let act = acts.swap_remove(number as usize % acts.len());
            // Once a mine goes off or a portal is entered, the secret has acted.
            if self.rooms.iter().any(|table| triggers_secret(table, &act)) {
                continue;
            }
            let command = Command::Play { action: act.clone() };
            let entries =
                [&self.rooms[0], &self.rooms[1]].map(|table| decide(table, &people[seat.index()], &command));
            let [Some(one), Some(other)] = entries else { continue };
            let after =
                [with_entries(&self.rooms[0], one.clone())?, with_entries(&self.rooms[1], other.clone())?];
            let goes_on = after.iter().all(Room::is_playing);
            let rolled = [rolled_faces(&self.rooms[0], &after[0]), rolled_faces(&self.rooms[1], &after[1])];
            if goes_on && rolled[0] == rolled[1] && looks_same(&after[0], &after[1], self.viewer) {
                return Some(([one, other], act));
            }
        }
        None
    }

    /// Lets the other side make different moves that the viewer does not see.
    fn diverge(&mut self, people: &[String; 2]) -> Option<()> {
        let table = self.rooms[0].clone();
        let seat = table.side_to_move()?;
        if Viewer::Player(seat) == self.viewer {
            return None;
        }
        let tries = table.game().view(Viewer::Player(seat)).actions.into_iter().filter_map(|act| {
            // A move that is told is no secret, wherever it leads.
            if triggers_secret(&table, &act)
                || table.game().may_reveal(&Step::Action(act.clone()), self.viewer)
            {
                return None;
            }
            let entries = decide(&table, &people[seat.index()], &Command::Play { action: act })?;
            with_entries(&table, entries).filter(Room::is_playing)
        });
        let tries: Vec<Room> = tries.collect();
        let pair = tries.iter().enumerate().find_map(|(at, one)| {
            let is_twin = |other: &&Room| {
                rolled_faces(&table, one) == rolled_faces(&table, other)
                    && looks_same(one, other, self.viewer)
            };
            let other = tries[at + 1..].iter().find(is_twin)?;
            Some([one.clone(), other.clone()])
        });
        self.rooms = pair?;
        Some(())
    }
}

/// Whether a viewer sees the same, and has been told the same number of things.
fn looks_same(one: &Room, other: &Room, viewer: Viewer) -> bool {
    one.game().view(viewer) == other.game().view(viewer) && one.log().len() == other.log().len()
}

/// The dice that were rolled after the last move, in order, as everybody sees them: they are no secret.
fn rolled_faces(before: &Room, after: &Room) -> Vec<char> {
    let mut effects = Vec::new();
    let mut game = before.game().clone();
    for entry in &after.log()[before.log().len()..] {
        if let RoomEvent::Played { action: act, chance_events: draws, .. } = &entry.event {
            game.apply_action(act, &mut NullSink).expect("it was played");
            draws.iter().for_each(|draw| game.apply_chance(draw, &mut effects).expect("it was drawn"));
        }
    }
    let face = |effect: &Effect| match effect {
        Effect::Rolled { face, .. } => Some(face.letter),
        _ => None,
    };
    effects.iter().filter_map(face).collect()
}

/// Whether a move lets something act that lay hidden.
fn triggers_secret(table: &Room, act: &str) -> bool {
    let mut effects = Vec::new();
    let acted = table.game().clone().apply_action(act, &mut effects);
    let is_awake = |effect: &Effect| match effect {
        Effect::Slide { cause, .. } | Effect::Vanish { cause, .. } => {
            matches!(cause, Cause::Mine | Cause::Portal)
        }
        _ => false,
    };
    acted.is_err() || effects.iter().any(is_awake)
}

/// Other starts, each with one draw changed that decides on the secret.
fn alternative_starts(table: &Room, start: &LogEntry, secret: Secret) -> Vec<LogEntry> {
    let RoomEvent::Started { host_side: host, chance_events: draws } = &start.event else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut game: AnyGame = table.validated_config().initial_game.clone();
    for (at, drawn) in draws.iter().enumerate() {
        for (draw, _) in game.chance_outcomes() {
            if &draw == drawn || !secret.is_chance_event(drawn) {
                continue;
            }
            let mut draws = draws.clone();
            draws[at] = draw;
            let mut other = table.validated_config().initial_game.clone();
            let plays = draws.iter().all(|draw| other.apply_chance(draw, &mut NullSink).is_ok());
            if plays && other.turn() != Turn::Chance {
                let entry = RoomEvent::Started { host_side: *host, chance_events: draws };
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

fn archive_rows(table: &Room) -> Vec<ArchiveRow> {
    let room = table.code().to_owned();
    let head = ArchiveRow::Room {
        code: room.clone(),
        created: 0,
        game: "chess".to_owned(),
        is_over: false,
        summary: None,
    };
    let entries = (0..).zip(table.log()).map(|(seq, entry)| ArchiveRow::Entry {
        room: room.clone(),
        seq,
        line: serde_json::to_string(entry).expect("an entry is text"),
    });
    std::iter::once(head).chain(entries).collect()
}

/// What was heard, without the times.
fn without_times(text: &str) -> String {
    let mut parts = text.split("\"at\":");
    let mut timeless = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        timeless += "\"at\":";
        timeless += part.trim_start_matches(|sign: char| sign.is_ascii_digit());
    }
    timeless
}

/// A server with its three people, who sit down in the same order in both.
struct World {
    server: TestServer,
    clients: [Client; 3],
}

impl World {
    async fn open(dir: &TestDir, cookies: &[String; 3]) -> World {
        let server = TestServer::open(
            dir,
            Limits { max_rooms_per_websocket: 1_000, send_queue: 100_000, ..generous_limits() },
        )
        .await;
        let people = [
            Client::connect_with_cookie(server.address, &cookies[0]).await,
            Client::connect_with_cookie(server.address, &cookies[1]).await,
            Client::connect_with_cookie(server.address, &cookies[2]).await,
        ];
        World { server: server, clients: people }
    }

    /// Everything that a viewer is told of a table, up to the frame before `until`.
    async fn received_events(&mut self, who: usize, room: &str, until: u64) -> Vec<String> {
        let mut told = Vec::new();
        loop {
            let text = self.clients[who].next_text().await.expect("the line holds");
            let message: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            if message["type"] == "event" && message["room"] == room {
                told.push(without_times(&text));
                if message["seq"].as_u64() == Some(until - 1) {
                    return told;
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
    let cookies: [String; 3] = cookies.try_into().expect("three came");
    let people = [ids[0].clone(), ids[1].clone()];
    let mut twins = Vec::new();
    for (number, modes) in mode_combinations().enumerate() {
        let secrets = Secret::ALL.into_iter().filter(|secret| modes.iter().any(|mode| mode == secret.mode()));
        for (secret, viewer) in secrets.flat_map(|secret| VIEWERS.map(|viewer| (secret, viewer))) {
            let found = TwinRooms::find(number, &modes, secret, viewer, &people);
            twins
                .push(found.unwrap_or_else(|| panic!("{secret:?} has no twins for {viewer:?} in {modes:?}")));
        }
    }
    // Half of the mixes have each of the three secrets, and three look on.
    assert_eq!(twins.len(), 3 * 24 * 3);
    let dirs = [TestDir::new("secrets-one"), TestDir::new("secrets-other")];
    for (at, to) in dirs.iter().enumerate() {
        let mut lines = Vec::new();
        export(&dir.0, |kept| {
            lines.push(kept);
            Ok(())
        })
        .await
        .expect("a server");
        lines.extend(twins.iter().flat_map(|twins| archive_rows(&twins.rooms[at])));
        let text = lines.iter().map(|kept| Ok(serde_json::to_string(kept).expect("it is text")));
        import(&to.0, text).await.expect("a server");
    }
    let [one, other] = &dirs;
    let mut worlds = [World::open(one, &cookies).await, World::open(other, &cookies).await];
    for twins in &mut twins {
        let live = compare(&mut worlds, twins, &people).await;
        assert!(live > 0, "{:?}: nothing was compared in {:?}", twins.secret, twins.modes);
    }
    let [one, other] = worlds;
    one.server.close().await;
    other.server.close().await;
}

/// Follows a pair of games in both servers, holds all that the viewer is told against each other, and gives back how many
/// frames came after the games had parted, from the server as it ran.
async fn compare(worlds: &mut [World; 2], twins: &mut TwinRooms, people: &[String; 2]) -> usize {
    let room = twins.rooms[0].code().to_owned();
    let who = VIEWERS.iter().position(|viewer| *viewer == twins.viewer).expect("one of them");
    // The server adds that it was away; the two players come back.
    let mut until = twins.rooms[0].log().len() as u64 + 3;
    for world in worlds.iter_mut() {
        for (at, client) in world.clients.iter_mut().enumerate().filter(|(at, _)| *at != who) {
            client.send(&json!({"type": "join", "room": room, "from": until - 3})).await;
            // The order in which they come back is told as well.
            while at < 2 && client.receive_event("reconnected").await["room"] != room.as_str() {}
        }
        world.clients[who].send(&json!({"type": "join", "room": room, "from": 0})).await;
    }
    assert_same_events(worlds, who, &room, until, twins).await;
    let mut live = 0;
    for _ in 0..LIVE_MOVES {
        let Some(seat) = twins.rooms[0].side_to_move() else { break };
        let Some((entries, act)) = twins.same_move(people) else { break };
        let made = entries[0].len() as u64;
        for world in worlds.iter_mut() {
            let command = json!({"type": "play", "action": act});
            let id = format!("{room}-{until}");
            let text = json!({"type": "command", "room": room, "id": id, "seen": until, "command": command});
            world.clients[seat.index()].send(&text).await;
        }
        twins.add(entries);
        until += made;
        live += assert_same_events(worlds, who, &room, until, twins).await;
    }
    live
}

async fn assert_same_events(
    worlds: &mut [World; 2],
    who: usize,
    room: &str,
    until: u64,
    twins: &TwinRooms,
) -> usize {
    let [one, other] = worlds;
    let (one, other) =
        (one.received_events(who, room, until).await, other.received_events(who, room, until).await);
    for (one, other) in one.iter().zip(&other) {
        let TwinRooms { viewer, secret, modes, .. } = twins;
        assert_eq!(one, other, "{viewer:?} can tell {secret:?} from another, modes {modes:?}");
    }
    assert_eq!(one.len(), other.len());
    one.len()
}
