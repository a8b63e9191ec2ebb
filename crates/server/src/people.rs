//! Who somebody is: a signed cookie for browsers, a token for programs, a password for another device.

use axum::http::{HeaderMap, header};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use yipan_record::Bytes32;
use yipan_wire::Player;

use crate::caller::Caller;
use crate::hall::Hall;
use crate::random;
use crate::store::{KeyRow, PersonRow, StoreError};

const COOKIE: &str = "yipan";

/// A year, in seconds: a guest's games are his for as long as he comes back.
const COOKIE_AGE: u64 = 365 * 24 * 3600;

/// Somebody who has come in, and what he came with.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    pub(crate) person: PersonRow,
    /// The hash of the key he came with.
    pub(crate) key: String,
}

/// Why it is not known who somebody is.
#[derive(Debug)]
pub(crate) enum Unknown {
    /// The token is nobody's.
    Token,
    /// It could not be looked up.
    Store(StoreError),
}

impl From<StoreError> for Unknown {
    fn from(error: StoreError) -> Unknown {
        Unknown::Store(error)
    }
}

impl PersonRow {
    /// Somebody as everybody may know him.
    pub(crate) fn player(&self) -> Player {
        Player { id: self.id.clone(), name: self.name.clone(), level: None }
    }
}

impl Hall {
    /// Who sent this, if he has proved who he is. A browser with a cookie that is worth nothing any more is a new guest's; a
    /// program that says it is somebody would rather know that it is not.
    pub(crate) async fn visitor(&self, headers: &HeaderMap) -> Result<Option<Visitor>, Unknown> {
        if let Some(token) = token(headers) {
            let token = token.ok_or(Unknown::Token)?;
            return self.holder(&token).await?.map(Some).ok_or(Unknown::Token);
        }
        match self.cookie(headers) {
            Some(secret) => Ok(self.holder(&secret).await?),
            None => Ok(None),
        }
    }

    /// Whether a key has not been ended.
    pub(crate) async fn is_held(&self, key: &str) -> Result<bool, StoreError> {
        Ok(self.store.key(key).await?.is_some())
    }

    async fn holder(&self, secret: &str) -> Result<Option<Visitor>, StoreError> {
        let Some(key) = self.store.key(&hash(secret)).await? else { return Ok(None) };
        let person = self.store.person(&key.person).await?;
        Ok(person.map(|person| Visitor { person, key: key.hash }))
    }

    /// The secret of a cookie that this hall has signed; a forged one is no cookie at all.
    fn cookie(&self, headers: &HeaderMap) -> Option<String> {
        let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
        let named = cookies
            .flat_map(|line| line.split(';'))
            .find_map(|cookie| cookie.trim().strip_prefix(COOKIE)?.strip_prefix('='))?;
        let (secret, signature) = named.split_once('.')?;
        let signature: Bytes32 = signature.parse().ok()?;
        let mut mac = self.mac();
        mac.update(secret.as_bytes());
        mac.verify_slice(&signature.0).ok()?;
        Some(format!("session:{secret}"))
    }

    fn mac(&self) -> Hmac<Sha256> {
        Hmac::new_from_slice(self.signing_key.as_bytes()).expect("HMAC takes a key of any length")
    }

    /// Makes somebody new, and the cookie he will be known by.
    pub(crate) async fn welcome(&self, caller: Caller) -> Result<(Visitor, String), StoreError> {
        let id = random::name();
        let name = format!("guest-{}", &id[..4]);
        let created = self.now.millis().0;
        let person = PersonRow { id, name, account: None, password: None, created, became: None };
        self.store.add_person(person.clone()).await?;
        self.admit(person, "guest", caller).await
    }

    /// A new session of somebody known, and its cookie.
    pub(crate) async fn admit(
        &self,
        person: PersonRow,
        label: &str,
        caller: Caller,
    ) -> Result<(Visitor, String), StoreError> {
        let secret = random::bytes().to_string();
        let key = self.key(&format!("session:{secret}"), &person, "session", label);
        let hash = key.hash.clone();
        self.store.add_key(key).await?;
        let mut mac = self.mac();
        mac.update(secret.as_bytes());
        let signature = Bytes32(mac.finalize().into_bytes().into());
        let cookie = cookie(&format!("{secret}.{signature}"), COOKIE_AGE, caller);
        Ok((Visitor { person, key: hash }, cookie))
    }

    /// A new token of an account; it is shown once.
    pub(crate) async fn token_for(&self, person: &PersonRow, label: &str) -> Result<String, StoreError> {
        let secret = random::bytes().to_string();
        self.store.add_key(self.key(&format!("token:{secret}"), person, "token", label)).await?;
        Ok(secret)
    }

    fn key(&self, secret: &str, person: &PersonRow, kind: &str, label: &str) -> KeyRow {
        KeyRow {
            hash: hash(secret),
            person: person.id.clone(),
            kind: kind.to_owned(),
            label: label.chars().filter(|sign| !sign.is_control()).take(200).collect(),
            created: self.now.millis().0,
        }
    }
}

/// The secret of a bearer token, if one is sent; nothing inside where it cannot be read. Other ways to say who one is are
/// between the caller and a proxy.
fn token(headers: &HeaderMap) -> Option<Option<String>> {
    let value = headers.get(header::AUTHORIZATION)?;
    let is_bearer = value.as_bytes().get(..6).is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"bearer"));
    is_bearer.then(|| Some(format!("token:{}", value.to_str().ok()?.get(6..)?.trim())))
}

/// What makes a browser forget its cookie.
pub(crate) fn no_cookie(caller: Caller) -> String {
    cookie("", 0, caller)
}

/// Who came by https keeps his secret off any other way.
fn cookie(value: &str, age: u64, caller: Caller) -> String {
    let secure = if caller.is_secure { "; Secure" } else { "" };
    format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}")
}

/// A secret of 256 random bits needs no slow hash.
fn hash(secret: &str) -> String {
    Bytes32(Sha256::digest(secret.as_bytes()).into()).to_string()
}

/// Whether a name may be shown to everybody.
pub(crate) fn is_name(name: &str) -> bool {
    let length = name.chars().count();
    (1..=24).contains(&length) && name.trim() == name && !name.chars().any(char::is_control)
}

/// Whether an account may be called so.
pub(crate) fn is_account(name: &str) -> bool {
    (2..=24).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}
