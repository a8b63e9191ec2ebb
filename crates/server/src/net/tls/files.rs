use std::fs;
use std::path::{Path, PathBuf};

use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::CertifiedKey;
use rustls::{Error, InconsistentKeys};

use super::error::TlsError;

/// The files of a certificate chain and of its private key, in PEM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate of the server, followed by those of its issuers.
    pub certificate: PathBuf,
    /// The private key of the certificate.
    pub key: PathBuf,
}

/// The bytes of both files. It has no `Debug`, because one is a secret.
#[derive(PartialEq, Eq)]
pub(super) struct TlsFileContents {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

impl TlsFiles {
    pub(super) fn read(&self) -> Result<TlsFileContents, TlsError> {
        Ok(TlsFileContents { certificate: read(&self.certificate)?, key: read(&self.key)? })
    }

    /// Parses the contents of the files, and checks that the key belongs to the certificate.
    pub(super) fn parse(
        &self,
        contents: &TlsFileContents,
        provider: &CryptoProvider,
    ) -> Result<CertifiedKey, TlsError> {
        let chain = self.parse_chain(&contents.certificate)?;
        let key = self.parse_key(&contents.key)?;
        let unsupported =
            |error: Error| TlsError::UnsupportedKey { path: self.key.clone(), reason: error.to_string() };
        let key = provider.key_provider.load_private_key(key).map_err(unsupported)?;
        let certified_key = CertifiedKey::new(chain, key);
        match certified_key.keys_match() {
            // Not every kind of key can tell its public part.
            Ok(()) | Err(Error::InconsistentKeys(InconsistentKeys::Unknown)) => Ok(certified_key),
            Err(Error::InconsistentKeys(_)) => {
                Err(TlsError::KeyMismatch { certificate: self.certificate.clone(), key: self.key.clone() })
            }
            Err(error) => Err(TlsError::InvalidCertificate {
                path: self.certificate.clone(),
                reason: error.to_string(),
            }),
        }
    }

    fn parse_chain(&self, text: &[u8]) -> Result<Vec<CertificateDer<'static>>, TlsError> {
        let path = || self.certificate.clone();
        if !has_pem_section(text) {
            return Err(TlsError::NotPem { path: path() });
        }
        let chain: Result<Vec<_>, pem::Error> = CertificateDer::pem_slice_iter(text).collect();
        let chain = chain.map_err(|_| TlsError::NotPem { path: path() })?;
        if chain.is_empty() {
            return Err(TlsError::NoCertificate { path: path() });
        }
        Ok(chain)
    }

    fn parse_key(&self, text: &[u8]) -> Result<PrivateKeyDer<'static>, TlsError> {
        let path = || self.key.clone();
        if !has_pem_section(text) {
            return Err(TlsError::NotPem { path: path() });
        }
        // The second form is that of OpenSSL before PKCS #8.
        if contains(text, b"-----BEGIN ENCRYPTED PRIVATE KEY") || contains(text, b"Proc-Type: 4,ENCRYPTED") {
            return Err(TlsError::EncryptedKey { path: path() });
        }
        PrivateKeyDer::from_pem_slice(text).map_err(|error| match error {
            pem::Error::NoItemsFound => TlsError::NoKey { path: path() },
            _ => TlsError::NotPem { path: path() },
        })
    }
}

fn read(path: &Path) -> Result<Vec<u8>, TlsError> {
    fs::read(path).map_err(|error| TlsError::Read { path: path.to_owned(), error })
}

fn has_pem_section(text: &[u8]) -> bool {
    contains(text, b"-----BEGIN ")
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}
