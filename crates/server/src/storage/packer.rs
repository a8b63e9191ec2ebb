//! Compresses the logs of games that are over, in the background and one at a time.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use super::rows::UnpackedRoom;
use super::store::{Store, StoreError, StoreStatus};
use crate::clock::MonotonicWallClock;
use crate::cluster::slot::Slot;
use crate::cluster::slot_table::SlotTable;

/// The time without an entry after which a log is packed. Until then players chat, and offer rematches.
const QUIET: Duration = Duration::from_secs(60 * 60);

/// The time before the first search for logs to pack, in which the games of a start are resumed.
const FIRST_ROUND_DELAY: Duration = Duration::from_secs(60);

/// The time between two searches.
const ROUND_INTERVAL: Duration = Duration::from_secs(5 * 60);

/// The rooms read at a time.
const PAGE_SIZE: u32 = 100;

/// The time between two logs. An append waits for one log at most, about a millisecond, and for a twentieth of the time.
const PAUSE: Duration = Duration::from_millis(20);

/// Packs the logs of the slots of one server.
#[derive(Debug)]
pub(crate) struct Packer {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) slots: Arc<SlotTable>,
    pub(crate) clock: MonotonicWallClock,
}

impl Packer {
    /// Packs logs until the server shuts down.
    pub(crate) async fn run(self, mut shutdown: watch::Receiver<bool>) {
        let rounds = async {
            let mut rounds = tokio::time::interval_at(Instant::now() + FIRST_ROUND_DELAY, ROUND_INTERVAL);
            loop {
                rounds.tick().await;
                if let Err(error) = self.run_once(self.clock.millis().0).await {
                    // The next round tries again.
                    tracing::warn!(%error, "the logs of games that are over could not be packed");
                }
            }
        };
        tokio::select! {
            () = rounds => {}
            _ = shutdown.wait_for(|is_shutting_down| *is_shutting_down) => {}
        }
    }

    /// Packs the logs of this server that are quiet at this time, and drops what they leave empty. Returns the number of
    /// logs.
    async fn run_once(&self, now: u64) -> Result<u64, StoreError> {
        let quiet_since = now.saturating_sub(QUIET.as_millis() as u64);
        let (mut last, mut count) = (String::new(), 0);
        loop {
            let rooms = self.store.unpacked_rooms(&last, PAGE_SIZE).await?;
            let Some(UnpackedRoom { code, .. }) = rooms.last() else { break };
            last.clone_from(code);
            for room in rooms.iter().filter(|room| room.last_entry <= quiet_since) {
                count += u64::from(self.pack(&room.code).await?);
            }
        }
        if count > 0 {
            tracing::info!(rooms = count, "the logs of games that are over were packed");
        }
        // One server is enough.
        if self.slots.epoch_here(Slot::FIRST).is_some() && self.store.drop_empty_partitions().await? > 0 {
            tracing::info!("partitions of past months without entries were dropped");
        }
        Ok(count)
    }

    /// Packs one log if its room is here and the store works. Returns whether it did.
    async fn pack(&self, room: &str) -> Result<bool, StoreError> {
        let Some(epoch) = self.slots.epoch_here(Slot::of(room)) else { return Ok(false) };
        if *self.store.status().borrow() != StoreStatus::Writable {
            return Err(StoreError::Unavailable("the store cannot be written at the moment".to_owned()));
        }
        let packed = match self.store.pack_room(room, epoch).await {
            Err(error) if !error.is_outage() => {
                // A damaged log must not keep the others from being packed.
                tracing::error!(room, %error, "a log cannot be packed");
                Ok(false)
            }
            packed => packed,
        };
        tokio::time::sleep(PAUSE).await;
        packed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::slot_table::SlotOwner;
    use crate::storage::location::StoreLocation;
    use crate::storage::postgres::ownership::PostgresOwnership;
    use crate::storage::rows::AppendEntries;
    use crate::test_postgres::database_or_skip;

    const HOUR: u64 = 3_600_000;

    /// A time in a month that has past.
    const BEGAN: u64 = 1_700_000_000_000;

    fn entries(room: &str, epoch: u64, at: u64, is_over: bool) -> AppendEntries {
        AppendEntries {
            room: room.to_owned(),
            epoch,
            seq: 0,
            entries: vec![format!(r#"{{"at":{at}}}"#)],
            created: BEGAN,
            game: "chess",
            summary: None,
            is_over,
            seated_users: Vec::new(),
            left_users: Vec::new(),
            rated_game: None,
            correspondence: None,
        }
    }

    #[tokio::test]
    async fn quiet_games_that_are_over_are_packed_by_the_owner_of_their_slot() {
        let Some(url) = database_or_skip("packer") else { return };
        let url = url.parse().expect("an address");
        let store = StoreLocation::Postgres(Clone::clone(&url)).open().await.expect("a store");
        let node = crate::cluster::node_id::NodeId::new("test");
        let taken = PostgresOwnership::new(&url).take_all(&node).await.expect("slots");
        let slots = Arc::new(SlotTable::unowned());
        slots.join(node);
        slots.set_unlimited_lease();
        let is_elsewhere = Slot::of("ELSEWHERE");
        let here = taken.iter().filter(|taken| taken.slot != is_elsewhere);
        slots.set(here.map(|taken| (taken.slot, SlotOwner::Here { epoch: taken.epoch })));
        let epoch = taken[0].epoch;
        for (room, at, is_over) in [
            ("QUIET", BEGAN, true),
            ("LATER", BEGAN + HOUR, true),
            ("RUNNING", BEGAN, false),
            ("ELSEWHERE", BEGAN, true),
        ] {
            store.append(entries(room, epoch, at, is_over)).await.expect("a room");
        }
        let clock = MonotonicWallClock::start(0);
        let packer = Packer { store: Arc::clone(&store), slots: Arc::clone(&slots), clock };
        let unpacked = async || {
            let rooms = store.unpacked_rooms("", 10).await.expect("rooms");
            rooms.into_iter().map(|room| room.code).collect::<Vec<_>>()
        };
        assert_eq!(packer.run_once(BEGAN + HOUR - 1).await.expect("a round"), 0);
        assert_eq!(packer.run_once(BEGAN + HOUR).await.expect("a round"), 1);
        assert_eq!(unpacked().await, ["ELSEWHERE", "LATER"]);
        assert_eq!(packer.run_once(BEGAN + 2 * HOUR).await.expect("a round"), 1);
        assert_eq!(packer.run_once(BEGAN + 2 * HOUR).await.expect("a round"), 0, "there is nothing left");
        // Another owner has claimed it.
        slots.set([(is_elsewhere, SlotOwner::Here { epoch: epoch + 1 })]);
        assert_eq!(packer.run_once(BEGAN + 2 * HOUR).await.expect("a round"), 0);
        assert_eq!(unpacked().await, ["ELSEWHERE"]);
        for room in ["QUIET", "LATER", "RUNNING", "ELSEWHERE"] {
            assert_eq!(store.log(room, 0).await.expect("a log").len(), 1, "{room}");
        }
        store.close().await.expect("it closes");
    }
}
