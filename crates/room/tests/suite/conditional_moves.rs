//! Conditional moves: prepared by one player, seen by no other, and played by the server.

use yipan_clock::Millis;
use yipan_core::Side;
use yipan_room::{Audience, CommandError, LogEntry, Room, RoomEvent};
use yipan_wire::{Command, ErrorCode, Event, Offer, RoomConfig, RoomState, SidePreference};

use crate::support::TestRoom;

fn config(clock: &str, modes: &[&str]) -> RoomConfig {
    RoomConfig {
        clock: clock.to_owned(),
        host_side: SidePreference::First,
        modes: modes.iter().map(|&mode| mode.to_owned()).collect(),
        ..RoomConfig::default_for("chess")
    }
}

fn lines(texts: &[&str]) -> Vec<Vec<String>> {
    texts.iter().map(|text| text.split_whitespace().map(str::to_owned).collect()).collect()
}

fn set(test: &mut TestRoom, user: &str, texts: &[&str]) -> Result<usize, CommandError> {
    test.send(Millis(5_000), user, &Command::SetConditionalMoves { lines: lines(texts) })
}

fn play(test: &mut TestRoom, user: &str, action: &str) -> usize {
    test.send(Millis(6_000), user, &Command::Play { action: action.to_owned() }).expect("a move")
}

/// Returns the moves of the log, with a star after those that the server has played.
fn played(room: &Room) -> String {
    let moves = room.log().iter().filter_map(|entry| match &entry.event {
        RoomEvent::Played { action, is_conditional, .. } => {
            Some(format!("{action}{}", if *is_conditional { "*" } else { "" }))
        }
        _ => None,
    });
    moves.collect::<Vec<_>>().join(" ")
}

fn own_lines(test: &TestRoom, side: Side) -> Vec<Vec<String>> {
    test.room.state(Audience::Player(side)).conditional_moves
}

/// Returns a correspondence game after `1. e4`, with the second side to move.
fn after_e4() -> TestRoom {
    let mut test = TestRoom::started(config("3d", &[]), 3);
    play(&mut test, "ada", "e2e4");
    test
}

#[test]
fn prepared_replies_are_played_at_once_until_the_opponent_deviates() {
    let mut test = after_e4();
    set(&mut test, "ada", &["e5 Nf3 Nc6 Bb5", "c5 Nf3", "e5 Nf3 Nf6 Nc3"]).expect("legal lines");
    assert_eq!(own_lines(&test, Side::First).len(), 3);
    assert_eq!(play(&mut test, "bob", "e7e5"), 2, "the reply is in the same write");
    assert_eq!(played(&test.room), "e2e4 e7e5 g1f3*");
    assert_eq!(own_lines(&test, Side::First), lines(&["b8c6 f1b5", "g8f6 b1c3"]));
    play(&mut test, "bob", "b8c6");
    assert_eq!(played(&test.room), "e2e4 e7e5 g1f3* b8c6 f1b5*");
    assert!(own_lines(&test, Side::First).is_empty());
    set(&mut test, "ada", &["a6 Ba4"]).expect("a legal line");
    assert_eq!(play(&mut test, "bob", "g8f6"), 1, "another move");
    assert!(own_lines(&test, Side::First).is_empty());
    assert_eq!(test.room.side_to_move(), Some(Side::First));
    assert_eq!(test.replayed(), test.states());
    let again = Room::replay(test.room.log().iter().cloned()).expect("the log is valid");
    assert_eq!(again.state(Audience::Player(Side::First)), test.room.state(Audience::Player(Side::First)));
}

#[test]
fn a_prepared_move_may_end_the_game() {
    let mut test = TestRoom::started(config("3d", &[]), 3);
    for (user, action) in [("ada", "f2f3"), ("bob", "e7e5")] {
        play(&mut test, user, action);
    }
    set(&mut test, "bob", &["g4 Qh4"]).expect("a legal line");
    assert_eq!(play(&mut test, "ada", "g2g4"), 3);
    assert!(test.room.is_over());
    assert_eq!(test.replayed(), test.states());
}

#[test]
fn no_other_audience_ever_receives_a_line() {
    let mut test = after_e4();
    set(&mut test, "ada", &["e5 Nf3 Nc6 Bb5"]).expect("a legal line");
    play(&mut test, "bob", "e7e5");
    test.send(Millis(9_000), "bob", &Command::Resign).expect("an end");
    let texts = |events: &dyn Fn(usize) -> String| [1, 2].map(events);
    for text in texts(&|audience| serde_json::to_string(&test.received[audience]).expect("JSON")) {
        assert!(!text.contains("f1b5") && !text.contains("conditional"), "{text}");
    }
    let [owner, opponent, spectator] = test.states();
    for state in [opponent, spectator, owner] {
        assert!(state.conditional_moves.is_empty(), "the end drops them");
    }
    let replayed = |audience| yipan_room::replay_events(test.room.log(), audience, 0).expect("a valid log");
    let is_shown = |audience| {
        replayed(audience).iter().any(|event| matches!(event.event, Event::ConditionalMovesSet { .. }))
    };
    assert!(is_shown(Audience::Player(Side::First)));
    assert!(!is_shown(Audience::Player(Side::Second)) && !is_shown(Audience::Spectator));
}

