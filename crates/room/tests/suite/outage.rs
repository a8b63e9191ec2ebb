//! An outage of the store is charged to neither side.

use yipan_clock::Millis;
use yipan_core::Side;
use yipan_room::{CommandContext, CommandError};
use yipan_wire::{Command, RoomConfig, SidePreference};

use crate::support::player;
use crate::support::script::check;

fn config(clock: &str) -> RoomConfig {
    RoomConfig {
        clock: clock.to_owned(),
        host_side: SidePreference::First,
        ..RoomConfig::default_for("chess")
    }
}

/// Both sides have moved, and White's clock has run since 3,000 ms.
const PLAYING: &str = "0 ada sit\n0 bob sit\n1000 ada start\n2000 ada e2e4\n3000 bob e7e5\n";

#[test]
fn an_outage_is_charged_to_neither_side() {
    check(
        config("5+0"),
        &format!(
            "{PLAYING}60000 outage 10000
             > first resumed 293.000* 300.000
             61000 ada g1f3
             > first First g1f3 (g1-f3 move) 292.000 300.000*"
        ),
    );
}

#[test]
fn a_flag_that_would_have_fallen_during_an_outage_falls_later() {
    check(
        config("1+0"),
        &format!(
            "{PLAYING}500000 outage 10000
             > first resumed 53.000* 60.000
             552000 time
             553600 time
             > first Second wins, timeout"
        ),
    );
}

#[test]
fn a_flag_that_fell_before_an_outage_still_counts() {
    check(
        config("1+0"),
        &format!(
            "{PLAYING}500000 outage 63000
             > first resumed 0.000* 60.000
             500600 time
             > first Second wins, timeout"
        ),
    );
}

#[test]
fn first_move_and_claim_timeouts_are_extended_by_an_outage() {
    check(
        config("5+0"),
        "0 ada sit
         0 bob sit
         1000 ada start
         50000 outage 10000
         > first resumed 300.000 300.000
         62000 time
         100000 ada e2e4
         > first First e2e4 (e2-e4 move) 300.000 300.000",
    );
    check(
        config("5+0"),
        &format!(
            "{PLAYING}4000 ada disconnects
             > second First disconnected
             64000 outage 5000
             > second resumed 298.000* 300.000
             70000 bob claim win
             ! claim-too-early
             124000 bob claim win
             > second Second wins, abandonment"
        ),
    );
}

#[test]
fn entries_that_leave_the_clocks_alone_do_not_shorten_the_refund() {
    for entry in ["bob chat hello", "bob offer draw", "ada offer draw", "eve chat hello", "bob disconnects"] {
        check(
            config("5+0"),
            &format!(
                "{PLAYING}20000 {entry}
                 60000 outage 10000
                 > first resumed 293.000* 300.000"
            ),
        );
    }
}

#[test]
fn a_limit_that_began_during_an_outage_is_extended_from_its_beginning() {
    check(
        config("5+0"),
        &format!(
            "{PLAYING}20000 ada disconnects
             > second First disconnected
             64000 outage 10000
             > second resumed 293.000* 300.000
             123000 bob claim win
             ! claim-too-early
             124000 bob claim win
             > second Second wins, abandonment"
        ),
    );
}

#[test]
fn an_outage_refunds_at_most_the_time_since_the_clock_was_started() {
    for claimed in [0, 2_999] {
        check(config("5+0"), &format!("{PLAYING}9000 outage {claimed}\n> first resumed 300.000* 300.000"));
    }
    check(config("5+0"), &format!("{PLAYING}9000 outage 99999\n> first resumed 294.000* 300.000"));
}

#[test]
fn only_a_running_clock_charges_time() {
    let charged = |script: &str, since: u64| {
        let test = check(config("5+0"), &format!("{PLAYING}{script}"));
        test.room.charged_since(Millis(since), Millis(10_000))
    };
    assert_eq!(charged("", 0), Millis(7_000), "since the clock was started");
    assert_eq!(charged("", 8_000), Millis(2_000));
    assert_eq!(charged("9000 outage 4000", 0), Millis(1_000), "an outage starts it again");
    assert_eq!(charged("9000 restart", 0), Millis(0));
    assert_eq!(charged("9000 restart\n9500 ada reconnects", 0), Millis(500));
}

#[test]
fn a_move_is_not_charged_for_the_time_that_the_service_has_held_it() {
    let mut test = check(config("1+0"), PLAYING);
    let (ada, command) = (player("ada"), Command::Play { action: "g1f3".to_owned() });
    // White's flag fell two seconds ago.
    let late = CommandContext::new(&ada, "held", Millis(65_000));
    assert_eq!(test.room.decide(&late, &command).unwrap_err(), CommandError::OutOfTime);
    let held = CommandContext { waited: Millis(4_000), ..late };
    let entries = test.room.decide(&held, &command).expect("it was received in time");
    test.apply_all(entries);
    assert_eq!(test.room.turn_time_left(Side::First, Millis(65_000)), Some(Millis(2_000)));
}
