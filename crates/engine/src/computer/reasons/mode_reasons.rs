use yipan_chess::{
    Action, Bitboard, ChessView, Color, Face, Modes, Piece, PieceKind, Square, UciMove, attacks,
};

use super::hint_reason::HintReason;
use super::move_reasons::MAX_REASONS;
use crate::stochastic::{MAX_HEURISTIC, ScoredAction};

/// The squares that may hold mines: ranks 3 to 6.
const MINEFIELD: Bitboard = Bitboard(0x0000_ffff_ffff_0000);

/// Returns the reasons for an action in chess with modes, from what its player sees.
pub(in crate::computer) fn mode_reasons(
    modes: Modes,
    view: &ChessView,
    side: Color,
    scored: ScoredAction<Action>,
) -> Vec<HintReason> {
    let uci = match scored.action {
        _ if view.actions.len() == 1 => return vec![HintReason::OnlyMove],
        Action::ClaimDraw => return vec![HintReason::ClaimsDraw],
        Action::Reroll => return vec![HintReason::Rerolls],
        Action::Move(uci) | Action::MoveByWildDie(uci) => uci,
    };
    let mut reasons = Vec::new();
    if scored.value > MAX_HEURISTIC {
        reasons.push(HintReason::Wins);
    }
    if view.in_check {
        reasons.push(HintReason::ParriesCheck);
    }
    let seen = SeenMove { view, side, uci };
    reasons.extend(seen.enemy_at(uci.to).map(|piece| HintReason::Captures(piece.into())));
    let portal_reason = seen.portal_reason();
    reasons.extend(portal_reason);
    if let Some(kind) = uci.promotion {
        reasons.push(HintReason::Promotes(Piece { color: side, kind }.into()));
    }
    if modes.mines.is_some() && seen.is_known_to_be_safe() {
        reasons.push(HintReason::AvoidsMines);
    }
    if modes.gravity && !modes.fog && portal_reason.is_none() {
        reasons.extend(seen.fall());
    }
    reasons.extend(match scored.action {
        Action::MoveByWildDie(_) => Some(HintReason::UsesWildDie),
        _ => seen.die_reason(),
    });
    reasons.truncate(MAX_REASONS);
    reasons
}

/// A move with what its player sees.
struct SeenMove<'a> {
    view: &'a ChessView,
    side: Color,
    uci: UciMove,
}

impl SeenMove<'_> {
    fn piece_at(&self, at: Square) -> Option<Piece> {
        self.view.pieces.iter().find(|(square, _)| *square == at).map(|(_, piece)| *piece)
    }

    fn enemy_at(&self, at: Square) -> Option<Piece> {
        self.piece_at(at).filter(|piece| piece.color != self.side)
    }

    /// Returns the reason for a move onto a portal that carries the piece.
    fn portal_reason(&self) -> Option<HintReason> {
        let (_, pair) = self.view.portals.iter().find(|(owner, pair)| {
            owner.is_none_or(|owner| owner == self.side) && pair.contains(self.uci.to)
        })?;
        let exit = pair.without(self.uci.to.bit()).first()?;
        match self.piece_at(exit) {
            None => Some(HintReason::PassesPortal(exit)),
            // A king or an own piece closes the portal; the piece that moves has left its square.
            Some(piece) if piece.kind == PieceKind::King => None,
            Some(piece) if piece.color != self.side => Some(HintReason::CapturesThroughPortal(piece.into())),
            Some(_) => (exit == self.uci.from).then_some(HintReason::PassesPortal(exit)),
        }
    }

    /// Returns whether the numbers and craters that the player knows exclude a mine where the piece stops.
    fn is_known_to_be_safe(&self) -> bool {
        let to = self.uci.to;
        let is_excluded = self.view.craters.contains(to)
            || self
                .view
                .mine_counts
                .iter()
                .any(|(at, mines)| *at == to || (*mines == 0 && attacks::king(*at).contains(to)));
        MINEFIELD.contains(to) && is_excluded
    }

    /// Returns the square on which the piece comes to rest, if it is another.
    fn fall(&self) -> Option<HintReason> {
        let UciMove { from, to, .. } = self.uci;
        let is_before = |at: Square| at != from && at.rank() == to.rank() && at.file() > to.file();
        let before = self.view.pieces.iter().filter(|(at, _)| is_before(*at)).count();
        let rest = Square::from_coords(7 - before as u8, to.rank())?;
        (rest != to).then_some(HintReason::Falls(rest))
    }

    /// Returns the reason for a move with a die of its piece.
    fn die_reason(&self) -> Option<HintReason> {
        let piece = self.piece_at(self.uci.from)?;
        let dice = &self.view.dice.as_ref().filter(|dice| dice.owner == self.side)?.dice;
        let shows_piece = dice.iter().filter(|die| !die.used).any(|die| match die.face {
            Face::Kind(kind) => kind == piece.kind,
            Face::Piece(at, _) => at == self.uci.from,
            Face::Wild | Face::Unrolled => false,
        });
        shows_piece.then(|| HintReason::UsesDie(piece.into()))
    }
}

#[cfg(test)]
mod tests {
    use yipan_chess::{Chess, ChessSetup};
    use yipan_core::{AnyPiece, Game, NullSink, Side, Step, Viewer};

    use super::*;

