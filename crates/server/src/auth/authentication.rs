//! Authentication by a signed cookie (browsers) or a bearer token (programs).

use std::sync::Arc;

use axum::http::{HeaderMap, header};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use yipan_record::Bytes32;
use yipan_wire::{CredentialKind, Scope};

use super::authenticated_user::{Access, AuthenticatedUser};
use super::connections::ConnectionRegistry;
use super::display_name;
use super::password::Passwords;
use super::secret_rotation::{OVERLAP_MILLIS, SecretChange, due_change};
use super::session_cookie::{cookie_value, session_cookie};
use crate::clock::MonotonicWallClock;
use crate::net::client_addr::ClientAddr;
use crate::random;
use crate::storage::rows::{CredentialRow, NewSecret, UserRow};
use crate::storage::store::{Store, StoreError};

const DAY_MILLIS: u64 = 24 * 60 * 60 * 1_000;

/// The time after which an unused session expires.
const SESSION_LIFETIME_MILLIS: u64 = 30 * DAY_MILLIS;

/// The most characters of a label that are stored.
const MAX_LABEL_CHARACTERS: usize = 200;

/// Users and their credentials.
#[derive(Debug)]
pub(crate) struct Auth {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: MonotonicWallClock,
    pub(crate) passwords: Passwords,
    pub(crate) connections: Arc<ConnectionRegistry>,
    signing_key: String,
}

/// The reason why a request could not be authenticated.
#[derive(Debug)]
pub(crate) enum AuthError {
    /// The bearer token is malformed, unknown or expired.
    InvalidToken,
    Store(StoreError),
}

/// The reason why a user may not have a name.
#[derive(Debug)]
pub(crate) enum NameError {
    /// No user may have it.
    Malformed,
    /// It is reserved, or resembles the account of another user.
    Taken,
    Store(StoreError),
}

impl From<StoreError> for NameError {
    fn from(error: StoreError) -> NameError {
        NameError::Store(error)
    }
}

impl From<StoreError> for AuthError {
    fn from(error: StoreError) -> AuthError {
        AuthError::Store(error)
    }
}

impl Auth {
    /// Loads the signing key, creating it on the first start.
    pub(crate) async fn open(store: Arc<dyn Store>, clock: MonotonicWallClock) -> Result<Auth, StoreError> {
        let signing_key = store.signing_key().await?;
        let (passwords, connections) = (Passwords::default(), Arc::default());
        Ok(Auth { store, clock, passwords, connections, signing_key })
    }

    /// Returns the authenticated user of a request; `None` if it has no valid credential.
    ///
    /// An invalid cookie counts as none, because a browser gets a new guest then. An invalid bearer token is an error,
    /// because a program must not continue as a guest.
    pub(crate) async fn authenticate(
        &self,
        headers: &HeaderMap,
        client: ClientAddr,
    ) -> Result<Option<AuthenticatedUser>, AuthError> {
        let secret = match bearer_token(headers) {
            BearerToken::Absent => match self.session_secret(headers, client) {
                Some(secret) => return Ok(self.user_for_secret(&secret).await?),
                None => return Ok(None),
            },
            BearerToken::Malformed => return Err(AuthError::InvalidToken),
            BearerToken::Secret(secret) => secret,
        };
        self.user_for_secret(&secret).await?.map(Some).ok_or(AuthError::InvalidToken)
    }

    /// Whether a credential still exists and has not expired.
    pub(crate) async fn is_credential_valid(&self, hash: &str) -> Result<bool, StoreError> {
        let credential = self.store.credential(hash).await?;
        Ok(credential.is_some_and(|credential| !self.is_expired(&credential)))
    }

    fn is_expired(&self, credential: &CredentialRow) -> bool {
        credential.expires.is_some_and(|expires| expires <= self.clock.millis().0)
    }

    async fn user_for_secret(&self, secret: &str) -> Result<Option<AuthenticatedUser>, StoreError> {
        let (hash, now) = (hash_secret(secret), self.clock.millis().0);
        let Some(credential) = self.store.credential_of_secret(&hash, now).await? else { return Ok(None) };
        if self.is_expired(&credential) {
            return Ok(None);
        }
        let (access, secret_change) = (Access::of(&credential), due_change(&credential, &hash, now));
        let user = self.store.user(&credential.user_id).await?;
        Ok(user.map(|user| AuthenticatedUser {
            user,
            credential_hash: credential.hash,
            access,
            secret_change,
        }))
    }

