use alloc::vec::Vec;

use yipan_core::{Effect, EffectSink, Mark, NullSink, Outcome, Reason, Turn};

use super::board::ModeBoard;
use super::chance_event::ChanceEvent;
use super::dice::{Dice, DicePhase, PieceKindSet};
use super::legal::{KnownModes, LegalMove};
use super::mines::Mines;
use super::options::{Modes, PortalOwnership};
use super::portals::Portals;
use super::resolve::{ActiveModes, resolve_move};
use crate::castling::CastlingPath;
use crate::{Action, ActionError, Bitboard, Color, Move, PieceKind, Position, Square, UciMove};

/// A game of chess with modes. An absent mode has no state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ModeGame {
    pub(crate) modes: Modes,
    pub(crate) board: ModeBoard,
    pub(crate) mines: Option<Mines>,
    pub(crate) portals: Option<Portals>,
    pub(crate) dice: Option<Dice>,
    /// The next stage once no chance event is pending.
    pub(super) next: Next,
    /// The keys of the turn starts since the last progress, the current one last.
    pub(super) turn_start_keys: Vec<u64>,
}

/// The next stage once no chance event is pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// A turn begins.
    TurnStart(Color),
    /// The last move is adjudicated.
    Adjudicate,
    /// A player must act.
    AwaitAction,
    /// The game has ended.
    Over(Outcome),
}

impl ModeGame {
    /// Starts a game from a position to which gravity has been applied.
    pub(crate) fn start(position: Position, modes: Modes) -> ModeGame {
        let mut mode_game = ModeGame {
            modes,
            board: ModeBoard::new(position),
            mines: modes.mines.map(Mines::new),
            portals: modes.portals.map(Portals::new),
            dice: modes.dice.map(|rules| Dice::new(rules, position.side_to_move())),
            next: Next::TurnStart(position.side_to_move()),
            turn_start_keys: Vec::new(),
        };
        mode_game.advance(&mut NullSink);
        mode_game
    }

    /// Returns the side to move.
    pub(crate) fn side_to_move(&self) -> Color {
        self.board.position.side_to_move()
    }

    /// Returns the modes that the side to move may take into account.
    pub(crate) fn known_modes(&self) -> KnownModes {
        self.known_modes_of(self.side_to_move())
    }

    pub(super) fn known_modes_of(&self, mover: Color) -> KnownModes {
        let pair = self.portals.map_or(Bitboard::EMPTY, |portals| portals.pair_for(mover));
        KnownModes { gravity: self.modes.gravity, portal_pair: pair }
    }

    /// Returns the first square with a legal en-passant capture, ignoring private portals.
    pub(crate) fn public_ep_square(&self) -> Option<Square> {
        let us = self.side_to_move();
        // A mine may have destroyed the king, and then legality is undefined.
        if self.board.ep_squares_for(us).is_empty()
            || self.board.position.by_color_and_kind(us, PieceKind::King).is_empty()
        {
            return None;
        }
        let mut known = self.known_modes();
        if self.portals.is_some_and(|portals| portals.ownership == PortalOwnership::Private) {
            known.portal_pair = Bitboard::EMPTY;
        }
        let moves = known.legal_moves(&self.board);
        let targets: Bitboard = moves
            .iter()
            .map(|legal_move| legal_move.mv)
            .filter(|mv| mv.is_en_passant())
            .map(Move::to)
            .collect();
        targets.first()
    }

    /// Whether a chance event is pending.
    pub(super) fn awaits_chance(&self) -> bool {
        self.mines.is_some_and(|mines| !mines.are_all_placed())
            || self.portals.is_some_and(|portals| portals.next_incomplete().is_some())
            || self.dice.as_ref().is_some_and(Dice::is_rolling)
    }

