//! Whether the draws of a finished game are those that were promised.

use sha2::{Digest, Sha256};
use yipan_rules::{Discard, Game, Seat, Step, Turn, Words};

use crate::{Bytes32, Fairness, Log, Tag, TagError};

/// The tags that a record of a game with promised draws has.
const GAME: &str = "Draws_game";
const COMMITMENT: &str = "Draws_commitment";
const SEED: &str = "Draws_seed";
const HOST: &str = "Draws_host";
const GUEST: &str = "Draws_guest";
const COLOUR: &str = "Draws_colour";

/// The tags that tell how it ended, how many steps there are, and the hash of everything else.
const RESULT: &str = "Result";
const TERMINATION: &str = "Termination";
const STEPS: &str = "Steps";
const SEAL: &str = "Seal";

/// What was found true of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// How many steps there are, all of them legal.
    pub steps: usize,
    /// How many of them were drawn, all of them as promised.
    pub draws: u64,
    /// Whether the colours were drawn too.
    pub colour: bool,
    /// What the seed was committed to by, to be held against what was shown before the game.
    pub commitment: Bytes32,
}

/// Why a record is not believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tampered<R> {
    /// A tag is missing or unreadable.
    Tag {
        /// Which.
        name: &'static str,
    },
    /// The seed is not the one that was committed to.
    Seed,
    /// The colours are not those that were drawn.
    Colour,
    /// A step is not legal.
    Illegal {
        /// Which step, counted from 1.
        step: usize,
        /// Why.
        refusal: R,
    },
    /// A step drew something else than was promised.
    Draw {
        /// Which step, counted from 1.
        step: usize,
        /// What the record says.
        found: String,
        /// What the seed gives.
        promised: String,
    },
    /// There are fewer or more steps than there were.
    Length {
        /// The last step.
        step: usize,
        /// How many there were.
        of: usize,
    },
    /// It breaks off where something is still to be drawn.
    Unfinished {
        /// The last step.
        step: usize,
    },
    /// It did not end so.
    Ending {
        /// The last step.
        step: usize,
        /// The result and the reason that the record gives.
        found: String,
        /// What the rules give after that step; nothing where they let the game go on, which then ends otherwise.
        given: Option<String>,
    },
    /// Something else is not as it was: a name, a time, or who gave up.
    Seal {
        /// The last step.
        step: usize,
    },
}

/// How the colours came about: which the host got, and whether that was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colours {
    /// The seat of the one who opened the game.
    pub host: Seat,
    /// Whether draw 0 decided it.
    pub drawn: bool,
}

impl Fairness {
    /// The tags that let anybody verify the draws of a finished game.
    ///
    /// # Errors
    /// The name of the game cannot stand in a tag.
    pub fn tags(&self, colours: Colours) -> Result<Vec<Tag>, TagError> {
        let [host, guest] = self.contributions;
        let seat = if colours.host == Seat::First { "first" } else { "second" };
        let colour = format!("{seat} {}", if colours.drawn { "drawn" } else { "chosen" });
        [
            (GAME, self.game.clone()),
            (COMMITMENT, self.seed.commitment().to_string()),
            (SEED, self.seed.to_string()),
            (HOST, host.to_string()),
            (GUEST, guest.to_string()),
            (COLOUR, colour),
        ]
        .into_iter()
        .map(|(name, value)| Tag::new(name, value))
        .collect()
    }

    /// The seat that draw 0 gives to the one who opened the game.
    #[must_use]
    pub fn host_seat(&self) -> Seat {
        if self.choose(0, [1, 1]) == Some(0) { Seat::First } else { Seat::Second }
    }
}

