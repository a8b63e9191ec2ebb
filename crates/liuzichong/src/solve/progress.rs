/// How far the solver has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Entries of the table that are decided.
    pub decided: usize,
    /// All entries.
    pub entries: usize,
}
