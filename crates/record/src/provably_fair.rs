//! Provably fair chance events: the seed is committed to before the game, mixed with bytes of both players,
//! and revealed afterwards.

use std::fmt;
use std::str::FromStr;

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// The domain label of chance events. It is part of the published format: another value would change the
/// chance events of every existing record. A new algorithm gets a new label.
const DOMAIN_LABEL: &[u8] = b"yipan/draw/1";

/// Thirty-two bytes, written as 64 hexadecimal digits.
///
/// A seed is secret until the game has ended, so `{:?}` does not print it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bytes32(pub [u8; 32]);

/// The error of a text that is not 64 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseBytes32Error {
    /// The beginning of the text.
    pub text: String,
}

impl Bytes32 {
    /// Returns the SHA-256 hash, which is published before the game.
    #[must_use]
    pub fn commitment(&self) -> Bytes32 {
        Bytes32(Sha256::digest(self.0).into())
    }
}

impl fmt::Debug for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bytes32(..)")
    }
}

impl fmt::Display for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Bytes32 {
    type Err = ParseBytes32Error;

    fn from_str(text: &str) -> Result<Bytes32, ParseBytes32Error> {
        let parse_error = || ParseBytes32Error { text: text.chars().take(16).collect() };
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return Err(parse_error());
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let digit = |at: usize| char::from(pair[at]).to_digit(16);
            let (Some(high), Some(low)) = (digit(0), digit(1)) else { return Err(parse_error()) };
            *byte = (high * 16 + low) as u8;
        }
        Ok(Bytes32(bytes))
    }
}

/// The source of the chance events of one game.
///
/// Event 0 decides random sides; the events of the game count from 1.
///
/// ```
/// use yipan_record::{Bytes32, ProvablyFairRng};
///
/// let rng = ProvablyFairRng {
///     seed: Bytes32([7; 32]),
///     game_id: "K4T7QX".to_owned(),
///     contributions: [Bytes32([1; 32]), Bytes32([2; 32])],
/// };
/// let die = rng.choose(1, [1; 6]).unwrap();
/// assert!(die < 6);
/// assert_eq!(rng.choose(1, [1; 6]), Some(die));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvablyFairRng {
    /// The seed that the server committed to.
    pub seed: Bytes32,
    /// The identifier of the game, so that no two games share their chance events.
    pub game_id: String,
    /// The contributions of both players, the host's first.
    pub contributions: [Bytes32; 2],
}

impl ProvablyFairRng {
    /// Returns the index of the choice that chance event `index` selects; `None` if no choice has a weight.
    ///
    /// The first eight bytes of HMAC-SHA256(seed; label, game, contributions, index, attempt) are a number.
    /// Numbers in the last, incomplete multiple of the sum of weights are rejected and the next attempt is
    /// made, so every choice has exactly its share.
    #[must_use]
    pub fn choose(&self, index: u64, weights: impl IntoIterator<Item = u32>) -> Option<usize> {
        let weights: Vec<u64> = weights.into_iter().map(u64::from).collect();
        let sum: u64 = weights.iter().sum();
        if sum == 0 {
            return None;
        }
        // 2^64 mod sum: the numbers that do not fill a whole multiple.
        let excess = sum.wrapping_neg() % sum;
        let number = (0..)
            .map(|attempt| self.random_number(index, attempt))
            .find(|number| *number <= u64::MAX - excess)?;
        let mut rest = number % sum;
        weights.iter().position(|&weight| {
            let here = rest < weight;
            rest = rest.saturating_sub(weight);
            here
        })
    }

    /// Computes the HMAC of the label, the length of the game's identifier in four bytes, the identifier,
    /// both contributions, `index` in eight bytes and the attempt in four, all big-endian.
    fn random_number(&self, index: u64, attempt: u32) -> u64 {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.seed.0).expect("HMAC takes a key of any length");
        mac.update(DOMAIN_LABEL);
        mac.update(&u32::try_from(self.game_id.len()).unwrap_or(u32::MAX).to_be_bytes());
        mac.update(self.game_id.as_bytes());
        self.contributions.iter().for_each(|bytes| mac.update(&bytes.0));
        mac.update(&index.to_be_bytes());
        mac.update(&attempt.to_be_bytes());
        let hash = mac.finalize().into_bytes();
        hash.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
    }
}
