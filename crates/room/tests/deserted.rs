//! Games that everybody has left, and tables where everybody talks.

mod hall;

use hall::Hall;
use hall::script::check;
use yipan_record::Millis;
use yipan_wire::{Command, RoomConfig, RoomState, SidePreference};

fn terms(clock: &str) -> RoomConfig {
    RoomConfig {
        clock: clock.to_owned(),
        host_side: SidePreference::First,
        ..RoomConfig::default_for("chess")
    }
}

const BEGUN: &str = "0 ada sit\n0 bob sit\n1000 ada start\n2000 ada e2e4\n3000 bob e7e5\n";

#[test]
fn a_game_without_a_clock_that_both_left_for_a_day_is_abandoned() {
    check(
        terms("inf"),
        &format!(
            "{BEGUN}4000 ada goes
             > guest First away
             90000000 time
             # Whoever is there may claim it, or wait.
             90000000 bob goes
             > guest Second away
             176399999 time
             176400000 time
             > guest nobody wins, abandonment"
        ),
    );
}

#[test]
fn reconnecting_keeps_a_game_without_a_clock_alive() {
    check(
        terms("inf"),
        &format!(
            "{BEGUN}4000 ada goes
             5000 bob goes
             80000000 ada comes
             > guest First back
             90000000 time
             90000000 ada goes
             > guest First away
             176399999 time
             176400000 time
             > guest nobody wins, abandonment"
        ),
    );
}

#[test]
fn a_restart_counts_as_disconnecting_until_a_player_reconnects() {
    check(
        terms("inf"),
        &format!(
            "{BEGUN}10000 restart
             > guest paused, away [First, Second]
             40000 time
             > guest resumed
             86409999 time
             86410000 time
             > guest nobody wins, abandonment"
        ),
    );
}

#[test]
fn a_game_against_a_computer_is_abandoned_too() {
    let mut hall = Hall::open(terms("inf"), 7);
    let contribution = yipan_record::Bytes32([1; 32]).to_string();
    hall.say(Millis(0), "ada", &Command::Sit { contribution }).expect("a seat");
    hall.say(Millis(0), "ada", &Command::SeatComputer { level: 3 }).expect("a computer");
    hall.say(Millis(0), "ada", &Command::Start).expect("a start");
    hall.say(Millis(0), "ada", &Command::Play { action: "e2e4".to_owned() }).expect("a move");
    let answered = hall.table.log().last().cloned().map(|mut stamped| {
        let (seat, act, draws) = (yipan_wire::WireSide::Second, "e7e5".to_owned(), Vec::new());
        stamped.event = yipan_room::RoomEvent::Played {
            side: seat,
            action: act,
            chance_events: draws,
            lag_compensation: 0,
        };
        stamped
    });
    hall.add(answered.into_iter().collect());
    assert_eq!(hall.table.deadline(), None, "she is there");
    let disconnected = hall.table.change_presence("ada", false, Millis(5_000));
    hall.add(disconnected);
    assert_eq!(hall.table.deadline(), Some(Millis(5_000) + Millis::from_seconds(86_400)));
}

#[test]
fn spectators_cannot_use_up_the_players_chat_limit() {
    let mut hall = Hall::started(terms("inf"), 7);
    let say = |hall: &mut Hall, who: &str| {
        hall.say(Millis(2_000), who, &Command::Chat { text: who.to_owned() })
            .map_err(|refusal| refusal.code())
    };
    for _ in 0..1_000 {
        say(&mut hall, "eve").expect("a line");
    }
    assert_eq!(say(&mut hall, "eve"), Err("no-chat"), "a gallery has its limit as well");
    for _ in 0..1_000 {
        say(&mut hall, "ada").expect("a line");
    }
    assert_eq!(say(&mut hall, "bob"), Err("no-chat"));
    assert!(hall.states().iter().all(|state| state.chat.len() == RoomState::MAX_CHAT_MESSAGES));
}
