use yipan_room::{LogEntry, Room, RoomEvent};

use crate::storage::store::{AppendEntries, StoreError};

/// Entries as the store keeps them. Where there are many they begin or end a game, and are tried out first: what is written
/// down can be applied, all of it.
pub(crate) fn append_entries(table: &Room, entries: &[LogEntry]) -> Result<AppendEntries, StoreError> {
    let line = |entry| serde_json::to_string(entry).map_err(|error| StoreError::Failed(error.to_string()));
    let seated_users = |stamped: &LogEntry| {
        let people = match &stamped.event {
            // The host's seat is kept for him before he sits down, and so may be the guest's.
            RoomEvent::Opened { host, guest, .. } => [Some(host), guest.as_deref()],
            RoomEvent::Seated { player: person, .. } | RoomEvent::AccountLinked { player: person, .. } => {
                [Some(person), None]
            }
            _ => [None, None],
        };
        let people = people.into_iter().flatten().filter(|person| person.level.is_none());
        people.map(|person| person.id.clone()).collect::<Vec<_>>()
    };
    let left_user = |stamped: &LogEntry| {
        let guest = table.guest().filter(|_| matches!(stamped.event, RoomEvent::LeftSeat))?;
        Some(guest.id.clone())
    };
    let changes_summary = |stamped: &LogEntry| {
        matches!(
            stamped.event,
            RoomEvent::Started { .. } | RoomEvent::AccountLinked { .. } | RoomEvent::Ended { .. }
        )
    };
    let summary = if entries.iter().any(changes_summary) { summary(table, entries)? } else { None };
    Ok(AppendEntries {
        summary,
        room: table.code().to_owned(),
        seq: table.log().len() as u64,
        entries: entries.iter().map(line).collect::<Result<_, _>>()?,
        at: entries.first().map_or(0, |entry| entry.at.0),
        game: table.game().kind().name(),
        is_over: entries.iter().any(|stamped| matches!(stamped.event, RoomEvent::Ended { .. })),
        seated_users: entries.iter().flat_map(seated_users).collect(),
        left_users: entries.iter().filter_map(left_user).collect(),
    })
}

/// The game in short, as it will be with these entries.
fn summary(table: &Room, entries: &[LogEntry]) -> Result<Option<String>, StoreError> {
    let mut table = table.clone();
    for entry in entries {
        table.apply(entry.clone()).map_err(|error| StoreError::Failed(error.to_string()))?;
    }
    let summary = table.summary().map(|summary| serde_json::to_string(&summary)).transpose();
    summary.map_err(|error| StoreError::Failed(error.to_string()))
}

#[cfg(test)]
mod tests {
    use yipan_record::{Bytes32, Millis};
    use yipan_room::EndReason;
    use yipan_wire::{Player, RoomConfig, WireSide};

    use super::*;

    #[test]
    fn entries_that_do_not_follow_are_not_written_at_all() {
        let host = Player { id: "ada".to_owned(), name: "Ada".to_owned(), level: None };
        let opened = Room::opening_entry(
            "K4T7QX",
            RoomConfig::default_for("chess"),
            Bytes32([7; 32]),
            host,
            Millis(0),
        );
        let table = Room::new(opened.expect("good terms")).expect("a table");
        let stamped = |entry| LogEntry { at: Millis(1), command: None, event: entry };
        let started = stamped(RoomEvent::Started { host_side: WireSide::First, chance_events: Vec::new() });
        let (seat, draws) = (WireSide::First, Vec::new());
        let played = stamped(RoomEvent::Played {
            side: seat,
            action: "e2e5".to_owned(),
            chance_events: draws,
            lag_compensation: 0,
        });
        let ended = stamped(RoomEvent::Ended { winner: None, reason: EndReason::Aborted });
        assert_eq!(
            append_entries(&table, &[started.clone(), ended.clone()]).map(|append| append.entries.len()).ok(),
            Some(2)
        );
        let wrong = append_entries(&table, &[started, played, ended]).map(drop);
        assert!(wrong.is_err_and(|error| error.to_string().contains("entry 2")));
    }
}
