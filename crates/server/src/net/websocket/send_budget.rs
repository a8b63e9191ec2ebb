//! Limits of the bytes that wait to be written to WebSockets.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// The budgets of all connections. Those of one address share a second limit.
#[derive(Debug)]
pub(crate) struct SendBudgets(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    max_per_socket: usize,
    max_per_address: usize,
    addresses: Mutex<HashMap<IpAddr, Address>>,
}

/// An address with open connections.
#[derive(Debug, Default)]
struct Address {
    sockets: usize,
    queued: Arc<AtomicUsize>,
}

/// The budget of one connection.
#[derive(Debug)]
pub(crate) struct SendBudget {
    shared: Arc<Shared>,
    key: IpAddr,
    /// Queued bytes, except those of a replay.
    socket: AtomicUsize,
    /// Whether a replay is queued that does not count for the connection.
    is_replaying: AtomicBool,
    address: Arc<AtomicUsize>,
}

/// Queued bytes, which count until they are released or this value is dropped.
#[derive(Debug)]
pub(crate) struct QueuedBytes {
    budget: Arc<SendBudget>,
    bytes: usize,
    is_replay: bool,
}

impl SendBudgets {
    pub(crate) fn new(max_per_socket: usize, max_per_address: usize) -> SendBudgets {
        SendBudgets(Arc::new(Shared { max_per_socket, max_per_address, addresses: Mutex::default() }))
    }

    /// Creates the budget of a new connection.
    pub(crate) fn open(&self, address: IpAddr) -> Arc<SendBudget> {
        let counter = {
            let mut addresses = self.0.lock();
            let entry = addresses.entry(address).or_default();
            entry.sockets += 1;
            Arc::clone(&entry.queued)
        };
        Arc::new(SendBudget {
            shared: Arc::clone(&self.0),
            key: address,
            socket: AtomicUsize::new(0),
            is_replaying: AtomicBool::new(false),
            address: counter,
        })
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Address>> {
        self.addresses.lock().expect("no code panics while it holds the lock")
    }
}

impl SendBudget {
    /// Reserves the bytes of a message, if they fit.
    pub(crate) fn reserve(self: &Arc<SendBudget>, bytes: usize) -> Option<QueuedBytes> {
        if !try_add(&self.socket, bytes, self.shared.max_per_socket) {
            return None;
        }
        if !try_add(&self.address, bytes, self.shared.max_per_address) {
            self.socket.fetch_sub(bytes, Ordering::Relaxed);
            return None;
        }
        Some(QueuedBytes { budget: Arc::clone(self), bytes, is_replay: false })
    }

    /// Reserves the bytes of a replay, if they fit. One replay at a time counts for the address only, however long it is,
    /// because it shares its messages with the room.
    pub(crate) fn reserve_replay(self: &Arc<SendBudget>, bytes: usize) -> Option<QueuedBytes> {
        if self.is_replaying.swap(true, Ordering::Relaxed) {
            return self.reserve(bytes);
        }
        if !try_add(&self.address, bytes, self.shared.max_per_address) {
            self.is_replaying.store(false, Ordering::Relaxed);
            return None;
        }
        Some(QueuedBytes { budget: Arc::clone(self), bytes, is_replay: true })
    }
}

/// Adds to a counter unless that exceeds the maximum. A single item always fits.
fn try_add(counter: &AtomicUsize, bytes: usize, max: usize) -> bool {
    let add = |queued: usize| {
        let sum = queued.checked_add(bytes)?;
        (queued == 0 || sum <= max).then_some(sum)
    };
    counter.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).is_ok()
}

impl Drop for SendBudget {
    fn drop(&mut self) {
        let mut addresses = self.shared.lock();
        if let Some(address) = addresses.get_mut(&self.key) {
            address.sockets -= 1;
            if address.sockets == 0 {
                addresses.remove(&self.key);
            }
        }
    }
}

impl QueuedBytes {
    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Releases bytes that were written.
    pub(crate) fn release(&mut self, bytes: usize) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        if !self.is_replay {
            self.budget.socket.fetch_sub(bytes, Ordering::Relaxed);
        }
        self.budget.address.fetch_sub(bytes, Ordering::Relaxed);
    }
}

impl Drop for QueuedBytes {
    fn drop(&mut self) {
        self.release(self.bytes);
        if self.is_replay {
            self.budget.is_replaying.store(false, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const THERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

    #[test]
    fn a_socket_and_its_address_have_a_byte_limit() {
        let budgets = SendBudgets::new(100, 150);
        let (one, two) = (budgets.open(HERE), budgets.open(HERE));
        let first = one.reserve(90).expect("it fits");
        assert!(one.reserve(11).is_none(), "the socket is full");
        let second = two.reserve(60).expect("another socket");
        assert!(two.reserve(1).is_none() && one.reserve(1).is_none(), "the address is full");
        assert!(budgets.open(THERE).reserve(100).is_some(), "another address has its own");
        drop(first);
        assert!(two.reserve(40).is_some());
        drop((second, one, two));
        assert!(budgets.0.lock().is_empty(), "no address is remembered");
    }

    #[test]
    fn a_message_that_is_alone_fits_however_long_it_is() {
        let budget = SendBudgets::new(10, 20).open(HERE);
        let long = budget.reserve(1_000).expect("it is alone");
        assert!(budget.reserve(1).is_none());
        drop(long);
        assert!(budget.reserve(10).is_some());
    }

    #[test]
    fn one_replay_leaves_room_for_messages_and_the_next_does_not_fit_before_it_is_written() {
        let budgets = SendBudgets::new(100, 1_000);
        let budget = budgets.open(HERE);
        let mut replay = budget.reserve_replay(900).expect("one is let through");
        let message = budget.reserve(60).expect("messages have their own limit");
        assert!(budget.reserve_replay(50).is_none(), "no room beside the message");
        let small = budget.reserve_replay(40).expect("a short one fits like a message");
        assert!(budgets.open(HERE).reserve_replay(10).is_none(), "the address is full");
        replay.release(800);
        assert_eq!(replay.bytes(), 100);
        assert!(budgets.open(HERE).reserve_replay(10).is_some());
        drop((message, small));
        assert!(budget.reserve_replay(500).is_some_and(|queued| !queued.is_replay), "alone, as a message");
        drop(replay);
        assert!(budget.reserve_replay(500).is_some_and(|queued| queued.is_replay));
    }
}
