use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Items that are divided between threads.
///
/// A thread has the same share in every call, so that what belongs to an item stays in the cache of one processor. It
/// helps the others when its own share is empty, from the end of theirs.
pub(crate) struct Shares<T>(Vec<Mutex<VecDeque<T>>>);

impl<T> Shares<T> {
    /// Divides items into shares of the same size, in order.
    pub(crate) fn new(mut items: impl ExactSizeIterator<Item = T>, threads: usize) -> Shares<T> {
        let size = items.len().div_ceil(threads.max(1));
        Shares((0..threads).map(|_| Mutex::new(items.by_ref().take(size).collect())).collect())
    }

    /// Takes the next item of a thread's own share, or else one of another.
    pub(crate) fn take(&self, own: usize) -> Option<T> {
        let next = self.lock(own).pop_front();
        let mut others = (own + 1..self.0.len()).chain(0..own);
        next.or_else(|| others.find_map(|share| self.lock(share).pop_back()))
    }

    fn lock(&self, share: usize) -> MutexGuard<'_, VecDeque<T>> {
        self.0[share].lock().unwrap_or_else(PoisonError::into_inner)
    }
}
