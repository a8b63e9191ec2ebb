//! What the log remembers of commands.

mod hall;

use hall::Hall;
use yipan_record::Millis;
use yipan_table::{Call, CommandId};
use yipan_wire::{Colour, Command, Terms};

#[test]
fn an_id_of_a_log_without_digests_is_answered_as_before() {
    let mut hall = Hall::started(Terms { colour: Colour::First, ..Terms::usual("chess") }, 7);
    let ada = hall::person("ada");
    let mut played = hall
        .table
        .decide(&Call::new(&ada, "mine", Millis(2000)), &Command::Act { act: "e2e4".to_owned() })
        .expect("a move");
    let by = CommandId { person: "ada".to_owned(), id: "mine".to_owned(), digest: None };
    played.iter_mut().for_each(|stamped| stamped.by = Some(by.clone()));
    let seq = hall.table.log().len() as u64;
    hall.add(played);
    assert_eq!(hall.table.done("ada", "mine", &Command::Resign), Ok(Some(seq)));
    let old = r#"{"person":"ada","id":"mine"}"#;
    assert_eq!(serde_json::from_str::<CommandId>(old).expect("an old log"), by);
    assert_eq!(serde_json::to_string(&by).expect("text"), old);
}
