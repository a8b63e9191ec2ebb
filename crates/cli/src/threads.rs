use std::sync::atomic::{AtomicUsize, Ordering};

use yipan_liuzichong::solve::Executor;

/// A number of threads: as requested, or the number of cores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ThreadCount(usize);

impl ThreadCount {
    pub(crate) fn new(threads: Option<u16>) -> ThreadCount {
        ThreadCount(match threads {
            Some(threads) => usize::from(threads),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        })
    }

    pub(crate) const fn count(self) -> usize {
        self.0
    }
}

impl Executor for ThreadCount {
    fn run_tasks(&self, tasks: usize, work: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        let take_tasks = || {
            while let Some(task) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&task| task < tasks) {
                work(task);
            }
        };
        std::thread::scope(|scope| {
            // The calling thread works too, so a single task spawns no thread.
            for _ in 1..self.0.min(tasks) {
                scope.spawn(take_tasks);
            }
            take_tasks();
        });
    }
}
