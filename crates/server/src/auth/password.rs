//! Hashing and checking passwords.

#[cfg(test)]
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use argon2::password_hash::phc::{Output, ParamsString, Salt};
use argon2::{Algorithm, Argon2, Block, Params, PasswordHash, Version};
use tokio::sync::Semaphore;

use crate::blocking::run_blocking;
use crate::random;

/// The hash to verify against if there is no such account, so that the answer takes the same time. No password has it.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// The most hashes computed at once. Each takes 19 MiB and a core, so more would slow down everything else.
const MAX_CONCURRENT_HASHES: usize = 4;

/// The most common passwords of [`MIN_PASSWORD_CHARACTERS`] and more, in lower case.
const COMMON_PASSWORDS: &str = include_str!("common_passwords.txt");

/// The fewest characters in a password.
pub(crate) const MIN_PASSWORD_CHARACTERS: usize = 8;

/// The most characters in a password.
pub(crate) const MAX_PASSWORD_CHARACTERS: usize = 200;

/// Whether an account may have this password. Common passwords, the name of the account and repetitions of a single
/// character are rejected.
pub(crate) fn is_acceptable(password: &str, account: &str) -> bool {
    let folded = password.trim().to_lowercase();
    let mut characters = folded.chars();
    let first = characters.next();
    (MIN_PASSWORD_CHARACTERS..=MAX_PASSWORD_CHARACTERS).contains(&password.chars().count())
        && characters.any(|character| Some(character) != first)
        && !folded.eq_ignore_ascii_case(account)
        && !COMMON_PASSWORDS.lines().any(|common| common == folded)
}

/// The working memory of one hash.
type Memory = Vec<Block>;

/// A queue that hashes passwords on blocking threads, a few at a time.
#[derive(Debug)]
pub(crate) struct Passwords {
    slots: Arc<Semaphore>,
    /// Memory for the next hashes, one for each slot that was ever used. If every hash allocated its own on the thread
    /// it happens to run on, the allocator would keep 19 MiB for each of these threads.
    memory: Arc<Mutex<Vec<Memory>>>,
    #[cfg(test)]
    verifications: AtomicU64,
}

impl Default for Passwords {
    fn default() -> Passwords {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Passwords {
            slots: Arc::new(Semaphore::new(cores.min(MAX_CONCURRENT_HASHES))),
            memory: Arc::default(),
            #[cfg(test)]
            verifications: AtomicU64::new(0),
        }
    }
}

impl Passwords {
    /// Returns the hash to store; `None` if hashing failed.
    pub(crate) async fn hash(&self, password: String) -> Option<String> {
        let salt = random::bytes().0;
        self.run(move |memory| hash(&password, &salt[..16], memory)).await.flatten()
    }

    /// Whether the password has this hash. Takes as long and returns false if there is no hash.
    pub(crate) async fn verify(&self, password: String, hash: Option<String>) -> bool {
        #[cfg(test)]
        self.verifications.fetch_add(1, Ordering::Relaxed);
        let has_hash = hash.is_some();
        let hash = hash.unwrap_or_else(|| DUMMY_HASH.to_owned());
        self.run(move |memory| verify(&password, &hash, memory) == Some(true)).await.unwrap_or(false)
            && has_hash
    }

    /// Runs work on a blocking thread when a slot is free. A caller that is dropped while it waits costs nothing.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Memory) -> T + Send + 'static,
    ) -> Option<T> {
        let slot = Arc::clone(&self.slots).acquire_owned().await.ok()?;
        let pool = Arc::clone(&self.memory);
        let work = move || {
            let mut memory = pool.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
            let done = work(&mut memory);
            pool.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
            drop(slot);
            done
        };
        run_blocking(work).await.ok()
    }

    /// Blocks all hashing until the permit is dropped.
    #[cfg(test)]
    pub(crate) async fn pause(&self) -> tokio::sync::OwnedSemaphorePermit {
        let all = u32::try_from(self.slots.available_permits()).expect("a few slots");
        Arc::clone(&self.slots).acquire_many_owned(all).await.expect("the semaphore is never closed")
    }

    #[cfg(test)]
    pub(crate) fn verifications(&self) -> u64 {
        self.verifications.load(Ordering::Relaxed)
    }
}

/// Returns the hash in the PHC format with the default parameters.
fn hash(password: &str, salt: &[u8], memory: &mut Memory) -> Option<String> {
    let argon2 = Argon2::default();
    let hash = PasswordHash {
        algorithm: Algorithm::default().ident(),
        version: Some(Version::default().into()),
        params: ParamsString::try_from(argon2.params()).ok()?,
        salt: Some(Salt::new(salt).ok()?),
        hash: Some(output(&argon2, password, salt, memory)?),
    };
    Some(hash.to_string())
}

