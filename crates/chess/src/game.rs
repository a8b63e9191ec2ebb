use alloc::{
    boxed::Box,
    string::{String, ToString},
    vec::Vec,
};

use yipan_core::{
    AnyPiece, Cell, Effect, EffectSink, Game, MoveGenerator, NullSink, Outcome, Reason, Step, Turn, Viewer,
};

use crate::modes::{ModeGame, state_key, visible_effects};
use crate::standard_game::StandardGame;
use crate::view::may_act;
use crate::{
    Action, ActionError, Bitboard, ChanceEvent, ChessSetup, ChessView, Color, Modes, Position, Setup,
    SpecialMoveRights, Square,
};

/// A game of chess with its history, in any combination of modes.
///
/// ```
/// use yipan_chess::{Chess, ChessSetup};
/// use yipan_core::{Game, Step, Turn};
///
/// let mut game = Chess::start(&ChessSetup::default());
/// let mut effects = Vec::new();
/// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     game.apply(Step::Action(text.parse().unwrap()), &mut effects).unwrap();
/// }
/// assert!(matches!(game.turn(), Turn::Over(outcome) if outcome.winner == Some(yipan_chess::BLACK)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chess(Inner);

/// Standard chess uses the position alone; modes have their own resolution pipeline around it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Inner {
    Standard(StandardGame),
    Modes(Box<ModeGame>),
}

impl Chess {
    /// Returns the current position. It includes hidden pieces: in fog only an arbiter may see it.
    #[must_use]
    pub fn position(&self) -> &Position {
        match &self.0 {
            Inner::Standard(standard) => &standard.position,
            Inner::Modes(mode_game) => &mode_game.board.position,
        }
    }

    /// Returns the position as FEN, with the en-passant square on which the side to move may capture.
    ///
    /// With modes it contains only public information apart from fog: private portals do not influence the
    /// en-passant square. With dice several pawns may be capturable en passant; FEN has room for the first.
    #[must_use]
    pub fn fen(&self) -> String {
        let en_passant = match &self.0 {
            Inner::Standard(standard) => standard.position.legal_ep_square(),
            Inner::Modes(mode_game) => mode_game.public_ep_square(),
        };
        Setup { ep_square: en_passant, ..Setup::from(self.position()) }.to_string()
    }

    /// Returns the keys of the positions since the last capture or pawn move, the current one last; none
    /// before can recur. Empty with modes, whose state is more than a position.
    #[must_use]
    pub fn position_keys(&self) -> &[u64] {
        match &self.0 {
            Inner::Standard(standard) => standard.keys(),
            Inner::Modes(_) => &[],
        }
    }

    /// Returns the modes of the game.
    #[must_use]
    pub fn modes(&self) -> Modes {
        match &self.0 {
            Inner::Standard(_) => Modes::NONE,
            Inner::Modes(mode_game) => mode_game.modes,
        }
    }

    /// Returns the draw that the side to move may claim under FIDE rules: threefold repetition or fifty
    /// moves.
    #[must_use]
    pub fn claimable_draw(&self) -> Option<Reason> {
        match &self.0 {
            Inner::Standard(standard) => standard.claimable_draw(),
            Inner::Modes(_) => None,
        }
    }

