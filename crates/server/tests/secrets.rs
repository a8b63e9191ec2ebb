//! Non-interference over the wire: two halls whose games differ only in a secret send the same bytes, apart from times,
//! until the secret acts.

mod net;

use net::{Client, Folder, Hall, generous};
use serde_json::json;
use yipan_games::AnyGame;
use yipan_record::{Bytes32, Millis};
use yipan_rules::{Cause, Discard, Effect, Seat, Step, Turn, Viewer, split_mix};
use yipan_server::{Kept, Limits, export, import};
use yipan_table::{Call, Entry, Stamped, Table};
use yipan_wire::{Colour, Command, Player, Terms};

const MODES: [&str; 4] = ["fog", "gravity", "portals", "mines"];
const VIEWERS: [Viewer; 3] = [Viewer::Player(Seat::First), Viewer::Player(Seat::Second), Viewer::Spectator];

/// Moves that are made before the halls open, at least and at most, and at most while they are open.
const BEFORE: usize = 4;
const MORE: usize = 4;
const LIVE: usize = 4;

/// How many games are tried until one has a secret of the kind that is looked for.
const TRIES: usize = 60;

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
    fn is_drawn(self, draw: &str) -> bool {
        match self {
            Secret::Mines => draw.starts_with("mine"),
            Secret::Portals => draw.starts_with("portal"),
            Secret::Move => false,
        }
    }
}

/// Every mix of modes: 48 of them.
fn mixes() -> impl Iterator<Item = Vec<String>> {
    [None, Some("dice-a"), Some("dice-b")].into_iter().flat_map(|dice| {
        (0..16_u32).map(move |bits| {
            let others = (0..4).filter(move |at| bits >> at & 1 == 1).map(|at| MODES[at]);
            dice.into_iter().chain(others).map(str::to_owned).collect()
        })
    })
}

/// Two games that one viewer cannot tell apart.
struct Twins {
    modes: Vec<String>,
    secret: Secret,
    viewer: Viewer,
    tables: [Table; 2],
    random: u64,
}

fn person(id: &str) -> Player {
    Player { id: id.to_owned(), name: id.to_owned(), level: None }
}

fn say(table: &Table, who: &str, command: &Command) -> Option<Vec<Stamped>> {
    let id = table.log().len().to_string();
    table.decide(&Call::new(&person(who), &id, Millis(1_000)), command).ok()
}

fn with(table: &Table, entries: Vec<Stamped>) -> Option<Table> {
    let mut table = table.clone();
    entries.into_iter().try_for_each(|entry| table.apply(entry)).ok()?;
    Some(table)
}

impl Twins {
    /// Twins with another secret of this kind, drawn before the first move, or in fog another move that was not seen.
    fn find(
        number: usize,
        modes: &[String],
        secret: Secret,
        viewer: Viewer,
        people: &[String; 2],
    ) -> Option<Twins> {
        let mut tries =
            (0..TRIES).map(|attempt| Twins::found(number, attempt, modes, secret, viewer, people));
        tries.find_map(|found| found)
    }

    fn found(
        number: usize,
        attempt: usize,
        modes: &[String],
        secret: Secret,
        viewer: Viewer,
        people: &[String; 2],
    ) -> Option<Twins> {
        let room = code(number, secret, viewer);
        let rules = if modes.iter().any(|mode| mode == "portals") {
            vec!["portals=private".to_owned()]
        } else {
            vec![]
        };
        let terms = Terms { modes: modes.to_vec(), rules, colour: Colour::First, ..Terms::usual("chess") };
        let opening = Table::opening(
            &room,
            terms,
            Bytes32([(number + attempt) as u8; 32]),
            person(&people[0]),
            Millis(0),
        );
        let mut table = Table::new(opening.expect("good terms")).expect("a table");
        for who in people {
            let sit = Command::Sit { contribution: Bytes32([7; 32]).to_string() };
            table = with(&table, say(&table, who, &sit)?)?;
        }
        let start = say(&table, &people[0], &Command::Start)?;
        let one = with(&table, start.clone())?;
        let other = other_starts(&one, &start[0], secret).into_iter().find_map(|entry| {
            let other = with(&table, vec![entry])?;
            (other.is_playing() && same(&one, &other, viewer)).then_some(other)
        });
        let other = if secret == Secret::Move { one.clone() } else { other? };
        let random = split_mix((number + 1_000 * attempt) as u64).1;
        let tables = [one, other];
        let mut twins = Twins { modes: modes.to_vec(), secret, viewer, tables, random };
        for _ in 0..BEFORE + attempt % MORE {
            if let Some((entries, _)) = twins.same_move(people) {
                twins.add(entries);
            }
        }
        if secret == Secret::Move {
            twins.part(people)?;
        }
        let differ = twins.tables[0].game() != twins.tables[1].game();
        // Twins that can only be looked at prove less than twins that are played on with.
        (differ && twins.same_move(people).is_some()).then_some(twins)
    }

