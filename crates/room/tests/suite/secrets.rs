//! Non-interference: a secret does not change a byte of the events of an audience that may not see it.

use yipan_clock::Millis;
use yipan_core::{Side, Viewer, splitmix64};
use yipan_record::Bytes32;
use yipan_room::{Audience, LogEntry, RoomEvent};
use yipan_wire::{Command, RoomConfig, SequencedEvent, SidePreference};

use crate::support::{AUDIENCES, TestRoom, player};

const OTHERS: [&str; 5] = ["dice-a", "dice-b", "fog", "gravity", "portals"];

/// Returns every combination of modes; the two dice rules exclude each other.
fn mode_combinations() -> Vec<Vec<String>> {
    let all = (0u32..32).filter(|bits| bits & 3 != 3);
    let named = |bits: u32| (0..5).filter(|at| bits >> at & 1 == 1).map(|at| OTHERS[at].to_owned()).collect();
    all.map(named).collect()
}

fn config(modes: Vec<String>) -> RoomConfig {
    let rules = if modes.iter().any(|mode| mode == "portals") {
        vec!["portals=private".to_owned()]
    } else {
        Vec::new()
    };
    RoomConfig { modes, rules, host_side: SidePreference::First, ..RoomConfig::default_for("chess") }
}

/// Plays random moves among those that the players see.
fn play(test: &mut TestRoom, mut seed: u64, moves: usize) {
    for number in 0..moves {
        let Some(side) = test.room.side_to_move() else { return };
        let state = test.room.state(Audience::Player(side));
        let actions = state.view.expect("a board").actions;
        let (next, random) = splitmix64(seed);
        seed = next;
        let action = actions[random as usize % actions.len()].clone();
        let user = if side == Side::First { "ada" } else { "bob" };
        test.send(Millis(2000 + number as u64), user, &Command::Play { action })
            .expect("a listed action is legal");
    }
}

fn bytes(event: &SequencedEvent) -> String {
    serde_json::to_string(event).expect("an event is serializable")
}

/// Returns the same log with other mines.
fn with_other_mines(log: &[LogEntry], mines: &[&str]) -> Vec<LogEntry> {
    let mut log = log.to_vec();
    for entry in &mut log {
        if let RoomEvent::Started { chance_events, .. } = &mut entry.event {
            chance_events.retain(|event| !event.starts_with("mine"));
            let count = format!("mines {}", mines.len());
            let laid = mines.iter().map(|at| format!("mine {at}"));
            let other: Vec<String> = [count].into_iter().chain(laid).collect();
            chance_events.splice(0..0, other);
        }
    }
    log
}

#[test]
fn hidden_mines_do_not_change_a_byte_before_one_explodes() {
    let mut compared = 0;
    for (number, mut modes) in mode_combinations().into_iter().enumerate() {
        modes.push("mines".to_owned());
        for seed in 0..6u8 {
            let mut test = TestRoom::started(config(modes.clone()), seed);
            play(&mut test, u64::from(seed) * 1000 + number as u64, 30);
            let other = with_other_mines(
                test.room.log(),
                if seed % 2 == 0 { &["a3", "b6", "g3", "h6"] } else { &["a4", "c5", "f4", "h5", "e6"] },
            );
            for audience in AUDIENCES {
                compared += compare(test.room.log(), &other, audience, &modes);
            }
        }
    }
    // In about a third of the games no mine explodes for long. The count shows that events were compared at all.
    assert!(compared > 2_000, "only {compared} events were compared");
}

/// Compares the events of two logs until a mine explodes in one of them.
fn compare(one: &[LogEntry], other: &[LogEntry], audience: Audience, modes: &[String]) -> usize {
    let mut rooms = [one, other].map(|log| yipan_room::Room::new(log[0].clone()).expect("a room"));
    for at in 1..one.len() {
        let mut events = Vec::new();
        for (room, log) in rooms.iter_mut().zip([one, other]) {
            // After an explosion a move may be illegal or a die impossible: the secret has become visible.
            let Ok(projection) = room.advance(log[at].clone()) else { return at };
            events.push(bytes(&projection.sequenced_event(audience)));
        }
        let exploded = |event: &String| event.contains("\"crater\"") || event.contains("\"ended\"");
        if events.iter().any(exploded) || rooms.iter().any(|room| room.game().outcome().is_some()) {
            return at;
        }
        assert_eq!(events[0], events[1], "{audience:?} can detect a mine, modes {modes:?}, entry {at}");
    }
    one.len()
}