    /// Returns the modes of a game and what White sees of it after some steps.
    fn view_after(setup: &str, steps: &[&str]) -> (Modes, ChessView) {
        let setup: ChessSetup = setup.parse().expect(setup);
        let mut game = Chess::start(&setup);
        for text in steps {
            let step =
                text.parse().map(Step::Chance).or_else(|_| text.parse().map(Step::Action)).expect(text);
            game.apply(step, &mut NullSink).expect(text);
        }
        (setup.modes(), game.view(Viewer::Player(Side::First)))
    }

    /// Returns White's reasons for an action with an expected value.
    fn reasons_in(modes: Modes, view: &ChessView, action: &str, value: i32) -> Vec<HintReason> {
        let action: Action = action.parse().expect(action);
        assert!(view.actions.contains(&action), "{action} is not one of {:?}", view.actions);
        mode_reasons(modes, view, Side::First, ScoredAction { action, value })
    }

    fn reasons(setup: &str, steps: &[&str], action: &str) -> Vec<HintReason> {
        let (modes, view) = view_after(setup, steps);
        reasons_in(modes, &view, action, 0)
    }

    const fn white(letter: char) -> AnyPiece {
        AnyPiece { side: Side::First, letter }
    }

    const fn black(letter: char) -> AnyPiece {
        AnyPiece { side: Side::Second, letter }
    }

    fn square(text: &str) -> Square {
        text.parse().expect(text)
    }

    #[test]
    fn a_portal_is_passed_unless_its_exit_is_closed() {
        let setup = "4k3/8/8/8/8/8/R7/4K3 w - - 0 1 modes=portals";
        let pair = ["portal a5", "portal h5"];
        assert_eq!(reasons(setup, &pair, "a2a5"), [HintReason::PassesPortal(square("h5"))]);
        assert_eq!(reasons(setup, &pair, "a2a4"), []);
        let with_piece_at_exit = |color, kind| {
            let (modes, mut view) = view_after(setup, &pair);
            view.pieces.push((square("h5"), Piece { color, kind }));
            reasons_in(modes, &view, "a2a5", 0)
        };
        assert_eq!(
            with_piece_at_exit(Side::Second, PieceKind::Rook),
            [HintReason::CapturesThroughPortal(black('R'))]
        );
        assert_eq!(with_piece_at_exit(Side::Second, PieceKind::King), []);
        assert_eq!(with_piece_at_exit(Side::First, PieceKind::Rook), []);
    }

    #[test]
    fn only_the_known_numbers_and_craters_exclude_a_mine() {
        let setup = "startpos modes=mines mine_hints=yes";
        let mines = ["mines 4", "mine a6", "mine b6", "mine c6", "mine d6"];
        let played = [&mines[..], &["g2g4", "a7a6"][..]].concat();
        // No mine is beside g4, and nothing is known about a3; a6 is a crater.
        assert_eq!(reasons(setup, &played, "h2h3"), [HintReason::AvoidsMines]);
        assert_eq!(reasons(setup, &played, "a2a3"), []);
        assert_eq!(reasons(setup, &mines, "h2h3"), []);
    }

    #[test]
    fn a_piece_falls_along_its_rank() {
        assert_eq!(reasons("startpos modes=gravity", &[], "e2e4"), [HintReason::Falls(square("h4"))]);
        assert_eq!(reasons("startpos modes=gravity", &[], "h2h4"), []);
    }

    #[test]
    fn a_die_is_used_or_rolled_again() {
        let setup = "startpos modes=dice-a rerolls=1 dice=2";
        let roll = ["die knight", "die pawn"];
        assert_eq!(reasons(setup, &roll, "g1f3"), [HintReason::UsesDie(white('N'))]);
        assert_eq!(reasons(setup, &roll, "reroll"), [HintReason::Rerolls]);
        let setup = "startpos modes=dice-a wild=yes dice=2";
        assert_eq!(reasons(setup, &["die wild", "die knight"], "g1f3*"), [HintReason::UsesWildDie]);
    }

    #[test]
    fn a_visible_piece_is_captured_and_a_hidden_one_is_not_named() {
        let setup = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 modes=fog";
        assert_eq!(reasons(setup, &[], "e4d5"), [HintReason::Captures(black('P'))]);
        assert_eq!(reasons(setup, &[], "e4e5"), []);
    }

    #[test]
    fn a_pawn_promotes_and_a_check_is_parried() {
        assert_eq!(
            reasons("7k/P7/8/8/8/8/8/4K3 w - - 0 1 modes=fog", &[], "a7a8q"),
            [HintReason::Promotes(white('Q'))]
        );
        let setup = "4k3/8/8/8/4r3/8/3P4/4K2R w - - 0 1 modes=portals";
        let pair = ["portal a5", "portal h5"];
        assert_eq!(reasons(setup, &pair, "e1f2")[0], HintReason::ParriesCheck);
    }

    #[test]
    fn an_almost_certain_win_comes_first() {
        let setup = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 modes=fog";
        let (modes, view) = view_after(setup, &[]);
        assert_eq!(
            reasons_in(modes, &view, "e4d5", MAX_HEURISTIC + 1),
            [HintReason::Wins, HintReason::Captures(black('P'))]
        );
    }

    #[test]
    fn a_draw_is_claimed_and_the_only_action_has_no_other_reason() {
        let (modes, mut view) = view_after("startpos modes=fog", &[]);
        let claim = ScoredAction { action: Action::ClaimDraw, value: 0 };
        assert_eq!(mode_reasons(modes, &view, Side::First, claim), [HintReason::ClaimsDraw]);
        view.actions.truncate(1);
        let only = ScoredAction { action: view.actions[0], value: 0 };
        assert_eq!(mode_reasons(modes, &view, Side::First, only), [HintReason::OnlyMove]);
    }
}
