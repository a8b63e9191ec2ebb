use std::sync::atomic::{AtomicUsize, Ordering};

use yipan_liuzichong::solve::Crew;

/// As many threads as the user asked for, or as the machine has cores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threads(usize);

impl Threads {
    pub(crate) fn asked(threads: Option<u16>) -> Threads {
        Threads(match threads {
            Some(threads) => usize::from(threads),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        })
    }

    pub(crate) const fn count(self) -> usize {
        self.0
    }
}

impl Crew for Threads {
    /// Threads that take one task after the other.
    fn share(&self, tasks: usize, work: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        let take_tasks = || {
            while let Some(task) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&task| task < tasks) {
                work(task);
            }
        };
        std::thread::scope(|scope| {
            // The thread that asks is one of them, so a single task starts none.
            for _ in 1..self.0.min(tasks) {
                scope.spawn(take_tasks);
            }
            take_tasks();
        });
    }
}
