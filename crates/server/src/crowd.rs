use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

/// How many of something each address has at once.
#[derive(Debug)]
pub(crate) struct Crowd {
    most: usize,
    counts: Arc<Counts>,
}

#[derive(Debug, Default)]
struct Counts(Mutex<HashMap<IpAddr, usize>>);

/// One of them; it counts until it is dropped.
#[derive(Debug)]
pub(crate) struct Ticket {
    counts: Arc<Counts>,
    address: IpAddr,
}

impl Crowd {
    pub(crate) fn new(most: usize) -> Crowd {
        Crowd { most, counts: Arc::default() }
    }

    /// One more, if the address has not as many as it may.
    pub(crate) fn admit(&self, address: IpAddr) -> Option<Ticket> {
        let mut counts = self.counts.lock();
        let count = counts.entry(address).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Ticket { counts: Arc::clone(&self.counts), address })
    }
}

impl Counts {
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().expect("nobody panics with the lock held")
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut counts = self.counts.lock();
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_own_count_and_whoever_leaves_makes_room() {
        let crowd = Crowd::new(2);
        let [here, there] = [[192, 0, 2, 1], [192, 0, 2, 2]].map(IpAddr::from);
        let (one, two) = (crowd.admit(here), crowd.admit(here));
        assert!(one.is_some() && two.is_some() && crowd.admit(here).is_none());
        let other = crowd.admit(there);
        assert!(other.is_some());
        drop(one);
        let again = crowd.admit(here);
        assert!(again.is_some() && crowd.admit(here).is_none());
        drop((two, other, again));
        assert!(crowd.counts.lock().is_empty(), "nobody is remembered");
        assert!(Crowd::new(0).admit(here).is_none());
    }
}
