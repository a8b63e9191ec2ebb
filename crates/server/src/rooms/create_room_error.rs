use std::fmt;

use yipan_room::RoomConfigError;

use crate::storage::store::StoreError;

/// The reason why a room could not be created.
#[derive(Debug)]
pub(crate) enum CreateRoomError {
    Config(RoomConfigError),
    Store(StoreError),
}

impl fmt::Display for CreateRoomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CreateRoomError::Config(error) => error.fmt(f),
            CreateRoomError::Store(error) => error.fmt(f),
        }
    }
}

impl From<RoomConfigError> for CreateRoomError {
    fn from(error: RoomConfigError) -> CreateRoomError {
        CreateRoomError::Config(error)
    }
}

impl From<StoreError> for CreateRoomError {
    fn from(error: StoreError) -> CreateRoomError {
        CreateRoomError::Store(error)
    }
}
