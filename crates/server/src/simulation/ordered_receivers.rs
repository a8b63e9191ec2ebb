use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// The receivers of one value, each with a channel of its own.
#[derive(Debug)]
pub(crate) struct OrderedReceivers<T>(Mutex<Vec<watch::Sender<T>>>);

impl<T> Default for OrderedReceivers<T> {
    fn default() -> OrderedReceivers<T> {
        OrderedReceivers(Mutex::default())
    }
}

impl<T: Clone> OrderedReceivers<T> {
    fn lock(&self) -> MutexGuard<'_, Vec<watch::Sender<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a receiver, which knows the current value.
    pub(crate) fn subscribe(&self, value: T) -> watch::Receiver<T> {
        let (sender, receiver) = watch::channel(value);
        let mut senders = self.lock();
        senders.retain(|sender| !sender.is_closed());
        senders.push(sender);
        receiver
    }

    /// Sends a value to all receivers, in the order in which they subscribed.
    pub(crate) fn send(&self, value: &T) {
        for sender in self.lock().iter() {
            sender.send_replace(value.clone());
        }
    }
}
