//! The state of a game from its effects, and the part of it that a viewer may know.

use std::collections::BTreeMap;

use yipan_chess::{
    Action, Bitboard, ChanceEvent, Chess, ChessSetup, ChessView, Color, DiceRule, DiceView, Face, Modes,
    PieceKind, Square,
};
use yipan_core::{AnyPiece, Cause, Cell, Effect, Game, Mark, Step, Turn, Viewer};

use crate::board::{Board, forward, offset_square};

/// A step of a game of chess.
pub type ChessStep = Step<Action, ChanceEvent>;

/// The complete state of a game, computed from its effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The modes of the game.
    pub modes: Modes,
    /// The pieces on their actual squares.
    pub board: Board,
    /// The pawns that may still make a double step.
    pub unmoved_pawns: Bitboard,
    /// Double steps that may be answered en passant: the skipped square and the square of the pawn.
    pub ep_squares: Vec<(Square, Square)>,
    /// Captured and exploded pieces of each side by kind.
    pub lost: [[[u8; 6]; 2]; 2],
    /// The squares where mines exploded.
    pub craters: Bitboard,
    /// The squares of the mines that are left.
    pub mines: Bitboard,
    /// The ends of the portals, each with its owner if it is private.
    pub portals: Vec<(Option<Color>, Square)>,
    /// The numbers of mines around squares, as each side was shown them.
    pub mine_counts: [BTreeMap<Square, u8>; 2],
}

/// The information that a viewer may have about the current state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knowledge {
    /// The side that acts, chance, or the outcome.
    pub turn: Turn,
    /// The squares that the viewer sees.
    pub visible: Bitboard,
    /// The pieces on these squares.
    pub pieces: Vec<(Square, AnyPiece)>,
    /// Castling rights and counters; in fog no player knows them all.
    pub position: Option<String>,
    /// Castling rooks, pawns with a double step, and squares where the viewer may capture en passant.
    pub rights: [Bitboard; 3],
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The dice, without the pieces of hidden ones.
    pub dice: Option<DiceView>,
    /// The known ends of portals, sorted.
    pub portals: Vec<(Option<Color>, Square)>,
    /// The squares where mines exploded.
    pub craters: Bitboard,
    /// The remaining mines, after the game only.
    pub mines: Bitboard,
    /// The numbers of mines around squares that the viewer was shown.
    pub mine_counts: Vec<(Square, u8)>,
    /// Captured and exploded pieces of each side by kind.
    pub lost: [[[u8; 6]; 2]; 2],
}

/// Converts a cell.
///
/// # Panics
/// Panics if the cell is not on the board.
#[must_use]
pub fn square(cell: Cell) -> Square {
    Square::from_coords(cell.file, cell.rank).expect("chess has 64 squares")
}

/// Returns the square that a pawn skipped before the start, according to the FEN of the setup, and that of the pawn.
fn initial_ep_square(setup: &ChessSetup, game: &Chess) -> Option<(Square, Square)> {
    let text = setup.to_string();
    let passed = text.split(' ').nth(3)?.parse().ok()?;
    let pawn = offset_square(passed, (0, forward(game.position().side_to_move().other())))?;
    Some((passed, pawn))
}

impl Model {
    /// Creates the model of a game that has just started.
    #[must_use]
    pub fn new(setup: &ChessSetup, game: &Chess) -> Model {
        let board = Board::of(game);
        let fresh = |(at, piece): &(Square, AnyPiece)| piece.letter == 'P' && at.rank_for(piece.side) == 1;
        Model {
            modes: setup.modes(),
            unmoved_pawns: board.pieces().filter(fresh).map(|(at, _)| at).collect(),
            ep_squares: initial_ep_square(setup, game).into_iter().collect(),
            board,
            lost: Default::default(),
            craters: Bitboard::EMPTY,
            mines: Bitboard::EMPTY,
            portals: Vec::new(),
            mine_counts: Default::default(),
        }
    }

    /// Removes the piece on a square and the state that depends on it.
    pub fn remove_piece(&mut self, at: Square) -> Option<AnyPiece> {
        self.unmoved_pawns = self.unmoved_pawns.without(at.bit());
        self.ep_squares.retain(|(_, pawn)| *pawn != at);
        self.board.0[at.index()].take()
    }