    fn add(&mut self, entries: [Vec<Stamped>; 2]) {
        for (table, entries) in self.tables.iter_mut().zip(entries) {
            entries.into_iter().for_each(|entry| table.apply(entry).expect("it was tried"));
        }
    }

    /// A move that is made in both games and leaves the viewer none the wiser, with its text.
    fn same_move(&mut self, people: &[String; 2]) -> Option<([Vec<Stamped>; 2], String)> {
        let seat = self.tables[0].to_move()?;
        if self.tables[1].to_move() != Some(seat) {
            return None;
        }
        let mut acts = self.tables[0].game().view(Viewer::Player(seat)).actions;
        for _ in 0..acts.len() {
            let (next, number) = split_mix(self.random);
            self.random = next;
            let act = acts.swap_remove(number as usize % acts.len());
            // Once a mine goes off or a portal is entered, the secret has acted.
            if self.tables.iter().any(|table| wakes(table, &act)) {
                continue;
            }
            let command = Command::Act { act: act.clone() };
            let entries =
                [&self.tables[0], &self.tables[1]].map(|table| say(table, &people[seat.index()], &command));
            let [Some(one), Some(other)] = entries else { continue };
            let after = [with(&self.tables[0], one.clone())?, with(&self.tables[1], other.clone())?];
            let goes_on = after.iter().all(Table::is_playing);
            let rolled = [rolled(&self.tables[0], &after[0]), rolled(&self.tables[1], &after[1])];
            if goes_on && rolled[0] == rolled[1] && same(&after[0], &after[1], self.viewer) {
                return Some(([one, other], act));
            }
        }
        None
    }

    /// Lets the other side make different moves that the viewer does not see.
    fn part(&mut self, people: &[String; 2]) -> Option<()> {
        let table = self.tables[0].clone();
        let seat = table.to_move()?;
        if Viewer::Player(seat) == self.viewer {
            return None;
        }
        let tries = table.game().view(Viewer::Player(seat)).actions.into_iter().filter_map(|act| {
            // A move that is told is no secret, wherever it leads.
            if wakes(&table, &act) || table.game().discloses(&Step::Act(act.clone()), self.viewer) {
                return None;
            }
            let entries = say(&table, &people[seat.index()], &Command::Act { act })?;
            with(&table, entries).filter(Table::is_playing)
        });
        let tries: Vec<Table> = tries.collect();
        let pair = tries.iter().enumerate().find_map(|(at, one)| {
            let is_twin = |other: &&Table| {
                rolled(&table, one) == rolled(&table, other) && same(one, other, self.viewer)
            };
            let other = tries[at + 1..].iter().find(is_twin)?;
            Some([one.clone(), other.clone()])
        });
        self.tables = pair?;
        Some(())
    }
}

/// Whether a viewer sees the same, and has been told the same number of things.
fn same(one: &Table, other: &Table, viewer: Viewer) -> bool {
    one.game().view(viewer) == other.game().view(viewer) && one.log().len() == other.log().len()
}

/// The dice that were rolled after the last move, in order, as everybody sees them: they are no secret.
fn rolled(before: &Table, after: &Table) -> Vec<char> {
    let mut effects = Vec::new();
    let mut game = before.game().clone();
    for entry in &after.log()[before.log().len()..] {
        if let Entry::Played { act, draws, .. } = &entry.entry {
            game.act(act, &mut Discard).expect("it was played");
            draws.iter().for_each(|draw| game.draw(draw, &mut effects).expect("it was drawn"));
        }
    }
    let face = |effect: &Effect| match effect {
        Effect::Rolled { face, .. } => Some(face.letter),
        _ => None,
    };
    effects.iter().filter_map(face).collect()
}

