//! Who somebody is: a signed cookie for browsers, a token for programs, a password for another device.

use axum::http::{HeaderMap, header};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use yipan_record::Bytes32;
use yipan_wire::{Player, Scope};

use crate::app_state::AppState;
use crate::auth::display_name;
use crate::net::client_addr::ClientAddr;
use crate::random;
use crate::storage::store::{CredentialRow, StoreError, UserRow};

pub(crate) const SESSION_COOKIE: &str = "yipan";

/// The name over https, and the only one that is read there. Browsers take it from this host alone, by https, and for every
/// path, so that no sibling domain and no eavesdropper on plain http can plant one.
const SECURE_SESSION_COOKIE: &str = "__Host-yipan";

const DAY_MILLIS: u64 = 24 * 60 * 60 * 1_000;

/// The milliseconds after which a session that is not used expires.
pub(crate) const SESSION_LIFETIME: u64 = 365 * DAY_MILLIS;

/// Somebody who has come in, and what he came with.
#[derive(Clone, Debug)]
pub(crate) struct AuthenticatedUser {
    pub(crate) user: UserRow,
    /// The hash of the key he came with.
    pub(crate) credential_hash: String,
    pub(crate) access: Access,
}

/// The kind of key that a user has come with, and so what they may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// A browser's cookie, which may do everything.
    Session {
        /// The time of its expiry, in the server's milliseconds.
        expires: u64,
    },
    /// A program's API token, which may do what its scopes allow.
    Token {
        scopes: Vec<Scope>,
        /// The time of its expiry, in the server's milliseconds; `None` for never.
        expires: Option<u64>,
    },
}

impl Access {
    /// Whether requests of this scope are allowed.
    pub(crate) fn allows(&self, scope: Scope) -> bool {
        match self {
            Access::Session { .. } => true,
            Access::Token { scopes, .. } => scopes.contains(&scope),
        }
    }

    /// Returns when it ends unless it is renewed, in the server's milliseconds.
    pub(crate) fn expires(&self) -> Option<u64> {
        match self {
            Access::Session { expires } => Some(*expires),
            Access::Token { expires, .. } => *expires,
        }
    }
}

/// Why it is not known who somebody is.
#[derive(Debug)]
pub(crate) enum AuthError {
    /// The token is nobody's.
    InvalidToken,
    /// It could not be looked up.
    Store(StoreError),
}

/// The reason why a user may not have a name.
#[derive(Debug)]
pub(crate) enum NameError {
    /// It is no name for anyone.
    Malformed,
    /// It is reserved, or looks like the account of another user.
    Taken,
    /// It could not be looked up.
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

impl UserRow {
    /// Somebody as everybody may know him.
    pub(crate) fn to_player(&self) -> Player {
        Player { id: self.id.clone(), name: self.name.clone(), level: None }
    }
}

impl AppState {
    /// Who sent this, if he has proved who he is. A browser with a cookie that is worth nothing any more is a new guest's; a
    /// program that says it is somebody would rather know that it is not.
    pub(crate) async fn authenticate(
        &self,
        headers: &HeaderMap,
        caller: ClientAddr,
    ) -> Result<Option<AuthenticatedUser>, AuthError> {
        if let Some(token) = bearer_token(headers) {
            let token = token.ok_or(AuthError::InvalidToken)?;
            return self.user_for_secret(&token).await?.map(Some).ok_or(AuthError::InvalidToken);
        }
        match self.session_secret(headers, caller) {
            Some(secret) => Ok(self.user_for_secret(&secret).await?),
            None => Ok(None),
        }
    }

    /// Whether a key has neither been ended nor expired.
    pub(crate) async fn is_credential_valid(&self, key: &str) -> Result<bool, StoreError> {
        let key = self.store.credential(key).await?;
        Ok(key.is_some_and(|key| !self.is_expired(&key)))
    }

    fn is_expired(&self, key: &CredentialRow) -> bool {
        key.expires.is_some_and(|expires| expires <= self.clock.millis().0)
    }