    /// Applies one effect of a step.
    pub fn apply_effect(&mut self, effect: &Effect) {
        match *effect {
            Effect::Slide { from, to, cause } => {
                let (from, to) = (square(from), square(to));
                let keeps_double_step = cause == Cause::Gravity && self.unmoved_pawns.contains(from);
                let piece = self.remove_piece(from);
                self.board.0[to.index()] = piece;
                if keeps_double_step {
                    self.unmoved_pawns |= to.bit();
                }
                let pawn = piece.is_some_and(|piece| piece.letter == 'P');
                if pawn && cause == Cause::Move && from.rank().abs_diff(to.rank()) == 2 {
                    let passed = Square::from_coords(from.file(), (from.rank() + to.rank()) / 2);
                    self.ep_squares.extend(passed.map(|passed| (passed, to)));
                }
            }
            Effect::Swap { a, b, .. } => self.board.0.swap(square(a).index(), square(b).index()),
            Effect::Vanish { at, cause } => {
                if let Some(piece) = self.remove_piece(square(at)) {
                    let kind = PieceKind::from_letter(piece.letter).expect("a chess piece");
                    self.lost[usize::from(cause == Cause::Mine)][piece.side.index()][kind as usize] += 1;
                }
            }
            Effect::Become { at, piece, .. } => self.board.0[square(at).index()] = Some(piece),
            Effect::Mark { at, mark } => match mark {
                Mark::Mine => self.mines |= square(at).bit(),
                Mark::Crater => {
                    self.mines = self.mines.without(square(at).bit());
                    self.craters |= square(at).bit();
                }
                Mark::Portal { owner } => self.portals.push((owner, square(at))),
                Mark::MineCount { viewer, mines } => {
                    self.mine_counts[viewer.index()].insert(square(at), mines);
                }
            },
            Effect::Unmark { at, mark } => {
                self.portals.retain(|&(owner, end)| (Mark::Portal { owner }, end) != (mark, square(at)));
            }
            _ => {}
        }
    }

    /// Returns the model after a step of the game with these effects.
    #[must_use]
    pub fn after(&self, before: &Chess, step: ChessStep, effects: &[Effect]) -> Model {
        let mover = match (before.turn(), step) {
            (Turn::Player(mover), Step::Action(Action::Move(_) | Action::MoveByWildDie(_))) => Some(mover),
            _ => None,
        };
        let mut next = self.clone();
        // A pawn may be captured en passant with the next move only.
        let own = |pawn: &Square| self.board.0[pawn.index()].map(|piece| piece.side) == mover;
        next.ep_squares.retain(|(_, pawn)| mover.is_none() || own(pawn));
        effects.iter().for_each(|effect| next.apply_effect(effect));
        next
    }

    /// Returns the squares that `side` sees: its own, every square its pieces could move to regardless of
    /// check, those its pawns attack, and a pawn it could capture en passant.
    #[must_use]
    pub fn seen_by(&self, side: Color) -> Bitboard {
        let empty = |at: &Square| self.board.0[at.index()].is_none();
        let mut seen = Bitboard::EMPTY;
        for (at, piece) in self.board.pieces().filter(|(_, piece)| piece.side == side) {
            let attacked = self.board.attacks(at);
            seen |= at.bit() | attacked;
            if piece.letter == 'P' {
                let once = offset_square(at, (0, forward(side))).filter(empty);
                let twice = once
                    .filter(|_| self.unmoved_pawns.contains(at))
                    .and_then(|at| offset_square(at, (0, forward(side))));
                seen |= once.into_iter().chain(twice.filter(empty)).collect::<Bitboard>();
                let victims =
                    self.ep_squares.iter().filter(|(passed, _)| self.captures_en_passant(at, *passed));
                seen |= victims.map(|(_, pawn)| *pawn).collect::<Bitboard>();
            }
        }
        seen
    }

    /// Whether the piece on `at` is a pawn that may capture en passant on the skipped square.
    #[must_use]
    pub fn captures_en_passant(&self, at: Square, passed: Square) -> bool {
        let pawn = self.board.0[at.index()].filter(|piece| piece.letter == 'P');
        let enemy = pawn.is_some_and(|piece| passed.rank_for(piece.side) == 5);
        enemy && self.board.attacks(at).contains(passed) && self.board.0[passed.index()].is_none()
    }

    /// Whether fog hides nothing from the viewer.
    #[must_use]
    pub fn is_clear(&self, game: &Chess) -> bool {
        !self.modes.fog || game.outcome().is_some()
    }