    /// Returns the outcome of a finished game.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match &self.0 {
            Inner::Standard(standard) => standard.outcome(),
            Inner::Modes(mode_game) => mode_game.outcome(),
        }
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn in_check(&self) -> bool {
        match &self.0 {
            Inner::Standard(standard) => standard.position.in_check(),
            Inner::Modes(mode_game) => mode_game.in_check(),
        }
    }

    /// Plays an action that [`Game::actions`] has just listed, without checking it again.
    ///
    /// Any other action breaks the game.
    pub fn play_unchecked(&mut self, action: Action) {
        match (&mut self.0, action) {
            (Inner::Standard(standard), Action::Move(uci)) => {
                standard.play_move(standard.position.resolve_uci_unchecked(uci), &mut NullSink);
            }
            (Inner::Modes(mode_game), _) => mode_game.play_unchecked(action),
            (Inner::Standard(_), _) => {
                let _ = self.apply(Step::Action(action), &mut NullSink);
            }
        }
    }

    /// Plays an action like [`Chess::play_unchecked`], and passes each legal action that follows to `list`, in the order
    /// of [`Game::actions`]. Returns false if nothing was listed, as with modes.
    ///
    /// If the game has ended, they mean nothing. This is faster than playing and listing, because both look for legal
    /// moves.
    pub fn play_unchecked_and_list(&mut self, action: Action, list: impl FnMut(Action)) -> bool {
        match (&mut self.0, action) {
            (Inner::Standard(standard), Action::Move(uci)) => {
                standard.play_move_and_list(standard.position.resolve_uci_unchecked(uci), list);
                true
            }
            _ => {
                self.play_unchecked(action);
                false
            }
        }
    }

    /// Returns the hash of everything that determines what can follow, apart from the repetition of positions
    /// and the count of quiet moves.
    ///
    /// Dice that were rolled or played in another order have the same hash. It contains hidden information.
    #[must_use]
    pub fn state_key(&self) -> u64 {
        match &self.0 {
            Inner::Standard(standard) => standard.position.key(),
            Inner::Modes(mode_game) => state_key(mode_game),
        }
    }

    /// Returns the probability that the dice allow the piece on this square to move in this turn, once all of
    /// them are rolled. It is 1 without dice.
    #[must_use]
    pub fn move_probability(&self, from: Square) -> f64 {
        let mode_game = self.mode_game();
        let dice = mode_game.and_then(|mode_game| mode_game.dice.as_ref());
        dice.map_or(1.0, |dice| dice.move_probability(self.position(), from))
    }

    /// Whether a side would see the same in this game, except for the actions.
    #[must_use]
    pub fn looks_like(&self, view: &ChessView, side: Color) -> bool {
        let viewer = Viewer::Player(side);
        match &self.0 {
            Inner::Standard(_) => ChessView { actions: view.actions.clone(), ..self.view(viewer) } == *view,
            Inner::Modes(mode_game) => mode_game.looks_like(view, viewer),
        }
    }

    pub(crate) fn from_mode_game(mode_game: ModeGame) -> Chess {
        Chess(Inner::Modes(Box::new(mode_game)))
    }

    pub(crate) fn mode_game(&self) -> Option<&ModeGame> {
        match &self.0 {
            Inner::Standard(_) => None,
            Inner::Modes(mode_game) => Some(mode_game),
        }
    }
}

impl Game for Chess {
    type Setup = ChessSetup;
    type Action = Action;
    type ChanceEvent = ChanceEvent;
    type View = ChessView;
    type ActionError = ActionError;

    const NAME: &'static str = "chess";
    const RULES_VERSION: u32 = 2;

    fn start(setup: &ChessSetup) -> Chess {
        let position = *setup.position();
        Chess(if setup.modes().is_none() {
            Inner::Standard(StandardGame::start(position, setup.draw_rule()))
        } else {
            Inner::Modes(Box::new(ModeGame::start(position, setup.modes())))
        })
    }

    fn turn(&self) -> Turn {
        match &self.0 {
            Inner::Standard(standard) => {
                standard.outcome().map_or(Turn::Player(standard.position.side_to_move()), Turn::Over)
            }
            Inner::Modes(mode_game) => mode_game.turn(),
        }
    }

    fn actions(&self, out: &mut Vec<Action>) {
        match &self.0 {
            Inner::Standard(standard) => standard.actions(out),
            Inner::Modes(mode_game) => mode_game.actions(out),
        }
    }

    fn chance_outcomes(&self, out: &mut Vec<(ChanceEvent, u32)>) {
        if let Inner::Modes(mode_game) = &self.0 {
            mode_game.chance_outcomes(out);
        }
    }

    fn apply(
        &mut self,
        step: Step<Action, ChanceEvent>,
        effects: &mut impl EffectSink,
    ) -> Result<(), ActionError> {
        match (&mut self.0, step) {
            (Inner::Standard(standard), Step::Action(action)) => standard.apply_action(action, effects),
            (Inner::Standard(_), Step::Chance(event)) => {
                Err(ActionError::UnexpectedChanceEvent { event, example: None })
            }
            (Inner::Modes(mode_game), Step::Action(action)) => mode_game.apply_action(action, effects),
            (Inner::Modes(mode_game), Step::Chance(event)) => mode_game.apply_chance(event, effects),
        }
    }

