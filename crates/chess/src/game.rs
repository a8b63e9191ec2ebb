use yipan_rules::{
    Cause, Cell, Effect, Game, Kernel, Man, MoveKind, MoveList, NoDraw, Outcome, Reason, Sink, Step, Turn,
    Viewer,
};

use crate::castling::CastlingPath;
use crate::{Action, ChessSetup, Color, Draws, Move, Position, Refusal, Square};

/// A game of chess with its history: the rich door.
///
/// ```
/// use yipan_chess::{Chess, ChessSetup};
/// use yipan_rules::{Game, Step, Turn};
///
/// let mut game = Chess::start(&ChessSetup::default());
/// let mut effects = Vec::new();
/// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     game.apply(Step::Act(text.parse().unwrap()), &mut effects).unwrap();
/// }
/// assert!(matches!(game.turn(), Turn::Over(outcome) if outcome.winner == Some(yipan_chess::BLACK)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chess {
    position: Position,
    draws: Draws,
    /// The keys of the positions since the last capture or pawn move, this one last: none before can return.
    keys: Vec<u64>,
    /// A draw that a player has claimed.
    claimed: Option<Reason>,
}

/// Why a step of a chess game is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game has ended.
    Over(Outcome),
    /// The move is not allowed.
    Refused(Refusal),
    /// Draws are automatic, so nobody claims them.
    NoClaims,
    /// There is nothing to claim.
    NothingToClaim {
        /// How often the position has occurred.
        occurrences: usize,
        /// Moves a side since the last capture or pawn move.
        quiet_moves: u16,
    },
}

/// What anybody may know of a game of chess, and what the one to move may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChessView {
    /// The position; nothing is hidden in plain chess.
    pub position: Position,
    /// Who must do something now.
    pub turn: Turn,
    /// Whether the side to move is in check.
    pub check: bool,
    /// What the viewer may do now: empty unless the viewer is to move, or is the arbiter.
    pub actions: Vec<Action>,
}

impl Chess {
    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// How often the position now on the board has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let now = self.position.key();
        // The side to move is part of the key, so only every other position can be the same.
        self.keys.iter().rev().step_by(2).filter(|&&key| key == now).count()
    }

    /// The draw that the side to move may claim under FIDE's rules: threefold repetition or fifty moves.
    #[must_use]
    pub fn claimable(&self) -> Option<Reason> {
        if self.draws == Draws::Automatic || self.outcome().is_some() {
            return None;
        }
        self.drawn_by(3, 100, Reason::FiftyMoves)
    }

    fn drawn_by(&self, occurrences: usize, quiet_plies: u16, reason: Reason) -> Option<Reason> {
        if self.position.quiet_plies() >= quiet_plies {
            Some(reason)
        } else if self.keys.len() > 4 && self.occurrences() >= occurrences {
            Some(Reason::Repetition)
        } else {
            None
        }
    }

    /// How the game ended, if it has: what the position decides, then the draws by rule.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let by_rule = || match self.draws {
            Draws::Automatic => self.drawn_by(3, 100, Reason::FiftyMoves),
            Draws::Claimed => self.drawn_by(5, 150, Reason::SeventyFiveMoves),
        };
        self.position.ending().or_else(|| self.claimed.or_else(by_rule).map(Outcome::draw))
    }

    fn play(&mut self, mv: Move, effects: &mut impl Sink) {
        self.tell(mv, effects);
        self.position.play_unchecked(mv);
        if self.position.quiet_plies() == 0 {
            self.keys.clear();
        }
        self.keys.push(self.position.key());
    }

    /// Tells the effects of a legal move in the order a player sees them.
    fn tell(&self, mv: Move, effects: &mut impl Sink) {
        let (from, to): (Cell, Cell) = (mv.from().into(), mv.to().into());
        if mv.is_castling() {
            return tell_castling(mv, effects);
        }
        if mv.is_en_passant() {
            let victim: Square = mv.to().with_rank_of(mv.from());
            effects.push(Effect::Vanish { at: victim.into(), cause: Cause::EnPassant });
        } else if self.position.occupied().has(mv.to()) {
            effects.push(Effect::Vanish { at: to, cause: Cause::Capture });
        }
        effects.push(Effect::Slide { from, to, cause: Cause::Move });
        if let Some(kind) = mv.promotes_to() {
            let man = Man { seat: self.position.side(), letter: kind.letter() };
            effects.push(Effect::Become { at: to, man, cause: Cause::Promotion });
        }
    }
}

/// King and rook go one after the other wherever the first one's arrival square is free.
fn tell_castling(mv: Move, effects: &mut impl Sink) {
    let (king, rook) = (mv.from(), mv.to());
    let path = CastlingPath::new(king, rook);
    let cause = Cause::Castling;
    let mut slide = |from: Square, to: Square| {
        if from != to {
            effects.push(Effect::Slide { from: from.into(), to: to.into(), cause });
        }
    };
    if path.king_to != rook {
        slide(king, path.king_to);
        slide(rook, path.rook_to);
    } else if path.rook_to != king {
        slide(rook, path.rook_to);
        slide(king, path.king_to);
    } else {
        effects.push(Effect::Swap { a: king.into(), b: rook.into(), cause });
    }
}