    pub(crate) fn turn(&self) -> Turn {
        match self.next {
            Next::Over(outcome) => Turn::Over(outcome),
            _ if self.awaits_chance() => Turn::Chance,
            _ => Turn::Player(self.side_to_move()),
        }
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match self.next {
            Next::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Whether the side to move is in check.
    pub(crate) fn in_check(&self) -> bool {
        self.board.checkers(self.side_to_move()).any()
    }

    pub(crate) fn actions(&self, out: &mut Vec<Action>) {
        if !matches!(self.turn(), Turn::Player(_)) {
            return;
        }
        let moves = self.known_modes().legal_moves(&self.board);
        let position = &self.board.position;
        for legal_move in &moves {
            let mv = legal_move.mv;
            let (plain, by_wild) = match &self.dice {
                Some(dice) if dice.phase == DicePhase::Turn => {
                    let usable = dice.usable_dice(position, mv.from());
                    // Under rule B the turn ends with the move, so which die is used does not matter.
                    (usable.pick_die(false).is_some(), dice.must_play_all() && usable.has_both())
                }
                _ => (true, false),
            };
            let uci = position.uci(mv);
            let choices = legal_move.promoted_by_portal && mv.promotes_to().is_none();
            let ucis = PieceKind::PROMOTIONS.into_iter().map(|kind| UciMove { promotion: Some(kind), ..uci });
            let ucis = ucis.filter(|_| choices).chain((!choices).then_some(uci));
            for uci in ucis.filter(|_| plain) {
                out.push(Action::Move(uci));
                if by_wild {
                    out.push(Action::MoveByWildDie(uci));
                }
            }
        }
        if let Some(dice) = &self.dice
            && dice.can_reroll(PieceKindSet::from_moves(position, &moves), origin_squares(&moves))
        {
            out.push(Action::Reroll);
        }
    }

    pub(crate) fn chance_outcomes(&self, out: &mut Vec<(ChanceEvent, u32)>) {
        if self.outcome().is_some() {
            return;
        }
        if let Some(mines) = &self.mines
            && !mines.are_all_placed()
        {
            return mines.chance_outcomes(out);
        }
        if let Some(portals) = &self.portals
            && portals.next_incomplete().is_some()
        {
            return portals.chance_outcomes(&self.board, out);
        }
        if let Some(dice) = &self.dice {
            dice.chance_outcomes(out);
        }
    }

    /// Applies a chance outcome.
    pub(crate) fn apply_chance(
        &mut self,
        event: ChanceEvent,
        effects: &mut impl EffectSink,
    ) -> Result<(), ActionError> {
        if let Some(outcome) = self.outcome() {
            return Err(ActionError::GameOver(outcome));
        }
        let mut outcomes = Vec::new();
        self.chance_outcomes(&mut outcomes);
        if !outcomes.iter().any(|(offered, _)| *offered == event) {
            return Err(ActionError::UnexpectedChanceEvent {
                event,
                example: outcomes.first().map(|(event, _)| *event),
            });
        }
        match (event, &mut self.mines, &mut self.portals, &mut self.dice) {
            (ChanceEvent::MineCount(count), Some(mines), ..) => mines.set_count(count),
            (ChanceEvent::Mine(at), Some(mines), ..) => {
                mines.place(at);
                effects.push(Effect::Mark { at: at.into(), mark: Mark::Mine });
            }
            (ChanceEvent::Portal(at), _, Some(portals), _) => {
                if let Some(side) = portals.next_incomplete() {
                    portals.add_square(side, at);
                    effects.push(Effect::Mark {
                        at: at.into(),
                        mark: Mark::Portal { owner: portals.private_owner(side) },
                    });
                }
            }
            (_, _, _, Some(dice)) => {
                let shown = dice.apply_roll(event, &self.board.position);
                let side = dice.owner;
                for face in shown {
                    effects.push(Effect::Rolled { side, face: face.into() });
                }
            }
            _ => {}
        }
        self.advance(effects);
        Ok(())
    }

    /// Applies an action of the side to move.
    pub(crate) fn apply_action(
        &mut self,
        action: Action,
        effects: &mut impl EffectSink,
    ) -> Result<(), ActionError> {
        match self.turn() {
            Turn::Over(outcome) => return Err(ActionError::GameOver(outcome)),
            Turn::Chance => return Err(ActionError::ChanceEventPending),
            Turn::Player(_) => {}
        }
        match action {
            Action::ClaimDraw => Err(ActionError::ClaimsDisabled),
            Action::Reroll => self.reroll(effects),
            Action::Move(uci) => self.play_move(uci, false, effects),
            Action::MoveByWildDie(uci) => self.play_move(uci, true, effects),
        }
    }

    fn play_move(
        &mut self,
        uci: UciMove,
        wild: bool,
        effects: &mut impl EffectSink,
    ) -> Result<(), ActionError> {
        let legal = self.known_modes().legal_moves(&self.board);
        let Some(LegalMove { mv, .. }) = self.find_legal_move(&legal, uci) else {
            return Err(self.illegal_move_error(uci));
        };
        self.play_legal_move(mv, uci.promotion, wild, effects)
    }

    /// Plays an action that [`ModeGame::actions`] has just listed, without looking for it again.
    pub(crate) fn play_unchecked(&mut self, action: Action) {
        let (uci, wild) = match action {
            Action::Move(uci) => (uci, false),
            Action::MoveByWildDie(uci) => (uci, true),
            Action::Reroll | Action::ClaimDraw => {
                let _ = self.apply_action(action, &mut NullSink);
                return;
            }
        };
        // The promotion of a pawn that a portal carries is not part of its move.
        let promotes = matches!(uci.to.rank(), 0 | 7);
        let exact = UciMove { promotion: uci.promotion.filter(|_| promotes), ..uci };
        let mv = self.board.position.resolve_uci_unchecked(exact);
        let _ = self.play_legal_move(mv, uci.promotion, wild, &mut NullSink);
    }

    fn play_legal_move(
        &mut self,
        mv: Move,
        promotion: Option<PieceKind>,
        wild: bool,
        effects: &mut impl EffectSink,
    ) -> Result<(), ActionError> {
        let kind = self.board.position.kind_at(mv.from());
        let mover = self.side_to_move();
        let pair = self.known_modes().portal_pair;
        if let Some(dice) = &mut self.dice
            && dice.phase == DicePhase::Turn
        {
            let usable = dice.usable_dice(&self.board.position, mv.from());
            // Under rule B the turn ends with the move, so there is no choice between two dice.
            let die =
                usable.pick_die(wild && dice.must_play_all()).filter(|_| !wild || usable.wild.is_some());
            let Some(die) = die else { return Err(self.dice_error(kind, wild)) };
            dice.use_die(die, kind);
        } else if wild {
            return Err(self.dice_error(kind, wild));
        }
        let active_modes = ActiveModes {
            gravity: self.modes.gravity,
            portal_pair: pair,
            mines: self.mines.as_mut(),
            promotion: promotion.unwrap_or(PieceKind::Queen),
        };
        let resolution = resolve_move(&mut self.board, mv, active_modes, effects);
        if let Some(loser) = resolution.king_destroyed {
            self.next = Next::Over(Outcome::win(loser.other(), Reason::KingMine));
            return Ok(());
        }
        if resolution.portal_used
            && let Some(portals) = &mut self.portals
        {
            let named = portals.private_owner(mover);
            for at in pair {
                effects.push(Effect::Unmark { at: at.into(), mark: Mark::Portal { owner: named } });
            }
            portals.close(mover);
        }
        self.next = Next::Adjudicate;
        self.advance(effects);
        Ok(())
    }

    /// Returns the legal move for a UCI move. Castling is accepted in both notations. A pawn that a portal
    /// promotes becomes a queen if no promotion is given.
    fn find_legal_move(&self, legal: &[LegalMove], uci: UciMove) -> Option<LegalMove> {
        let position = &self.board.position;
        let written = |legal_move: &&LegalMove| {
            let mv = legal_move.mv;
            let exact = position.uci(mv);
            let same_squares = (exact.from, exact.to) == (uci.from, uci.to);
            let castles = mv.is_castling()
                && mv.from() == uci.from
                && (mv.to() == uci.to || CastlingPath::new(mv.from(), mv.to()).king_to == uci.to);
            let carried = legal_move.promoted_by_portal && exact.promotion.is_none();
            let possible = uci.promotion.is_none_or(|kind| PieceKind::PROMOTIONS.contains(&kind));
            let promotes = exact.promotion == uci.promotion || carried && possible;
            (same_squares || castles) && promotes
        };
        let fits = |legal_move: &&LegalMove| position.uci(legal_move.mv) == uci;
        legal.iter().find(fits).or_else(|| legal.iter().find(written)).copied()
    }

    fn reroll(&mut self, effects: &mut impl EffectSink) -> Result<(), ActionError> {
        let legal = self.known_modes().legal_moves(&self.board);
        let (kinds, pieces, side) = (
            PieceKindSet::from_moves(&self.board.position, &legal),
            origin_squares(&legal),
            self.side_to_move(),
        );
        match &mut self.dice {
            Some(dice) if dice.can_reroll(kinds, pieces) => {
                dice.reroll(kinds, pieces, &self.board.position);
                let reason = yipan_core::TurnChange::Reroll;
                effects.push(Effect::TurnChanged { side: dice.owner, reason });
                Ok(())
            }
            Some(dice) => Err(ActionError::RerollUnavailable { remaining: dice.rerolls[side.index()] }),
            None => Err(ActionError::RerollUnavailable { remaining: 0 }),
        }
    }
}

/// Returns the squares of the pieces that have one of these moves.
pub(super) fn origin_squares(moves: &[LegalMove]) -> Bitboard {
    moves.iter().map(|legal_move| legal_move.mv.from()).collect()
}
