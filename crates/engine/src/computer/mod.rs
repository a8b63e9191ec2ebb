//! The computer as a player of any game.
//!
//! It gets only what its side may know, a seed and its limits.

mod analysis;
mod analysis_result;
mod explain_line;
mod hint;
mod mode_analysis;
mod player;
mod reasons;
mod seeded_rng;
mod solved_table;
mod strength;

pub use crate::level::LevelError;
pub use analysis_result::{ActionValue, Analysis, AnalysisLine};
pub use explain_line::explain_line;
pub use hint::Hint;
pub use player::Computer;
pub use reasons::{HintReason, reasons_text};
pub use seeded_rng::SeededRng;
pub use solved_table::SolvedTable;
pub use strength::Strength;
