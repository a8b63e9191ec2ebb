//! An imported log may contain a takeback in a game with chance, though no room offers one.

use yipan_clock::Millis;
use yipan_core::Side;
use yipan_room::{Audience, CommandContext, LogEntry, Room, RoomEvent};
use yipan_wire::{Command, RoomConfig, RoomState};

use crate::support::{AUDIENCES, TestRoom, player};

/// Plays the first legal action, and returns its events.
fn play(test: &mut TestRoom) -> Vec<RoomEvent> {
    let side = test.room.side_to_move().expect("the game is not over");
    let actions = test.room.state(Audience::Player(side)).view.expect("a board").actions;
    let user = player(if test.room.audience("ada") == Audience::Player(side) { "ada" } else { "bob" });
    let id = test.room.log().len().to_string();
    let command = Command::Play { action: actions.first().expect("an action").clone() };
    let entries =
        test.room.decide(&CommandContext::new(&user, &id, Millis(2000)), &command).expect("offered");
    test.apply_all(entries.clone());
    entries.into_iter().map(|entry| entry.event).collect()
}

fn take_back(plies: u32) -> LogEntry {
    LogEntry {
        at: Millis(2000),
        command: None,
        event: RoomEvent::TakebackApplied { side: Side::First, plies },
    }
}

/// Returns the board of each audience.
fn boards(states: [RoomState; 3]) -> [Option<Box<yipan_wire::View>>; 3] {
    states.map(|state| state.view)
}

#[test]
fn a_takeback_in_a_game_with_chance_keeps_earlier_chance_events() {
    for modes in [&["dice-a"][..], &["dice-b", "fog"], &["portals", "mines"], &["dice-a", "mines", "portals"]]
    {
        let modes: Vec<String> = modes.iter().map(|&mode| mode.to_owned()).collect();
        let mut test =
            TestRoom::started(RoomConfig { modes: modes.clone(), ..RoomConfig::default_for("chess") }, 5);
        for _ in 0..4 {
            play(&mut test);
        }
        let (before, plies) = (boards(test.states()), test.room.plies());
        let played: Vec<RoomEvent> = (0..3).flat_map(|_| play(&mut test)).collect();
        test.apply_all(vec![take_back(3)]);
        assert_eq!(test.room.plies(), plies, "{modes:?}");
        assert_eq!(boards(test.states()), before, "{modes:?}");
        assert_eq!(boards(test.replayed()), before, "{modes:?}");
        // The same moves have the same chance events, so the record can be verified.
        let again: Vec<RoomEvent> = (0..3).flat_map(|_| play(&mut test)).collect();
        assert_eq!(again, played, "{modes:?}");
        test.apply_all(vec![take_back(7)]);
        let start =
            TestRoom::started(RoomConfig { modes: modes.clone(), ..RoomConfig::default_for("chess") }, 5);
        assert_eq!(boards(test.states()), boards(start.states()), "{modes:?}");
        for audience in AUDIENCES {
            let room = Room::replay(test.room.log().iter().cloned()).expect("the log is valid");
            assert_eq!(room.state(audience), test.room.state(audience), "{modes:?}");
        }
    }
}

#[test]
fn a_takeback_of_more_moves_than_were_made_breaks_the_log() {
    let mut test = TestRoom::started(RoomConfig::default_for("chess"), 5);
    play(&mut test);
    let (plies, state) = (test.room.plies(), test.room.state(AUDIENCES[0]));
    assert!(test.room.apply(take_back(2)).is_err());
    assert_eq!((test.room.plies(), test.room.state(AUDIENCES[0])), (plies, state), "nothing has changed");
    assert!(test.room.apply(take_back(1)).is_ok());
}
