use yipan_core::{AnyPiece, MoveKind, MoveList, Side};

use super::explained_game::ExplainedGame;
use super::hint_reason::HintReason;
use crate::score::Score;
use crate::search_game::{MoveFeatures, SearchGame};

/// The greatest number of reasons for one action; more would hide the important ones.
pub(super) const MAX_REASONS: usize = 3;

/// The least gain in centipawns that counts as material; a pawn of xiangqi is worth 80.
const MIN_GAIN: i32 = 60;

/// The greatest number of moves after which a gain of material is still a reason.
const MAX_MOVES_TO_GAIN: u32 = 4;

/// Returns the reasons for the first move of a line, the most important first.
pub(in crate::computer) fn move_reasons<P: ExplainedGame>(
    root: &P,
    line: &[P::Move],
    score: Option<Score>,
) -> Vec<HintReason> {
    let Some(&mv) = line.first() else { return Vec::new() };
    if root.count_legal_moves() == 1 {
        return vec![HintReason::OnlyMove];
    }
    if let Some(Score::Mate(moves @ 1..)) = score {
        return vec![HintReason::Mates(moves.unsigned_abs())];
    }
    reasons_with_gain(
        root,
        mv,
        winning_move_number(root, &without_last_captures(material_gains(root, line).0)),
    )
}

/// Returns the reasons for the first move of a line that is known to win, the most important first.
///
/// Such a line ends where the win is clear, so its last captures count unless the opponent recaptures with profit. `mate`
/// is the number of moves with which it wins the game.
pub(in crate::computer) fn solution_reasons<P: ExplainedGame>(
    root: &P,
    line: &[P::Move],
    mate: Option<u32>,
) -> Vec<HintReason> {
    let Some(&mv) = line.first() else { return Vec::new() };
    let mut reasons = match mate {
        Some(moves) => vec![HintReason::Mates(moves)],
        None => {
            let (gains, end) = material_gains(root, line);
            let is_settled = winning_captures(&end).next().is_none();
            let gains = if is_settled { gains } else { without_last_captures(gains) };
            return reasons_with_gain(root, mv, winning_move_number(root, &gains));
        }
    };
    // A move that mates needs no other reason.
    if mate != Some(1) {
        reasons.extend(ExplainedMove::new(root, mv).reasons());
    }
    reasons.truncate(MAX_REASONS);
    reasons
}

/// Returns the reasons for a move after which material is won with this move of the side, if any.
fn reasons_with_gain<P: ExplainedGame>(root: &P, mv: P::Move, winning_move: Option<u32>) -> Vec<HintReason> {
    let mut reasons = ExplainedMove::new(root, mv).reasons();
    let wins_already = reasons.iter().any(|reason| {
        matches!(
            reason,
            HintReason::WinsPiece(_)
                | HintReason::WinsBack(_)
                | HintReason::WinsExchange { .. }
                | HintReason::Promotes(_)
        )
    });
    let winning_move = winning_move.filter(|moves| *moves <= MAX_MOVES_TO_GAIN);
    if let Some(moves) = winning_move.filter(|_| !wins_already) {
        reasons.insert(0, HintReason::WinsMaterial(moves));
    }
    if reasons.is_empty() {
        reasons.extend(root.positional_reason(mv));
    }
    reasons.truncate(MAX_REASONS);
    reasons
}

/// A move with the positions before and after it.
struct ExplainedMove<'a, P: ExplainedGame> {
    root: &'a P,
    mv: P::Move,
    after: P,
    features: MoveFeatures,
    us: Side,
}

