//! Verification of the chance events, result and checksum of a finished game.

use sha2::{Digest, Sha256};
use yipan_core::{EndReason, Game, Localize, NullSink, Side, Step, Turn, result_text};

use crate::{Bytes32, GameRecord, ProvablyFairRng, Tag, TagError};

/// The tags of the inputs of the chance events.
const GAME_TAG: &str = "Chance_game";
const COMMITMENT_TAG: &str = "Chance_commitment";
const SEED_TAG: &str = "Chance_seed";
const HOST_TAG: &str = "Chance_host";
const GUEST_TAG: &str = "Chance_guest";
const SIDES_TAG: &str = "Chance_sides";

/// The tags of the result, its reason, the number of steps, and the hash of everything else.
const RESULT_TAG: &str = "Result";
const TERMINATION_TAG: &str = "Termination";
const STEPS_TAG: &str = "Steps";
const CHECKSUM_TAG: &str = "Checksum";

/// The facts that verification established.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyReport {
    /// The number of steps, all of them legal.
    pub steps: usize,
    /// The number of chance events, all of them derived from the seed.
    pub chance_events: u64,
    /// Whether the sides were random.
    pub sides_were_random: bool,
    /// The commitment to the seed, to be compared with the one shown before the game.
    pub commitment: Bytes32,
}

/// The reason why a record fails verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerifyError<R> {
    /// A tag is missing or invalid.
    Tag {
        /// The name of the tag.
        name: &'static str,
    },
    /// The seed is not the one that was committed to.
    Seed,
    /// The sides are not those that the seed gives.
    Sides,
    /// A step is not legal.
    IllegalStep {
        /// The number of the step, counted from 1.
        step: usize,
        /// The reason why it is illegal.
        error: R,
    },
    /// A chance event differs from the one that the seed gives.
    ChanceEvent {
        /// The number of the step, counted from 1.
        step: usize,
        /// The event in the record.
        found: String,
        /// The event that the seed gives.
        expected: String,
    },
    /// The number of steps differs from the recorded one.
    StepCount {
        /// The number of the last step.
        step: usize,
        /// The recorded number.
        expected: usize,
    },
    /// The record ends while a chance event is pending.
    Unfinished {
        /// The number of the last step.
        step: usize,
    },
    /// The result contradicts the steps.
    WrongResult {
        /// The number of the last step.
        step: usize,
        /// The result and the reason that the record gives.
        found: String,
        /// The result and reason that the rules give after that step; `None` if the game could continue, but
        /// not end this way.
        expected: Option<String>,
    },
    /// The checksum does not match: a name, a time or the declared result was changed.
    Checksum {
        /// The number of the last step.
        step: usize,
    },
}

/// The side of the host, and how it was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideAssignment {
    /// The side of the player who opened the game.
    pub host_side: Side,
    /// Whether chance event 0 decided it.
    pub was_random: bool,
}

impl ProvablyFairRng {
    /// Returns the tags from which the chance events of a finished game can be verified.
    ///
    /// # Errors
    /// Returns `TagError` if the identifier of the game cannot be a tag value.
    pub fn tags(&self, assignment: SideAssignment) -> Result<Vec<Tag>, TagError> {
        let [host, guest] = self.contributions;
        let side_name = if assignment.host_side == Side::First { "first" } else { "second" };
        let sides = format!("{side_name} {}", if assignment.was_random { "random" } else { "chosen" });
        [
            (GAME_TAG, self.game_id.clone()),
            (COMMITMENT_TAG, self.seed.commitment().to_string()),
            (SEED_TAG, self.seed.to_string()),
            (HOST_TAG, host.to_string()),
            (GUEST_TAG, guest.to_string()),
            (SIDES_TAG, sides),
        ]
        .into_iter()
        .map(|(name, value)| Tag::new(name, value))
        .collect()
    }

    /// Returns the side that chance event 0 gives to the host.
    #[must_use]
    pub fn random_host_side(&self) -> Side {
        if self.choose(0, [1, 1]) == Some(0) { Side::First } else { Side::Second }
    }
}

