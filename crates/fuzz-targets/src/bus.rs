use std::sync::LazyLock;

use yipan_bus_seal::Seal;

const SUBJECT: &str = "yipan.test.node.ask";

static SEAL: LazyLock<Seal> = LazyLock::new(|| Seal::new("a key of the tests"));

/// Opens any bytes as a sealed message: they are rejected, and so is a sealed message with one changed byte.
pub fn bus_seal(bytes: &[u8]) {
    assert!(SEAL.open(SUBJECT, bytes).is_err(), "a seal does not come by chance");
    let mut sealed = SEAL.seal(SUBJECT, bytes, [7; yipan_bus_seal::NONCE_BYTES]);
    assert_eq!(SEAL.open(SUBJECT, &sealed).as_deref(), Ok(bytes));
    let place = bytes.iter().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte)))
        % sealed.len();
    sealed[place] ^= 1;
    assert!(SEAL.open(SUBJECT, &sealed).is_err(), "the byte {place} was changed");
}