    /// Returns the squares that a viewer sees.
    #[must_use]
    pub fn visible(&self, game: &Chess, viewer: Viewer) -> Bitboard {
        match viewer {
            _ if self.is_clear(game) => Bitboard::ALL,
            Viewer::Player(side) => self.seen_by(side),
            _ => Bitboard::EMPTY,
        }
    }

    /// Returns the information that a viewer may have.
    #[must_use]
    pub fn knowledge(&self, game: &Chess, viewer: Viewer) -> Knowledge {
        let (clear, over) = (self.is_clear(game), game.outcome().is_some());
        let visible = self.visible(game, viewer);
        let known = |owner: Option<Color>| owner.is_none_or(|owner| over || viewer == Viewer::Player(owner));
        let mut portals = self.portals.clone();
        portals.retain(|&(owner, end)| known(owner) && visible.contains(end));
        portals.sort_unstable();
        let mut dice = self.modes.dice.and_then(|_| game.view(Viewer::Arbiter).dice);
        if let Some(dice) = dice.as_mut().filter(|dice| !clear && viewer != Viewer::Player(dice.owner)) {
            self.hide_squares(dice);
        }
        Knowledge {
            turn: game.turn(),
            visible,
            pieces: self.board.pieces().filter(|(at, _)| visible.contains(*at)).collect(),
            position: clear.then(|| game.position().to_string()),
            rights: self.rights(game, viewer),
            in_check: self.board.in_check(game.position().side_to_move()),
            dice,
            portals,
            craters: self.craters,
            mines: if over { self.mines } else { Bitboard::EMPTY },
            mine_counts: match viewer {
                Viewer::Player(side) => self.mine_counts[side.index()].clone().into_iter().collect(),
                _ => Vec::new(),
            },
            lost: self.lost,
        }
    }

    /// Returns the special-move rights: each player knows their own; without fog also the opponent's.
    fn rights(&self, game: &Chess, viewer: Viewer) -> [Bitboard; 3] {
        let own = match viewer {
            Viewer::Player(side) => Some(side),
            _ => Some(game.position().side_to_move()).filter(|_| self.is_clear(game)),
        };
        let Some(own) = own else { return [Bitboard::EMPTY; 3] };
        let pieces =
            |side| self.board.pieces().filter(move |(_, piece)| piece.side == side).map(|(at, _)| at);
        let known = if self.is_clear(game) { Bitboard::ALL } else { pieces(own).collect() };
        let castling = Color::BOTH.map(|side| game.position().castling_rooks(side));
        let passed = self
            .ep_squares
            .iter()
            .filter(|(passed, _)| pieces(own).any(|pawn| self.captures_en_passant(pawn, *passed)));
        [
            (castling[0] | castling[1]) & known,
            self.unmoved_pawns & known,
            passed.map(|(passed, _)| *passed).collect(),
        ]
    }

    /// In fog the opponent's dice show kinds, and under rule A which are used; neither the pieces nor which
    /// dice are dead.
    fn hide_squares(&self, dice: &mut DiceView) {
        let one = self.modes.dice.is_some_and(|dice| dice.rule == DiceRule::One);
        for die in &mut dice.dice {
            if let Face::Piece(_, kind) = die.face {
                die.face = Face::Kind(kind);
            }
            die.used &= !one;
            die.dead = None;
        }
        let order = |face| match face {
            Face::Kind(kind) | Face::Piece(_, kind) => kind as u8,
            Face::Wild => 6,
            Face::Unrolled => 7,
        };
        dice.dice.sort_by_key(|die| (order(die.face), die.used));
        dice.king_moved = false;
    }
}

impl Knowledge {
    /// Converts a view.
    #[must_use]
    pub fn from_view(view: ChessView) -> Knowledge {
        let lost = |count: &dyn Fn(Color, PieceKind) -> u8| {
            Color::BOTH.map(|side| PieceKind::ALL.map(|kind| count(side, kind)))
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
            pieces: view.pieces.into_iter().map(|(at, piece)| (at, piece.into())).collect(),
            position: view.position.map(|position| position.to_string()),
            rights: [view.rights.castling, view.rights.unmoved_pawns, view.rights.ep_squares],
            in_check: view.in_check,
            dice: view.dice,
            portals,
            craters: view.craters,
            mines: view.mines,
            mine_counts: view.mine_counts,
            lost: [
                lost(&|side, kind| view.lost_pieces.captured(side, kind)),
                lost(&|side, kind| view.lost_pieces.exploded(side, kind)),
            ],
        }
    }
}
