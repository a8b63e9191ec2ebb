use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::shares::Shares;

/// Threads that share the work of the thread that calls.
///
/// The caller works too, instead of waiting for the others to wake up.
pub(crate) struct Workers {
    threads: usize,
    /// The threads besides the caller; `None` if it is alone.
    pool: Option<ThreadPool>,
    /// The process that started them. A forked process has none of them.
    process: u32,
}

impl Workers {
    /// Starts threads until there are this many with the caller; with 0, one for each processor.
    pub(crate) fn new(threads: usize) -> Result<Workers, ThreadPoolBuildError> {
        let threads = match threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            _ => threads,
        };
        Ok(Workers { threads, pool: start(threads)?, process: process::id() })
    }

    /// Returns the number of threads, with the caller.
    pub(crate) const fn threads(&self) -> usize {
        self.threads
    }

    /// Starts the threads again in a process that was forked from the one that had them.
    pub(crate) fn restart_after_fork(&mut self) -> Result<(), ThreadPoolBuildError> {
        if self.process != process::id() {
            // Its threads are gone. Ending them would wait for locks that they held during the fork.
            std::mem::forget(self.pool.take());
            self.pool = start(self.threads)?;
            self.process = process::id();
        }
        Ok(())
    }

    /// Calls `work` once for each item, in any order. An item with the same number is most often with the same thread.
    pub(crate) fn for_each<T: Send>(
        &self,
        items: impl ExactSizeIterator<Item = T>,
        work: impl Fn(T) + Send + Sync,
    ) {
        let Some(pool) = self.pool.as_ref().filter(|_| items.len() > 1) else { return items.for_each(work) };
        let shares = Shares::new(items, self.threads);
        run(pool, |own| {
            while let Some(item) = shares.take(own) {
                work(item);
            }
        });
    }

    /// Calls `work` once for each item like [`Workers::for_each`], unless one of them is invalid. Returns whether all are
    /// valid.
    pub(crate) fn for_each_if_all<T: Send>(
        &self,
        items: impl ExactSizeIterator<Item = T>,
        is_valid: impl Fn(&T) -> bool + Send + Sync,
        work: impl Fn(T) + Send + Sync,
    ) -> bool {
        let (unchecked, all_valid) = (AtomicUsize::new(items.len()), AtomicBool::new(true));
        let pool = self.pool.as_ref().filter(|_| items.len() > 1);
        let shares = Shares::new(items, if pool.is_some() { self.threads } else { 1 });
        let check_and_work = |own| {
            while let Some(valid) = shares.inspect(own, &is_valid) {
                all_valid.fetch_and(valid, Ordering::Relaxed);
                unchecked.fetch_sub(1, Ordering::Release);
            }
            // Another thread is checking the last item, which takes a microsecond or two.
            while unchecked.load(Ordering::Acquire) > 0 {
                thread::yield_now();
            }
            while let Some(item) = shares.take(own).filter(|_| all_valid.load(Ordering::Relaxed)) {
                work(item);
            }
        };
        match pool {
            Some(pool) => run(pool, check_and_work),
            None => check_and_work(0),
        }
        all_valid.into_inner()
    }
}

/// Calls `work` in every thread with the number of its share. That of the caller is 0.
fn run(pool: &ThreadPool, work: impl Fn(usize) + Send + Sync) {
    let work = &work;
    pool.in_place_scope(|scope| {
        scope.spawn_broadcast(move |_, context| work(context.index() + 1));
        work(0);
    });
}

fn start(threads: usize) -> Result<Option<ThreadPool>, ThreadPoolBuildError> {
    let pool = || ThreadPoolBuilder::new().num_threads(threads - 1).build();
    (threads > 1).then(pool).transpose()
}
