//! Whether the draws of a finished game are those that were promised.

use sha2::{Digest, Sha256};
use yipan_core::{EndReason, Game, Localize, NullSink, Side, Step, Turn};

use crate::{Bytes32, GameRecord, ProvablyFairRng, Tag, TagError};

/// The tags that a record of a game with promised draws has.
const GAME_TAG: &str = "Draws_game";
const COMMITMENT_TAG: &str = "Draws_commitment";
const SEED_TAG: &str = "Draws_seed";
const HOST_TAG: &str = "Draws_host";
const GUEST_TAG: &str = "Draws_guest";
const SIDES_TAG: &str = "Draws_colour";

/// The tags that tell how it ended, how many steps there are, and the hash of everything else.
const RESULT_TAG: &str = "Result";
const TERMINATION_TAG: &str = "Termination";
const STEPS_TAG: &str = "Steps";
const CHECKSUM_TAG: &str = "Seal";

/// What was found true of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyReport {
    /// How many steps there are, all of them legal.
    pub steps: usize,
    /// How many of them were drawn, all of them as promised.
    pub chance_events: u64,
    /// Whether the colours were drawn too.
    pub sides_were_random: bool,
    /// What the seed was committed to by, to be held against what was shown before the game.
    pub commitment: Bytes32,
}

/// Why a record is not believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerifyError<R> {
    /// A tag is missing or unreadable.
    Tag {
        /// Which.
        name: &'static str,
    },
    /// The seed is not the one that was committed to.
    Seed,
    /// The colours are not those that were drawn.
    Sides,
    /// A step is not legal.
    IllegalStep {
        /// Which step, counted from 1.
        step: usize,
        /// Why.
        error: R,
    },
    /// A step drew something else than was promised.
    ChanceEvent {
        /// Which step, counted from 1.
        step: usize,
        /// What the record says.
        found: String,
        /// What the seed gives.
        expected: String,
    },
    /// There are fewer or more steps than there were.
    StepCount {
        /// The last step.
        step: usize,
        /// How many there were.
        expected: usize,
    },
    /// It breaks off where something is still to be drawn.
    Unfinished {
        /// The last step.
        step: usize,
    },
    /// It did not end so.
    WrongResult {
        /// The last step.
        step: usize,
        /// The result and the reason that the record gives.
        found: String,
        /// What the rules give after that step; nothing where they let the game go on, which then ends otherwise.
        expected: Option<String>,
    },
    /// Something else is not as it was: a name, a time, or who gave up.
    Checksum {
        /// The last step.
        step: usize,
    },
}

/// How the colours came about: which the host got, and whether that was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideAssignment {
    /// The seat of the one who opened the game.
    pub host_side: Side,
    /// Whether draw 0 decided it.
    pub was_random: bool,
}

impl ProvablyFairRng {
    /// The tags that let anybody verify the draws of a finished game.
    ///
    /// # Errors
    /// The name of the game cannot stand in a tag.
    pub fn tags(&self, assignment: SideAssignment) -> Result<Vec<Tag>, TagError> {
        let [host, guest] = self.contributions;
        let side_name = if assignment.host_side == Side::First { "first" } else { "second" };
        let sides = format!("{side_name} {}", if assignment.was_random { "drawn" } else { "chosen" });
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

    /// The seat that draw 0 gives to the one who opened the game.
    #[must_use]
    pub fn random_host_side(&self) -> Side {
        if self.choose(0, [1, 1]) == Some(0) { Side::First } else { Side::Second }
    }
}

impl<G: Game> GameRecord<G> {
    /// Holds every step against the rules, and every draw against the seed.
    ///
    /// # Errors
    /// What does not fit, with the step.
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
            "first drawn" if rng.random_host_side() == Side::First => true,
            "second drawn" if rng.random_host_side() == Side::Second => true,
            "first drawn" | "second drawn" => return Err(VerifyError::Sides),
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

    /// Writes down how many steps there are and a hash of it all, so that what is cut off or written anew is noticed. It
    /// proves nothing against somebody who makes a new seal: what a hall keeps is what counts.
    pub fn append_checksum(&mut self) {
        self.tags.retain(|tag| tag.name() != STEPS_TAG && tag.name() != CHECKSUM_TAG);
        self.tags.extend(Tag::new(STEPS_TAG, self.steps().len().to_string()));
        self.tags.extend(Tag::new(CHECKSUM_TAG, self.checksum().to_string()));
    }

    /// The SHA-256 of the record without its seal.
    fn checksum(&self) -> Bytes32 {
        let mut without_checksum = self.clone();
        without_checksum.tags.retain(|tag| tag.name() != CHECKSUM_TAG);
        Bytes32(Sha256::digest(without_checksum.to_string().as_bytes()).into())
    }

    /// Holds the result against what the rules say of the last position.
    fn verify_result(&self, game: &G, result: &str, reason: &str) -> Result<(), VerifyError<G::ActionError>> {
        let step = self.steps().len();
        let winning_result = |seat: Side| if seat == Side::First { "1-0" } else { "0-1" };
        let result_error =
            |given| VerifyError::WrongResult { step, found: format!("{result} {reason}"), expected: given };
        match game.turn() {
            Turn::Chance => Err(VerifyError::Unfinished { step }),
            Turn::Over(outcome) => {
                let expected = (outcome.winner.map_or("1/2-1/2", winning_result), outcome.reason.to_string());
                let matches = expected.0 == result && expected.1 == reason;
                if matches {
                    Ok(())
                } else {
                    Err(result_error(Some(format!("{} {}", expected.0, expected.1))))
                }
            }
            Turn::Player(seat) => {
                let possible: &[&str] = match EndReason::from_key(reason) {
                    Some(EndReason::Resignation) => &["1-0", "0-1"],
                    Some(EndReason::Timeout) => &[winning_result(seat.other())],
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
                // Where nothing is to be drawn, the game says so itself below.
                if let Some(promised) = expected.filter(|promised| promised != found) {
                    let (found, promised) = (found.to_string(), promised.to_string());
                    return Err(VerifyError::ChanceEvent { step: number, found, expected: promised });
                }
            }
            game.apply(*step, &mut NullSink)
                .map_err(|refusal| VerifyError::IllegalStep { step: number, error: refusal })?;
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
