use yipan_rules::{Effect, Mark, Outcome, Reason, Sink, Turn};

use super::agreed::{Modes, PortalOwner};
use super::dice::{Dice, Kinds, Phase};
use super::draw::Draw;
use super::field::Field;
use super::gravity::{self, Followed};
use super::legal::{Candidate, Known};
use super::mines::Mines;
use super::portals::Portals;
use super::stages::{Forces, resolve};
use crate::castling::CastlingPath;
use crate::{Action, Bitboard, Color, Illegal, Kind, Move, Position, Square, Uci};

/// A game of chess with modes. An absent mode has no state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Modal {
    pub(crate) modes: Modes,
    pub(crate) field: Field,
    pub(crate) mines: Option<Mines>,
    pub(crate) portals: Option<Portals>,
    pub(crate) dice: Option<Dice>,
    /// What follows when nothing is left to be drawn.
    pub(super) next: Next,
    /// The keys of the turn starts since quiet was last broken, the last one last.
    pub(super) keys: Vec<u64>,
}

/// What follows when nothing is left to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// A turn begins.
    TurnStart(Color),
    /// What the last move led to is judged.
    Judgement,
    /// Somebody acts.
    Act,
    /// Nothing: the game has ended.
    Over(Outcome),
}

/// A position as it lies when everything has fallen; castling is impossible there, for nothing stands free.
pub(crate) fn settled(position: Position) -> Position {
    let mut field = Field::new(position);
    field.position.lose_castling(field.position.castling);
    gravity::settle(&mut field, &mut Followed::default(), &mut yipan_rules::Discard);
    // A pawn that fell was not passed by anybody.
    let passed = field.passed_before(position.side()).first();
    Position { passed, ..field.position }
}

impl Modal {
    /// A game from a position that has come to rest.
    pub(crate) fn start(position: Position, modes: Modes) -> Modal {
        let mut modal = Modal {
            modes,
            field: Field::new(position),
            mines: modes.mines.map(Mines::new),
            portals: modes.portals.map(Portals::new),
            dice: modes.dice.map(|rules| Dice::new(rules, position.side())),
            next: Next::TurnStart(position.side()),
            keys: Vec::new(),
        };
        modal.proceed(&mut yipan_rules::Discard);
        modal
    }

    /// The side to move.
    pub(crate) fn side(&self) -> Color {
        self.field.position.side()
    }

    /// What the side to move may reckon with.
    pub(crate) fn known(&self) -> Known {
        self.known_to(self.side())
    }

    pub(super) fn known_to(&self, mover: Color) -> Known {
        let pair = self.portals.map_or(Bitboard::EMPTY, |portals| portals.pair_of(mover));
        Known { gravity: self.modes.gravity, pair }
    }

    /// The first square on which the side to move may take in passing, as far as everyone knows: without private portals.
    pub(crate) fn en_passant(&self) -> Option<Square> {
        let us = self.side();
        // The king may have gone with a mine, and then no move can be judged.
        if self.field.passed_before(us).is_empty() || self.field.position.of(us, Kind::King).is_empty() {
            return None;
        }
        let mut known = self.known();
        if self.portals.is_some_and(|portals| portals.owner == PortalOwner::Private) {
            known.pair = Bitboard::EMPTY;
        }
        let moves = known.moves(&self.field);
        let targets: Bitboard = moves
            .iter()
            .map(|candidate| candidate.mv)
            .filter(|mv| mv.is_en_passant())
            .map(Move::to)
            .collect();
        targets.first()
    }

    /// Whether something is to be drawn before the game goes on.
    pub(super) fn awaits_chance(&self) -> bool {
        self.mines.is_some_and(|mines| !mines.are_laid())
            || self.portals.is_some_and(|portals| portals.missing().is_some())
            || self.dice.as_ref().is_some_and(Dice::is_rolling)
    }