impl<G: Game> Log<G> {
    /// Holds every step against the rules, and every draw against the seed.
    ///
    /// # Errors
    /// What does not fit, with the step.
    pub fn verify(&self) -> Result<Verified, Tampered<G::Refusal>> {
        let text = |name: &'static str| {
            let tag = self.tags.iter().find(|tag| tag.name() == name);
            tag.map(Tag::value).ok_or(Tampered::Tag { name })
        };
        let bytes = |name| text(name)?.parse().map_err(|_| Tampered::Tag { name });
        let (seed, commitment): (Bytes32, Bytes32) = (bytes(SEED)?, bytes(COMMITMENT)?);
        let contributions = [bytes(HOST)?, bytes(GUEST)?];
        let fairness = Fairness { seed, game: text(GAME)?.to_owned(), contributions };
        if seed.commitment() != commitment {
            return Err(Tampered::Seed);
        }
        let colour = match text(COLOUR)? {
            "first chosen" | "second chosen" => false,
            "first drawn" if fairness.host_seat() == Seat::First => true,
            "second drawn" if fairness.host_seat() == Seat::Second => true,
            "first drawn" | "second drawn" => return Err(Tampered::Colour),
            _ => return Err(Tampered::Tag { name: COLOUR }),
        };
        let (game, draws) = self.verify_steps(&fairness)?;
        let step = self.steps().len();
        let of = text(STEPS)?.parse().map_err(|_| Tampered::Tag { name: STEPS })?;
        if step != of {
            return Err(Tampered::Length { step, of });
        }
        self.verify_ending(&game, text(RESULT)?, text(TERMINATION)?)?;
        if bytes(SEAL)? != self.hash() {
            return Err(Tampered::Seal { step });
        }
        Ok(Verified { steps: self.steps().len(), draws, colour, commitment })
    }

    /// Writes down how many steps there are and a hash of it all, so that what is cut off or written anew is noticed. It
    /// proves nothing against somebody who makes a new seal: what a hall keeps is what counts.
    pub fn seal(&mut self) {
        self.tags.retain(|tag| tag.name() != STEPS && tag.name() != SEAL);
        self.tags.extend(Tag::new(STEPS, self.steps().len().to_string()));
        self.tags.extend(Tag::new(SEAL, self.hash().to_string()));
    }

    /// The SHA-256 of the record without its seal.
    fn hash(&self) -> Bytes32 {
        let mut open = self.clone();
        open.tags.retain(|tag| tag.name() != SEAL);
        Bytes32(Sha256::digest(open.to_string().as_bytes()).into())
    }

    /// Holds the result against what the rules say of the last position.
    fn verify_ending(&self, game: &G, result: &str, reason: &str) -> Result<(), Tampered<G::Refusal>> {
        let step = self.steps().len();
        let won = |seat: Seat| if seat == Seat::First { "1-0" } else { "0-1" };
        let wrong = |given| Tampered::Ending { step, found: format!("{result} {reason}"), given };
        match game.turn() {
            Turn::Chance => Err(Tampered::Unfinished { step }),
            Turn::Over(outcome) => {
                let given = (outcome.winner.map_or("1/2-1/2", won), outcome.reason.to_string());
                let holds = given.0 == result && given.1 == reason;
                if holds { Ok(()) } else { Err(wrong(Some(format!("{} {}", given.0, given.1)))) }
            }
            Turn::Player(seat) => {
                let possible: &[&str] = match reason {
                    "resignation" => &["1-0", "0-1"],
                    "timeout" => &[won(seat.other())],
                    "abandonment" => &["1-0", "0-1", "1/2-1/2"],
                    "agreement" => &["1/2-1/2"],
                    "aborted" => &["*"],
                    _ => &[],
                };
                if possible.contains(&result) { Ok(()) } else { Err(wrong(None)) }
            }
        }
    }

    fn verify_steps(&self, fairness: &Fairness) -> Result<(G, u64), Tampered<G::Refusal>> {
        let (mut game, mut drawn) = (G::start(self.setup()), 0);
        let mut draws = Vec::new();
        for (step, number) in self.steps().iter().zip(1..) {
            if let Step::Draw(found) = step {
                drawn += 1;
                draws.clear();
                game.draws(&mut draws);
                let weights = draws.iter().map(|(_, weight)| *weight);
                let promised = fairness.choose(drawn, weights).map(|at| draws[at].0);
                // Where nothing is to be drawn, the game says so itself below.
                if let Some(promised) = promised.filter(|promised| promised != found) {
                    let (found, promised) = (found.to_string(), promised.to_string());
                    return Err(Tampered::Draw { step: number, found, promised });
                }
            }
            game.apply(*step, &mut Discard).map_err(|refusal| Tampered::Illegal { step: number, refusal })?;
        }
        Ok((game, drawn))
    }
}

impl<R: Words> std::error::Error for Tampered<R> where R: std::fmt::Debug {}

impl<R: Words> std::fmt::Display for Tampered<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words(yipan_rules::Language::English))
    }
}
