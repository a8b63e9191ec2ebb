use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use yipan_wire::Command;

/// The first eight bytes of the SHA-256 of a command as JSON, in hexadecimal.
///
/// Eight bytes are enough: a client that finds a collision harms only itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CommandDigest(String);

impl CommandDigest {
    /// Returns the digest of a command.
    #[must_use]
    pub fn of(command: &Command) -> CommandDigest {
        let text = serde_json::to_vec(command).expect("a command is serializable");
        let hash = Sha256::digest(text);
        CommandDigest(hash[..8].iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_never_changes_because_logs_store_it() {
        let digest = CommandDigest::of(&Command::Play { action: "e2e4".to_owned() });
        assert_eq!(serde_json::to_string(&digest).expect("text"), "\"93eac4ad85f527f8\"");
        assert_ne!(digest, CommandDigest::of(&Command::Resign));
    }
}
