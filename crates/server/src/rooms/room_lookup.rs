//! Lookup of rooms by code, for clients that may be guessing.

use std::net::IpAddr;

use yipan_room::Room;

use super::code_guard::Guess;
use super::registry::Rooms;
use super::room_code::is_room_code;
use super::room_handle::RoomHandle;
use crate::cluster::remote::address_limits::RemoteGuess;
use crate::net::rate_limit::RetryAfter;
use crate::storage::store::StoreError;

/// The reason why a room was not found.
#[derive(Debug)]
pub(crate) enum LookupError {
    NotFound,
    /// The address has tried too many wrong codes.
    RateLimited(RetryAfter),
    Store(StoreError),
}

impl From<StoreError> for LookupError {
    fn from(error: StoreError) -> LookupError {
        LookupError::Store(error)
    }
}

/// A running lookup, which counts as a wrong code on this node or at the home of its address.
enum CountedGuess<'a> {
    Here(Guess<'a>),
    AtHome(RemoteGuess),
}

impl Rooms {
    /// Finds a room for a client at this address.
    pub(crate) async fn find_room(
        &self,
        code: &str,
        client: IpAddr,
        user_id: &str,
    ) -> Result<RoomHandle, LookupError> {
        let guess = self.admit_lookup(code, client, user_id).await?;
        confirm_guess(guess, self.room_handle(code).await)
    }

    /// Loads a room from disk for a client at this address.
    pub(crate) async fn find_stored_room(
        &self,
        code: &str,
        client: IpAddr,
        user_id: &str,
    ) -> Result<Room, LookupError> {
        let guess = self.admit_lookup(code, client, user_id).await?;
        confirm_guess(guess, self.services.load_room(code).await)
    }

    /// Counts a lookup before it is done.
    ///
    /// An address that has tried too many wrong codes cannot look up right ones either, except those of rooms where the
    /// user has a seat.
    async fn admit_lookup(
        &self,
        code: &str,
        client: IpAddr,
        user_id: &str,
    ) -> Result<Option<CountedGuess<'_>>, LookupError> {
        if !is_room_code(code) {
            return Err(LookupError::NotFound);
        }
        match self.guess(client).await {
            Ok(guess) => Ok(Some(guess)),
            Err(_) if self.services.store.is_seated(user_id, code).await? => Ok(None),
            Err(wait) => Err(LookupError::RateLimited(wait)),
        }
    }

    /// Takes a guess, on several nodes at the home of the address.
    async fn guess(&self, client: IpAddr) -> Result<CountedGuess<'_>, RetryAfter> {
        if let Some(rooms) = &self.services.remote_rooms
            && let Some(guess) = rooms.guess_code(client).await
        {
            return guess.map(CountedGuess::AtHome);
        }
        self.code_guard.admit(client).map(CountedGuess::Here)
    }
}

/// Counts a lookup as a wrong code only if there is no such room.
fn confirm_guess<T>(
    guess: Option<CountedGuess<'_>>,
    found: Result<Option<T>, StoreError>,
) -> Result<T, LookupError> {
    if let (Some(guess), Ok(Some(_)) | Err(_)) = (guess, &found) {
        match guess {
            CountedGuess::Here(guess) => guess.confirm(),
            CountedGuess::AtHome(guess) => guess.confirm(),
        }
    }
    found?.ok_or(LookupError::NotFound)
}
