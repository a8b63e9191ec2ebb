//! Dice rule A and the clocks: exactly one runs, and a turn and a reply earn one increment each.

use yipan_clock::Millis;
use yipan_core::Side;
use yipan_record::Bytes32;
use yipan_room::{LogEntry, RoomEvent};
use yipan_wire::RoomConfig;

use crate::support::{TestRoom, player};

#[test]
fn a_check_freezes_the_attackers_clock_and_the_reply_earns_an_increment() {
    let config = RoomConfig {
        position: Some("4k3/p7/8/8/8/8/4P3/R3K3 w - - 0 1".to_owned()),
        modes: vec!["dice-a".to_owned()],
        clock: "5+3".to_owned(),
        ..RoomConfig::default_for("chess")
    };
    let mut test = TestRoom::open(config, 1);
    let entry = |at: u64, entry: RoomEvent| LogEntry { at: Millis(at), command: None, event: entry };
    let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    let played = |side, action: &str, events: &[&str]| RoomEvent::Played {
        side,
        action: action.to_owned(),
        chance_events: texts(events),
        lag_compensation: 0,
        waited: 0,
        is_conditional: false,
    };
    for (user, byte) in [("ada", 1), ("bob", 2)] {
        test.apply_all(vec![entry(
            0,
            RoomEvent::Seated { player: player(user), contribution: Bytes32([byte; 32]) },
        )]);
    }
    let rolled = texts(&["die rook", "die rook", "die pawn"]);
    test.apply_all(vec![entry(0, RoomEvent::Started { host_side: Side::First, chance_events: rolled })]);
    let mut received = |at, entry_of: RoomEvent| {
        test.apply_all(vec![entry(at, entry_of)]);
        crate::support::describe(test.received[0].last().expect("an event"))
    };
    // The first move by a die is free and starts the clock; a reply to a check would be free as well.
    assert_eq!(received(9_000, played(Side::First, "a1d1", &[])), "First a1d1 (a1-d1 move) 300.000* 300.000");
    // The second die takes six seconds and gives check: White's clock stops without an increment.
    assert_eq!(
        received(15_000, played(Side::First, "d1d8", &[])),
        "First d1d8 (d1-d8 move, interrupt, reply) 294.000 300.000"
    );
    // Black's reply is its first move; White continues with the saved pawn.
    assert_eq!(
        received(20_000, played(Side::Second, "e8d8", &[])),
        "Second e8d8 (xd8 capture, e8-d8 move, resume) 294.000* 300.000"
    );
    // The turn is complete: four more seconds, and one increment. Black has moved, so its clock runs.
    let last = received(24_000, played(Side::First, "e2e4", &["die king", "die pawn", "die pawn"]));
    assert!(last.ends_with(" 293.000 300.000*"), "{last}");
}