impl<G: Game> GameRecord<G> {
    /// Checks every step against the rules, every chance event against the seed, and the result and checksum.
    ///
    /// # Errors
    /// Returns the first contradiction, with its step.
    pub fn verify(&self) -> Result<VerifyReport, VerifyError<G::ActionError>> {
        let tag_value = |name: &'static str| {
            let tag = self.tags.iter().find(|tag| tag.name() == name);
            tag.map(Tag::value).ok_or(VerifyError::Tag { name })
        };
        let tag_bytes = |name| tag_value(name)?.parse().map_err(|_| VerifyError::Tag { name });
        let (seed, commitment): (Bytes32, Bytes32) = (tag_bytes(SEED_TAG)?, tag_bytes(COMMITMENT_TAG)?);
        let contributions = [tag_bytes(HOST_TAG)?, tag_bytes(GUEST_TAG)?];
        let rng = ProvablyFairRng { seed, game_id: tag_value(GAME_TAG)?.to_owned(), contributions };
        if seed.commitment() != commitment {
            return Err(VerifyError::Seed);
        }
        let sides_were_random = match tag_value(SIDES_TAG)? {
            "first chosen" | "second chosen" => false,
            "first random" if rng.random_host_side() == Side::First => true,
            "second random" if rng.random_host_side() == Side::Second => true,
            "first random" | "second random" => return Err(VerifyError::Sides),
            _ => return Err(VerifyError::Tag { name: SIDES_TAG }),
        };
        let (game, chance_events) = self.verify_steps(&rng)?;
        let step = self.steps().len();
        let expected = tag_value(STEPS_TAG)?.parse().map_err(|_| VerifyError::Tag { name: STEPS_TAG })?;
        if step != expected {
            return Err(VerifyError::StepCount { step, expected });
        }
        self.verify_result(&game, tag_value(RESULT_TAG)?, tag_value(TERMINATION_TAG)?)?;
        if tag_bytes(CHECKSUM_TAG)? != self.checksum() {
            return Err(VerifyError::Checksum { step });
        }
        Ok(VerifyReport { steps: self.steps().len(), chance_events, sides_were_random, commitment })
    }

    /// Adds tags with the number of steps and a hash of the record, to detect damage.
    ///
    /// A checksum proves nothing against forgery, because anyone can compute a new one; the server's copy is
    /// authoritative.
    pub fn append_checksum(&mut self) {
        self.tags.retain(|tag| tag.name() != STEPS_TAG && tag.name() != CHECKSUM_TAG);
        self.tags.extend(Tag::new(STEPS_TAG, self.steps().len().to_string()));
        self.tags.extend(Tag::new(CHECKSUM_TAG, self.checksum().to_string()));
    }

    /// Returns the SHA-256 hash of the record without its checksum tag.
    fn checksum(&self) -> Bytes32 {
        let mut without_checksum = self.clone();
        without_checksum.tags.retain(|tag| tag.name() != CHECKSUM_TAG);
        Bytes32(Sha256::digest(without_checksum.to_string().as_bytes()).into())
    }

    /// Checks the result against the rules in the last position.
    fn verify_result(&self, game: &G, result: &str, reason: &str) -> Result<(), VerifyError<G::ActionError>> {
        let step = self.steps().len();
        let result_error =
            |given| VerifyError::WrongResult { step, found: format!("{result} {reason}"), expected: given };
        match game.turn() {
            Turn::Chance => Err(VerifyError::Unfinished { step }),
            Turn::Over(outcome) => {
                let expected = (result_text(outcome.winner), outcome.reason.to_string());
                let matches = expected.0 == result && expected.1 == reason;
                if matches {
                    Ok(())
                } else {
                    Err(result_error(Some(format!("{} {}", expected.0, expected.1))))
                }
            }
            Turn::Player(side) => {
                let possible: &[&str] = match EndReason::from_key(reason) {
                    Some(EndReason::Resignation) => &["1-0", "0-1"],
                    Some(EndReason::Timeout) => &[result_text(Some(side.other()))],
                    Some(EndReason::Abandonment) => &["1-0", "0-1", "1/2-1/2"],
                    Some(EndReason::Agreement) => &["1/2-1/2"],
                    Some(EndReason::Aborted) => &["*"],
                    Some(EndReason::Rules(_)) | None => &[],
                };
                if possible.contains(&result) { Ok(()) } else { Err(result_error(None)) }
            }
        }
    }

    fn verify_steps(&self, rng: &ProvablyFairRng) -> Result<(G, u64), VerifyError<G::ActionError>> {
        let (mut game, mut event_count) = (G::start(self.setup()), 0);
        let mut outcomes = Vec::new();
        for (step, number) in self.steps().iter().zip(1..) {
            if let Step::Chance(found) = step {
                event_count += 1;
                outcomes.clear();
                game.chance_outcomes(&mut outcomes);
                let weights = outcomes.iter().map(|(_, weight)| *weight);
                let expected = rng.choose(event_count, weights).map(|at| outcomes[at].0);
                // Without a pending chance event, `apply` below rejects the step.
                if let Some(expected) = expected.filter(|expected| expected != found) {
                    let (found, expected) = (found.to_string(), expected.to_string());
                    return Err(VerifyError::ChanceEvent { step: number, found, expected });
                }
            }
            game.apply(*step, &mut NullSink)
                .map_err(|error| VerifyError::IllegalStep { step: number, error })?;
        }
        Ok((game, event_count))
    }
}

impl<R: Localize> std::error::Error for VerifyError<R> where R: std::fmt::Debug {}

impl<R: Localize> std::fmt::Display for VerifyError<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.localize(yipan_core::Language::English))
    }
}
