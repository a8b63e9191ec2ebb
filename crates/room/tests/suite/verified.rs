//! A finished game proves its draws, and a tampered record is refused with the step named.

use yipan_chess::Chess;
use yipan_clock::Millis;
use yipan_core::{Language, Localize, Step};
use yipan_record::GameRecord;
use yipan_room::Audience;
use yipan_wire::{Command, RoomConfig};

use crate::support::TestRoom;

fn finished_record() -> String {
    let modes = ["dice-a", "portals", "mines"].map(str::to_owned).into();
    let mut test = TestRoom::started(
        RoomConfig { modes, clock: "5+3".to_owned(), ..RoomConfig::default_for("chess") },
        5,
    );
    for number in 0..8 {
        let seat = test.room.side_to_move().expect("a game that goes on");
        let actions = test.room.state(Audience::Player(seat)).view.expect("a board").actions;
        let act = actions[number % actions.len()].clone();
        let host = test.room.audience("ada") == Audience::Player(seat);
        test.send(Millis(2000), if host { "ada" } else { "bob" }, &Command::Play { action: act })
            .expect("a move");
    }
    assert_eq!(test.room.record(), None, "the record holds every secret");
    test.send(Millis(3000), "ada", &Command::Resign).expect("the end");
    test.room.record().expect("a record")
}

fn verify(record: &str) -> Result<yipan_record::VerifyReport, String> {
    let log: GameRecord<Chess> =
        record.parse().map_err(|error: yipan_record::ParseRecordError| error.to_string())?;
    log.verify().map_err(|tampered| tampered.localize(Language::English))
}

#[test]
fn a_finished_game_proves_every_chance_event_and_its_sides() {
    let record = finished_record();
    let log: GameRecord<Chess> = record.parse().expect("a record");
    let draws = log.steps().iter().filter(|step| matches!(step, Step::Chance(_))).count() as u64;
    let verified = verify(&record).expect("the record is intact");
    assert!(draws > 10 && verified.chance_events == draws && verified.sides_were_random, "{verified:?}");
    assert_eq!(log.to_string(), record, "times and tags read back as themselves");
}

#[test]
fn a_tampered_record_is_rejected_with_the_step_named() {
    let record = finished_record();
    let first = record
        .lines()
        .position(|line| line.starts_with("chance ") || line.starts_with("action "))
        .expect("steps");
    for (number, line) in record.lines().enumerate().skip(first) {
        let Some(draw) = line.strip_prefix("chance ") else { continue };
        let other = match draw.split_once(' ').expect("two words") {
            ("die", rest) => format!("die {}", if rest.starts_with("pawn") { "knight" } else { "pawn" }),
            ("mines", rest) => format!("mines {}", if rest.starts_with('4') { 5 } else { 4 }),
            (word, rest) => format!("{word} {}", if rest.starts_with("a3") { "a4" } else { "a3" }),
        };
        let step = number - first + 1;
        let bent: Vec<&str> = record.lines().collect();
        let mut bent: Vec<String> = bent.into_iter().map(str::to_owned).collect();
        bent[number] = format!("chance {other}");
        let refused = verify(&bent.join("\n")).expect_err(line);
        assert!(refused.starts_with(&format!("step {step} has `{other}`")), "{refused}");
    }
}

#[test]
fn a_tampered_seed_or_side_or_a_missing_tag_is_reported() {
    let record = finished_record();
    let with = |name: &str, value: &str| {
        let bent: Vec<String> = record
            .lines()
            .map(|line| {
                if line.starts_with(&format!("tag {name} ")) {
                    format!("tag {name} {value}")
                } else {
                    line.to_owned()
                }
            })
            .collect();
        verify(&bent.join("\n")).expect_err(name)
    };
    assert!(with("Chance_seed", &"00".repeat(32)).contains("committed"));
    assert!(with("Chance_host", "xyz").contains("Chance_host"));
    let drawn = record.contains("Chance_sides first random");
    assert!(with("Chance_sides", if drawn { "second random" } else { "first random" }).contains("sides"));
    assert!(with("Chance_guest", "").contains("Chance_guest"));
}

/// Replaces the first line that begins with `begins`.
fn with_line_replaced(record: &str, begins: &str, line: &str) -> String {
    assert!(record.lines().any(|old| old.starts_with(begins)), "{begins}");
    let lines = record.lines().map(|old| if old.starts_with(begins) { line } else { old });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_truncated_record_is_rejected_with_the_step_named() {
    let record = finished_record();
    let lines: Vec<&str> = record.lines().collect();
    let first = lines
        .iter()
        .position(|line| line.starts_with("chance ") || line.starts_with("action "))
        .expect("steps");
    let steps = lines.len() - first;
    for kept in 0..steps {
        let cut = lines[..first + kept].join("\n");
        assert_eq!(
            verify(&cut).expect_err("it is cut"),
            format!("the record ends with step {kept}, but there were {steps}")
        );
        // If the step count was changed too, the record ends before a chance event or its checksum differs.
        let recounted = verify(&with_line_replaced(&cut, "tag Steps ", &format!("tag Steps {kept}")))
            .expect_err("it is cut");
        assert!(
            recounted.contains(&format!(" {kept} ")) || recounted.contains(&format!("step {kept},")),
            "{recounted}"
        );
    }
}

#[test]
fn a_result_that_contradicts_the_game_is_rejected_with_the_step_named() {
    let mut test = TestRoom::started(
        RoomConfig { host_side: yipan_wire::SidePreference::First, ..RoomConfig::default_for("chess") },
        5,
    );
    for (who, act) in [("ada", "f2f3"), ("bob", "e7e5"), ("ada", "g2g4"), ("bob", "d8h4")] {
        test.send(Millis(2000), who, &Command::Play { action: act.to_owned() }).expect("a move");
    }
    let record = test.room.record().expect("it is over");
    verify(&record).expect("the record is intact");
    let refused =
        |begins: &str, line: &str| verify(&with_line_replaced(&record, begins, line)).expect_err(line);
    assert_eq!(
        refused("tag Result ", "tag Result 1-0"),
        "after step 4 the rules give `0-1 checkmate`, but the record has `1-0 checkmate`"
    );
    assert_eq!(
        refused("tag Termination ", "tag Termination resignation"),
        "after step 4 the rules give `0-1 checkmate`, but the record has `0-1 resignation`"
    );
    assert!(refused("tag White ", "tag White Morphy").contains("all 4 steps"));
    assert!(refused("tag Checksum ", "tag Checksum").contains("Checksum"));
}

#[test]
fn an_agreed_result_is_covered_by_the_checksum() {
    let record = finished_record();
    let steps = verify(&record).expect("the record is intact").steps;
    let result = record.lines().find(|line| line.starts_with("tag Result ")).expect("a result");
    let other = if result.ends_with("1-0") { "tag Result 0-1" } else { "tag Result 1-0" };
    let refused =
        |begins: &str, line: &str| verify(&with_line_replaced(&record, begins, line)).expect_err(line);
    assert!(refused("tag Result ", other).starts_with(&format!("all {steps} steps are legal")));
    assert!(
        refused("tag Result ", "tag Result 1/2-1/2")
            .starts_with(&format!("after step {steps} the game cannot"))
    );
    assert!(refused("tag Termination ", "tag Termination checkmate").contains("cannot have ended"));
}
