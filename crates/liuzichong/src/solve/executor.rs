/// Those who share the work of solving.
///
/// This room starts no threads: a host that has some lends them by this trait, and a page without any works
/// [`Alone`].
pub trait Executor: Sync {
    /// Does the tasks `0..tasks`, each exactly once, in any order and at any time before it returns.
    fn run_tasks(&self, tasks: usize, work: &(dyn Fn(usize) + Sync));
}

/// A crew of one.
#[derive(Clone, Copy, Debug, Default)]
pub struct SingleThread;

impl Executor for SingleThread {
    fn run_tasks(&self, tasks: usize, work: &(dyn Fn(usize) + Sync)) {
        (0..tasks).for_each(work);
    }
}
