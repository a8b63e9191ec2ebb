use std::fs;
use std::path::PathBuf;

use rustls::pki_types::CertificateDer;
use yipan_server::{Settings, TlsFiles};

use crate::net::{TestDir, settings};

/// A self-signed certificate in files.
pub(crate) struct TestCertificate {
    pub(crate) files: TlsFiles,
    pub(crate) der: CertificateDer<'static>,
}

impl TestCertificate {
    /// Creates a certificate for a name, and writes it to `NAME.pem` and `NAME.key`.
    pub(crate) fn new(dir: &TestDir, name: &str) -> TestCertificate {
        let (pem, key, der) = generate(name);
        let file = |text: &str, extension: &str| -> PathBuf {
            let path = dir.0.join(format!("{name}.{extension}"));
            fs::write(&path, text).expect("a file");
            path
        };
        TestCertificate { files: TlsFiles { certificate: file(&pem, "pem"), key: file(&key, "key") }, der }
    }

    /// Puts another certificate in place of the files, and returns it.
    pub(crate) fn renew(&self, name: &str) -> CertificateDer<'static> {
        let (pem, key, der) = generate(name);
        fs::write(&self.files.certificate, pem).expect("a file");
        fs::write(&self.files.key, key).expect("a file");
        der
    }
}

fn generate(name: &str) -> (String, String, CertificateDer<'static>) {
    let made = rcgen::generate_simple_self_signed([name.to_owned()]).expect("a certificate");
    (made.cert.pem(), made.signing_key.serialize_pem(), made.cert.der().clone())
}

/// Returns the settings of a server with a certificate.
pub(crate) fn tls_settings(dir: &TestDir, certificate: &TestCertificate) -> Settings {
    Settings { tls: Some(certificate.files.clone()), data: dir.0.join("data"), ..settings(dir) }
}
