//! Handlers for challenges, correspondence games, relations and notifications.

pub(crate) mod challenges;
pub(crate) mod correspondence;
pub(crate) mod notifications;
mod rejection;
pub(crate) mod relations;