    async fn user_for_secret(&self, secret: &str) -> Result<Option<AuthenticatedUser>, StoreError> {
        let Some(key) = self.store.credential(&hash_secret(secret)).await? else { return Ok(None) };
        if self.is_expired(&key) {
            return Ok(None);
        }
        let access = access_of(&key);
        let person = self.store.user(&key.user_id).await?;
        Ok(person.map(|person| AuthenticatedUser { user: person, credential_hash: key.hash, access }))
    }

    /// Extends a session that was last extended more than a day ago, and returns its cookie with the new age. Where that cannot
    /// be written, the session is as good as before and is extended another time.
    pub(crate) async fn renew_session(
        &self,
        visitor: &AuthenticatedUser,
        headers: &HeaderMap,
        caller: ClientAddr,
    ) -> Option<String> {
        let Access::Session { expires } = visitor.access else { return None };
        let renewed = self.clock.millis().0 + SESSION_LIFETIME;
        if renewed.saturating_sub(expires) < DAY_MILLIS {
            return None;
        }
        if let Err(error) = self.store.renew_credential(&visitor.credential_hash, renewed).await {
            tracing::warn!(%error, "a session could not be renewed");
            return None;
        }
        cookie_value(headers, caller).map(|value| session_cookie(value, SESSION_LIFETIME, caller))
    }

    /// The secret of a cookie that this hall has signed; a forged one is no cookie at all.
    fn session_secret(&self, headers: &HeaderMap, caller: ClientAddr) -> Option<String> {
        let (secret, signature) = cookie_value(headers, caller)?.split_once('.')?;
        let signature: Bytes32 = signature.parse().ok()?;
        let mut mac = self.session_mac();
        mac.update(secret.as_bytes());
        mac.verify_slice(&signature.0).ok()?;
        Some(format!("session:{secret}"))
    }

    fn session_mac(&self) -> Hmac<Sha256> {
        Hmac::new_from_slice(self.signing_key.as_bytes()).expect("HMAC takes a key of any length")
    }

    /// Makes somebody new, and the cookie he will be known by.
    pub(crate) async fn create_guest(
        &self,
        caller: ClientAddr,
    ) -> Result<(AuthenticatedUser, String), StoreError> {
        let id = random::user_id();
        let name = display_name::guest_name(&id);
        let created = self.clock.millis().0;
        let person = UserRow { id, name, account: None, password_hash: None, created, linked_account: None };
        self.store.add_user(person.clone()).await?;
        let (session, cookie) = self.new_session(&person, "guest", caller);
        let (key, access) = (session.hash.clone(), access_of(&session));
        if !self.store.add_credential(session, None).await? {
            return Err(StoreError::Failed("a new guest is gone".to_owned()));
        }
        Ok((AuthenticatedUser { user: person, credential_hash: key, access }, cookie))
    }

    /// Returns the key of a new session, which is still to be stored, and its cookie.
    pub(crate) fn new_session(
        &self,
        person: &UserRow,
        label: &str,
        caller: ClientAddr,
    ) -> (CredentialRow, String) {
        let secret = random::bytes().to_string();
        let expires = self.clock.millis().0 + SESSION_LIFETIME;
        let key = CredentialRow {
            expires: Some(expires),
            ..self.new_credential(&format!("session:{secret}"), person, "session", label)
        };
        let mut mac = self.session_mac();
        mac.update(secret.as_bytes());
        let signature = Bytes32(mac.finalize().into_bytes().into());
        let cookie = session_cookie(&format!("{secret}.{signature}"), SESSION_LIFETIME, caller);
        (key, cookie)
    }

    /// Makes a token for an account; it is shown once. `None` if the account has been deleted, or has another password by now.
    pub(crate) async fn create_token(
        &self,
        person: &UserRow,
        label: &str,
        scopes: &[Scope],
        days: Option<u32>,
    ) -> Result<Option<String>, StoreError> {
        let secret = random::bytes().to_string();
        let scopes = Scope::ALL.into_iter().filter(|scope| scopes.contains(scope)).map(Scope::as_str);
        let key = CredentialRow {
            expires: days.map(|days| self.clock.millis().0 + u64::from(days) * DAY_MILLIS),
            scopes: scopes.collect::<Vec<_>>().join(" "),
            ..self.new_credential(&format!("token:{secret}"), person, "token", label)
        };
        let is_added = self.store.add_credential(key, person.password_hash.clone()).await?;
        Ok(is_added.then_some(secret))
    }

