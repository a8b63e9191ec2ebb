use std::fmt;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// Separates the key of the bus from other uses of the signing key.
const KEY_LABEL: &[u8] = b"yipan bus key v1";

/// Separates the name of the installation from other uses of the signing key.
const INSTALLATION_LABEL: &[u8] = b"yipan bus installation v1";

/// The bytes of a nonce, which precede the sealed text.
pub const NONCE_BYTES: usize = 24;

/// The bytes of the name of an installation, each of which is two characters.
const INSTALLATION_BYTES: usize = 8;

/// Encrypts and authenticates messages, so that a program without the signing key can neither read nor write them.
///
/// The subject is authenticated too: a message that is moved to another subject is rejected.
pub struct Seal {
    cipher: XChaCha20Poly1305,
    installation: String,
}

/// The error of a message that was altered, truncated, moved, or sealed with another key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenError;

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message on the bus is not sealed with the key of this installation")
    }
}

impl std::error::Error for OpenError {}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seal({})", self.installation)
    }
}

impl Seal {
    /// Derives the key of the bus from the key that signs cookies.
    #[must_use]
    pub fn new(signing_key: &str) -> Seal {
        let cipher = XChaCha20Poly1305::new(&derive(signing_key, KEY_LABEL).into());
        let name = derive(signing_key, INSTALLATION_LABEL);
        let installation = name[..INSTALLATION_BYTES].iter().map(|byte| format!("{byte:02x}")).collect();
        Seal { cipher, installation }
    }

    /// Returns the name of the installation, so that several can share a bus.
    #[must_use]
    pub fn installation(&self) -> &str {
        &self.installation
    }

    /// Seals a text for a subject, with a nonce that is never used again, such as a random one.
    ///
    /// # Panics
    /// If the text has more than 256 GiB.
    #[must_use]
    pub fn seal(&self, subject: &str, text: &[u8], nonce: [u8; NONCE_BYTES]) -> Vec<u8> {
        let payload = Payload { msg: text, aad: subject.as_bytes() };
        let sealed = self.cipher.encrypt(&XNonce::from(nonce), payload);
        let sealed = sealed.expect("messages are far shorter than 256 GiB");
        [nonce.as_slice(), &sealed].concat()
    }

    /// Opens a sealed text that was published to a subject.
    ///
    /// # Errors
    /// Returns an error if the text is not what [`seal`](Seal::seal) returned for this subject.
    pub fn open(&self, subject: &str, sealed: &[u8]) -> Result<Vec<u8>, OpenError> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE_BYTES>().ok_or(OpenError)?;
        let payload = Payload { msg: sealed, aad: subject.as_bytes() };
        self.cipher.decrypt(&XNonce::from(*nonce), payload).map_err(|_| OpenError)
    }
}

fn derive(signing_key: &str, label: &[u8]) -> [u8; 32] {
    let mac = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(signing_key.as_bytes());
    let mut mac = mac.expect("HMAC accepts keys of any length");
    mac.update(label);
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUBJECT: &str = "yipan.test.node.ask";
    const NONCE: [u8; NONCE_BYTES] = [7; NONCE_BYTES];

    #[test]
    fn a_sealed_text_is_opened_with_the_same_key_and_subject() {
        let seal = Seal::new("key");
        let sealed = seal.seal(SUBJECT, b"a secret move", NONCE);
        assert_eq!(Seal::new("key").open(SUBJECT, &sealed).as_deref(), Ok(b"a secret move".as_slice()));
        let contains = |part: &[u8]| sealed.windows(part.len()).any(|window| window == part);
        assert!(!contains(b"secret"));
        let other = seal.seal(SUBJECT, b"a secret move", [8; NONCE_BYTES]);
        assert_ne!(other[NONCE_BYTES..], sealed[NONCE_BYTES..], "equal texts cannot be recognized");
    }

    #[test]
    fn altered_truncated_moved_and_foreign_texts_are_rejected() {
        let seal = Seal::new("key");
        let sealed = seal.seal(SUBJECT, b"a secret move", NONCE);
        for index in 0..sealed.len() {
            let mut altered = sealed.clone();
            altered[index] ^= 1;
            assert_eq!(seal.open(SUBJECT, &altered), Err(OpenError), "byte {index}");
            assert_eq!(seal.open(SUBJECT, &sealed[..index]), Err(OpenError), "{index} bytes");
        }
        assert_eq!(seal.open("yipan.test.other.ask", &sealed), Err(OpenError));
        assert_eq!(Seal::new("another key").open(SUBJECT, &sealed), Err(OpenError));
    }

    #[test]
    fn installations_have_names_that_do_not_reveal_their_key() {
        let (one, other) = (Seal::new("key"), Seal::new("another key"));
        assert_eq!(one.installation(), Seal::new("key").installation());
        assert_ne!(one.installation(), other.installation());
        assert!(one.installation().len() == 16 && !format!("{one:?}").contains("key"));
    }
}
