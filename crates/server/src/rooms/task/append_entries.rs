use yipan_room::{LogEntry, Room, RoomEvent};

use crate::storage::rows::AppendEntries;
use crate::storage::store::StoreError;

/// Prepares entries for the log of a room, before they are applied to it.
///
/// Entries that change the summary, and those of correspondence games, are applied to a copy first, so an invalid batch is
/// not written at all.
pub(crate) fn append_entries(
    room: &Room,
    epoch: u64,
    entries: &[LogEntry],
) -> Result<AppendEntries, StoreError> {
    let has_summary = entries.iter().any(changes_summary);
    let (summary, rated_game, correspondence) = if has_summary || room.is_correspondence() {
        let mut room = room.clone();
        for entry in entries {
            room.apply(entry.clone()).map_err(|error| StoreError::Failed(error.to_string()))?;
        }
        let summary = if has_summary { encode_summary(&room)? } else { None };
        (summary, room.rated_game(), room.correspondence_turn())
    } else {
        (None, None, None)
    };
    let leaves_seat = |entry: &&LogEntry| matches!(entry.event, RoomEvent::LeftSeat);
    let left_users = entries.iter().filter(leaves_seat).filter_map(|_| room.guest());
    let left_users = left_users.map(|guest| guest.id.clone()).collect();
    let append = new_append(room, epoch, room.log().len() as u64, entries)?;
    let rated_game = rated_game.filter(|_| append.is_over);
    Ok(AppendEntries { summary, left_users, rated_game, correspondence, ..append })
}

/// Prepares the whole log of a new room, whose entries are applied already.
pub(crate) fn create_entries(room: &Room, epoch: u64) -> Result<AppendEntries, StoreError> {
    Ok(AppendEntries { summary: encode_summary(room)?, ..new_append(room, epoch, 0, room.log())? })
}

fn new_append(room: &Room, epoch: u64, seq: u64, entries: &[LogEntry]) -> Result<AppendEntries, StoreError> {
    let encode = |entry| serde_json::to_string(entry).map_err(|error| StoreError::Failed(error.to_string()));
    Ok(AppendEntries {
        room: room.code().to_owned(),
        epoch,
        seq,
        entries: entries.iter().map(encode).collect::<Result<_, _>>()?,
        created: room.log().first().map_or(0, |entry| entry.at.0),
        game: room.game().kind().name(),
        summary: None,
        is_over: entries.iter().any(|entry| matches!(entry.event, RoomEvent::Ended { .. })),
        seated_users: entries.iter().flat_map(seated_users).collect(),
        left_users: Vec::new(),
        rated_game: None,
        correspondence: None,
    })
}

fn changes_summary(entry: &LogEntry) -> bool {
    matches!(
        entry.event,
        RoomEvent::Started { .. } | RoomEvent::AccountLinked { .. } | RoomEvent::Ended { .. }
    )
}

/// Returns the ids of the users who take a seat with an entry. Computer players are not users.
fn seated_users(entry: &LogEntry) -> Vec<String> {
    let players = match &entry.event {
        // The seat of the host, and in a rematch that of the guest, is reserved before they sit down.
        RoomEvent::Opened { host, guest, .. } => [Some(host), guest.as_deref()],
        RoomEvent::Seated { player, .. } | RoomEvent::AccountLinked { player, .. } => [Some(player), None],
        _ => [None, None],
    };
    let users = players.into_iter().flatten().filter(|player| player.level.is_none());
    users.map(|user| user.id.clone()).collect()
}

fn encode_summary(room: &Room) -> Result<Option<String>, StoreError> {
    let summary = room.summary().map(|summary| serde_json::to_string(&summary)).transpose();
    summary.map_err(|error| StoreError::Failed(error.to_string()))
}

#[cfg(test)]
mod tests {
    use yipan_clock::Millis;
    use yipan_core::{EndReason, Side};
    use yipan_record::Bytes32;
    use yipan_wire::{Player, RoomConfig};

    use super::*;

    #[test]
    fn entries_that_do_not_follow_are_not_written_at_all() {
        let host =
            Player { id: "ada".to_owned(), name: "Ada".to_owned(), level: None, rating: None, is_bot: false };
        let opened = Room::opening_entry(
            "K4T7QX",
            RoomConfig::default_for("chess"),
            Bytes32([7; 32]),
            host,
            Millis(0),
        );
        let room = Room::new(opened.expect("a valid configuration")).expect("a room");
        let at_one = |event| LogEntry { at: Millis(1), command: None, event };
        let started = at_one(RoomEvent::Started { host_side: Side::First, chance_events: Vec::new() });
        let played = at_one(RoomEvent::Played {
            side: Side::First,
            action: "e2e5".to_owned(),
            chance_events: Vec::new(),
            lag_compensation: 0,
            waited: 0,
            is_conditional: false,
        });
        let ended = at_one(RoomEvent::Ended { winner: None, reason: EndReason::Aborted });
        assert_eq!(
            append_entries(&room, 1, &[started.clone(), ended.clone()])
                .map(|append| append.entries.len())
                .ok(),
            Some(2)
        );
        let wrong = append_entries(&room, 1, &[started, played, ended]).map(drop);
        assert!(wrong.is_err_and(|error| error.to_string().contains("entry 2")));
    }

    #[test]
    fn a_new_room_is_written_from_its_first_entry_on() {
        let host =
            Player { id: "ada".to_owned(), name: "Ada".to_owned(), level: None, rating: None, is_bot: false };
        let config = RoomConfig::default_for("chess");
        let opened = Room::opening_entry("K4T7QX", config, Bytes32([7; 32]), host, Millis(5));
        let room = Room::new(opened.expect("a valid configuration")).expect("a room");
        let append = create_entries(&room, 7).expect("it can be encoded");
        assert_eq!((append.epoch, append.seq, append.entries.len(), append.created), (7, 0, 1, 5));
        assert_eq!(append.seated_users, ["ada"]);
        assert_eq!(append_entries(&room, 7, &[]).map(|append| append.seq).ok(), Some(1));
    }
}