    /// Extends a session whose secret is more than a day old, and returns the cookie with its new secret.
    ///
    /// If that cannot be written, the session stays valid and is extended by a later request.
    pub(crate) async fn renew_session(
        &self,
        requester: &AuthenticatedUser,
        client: ClientAddr,
    ) -> Option<String> {
        let renewed = self.change_secret(requester, client).await;
        renewed.inspect_err(|error| tracing::warn!(%error, "a session could not be renewed")).ok().flatten()
    }

    async fn change_secret(
        &self,
        requester: &AuthenticatedUser,
        client: ClientAddr,
    ) -> Result<Option<String>, StoreError> {
        let (session, now) = (&requester.credential_hash, self.clock.millis().0);
        match &requester.secret_change {
            None => Ok(None),
            Some(SecretChange::EndPrevious { current }) => {
                self.store.end_previous_secret(session, current, now + OVERLAP_MILLIS).await?;
                Ok(None)
            }
            Some(SecretChange::Replace { replaced, previous }) => {
                let secret = random::bytes().to_string();
                let change = NewSecret {
                    session: session.clone(),
                    replaced: replaced.clone(),
                    previous: previous.clone(),
                    secret: hash_session_secret(&secret),
                    issued: now,
                    expires: now + SESSION_LIFETIME_MILLIS,
                };
                // Of requests at the same time, one receives the new secret.
                Ok(self.store.rotate_secret(change).await?.then(|| self.signed_cookie(&secret, client)))
            }
        }
    }

    /// Returns the cookie of a session with this secret.
    fn signed_cookie(&self, secret: &str, client: ClientAddr) -> String {
        let mut mac = self.session_mac();
        mac.update(secret.as_bytes());
        let signature = Bytes32(mac.finalize().into_bytes().into());
        session_cookie(&format!("{secret}.{signature}"), SESSION_LIFETIME_MILLIS, client)
    }

    /// Returns the secret of a cookie with a valid signature.
    fn session_secret(&self, headers: &HeaderMap, client: ClientAddr) -> Option<String> {
        let (secret, signature) = cookie_value(headers, client)?.split_once('.')?;
        let signature: Bytes32 = signature.parse().ok()?;
        let mut mac = self.session_mac();
        mac.update(secret.as_bytes());
        mac.verify_slice(&signature.0).ok()?;
        Some(prefixed_session_secret(secret))
    }

    fn session_mac(&self) -> Hmac<Sha256> {
        Hmac::new_from_slice(self.signing_key.as_bytes()).expect("HMAC accepts keys of any length")
    }

    /// Creates a guest with a session, and returns its cookie.
    pub(crate) async fn create_guest(
        &self,
        client: ClientAddr,
    ) -> Result<(AuthenticatedUser, String), StoreError> {
        let id = random::user_id();
        let name = display_name::guest_name(&id);
        let created = self.clock.millis().0;
        let user = UserRow {
            id,
            name,
            account: None,
            password_hash: None,
            created,
            linked_account: None,
            is_bot: false,
        };
        self.store.add_user(user.clone()).await?;
        let (session, cookie) = self.new_session(&user, "guest", client);
        let (credential_hash, access) = (session.hash.clone(), Access::of(&session));
        if !self.store.add_credential(session, None).await? {
            return Err(StoreError::Failed("a new guest was removed".to_owned()));
        }
        Ok((AuthenticatedUser { user, credential_hash, access, secret_change: None }, cookie))
    }

    /// Returns the credential of a new session, which the caller must store, and its cookie.
    pub(crate) fn new_session(
        &self,
        user: &UserRow,
        label: &str,
        client: ClientAddr,
    ) -> (CredentialRow, String) {
        let secret = random::bytes().to_string();
        let hash = hash_session_secret(&secret);
        let mut credential = self.new_credential(hash, user, CredentialKind::Session, label);
        credential.expires = Some(credential.created + SESSION_LIFETIME_MILLIS);
        (credential, self.signed_cookie(&secret, client))
    }

