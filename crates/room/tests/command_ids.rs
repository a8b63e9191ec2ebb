//! What the log remembers of commands.

mod hall;

use hall::Hall;
use yipan_record::Millis;
use yipan_room::{CommandContext, CommandId};
use yipan_wire::{Command, RoomConfig, SidePreference};

#[test]
fn an_id_from_a_log_without_digests_is_acknowledged() {
    let mut hall =
        Hall::started(RoomConfig { host_side: SidePreference::First, ..RoomConfig::default_for("chess") }, 7);
    let ada = hall::person("ada");
    let mut played = hall
        .table
        .decide(
            &CommandContext::new(&ada, "mine", Millis(2000)),
            &Command::Play { action: "e2e4".to_owned() },
        )
        .expect("a move");
    let by = CommandId { user_id: "ada".to_owned(), id: "mine".to_owned(), digest: None };
    played.iter_mut().for_each(|stamped| stamped.command = Some(by.clone()));
    let seq = hall.table.log().len() as u64;
    hall.add(played);
    assert_eq!(hall.table.processed_command("ada", "mine", &Command::Resign), Ok(Some(seq)));
    let old = r#"{"person":"ada","id":"mine"}"#;
    assert_eq!(serde_json::from_str::<CommandId>(old).expect("an old log"), by);
    assert_eq!(serde_json::to_string(&by).expect("text"), old);
}
