use yipan_core::Language;
use yipan_wire::{ChallengeState, NotificationEvent, NotificationList};

use crate::text::people;

/// Returns a notification in words.
#[must_use]
pub fn notification_text(event: &NotificationEvent, language: Language) -> String {
    match event {
        NotificationEvent::TournamentStarted { name, .. } => {
            people::TOURNAMENT_STARTED.localize_with(language, &[name])
        }
        NotificationEvent::YourTurn { opponent, .. } => {
            people::YOUR_TURN.localize_with(language, &[opponent])
        }
        NotificationEvent::Warning { text } => people::WARNING.localize_with(language, &[text]),
    }
}

/// Returns the number of challenges that an account may answer, and of its unread notifications.
#[must_use]
pub fn unread_count(list: &NotificationList, user_id: &str) -> usize {
    let is_asked = |challenge: &&yipan_wire::Challenge| {
        challenge.challenged.id == user_id && challenge.state == ChallengeState::Open
    };
    let unread = list.notifications.iter().filter(|notification| !notification.is_read).count();
    list.challenges.iter().filter(is_asked).count() + unread
}

#[cfg(test)]
mod tests {
    use yipan_wire::{Challenge, FoundUser, Notification, RoomConfig};

    use super::*;

    #[test]
    fn challenges_to_an_account_and_unread_notifications_are_counted() {
        let user = |id: &str| FoundUser { id: id.into(), name: id.to_uppercase(), is_bot: false };
        let challenge = |from: &str, to: &str, state| Challenge {
            id: from.into(),
            challenger: user(from),
            challenged: user(to),
            config: RoomConfig::default_for("chess"),
            expires_at: 9,
            state,
        };
        let event = NotificationEvent::TournamentStarted { tournament: "AAAAAA".into(), name: "Cup".into() };
        let notification = |is_read| Notification { id: "n".into(), at: 1, is_read, event: event.clone() };
        let list = NotificationList {
            version: 1,
            now: 1,
            challenges: vec![
                challenge("ada", "bob", ChallengeState::Open),
                challenge("eve", "bob", ChallengeState::Accepted { room: "AAAAAA".into() }),
                challenge("bob", "ada", ChallengeState::Open),
            ],
            notifications: vec![notification(false), notification(true)],
            blocked: Vec::new(),
        };
        assert_eq!(unread_count(&list, "bob"), 2);
        assert_eq!(unread_count(&list, "ada"), 2);
        let text = notification_text(&event, Language::English);
        assert_eq!(text, "The tournament “Cup” has started.");
    }
}