    fn new_credential(&self, secret: &str, person: &UserRow, kind: &str, label: &str) -> CredentialRow {
        CredentialRow {
            hash: hash_secret(secret),
            user_id: person.id.clone(),
            kind: kind.to_owned(),
            label: label.chars().filter(|character| !character.is_control()).take(200).collect(),
            created: self.clock.millis().0,
            expires: None,
            scopes: String::new(),
        }
    }

    /// Returns a name as it is stored, if this user may have it.
    pub(crate) async fn check_name(&self, name: &str, person: &UserRow) -> Result<String, NameError> {
        let name = display_name::normalize(name).ok_or(NameError::Malformed)?;
        let is_own = person.account.as_ref().is_some_and(|account| name.eq_ignore_ascii_case(account));
        if !is_own && self.is_name_taken(&name, &person.id).await? {
            return Err(NameError::Taken);
        }
        Ok(name)
    }

    /// Whether a name is reserved, or easily mistaken for the account of another user.
    pub(crate) async fn is_name_taken(&self, name: &str, id: &str) -> Result<bool, StoreError> {
        let is_reserved = display_name::is_reserved(name, id);
        Ok(is_reserved || self.store.has_look_alike(display_name::skeletons(name), id).await?)
    }
}

/// Reads what a stored key allows.
fn access_of(key: &CredentialRow) -> Access {
    if key.kind == "session" {
        return Access::Session { expires: key.expires.unwrap_or(0) };
    }
    Access::Token { scopes: scopes(key), expires: key.expires }
}

/// Reads the scopes of a stored token; a session has none.
pub(crate) fn scopes(key: &CredentialRow) -> Vec<Scope> {
    let named = |name: &str| Scope::ALL.into_iter().find(|scope| scope.as_str() == name);
    key.scopes.split(' ').filter_map(named).collect()
}

/// Returns the value of the session cookie. One that a sibling domain can have set does not count over https; over plain http
/// the one that only this host can have set is preferred.
fn cookie_value(headers: &HeaderMap, caller: ClientAddr) -> Option<&str> {
    let lines = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut plain = None;
    let host = pairs.find_map(|(name, value)| {
        if name == SESSION_COOKIE && !caller.is_secure {
            plain = plain.or(Some(value));
        }
        (name == SECURE_SESSION_COOKIE).then_some(value)
    });
    host.or(plain)
}

/// The secret of a bearer token, if one is sent; nothing inside where it cannot be read. Other ways to say who one is are
/// between the caller and a proxy.
fn bearer_token(headers: &HeaderMap) -> Option<Option<String>> {
    let value = headers.get(header::AUTHORIZATION)?;
    let is_bearer = value.as_bytes().get(..6).is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"bearer"));
    is_bearer.then(|| Some(format!("token:{}", value.to_str().ok()?.get(6..)?.trim())))
}

/// Returns the cookies that make a browser forget its session, under either name.
pub(crate) fn expired_cookies(caller: ClientAddr) -> Vec<String> {
    let plain = session_cookie("", 0, ClientAddr { is_secure: false, ..caller });
    if caller.is_secure { vec![session_cookie("", 0, caller), plain] } else { vec![plain] }
}

/// Writes a cookie that lives for so many milliseconds; over https it is `Secure` and bound to the host.
fn session_cookie(value: &str, lifetime: u64, caller: ClientAddr) -> String {
    let (name, secure) =
        if caller.is_secure { (SECURE_SESSION_COOKIE, "; Secure") } else { (SESSION_COOKIE, "") };
    format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={}{secure}", lifetime / 1_000)
}

/// A secret of 256 random bits needs no slow hash.
fn hash_secret(secret: &str) -> String {
    Bytes32(Sha256::digest(secret.as_bytes()).into()).to_string()
}

/// Whether a token may be labeled so; only its owner reads it.
pub(crate) fn is_valid_label(label: &str) -> bool {
    let length = label.chars().count();
    (1..=24).contains(&length) && label.trim() == label && !label.chars().any(char::is_control)
}

/// Whether an account may be called so.
pub(crate) fn is_valid_account_name(name: &str) -> bool {
    (2..=24).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}
