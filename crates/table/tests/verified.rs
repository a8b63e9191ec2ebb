//! A finished game proves its draws, and a tampered record is refused with the step named.

mod hall;

use hall::Hall;
use yipan_chess::Chess;
use yipan_record::{Log, Millis};
use yipan_rules::{Language, Step, Words};
use yipan_table::Eye;
use yipan_wire::{Command, Terms};

fn finished() -> String {
    let modes = ["dice-a", "portals", "mines"].map(str::to_owned).into();
    let mut hall = Hall::started(Terms { modes, clock: "5+3".to_owned(), ..Terms::usual("chess") }, 5);
    for number in 0..8 {
        let seat = hall.table.to_move().expect("a game that goes on");
        let actions = hall.table.state(Eye::Seat(seat)).view.expect("a board").actions;
        let act = actions[number % actions.len()].clone();
        let host = hall.table.eye("ada") == Eye::Seat(seat);
        hall.say(Millis(2000), if host { "ada" } else { "bob" }, &Command::Act { act }).expect("a move");
    }
    assert_eq!(hall.table.record(), None, "the record holds every secret");
    hall.say(Millis(3000), "ada", &Command::Resign).expect("the end");
    hall.table.record().expect("a record")
}

fn verify(record: &str) -> Result<yipan_record::Verified, String> {
    let log: Log<Chess> = record.parse().map_err(|error: yipan_record::RecordError| error.to_string())?;
    log.verify().map_err(|tampered| tampered.words(Language::English))
}

#[test]
fn a_finished_game_proves_every_draw_and_its_colours() {
    let record = finished();
    let log: Log<Chess> = record.parse().expect("a record");
    let draws = log.steps().iter().filter(|step| matches!(step, Step::Draw(_))).count() as u64;
    let verified = verify(&record).expect("nobody has tampered with it");
    assert!(draws > 10 && verified.draws == draws && verified.colour, "{verified:?}");
    assert_eq!(log.to_string(), record, "times and tags read back as themselves");
}

#[test]
fn a_tampered_record_is_refused_with_the_step_named() {
    let record = finished();
    let first =
        record.lines().position(|line| line.starts_with("draw ") || line.starts_with("act ")).expect("steps");
    for (number, line) in record.lines().enumerate().skip(first) {
        let Some(draw) = line.strip_prefix("draw ") else { continue };
        let other = match draw.split_once(' ').expect("two words") {
            ("die", rest) => format!("die {}", if rest.starts_with("pawn") { "knight" } else { "pawn" }),
            ("mines", rest) => format!("mines {}", if rest.starts_with('4') { 5 } else { 4 }),
            (word, rest) => format!("{word} {}", if rest.starts_with("a3") { "a4" } else { "a3" }),
        };
        let step = number - first + 1;
        let bent: Vec<&str> = record.lines().collect();
        let mut bent: Vec<String> = bent.into_iter().map(str::to_owned).collect();
        bent[number] = format!("draw {other}");
        let refused = verify(&bent.join("\n")).expect_err(line);
        assert!(refused.starts_with(&format!("step {step} drew `{other}`")), "{refused}");
    }
}

#[test]
fn a_bent_seed_colour_or_missing_tag_is_told() {
    let record = finished();
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
    assert!(with("Draws_seed", &"00".repeat(32)).contains("committed"));
    assert!(with("Draws_host", "xyz").contains("Draws_host"));
    let drawn = record.contains("Draws_colour first drawn");
    assert!(with("Draws_colour", if drawn { "second drawn" } else { "first drawn" }).contains("colours"));
    assert!(with("Draws_guest", "").contains("Draws_guest"));
}
