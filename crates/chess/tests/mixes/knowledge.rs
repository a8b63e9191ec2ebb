//! What a viewer may know of a game of chess, by the words of the rule book: a model that walks squares one at a time, is
//! folded from the true effects, and shares no code with what it judges.

use std::collections::BTreeMap;

use yipan_chess::{
    Bitboard, Chess, ChessSetup, ChessView, Color, DiceRule, DiceView, Face, Kind, Modes, Square,
};
use yipan_rules::{Cause, Cell, Effect, Game, Handover, Man, Mark, Turn, Viewer};

use crate::mixes::{Board, beside, forward};

/// All there is to know of a game, folded from its effects.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Model {
    pub(crate) modes: Modes,
    pub(crate) board: Board,
    /// The pawns that may still make a double step.
    pub(crate) fresh: Bitboard,
    /// Double steps that may be answered in passing: the square passed, and where the pawn stands.
    pub(crate) passed: Vec<(Square, Square)>,
    /// Captured and exploded men of each side by kind.
    pub(crate) lost: [[[u8; 6]; 2]; 2],
    pub(crate) craters: Bitboard,
    pub(crate) mines: Bitboard,
    pub(crate) portals: Vec<(Option<Color>, Square)>,
    pub(crate) hints: [BTreeMap<Square, u8>; 2],
}

/// What a viewer may know of a game as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Knowledge {
    pub(crate) turn: Turn,
    pub(crate) visible: Bitboard,
    pub(crate) men: Vec<(Square, Man)>,
    /// Castling rights and counters; of a game in fog nobody knows them all.
    pub(crate) position: Option<String>,
    /// Castling rooks, pawns with a double step, and squares where the viewer may take in passing.
    pub(crate) rights: [Bitboard; 3],
    pub(crate) check: bool,
    pub(crate) dice: Option<DiceView>,
    pub(crate) portals: Vec<(Option<Color>, Square)>,
    pub(crate) craters: Bitboard,
    pub(crate) mines: Bitboard,
    pub(crate) hints: Vec<(Square, u8)>,
    pub(crate) lost: [[[u8; 6]; 2]; 2],
}

/// What a viewer may know of a step besides what there is to know before and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) step: Option<String>,
    pub(crate) explosions: Vec<(Square, Man)>,
    pub(crate) captures: Vec<(Square, Man)>,
    /// The ways that men went, leg by leg: all of them, or in fog the viewer's own.
    pub(crate) ways: Vec<(Square, Square)>,
    pub(crate) hands: Vec<(Color, Handover)>,
    pub(crate) rolls: Vec<(Color, char, Option<Cell>)>,
}

pub(crate) fn square(cell: Cell) -> Square {
    Square::at(cell.file, cell.rank).expect("chess has 64 squares")
}

impl Model {
    pub(crate) fn new(setup: &ChessSetup, game: &Chess) -> Model {
        let board = Board::of(game);
        let fresh = |(at, man): &(Square, Man)| man.letter == 'P' && at.rank_for(man.seat) == 1;
        Model {
            modes: setup.modes(),
            fresh: board.men().filter(fresh).map(|(at, _)| at).collect(),
            board,
            passed: Vec::new(),
            lost: Default::default(),
            craters: Bitboard::EMPTY,
            mines: Bitboard::EMPTY,
            portals: Vec::new(),
            hints: Default::default(),
        }
    }

    /// The man on a square leaves it, and with it what depended on its standing there.
    pub(crate) fn leave(&mut self, at: Square) -> Option<Man> {
        self.fresh = self.fresh.without(at.bit());
        self.passed.retain(|(_, pawn)| *pawn != at);
        self.board.0[at.index()].take()
    }

