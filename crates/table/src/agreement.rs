use yipan_games::{AnyError, AnyGame, GameKind, Options};
use yipan_record::{ControlError, TimeControl};
use yipan_wire::{Spectators, Terms};

/// Terms that have been read and can be played.
#[derive(Clone, Debug)]
pub struct Agreement {
    /// Which game.
    pub kind: GameKind,
    /// From where, by which rules, with which modes.
    pub options: Options,
    /// The clocks.
    pub clock: TimeControl,
    /// The game before its first step.
    pub start: AnyGame,
}

/// Why terms cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermsError {
    /// There is no such game.
    Game {
        /// What was asked for.
        text: String,
    },
    /// The position, the rules or the modes are wrong.
    Options(Box<AnyError>),
    /// The clock is wrong.
    Clock(ControlError),
    /// Spectators would wait too long.
    Delay {
        /// What was asked for.
        plies: u16,
    },
    /// Something is longer than anybody needs.
    TooLong,
}

const LONGEST_DELAY: u16 = 100;

/// The most bytes of all texts of new terms together, and of the clock. Logs may hold longer ones of earlier versions.
const MAX_TERMS: usize = 1024;
const MAX_CLOCK: usize = 64;
const LONGEST_TEXT: usize = 4096;
const MOST_WORDS: usize = 24;

impl Agreement {
    /// Reads terms.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(terms: &Terms) -> Result<Agreement, TermsError> {
        let texts = terms.position.iter().chain(&terms.rules).chain(&terms.modes);
        let length: usize = texts.map(String::len).sum();
        if length > LONGEST_TEXT || terms.rules.len() > MOST_WORDS || terms.modes.len() > MOST_WORDS {
            return Err(TermsError::TooLong);
        }
        if let Spectators::Delay(plies) = terms.spectators
            && plies > LONGEST_DELAY
        {
            return Err(TermsError::Delay { plies });
        }
        let unknown = |_| TermsError::Game { text: terms.game.chars().take(40).collect() };
        let kind: GameKind = terms.game.parse().map_err(unknown)?;
        let (position, rules, modes) = (terms.position.clone(), terms.rules.clone(), terms.modes.clone());
        let options = Options { position, rules, modes };
        let start = AnyGame::start(kind, &options).map_err(|error| TermsError::Options(Box::new(error)))?;
        let clock = terms.clock.parse().map_err(TermsError::Clock)?;
        Ok(Agreement { kind, options, clock, start })
    }

    /// Checks new terms and writes them in one way, so that equal terms are equal texts and none is longer than it must be.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn normalize(terms: Terms) -> Result<Terms, TermsError> {
        let texts = terms.position.iter().chain(&terms.rules).chain(&terms.modes);
        let length: usize = texts.chain([&terms.game, &terms.clock]).map(String::len).sum();
        if length > MAX_TERMS || terms.clock.len() > MAX_CLOCK {
            return Err(TermsError::TooLong);
        }
        let read = Agreement::read(&terms)?;
        let trimmed = |text: String| text.trim().to_owned();
        Ok(Terms {
            game: read.kind.name().to_owned(),
            clock: read.clock.to_string(),
            position: terms.position.map(trimmed),
            rules: terms.rules.into_iter().map(trimmed).collect(),
            modes: terms.modes.into_iter().map(trimmed).collect(),
            ..terms
        })
    }

    /// Whether moves may be taken back: only where nothing secret or random would be drawn anew.
    #[must_use]
    pub fn allows_takeback(&self) -> bool {
        self.start.may_go_back()
    }
}
