//! Rooms by their codes, for clients that may be guessing.

use std::net::IpAddr;

use tokio::sync::mpsc;
use yipan_room::Room;

use crate::app_state::{AppState, is_room_code};
use crate::net::rate_limit::RetryAfter;
use crate::rooms::code_guard::Guess;
use crate::rooms::room_task::RoomMessage;
use crate::storage::store::StoreError;

/// Why a room was not found.
#[derive(Debug)]
pub(crate) enum LookupError {
    /// There is none with this code.
    NotFound,
    /// The address has tried too many wrong codes.
    RateLimited(RetryAfter),
    /// The store failed.
    Store(StoreError),
}

impl From<StoreError> for LookupError {
    fn from(error: StoreError) -> LookupError {
        LookupError::Store(error)
    }
}

impl AppState {
    /// Finds the task of a room for a client at this address.
    pub(crate) async fn find_room(
        &self,
        code: &str,
        client: IpAddr,
        user: &str,
    ) -> Result<mpsc::Sender<RoomMessage>, LookupError> {
        let guess = self.admit_lookup(code, client, user).await?;
        confirm_guess(guess, self.room_sender(code).await)
    }

    /// Finds a game as it is on disk, for a client at this address.
    pub(crate) async fn find_game(
        &self,
        code: &str,
        client: IpAddr,
        user: &str,
    ) -> Result<Room, LookupError> {
        let guess = self.admit_lookup(code, client, user).await?;
        confirm_guess(guess, self.load_room_by_code(code).await)
    }

    /// Counts a lookup before it is done. An address that has tried too many wrong codes learns nothing about right ones
    /// either, except for rooms that the user has a seat in.
    async fn admit_lookup(
        &self,
        code: &str,
        client: IpAddr,
        user: &str,
    ) -> Result<Option<Guess<'_>>, LookupError> {
        if !is_room_code(code) {
            return Err(LookupError::NotFound);
        }
        match self.code_guard.admit(client) {
            Ok(guess) => Ok(Some(guess)),
            Err(_) if self.store.is_seated(user, code).await? => Ok(None),
            Err(wait) => Err(LookupError::RateLimited(wait)),
        }
    }
}

/// Counts a lookup as a wrong code only if there is no such room.
fn confirm_guess<T>(
    guess: Option<Guess<'_>>,
    found: Result<Option<T>, StoreError>,
) -> Result<T, LookupError> {
    if let (Some(guess), Ok(Some(_)) | Err(_)) = (guess, &found) {
        guess.confirm();
    }
    found?.ok_or(LookupError::NotFound)
}