    pub(crate) fn happen(&mut self, effect: &Effect) {
        match *effect {
            Effect::Slide { from, to, cause } => {
                let (from, to) = (square(from), square(to));
                let keeps_double_step = cause == Cause::Gravity && self.fresh.has(from);
                let man = self.leave(from);
                self.board.0[to.index()] = man;
                if keeps_double_step {
                    self.fresh |= to.bit();
                }
                let pawn = man.is_some_and(|man| man.letter == 'P');
                if pawn && cause == Cause::Move && from.rank().abs_diff(to.rank()) == 2 {
                    let passed = Square::at(from.file(), (from.rank() + to.rank()) / 2);
                    self.passed.extend(passed.map(|passed| (passed, to)));
                }
            }
            Effect::Swap { a, b, .. } => self.board.0.swap(square(a).index(), square(b).index()),
            Effect::Vanish { at, cause } => {
                if let Some(man) = self.leave(square(at)) {
                    let kind = Kind::from_letter(man.letter).expect("a man of chess");
                    self.lost[usize::from(cause == Cause::Mine)][man.seat.index()][kind as usize] += 1;
                }
            }
            Effect::Become { at, man, .. } => self.board.0[square(at).index()] = Some(man),
            Effect::Mark { at, mark } => match mark {
                Mark::Mine => self.mines |= square(at).bit(),
                Mark::Crater => {
                    self.mines = self.mines.without(square(at).bit());
                    self.craters |= square(at).bit();
                }
                Mark::Portal(owner) => self.portals.push((owner, square(at))),
                Mark::Hint { to, mines } => drop(self.hints[to.index()].insert(square(at), mines)),
            },
            Effect::Unmark { at, mark } => {
                self.portals.retain(|&(owner, end)| (Mark::Portal(owner), end) != (mark, square(at)));
            }
            _ => {}
        }
    }

    /// The model after a step, which `mover` took if it is a move.
    pub(crate) fn after(&self, mover: Option<Color>, effects: &[Effect]) -> Model {
        let mut next = self.clone();
        // A pawn may be taken in passing with the next move only.
        let own = |pawn: &Square| self.board.0[pawn.index()].map(|man| man.seat) == mover;
        next.passed.retain(|(_, pawn)| mover.is_none() || own(pawn));
        effects.iter().for_each(|effect| next.happen(effect));
        next
    }

    /// The squares that `seat` sees: the own, every one its men could go to if their king were safe, those its pawns
    /// attack, and a pawn it could take in passing.
    pub(crate) fn seen_by(&self, seat: Color) -> Bitboard {
        let empty = |at: &Square| self.board.0[at.index()].is_none();
        let mut seen = Bitboard::EMPTY;
        for (at, man) in self.board.men().filter(|(_, man)| man.seat == seat) {
            let attacked = self.board.attacks(at);
            seen |= at.bit() | attacked;
            if man.letter == 'P' {
                let once = beside(at, (0, forward(seat))).filter(empty);
                let twice = once.filter(|_| self.fresh.has(at)).and_then(|at| beside(at, (0, forward(seat))));
                seen |= once.into_iter().chain(twice.filter(empty)).collect::<Bitboard>();
                let victims = self.passed.iter().filter(|(passed, _)| self.takes_in_passing(at, *passed));
                seen |= victims.map(|(_, pawn)| *pawn).collect::<Bitboard>();
            }
        }
        seen
    }

    /// Whether the man on `at` is a pawn that may take the one that passed this square.
    pub(crate) fn takes_in_passing(&self, at: Square, passed: Square) -> bool {
        let pawn = self.board.0[at.index()].filter(|man| man.letter == 'P');
        let enemy = pawn.is_some_and(|man| passed.rank_for(man.seat) == 5);
        enemy && self.board.attacks(at).has(passed) && self.board.0[passed.index()].is_none()
    }

    /// Whether nothing is hidden in fog from a viewer.
    pub(crate) fn is_clear(&self, game: &Chess) -> bool {
        !self.modes.fog || game.outcome().is_some()
    }

    pub(crate) fn visible(&self, game: &Chess, viewer: Viewer) -> Bitboard {
        match viewer {
            _ if self.is_clear(game) => Bitboard::ALL,
            Viewer::Player(seat) => self.seen_by(seat),
            _ => Bitboard::EMPTY,
        }
    }

