use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Limits how many connections are open at once: in all, and from each address.
#[derive(Debug)]
pub(crate) struct ConnectionLimit {
    max: u32,
    max_per_address: usize,
    total: Arc<Semaphore>,
    addresses: Arc<AddressCounts>,
}

/// The number of open connections of each address.
#[derive(Debug, Default)]
struct AddressCounts(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    open: HashMap<IpAddr, usize>,
    /// The number of changes.
    version: u64,
}

/// The permission for a connection, which counts until this value is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionPermit {
    _total: OwnedSemaphorePermit,
    _address: Option<AddressPermit>,
}

#[derive(Debug)]
struct AddressPermit {
    counts: Arc<AddressCounts>,
    address: IpAddr,
}

/// The reason why a connection is over the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConnectionLimitError {
    /// There are too many connections in total.
    Full,
    /// There are too many connections from this address.
    AddressFull,
}

impl ConnectionLimit {
    pub(crate) fn new(max: usize, max_per_address: usize) -> ConnectionLimit {
        let max = u32::try_from(max).unwrap_or(u32::MAX);
        let total = Arc::new(Semaphore::new(max as usize));
        ConnectionLimit { max, max_per_address, total, addresses: Arc::default() }
    }

    /// Counts a connection from this address.
    pub(crate) fn acquire(&self, address: IpAddr) -> Result<ConnectionPermit, ConnectionLimitError> {
        let total = self.acquire_total()?;
        let address = self.acquire_address(address).ok_or(ConnectionLimitError::AddressFull)?;
        Ok(ConnectionPermit { _total: total, _address: Some(address) })
    }

    /// Counts a connection from a trusted proxy, which is limited by the total only.
    pub(crate) fn acquire_for_proxy(&self) -> Result<ConnectionPermit, ConnectionLimitError> {
        Ok(ConnectionPermit { _total: self.acquire_total()?, _address: None })
    }

    /// Returns the number of open connections from this address, and a number that grows with every change.
    pub(crate) fn count(&self, address: IpAddr) -> (usize, u64) {
        let counts = self.addresses.lock();
        (counts.open.get(&address).copied().unwrap_or(0), counts.version)
    }

    /// Waits until every connection is closed. No new ones are admitted after that.
    pub(crate) async fn drained(&self) {
        if let Ok(all) = self.total.acquire_many(self.max).await {
            all.forget();
        }
    }

    fn acquire_total(&self) -> Result<OwnedSemaphorePermit, ConnectionLimitError> {
        Arc::clone(&self.total).try_acquire_owned().map_err(|_| ConnectionLimitError::Full)
    }

    fn acquire_address(&self, address: IpAddr) -> Option<AddressPermit> {
        let mut counts = self.addresses.lock();
        let count = counts.open.get(&address).copied().unwrap_or(0);
        if count >= self.max_per_address {
            return None;
        }
        counts.open.insert(address, count + 1);
        counts.version += 1;
        Some(AddressPermit { counts: Arc::clone(&self.addresses), address })
    }
}

impl AddressCounts {
    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().expect("no code panics while it holds the lock")
    }
}

impl Drop for AddressPermit {
    fn drop(&mut self) {
        let mut counts = self.counts.lock();
        counts.version += 1;
        if let Some(count) = counts.open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.open.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const THERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

    #[test]
    fn each_address_has_its_own_count_and_a_closed_connection_makes_room() {
        let limit = ConnectionLimit::new(100, 2);
        let (one, two) = (limit.acquire(HERE), limit.acquire(HERE));
        assert!(one.is_ok() && two.is_ok());
        assert_eq!(limit.acquire(HERE).err(), Some(ConnectionLimitError::AddressFull));
        let other = limit.acquire(THERE);
        assert!(other.is_ok());
        drop(one);
        let again = limit.acquire(HERE);
        assert!(again.is_ok() && limit.acquire(HERE).is_err());
        drop((two, other, again));
        assert!(limit.addresses.lock().open.is_empty(), "no address is left");
        assert_eq!(limit.total.available_permits(), 100, "a rejected connection does not count");
        assert!(ConnectionLimit::new(100, 0).acquire(HERE).is_err());
    }

    #[tokio::test]
    async fn all_addresses_share_the_total_and_proxies_have_no_limit_per_address() {
        let limit = ConnectionLimit::new(3, 1);
        let held = (limit.acquire(HERE), limit.acquire_for_proxy(), limit.acquire_for_proxy());
        assert!(held.0.is_ok() && held.1.is_ok() && held.2.is_ok());
        assert_eq!(limit.acquire(THERE).err(), Some(ConnectionLimitError::Full));
        assert_eq!(limit.acquire_for_proxy().err(), Some(ConnectionLimitError::Full));
        let mut drained = std::pin::pin!(limit.drained());
        assert!(drained.as_mut().now_or_never().is_none());
        drop(held);
        drained.await;
        assert_eq!(limit.acquire(HERE).err(), Some(ConnectionLimitError::Full), "nothing new after that");
    }
}
