use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Items that are divided between threads.
///
/// A thread has the same share in every call, so that what belongs to an item stays in the cache of one processor. It
/// helps the others when its own share is empty, from the end of theirs.
pub(crate) struct Shares<T>(Vec<Mutex<Share<T>>>);

struct Share<T> {
    items: VecDeque<T>,
    /// The number of items, from the front, that were looked at.
    inspected: usize,
}

impl<T> Shares<T> {
    /// Divides items into shares of the same size, in order.
    pub(crate) fn new(mut items: impl ExactSizeIterator<Item = T>, threads: usize) -> Shares<T> {
        let size = items.len().div_ceil(threads.max(1));
        let mut share = |_| Mutex::new(Share { items: items.by_ref().take(size).collect(), inspected: 0 });
        Shares((0..threads).map(&mut share).collect())
    }

    /// Looks at the next item of a thread's own share, or else of another; `None` if all were looked at. The item remains in
    /// its share.
    pub(crate) fn inspect<A>(&self, own: usize, inspect: impl Fn(&T) -> A) -> Option<A> {
        self.shares_from(own).find_map(|share| {
            let mut share = self.lock(share);
            let answer = inspect(share.items.get(share.inspected)?);
            share.inspected += 1;
            Some(answer)
        })
    }

    /// Takes the next item of a thread's own share, or else one of another.
    pub(crate) fn take(&self, own: usize) -> Option<T> {
        self.shares_from(own).find_map(|share| {
            let mut items = self.lock(share);
            if share == own { items.items.pop_front() } else { items.items.pop_back() }
        })
    }

    /// Returns the numbers of all shares, beginning with one.
    fn shares_from(&self, own: usize) -> impl Iterator<Item = usize> {
        (own..self.0.len()).chain(0..own)
    }

    fn lock(&self, share: usize) -> MutexGuard<'_, Share<T>> {
        self.0[share].lock().unwrap_or_else(PoisonError::into_inner)
    }
}