    fn pieces(&self) -> Vec<(Cell, AnyPiece)> {
        let pieces = self.position().pieces_on(Bitboard::ALL);
        pieces.into_iter().map(|(square, piece)| (square.into(), piece.into())).collect()
    }

    fn view(&self, viewer: Viewer) -> ChessView {
        let standard = match &self.0 {
            Inner::Modes(mode_game) => return mode_game.view(viewer),
            Inner::Standard(standard) => standard,
        };
        let (turn, position) = (self.turn(), &standard.position);
        let mut actions = Vec::new();
        if may_act(turn, viewer) {
            standard.actions(&mut actions);
        }
        ChessView {
            turn,
            visible: Bitboard::ALL,
            pieces: position.pieces_on(Bitboard::ALL),
            position: Some(*position),
            rights: SpecialMoveRights::of(position, viewer),
            in_check: position.in_check(),
            dice: None,
            portals: Vec::new(),
            craters: Bitboard::EMPTY,
            mines: Bitboard::EMPTY,
            mine_counts: Vec::new(),
            lost_pieces: standard.lost_pieces,
            fullmove_number: position.fullmove_number(),
            actions,
        }
    }

    fn may_reveal(&self, step: &Step<Action, ChanceEvent>, viewer: Viewer) -> bool {
        self.mode_game().is_none_or(|mode_game| mode_game.may_reveal(step, viewer))
    }

