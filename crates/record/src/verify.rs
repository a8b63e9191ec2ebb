//! Whether the draws of a finished game are those that were promised.

use yipan_rules::{Discard, Game, Seat, Step, Words};

use crate::{Bytes32, Fairness, Log, Tag, TagError};

/// The tags that a record of a game with promised draws has.
const GAME: &str = "Draws_game";
const COMMITMENT: &str = "Draws_commitment";
const SEED: &str = "Draws_seed";
const HOST: &str = "Draws_host";
const GUEST: &str = "Draws_guest";
const COLOUR: &str = "Draws_colour";

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
        let draws = self.verify_steps(&fairness)?;
        Ok(Verified { steps: self.steps().len(), draws, colour, commitment })
    }

    fn verify_steps(&self, fairness: &Fairness) -> Result<u64, Tampered<G::Refusal>> {
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
        Ok(drawn)
    }
}

impl<R: Words> std::error::Error for Tampered<R> where R: std::fmt::Debug {}

impl<R: Words> std::fmt::Display for Tampered<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words(yipan_rules::Language::English))
    }
}