impl Game for Chess {
    type Setup = ChessSetup;
    type Action = Action;
    type Draw = NoDraw;
    type View = ChessView;
    type Refusal = Illegal;

    const NAME: &'static str = "chess";
    const RULES_VERSION: u32 = 1;

    fn start(setup: &ChessSetup) -> Chess {
        let position = setup.position;
        Chess { position, draws: setup.draws, keys: vec![position.key()], claimed: None }
    }

    fn turn(&self) -> Turn {
        self.outcome().map_or(Turn::Player(self.position.side()), Turn::Over)
    }

    fn actions(&self, out: &mut Vec<Action>) {
        if self.outcome().is_some() {
            return;
        }
        let mut moves = MoveList::new();
        self.position.moves(MoveKind::All, &mut moves);
        out.extend(moves.iter().map(|&mv| Action::Move(self.position.uci(mv))));
        if self.claimable().is_some() {
            out.push(Action::ClaimDraw);
        }
    }

    fn draws(&self, _: &mut Vec<(NoDraw, u32)>) {}

    fn apply(&mut self, step: Step<Action, NoDraw>, effects: &mut impl Sink) -> Result<(), Illegal> {
        let Step::Act(action) = step;
        if let Some(outcome) = self.outcome() {
            return Err(Illegal::Over(outcome));
        }
        match action {
            Action::Move(uci) => {
                let mv = self.position.resolve(uci).map_err(Illegal::Refused)?;
                self.play(mv, effects);
            }
            Action::ClaimDraw if self.draws == Draws::Automatic => return Err(Illegal::NoClaims),
            Action::ClaimDraw => {
                let reason = self.claimable().ok_or_else(|| Illegal::NothingToClaim {
                    occurrences: self.occurrences(),
                    quiet_moves: self.position.quiet_plies() / 2,
                })?;
                self.claimed = Some(reason);
            }
        }
        Ok(())
    }

    fn men(&self) -> Vec<(Cell, Man)> {
        let man = |square: Square| Some((square.into(), self.position.at(square)?.into()));
        self.position.occupied().into_iter().filter_map(man).collect()
    }

    fn view(&self, viewer: Viewer) -> ChessView {
        let turn = self.turn();
        let to_move = |seat: Color| turn == Turn::Player(seat);
        let may_act = match viewer {
            Viewer::Player(seat) => to_move(seat),
            Viewer::Spectator => false,
            Viewer::Arbiter => true,
        };
        let mut actions = Vec::new();
        if may_act {
            self.actions(&mut actions);
        }
        ChessView { position: self.position, turn, check: self.position.in_check(), actions }
    }

