//! The public rooms of this node, for the lobbies of the others.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use super::message::announcement::AnnouncementBody;
use super::node_bus::NodeBus;
use crate::app_state::AppState;
use crate::rooms::lobby::LobbyEntry;
use crate::select::select;

/// The shortest time between two announcements.
const MIN_INTERVAL: Duration = Duration::from_millis(500);

/// The time between two announcements of all rooms.
const WHOLE_INTERVAL: Duration = Duration::from_secs(10);

/// The most rooms in one announcement.
const MAX_ROWS: usize = 200;

/// Announces changes of the public rooms of this node: at most twice a second, all of them from time to time and to nodes
/// that were not heard before.
pub(crate) async fn announce(app: Arc<AppState>, bus: Arc<NodeBus>, newcomer: Arc<Notify>) {
    let lobby = &app.rooms.services.lobby;
    let mut changes = lobby.watch();
    let mut announced = BTreeMap::new();
    let mut next_whole = Instant::now();
    loop {
        select! {
            changed = changes.changed() => if changed.is_err() { return },
            () = newcomer.notified() => next_whole = Instant::now(),
            () = sleep_until(next_whole) => {}
        }
        changes.borrow_and_update();
        let rows = lobby.own_rows();
        let is_whole = next_whole <= Instant::now();
        let announcement = if is_whole {
            next_whole = Instant::now() + WHOLE_INTERVAL;
            rows.iter().map(|(room, entry)| (room.clone(), Some(entry.clone()))).collect()
        } else {
            changed_rows(&announced, &rows)
        };
        announced = rows;
        let mut parts = announcement.chunks(MAX_ROWS);
        if let Some(part) = parts.next().or(is_whole.then_some(&[])) {
            bus.announce(AnnouncementBody::Lobby { is_whole, rows: part.to_vec() }).await;
        }
        for part in parts {
            bus.announce(AnnouncementBody::Lobby { is_whole: false, rows: part.to_vec() }).await;
        }
        tokio::time::sleep(MIN_INTERVAL).await;
    }
}

/// Returns the rooms that are listed otherwise than before, or no longer.
fn changed_rows(
    before: &BTreeMap<String, LobbyEntry>,
    now: &BTreeMap<String, LobbyEntry>,
) -> Vec<(String, Option<LobbyEntry>)> {
    let changed = now.iter().filter(|(room, entry)| before.get(*room) != Some(entry));
    let changed = changed.map(|(room, entry)| (room.clone(), Some(entry.clone())));
    let removed = before.keys().filter(|room| !now.contains_key(*room)).map(|room| (room.clone(), None));
    changed.chain(removed).collect()
}

#[cfg(test)]
mod tests {
    use yipan_wire::{OpenRoom, Player, RoomConfig};

    use super::*;

    #[test]
    fn only_rooms_that_have_changed_are_announced() {
        let entry = |host: &str| {
            let host = Player {
                id: host.to_owned(),
                name: host.to_owned(),
                level: None,
                rating: None,
                is_bot: false,
            };
            let config = RoomConfig::default_for("chess");
            LobbyEntry::OpenRoom(OpenRoom { room: "AAA222".to_owned(), host, config })
        };
        let rows = |rows: &[(&str, &str)]| -> BTreeMap<String, LobbyEntry> {
            rows.iter().map(|(room, host)| ((*room).to_owned(), entry(host))).collect()
        };
        let before = rows(&[("AAA222", "ada"), ("BBB222", "bob"), ("CCC222", "eve")]);
        let now = rows(&[("AAA222", "ada"), ("BBB222", "mal")]);
        let expected = [("BBB222".to_owned(), Some(entry("mal"))), ("CCC222".to_owned(), None)];
        assert_eq!(changed_rows(&before, &now), expected);
    }
}