    /// Creates an API token for an account, and returns its secret, which is not stored.
    ///
    /// Returns `None` if the account was deleted, was closed or has another password by now.
    pub(crate) async fn create_token(
        &self,
        user: &UserRow,
        name: &str,
        scopes: &[Scope],
        days: Option<u32>,
    ) -> Result<Option<String>, StoreError> {
        let secret = random::bytes().to_string();
        let scopes = Scope::ALL.into_iter().filter(|scope| scopes.contains(scope)).map(Scope::as_str);
        let hash = hash_secret(&format!("token:{secret}"));
        let mut credential = self.new_credential(hash, user, CredentialKind::Token, name);
        credential.scopes = scopes.collect::<Vec<_>>().join(" ");
        credential.expires = days.map(|days| credential.created + u64::from(days) * DAY_MILLIS);
        let is_added = self.store.add_credential(credential, user.password_hash.clone()).await?;
        Ok(is_added.then_some(secret))
    }

    fn new_credential(
        &self,
        hash: String,
        user: &UserRow,
        kind: CredentialKind,
        label: &str,
    ) -> CredentialRow {
        let visible = label.chars().filter(|character| !character.is_control());
        CredentialRow {
            hash,
            user_id: user.id.clone(),
            kind,
            label: visible.take(MAX_LABEL_CHARACTERS).collect(),
            created: self.clock.millis().0,
            expires: None,
            scopes: String::new(),
            rotation: None,
        }
    }

    /// Returns a display name in the form in which it is stored, if the user may have it.
    pub(crate) async fn check_name(&self, name: &str, user: &UserRow) -> Result<String, NameError> {
        let name = display_name::normalize(name).ok_or(NameError::Malformed)?;
        let is_own = user.account.as_ref().is_some_and(|account| name.eq_ignore_ascii_case(account));
        if !is_own && self.is_name_taken(&name, &user.id).await? {
            return Err(NameError::Taken);
        }
        Ok(name)
    }

    /// Whether a name is reserved, or resembles the account of another user.
    pub(crate) async fn is_name_taken(&self, name: &str, user_id: &str) -> Result<bool, StoreError> {
        let is_reserved = display_name::is_reserved(name, user_id);
        Ok(is_reserved || self.store.has_look_alike(display_name::skeletons(name), user_id).await?)
    }
}

/// The `Authorization` header of a request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum BearerToken {
    /// There is none, or it has another scheme, which is left to proxies.
    Absent,
    /// The token is not valid text.
    Malformed,
    Secret(String),
}

pub(crate) fn bearer_token(headers: &HeaderMap) -> BearerToken {
    const SCHEME: &str = "bearer";
    let Some(value) = headers.get(header::AUTHORIZATION) else { return BearerToken::Absent };
    let scheme = value.as_bytes().get(..SCHEME.len());
    if !scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(SCHEME.as_bytes())) {
        return BearerToken::Absent;
    }
    match value.to_str() {
        Ok(text) => BearerToken::Secret(format!("token:{}", text[SCHEME.len()..].trim())),
        Err(_) => BearerToken::Malformed,
    }
}

/// Hashes a secret. A fast hash suffices, because secrets have 256 random bits.
fn hash_secret(secret: &str) -> String {
    Bytes32(Sha256::digest(secret.as_bytes()).into()).to_string()
}

/// Returns the secret of a session with its kind, so that no cookie is accepted as a token.
fn prefixed_session_secret(secret: &str) -> String {
    format!("session:{secret}")
}

fn hash_session_secret(secret: &str) -> String {
    hash_secret(&prefixed_session_secret(secret))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_bearer_token_is_absent_malformed_or_a_secret() {
        let parsed = |value: &[u8]| {
            let mut headers = HeaderMap::new();
            headers.insert(header::AUTHORIZATION, HeaderValue::from_bytes(value).expect("a header"));
            bearer_token(&headers)
        };
        assert_eq!(bearer_token(&HeaderMap::new()), BearerToken::Absent);
        assert_eq!(parsed(b"Basic abc"), BearerToken::Absent);
        assert_eq!(parsed(b"Bear"), BearerToken::Absent);
        assert_eq!(parsed(b"bearer abc "), BearerToken::Secret("token:abc".to_owned()));
        assert_eq!(parsed(b"Bearer"), BearerToken::Secret("token:".to_owned()));
        assert_eq!(parsed(b"Bearer \xe9"), BearerToken::Malformed);
    }
}