#[test]
fn in_fog_an_unseen_move_does_not_change_a_byte() {
    let mut compared = 0;
    for (number, modes) in mode_combinations()
        .into_iter()
        .enumerate()
        .filter(|(_, modes)| modes.iter().any(|mode| mode == "fog"))
    {
        for seed in 0..6u8 {
            let mut test = TestRoom::started(config(modes.clone()), seed);
            for round in 0..16 {
                play(&mut test, u64::from(seed) * 77 + number as u64 + round, 1);
                compared += compare_moves(&test, &modes);
            }
        }
    }
    assert!(compared > 200, "only {compared} pairs of moves were compared");
}

/// Compares every two quiet moves of pieces of one kind that the other side neither sees nor is hindered by.
fn compare_moves(test: &TestRoom, modes: &[String]) -> usize {
    let Some(side) = test.room.side_to_move() else { return 0 };
    let audience = Audience::Player(side.other());
    // A side sees its legal actions and whose turn it is. So an unseen piece that pins one of its pieces is no secret, nor
    // is one that leaves its dice dead.
    let mut unseen = Vec::new();
    for action in test.room.state(Audience::Player(side)).view.expect("a board").actions {
        // The chance events after the move are the same in both, or none.
        let entry = RoomEvent::Played {
            side,
            action: action.clone(),
            chance_events: Vec::new(),
            lag_compensation: 0,
            waited: 0,
            is_conditional: false,
        };
        let mut after = test.room.clone();
        let entry = LogEntry { at: Millis(9_000), command: None, event: entry };
        let event = bytes(&after.advance(entry).expect("a listed action is legal").sequenced_event(audience));
        let Some(letter) = unseen_move(test, &after, &action, side) else { continue };
        let view = after.game().view(Viewer::Player(side.other()));
        let known = (letter, view.turn, view.dice.map(|dice| dice.owner), view.actions);
        unseen.push((known, event));
    }
    let mut compared = 0;
    for (at, (known, event)) in unseen.iter().enumerate() {
        for (other_known, other) in &unseen[..at] {
            if known == other_known {
                assert_eq!(event, other, "{audience:?} sees a move in fog, modes {modes:?}");
                compared += 1;
            }
        }
    }
    compared
}

/// Returns the letter of the piece if exactly one piece of the side moved, between cells that are hidden before and after.
fn unseen_move(test: &TestRoom, after: &yipan_room::Room, action: &str, side: Side) -> Option<char> {
    let hidden = [&test.room, after].map(|room| room.game().view(Viewer::Player(side.other())).hidden);
    let pieces = [&test.room, after].map(|room| room.game().pieces());
    let left: Vec<_> = pieces[0].iter().filter(|piece| !pieces[1].contains(piece)).collect();
    let arrived: Vec<_> = pieces[1].iter().filter(|piece| !pieces[0].contains(piece)).collect();
    let ([(from, piece)], [(to, same)]) = (&left[..], &arrived[..]) else { return None };
    let quiet = piece == same && hidden.iter().all(|hidden| hidden.contains(from) && hidden.contains(to));
    // The visible squares must be the same as well: a move may open a line for the opponent.
    let dark = hidden[0] == hidden[1] && !after.game().in_check() && action.len() == 4;
    (quiet && dark).then_some(piece.letter)
}

#[test]
fn a_computer_contributes_a_constant() {
    let mut test = TestRoom::open(config(vec!["dice-b".to_owned()]), 9);
    let contribution = Bytes32([1; 32]).to_string();
    test.send(Millis(0), "ada", &Command::Sit { contribution }).expect("a seat");
    test.send(Millis(0), "bob", &Command::SeatComputer { level: 3 }).expect_err("only the host may");
    test.send(Millis(0), "ada", &Command::SeatComputer { level: 3 }).expect("a computer");
    assert_eq!(test.states()[2].contributions[1], Some(Bytes32([0; 32]).to_string()));
    assert_eq!(test.room.guest().and_then(|guest| guest.level), Some(3));
    test.send(Millis(0), "ada", &Command::Start).expect("a start");
    assert_eq!(test.room.audience(&player("computer-3").id), Audience::Player(Side::Second));
}
