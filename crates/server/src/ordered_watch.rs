use tokio::sync::watch;

#[cfg(feature = "simulation")]
use crate::simulation::ordered_receivers::OrderedReceivers;

/// A value whose changes are received by many tasks, as from a `watch::Sender`.
///
/// Tokio wakes the receivers of one channel in an order that cannot be seeded. In a simulation each receiver has a channel
/// of its own, so that they are woken in the order in which they subscribed.
#[derive(Debug)]
pub(crate) struct OrderedWatch<T> {
    sender: watch::Sender<T>,
    #[cfg(feature = "simulation")]
    ordered: OrderedReceivers<T>,
}

impl<T: Clone> OrderedWatch<T> {
    pub(crate) fn new(value: T) -> OrderedWatch<T> {
        OrderedWatch {
            sender: watch::Sender::new(value),
            #[cfg(feature = "simulation")]
            ordered: OrderedReceivers::default(),
        }
    }

    /// Returns a receiver of the changes from now on.
    pub(crate) fn subscribe(&self) -> watch::Receiver<T> {
        #[cfg(feature = "simulation")]
        if crate::simulation::seeded_environment::is_active() {
            return self.ordered.subscribe(self.sender.borrow().clone());
        }
        self.sender.subscribe()
    }

    pub(crate) fn borrow(&self) -> watch::Ref<'_, T> {
        self.sender.borrow()
    }

    /// Replaces the value and wakes all receivers, also if it is the same.
    pub(crate) fn send_replace(&self, value: T) {
        self.send_modify(|current| *current = value);
    }

    /// Changes the value and wakes all receivers.
    pub(crate) fn send_modify(&self, modify: impl FnOnce(&mut T)) {
        self.sender.send_modify(modify);
        #[cfg(feature = "simulation")]
        self.ordered.send(&self.sender.borrow());
    }
}
