//! Challenges: one account asks another for a game.

use std::collections::HashMap;

use yipan_room::ValidatedConfig;
use yipan_wire::{Challenge, ChallengeState, DeclineReason, FoundUser, RoomConfig};

use super::error::PeopleError;
use super::found_users::nameless;
use crate::app_state::AppState;
use crate::random;
use crate::storage::people_rows::{ChallengeLimits, ChallengeRow, RelationKind, StoredChallengeState};
use crate::storage::rows::UserRow;
use crate::storage::store::StoreError;

/// The time in which a challenge can be answered, in milliseconds.
const LIFETIME: u64 = 5 * 60 * 1_000;

/// The time for which a challenge is listed after it has expired, in milliseconds.
const LISTED_AFTER_EXPIRY: u64 = 60 * 1_000;

/// The most open challenges that an account has made, and that others have made to one account.
const LIMITS: ChallengeLimits = ChallengeLimits { made: 5, received: 20 };

impl AppState {
    /// Challenges an account.
    pub(crate) async fn challenge(
        &self,
        challenger: &UserRow,
        challenged: &str,
        config: RoomConfig,
    ) -> Result<Challenge, PeopleError> {
        let opponent = self.find_other(challenger, challenged).await?;
        // The players agree by accepting; the host need not start the game.
        let config = RoomConfig { auto_start: true, ..ValidatedConfig::normalize(config)? };
        let now = self.clock.millis().0;
        let row = ChallengeRow {
            id: random::user_id(),
            challenger: challenger.id.clone(),
            challenged: opponent.id.clone(),
            config: encode(&config)?,
            created: now,
            expires: now + LIFETIME,
            state: StoredChallengeState::Open,
        };
        if !self.store.add_challenge(row.clone(), LIMITS).await? {
            return Err(self.challenge_rejection(&row).await?);
        }
        self.auth.connections.notify_user(&opponent.id);
        let users = HashMap::from([challenger, &opponent].map(|user| (user.id.clone(), user.to_found())));
        Ok(challenge(&row, &users, now)?)
    }

    /// Returns the reason why a challenge was not added.
    async fn challenge_rejection(&self, row: &ChallengeRow) -> Result<PeopleError, StoreError> {
        if self.store.relation(&row.challenged, &row.challenger).await? == Some(RelationKind::Block) {
            return Ok(PeopleError::Blocked);
        }
        let made = self.store.challenges_of(&row.challenger, row.created).await?;
        let made = made
            .iter()
            .filter(|other| other.state == StoredChallengeState::Open && other.challenger == row.challenger);
        let made: Vec<&ChallengeRow> = made.collect();
        let max = if made.iter().any(|other| other.challenged == row.challenged) {
            1
        } else if made.len() >= LIMITS.made as usize {
            LIMITS.made
        } else {
            LIMITS.received
        };
        Ok(PeopleError::TooManyChallenges { max: max as usize })
    }

    /// Accepts a challenge: opens its room, whose seats are reserved for both players.
    ///
    /// The room is opened first. If the challenge was decided meanwhile, or the server is killed in between, it remains
    /// empty and is closed like every waiting room.
    pub(crate) async fn accept_challenge(&self, user: &UserRow, id: &str) -> Result<Challenge, PeopleError> {
        let row = self.open_challenge(id).await?;
        if row.challenged != user.id {
            return Err(PeopleError::ChallengeNotFound);
        }
        let challenger = self.store.user(&row.challenger).await?.ok_or(PeopleError::UserNotFound)?;
        let config: RoomConfig = decode(&row)?;
        let room = self.rooms.create_reserved_room(config, challenger.to_player(), user.to_player()).await?;
        self.decide_challenge(row, StoredChallengeState::Accepted { room }).await
    }

    /// Declines a challenge.
    pub(crate) async fn decline_challenge(
        &self,
        user: &UserRow,
        id: &str,
        reason: DeclineReason,
    ) -> Result<Challenge, PeopleError> {
        let row = self.open_challenge(id).await?;
        if row.challenged != user.id {
            return Err(PeopleError::ChallengeNotFound);
        }
        let reason = reason.as_str().to_owned();
        self.decide_challenge(row, StoredChallengeState::Declined { reason }).await
    }

    /// Withdraws a challenge.
    pub(crate) async fn withdraw_challenge(
        &self,
        user: &UserRow,
        id: &str,
    ) -> Result<Challenge, PeopleError> {
        let row = self.open_challenge(id).await?;
        if row.challenger != user.id {
            return Err(PeopleError::ChallengeNotFound);
        }
        self.decide_challenge(row, StoredChallengeState::Withdrawn).await
    }

    /// Returns the challenges that an account sees.
    pub(super) async fn listed_challenges(&self, user_id: &str) -> Result<Vec<Challenge>, StoreError> {
        let now = self.clock.millis().0;
        let mut rows = self.store.challenges_of(user_id, now.saturating_sub(LISTED_AFTER_EXPIRY)).await?;
        rows.retain(|row| match row.state {
            StoredChallengeState::Open => row.challenger == user_id || row.expires > now,
            StoredChallengeState::Accepted { .. } => true,
            StoredChallengeState::Declined { .. } => row.challenger == user_id,
            StoredChallengeState::Withdrawn => false,
        });
        self.to_challenges(&rows, now).await
    }

