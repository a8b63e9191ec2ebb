//! The reasons for a suggested action, from facts that its player may know.

mod explained_game;
mod hint_reason;
mod mode_reasons;
mod move_reasons;
mod stone_reasons;

pub use hint_reason::{HintReason, reasons_text};
pub(super) use mode_reasons::mode_reasons;
pub(super) use move_reasons::{move_reasons, solution_reasons};
pub(super) use stone_reasons::stone_reasons;
