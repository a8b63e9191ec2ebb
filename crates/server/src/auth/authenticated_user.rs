use yipan_wire::{CredentialKind, Scope};

use super::secret_rotation::SecretChange;
use crate::storage::rows::{CredentialRow, UserRow};

/// A user, and the credential that a request was authenticated with.
#[derive(Clone, Debug)]
pub(crate) struct AuthenticatedUser {
    pub(crate) user: UserRow,
    /// The id of the credential, which is the hash of its first secret.
    pub(crate) credential_hash: String,
    pub(crate) access: Access,
    /// The change of the secrets that this request makes due.
    pub(crate) secret_change: Option<SecretChange>,
}

/// The permissions of a credential.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// The session of a browser, which allows everything.
    Session {
        /// The time of its expiry, in the server's milliseconds.
        expires: u64,
    },
    /// An API token, which allows the requests of its scopes.
    Token {
        scopes: Vec<Scope>,
        /// The time of its expiry, in the server's milliseconds; `None` for never.
        expires: Option<u64>,
    },
}

impl Access {
    pub(crate) fn of(credential: &CredentialRow) -> Access {
        match credential.kind {
            CredentialKind::Session => Access::Session { expires: credential.expires.unwrap_or(0) },
            CredentialKind::Token => {
                Access::Token { scopes: scopes(credential), expires: credential.expires }
            }
        }
    }

    /// Whether requests of this scope are allowed.
    pub(crate) fn allows(&self, scope: Scope) -> bool {
        match self {
            Access::Session { .. } => true,
            Access::Token { scopes, .. } => scopes.contains(&scope),
        }
    }

    /// Returns the time of expiry in the server's milliseconds; `None` for never.
    pub(crate) fn expires(&self) -> Option<u64> {
        match self {
            Access::Session { expires } => Some(*expires),
            Access::Token { expires, .. } => *expires,
        }
    }
}

/// Returns the scopes of a token; empty for a session.
pub(crate) fn scopes(credential: &CredentialRow) -> Vec<Scope> {
    let parse = |name: &str| Scope::ALL.into_iter().find(|scope| scope.as_str() == name);
    credential.scopes.split(' ').filter_map(parse).collect()
}
