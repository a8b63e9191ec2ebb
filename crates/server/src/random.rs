//! Randomness of the operating system, the server's only source of it. In a simulation it comes from the seed.

use yipan_record::Bytes32;

/// Returns 32 unpredictable bytes.
pub(crate) fn bytes() -> Bytes32 {
    #[cfg(feature = "simulation")]
    if let Some(bytes) = crate::simulation::seeded_environment::random_bytes() {
        return bytes;
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    Bytes32(bytes)
}

/// Returns an identifier for a new user. It is public, and never reused.
pub(crate) fn user_id() -> String {
    bytes().to_string()[..16].to_owned()
}

/// Returns an identifier that cannot be guessed, for what is readable by its link.
pub(crate) fn link_id() -> String {
    bytes().to_string()[..20].to_owned()
}
