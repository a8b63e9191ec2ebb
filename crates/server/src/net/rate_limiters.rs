use std::net::IpAddr;

use serde::{Deserialize, Serialize};

use super::rate_limit::{RateLimiter, RetryAfter};
use crate::settings::Limits;

/// The rate limiters of all requests and joins. Addresses are those of [`rate_limit_key`](super::client_addr::rate_limit_key).
#[derive(Debug)]
pub(crate) struct RateLimiters {
    pub(crate) new_room: RateLimiter<IpAddr>,
    pub(crate) new_guest: RateLimiter<IpAddr>,
    pub(crate) sign_in: RateLimiter<IpAddr>,
    pub(crate) password_attempt: RateLimiter<PasswordAttempt>,
    /// Sign-ins to an account from all addresses together, by its name.
    pub(crate) account_sign_in: RateLimiter<String>,
    pub(crate) new_account: RateLimiter<IpAddr>,
    pub(crate) new_token: RateLimiter<IpAddr>,
    pub(crate) rename: RateLimiter<IpAddr>,
    pub(crate) read: RateLimiter<IpAddr>,
    pub(crate) join: RateLimiter<IpAddr>,
    pub(crate) new_websocket: RateLimiter<IpAddr>,
}

/// The key by which password attempts are limited.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum PasswordAttempt {
    /// An attempt without a session, by account and address: the guesses of one address must not lock out another.
    Account {
        /// The name to sign in with, in lower case.
        name: String,
        address: IpAddr,
    },
    /// An attempt with a session, by the id of its user: the guesses of others must not lock them out.
    User(String),
}

/// Returns the key whose home counts what an address does.
pub(crate) fn address_key(address: IpAddr) -> String {
    format!("address {address}")
}

/// A request that is limited, with the address or account it counts for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LimitedRequest {
    NewRoom(IpAddr),
    NewGuest(IpAddr),
    SignIn(IpAddr),
    PasswordAttempt(PasswordAttempt),
    AccountSignIn(String),
    NewAccount(IpAddr),
    NewToken(IpAddr),
    Rename(IpAddr),
    Read(IpAddr),
    Join(IpAddr),
    NewWebsocket(IpAddr),
}

impl LimitedRequest {
    /// Returns the key whose home counts the request.
    pub(crate) fn home_key(&self) -> String {
        match self {
            LimitedRequest::NewRoom(address)
            | LimitedRequest::NewGuest(address)
            | LimitedRequest::SignIn(address)
            | LimitedRequest::NewAccount(address)
            | LimitedRequest::NewToken(address)
            | LimitedRequest::Rename(address)
            | LimitedRequest::Read(address)
            | LimitedRequest::Join(address)
            | LimitedRequest::NewWebsocket(address) => address_key(*address),
            LimitedRequest::AccountSignIn(name) => format!("account {name}"),
            LimitedRequest::PasswordAttempt(PasswordAttempt::Account { name, .. }) => {
                format!("account {name}")
            }
            LimitedRequest::PasswordAttempt(PasswordAttempt::User(id)) => format!("user {id}"),
        }
    }
}

impl RateLimiters {
    /// Counts a request on this node.
    pub(crate) fn check(&self, request: LimitedRequest) -> Result<(), RetryAfter> {
        match request {
            LimitedRequest::NewRoom(address) => self.new_room.check(address),
            LimitedRequest::NewGuest(address) => self.new_guest.check(address),
            LimitedRequest::SignIn(address) => self.sign_in.check(address),
            LimitedRequest::PasswordAttempt(attempt) => self.password_attempt.check(attempt),
            LimitedRequest::AccountSignIn(name) => self.account_sign_in.check(name),
            LimitedRequest::NewAccount(address) => self.new_account.check(address),
            LimitedRequest::NewToken(address) => self.new_token.check(address),
            LimitedRequest::Rename(address) => self.rename.check(address),
            LimitedRequest::Read(address) => self.read.check(address),
            LimitedRequest::Join(address) => self.join.check(address),
            LimitedRequest::NewWebsocket(address) => self.new_websocket.check(address),
        }
    }

    pub(crate) fn new(limits: &Limits) -> RateLimiters {
        RateLimiters {
            new_room: RateLimiter::per_minute(limits.new_room_rate),
            new_guest: RateLimiter::per_minute(limits.new_guest_rate),
            sign_in: RateLimiter::per_minute(limits.sign_in_rate),
            password_attempt: RateLimiter::per_minute(limits.sign_in_rate_per_account),
            account_sign_in: RateLimiter::per_minute(limits.sign_in_rate_to_account()),
            new_account: RateLimiter::per_minute(limits.new_account_rate),
            new_token: RateLimiter::per_minute(limits.new_token_rate),
            rename: RateLimiter::per_minute(limits.rename_rate),
            read: RateLimiter::per_minute(limits.read_rate),
            join: RateLimiter::per_minute(limits.join_rate),
            new_websocket: RateLimiter::per_minute(limits.new_websocket_rate),
        }
    }
}
