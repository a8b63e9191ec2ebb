/// Runs the tasks of the solver.
///
/// This crate starts no threads. A caller with threads provides them through this trait; [`SingleThread`] needs
/// none.
pub trait Executor: Sync {
    /// Runs the tasks `0..tasks`, each exactly once and in any order, and returns when all are done.
    fn run_tasks(&self, tasks: usize, work: &(dyn Fn(usize) + Sync));
}

/// An executor that runs all tasks on the calling thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct SingleThread;

impl Executor for SingleThread {
    fn run_tasks(&self, tasks: usize, work: &(dyn Fn(usize) + Sync)) {
        (0..tasks).for_each(work);
    }
}