    /// Without modes every effect is visible.
    fn visible_effects(before: &Chess, after: &Chess, effects: &[Effect], viewer: Viewer) -> Vec<Effect> {
        match (before.mode_game(), after.mode_game()) {
            (Some(before), Some(after)) => visible_effects(before, after, effects, viewer),
            _ => effects.to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::Cause;

    use super::*;

    /// Plays the moves and returns the outcome, or the draw that may be claimed.
    fn check(setup: &str, moves: &str, stands: &str) {
        let setup: ChessSetup = setup.parse().expect(setup);
        let mut game = Chess::start(&setup);
        for text in moves.split_whitespace() {
            let action: Action = text.parse().expect(text);
            game.apply(Step::Action(action), &mut Vec::new())
                .unwrap_or_else(|error| panic!("{text}: {error}"));
        }
        let actual = match (game.turn(), game.claimable_draw()) {
            (Turn::Over(outcome), _) => outcome.reason.to_string(),
            (_, Some(reason)) => format!("may claim {reason}"),
            _ => "goes on".to_owned(),
        };
        assert_eq!(actual, stands, "after {moves}");
    }

    const KNIGHT_SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8 ";

    #[test]
    fn the_third_time_is_a_draw_and_under_fide_it_may_be_claimed_until_the_fifth() {
        check("startpos", KNIGHT_SHUFFLE, "goes on");
        check("startpos", &KNIGHT_SHUFFLE.repeat(2), "repetition");
        check("startpos draws=claimed", &KNIGHT_SHUFFLE.repeat(2), "may claim repetition");
        check("startpos draws=claimed", &(KNIGHT_SHUFFLE.repeat(2) + "draw"), "repetition");
        check("startpos draws=claimed", &(KNIGHT_SHUFFLE.repeat(3) + "g1f3"), "may claim repetition");
        check("startpos draws=claimed", &KNIGHT_SHUFFLE.repeat(4), "repetition");
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
        // After d7d5 the pawn on e5 may not capture en passant: the rook on h5 would attack the king.
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
    fn when_repetition_and_the_fiftieth_move_coincide_the_reason_given_is_repetition() {
        let fen = "8/8/4k3/8/2p5/8/1P6/4K1N1 w - - 90 60";
        let moves = "e1f1 e6e5 f1e1 e5d6 e1f1 d6e5 f1e1 e5d6 e1f1 d6e5";
        check(fen, moves, "repetition");
        check(&format!("{fen} modes=fog"), moves, "repetition");
        check(&format!("{fen} draws=claimed"), moves, "may claim repetition");
        check(&format!("{fen} draws=claimed"), &format!("{moves} draw"), "repetition");
        let fivefold = "7k/8/8/8/8/8/R7/K7 w - - 134 99 draws=claimed";
        check(fivefold, &"a2b2 h8g8 b2a2 g8h8 ".repeat(4), "repetition");
    }

    #[test]
    fn mate_comes_before_the_move_count() {
        check("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8", "checkmate");
    }

    #[test]
    fn an_unfounded_claim_is_rejected() {
        let mut game = Chess::start(&"startpos draws=claimed".parse().expect("a setup"));
        let refused = game.apply(Step::Action(Action::ClaimDraw), &mut Vec::new());
        assert_eq!(refused, Err(ActionError::NothingToClaim { position_occurrences: 1, quiet_moves: 0 }));
    }

    #[test]
    fn an_automatic_draw_cannot_be_claimed() {
        let mut game = Chess::start(&"7k/8/8/8/8/8/R7/K7 w - - 99 80".parse().expect("a setup"));
        let mut actions = Vec::new();
        game.actions(&mut actions);
        assert!(!actions.contains(&Action::ClaimDraw));
        assert_eq!(
            game.apply(Step::Action(Action::ClaimDraw), &mut Vec::new()),
            Err(ActionError::ClaimsDisabled)
        );
    }

    #[test]
    fn nothing_is_played_after_the_end() {
        let mut game = Chess::start(&"8/8/8/7N/8/3K4/k7/8 w - - 0 89".parse().expect("a setup"));
        let refused = game.apply(Step::Action("d3d2".parse().expect("a move")), &mut Vec::new());
        assert_eq!(refused, Err(ActionError::GameOver(Outcome::draw(Reason::InsufficientMaterial))));
    }

    #[test]
    fn only_the_side_to_move_and_the_arbiter_see_the_legal_actions() {
        let game = Chess::start(&ChessSetup::default());
        let offered = |viewer| game.view(viewer).actions.len();
        assert_eq!(offered(Viewer::Player(crate::WHITE)), 20);
        assert_eq!(offered(Viewer::Player(crate::BLACK)), 0);
        assert_eq!(offered(Viewer::Spectator), 0);
        assert_eq!(offered(Viewer::Arbiter), 20);
        let effect = Effect::Vanish { at: Cell { file: 0, rank: 0 }, cause: Cause::Capture };
        assert_eq!(Chess::visible_effects(&game, &game, &[effect], Viewer::Spectator), [effect]);
    }

    #[test]
    fn effects_come_in_the_order_a_player_sees_them() {
        let played_effects = |setup: &str, uci: &str| {
            let mut game = Chess::start(&setup.parse().expect(setup));
            let mut effects = Vec::new();
            game.apply(Step::Action(uci.parse().expect(uci)), &mut effects).expect(uci);
            let short = |effect: &Effect| match *effect {
                Effect::Slide { from, to, cause } => format!("{from}-{to} {cause}"),
                Effect::Swap { a, b, cause } => format!("{a}<>{b} {cause}"),
                Effect::Vanish { at, cause } => format!("x{at} {cause}"),
                Effect::Become { at, piece, cause } => format!("{at}={} {cause}", piece.letter),
                other => panic!("{other:?} does not happen in standard chess"),
            };
            effects.iter().map(short).collect::<Vec<_>>().join(", ")
        };
        let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
        assert_eq!(played_effects(passing, "e5d6"), "xd5 en-passant, e5-d6 move");
        let promotion = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(played_effects(promotion, "e7d8q"), "xd8 capture, e7-d8 move, d8=Q promotion");
        let castling = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert_eq!(played_effects(castling, "e1g1"), "e1-g1 castling, h1-f1 castling");
        assert_eq!(played_effects("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"), "f1<>g1 castling");
        assert_eq!(
            played_effects("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "e1g1"),
            "g1-f1 castling, e1-g1 castling"
        );
        assert_eq!(played_effects("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1"), "h1-f1 castling");
    }
}
