use crate::occupied::Occupied;
use crate::{Color, FacingRule, Kind, Piece, Point, Points, Position, RED, attacks};

/// A position as somebody describes it, which may be nonsense: a board editor, a FEN, a puzzle.
///
/// Nonsense may be described but never played: `Position::try_from(setup)` says what is wrong.
///
/// ```
/// use yipan_xiangqi::{Position, Setup, SetupError};
///
/// // Two generals face each other, so whoever is to move could take the other.
/// let facing: Setup = "9/9/4k4/9/9/9/9/9/4K4/9 w".parse()?;
/// assert!(facing.are_generals_facing());
/// assert!(matches!(Position::try_from(facing), Err(SetupError::GeneralEnPrise { .. })));
/// # Ok::<(), yipan_xiangqi::FenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The man on each point, from a0 to i9.
    pub men: [Option<Piece>; 90],
    /// The side to move.
    pub side: Color,
    /// Plies since the last capture.
    pub quiet_plies: u16,
    /// The number of the move to be played.
    pub move_number: u16,
}

/// Why a described position cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// Not exactly one general.
    Generals {
        /// Whose generals.
        color: Color,
        /// How many there are.
        count: u32,
    },
    /// More men of a kind than a game begins with.
    TooMany {
        /// Which men.
        man: Piece,
        /// How many there are.
        count: u32,
    },
    /// A man where it can never have come to.
    Misplaced {
        /// Which man.
        man: Piece,
        /// Where it stands.
        at: Point,
    },
    /// The side to move could take the general, or the generals face each other.
    GeneralEnPrise {
        /// The side to move.
        side: Color,
        /// The attackers.
        by: Points,
    },
}

impl Setup {
    /// The position every game begins with.
    #[must_use]
    pub fn start() -> Setup {
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
            .parse()
            .expect("the starting position reads")
    }

    /// Whether two generals stand on one file with nobody between them 将帅对脸.
    #[must_use]
    pub fn are_generals_facing(&self) -> bool {
        let find = |color| {
            Point::all().find(|point| self.men[point.index()] == Some(Piece { color, kind: Kind::General }))
        };
        let occupied: Occupied = Point::all().filter(|point| self.men[point.index()].is_some()).collect();
        match (find(RED), find(RED.other())) {
            (Some(red), Some(black)) => attacks::file(red, occupied).has(black),
            _ => false,
        }
    }
}

/// Whether a man of this kind can ever stand there.
fn can_stand(man: Piece, at: Point) -> bool {
    let (rank, file) = (at.rank_for(man.color), at.file());
    match man.kind {
        Kind::General => at.is_in_palace(man.color),
        // The five points joined by diagonals.
        Kind::Advisor => at.is_in_palace(man.color) && (rank + file) % 2 == 1,
        Kind::Elephant => matches!((rank, file), (0 | 4, 2 | 6) | (2, 0 | 4 | 8)),
        Kind::Pawn => rank >= 5 || rank >= 3 && file % 2 == 0,
        Kind::Horse | Kind::Rook | Kind::Cannon => true,
    }
}

impl Setup {
    /// The position, even if advisors, elephants or pawns stand where they can never have come to; puzzles do
    /// that. Everything else is asked for as always.
    ///
    /// # Errors
    /// What else is wrong.
    pub fn play_leniently(&self) -> Result<Position, SetupError> {
        let generals_only = |man: Piece, at| man.kind != Kind::General || can_stand(man, at);
        self.play(generals_only)
    }

    fn play(&self, may_stand: impl Fn(Piece, Point) -> bool) -> Result<Position, SetupError> {
        let setup = self;
        let mut position = Position {
            kinds: [Points::EMPTY; 7],
            colors: [Points::EMPTY; 2],
            occupied: Occupied::NONE,
            key: 0,
            quiet_plies: setup.quiet_plies,
            move_number: setup.move_number,
            side: setup.side,
            facing: FacingRule::Standard,
        };
        for (at, man) in Point::all().zip(setup.men) {
            if let Some(man) = man {
                if !may_stand(man, at) {
                    return Err(SetupError::Misplaced { man, at });
                }
                position.kinds[man.kind as usize] |= at.bit();
                position.colors[man.color.index()] |= at.bit();
                position.occupied = position.occupied.toggled(at);
            }
        }
        for color in Color::BOTH {
            for kind in Kind::ALL {
                let count = position.of(color, kind).len();
                if kind == Kind::General && count != 1 {
                    return Err(SetupError::Generals { color, count });
                }
                if count > kind.at_most() {
                    return Err(SetupError::TooMany { man: Piece { color, kind }, count });
                }
            }
        }
        let them = setup.side.other();
        let by = position.attackers(position.general(them), setup.side, position.occupied, Points::ALL);
        if by.any() {
            return Err(SetupError::GeneralEnPrise { side: setup.side, by });
        }
        position.key = position.compute_key();
        Ok(position)
    }
}

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Position, SetupError> {
        setup.play(can_stand)
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Setup {
        let mut men = [None; 90];
        for point in Point::all() {
            men[point.index()] = position.at(point);
        }
        let (quiet_plies, move_number) = (position.quiet_plies, position.move_number);
        Setup { men, side: position.side, quiet_plies, move_number }
    }
}