    pub(crate) fn knowledge(&self, game: &Chess, viewer: Viewer) -> Knowledge {
        let (clear, over) = (self.is_clear(game), game.outcome().is_some());
        let visible = self.visible(game, viewer);
        let known = |owner: Option<Color>| owner.is_none_or(|owner| over || viewer == Viewer::Player(owner));
        let mut portals = self.portals.clone();
        portals.retain(|&(owner, end)| known(owner) && visible.has(end));
        portals.sort_unstable();
        let mut dice = self.modes.dice.and_then(|_| game.view(Viewer::Arbiter).dice);
        if let Some(dice) = dice.as_mut().filter(|dice| !clear && viewer != Viewer::Player(dice.owner)) {
            self.hide_places(dice);
        }
        Knowledge {
            turn: game.turn(),
            visible,
            men: self.board.men().filter(|(at, _)| visible.has(*at)).collect(),
            position: clear.then(|| game.position().to_string()),
            rights: self.rights(game, viewer),
            check: self.board.in_check(game.position().side()),
            dice,
            portals,
            craters: self.craters,
            mines: if over { self.mines } else { Bitboard::EMPTY },
            hints: match viewer {
                Viewer::Player(seat) => self.hints[seat.index()].clone().into_iter().collect(),
                _ => Vec::new(),
            },
            lost: self.lost,
        }
    }

    /// Of men that have not moved, or just did, everybody knows the own; without fog also the others.
    pub(crate) fn rights(&self, game: &Chess, viewer: Viewer) -> [Bitboard; 3] {
        let own = match viewer {
            Viewer::Player(seat) => Some(seat),
            _ => Some(game.position().side()).filter(|_| self.is_clear(game)),
        };
        let Some(own) = own else { return [Bitboard::EMPTY; 3] };
        let men = |seat| self.board.men().filter(move |(_, man)| man.seat == seat).map(|(at, _)| at);
        let known = if self.is_clear(game) { Bitboard::ALL } else { men(own).collect() };
        let castling = Color::BOTH.map(|seat| game.position().castling_rooks(seat));
        let passed = self
            .passed
            .iter()
            .filter(|(passed, _)| men(own).any(|pawn| self.takes_in_passing(pawn, *passed)));
        [(castling[0] | castling[1]) & known, self.fresh & known, passed.map(|(passed, _)| *passed).collect()]
    }

    /// In fog the other player's dice show types, and under rule A which are used; not which men, nor which are dead.
    pub(crate) fn hide_places(&self, dice: &mut DiceView) {
        let one = self.modes.dice.is_some_and(|dice| dice.rule == DiceRule::One);
        for die in &mut dice.dice {
            if let Face::Man(_, kind) = die.face {
                die.face = Face::Kind(kind);
            }
            die.used &= !one;
            die.dead = None;
        }
        let order = |face| match face {
            Face::Kind(kind) | Face::Man(_, kind) => kind as u8,
            Face::Wild => 6,
            Face::Blank => 7,
        };
        dice.dice.sort_by_key(|die| (order(die.face), die.used));
        dice.king_moved = false;
    }
}

impl Knowledge {
    /// What a view shows, in the same words.
    pub(crate) fn shown(view: ChessView) -> Knowledge {
        let lost = |count: &dyn Fn(Color, Kind) -> u8| {
            Color::BOTH.map(|seat| Kind::ALL.map(|kind| count(seat, kind)))
        };
        let mut portals: Vec<_> = view
            .portals
            .iter()
            .flat_map(|&(owner, pair)| pair.into_iter().map(move |at| (owner, at)))
            .collect();
        portals.sort_unstable();
        Knowledge {
            turn: view.turn,
            visible: view.visible,
            men: view.men.into_iter().map(|(at, piece)| (at, piece.into())).collect(),
            position: view.position.map(|position| position.to_string()),
            rights: [view.rights.castling, view.rights.fresh, view.rights.passed],
            check: view.check,
            dice: view.dice,
            portals,
            craters: view.craters,
            mines: view.mines,
            hints: view.hints,
            lost: [
                lost(&|seat, kind| view.losses.captured(seat, kind)),
                lost(&|seat, kind| view.losses.exploded(seat, kind)),
            ],
        }
    }
}