    /// Returns every stored challenge by or to an account. Old ones are removed.
    pub(crate) async fn stored_challenges(&self, user_id: &str) -> Result<Vec<Challenge>, StoreError> {
        let rows = self.store.challenges_of(user_id, 0).await?;
        self.to_challenges(&rows, self.clock.millis().0).await
    }

    async fn to_challenges(&self, rows: &[ChallengeRow], now: u64) -> Result<Vec<Challenge>, StoreError> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let ids = rows.iter().flat_map(|row| [row.challenger.clone(), row.challenged.clone()]).collect();
        let users = self.store.found_users(ids).await?;
        rows.iter().map(|row| challenge(row, &users, now)).collect()
    }

    /// Returns a challenge that can be decided.
    async fn open_challenge(&self, id: &str) -> Result<ChallengeRow, PeopleError> {
        let row = self.store.challenge(id).await?.ok_or(PeopleError::ChallengeNotFound)?;
        match row.state {
            StoredChallengeState::Open if row.expires <= self.clock.millis().0 => {
                Err(PeopleError::ChallengeExpired)
            }
            StoredChallengeState::Open => Ok(row),
            StoredChallengeState::Accepted { .. }
            | StoredChallengeState::Declined { .. }
            | StoredChallengeState::Withdrawn => Err(PeopleError::ChallengeDecided),
        }
    }

    async fn decide_challenge(
        &self,
        row: ChallengeRow,
        state: StoredChallengeState,
    ) -> Result<Challenge, PeopleError> {
        let now = self.clock.millis().0;
        if !self.store.decide_challenge(&row.id, state.clone(), now).await? {
            // Another request was faster, or the time is up.
            self.open_challenge(&row.id).await?;
            return Err(PeopleError::ChallengeDecided);
        }
        for id in [&row.challenger, &row.challenged] {
            self.auth.connections.notify_user(id);
        }
        let ids = vec![row.challenger.clone(), row.challenged.clone()];
        let users = self.store.found_users(ids).await?;
        Ok(challenge(&ChallengeRow { state, ..row }, &users, now)?)
    }
}

/// Returns a challenge as its accounts see it.
fn challenge(
    row: &ChallengeRow,
    users: &HashMap<String, FoundUser>,
    now: u64,
) -> Result<Challenge, StoreError> {
    let user = |id: &String| users.get(id).cloned().unwrap_or_else(|| nameless(id.clone()));
    let state = match &row.state {
        StoredChallengeState::Open if row.expires <= now => ChallengeState::Expired,
        StoredChallengeState::Open => ChallengeState::Open,
        StoredChallengeState::Accepted { room } => ChallengeState::Accepted { room: room.clone() },
        StoredChallengeState::Declined { reason } => {
            let known = DeclineReason::ALL.into_iter().find(|known| known.as_str() == reason);
            ChallengeState::Declined { reason: known.unwrap_or(DeclineReason::NotNow) }
        }
        StoredChallengeState::Withdrawn => ChallengeState::Withdrawn,
    };
    Ok(Challenge {
        id: row.id.clone(),
        challenger: user(&row.challenger),
        challenged: user(&row.challenged),
        config: decode(row)?,
        expires_at: row.expires,
        state,
    })
}

fn encode(config: &RoomConfig) -> Result<String, StoreError> {
    serde_json::to_string(config).map_err(|error| StoreError::Failed(error.to_string()))
}

fn decode(row: &ChallengeRow) -> Result<RoomConfig, StoreError> {
    serde_json::from_str(&row.config)
        .map_err(|error| StoreError::Failed(format!("challenge {}: {error}", row.id)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_server::TestServer;

    #[tokio::test]
    async fn an_expired_challenge_is_not_accepted_and_its_challenger_learns_of_it() {
        let server = TestServer::open("expired-challenge").await;
        let app = &server.app;
        let user = |id: &str| UserRow {
            id: id.to_owned(),
            name: id.to_owned(),
            account: Some(id.to_owned()),
            password_hash: None,
            created: 1,
            linked_account: None,
            is_bot: false,
        };
        for id in ["ada", "bob"] {
            app.store.add_user(user(id)).await.expect("a user");
        }
        let now = app.clock.millis().0;
        let row = ChallengeRow {
            id: "old".to_owned(),
            challenger: "ada".to_owned(),
            challenged: "bob".to_owned(),
            config: encode(&RoomConfig::default_for("chess")).expect("a configuration"),
            created: now - LIFETIME,
            expires: now,
            state: StoredChallengeState::Open,
        };
        assert!(app.store.add_challenge(row, LIMITS).await.expect("an answer"));
        let accepted = app.accept_challenge(&user("bob"), "old").await;
        assert!(matches!(accepted, Err(PeopleError::ChallengeExpired)), "{accepted:?}");
        assert!(app.listed_challenges("bob").await.expect("challenges").is_empty());
        let listed = app.listed_challenges("ada").await.expect("challenges");
        assert_eq!(listed[0].state, ChallengeState::Expired);
        let made = app.challenge(&user("ada"), "bob", RoomConfig::default_for("chess")).await;
        assert!(made.is_ok(), "it is no longer counted: {made:?}");
        server.close().await;
    }
}
