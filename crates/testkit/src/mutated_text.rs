//! Malformed text: random text and valid text with small mutations.

use rand::{RngExt, SeedableRng, rngs::SmallRng};

/// An endless source of malformed text, deterministic for a seed.
pub struct TextMutator {
    rng: SmallRng,
    samples: Vec<String>,
    /// The characters of the samples, which find more errors than random ones.
    alphabet: Vec<char>,
}

impl TextMutator {
    /// Creates a source of text that resembles these samples.
    ///
    /// # Panics
    /// Panics if there are no samples.
    #[must_use]
    pub fn new(seed: u64, samples: impl IntoIterator<Item = impl Into<String>>) -> TextMutator {
        let samples: Vec<String> = samples.into_iter().map(Into::into).collect();
        assert!(!samples.is_empty(), "there must be at least one sample to mutate");
        let mut alphabet: Vec<char> = samples.iter().flat_map(|sample| sample.chars()).collect();
        alphabet.sort_unstable();
        alphabet.dedup();
        TextMutator { rng: SmallRng::seed_from_u64(seed), samples, alphabet }
    }

    /// Returns the next text, usually a sample with a few mutations, sometimes random characters.
    pub fn next_text(&mut self) -> String {
        if self.rng.random_ratio(1, 8) {
            let length = self.rng.random_range(0..40);
            return (0..length).map(|_| self.random_char()).collect();
        }
        let sample = self.rng.random_range(0..self.samples.len());
        let mut text: Vec<char> = self.samples[sample].chars().collect();
        for _ in 0..self.rng.random_range(1..=4) {
            self.mutate(&mut text);
        }
        text.into_iter().collect()
    }

    fn random_char(&mut self) -> char {
        if self.rng.random_ratio(1, 6) {
            self.rng.random()
        } else {
            self.alphabet[self.rng.random_range(0..self.alphabet.len())]
        }
    }

    fn mutate(&mut self, text: &mut Vec<char>) {
        let character = self.random_char();
        if text.is_empty() {
            text.push(character);
            return;
        }
        let at = self.rng.random_range(0..text.len());
        let other = self.rng.random_range(0..text.len());
        match self.rng.random_range(0..6) {
            0 => text[at] = character,
            1 => text.insert(at, character),
            2 => {
                text.remove(at);
            }
            3 => text.swap(at, other),
            4 => text.truncate(at),
            _ => {
                let (from, to) = (at.min(other), at.max(other).min(at.min(other) + 12));
                let copied: Vec<char> = text[from..to].to_vec();
                text.splice(at..at, copied);
            }
        }
    }
}
