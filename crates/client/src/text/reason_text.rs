use yipan_core::{EndReason, Language, Outcome, Reason, Side};
use yipan_games::GameKind;

use crate::text::messages::text::Text;
use crate::text::messages::{online, result};
use yipan_core::capitalize;

/// Returns the reason as a clause. The loser is named where the reason is something the loser did.
pub(crate) fn reason_text(
    kind: GameKind,
    winner: Option<Side>,
    reason: EndReason,
    language: Language,
) -> String {
    if let (Some(text), Some(winner)) = (loser_clause(reason), winner) {
        return text.localize_with(language, &[&capitalize(kind.side_name(winner.other(), language))]);
    }
    let text = match reason {
        EndReason::Rules(reason) => Outcome { winner, reason }.reason_text(language),
        EndReason::Resignation => online::RESIGNATION.localize(language),
        EndReason::Agreement => online::AGREEMENT.localize(language),
        EndReason::Timeout => online::TIMEOUT.localize(language),
        EndReason::Abandonment => online::ABANDONED.localize(language),
        EndReason::Aborted => online::ABORTED.localize(language),
    };
    text.to_owned()
}

/// Returns the reason as the loser reads it, such as `you ran out of time`.
pub(crate) fn own_reason_text(kind: GameKind, winner: Side, reason: EndReason, language: Language) -> String {
    match (reason, loser_clause(reason)) {
        // These clauses are in the third person in English.
        (EndReason::Rules(Reason::KingMine | Reason::NoPieces | Reason::LonePiece), _) | (_, None) => {
            reason_text(kind, Some(winner), reason, language)
        }
        (_, Some(text)) => text.localize_with(language, &[result::YOU_SUBJECT.localize(language)]),
    }
}

/// Returns the clause of a reason that is something the loser did or suffered.
const fn loser_clause(reason: EndReason) -> Option<Text> {
    Some(match reason {
        EndReason::Resignation => result::RESIGNED,
        EndReason::Timeout => result::RAN_OUT_OF_TIME,
        EndReason::Abandonment => result::LEFT,
        EndReason::Rules(Reason::Stalemate | Reason::Blocked) => result::CANNOT_MOVE,
        EndReason::Rules(Reason::PerpetualCheck) => result::PERPETUAL_CHECK,
        EndReason::Rules(Reason::PerpetualChase) => result::PERPETUAL_CHASE,
        EndReason::Rules(Reason::KingMine) => result::KING_ON_MINE,
        EndReason::Rules(Reason::NoPieces) => result::NO_PIECES,
        EndReason::Rules(Reason::LonePiece) => result::ONE_PIECE,
        EndReason::Agreement | EndReason::Aborted | EndReason::Rules(_) => return None,
    })
}
