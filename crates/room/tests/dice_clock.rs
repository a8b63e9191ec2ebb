//! Dice rule A and the clocks (8.5): exactly one runs, and an increment comes once a turn and once a reply.

mod hall;

use hall::{Hall, person};
use yipan_record::{Bytes32, Millis};
use yipan_room::{LogEntry, RoomEvent};
use yipan_wire::{RoomConfig, WireSide};

#[test]
fn a_check_freezes_the_attackers_clock_and_the_reply_earns_an_increment() {
    let terms = RoomConfig {
        position: Some("4k3/p7/8/8/8/8/4P3/R3K3 w - - 0 1".to_owned()),
        modes: vec!["dice-a".to_owned()],
        clock: "5+3".to_owned(),
        ..RoomConfig::default_for("chess")
    };
    let mut hall = Hall::open(terms, 1);
    let entry = |at: u64, entry: RoomEvent| LogEntry { at: Millis(at), command: None, event: entry };
    let draws = |draws: &[&str]| draws.iter().map(|&draw| draw.to_owned()).collect::<Vec<_>>();
    let played = |seat, act: &str, drawn: &[&str]| RoomEvent::Played {
        side: seat,
        action: act.to_owned(),
        chance_events: draws(drawn),
        lag_compensation: 0,
    };
    for (who, byte) in [("ada", 1), ("bob", 2)] {
        hall.add(vec![entry(
            0,
            RoomEvent::Seated { player: person(who), contribution: Bytes32([byte; 32]) },
        )]);
    }
    let rolled = draws(&["die rook", "die rook", "die pawn"]);
    hall.add(vec![entry(0, RoomEvent::Started { host_side: WireSide::First, chance_events: rolled })]);
    let mut told = |at, entry_of: RoomEvent| {
        hall.add(vec![entry(at, entry_of)]);
        hall::line(hall.told[0].last().expect("a frame"))
    };
    // The first die move is free and starts the clock, unless it is a check: then the reply begins, free as well.
    assert_eq!(told(9_000, played(WireSide::First, "a1d1", &[])), "First a1d1 (a1-d1 move) 300.000* 300.000");
    // Six seconds for the second die, which checks: White's clock stands and has no increment yet.
    assert_eq!(
        told(15_000, played(WireSide::First, "d1d8", &[])),
        "First d1d8 (d1-d8 move, interrupt, reply) 294.000 300.000"
    );
    // Black's reply is its first move; White goes on with the saved pawn.
    assert_eq!(
        told(20_000, played(WireSide::Second, "e8d8", &[])),
        "Second e8d8 (xd8 capture, e8-d8 move, resume) 294.000* 300.000"
    );
    // The turn is complete: four seconds more, and the increment once. Black has moved, so its clock runs.
    let last = told(24_000, played(WireSide::First, "e2e4", &["die king", "die pawn", "die pawn"]));
    assert!(last.ends_with(" 293.000 300.000*"), "{last}");
}
