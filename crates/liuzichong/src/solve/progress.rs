/// The progress of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of decided entries.
    pub decided: usize,
    /// The number of all entries.
    pub entries: usize,
}
