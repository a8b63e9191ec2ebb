//! Xiangqi, as the search plays it.

mod evaluation;
mod features;
mod general;
mod threats;

use std::sync::LazyLock;

use yipan_core::{MoveGenerator, splitmix64};
use yipan_xiangqi::repetition::{History, RepetitionRule, Verdict, adjudicate_cycle};
use yipan_xiangqi::{Color, Move, NoCaptureLimit, PieceKind, PointSet, Position, Xiangqi, attacks};

use crate::book::Book;
use crate::level_player::Playable;
use crate::search_game::{MoveFeatures, PathEntry, RuleOutcome, SearchGame};

pub use evaluation::{sample, weights, write_weights};

/// What of a game before the search is needed: its moves, which the law of repetition may ask about, and by which
/// rules it is played.
#[derive(Clone, Debug)]
pub struct GameHistory {
    history: History,
    rule: RepetitionRule,
    capture_limit: Option<u16>,
    /// Plies without a capture that do not count towards the limit, because they were checks beyond the allowance or
    /// replies to them.
    uncounted_plies: u16,
}

impl GameHistory {
    /// The past of a game that began at `start` and went on with these legal moves up to the position to be searched.
    #[must_use]
    pub fn from_moves(
        start: &Position,
        moves: &[Move],
        rule: RepetitionRule,
        limit: NoCaptureLimit,
    ) -> GameHistory {
        let history = History::from_moves(start, moves);
        let uncounted_plies =
            history.position().halfmove_clock().saturating_sub(limit.counted_plies(start, moves));
        GameHistory { history, rule, capture_limit: limit.max_plies, uncounted_plies }
    }

    /// A position without a past, by the usual rules.
    #[must_use]
    pub fn without_moves(root: &Position) -> GameHistory {
        GameHistory::from_moves(root, &[], RepetitionRule::default(), NoCaptureLimit::default())
    }
}

impl From<&Xiangqi> for GameHistory {
    fn from(game: &Xiangqi) -> GameHistory {
        let (history, setup) = (game.history(), game.setup());
        GameHistory::from_moves(history.start(), history.moves(), setup.repetition, setup.no_capture_limit)
    }
}

impl Playable for Position {
    type Evaluator = crate::HandCrafted;

    fn opening_book() -> &'static Book<Position> {
        static BOOK: LazyLock<Book<Position>> = LazyLock::new(|| {
            let read = |position: &Position, text: &str| position.resolve(text.parse().ok()?).ok();
            Book::parse(&Position::start(), include_str!("../../book/xiangqi.txt"), read)
                .expect("every path of the book is legal")
        });
        &BOOK
    }
}

impl SearchGame for Position {
    type GameHistory = GameHistory;

    const PIECE_KINDS: usize = 7;
    const CELLS: usize = 90;
    const PIECE_VALUES: &'static [i32] = &[20_000, 120, 120, 270, 600, 285, 80];
    const WINNING_EVAL: i32 = 2_000;
    const STALEMATE_IS_LOSS: bool = true;

    #[inline]
    fn move_bits(mv: Move) -> u16 {
        mv.bits()
    }

    #[inline]
    fn legal_move_from_bits(&self, bits: u16) -> Option<Move> {
        let mv = Move::from_bits(bits);
        (bits != 0 && self.is_legal(mv)).then_some(mv)
    }

    #[inline]
    fn move_features(&self, mv: Move) -> MoveFeatures {
        let us = self.side_to_move();
        let piece = us.index() * 7 + self.kind_on(mv.from()) as usize;
        let captured = self.by_color(us.other()).contains(mv.to()).then(|| self.kind_on(mv.to()) as usize);
        MoveFeatures { piece, from: mv.from().index(), to: mv.to().index(), captured }
    }

    #[inline]
    fn is_tactical(&self, mv: Move) -> bool {
        self.by_color(self.side_to_move().other()).contains(mv.to())
    }

    #[inline]
    fn in_check(&self) -> bool {
        Position::in_check(self)
    }

    /// The points from which a horse, a rook, a cannon and a pawn attack the enemy general.
    type CheckSquares = [PointSet; 4];

    fn check_squares(&self) -> [PointSet; 4] {
        let us = self.side_to_move();
        let (general, occupied) = (self.general(us.other()), self.occupied());
        let straight = attacks::rook(general, occupied);
        // Behind one man, up to the next.
        let behind_one_piece = attacks::rook(general, occupied.without(straight)).without(straight);
        [
            attacks::horse_attackers(general, occupied),
            straight,
            behind_one_piece,
            attacks::pawn_attackers(us, general),
        ]
    }

    #[inline]
    fn gives_check(&self, mv: Move, check_squares: &[PointSet; 4]) -> bool {
        let points = match self.kind_on(mv.from()) {
            PieceKind::Horse => check_squares[0],
            PieceKind::Rook => check_squares[1],
            PieceKind::Cannon => check_squares[2],
            PieceKind::Pawn => check_squares[3],
            PieceKind::General | PieceKind::Advisor | PieceKind::Elephant => return false,
        };
        points.contains(mv.to())
    }