#[test]
fn lines_that_cannot_be_played_are_rejected_with_their_place() {
    let mut test = after_e4();
    for (texts, message) in [
        (&["e5 Nf3", "e5 Nf6"][..], "line 2, move 2 (`Nf6`)"),
        (&["e5 Nf3 Nc6"], "line 1: begin with your opponent's move"),
        (&[""], "line 1: begin with your opponent's move"),
        (&["e4 Nf3"], "line 1, move 1 (`e4`)"),
        (&["e5 Nf3", "e5 Nc3"], "line 2, move 2: an earlier line"),
        (&["e5 Nf3 Nc6 Bb5", "e5 Nf3 Nc6 Bc4"], "line 2, move 4: an earlier line"),
        (&["e5 Nf3"; 11], "at most 10 lines"),
    ] {
        let error = set(&mut test, "ada", texts).expect_err("no valid lines");
        assert!(error.to_string().starts_with(message) || error.to_string().contains(message), "{error}");
        assert_eq!(error.code(), ErrorCode::BadConditionalMoves);
    }
    let long = ["Nc6 Nc3 Nb8 Nb1 "; 6].concat();
    let error = set(&mut test, "ada", &[&long]).expect_err("it is too long");
    assert_eq!(error, CommandError::ConditionalLineTooLong { line: 1, max: 10 });
    assert!(own_lines(&test, Side::First).is_empty());
    set(&mut test, "ada", &["e5 Nf3", "e5 Nf3 Nc6 Bb5", "e7e5 Nf3"]).expect("legal lines");
    assert_eq!(own_lines(&test, Side::First), lines(&["e7e5 g1f3 b8c6 f1b5"]), "a beginning adds nothing");
    set(&mut test, "ada", &[]).expect("they can be removed");
    assert!(own_lines(&test, Side::First).is_empty());
}

#[test]
fn conditional_moves_have_their_time_and_their_games() {
    let mut test = after_e4();
    assert_eq!(set(&mut test, "bob", &["e5 Nf3"]), Err(CommandError::YourTurn));
    assert_eq!(set(&mut test, "eve", &["e5 Nf3"]), Err(CommandError::NotSeated));
    for _ in 0..20 {
        set(&mut test, "ada", &["e5 Nf3"]).expect("a legal line");
    }
    let error = set(&mut test, "ada", &["e5 Nf3"]);
    assert_eq!(error, Err(CommandError::TooManyConditionalChanges { max: 20 }));
    for (clock, modes) in [("5+3", &[][..]), ("3d", &["fog"]), ("3d", &["dice-a"]), ("3d", &["mines"])] {
        let mut test = TestRoom::started(config(clock, modes), 3);
        let waiting = test.room.side_to_move().expect("a side").other();
        let user = if waiting == Side::First { "ada" } else { "bob" };
        assert_eq!(
            set(&mut test, user, &[]),
            Err(CommandError::ConditionalMovesDisabled),
            "{clock} {modes:?}"
        );
    }
}

#[test]
fn an_offer_is_answered_by_its_receiver_and_a_takeback_drops_the_lines() {
    let mut test = after_e4();
    set(&mut test, "ada", &["e5 Nf3 Nc6 Bb5"]).expect("a legal line");
    test.send(Millis(5_500), "bob", &Command::Offer { offer: Offer::Draw }).expect("an offer");
    assert_eq!(play(&mut test, "bob", "e7e5"), 1, "the offer waits for its answer");
    play(&mut test, "ada", "g1f3");
    assert_eq!(own_lines(&test, Side::First), lines(&["b8c6 f1b5"]), "the line continues");
    test.send(Millis(7_000), "ada", &Command::Offer { offer: Offer::Takeback }).expect("an offer");
    test.send(Millis(8_000), "bob", &Command::Accept { offer: Offer::Takeback }).expect("a takeback");
    assert!(own_lines(&test, Side::First).is_empty());
    assert_eq!(test.replayed(), test.states());
}

#[test]
fn an_offer_that_a_move_has_answered_holds_no_reply_back() {
    let mut test = after_e4();
    set(&mut test, "ada", &["e5 Nf3 Nc6 Bb5"]).expect("a legal line");
    test.send(Millis(5_500), "bob", &Command::Offer { offer: Offer::Draw }).expect("an offer");
    play(&mut test, "bob", "e7e5");
    set(&mut test, "bob", &["Nf3 Nc6"]).expect("a legal line");
    assert_eq!(play(&mut test, "ada", "g1f3"), 3, "both replies follow");
    assert_eq!(played(&test.room), "e2e4 e7e5 g1f3 b8c6* f1b5*");
    assert_eq!(test.room.offers(), []);
    assert_eq!(test.replayed(), test.states());
}

#[test]
fn a_log_without_the_marker_can_still_be_read() {
    let old = r#"{"at":1,"event":{"type":"played","side":"first","action":"e2e4"}}"#;
    let entry: LogEntry = serde_json::from_str(old).expect("an entry");
    assert!(matches!(entry.event, RoomEvent::Played { is_conditional: false, .. }));
    assert_eq!(serde_json::to_string(&entry).expect("JSON"), old);
    let state = after_e4().room.state(Audience::Spectator);
    let text = serde_json::to_string(&state).expect("JSON");
    assert!(!text.contains("conditional"), "a room without lines is as before");
    assert_eq!(serde_json::from_str::<RoomState>(&text).expect("a state"), state);
}
