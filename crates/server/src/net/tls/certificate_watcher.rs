use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use rustls::crypto::CryptoProvider;
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use tokio::sync::watch;

use super::error::TlsError;
use super::files::{TlsFileContents, TlsFiles};

/// The time between two looks at the files. They are small, and a renewed certificate is never urgent.
const RELOAD_INTERVAL: Duration = Duration::from_secs(2);

/// The certificate that new connections get. It is replaced when its files change.
pub(crate) struct CertificateWatcher {
    files: TlsFiles,
    provider: Arc<CryptoProvider>,
    current: RwLock<Arc<CertifiedKey>>,
}

/// The contents of the files when they were last read, or why they could not be read.
type LastLook = Result<TlsFileContents, String>;

impl CertificateWatcher {
    /// Loads the files.
    pub(super) fn load(
        files: TlsFiles,
        provider: Arc<CryptoProvider>,
    ) -> Result<Arc<CertificateWatcher>, TlsError> {
        let current = files.parse(&files.read()?, &provider)?;
        Ok(Arc::new(CertificateWatcher { files, provider, current: RwLock::new(Arc::new(current)) }))
    }

    /// Replaces the certificate whenever its files change, until the shutdown. A pair that cannot be used is logged once,
    /// and the previous certificate stays.
    pub(crate) async fn run(self: Arc<Self>, mut shutdown: watch::Receiver<bool>) {
        let mut last = None;
        loop {
            let watcher = Arc::clone(&self);
            let look = tokio::task::spawn_blocking(move || watcher.look(last));
            // It does not panic, and is only canceled with the runtime.
            let Ok(seen) = look.await else { return };
            last = Some(seen);
            tokio::select! {
                () = tokio::time::sleep(RELOAD_INTERVAL) => {}
                _ = shutdown.wait_for(|is_shutting_down| *is_shutting_down) => return,
            }
        }
    }

    fn look(&self, last: Option<LastLook>) -> LastLook {
        let read = self.files.read();
        let seen = read.map_err(|error| error.to_string());
        let is_first = last.is_none();
        if last.is_some_and(|last| last == seen) {
            return seen;
        }
        let parsed = match &seen {
            Ok(contents) => self.files.parse(contents, &self.provider).map_err(|error| error.to_string()),
            Err(error) => Err(error.clone()),
        };
        match parsed {
            Ok(certified_key) => {
                *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(certified_key);
                // The first look repeats what was loaded at the start.
                if !is_first {
                    tracing::info!(file = %self.files.certificate.display(), "the certificate was reloaded");
                }
            }
            Err(error) => {
                tracing::error!(error, "the changed certificate cannot be used; the previous one stays");
            }
        }
        seen
    }
}

impl ResolvesServerCert for CertificateWatcher {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

impl std::fmt::Debug for CertificateWatcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CertificateWatcher").field("files", &self.files).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use rustls::crypto::ring;

    use super::*;

    struct TestDir(PathBuf);

    impl Drop for TestDir {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// Writes a new certificate and its key.
    fn renew(files: &TlsFiles) {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
        fs::write(&files.certificate, made.cert.pem()).expect("a file");
        fs::write(&files.key, made.signing_key.serialize_pem()).expect("a file");
    }

    #[test]
    fn a_broken_pair_leaves_the_previous_one_and_a_good_one_replaces_it() {
        let dir = TestDir(std::env::temp_dir().join(format!("yipan-watcher-{}", std::process::id())));
        fs::create_dir_all(&dir.0).expect("a directory");
        let files = TlsFiles { certificate: dir.0.join("cert.pem"), key: dir.0.join("key.pem") };
        renew(&files);
        let provider = Arc::new(ring::default_provider());
        let watcher = CertificateWatcher::load(files.clone(), provider).expect("a certificate");
        let current = || Arc::clone(&watcher.current.read().expect("no panic"));
        let mut last = watcher.look(None);
        let first = current();
        let mut look = || {
            let seen = std::mem::replace(&mut last, Err(String::new()));
            last = watcher.look(Some(seen));
            current()
        };
        assert!(Arc::ptr_eq(&look(), &first), "nothing has changed");
        // The certificate is renewed first, so for a moment its key is still the old one.
        let old_key = fs::read(&files.key).expect("a file");
        renew(&files);
        let new_key = fs::read(&files.key).expect("a file");
        fs::write(&files.key, old_key).expect("a file");
        assert!(Arc::ptr_eq(&look(), &first), "the pair does not match");
        fs::remove_file(&files.key).expect("it is removed");
        assert!(Arc::ptr_eq(&look(), &first), "the key is missing");
        fs::write(&files.key, new_key).expect("a file");
        let second = look();
        assert_ne!(second.cert, first.cert);
        assert!(Arc::ptr_eq(&look(), &second), "nothing has changed");
    }
}
