use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use tokio::sync::mpsc;

use super::room_message::RoomMessage;
use crate::cluster::slot::Slot;

/// The senders to the tasks of all rooms in memory, by room code.
#[derive(Debug, Default)]
pub(crate) struct RoomSenders(Mutex<BTreeMap<String, RoomSender>>);

#[derive(Debug)]
struct RoomSender {
    sender: mpsc::Sender<RoomMessage>,
    slot: Slot,
    /// The epoch of its slot in which the room was loaded.
    epoch: u64,
}

impl RoomSenders {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, RoomSender>> {
        self.0.lock().expect("no code panics while it holds the lock")
    }

    /// Returns the sender of a running task.
    pub(crate) fn get(&self, code: &str) -> Option<mpsc::Sender<RoomMessage>> {
        self.lock().get(code).map(|room| &room.sender).filter(|sender| !sender.is_closed()).cloned()
    }

    /// Returns the sender of a running task that was loaded in this epoch.
    pub(crate) fn get_in_epoch(&self, code: &str, epoch: u64) -> Option<mpsc::Sender<RoomMessage>> {
        let rooms = self.lock();
        let room = rooms.get(code).filter(|room| room.epoch == epoch && !room.sender.is_closed())?;
        Some(room.sender.clone())
    }

    /// Returns the sender of a running task, or of the one that `spawn` starts. A task of another epoch is replaced.
    pub(crate) fn get_or_spawn(
        &self,
        code: &str,
        epoch: u64,
        spawn: impl FnOnce() -> Option<mpsc::Sender<RoomMessage>>,
    ) -> Option<mpsc::Sender<RoomMessage>> {
        let mut rooms = self.lock();
        if let Some(room) = rooms.get(code).filter(|room| room.epoch == epoch && !room.sender.is_closed()) {
            return Some(room.sender.clone());
        }
        let sender = spawn()?;
        rooms.insert(code.to_owned(), RoomSender { sender: sender.clone(), slot: Slot::of(code), epoch });
        Some(sender)
    }

    /// Returns the codes of all rooms in memory.
    #[cfg(feature = "simulation")]
    pub(crate) fn codes(&self) -> Vec<String> {
        self.lock().keys().cloned().collect()
    }

    /// Returns the senders of those of the rooms that are in memory.
    pub(crate) fn get_all(&self, codes: &[String]) -> Vec<mpsc::Sender<RoomMessage>> {
        let rooms = self.lock();
        codes.iter().filter_map(|code| rooms.get(code)).map(|room| room.sender.clone()).collect()
    }

    /// Returns the senders of the rooms of these slots that are in memory.
    pub(crate) fn in_slots(&self, slots: &[Slot]) -> Vec<mpsc::Sender<RoomMessage>> {
        let rooms = self.lock();
        let in_slots = rooms.values().filter(|room| slots.contains(&room.slot));
        in_slots.map(|room| room.sender.clone()).collect()
    }

    /// Removes a task that ends, unless one of another epoch has replaced it.
    pub(crate) fn remove(&self, code: &str, epoch: u64) {
        let mut rooms = self.lock();
        if rooms.get(code).is_some_and(|room| room.epoch == epoch) {
            rooms.remove(code);
        }
    }
}
