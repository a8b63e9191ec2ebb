use crate::text::messages::text::Text;
use crate::text::messages::{review as text, terms};
use crate::tree::glyph::glyph_symbol;

/// The judgment of a move by the win probability that it lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgment {
    /// A loss of at least 5 percentage points.
    Inaccuracy,
    /// A loss of at least 10 percentage points.
    Mistake,
    /// A loss of at least 15 percentage points.
    Blunder,
}

impl Judgment {
    /// All judgments, from the smallest loss to the greatest.
    pub const ALL: [Judgment; 3] = [Judgment::Inaccuracy, Judgment::Mistake, Judgment::Blunder];

    /// Judges a loss of win probability, from 0 to 1; `None` for a good move.
    ///
    /// The thresholds are those of Lichess.
    #[must_use]
    pub fn of_loss(loss: f64) -> Option<Judgment> {
        match loss {
            loss if loss >= 0.15 => Some(Judgment::Blunder),
            loss if loss >= 0.10 => Some(Judgment::Mistake),
            loss if loss >= 0.05 => Some(Judgment::Inaccuracy),
            _ => None,
        }
    }

    /// Returns the numeric annotation glyph.
    #[must_use]
    pub const fn nag(self) -> u8 {
        match self {
            Judgment::Inaccuracy => 6,
            Judgment::Mistake => 2,
            Judgment::Blunder => 4,
        }
    }

    /// Returns the symbol of the glyph.
    #[must_use]
    pub fn symbol(self) -> String {
        glyph_symbol(self.nag())
    }

    /// Returns the name, for the style sheet.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Judgment::Inaccuracy => "inaccuracy",
            Judgment::Mistake => "mistake",
            Judgment::Blunder => "blunder",
        }
    }

    /// Returns the heading of a column of such moves.
    #[must_use]
    pub const fn plural(self) -> Text {
        match self {
            Judgment::Inaccuracy => text::INACCURACIES,
            Judgment::Mistake => text::MISTAKES,
            Judgment::Blunder => text::BLUNDERS,
        }
    }

    /// Returns the explanation of the term.
    #[must_use]
    pub const fn explanation(self) -> Text {
        match self {
            Judgment::Inaccuracy => terms::INACCURACY,
            Judgment::Mistake => terms::MISTAKE,
            Judgment::Blunder => terms::BLUNDER,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greater_losses_have_worse_glyphs() {
        let symbol = |loss| Judgment::of_loss(loss).map(Judgment::symbol);
        assert_eq!(symbol(0.0), None);
        assert_eq!(symbol(-0.3), None);
        assert_eq!(symbol(0.049), None);
        assert_eq!(symbol(0.05).as_deref(), Some("?!"));
        assert_eq!(symbol(0.12).as_deref(), Some("?"));
        assert_eq!(symbol(0.9).as_deref(), Some("??"));
    }
}
