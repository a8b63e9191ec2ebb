//! Challenges in words.

use yipan_core::Language;
use yipan_wire::{ChallengeState, DeclineReason, RoomConfig};

use super::config_summary::{clock_text, config_summary, game_name};
use crate::text::{Text, home, people, ratings};

/// Returns the game, modes and clock of a room in one line, and whether it is rated.
#[must_use]
pub fn room_line(config: &RoomConfig, language: Language) -> String {
    let mut parts = vec![game_name(&config.game, language)];
    let modes = config_summary(config, language).into_iter().find(|(about, _)| *about == home::MODES);
    parts.extend(modes.map(|(_, modes)| modes));
    parts.push(clock_text(&config.clock, language));
    parts.extend(config.rated.then(|| ratings::RATED.localize(language).to_owned()));
    parts.join(" · ")
}

/// Returns the text of a reason why a challenge is declined.
#[must_use]
pub const fn decline_reason_text(reason: DeclineReason) -> Text {
    match reason {
        DeclineReason::NotNow => people::NOT_NOW,
        DeclineReason::OtherGame => people::OTHER_GAME,
        DeclineReason::OtherClock => people::OTHER_CLOCK,
        DeclineReason::RatedOnly => people::RATED_ONLY,
        DeclineReason::CasualOnly => people::CASUAL_ONLY,
    }
}

/// Returns the outcome of a challenge for its challenger; `None` while it is open.
#[must_use]
pub fn challenge_outcome(state: &ChallengeState, language: Language) -> Option<String> {
    Some(match state {
        ChallengeState::Open => return None,
        ChallengeState::Accepted { .. } => people::ACCEPTED.localize(language).to_owned(),
        ChallengeState::Declined { reason } => {
            people::DECLINED.localize_with(language, &[decline_reason_text(*reason).localize(language)])
        }
        ChallengeState::Withdrawn | ChallengeState::Expired => people::EXPIRED.localize(language).to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_is_described_by_its_game_and_answered_with_a_reason() {
        let config = RoomConfig {
            modes: vec!["fog".into()],
            clock: "5+3".into(),
            rated: true,
            ..RoomConfig::default_for("chess")
        };
        assert_eq!(room_line(&config, Language::English), "Chess · Fog · 5+3 · Rated");
        let declined = ChallengeState::Declined { reason: DeclineReason::RatedOnly };
        let text = challenge_outcome(&declined, Language::Simplified);
        assert_eq!(text.as_deref(), Some("已拒绝：只下等级分对局"));
        assert_eq!(challenge_outcome(&ChallengeState::Open, Language::English), None);
    }
}
