use yipan_core::{EndReason, Language, Outcome, Side};

use crate::text::messages::online;

/// Returns the text for a reason. Some reasons read differently in a draw, so the winner is needed.
pub(crate) fn reason_text(winner: Option<Side>, reason: EndReason, language: Language) -> &'static str {
    match reason {
        EndReason::Rules(reason) => Outcome { winner, reason }.reason_text(language),
        EndReason::Resignation => online::RESIGNATION.localize(language),
        EndReason::Agreement => online::AGREEMENT.localize(language),
        EndReason::Timeout => online::TIMEOUT.localize(language),
        EndReason::Abandonment if winner.is_some() => online::ABANDONMENT.localize(language),
        EndReason::Abandonment => online::ABANDONED.localize(language),
        EndReason::Aborted => online::ABORTED.localize(language),
    }
}
