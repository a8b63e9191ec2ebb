use crate::assessment::Assessment;

/// The lines that an analysis has found so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// The principal variations, best first.
    pub lines: Vec<AnalysisLine>,
    /// The depth of the best line in plies; `None` if the search counts no plies.
    pub depth: Option<u32>,
    /// The nodes that were searched.
    pub nodes: u64,
    /// Each action with its expected value, best first, in games with modes. Otherwise only the lines have values.
    pub action_values: Vec<ActionValue>,
    /// Each action with its value for one who sees the whole game, where something is hidden from the side.
    pub hindsight_values: Vec<ActionValue>,
}

/// A principal variation of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisLine {
    /// The actions; never empty.
    pub actions: Vec<String>,
    /// The assessment of the game, or its expected value if chance decides.
    pub assessment: Assessment,
    /// The assessments after a bad and a good roll for the first side; `None` if no chance event follows.
    pub spread: Option<[Assessment; 2]>,
}

/// An action with its expected value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionValue {
    /// The action.
    pub action: String,
    /// The average over chance and over what the side cannot see.
    pub assessment: Assessment,
    /// The assessments after a bad and a good roll for the first side; `None` if no chance event follows, if something is
    /// hidden from the side, or if the limits left no time for it.
    pub spread: Option<[Assessment; 2]>,
}
