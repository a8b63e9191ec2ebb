//! The rule by which the secret of a session is replaced while the session is in use.

use yipan_wire::CredentialKind;

use crate::storage::rows::CredentialRow;

const MINUTE_MILLIS: u64 = 60_000;

/// The age at which the secret of a session is replaced.
const ROTATION_MILLIS: u64 = 24 * 60 * MINUTE_MILLIS;

/// The time for which a secret is accepted after its successor was first used: requests that were sent before may still
/// be on their way.
pub(crate) const OVERLAP_MILLIS: u64 = MINUTE_MILLIS;

/// A change of the secrets of a session that a request makes due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SecretChange {
    /// The client has received the newest secret, so the one before is no longer needed.
    EndPrevious {
        /// The hash of the newest secret.
        current: String,
    },
    /// The client needs a new secret.
    Replace {
        /// The hash of the newest secret so far.
        replaced: String,
        /// The hash of the secret that the client has.
        previous: String,
    },
}

/// Returns the change that is due when a credential is used with a secret that it accepts.
///
/// A secret stays valid until its successor is used, because the response that carried it may have been lost. One that is
/// about to end replaces nothing: the client has its successor already.
pub(crate) fn due_change(credential: &CredentialRow, presented: &str, now: u64) -> Option<SecretChange> {
    if credential.kind != CredentialKind::Session {
        return None;
    }
    let is_current = credential.current_secret() == presented;
    let is_confirmed =
        credential.rotation.as_ref().is_none_or(|rotation| rotation.previous_expires.is_some());
    if !is_current && is_confirmed {
        return None;
    }
    if now.saturating_sub(credential.secret_issued()) >= ROTATION_MILLIS {
        let [replaced, previous] = [credential.current_secret(), presented].map(str::to_owned);
        return Some(SecretChange::Replace { replaced, previous });
    }
    (is_current && !is_confirmed).then(|| SecretChange::EndPrevious { current: presented.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::rows::SecretRotation;

    fn credential(kind: CredentialKind, rotation: Option<SecretRotation>) -> CredentialRow {
        let [hash, user_id, label, scopes] = ["first", "ada", "", ""].map(str::to_owned);
        CredentialRow { hash, user_id, kind, label, created: 0, expires: None, scopes, rotation }
    }

    fn rotated(issued: u64, previous_expires: Option<u64>) -> Option<SecretRotation> {
        let [current, previous] = ["second", "first"].map(str::to_owned);
        Some(SecretRotation { current, issued, previous, previous_expires })
    }

    fn replace(replaced: &str, previous: &str) -> Option<SecretChange> {
        let [replaced, previous] = [replaced, previous].map(str::to_owned);
        Some(SecretChange::Replace { replaced, previous })
    }

    #[test]
    fn a_secret_is_replaced_once_a_day_and_ends_after_its_successor_was_used() {
        const DAY: u64 = ROTATION_MILLIS;
        let end = Some(SecretChange::EndPrevious { current: "second".to_owned() });
        for (rotation, presented, now, expected) in [
            (None, "first", DAY - 1, None),
            (None, "first", DAY, replace("first", "first")),
            // The response with the second secret is on its way, or was lost.
            (rotated(DAY, None), "first", DAY + 1, None),
            (rotated(DAY, None), "first", 2 * DAY, replace("second", "first")),
            (rotated(DAY, None), "second", DAY + 1, end),
            // The second secret was used.
            (rotated(DAY, Some(DAY + 5)), "second", DAY + 6, None),
            (rotated(DAY, Some(2 * DAY + 5)), "first", 2 * DAY + 1, None),
            (rotated(DAY, Some(DAY + 5)), "second", 2 * DAY, replace("second", "second")),
        ] {
            let session = credential(CredentialKind::Session, rotation);
            assert_eq!(due_change(&session, presented, now), expected, "{session:?} {presented} {now}");
        }
        assert_eq!(due_change(&credential(CredentialKind::Token, None), "first", 9 * DAY), None);
    }
}
