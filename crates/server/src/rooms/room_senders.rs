use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

use tokio::sync::mpsc;

use super::room_message::RoomMessage;

/// The senders to the tasks of all rooms in memory, by room code.
#[derive(Debug, Default)]
pub(crate) struct RoomSenders(Mutex<HashMap<String, mpsc::Sender<RoomMessage>>>);

impl RoomSenders {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<RoomMessage>>> {
        self.0.lock().expect("no code panics while it holds the lock")
    }

    /// Returns the sender of a running task.
    pub(crate) fn get(&self, code: &str) -> Option<mpsc::Sender<RoomMessage>> {
        self.lock().get(code).filter(|sender| !sender.is_closed()).cloned()
    }

    /// Returns the sender of a running task, or of the one that `spawn` starts.
    pub(crate) fn get_or_spawn(
        &self,
        code: &str,
        spawn: impl FnOnce() -> Option<mpsc::Sender<RoomMessage>>,
    ) -> Option<mpsc::Sender<RoomMessage>> {
        let mut senders = self.lock();
        if let Some(sender) = senders.get(code).filter(|sender| !sender.is_closed()) {
            return Some(sender.clone());
        }
        let sender = spawn()?;
        senders.insert(code.to_owned(), sender.clone());
        Some(sender)
    }

    /// Returns the senders of those of the rooms that are in memory.
    pub(crate) fn get_all(&self, codes: &[String]) -> Vec<mpsc::Sender<RoomMessage>> {
        let senders = self.lock();
        codes.iter().filter_map(|code| senders.get(code).cloned()).collect()
    }

    pub(crate) fn remove(&self, code: &str) {
        self.lock().remove(code);
    }
}