impl<'a, P: ExplainedGame> ExplainedMove<'a, P> {
    fn new(root: &'a P, mv: P::Move) -> ExplainedMove<'a, P> {
        let mut after = *root;
        after.make(mv);
        ExplainedMove { root, mv, after, features: root.move_features(mv), us: root.side_to_move() }
    }

    fn reasons(&self) -> Vec<HintReason> {
        let mut reasons = Vec::new();
        if self.root.in_check() {
            reasons.push(self.check_answer());
        }
        reasons.extend(self.capture_reason());
        if let Some(kind) = P::promoted_kind(self.mv) {
            reasons.push(HintReason::Promotes(P::piece(self.us, kind)));
        }
        reasons.extend(self.attack_reason());
        if !self.root.in_check() {
            reasons.extend(self.defense_reason());
        }
        reasons
    }

    fn moved_kind(&self) -> usize {
        self.features.piece % P::PIECE_KINDS
    }

    fn own_piece(&self, kind: usize) -> AnyPiece {
        P::piece(self.us, kind)
    }

    fn enemy_piece(&self, kind: usize) -> AnyPiece {
        P::piece(self.us.other(), kind)
    }

    fn check_answer(&self) -> HintReason {
        match self.features.captured {
            _ if self.moved_kind() == P::ROYAL_KIND => {
                HintReason::EscapesCheck(self.own_piece(P::ROYAL_KIND))
            }
            Some(kind) => HintReason::CapturesChecker(self.enemy_piece(kind)),
            None => HintReason::ParriesCheck,
        }
    }

    fn capture_reason(&self) -> Option<HintReason> {
        let kind = self.features.captured?;
        let (captured, given) = (self.enemy_piece(kind), self.own_piece(self.moved_kind()));
        let value = P::PIECE_VALUES[kind];
        if self.root.see_ge(self.mv, value) {
            let is_behind = material_lead(self.root, self.us) <= -value / 2;
            Some(if is_behind { HintReason::WinsBack(captured) } else { HintReason::WinsPiece(captured) })
        } else if self.root.see_ge(self.mv, MIN_GAIN) {
            Some(HintReason::WinsExchange { captured, given })
        } else if self.root.see_ge(self.mv, -MIN_GAIN) {
            Some(HintReason::Exchanges { captured, given })
        } else {
            None
        }
    }

    /// Returns the most valuable pieces that the moved piece attacks, or the check.
    fn attack_reason(&self) -> Option<HintReason> {
        let gives_check = self.after.in_check();
        let mut attacked = self.attacked_kinds();
        attacked.sort_by_key(|kind| std::cmp::Reverse(P::PIECE_VALUES[*kind]));
        match attacked[..] {
            [first, second, ..] => {
                Some(HintReason::Forks([self.enemy_piece(first), self.enemy_piece(second)]))
            }
            _ if gives_check => Some(HintReason::GivesCheck),
            [only] => Some(HintReason::Attacks(self.enemy_piece(only))),
            [] => None,
        }
    }

    /// Returns the kinds of the pieces that the moved piece attacks with profit and that were not attacked before.
    ///
    /// A piece that can be captured with profit itself attacks nothing.
    fn attacked_kinds(&self) -> Vec<usize> {
        let MoveFeatures { to, .. } = self.features;
        if winning_captures(&self.after).any(|capture| capture.to == to) {
            return Vec::new();
        }
        // A side in check cannot pass, but the captures of its opponent are still those of the pieces on the board.
        let attacked_before: Vec<usize> = winning_captures(self.root).map(|capture| capture.to).collect();
        let mut attacked: Vec<MoveFeatures> = winning_captures(&self.after.null_move())
            .filter(|capture| capture.from == to && !attacked_before.contains(&capture.to))
            .collect();
        attacked.dedup_by_key(|capture| capture.to);
        let mut kinds: Vec<usize> = attacked
            .iter()
            .filter_map(|capture| capture.captured)
            .filter(|kind| *kind != P::ROYAL_KIND)
            .collect();
        if self.root.gives_check(self.mv, &self.root.check_squares()) {
            kinds.push(P::ROYAL_KIND);
        }
        kinds
    }

    /// Returns the threat of the opponent that the move answers.
    fn defense_reason(&self) -> Option<HintReason> {
        let passed = self.root.null_move();
        if has_mate_in_one(&passed) && !has_mate_in_one(&self.after) {
            return Some(HintReason::PreventsMate);
        }
        // A capture or a check stops a threat for other reasons, or only for a while.
        if self.features.captured.is_some() || self.after.in_check() {
            return None;
        }
        let remaining: Vec<usize> = winning_captures(&self.after).map(|capture| capture.to).collect();
        let mut answered: Vec<MoveFeatures> = winning_captures(&passed).collect();
        answered.retain(|threat| {
            let cell = if threat.to == self.features.from { self.features.to } else { threat.to };
            !remaining.contains(&cell)
        });
        if answered.iter().any(|threat| threat.to == self.features.from) {
            return Some(HintReason::Rescues(self.own_piece(self.moved_kind())));
        }
        let kinds = answered.iter().filter_map(|threat| threat.captured);
        let kind = kinds.max_by_key(|kind| P::PIECE_VALUES[*kind])?;
        Some(HintReason::Protects(self.own_piece(kind)))
    }
}

/// Iterates over the captures that win material by SEE.
fn winning_captures<P: SearchGame>(position: &P) -> impl Iterator<Item = MoveFeatures> {
    let mut captures = MoveList::new();
    position.generate_moves(MoveKind::Captures, &mut captures);
    captures
        .into_iter()
        .filter(move |mv| position.see_ge(*mv, MIN_GAIN))
        .map(move |mv| position.move_features(mv))
}

fn has_mate_in_one<P: SearchGame>(position: &P) -> bool {
    let mut moves = MoveList::new();
    position.generate_moves(MoveKind::All, &mut moves);
    moves.into_iter().any(|mv| {
        let mut next = *position;
        next.make(mv);
        next.in_check() && next.count_legal_moves() == 0
    })
}

/// Returns what the side to move has gained before and after each move of a line, and the position after it.
fn material_gains<P: ExplainedGame>(root: &P, line: &[P::Move]) -> (Vec<i32>, P) {
    let mut position = *root;
    let mut gain = 0;
    let mut gains = vec![0];
    for (ply, &mv) in line.iter().enumerate() {
        let value = material_change(&position, mv);
        gain += if ply % 2 == 0 { value } else { -value };
        gains.push(gain);
        position.make(mv);
    }
    (gains, position)
}

/// Removes the gains of the captures at the end of a line, which says nothing about their outcome.
fn without_last_captures(mut gains: Vec<i32>) -> Vec<i32> {
    while let [.., before, last] = gains[..]
        && before != last
    {
        gains.pop();
    }
    gains
}

/// Returns the number of the move with which a line wins material for good, counted from 1.
fn winning_move_number<P: ExplainedGame>(root: &P, gains: &[i32]) -> Option<u32> {
    // A side that only regains what it lost before the root wins nothing.
    let least_gain = MIN_GAIN + (-material_lead(root, root.side_to_move())).max(0);
    let ply = gains.len() - gains.iter().rev().take_while(|gain| **gain >= least_gain).count();
    (ply < gains.len()).then(|| ply.div_ceil(2) as u32)
}

/// Returns the material of a side less that of its opponent, in centipawns.
fn material_lead<P: ExplainedGame>(position: &P, side: Side) -> i32 {
    let count = |side: Side, kind: usize| position.piece_cells(side, kind).into_iter().count() as i32;
    let lead = |kind: usize| P::PIECE_VALUES[kind] * (count(side, kind) - count(side.other(), kind));
    (0..P::PIECE_KINDS).map(lead).sum()
}

/// Returns the value of the captured piece and of the promotion.
fn material_change<P: ExplainedGame>(position: &P, mv: P::Move) -> i32 {
    let features = position.move_features(mv);
    let captured = features.captured.map_or(0, |kind| P::PIECE_VALUES[kind]);
    let promoted = P::promoted_kind(mv)
        .map_or(0, |kind| P::PIECE_VALUES[kind] - P::PIECE_VALUES[features.piece % P::PIECE_KINDS]);
    captured + promoted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a position and a line of moves in UCI notation.
    fn chess_line(fen: &str, moves: &str) -> (yipan_chess::Position, Vec<yipan_chess::Move>) {
        let root: yipan_chess::Position = fen.parse().expect(fen);
        let mut position = root;
        let parse = |text: &str| {
            let mv = position.resolve_uci(text.parse().expect(text)).expect(text);
            position = position.after(mv);
            mv
        };
        (root, moves.split(' ').map(parse).collect())
    }

    /// Returns the reasons for a line of moves in UCI notation.
    fn chess(fen: &str, moves: &str) -> Vec<HintReason> {
        let (root, line) = chess_line(fen, moves);
        move_reasons(&root, &line, Some(Score::Centipawns(50)))
    }

    /// Returns the reasons for a line that is known to win.
    fn solution(fen: &str, moves: &str, mate: Option<u32>) -> Vec<HintReason> {
        let (root, line) = chess_line(fen, moves);
        solution_reasons(&root, &line, mate)
    }

    fn xiangqi(fen: &str, mv: &str) -> Vec<HintReason> {
        let root: yipan_xiangqi::Position = fen.parse().expect(fen);
        move_reasons(&root, &[mv.parse().expect(mv)], Some(Score::Centipawns(50)))
    }

    const fn white(letter: char) -> AnyPiece {
        AnyPiece { side: Side::First, letter }
    }

    const fn black(letter: char) -> AnyPiece {
        AnyPiece { side: Side::Second, letter }
    }

    #[test]
    fn a_forced_mate_is_the_only_reason() {
        let root: yipan_chess::Position = "7k/8/8/8/8/8/R7/1R5K w - - 0 1".parse().expect("a position");
        let mv = root.resolve_uci("a2a7".parse().expect("a move")).expect("legal");
        assert_eq!(move_reasons(&root, &[mv], Some(Score::Mate(2))), [HintReason::Mates(2)]);
        // The opponent's mate is no reason.
        assert!(!move_reasons(&root, &[mv], Some(Score::Mate(-2))).contains(&HintReason::Mates(2)));
    }

    #[test]
    fn a_forced_move_has_no_other_reason() {
        assert_eq!(chess("7k/8/8/8/8/8/1q6/K7 w - - 0 1", "a1b2"), [HintReason::OnlyMove]);
    }

    #[test]
    fn a_check_is_answered_in_three_ways() {
        let fen = "4k3/8/8/8/4r3/8/3P4/4K1NR w - - 0 1";
        assert_eq!(chess(fen, "e1f2")[0], HintReason::EscapesCheck(white('K')));
        assert_eq!(chess(fen, "g1e2")[0], HintReason::ParriesCheck);
        let fen = "4k3/8/8/8/4r3/2N5/3P4/4K2R w - - 0 1";
        assert_eq!(chess(fen, "c3e4")[0], HintReason::CapturesChecker(black('R')));
    }

    #[test]
    fn a_capture_wins_exchanges_or_wins_back() {
        // The bishop is not protected; with a pawn behind it, it is exchanged, and a rook would still be won.
        assert_eq!(chess("4k3/8/8/3b4/8/2N5/3P4/4K3 w - - 0 1", "c3d5"), [HintReason::WinsPiece(black('B'))]);
        assert_eq!(
            chess("4k3/8/4p3/3b4/8/2N5/PPPPP3/4K3 w - - 0 1", "c3d5"),
            [HintReason::Exchanges { captured: black('B'), given: white('N') }]
        );
        assert_eq!(
            chess("4k3/8/4p3/3r4/8/2N5/PPPPP3/4K3 w - - 0 1", "c3d5"),
            [HintReason::WinsExchange { captured: black('R'), given: white('N') }]
        );
        assert_eq!(
            chess("r3k3/8/8/3b4/8/2N5/3P4/4K3 w - - 0 1", "c3d5")[0],
            HintReason::WinsBack(black('B'))
        );
        // A capture that loses material has another reason, or none.
        assert_eq!(chess("4k3/8/4p3/3p4/8/2N5/PPPPP3/4K3 w - - 0 20", "c3d5"), []);
    }

    #[test]
    fn a_pawn_promotes() {
        assert_eq!(chess("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q")[0], HintReason::Promotes(white('Q')));
    }

    #[test]
    fn two_attacked_pieces_are_a_fork_unless_the_attacker_is_lost() {
        let fen = "r3k2q/8/8/3N4/8/8/8/4K3 w - - 0 1";
        assert_eq!(chess(fen, "d5c7")[0], HintReason::Forks([black('K'), black('R')]));
        assert_eq!(chess(fen, "d5f6"), [HintReason::GivesCheck]);
        let fen = "q3k1r1/8/8/8/8/8/3N4/4K3 w - - 0 1";
        assert_eq!(chess(fen, "d2e4"), []);
        let fen = "4k3/3q1r2/8/8/2N5/8/8/4K3 w - - 0 1";
        assert_eq!(chess(fen, "c4e5"), [HintReason::Forks([black('Q'), black('R')])]);
        let fen = "4k3/3q1r2/3p4/8/2N5/8/8/4K3 w - - 0 1";
        assert_eq!(chess(fen, "c4e5"), []);
        let fen = "4k3/3q4/8/8/2N5/8/8/4K3 w - - 0 1";
        assert_eq!(chess(fen, "c4e5"), [HintReason::Attacks(black('Q'))]);
    }

    #[test]
    fn a_check_alone_is_a_reason() {
        assert_eq!(chess("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), [HintReason::GivesCheck]);
    }

    #[test]
    fn a_threat_is_answered() {
        // The rook on a1 is attacked by the bishop; the knight can block or the rook can leave.
        let fen = "4k3/8/8/4b3/8/1N6/8/R3K3 w - - 0 1";
        assert_eq!(chess(fen, "a1a8")[0], HintReason::GivesCheck);
        assert_eq!(chess(fen, "a1a4"), [HintReason::Rescues(white('R'))]);
        assert_eq!(chess(fen, "b3d4"), [HintReason::Protects(white('R'))]);
        assert_eq!(chess(fen, "b3a5"), []);
        // Black threatens mate on the back rank.
        let fen = "r5k1/5ppp/8/8/8/8/5PPP/1Q4K1 w - - 0 30";
        assert_eq!(chess(fen, "b1d1"), []);
        assert_eq!(chess("r5k1/5ppp/8/8/8/8/Q4PPP/6K1 w - - 0 30", "h2h3"), []);
        assert_eq!(chess("3r2k1/5ppp/8/8/8/8/Q4PPP/6K1 w - - 0 30", "h2h3"), [HintReason::PreventsMate]);
    }

    #[test]
    fn the_expected_line_wins_material() {
        // The rook attacks the knight, which cannot leave its king's line.
        let fen = "4k3/8/8/4n3/8/8/3P4/R5K1 w - - 0 1";
        assert_eq!(
            chess(fen, "a1e1 e8d7 e1e5 d7d6"),
            [HintReason::WinsMaterial(2), HintReason::Attacks(black('N'))]
        );
        // The line ends before the rook could be recaptured.
        assert_eq!(chess(fen, "a1e1 e8d7 e1e5"), [HintReason::Attacks(black('N'))]);
    }

    #[test]
    fn the_last_capture_of_a_solution_counts_unless_it_is_recaptured() {
        let fen = "4k3/8/8/4n3/8/8/3P4/R5K1 w - - 0 1";
        assert_eq!(
            solution(fen, "a1e1 e8d7 e1e5", None),
            [HintReason::WinsMaterial(2), HintReason::Attacks(black('N'))]
        );
        // The pawn takes the rook back.
        let fen = "4k3/8/3p4/4n3/8/8/3P4/R5K1 w - - 0 1";
        assert!(!solution(fen, "a1e1 e8d7 e1e5", None).contains(&HintReason::WinsMaterial(2)));
    }

    #[test]
    fn a_solution_that_mates_says_how_it_begins() {
        let fen = "5rk1/5ppp/8/8/8/8/R7/R5K1 w - - 0 1";
        let reasons = solution(fen, "a2a8 f8a8 a1a8", Some(2));
        assert_eq!(reasons[0], HintReason::Mates(2));
        assert_eq!(solution("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8", Some(1)), [HintReason::Mates(1)]);
        let fen = "7k/8/8/8/8/8/R7/1R5K w - - 0 1";
        assert_eq!(solution(fen, "b1b7 h8g8 a2a8", Some(2)), [HintReason::Mates(2)]);
    }

    #[test]
    fn the_opening_has_reasons_of_its_own() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(chess(start, "e2e4"), [HintReason::TakesCenter]);
        assert_eq!(chess(start, "g1f3"), [HintReason::Develops(white('N'))]);
        assert_eq!(chess(start, "a2a3"), []);
        let castling = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
        assert_eq!(chess(castling, "e1g1"), [HintReason::Castles]);
    }

    #[test]
    fn xiangqi_has_the_same_reasons() {
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        assert_eq!(xiangqi(start, "h2e2"), [HintReason::Attacks(black('P'))]);
        assert_eq!(xiangqi(start, "b0c2"), [HintReason::Develops(white('N'))]);
        // The horse protects the pawn in the center.
        let protected = "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 2";
        assert_eq!(xiangqi(protected, "h2e2"), [HintReason::TakesCenter]);
        assert_eq!(
            xiangqi("3k5/9/9/c8/9/9/9/9/9/R3K4 w - - 0 30", "a0a6"),
            [HintReason::WinsPiece(black('C'))]
        );
        assert_eq!(xiangqi("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 30", "a0a9"), [HintReason::GivesCheck]);
        let check = "3k5/4r4/9/9/9/R8/9/9/9/4K4 w - - 0 30";
        assert_eq!(xiangqi(check, "e0f0"), [HintReason::EscapesCheck(white('K'))]);
        assert_eq!(xiangqi(check, "a4e4")[0], HintReason::ParriesCheck);
    }
}
