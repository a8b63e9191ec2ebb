//! Dice rule A and the clocks (8.5): exactly one runs, and an increment comes once a turn and once a reply.

mod support;

use support::{TestRoom, player};
use yipan_core::Side;
use yipan_record::{Bytes32, Millis};
use yipan_room::{LogEntry, RoomEvent};
use yipan_wire::RoomConfig;

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
    let draws = |draws: &[&str]| draws.iter().map(|&draw| draw.to_owned()).collect::<Vec<_>>();
    let played = |seat, act: &str, drawn: &[&str]| RoomEvent::Played {
        side: seat,
        action: act.to_owned(),
        chance_events: draws(drawn),
        lag_compensation: 0,
    };
    for (who, byte) in [("ada", 1), ("bob", 2)] {
        test.apply_all(vec![entry(
            0,
            RoomEvent::Seated { player: player(who), contribution: Bytes32([byte; 32]) },
        )]);
    }
    let rolled = draws(&["die rook", "die rook", "die pawn"]);
    test.apply_all(vec![entry(0, RoomEvent::Started { host_side: Side::First, chance_events: rolled })]);
    let mut received = |at, entry_of: RoomEvent| {
        test.apply_all(vec![entry(at, entry_of)]);
        support::describe(test.received[0].last().expect("a frame"))
    };
    // The first die move is free and starts the clock, unless it is a check: then the reply begins, free as well.
    assert_eq!(received(9_000, played(Side::First, "a1d1", &[])), "First a1d1 (a1-d1 move) 300.000* 300.000");
    // Six seconds for the second die, which checks: White's clock stands and has no increment yet.
    assert_eq!(
        received(15_000, played(Side::First, "d1d8", &[])),
        "First d1d8 (d1-d8 move, interrupt, reply) 294.000 300.000"
    );
    // Black's reply is its first move; White goes on with the saved pawn.
    assert_eq!(
        received(20_000, played(Side::Second, "e8d8", &[])),
        "Second e8d8 (xd8 capture, e8-d8 move, resume) 294.000* 300.000"
    );
    // The turn is complete: four seconds more, and the increment once. Black has moved, so its clock runs.
    let last = received(24_000, played(Side::First, "e2e4", &["die king", "die pawn", "die pawn"]));
    assert!(last.ends_with(" 293.000 300.000*"), "{last}");
}
