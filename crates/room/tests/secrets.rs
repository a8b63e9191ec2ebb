//! Non-interference: what a seat may not know does not change a byte of what it is sent.

mod support;

use support::{AUDIENCES, TestRoom, player};
use yipan_core::{Side, Viewer, splitmix64};
use yipan_record::{Bytes32, Millis};
use yipan_room::{Audience, LogEntry, RoomEvent};
use yipan_wire::{Command, RoomConfig, SequencedEvent, SidePreference};

const OTHERS: [&str; 5] = ["dice-a", "dice-b", "fog", "gravity", "portals"];

/// Every mix of modes, as far as rules of dice exclude each other.
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

/// Plays so many random moves, as the players see them.
fn play(test: &mut TestRoom, mut seed: u64, moves: usize) {
    for number in 0..moves {
        let Some(seat) = test.room.side_to_move() else { return };
        let state = test.room.state(Audience::Player(seat));
        let actions = state.view.expect("a board").actions;
        let (next, random) = splitmix64(seed);
        seed = next;
        let act = actions[random as usize % actions.len()].clone();
        let who = if seat == Side::First { "ada" } else { "bob" };
        test.send(Millis(2000 + number as u64), who, &Command::Play { action: act }).expect("an offered act");
    }
}

fn bytes(frame: &SequencedEvent) -> String {
    serde_json::to_string(frame).expect("a frame is text")
}

/// The same log with other mines: as many more or fewer, elsewhere.
fn with_other_mines(log: &[LogEntry], mines: &[&str]) -> Vec<LogEntry> {
    let mut log = log.to_vec();
    for entry in &mut log {
        if let RoomEvent::Started { chance_events: draws, .. } = &mut entry.event {
            draws.retain(|draw| !draw.starts_with("mine"));
            let count = format!("mines {}", mines.len());
            let laid = mines.iter().map(|at| format!("mine {at}"));
            let other: Vec<String> = [count].into_iter().chain(laid).collect();
            draws.splice(0..0, other);
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
    // About a third of the games see no mine go off for long; were nothing compared, nothing would be shown.
    assert!(compared > 2_000, "only {compared} frames were compared");
}

/// Holds the frames of two logs against each other until a mine goes off in one of them.
fn compare(one: &[LogEntry], other: &[LogEntry], audience: Audience, modes: &[String]) -> usize {
    let mut rooms = [one, other].map(|log| yipan_room::Room::new(log[0].clone()).expect("a room"));
    for at in 1..one.len() {
        let mut frames = Vec::new();
        for (room, log) in rooms.iter_mut().zip([one, other]) {
            // A move may be illegal, or a die impossible, where a mine went off: the secret has acted.
            let Ok(received) = room.advance(log[at].clone()) else { return at };
            frames.push(bytes(&received.sequenced_event(audience)));
        }
        let exploded = |frame: &String| frame.contains("\"crater\"") || frame.contains("\"ended\"");
        if frames.iter().any(exploded) || rooms.iter().any(|room| room.game().outcome().is_some()) {
            return at;
        }
        assert_eq!(frames[0], frames[1], "{audience:?} is received of a mine, modes {modes:?}, entry {at}");
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

/// Tries every two quiet moves of men of one kind that the other side sees nothing of and is not hindered by.
fn compare_moves(test: &TestRoom, modes: &[String]) -> usize {
    let Some(seat) = test.room.side_to_move() else { return 0 };
    let audience = Audience::Player(seat.other());
    // What a seat may do is received to it, and whose turn it is: an unseen man that pins one of its own is no secret any
    // more, nor is one that leaves the other's dice dead.
    let mut unseen = Vec::new();
    for act in test.room.state(Audience::Player(seat)).view.expect("a board").actions {
        // Whoever draws after the move draws the same in both, or nothing.
        let entry = RoomEvent::Played {
            side: seat,
            action: act.clone(),
            chance_events: Vec::new(),
            lag_compensation: 0,
        };
        let mut after = test.room.clone();
        let entry = LogEntry { at: Millis(9_000), command: None, event: entry };
        let frame = bytes(&after.advance(entry).expect("an offered act").sequenced_event(audience));
        let Some(letter) = unseen_move(test, &after, &act, seat) else { continue };
        let view = after.game().view(Viewer::Player(seat.other()));
        let known = (letter, view.turn, view.dice.map(|dice| dice.owner), view.actions);
        unseen.push((known, frame));
    }
    let mut compared = 0;
    for (at, (known, frame)) in unseen.iter().enumerate() {
        for (other_known, other) in &unseen[..at] {
            if known == other_known {
                assert_eq!(frame, other, "{audience:?} sees a move in fog, modes {modes:?}");
                compared += 1;
            }
        }
    }
    compared
}

/// The letter of the man, if nothing but one man of this seat moved, from hidden cell to hidden cell, before and after.
fn unseen_move(test: &TestRoom, after: &yipan_room::Room, act: &str, seat: Side) -> Option<char> {
    let hidden = [&test.room, after].map(|room| room.game().view(Viewer::Player(seat.other())).hidden);
    let men = [&test.room, after].map(|room| room.game().pieces());
    let gone: Vec<_> = men[0].iter().filter(|man| !men[1].contains(man)).collect();
    let come: Vec<_> = men[1].iter().filter(|man| !men[0].contains(man)).collect();
    let ([(from, man)], [(to, same)]) = (&gone[..], &come[..]) else { return None };
    let quiet = man == same && hidden.iter().all(|hidden| hidden.contains(from) && hidden.contains(to));
    // Which squares are lit must be the same as well: a move may open a line for the enemy.
    let dark = hidden[0] == hidden[1] && !after.game().in_check() && act.len() == 4;
    (quiet && dark).then_some(man.letter)
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
