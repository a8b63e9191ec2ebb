//! The version of the rules in the first entry of a log.

use yipan_clock::Millis;
use yipan_games::GameKind;
use yipan_record::Bytes32;
use yipan_room::{InvalidLogError, LogEntry, Room, RoomEvent};
use yipan_wire::RoomConfig;

use crate::support::player;

fn opening_entry(game: GameKind) -> LogEntry {
    let config = RoomConfig::default_for(game.name());
    Room::opening_entry("K4T7QX", config, Bytes32([7; 32]), player("ada"), Millis(0)).expect("an entry")
}

#[test]
fn a_log_names_the_version_of_its_rules() {
    for game in GameKind::ALL {
        let entry = opening_entry(game);
        let RoomEvent::Opened { rules_version, .. } = &entry.event else { panic!("a room is opened") };
        assert_eq!(*rules_version, Some(game.rules_version()));
        let line = serde_json::to_string(&entry).expect("a line");
        assert!(line.contains(&format!(r#""rules_version":{}"#, game.rules_version())), "{line}");
        assert_eq!(serde_json::from_str::<LogEntry>(&line).expect("an entry"), entry);
    }
}

#[test]
fn a_log_without_a_version_is_still_read() {
    for game in GameKind::ALL {
        let version = format!(r#""rules_version":{},"#, game.rules_version());
        let line = serde_json::to_string(&opening_entry(game)).expect("a line").replace(&version, "");
        let entry: LogEntry = serde_json::from_str(&line).expect("an entry");
        assert_eq!(serde_json::to_string(&entry).expect("a line"), line, "it is not changed");
        Room::replay([entry]).expect("a room");
    }
}

#[test]
fn a_log_under_other_rules_is_rejected() {
    for game in GameKind::ALL {
        let current = game.rules_version();
        for (version, advice) in [(current + 1, "install the newer"), (current - 1, "use the older")] {
            let mut entry = opening_entry(game);
            if let RoomEvent::Opened { rules_version, .. } = &mut entry.event {
                *rules_version = Some(version);
            }
            let error = Room::replay([entry]).expect_err("other rules");
            assert_eq!(error, InvalidLogError::UnsupportedRules { game, version });
            assert!(error.to_string().contains(advice), "{error}");
        }
    }
}