/// Whether the password has this hash; `None` if the hash cannot be read.
fn verify(password: &str, hash: &str, memory: &mut Memory) -> Option<bool> {
    let stored = PasswordHash::new(hash).ok()?;
    let argon2 = Argon2::new(
        Algorithm::try_from(stored.algorithm.as_str()).ok()?,
        Version::try_from(stored.version?).ok()?,
        Params::try_from(&stored).ok()?,
    );
    // Outputs are compared in constant time.
    Some(output(&argon2, password, &stored.salt?, memory)? == stored.hash?)
}

/// Computes the bytes of a hash in this memory, which grows to the size that the parameters ask for.
fn output(argon2: &Argon2<'_>, password: &str, salt: &[u8], memory: &mut Memory) -> Option<Output> {
    memory.resize(argon2.params().block_count(), Block::default());
    let mut bytes = vec![0; argon2.params().output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN)];
    argon2.hash_password_into_with_memory(password.as_bytes(), salt, &mut bytes, memory).ok()?;
    Output::new(&bytes).ok()
}

#[cfg(test)]
mod tests {
    use argon2::{PasswordHasher, PasswordVerifier};

    use super::*;

    #[test]
    fn short_common_and_repeated_passwords_are_rejected() {
        let long = "ab".repeat(101);
        for password in [
            "",
            "1234567",
            "password",
            "PASSWORD",
            " password ",
            "12345678",
            "qwertyuiop",
            "iloveyou",
            "password1",
            "        ",
            "aaaaaaaa",
            "AAAAaaaa",
            "哈哈哈哈哈哈哈哈",
            "woaini1314",
            "Lovelace",
            "lovelace",
            &long,
        ] {
            assert!(!is_acceptable(password, "lovelace"), "{password:?}");
        }
        let longest = "ab".repeat(100);
        for password in ["correct horse", "aaaaaaab", "密码密码密码密码", "lovelace 1815", &longest] {
            assert!(is_acceptable(password, "lovelace"), "{password:?}");
        }
    }

    #[test]
    fn common_passwords_are_listed_as_they_are_compared() {
        for common in COMMON_PASSWORDS.lines() {
            assert!(
                common.chars().count() >= MIN_PASSWORD_CHARACTERS && common == common.trim().to_lowercase(),
                "{common:?}"
            );
        }
    }

    #[tokio::test]
    async fn the_dummy_hash_costs_what_a_hash_costs_and_fits_no_password() {
        let passwords = Passwords::default();
        let hash = passwords.hash("correct horse".to_owned()).await.expect("a hash");
        let parameters = |hash: &str| hash.split('$').take(4).map(str::to_owned).collect::<Vec<_>>();
        let lengths = |hash: &str| hash.split('$').map(str::len).collect::<Vec<_>>();
        assert_eq!((parameters(&hash), lengths(&hash)), (parameters(DUMMY_HASH), lengths(DUMMY_HASH)));
        assert!(PasswordHash::new(DUMMY_HASH).is_ok(), "it can be verified against");
        assert!(passwords.verify("correct horse".to_owned(), Some(hash.clone())).await);
        assert!(!passwords.verify("wrong horse".to_owned(), Some(hash)).await);
        assert!(!passwords.verify(String::new(), None).await);
    }

    #[test]
    fn hashes_are_those_of_the_library_whatever_the_memory_held() {
        let mut memory = Memory::new();
        let salt = [7; 16];
        for password in ["correct horse", "密码密码密码密码"] {
            let ours = hash(password, &salt, &mut memory).expect("a hash");
            let theirs: PasswordHash =
                Argon2::default().hash_password_with_salt(password.as_bytes(), &salt).expect("a hash");
            assert_eq!(ours, theirs.to_string());
            assert_eq!(verify(password, &ours, &mut memory), Some(true));
            assert_eq!(verify("wrong horse", &ours, &mut memory), Some(false));
            assert!(Argon2::default().verify_password(password.as_bytes(), ours.as_str()).is_ok());
        }
        for unreadable in
            ["", "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA", "$scrypt$v=19$x=1$AAAA$AAAA"]
        {
            assert_eq!(verify("correct horse", unreadable, &mut memory), None, "{unreadable}");
        }
    }

    #[tokio::test]
    async fn the_memory_of_a_hash_is_used_again() {
        let passwords = Passwords::default();
        for _ in 0..6 {
            assert!(!passwords.verify("correct horse".to_owned(), None).await);
        }
        assert_eq!(passwords.memory.lock().expect("no panic").len(), 1);
    }

    #[tokio::test]
    async fn no_more_than_a_few_are_hashed_at_once() {
        use std::sync::atomic::AtomicUsize;
        let passwords = Passwords::default();
        let running = Arc::new(AtomicUsize::new(0));
        let most = Arc::new(AtomicUsize::new(0));
        let work = || {
            let (running, most) = (Arc::clone(&running), Arc::clone(&most));
            passwords.run(move |_| {
                most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::yield_now();
                running.fetch_sub(1, Ordering::SeqCst);
            })
        };
        futures_util::future::join_all((0..200).map(|_| work())).await;
        let most = most.load(Ordering::SeqCst);
        assert!((1..=MAX_CONCURRENT_HASHES).contains(&most), "{most}");
    }
}