/// Whether a move lets something act that lay hidden.
fn wakes(table: &Table, act: &str) -> bool {
    let mut effects = Vec::new();
    let acted = table.game().clone().act(act, &mut effects);
    let is_awake = |effect: &Effect| match effect {
        Effect::Slide { cause, .. } | Effect::Vanish { cause, .. } => {
            matches!(cause, Cause::Mine | Cause::Portal)
        }
        _ => false,
    };
    acted.is_err() || effects.iter().any(is_awake)
}

/// Other starts, each with one draw changed that decides on the secret.
fn other_starts(table: &Table, start: &Stamped, secret: Secret) -> Vec<Stamped> {
    let Entry::Started { host, draws } = &start.entry else { return Vec::new() };
    let mut found = Vec::new();
    let mut game: AnyGame = table.agreed().start.clone();
    for (at, drawn) in draws.iter().enumerate() {
        for (draw, _) in game.draws() {
            if &draw == drawn || !secret.is_drawn(drawn) {
                continue;
            }
            let mut draws = draws.clone();
            draws[at] = draw;
            let mut other = table.agreed().start.clone();
            let plays = draws.iter().all(|draw| other.draw(draw, &mut Discard).is_ok());
            if plays && other.turn() != Turn::Chance {
                let entry = Entry::Started { host: *host, draws };
                found.push(Stamped { entry, ..start.clone() });
            }
        }
        game.draw(drawn, &mut Discard).expect("it was drawn so");
    }
    found
}

fn code(number: usize, secret: Secret, viewer: Viewer) -> String {
    let place = VIEWERS.iter().position(|one| *one == viewer).expect("one of them");
    format!("{}{}{:03}A", ["F", "S", "W"][place], ["M", "P", "F"][secret as usize], number + 222)
}

fn kept(table: &Table) -> Vec<Kept> {
    let room = table.room().to_owned();
    let head =
        Kept::Room { code: room.clone(), created: 0, game: "chess".to_owned(), over: false, summary: None };
    let entries = (0..).zip(table.log()).map(|(seq, entry)| Kept::Entry {
        room: room.clone(),
        seq,
        line: serde_json::to_string(entry).expect("an entry is text"),
    });
    std::iter::once(head).chain(entries).collect()
}

/// What was heard, without the times.
fn timeless(text: &str) -> String {
    let mut parts = text.split("\"at\":");
    let mut timeless = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        timeless += "\"at\":";
        timeless += part.trim_start_matches(|sign: char| sign.is_ascii_digit());
    }
    timeless
}

/// A hall with its three people, who sit down in the same order in both.
struct World {
    hall: Hall,
    people: [Client; 3],
}

impl World {
    async fn open(folder: &Folder, cookies: &[String; 3]) -> World {
        let hall = Hall::open(folder, Limits { tables: 1_000, queue: 100_000, ..generous() }).await;
        let people = [
            Client::known(hall.address, &cookies[0]).await,
            Client::known(hall.address, &cookies[1]).await,
            Client::known(hall.address, &cookies[2]).await,
        ];
        World { hall, people }
    }

    /// Everything that a viewer is told of a table, up to the frame before `until`.
    async fn told(&mut self, who: usize, room: &str, until: u64) -> Vec<String> {
        let mut told = Vec::new();
        loop {
            let text = self.people[who].next_text().await.expect("the line holds");
            let message: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            if message["type"] == "frame" && message["room"] == room {
                told.push(timeless(&text));
                if message["seq"].as_u64() == Some(until - 1) {
                    return told;
                }
            }
        }
    }
}

