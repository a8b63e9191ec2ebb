//! A log may hold a takeback in a game with chance, though no room offers one there.

mod hall;

use hall::{EYES, Hall, person};
use yipan_record::Millis;
use yipan_room::{Audience, CommandContext, LogEntry, Room, RoomEvent};
use yipan_wire::{Command, RoomConfig, RoomState, WireSide};

/// Plays the first action that is offered, and returns the entries it led to.
fn play(hall: &mut Hall) -> Vec<RoomEvent> {
    let seat = hall.table.side_to_move().expect("a game that goes on");
    let actions = hall.table.state(Audience::Player(seat)).view.expect("a board").actions;
    let user = person(if hall.table.audience("ada") == Audience::Player(seat) { "ada" } else { "bob" });
    let id = hall.table.log().len().to_string();
    let command = Command::Play { action: actions.first().expect("an action").clone() };
    let entries =
        hall.table.decide(&CommandContext::new(&user, &id, Millis(2000)), &command).expect("offered");
    hall.add(entries.clone());
    entries.into_iter().map(|stamped| stamped.event).collect()
}

fn take_back(plies: u32) -> LogEntry {
    LogEntry {
        at: Millis(2000),
        command: None,
        event: RoomEvent::TakebackApplied { side: WireSide::First, plies },
    }
}

/// The boards that each viewer sees.
fn boards(states: [RoomState; 3]) -> [Option<Box<yipan_wire::View>>; 3] {
    states.map(|state| state.view)
}

#[test]
fn a_takeback_in_a_game_with_chance_keeps_earlier_chance_events() {
    for modes in [&["dice-a"][..], &["dice-b", "fog"], &["portals", "mines"], &["dice-a", "mines", "portals"]]
    {
        let modes: Vec<String> = modes.iter().map(|&mode| mode.to_owned()).collect();
        let mut hall =
            Hall::started(RoomConfig { modes: modes.clone(), ..RoomConfig::default_for("chess") }, 5);
        for _ in 0..4 {
            play(&mut hall);
        }
        let (before, plies) = (boards(hall.states()), hall.table.plies());
        let played: Vec<RoomEvent> = (0..3).flat_map(|_| play(&mut hall)).collect();
        hall.add(vec![take_back(3)]);
        assert_eq!(hall.table.plies(), plies, "{modes:?}");
        assert_eq!(boards(hall.states()), before, "{modes:?}");
        assert_eq!(boards(hall.folded()), before, "{modes:?}");
        // The same moves are answered by the same chance, as the record of the game will say.
        let again: Vec<RoomEvent> = (0..3).flat_map(|_| play(&mut hall)).collect();
        assert_eq!(again, played, "{modes:?}");
        hall.add(vec![take_back(7)]);
        let start = Hall::started(RoomConfig { modes: modes.clone(), ..RoomConfig::default_for("chess") }, 5);
        assert_eq!(boards(hall.states()), boards(start.states()), "{modes:?}");
        for eye in EYES {
            let table = Room::replay(hall.table.log().iter().cloned()).expect("the log holds together");
            assert_eq!(table.state(eye), hall.table.state(eye), "{modes:?}");
        }
    }
}

#[test]
fn a_takeback_of_more_moves_than_were_made_breaks_the_log() {
    let mut hall = Hall::started(RoomConfig::default_for("chess"), 5);
    play(&mut hall);
    let (plies, state) = (hall.table.plies(), hall.table.state(EYES[0]));
    assert!(hall.table.apply(take_back(2)).is_err());
    assert_eq!((hall.table.plies(), hall.table.state(EYES[0])), (plies, state), "nothing has changed");
    assert!(hall.table.apply(take_back(1)).is_ok());
}
