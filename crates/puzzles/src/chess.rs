use yipan_chess::{Bitboard, Move, PieceKind, Position, SEE_VALUES, UciMove, attacks};
use yipan_core::MoveGenerator;
use yipan_engine::chess::GameHistory;

use crate::positions::{legal_moves, position_after};
use crate::theme::ending_themes;
use crate::{PuzzleGame, PuzzleTheme};

/// The loss in an exchange from which a move is a sacrifice, in centipawns.
const SACRIFICE: i32 = -100;

impl PuzzleGame for Position {
    fn start() -> Position {
        Position::start()
    }

    fn empty_history(&self) -> GameHistory {
        GameHistory::default()
    }

    fn move_text(&self, mv: Move) -> String {
        self.uci(mv).to_string()
    }

    fn parse_move(&self, text: &str) -> Option<Move> {
        self.resolve_uci(text.parse::<UciMove>().ok()?).ok()
    }

    fn themes(&self, line: &[Move]) -> Vec<PuzzleTheme> {
        let end = position_after(self, line);
        let mut themes = ending_themes(&end, line.len(), end.in_check());
        let (Some(first), Some(last)) = (line.first(), line.last()) else { return themes };
        if end.in_check() && legal_moves(&end).is_empty() {
            add_mate_pattern(&end, *last, &mut themes);
        }
        let mut position = *self;
        for (ply, mv) in line.iter().enumerate() {
            let before = position;
            position.make(*mv);
            if ply.is_multiple_of(2) {
                add_move_themes(&before, *mv, &position, &mut themes);
            }
        }
        add_first_move(self, *first, &mut themes);
        themes.sort_unstable();
        themes.dedup();
        themes
    }
}

/// Adds the themes of one move of the solver.
fn add_move_themes(before: &Position, mv: Move, after: &Position, themes: &mut Vec<PuzzleTheme>) {
    let checkers = after.checkers();
    if checkers.more_than_one() {
        themes.push(PuzzleTheme::DoubleCheck);
    } else if checkers.any() && !checkers.contains(mv.to()) && !mv.is_castling() {
        themes.push(PuzzleTheme::DiscoveredCheck);
    }
    match mv.promotes_to() {
        Some(PieceKind::Queen) => themes.push(PuzzleTheme::Promotion),
        Some(_) => themes.extend([PuzzleTheme::Promotion, PuzzleTheme::Underpromotion]),
        None => {}
    }
    if mv.is_castling() {
        return;
    }
    if is_fork(mv, after) {
        themes.push(PuzzleTheme::Fork);
    }
    if is_pin(before, mv, after) {
        themes.push(PuzzleTheme::Pin);
    }
}

/// Tests whether the moved piece attacks two pieces that are worth more than itself, undefended, or the king.
fn is_fork(mv: Move, after: &Position) -> bool {
    let Some(piece) = after.piece_at(mv.to()) else { return false };
    let enemy = piece.color.other();
    let is_target = |square: &_| {
        after.piece_at(*square).is_some_and(|target| match target.kind {
            PieceKind::King => true,
            PieceKind::Pawn => false,
            kind => value(kind) > value(piece.kind) || after.attacks_to(*square, enemy).is_empty(),
        })
    };
    (after.attacks_from(mv.to()) & after.by_color(enemy)).into_iter().filter(is_target).count() >= 2
}

/// Tests whether a move takes a pinned piece, or pins a piece with the moved one.
fn is_pin(before: &Position, mv: Move, after: &Position) -> bool {
    let pawns = after.by_kind(PieceKind::Pawn);
    let enemy = after.side_to_move();
    let takes = before.pins(enemy).any(|pin| pin.pinned == mv.to());
    takes || after.pins(enemy).any(|pin| pin.pinner == mv.to() && !pawns.contains(pin.pinned))
}

/// Adds what the first move gives or takes.
fn add_first_move(position: &Position, mv: Move, themes: &mut Vec<PuzzleTheme>) {
    let (captured, after) = (position.captured_kind(mv), position.after(mv));
    if position.see(mv) <= SACRIFICE {
        themes.push(PuzzleTheme::Sacrifice);
    } else if captured.is_some() && after.attacks_to(mv.to(), after.side_to_move()).is_empty() {
        // A piece behind the one that takes defends as well, so the attacks are those after the move.
        themes.push(PuzzleTheme::HangingPiece);
    } else if captured.is_none() && !after.in_check() && mv.promotes_to().is_none() {
        themes.push(PuzzleTheme::QuietMove);
    }
}

fn add_mate_pattern(end: &Position, last: Move, themes: &mut Vec<PuzzleTheme>) {
    let (king, own) = (end.king(end.side_to_move()), end.by_color(end.side_to_move()));
    let neighbors = attacks::king(king);
    let mating = end.piece_at(last.to()).map(|piece| piece.kind);
    if mating == Some(PieceKind::Knight) && neighbors.without(own).is_empty() {
        themes.push(PuzzleTheme::SmotheredMate);
    }
    let is_on_edge = king.rank() == last.to().rank() && matches!(king.rank(), 0 | 7);
    let ahead: Bitboard = neighbors.into_iter().filter(|square| square.rank() != king.rank()).collect();
    if matches!(mating, Some(PieceKind::Rook | PieceKind::Queen))
        && is_on_edge
        && ahead.without(own).is_empty()
    {
        themes.push(PuzzleTheme::BackRankMate);
    }
}

const fn value(kind: PieceKind) -> i32 {
    SEE_VALUES[kind as usize]
}
