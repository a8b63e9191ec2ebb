use yipan_core::{Language, Outcome, Reason, Side};
use yipan_wire::WireSide;

use crate::text::messages::online;

/// Returns the text for the reason with this key, or `None` if the key is unknown.
///
/// Some reasons read differently in a draw, so the winner is needed.
pub(crate) fn reason_text(winner: Option<WireSide>, key: &str, language: Language) -> Option<&'static str> {
    let by_rules = Reason::ALL.iter().copied().find(|reason| reason.to_string() == key);
    match (by_rules, key) {
        (Some(reason), _) => Some(Outcome { winner: winner.map(Side::from), reason }.reason_text(language)),
        (None, "resignation") => Some(online::RESIGNATION.localize(language)),
        (None, "agreement") => Some(online::AGREEMENT.localize(language)),
        (None, "timeout") => Some(online::TIMEOUT.localize(language)),
        (None, "abandonment") if winner.is_some() => Some(online::ABANDONMENT.localize(language)),
        (None, "abandonment") => Some(online::ABANDONED.localize(language)),
        _ => None,
    }
}