#[tokio::test]
async fn a_secret_does_not_change_a_byte_that_is_sent_in_any_mix_of_modes() {
    let folder = Folder::new("secrets");
    let hall = Hall::open(&folder, generous()).await;
    let mut cookies = Vec::new();
    let mut ids = Vec::new();
    for _ in 0..3 {
        let client = Client::meet(hall.address).await;
        cookies.push(client.cookie.clone());
        ids.push(client.id.clone());
    }
    hall.close().await;
    let cookies: [String; 3] = cookies.try_into().expect("three came");
    let people = [ids[0].clone(), ids[1].clone()];
    let mut twins = Vec::new();
    for (number, modes) in mixes().enumerate() {
        let secrets = Secret::ALL.into_iter().filter(|secret| modes.iter().any(|mode| mode == secret.mode()));
        for (secret, viewer) in secrets.flat_map(|secret| VIEWERS.map(|viewer| (secret, viewer))) {
            let found = Twins::find(number, &modes, secret, viewer, &people);
            twins
                .push(found.unwrap_or_else(|| panic!("{secret:?} has no twins for {viewer:?} in {modes:?}")));
        }
    }
    // Half of the mixes have each of the three secrets, and three look on.
    assert_eq!(twins.len(), 3 * 24 * 3);
    let folders = [Folder::new("secrets-one"), Folder::new("secrets-other")];
    for (at, to) in folders.iter().enumerate() {
        let mut lines = Vec::new();
        export(&folder.0, |kept| {
            lines.push(kept);
            Ok(())
        })
        .await
        .expect("a hall");
        lines.extend(twins.iter().flat_map(|twins| kept(&twins.tables[at])));
        let text = lines.iter().map(|kept| Ok(serde_json::to_string(kept).expect("it is text")));
        import(&to.0, text).await.expect("a hall");
    }
    let [one, other] = &folders;
    let mut worlds = [World::open(one, &cookies).await, World::open(other, &cookies).await];
    for twins in &mut twins {
        let live = compare(&mut worlds, twins, &people).await;
        assert!(live > 0, "{:?}: nothing was compared in {:?}", twins.secret, twins.modes);
    }
    let [one, other] = worlds;
    one.hall.close().await;
    other.hall.close().await;
}

/// Follows a pair of games in both halls, holds all that the viewer is told against each other, and gives back how many
/// frames came after the games had parted, from the hall as it ran.
async fn compare(worlds: &mut [World; 2], twins: &mut Twins, people: &[String; 2]) -> usize {
    let room = twins.tables[0].room().to_owned();
    let who = VIEWERS.iter().position(|viewer| *viewer == twins.viewer).expect("one of them");
    // The hall adds that it was away; the two players come back.
    let mut until = twins.tables[0].log().len() as u64 + 3;
    for world in worlds.iter_mut() {
        for (at, client) in world.people.iter_mut().enumerate().filter(|(at, _)| *at != who) {
            client.say(&json!({"type": "join", "room": room, "from": until - 3})).await;
            // The order in which they come back is told as well.
            while at < 2 && client.event("back").await["room"] != room.as_str() {}
        }
        world.people[who].say(&json!({"type": "join", "room": room, "from": 0})).await;
    }
    hold(worlds, who, &room, until, twins).await;
    let mut live = 0;
    for _ in 0..LIVE {
        let Some(seat) = twins.tables[0].to_move() else { break };
        let Some((entries, act)) = twins.same_move(people) else { break };
        let made = entries[0].len() as u64;
        for world in worlds.iter_mut() {
            let command = json!({"type": "act", "act": act});
            let id = format!("{room}-{until}");
            let text = json!({"type": "do", "room": room, "id": id, "seen": until, "command": command});
            world.people[seat.index()].say(&text).await;
        }
        twins.add(entries);
        until += made;
        live += hold(worlds, who, &room, until, twins).await;
    }
    live
}

async fn hold(worlds: &mut [World; 2], who: usize, room: &str, until: u64, twins: &Twins) -> usize {
    let [one, other] = worlds;
    let (one, other) = (one.told(who, room, until).await, other.told(who, room, until).await);
    for (one, other) in one.iter().zip(&other) {
        let Twins { viewer, secret, modes, .. } = twins;
        assert_eq!(one, other, "{viewer:?} can tell {secret:?} from another, modes {modes:?}");
    }
    assert_eq!(one.len(), other.len());
    one.len()
}
