//! The ids of commands in the log.

use yipan_clock::Millis;
use yipan_room::{CommandContext, CommandId};
use yipan_wire::{Command, RoomConfig, SidePreference};

use crate::support::TestRoom;

#[test]
fn an_id_from_a_log_without_digests_is_acknowledged() {
    let mut test = TestRoom::started(
        RoomConfig { host_side: SidePreference::First, ..RoomConfig::default_for("chess") },
        7,
    );
    let ada = crate::support::player("ada");
    let mut played = test
        .room
        .decide(
            &CommandContext::new(&ada, "mine", Millis(2000)),
            &Command::Play { action: "e2e4".to_owned() },
        )
        .expect("a move");
    let by = CommandId { user_id: "ada".to_owned(), id: "mine".to_owned(), digest: None };
    played.iter_mut().for_each(|entry| entry.command = Some(by.clone()));
    let seq = test.room.log().len() as u64;
    test.apply_all(played);
    assert_eq!(test.room.processed_command("ada", "mine", &Command::Resign), Ok(Some(seq)));
    let old = r#"{"user_id":"ada","id":"mine"}"#;
    assert_eq!(serde_json::from_str::<CommandId>(old).expect("an id without a digest is valid"), by);
    assert_eq!(serde_json::to_string(&by).expect("an id is serializable"), old);
}
