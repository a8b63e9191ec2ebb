//! Files that cannot be used: the server does not start, and says why.

use std::fs;

use yipan_server::{Server, Settings, TlsError, TlsFiles};

use crate::net::TestDir;
use crate::tls::certificates::{TestCertificate, tls_settings};

/// The form of the encrypted keys of old versions of OpenSSL.
const LEGACY_ENCRYPTED_KEY: &str = "-----BEGIN RSA PRIVATE KEY-----\n\
    Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nAAAA\n-----END RSA PRIVATE KEY-----\n";

#[tokio::test]
async fn every_file_that_cannot_be_used_has_its_error() {
    let dir = TestDir::new("tls-files");
    let good = TestCertificate::new(&dir, "localhost");
    let other = TestCertificate::new(&dir, "other");
    let (certificate, key) = (good.files.certificate.clone(), good.files.key.clone());
    let write = |name: &str, text: &str| {
        let path = dir.0.join(name);
        fs::write(&path, text).expect("a file");
        path
    };
    let encrypted = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n";
    let text = write("text", "no section at all\n");
    let cut = write("cut", "-----BEGIN CERTIFICATE-----\nAAAA\n");
    let not_base64 = write("not-base64", "-----BEGIN PRIVATE KEY-----\n!!!!\n-----END PRIVATE KEY-----\n");
    let not_a_certificate =
        write("empty-certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    let not_a_key = write("empty-key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
    let missing = dir.0.join("missing");
    type Expected = fn(&TlsError) -> bool;
    let cases: [(_, _, &str, Expected); 13] = [
        (&missing, &key, "cannot be read", |error| matches!(error, TlsError::Read { .. })),
        (&certificate, &missing, "cannot be read", |error| matches!(error, TlsError::Read { .. })),
        (&dir.0, &key, "cannot be read", |error| matches!(error, TlsError::Read { .. })),
        (&text, &key, "not a PEM file", |error| matches!(error, TlsError::NotPem { .. })),
        (&cut, &key, "not a PEM file", |error| matches!(error, TlsError::NotPem { .. })),
        (&certificate, &text, "not a PEM file", |error| matches!(error, TlsError::NotPem { .. })),
        (&certificate, &not_base64, "not a PEM file", |error| matches!(error, TlsError::NotPem { .. })),
        (&key, &key, "contains no certificate", |error| matches!(error, TlsError::NoCertificate { .. })),
        (&not_a_certificate, &key, "invalid certificate", |error| {
            matches!(error, TlsError::InvalidCertificate { .. })
        }),
        (&certificate, &certificate, "contains no private key", |error| {
            matches!(error, TlsError::NoKey { .. })
        }),
        (&certificate, &not_a_key, "cannot be used", |error| {
            matches!(error, TlsError::UnsupportedKey { .. })
        }),
        (&certificate, &other.files.key, "does not belong", |error| {
            matches!(error, TlsError::KeyMismatch { .. })
        }),
        (&certificate, &write("encrypted", encrypted), "is encrypted", |error| {
            matches!(error, TlsError::EncryptedKey { .. })
        }),
    ];
    let legacy = write("legacy", LEGACY_ENCRYPTED_KEY);
    let is_encrypted: Expected = |error| matches!(error, TlsError::EncryptedKey { .. });
    let cases = cases.into_iter().chain([(&certificate, &legacy, "is encrypted", is_encrypted)]);
    for (certificate, key, expected_text, is_expected) in cases {
        let files = TlsFiles { certificate: certificate.clone(), key: key.clone() };
        let settings = Settings { tls: Some(files.clone()), ..tls_settings(&dir, &good) };
        let error = Server::bind(settings).await.expect_err("it does not start");
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<TlsError>());
        let inner = inner.unwrap_or_else(|| panic!("{files:?}: {error}"));
        assert!(is_expected(inner) && inner.to_string().contains(expected_text), "{files:?}: {inner:?}");
    }
}
