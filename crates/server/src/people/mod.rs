//! Accounts and other accounts: challenges, relations, and what an account is notified of.
//!
//! Everything is in the database, so any node answers any request. A change wakes the requests that wait for it, on all
//! nodes; one that is missed is found when the wait ends.

pub(crate) mod challenges;
mod correspondence;
pub(crate) mod error;
pub(crate) mod found_users;
pub(crate) mod notifications;
pub(crate) mod relations;