    fn null_move(&self) -> Position {
        let mut next = *self;
        next.pass_unchecked();
        next
    }

    fn allows_null_move(&self) -> bool {
        let of = |kind| self.by_color_and_kind(self.side_to_move(), kind);
        (of(PieceKind::Rook) | of(PieceKind::Cannon) | of(PieceKind::Horse)).any()
    }

    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let features = self.move_features(mv);
        let captured_value = features.captured.map_or(0, |kind| Self::PIECE_VALUES[kind]);
        // Not enough even if nobody takes back, or enough even if the man is lost.
        if captured_value < threshold {
            return false;
        }
        captured_value - Self::PIECE_VALUES[features.piece % 7] >= threshold || self.see(mv) >= threshold
    }

    fn correction_key(&self) -> u64 {
        // Pawns, and how many guards and attackers are left.
        let mut mixed = 0;
        for color in Color::BOTH {
            mixed = splitmix64(mixed ^ self.by_color_and_kind(color, PieceKind::Pawn).hash()).1;
            for kind in [
                PieceKind::Advisor,
                PieceKind::Elephant,
                PieceKind::Horse,
                PieceKind::Rook,
                PieceKind::Cannon,
            ] {
                mixed = mixed << 2 ^ mixed >> 62 ^ u64::from(self.by_color_and_kind(color, kind).len());
            }
        }
        splitmix64(mixed).1
    }

    fn rule_outcome(game_history: &GameHistory, path: &[PathEntry<Position>]) -> Option<RuleOutcome> {
        let ply = path.len() - 1;
        let here = &path[ply];
        let quiet = here.position.halfmove_clock();
        // No move at all comes before every draw.
        let draw = || (here.position.count_legal_moves() > 0).then_some(RuleOutcome::Draw);
        if game_history
            .capture_limit
            .is_some_and(|limit| quiet.saturating_sub(game_history.uncounted_plies) >= limit)
        {
            return draw();
        }
        if quiet == 0 && here.position.has_insufficient_material() {
            return draw();
        }
        repetition_outcome(game_history, path)
    }
}

/// What the law of repetition says if the last position of the line has been there before.
fn repetition_outcome(game_history: &GameHistory, path: &[PathEntry<Position>]) -> Option<RuleOutcome> {
    let ply = path.len() - 1;
    let here = &path[ply];
    let quiet = usize::from(here.position.halfmove_clock());
    // How far back a line of real moves without a capture goes. A pass is no move of any game.
    let plies_since_null_move = path.iter().rev().take_while(|entry| entry.mv.is_some()).count();
    let max_distance = quiet.min(plies_since_null_move);
    let repeated_at = (4..=max_distance).step_by(2).find(|&back| path[ply - back].key == here.key);
    let reaches_root = plies_since_null_move == ply && quiet > ply;
    let mut occurrences = 0;
    if reaches_root {
        // The root is the last of the past.
        let keys = game_history.history.keys();
        let before = keys.iter().rev().skip(1).filter(|&&key| key == here.key).count();
        let on_line = path[..ply].iter().filter(|entry| entry.key == here.key).count();
        occurrences = before + on_line;
    }
    let side = here.position.side_to_move();
    if occurrences + 1 >= game_history.rule.occurrences_required() {
        // The game would be judged now, and exactly so.
        let moves: Vec<Move> = path.iter().filter_map(|entry| entry.mv).collect();
        return game_history
            .history
            .adjudicate_after(&moves, game_history.rule)
            .map(|verdict| outcome_of_verdict(&verdict, side));
    }
    let back = repeated_at?;
    // What is repeated once on the line is judged as if it were repeated for good.
    let loop_path = &path[ply - back..=ply];
    Some(loop_outcome(loop_path, game_history.rule, side))
}

/// The verdict on a loop: first by its checks, which are known, and only then by its chases.
fn loop_outcome(loop_path: &[PathEntry<Position>], rule: RepetitionRule, side: Color) -> RuleOutcome {
    if rule == RepetitionRule::Simple {
        return RuleOutcome::Draw;
    }
    // A visit in check was reached by a checking move of the other side.
    let checks = |by: Color| {
        let mut moves = loop_path[1..].iter().filter(|entry| entry.position.side_to_move() != by);
        moves.all(|entry| entry.in_check)
    };
    match (checks(side), checks(side.other())) {
        (true, true) => return RuleOutcome::Draw,
        (true, false) => return RuleOutcome::Loss,
        (false, true) => return RuleOutcome::Win,
        (false, false) => {}
    }
    if matches!(rule, RepetitionRule::CheckOnly | RepetitionRule::CxaAdvisory) {
        return RuleOutcome::Draw;
    }
    let moves: Vec<Move> = loop_path[1..].iter().filter_map(|entry| entry.mv).collect();
    outcome_of_verdict(&adjudicate_cycle(&loop_path[0].position, &moves, rule), side)
}

fn outcome_of_verdict(verdict: &Verdict, side: Color) -> RuleOutcome {
    match verdict.loser() {
        None => RuleOutcome::Draw,
        Some(loser) if loser == side => RuleOutcome::Loss,
        Some(_) => RuleOutcome::Win,
    }
}