    pub(crate) fn turn(&self) -> Turn {
        match self.next {
            Next::Over(outcome) => Turn::Over(outcome),
            _ if self.awaits_chance() => Turn::Chance,
            _ => Turn::Player(self.side()),
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
        self.field.checkers(self.side()).any()
    }

    pub(crate) fn actions(&self, out: &mut Vec<Action>) {
        if !matches!(self.turn(), Turn::Player(_)) {
            return;
        }
        let moves = self.known().moves(&self.field);
        let position = &self.field.position;
        for candidate in &moves {
            let mv = candidate.mv;
            let (plain, by_wild) = match &self.dice {
                Some(dice) if dice.phase == Phase::Turn => {
                    let fitting = dice.fitting(position, mv.from());
                    // Under rule B the turn ends with the move, whichever die moved it.
                    (fitting.choose(false).is_some(), dice.all() && fitting.both())
                }
                _ => (true, false),
            };
            let uci = position.uci(mv);
            let choices = candidate.carried_to_promotion && mv.promotes_to().is_none();
            let ucis = Kind::PROMOTIONS.into_iter().map(|kind| Uci { promotion: Some(kind), ..uci });
            let ucis = ucis.filter(|_| choices).chain((!choices).then_some(uci));
            for uci in ucis.filter(|_| plain) {
                out.push(Action::Move(uci));
                if by_wild {
                    out.push(Action::MoveByWild(uci));
                }
            }
        }
        if let Some(dice) = &self.dice
            && dice.may_reroll(Kinds::of(position, &moves), men_of(&moves))
        {
            out.push(Action::Reroll);
        }
    }

    pub(crate) fn draws(&self, out: &mut Vec<(Draw, u32)>) {
        if self.outcome().is_some() {
            return;
        }
        if let Some(mines) = &self.mines
            && !mines.are_laid()
        {
            return mines.draws(out);
        }
        if let Some(portals) = &self.portals
            && portals.missing().is_some()
        {
            return portals.draws(&self.field, out);
        }
        if let Some(dice) = &self.dice {
            dice.draws(out);
        }
    }

    /// Takes a draw of chance.
    pub(crate) fn draw(&mut self, draw: Draw, effects: &mut impl Sink) -> Result<(), Illegal> {
        if let Some(outcome) = self.outcome() {
            return Err(Illegal::Over(outcome));
        }
        let mut draws = Vec::new();
        self.draws(&mut draws);
        if !draws.iter().any(|(offered, _)| *offered == draw) {
            return Err(Illegal::NotDrawn { draw, offered: draws.first().map(|(draw, _)| *draw) });
        }
        match (draw, &mut self.mines, &mut self.portals, &mut self.dice) {
            (Draw::MineCount(count), Some(mines), ..) => mines.set_count(count),
            (Draw::Mine(at), Some(mines), ..) => {
                mines.lay(at);
                effects.push(Effect::Mark { at: at.into(), mark: Mark::Mine });
            }
            (Draw::Portal(at), _, Some(portals), _) => {
                if let Some(seat) = portals.missing() {
                    portals.open(seat, at);
                    effects.push(Effect::Mark { at: at.into(), mark: Mark::Portal(portals.named(seat)) });
                }
            }
            (_, _, _, Some(dice)) => {
                let shown = dice.show(draw, &self.field.position);
                let seat = dice.owner;
                for face in shown {
                    effects.push(Effect::Rolled { seat, face: face.into() });
                }
            }
            _ => {}
        }
        self.proceed(effects);
        Ok(())
    }

    /// Takes an action of the side to move.
    pub(crate) fn act(&mut self, action: Action, effects: &mut impl Sink) -> Result<(), Illegal> {
        match self.turn() {
            Turn::Over(outcome) => return Err(Illegal::Over(outcome)),
            Turn::Chance => return Err(Illegal::ChanceFirst),
            Turn::Player(_) => {}
        }
        match action {
            Action::ClaimDraw => Err(Illegal::NoClaims),
            Action::Reroll => self.reroll(effects),
            Action::Move(uci) => self.play(uci, false, effects),
            Action::MoveByWild(uci) => self.play(uci, true, effects),
        }
    }

    fn play(&mut self, uci: Uci, wild: bool, effects: &mut impl Sink) -> Result<(), Illegal> {
        let legal = self.known().moves(&self.field);
        let Some(candidate) = self.find(&legal, uci) else { return Err(self.refusal(uci)) };
        let mv = candidate.mv;
        let kind = self.field.position.kind_at(mv.from());
        let mover = self.side();
        let pair = self.known().pair;
        if let Some(dice) = &mut self.dice
            && dice.phase == Phase::Turn
        {
            let fitting = dice.fitting(&self.field.position, mv.from());
            // Under rule B the turn ends with the move, so there is nothing to choose between two dice.
            let die = fitting.choose(wild && dice.all()).filter(|_| !wild || fitting.wild.is_some());
            let Some(die) = die else { return Err(self.not_among_dice(kind, wild)) };
            dice.spend(die, kind);
        } else if wild {
            return Err(self.not_among_dice(kind, wild));
        }
        let forces = Forces {
            gravity: self.modes.gravity,
            pair,
            mines: self.mines.as_mut(),
            promotion: uci.promotion.unwrap_or(Kind::Queen),
        };
        let aftermath = resolve(&mut self.field, mv, forces, effects);
        if let Some(loser) = aftermath.king_destroyed {
            self.next = Next::Over(Outcome::win(loser.other(), Reason::KingMine));
            return Ok(());
        }
        if aftermath.portal_used
            && let Some(portals) = &mut self.portals
        {
            let named = portals.named(mover);
            for at in pair {
                effects.push(Effect::Unmark { at: at.into(), mark: Mark::Portal(named) });
            }
            portals.spend(mover);
        }
        self.next = Next::Judgement;
        self.proceed(effects);
        Ok(())
    }

    /// The legal move that is written so. Castling is understood in both ways of writing it, and a pawn that a
    /// portal promotes becomes a queen if nothing is said.
    fn find(&self, legal: &[Candidate], uci: Uci) -> Option<Candidate> {
        let position = &self.field.position;
        let written = |candidate: &&Candidate| {
            let mv = candidate.mv;
            let exact = position.uci(mv);
            let same_squares = (exact.from, exact.to) == (uci.from, uci.to);
            let castles = mv.is_castling()
                && mv.from() == uci.from
                && (mv.to() == uci.to || CastlingPath::new(mv.from(), mv.to()).king_to == uci.to);
            let carried = candidate.carried_to_promotion && exact.promotion.is_none();
            let possible = uci.promotion.is_none_or(|kind| Kind::PROMOTIONS.contains(&kind));
            let promotes = exact.promotion == uci.promotion || carried && possible;
            (same_squares || castles) && promotes
        };
        let fits = |candidate: &&Candidate| position.uci(candidate.mv) == uci;
        legal.iter().find(fits).or_else(|| legal.iter().find(written)).copied()
    }

    fn reroll(&mut self, effects: &mut impl Sink) -> Result<(), Illegal> {
        let legal = self.known().moves(&self.field);
        let (kinds, men, side) = (Kinds::of(&self.field.position, &legal), men_of(&legal), self.side());
        match &mut self.dice {
            Some(dice) if dice.may_reroll(kinds, men) => {
                dice.reroll(kinds, men, &self.field.position);
                let why = yipan_rules::Handover::Reroll;
                effects.push(Effect::Hand { seat: dice.owner, why });
                Ok(())
            }
            Some(dice) => Err(Illegal::NoReroll { left: dice.rerolls[side.index()] }),
            None => Err(Illegal::NoReroll { left: 0 }),
        }
    }
}

/// Where the men stand that have one of these moves.
pub(super) fn men_of(moves: &[Candidate]) -> Bitboard {
    moves.iter().map(|candidate| candidate.mv.from()).collect()
}