    /// Everybody sees everything that happens in plain chess.
    fn witness(_: &Chess, _: &Chess, effects: &[Effect], _: Viewer) -> Vec<Effect> {
        effects.to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays the moves and says how it stands: the outcome, or what may be claimed.
    fn check(setup: &str, moves: &str, stands: &str) {
        let setup: ChessSetup = setup.parse().expect(setup);
        let mut game = Chess::start(&setup);
        for text in moves.split_whitespace() {
            let action: Action = text.parse().expect(text);
            game.apply(Step::Act(action), &mut Vec::new()).unwrap_or_else(|error| panic!("{text}: {error}"));
        }
        let said = match (game.turn(), game.claimable()) {
            (Turn::Over(outcome), _) => outcome.reason.to_string(),
            (_, Some(reason)) => format!("may claim {reason}"),
            _ => "goes on".to_owned(),
        };
        assert_eq!(said, stands, "after {moves}");
    }

    const DANCE: &str = "g1f3 g8f6 f3g1 f6g8 ";

    #[test]
    fn the_third_time_is_a_draw_and_under_fide_it_may_be_claimed_until_the_fifth() {
        check("startpos", DANCE, "goes on");
        check("startpos", &DANCE.repeat(2), "repetition");
        check("startpos draws=claimed", &DANCE.repeat(2), "may claim repetition");
        check("startpos draws=claimed", &(DANCE.repeat(2) + "draw"), "repetition");
        check("startpos draws=claimed", &(DANCE.repeat(3) + "g1f3"), "may claim repetition");
        check("startpos draws=claimed", &DANCE.repeat(4), "repetition");
    }

    #[test]
    fn a_lost_castling_right_makes_another_position() {
        let rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let dance = "a1b1 a8b8 b1a1 b8a8 ";
        check(rooks, &dance.repeat(2), "goes on");
        check(rooks, &(dance.repeat(2) + "a1b1 a8b8"), "repetition");
    }

    #[test]
    fn an_en_passant_that_a_pin_forbids_does_not_make_another_position() {
        // After d7d5 the pawn on e5 may not take in passing: the rook on h5 would attack the king.
        let pinned = "7k/3p4/8/K3P2r/8/8/8/8 b - - 0 1";
        check(pinned, "d7d5 a5a6 h5h6 a6a5 h6h5 a5a6 h5h6 a6a5 h6h5", "repetition");
        let free = "7k/3p4/8/K3P3/7r/8/8/8 b - - 0 1";
        check(free, "d7d5 a5a6 h4h5 a6a5 h5h4 a5a6 h4h5 a6a5 h5h4", "goes on");
    }

    #[test]
    fn fifty_quiet_moves_are_a_draw_and_under_fide_seventy_five() {
        let fen = "7k/8/8/8/8/8/R7/K7 w - - 98 80";
        check(fen, "a2b2", "goes on");
        check(fen, "a2b2 h8g8", "fifty-moves");
        let claimed = format!("{fen} draws=claimed");
        check(&claimed, "a2b2 h8g8", "may claim fifty-moves");
        check(&claimed, "a2b2 h8g8 draw", "fifty-moves");
        check("7k/8/8/8/8/8/R7/K7 w - - 148 99 draws=claimed", "a2b2 h8g8", "seventy-five-moves");
    }

    #[test]
    fn mate_comes_before_the_move_count() {
        check("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8", "checkmate");
    }

    #[test]
    fn a_claim_without_ground_is_refused() {
        let mut game = Chess::start(&"startpos draws=claimed".parse().expect("a setup"));
        let refused = game.apply(Step::Act(Action::ClaimDraw), &mut Vec::new());
        assert_eq!(refused, Err(Illegal::NothingToClaim { occurrences: 1, quiet_moves: 0 }));
    }

    #[test]
    fn nobody_claims_a_draw_that_comes_by_itself() {
        let mut game = Chess::start(&"7k/8/8/8/8/8/R7/K7 w - - 99 80".parse().expect("a setup"));
        let mut actions = Vec::new();
        game.actions(&mut actions);
        assert!(!actions.contains(&Action::ClaimDraw));
        assert_eq!(game.apply(Step::Act(Action::ClaimDraw), &mut Vec::new()), Err(Illegal::NoClaims));
    }

    #[test]
    fn nothing_is_played_after_the_end() {
        let mut game = Chess::start(&"8/8/8/7N/8/3K4/k7/8 w - - 0 89".parse().expect("a setup"));
        let refused = game.apply(Step::Act("d3d2".parse().expect("a move")), &mut Vec::new());
        assert_eq!(refused, Err(Illegal::Over(Outcome::draw(Reason::Material))));
    }

    #[test]
    fn only_the_one_to_move_and_the_arbiter_are_shown_what_may_be_done() {
        let game = Chess::start(&ChessSetup::default());
        let offered = |viewer| game.view(viewer).actions.len();
        assert_eq!(offered(Viewer::Player(crate::WHITE)), 20);
        assert_eq!(offered(Viewer::Player(crate::BLACK)), 0);
        assert_eq!(offered(Viewer::Spectator), 0);
        assert_eq!(offered(Viewer::Arbiter), 20);
        let effect = Effect::Vanish { at: Cell { file: 0, rank: 0 }, cause: Cause::Capture };
        assert_eq!(Chess::witness(&game, &game, &[effect], Viewer::Spectator), [effect]);
    }

    #[test]
    fn effects_come_in_the_order_a_player_sees_them() {
        let told = |setup: &str, uci: &str| {
            let mut game = Chess::start(&setup.parse().expect(setup));
            let mut effects = Vec::new();
            game.apply(Step::Act(uci.parse().expect(uci)), &mut effects).expect(uci);
            let short = |effect: &Effect| match *effect {
                Effect::Slide { from, to, cause } => format!("{from}-{to} {cause}"),
                Effect::Swap { a, b, cause } => format!("{a}<>{b} {cause}"),
                Effect::Vanish { at, cause } => format!("x{at} {cause}"),
                Effect::Become { at, man, cause } => format!("{at}={} {cause}", man.letter),
            };
            effects.iter().map(short).collect::<Vec<_>>().join(", ")
        };
        let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
        assert_eq!(told(passing, "e5d6"), "xd5 en-passant, e5-d6 move");
        let promotion = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(told(promotion, "e7d8q"), "xd8 capture, e7-d8 move, d8=Q promotion");
        let castling = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert_eq!(told(castling, "e1g1"), "e1-g1 castling, h1-f1 castling");
        assert_eq!(told("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"), "f1<>g1 castling");
        assert_eq!(told("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "e1g1"), "g1-f1 castling, e1-g1 castling");
        assert_eq!(told("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1"), "h1-f1 castling");
    }
}
