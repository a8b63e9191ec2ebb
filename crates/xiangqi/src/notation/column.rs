//! The common structure of WXF and Chinese column notation: piece, direction and distance.

use alloc::{borrow::ToOwned, vec::Vec};

use super::error::NotationError;
use crate::{Color, Move, Piece, PieceKind, Point, PointSet, Position};

/// A parsed move, as seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ColumnMove {
    pub(super) kind: PieceKind,
    pub(super) selector: PieceSelector,
    pub(super) direction: Direction,
    /// The number of points for a straight move forward or backward, otherwise the destination column.
    pub(super) number: u8,
}

/// The selection among several pieces of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceSelector {
    /// The piece on this column, counted from the player's right, 1 to 9.
    Column(u8),
    /// A piece in a tandem, that is, of several on one file.
    Tandem(TandemOrder),
    /// A piece in the tandem on this column.
    TandemOnColumn(TandemOrder, u8),
}

/// The place in a tandem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TandemOrder {
    /// 前, nearest to the enemy.
    Front,
    /// 中, in the middle.
    Middle,
    /// 后, nearest to the player.
    Back,
    /// 一 to 五, counted through all files with a tandem from the player's right.
    Nth(u8),
}

/// The direction of a move: 进, 平 or 退.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Sideways,
    Backward,
}

/// The properties of a move from which both notations are written.
pub(super) struct MoveDescription {
    pub(super) piece: Piece,
    pub(super) column: u8,
    /// The number of pieces of the kind on the file, and the index of this one, 0 for the front.
    pub(super) tandem_len: usize,
    pub(super) tandem_index: usize,
    /// The index among the pieces of all tandems, or `None` if there is only one.
    pub(super) numbered_index: Option<usize>,
    pub(super) direction: Direction,
    pub(super) number: u8,
}

impl MoveDescription {
    /// Describes a move, or returns `None` if the origin is empty.
    pub(super) fn new(position: &Position, mv: Move) -> Option<MoveDescription> {
        let (from, to) = (mv.from(), mv.to());
        let piece = position.piece_at(from)?;
        let Piece { color, kind } = piece;
        let (before, after) = (from.rank_for(color), to.rank_for(color));
        let direction = match after.cmp(&before) {
            core::cmp::Ordering::Greater => Direction::Forward,
            core::cmp::Ordering::Equal => Direction::Sideways,
            core::cmp::Ordering::Less => Direction::Backward,
        };
        let counts_ranks = direction != Direction::Sideways && moves_in_straight_lines(kind);
        let number = if counts_ranks { after.abs_diff(before) } else { to.column_for(color) };
        let column = from.column_for(color);
        let tandem = pieces_on_column(position, piece, column);
        let tandem_index = tandem.iter().position(|&point| point == from)?;
        let all_tandems = tandem_pieces(position, piece);
        let many_files = all_tandems.len() > tandem.len();
        let numbered_index =
            if many_files { all_tandems.iter().position(|&point| point == from) } else { None };
        Some(MoveDescription {
            piece,
            column,
            tandem_len: tandem.len(),
            tandem_index,
            numbered_index,
            direction,
            number,
        })
    }

    /// Whether the column alone identifies the piece.
    pub(super) fn is_column_unambiguous(&self) -> bool {
        // For two advisors or elephants on a file, direction and destination identify the piece.
        self.tandem_len < 2 || matches!(self.piece.kind, PieceKind::Advisor | PieceKind::Elephant)
    }
}

impl Position {
    /// Returns the legal move that the notation denotes.
    pub(super) fn resolve_column_move(
        &self,
        text: &str,
        parsed: Option<ColumnMove>,
    ) -> Result<Move, NotationError> {
        let parsed = parsed.ok_or_else(|| NotationError::syntax(text))?;
        let piece = Piece { color: self.side_to_move(), kind: parsed.kind };
        let candidates: Vec<Move> = selected_points(self, piece, parsed.selector)
            .into_iter()
            .filter_map(|from| {
                Some(Move::new(from, destination(piece, from, parsed.direction, parsed.number)?))
            })
            .collect();
        let legal = self.legal_moves();
        let mut legal_candidates = candidates.iter().filter(|mv| legal.contains(mv));
        let text = text.to_owned();
        match (legal_candidates.next(), legal_candidates.next()) {
            (Some(&mv), None) => Ok(mv),
            (Some(first), Some(second)) => {
                let from = [first, second].into_iter().chain(legal_candidates).map(|mv| mv.from()).collect();
                Err(NotationError::Ambiguous { text, from })
            }
            (None, _) => match candidates[..] {
                [mv] => match self.explain_illegal_move(mv.from(), mv.to()) {
                    Some(reason) => Err(NotationError::IllegalMove { text, reason }),
                    None => Ok(mv),
                },
                _ => Err(NotationError::Impossible { text, piece }),
            },
        }
    }
}

/// Returns the points of the pieces that the selector may denote.
fn selected_points(position: &Position, piece: Piece, selector: PieceSelector) -> PointSet {
    let on = |column| pieces_on_column(position, piece, column);
    match selector {
        PieceSelector::Column(column) => on(column).into_iter().collect(),
        PieceSelector::TandemOnColumn(order, column) => {
            select_from_tandem(&on(column), order).into_iter().collect()
        }
        PieceSelector::Tandem(order @ TandemOrder::Nth(_)) => {
            select_from_tandem(&tandem_pieces(position, piece), order).into_iter().collect()
        }
        PieceSelector::Tandem(order) => {
            let tandems = (1..=9).map(on).filter(|tandem| tandem.len() > 1);
            tandems.filter_map(|tandem| select_from_tandem(&tandem, order)).collect()
        }
    }
}

fn select_from_tandem(tandem: &[Point], order: TandemOrder) -> Option<Point> {
    match order {
        TandemOrder::Front => tandem.first().copied(),
        TandemOrder::Middle if tandem.len() % 2 == 1 => tandem.get(tandem.len() / 2).copied(),
        TandemOrder::Middle => None,
        TandemOrder::Back => tandem.last().copied(),
        TandemOrder::Nth(number) => tandem.get(usize::from(number.checked_sub(1)?)).copied(),
    }
}

/// Returns the pieces of a kind on a column, front first.
fn pieces_on_column(position: &Position, piece: Piece, column: u8) -> Vec<Point> {
    let all = position.by_color_and_kind(piece.color, piece.kind).into_iter();
    let mut points: Vec<Point> = all.filter(|point| point.column_for(piece.color) == column).collect();
    points.sort_by_key(|point| core::cmp::Reverse(point.rank_for(piece.color)));
    points
}

/// Returns the pieces of a kind that are in a tandem, from the player's right and front to back.
fn tandem_pieces(position: &Position, piece: Piece) -> Vec<Point> {
    let tandems = (1..=9).map(|column| pieces_on_column(position, piece, column));
    tandems.filter(|tandem| tandem.len() > 1).flatten().collect()
}

/// Returns the destination if it is on the board. The move may still be illegal.
fn destination(piece: Piece, from: Point, direction: Direction, number: u8) -> Option<Point> {
    let file = file_from_column(piece.color, number)?;
    let ranks = if moves_in_straight_lines(piece.kind) {
        match direction {
            Direction::Sideways => return Point::from_coords(file, from.rank()),
            Direction::Forward | Direction::Backward => {
                return offset_by_ranks(piece.color, from, from.file(), direction, number);
            }
        }
    } else {
        match (piece.kind, file.abs_diff(from.file())) {
            (PieceKind::Horse, 1) | (PieceKind::Elephant, 2) => 2,
            (PieceKind::Horse, 2) | (PieceKind::Advisor, 1) => 1,
            _ => return None,
        }
    };
    if direction == Direction::Sideways {
        None
    } else {
        offset_by_ranks(piece.color, from, file, direction, ranks)
    }
}

/// Returns the point on a file at a distance forward or backward.
fn offset_by_ranks(color: Color, from: Point, file: u8, direction: Direction, ranks: u8) -> Option<Point> {
    let up = (direction == Direction::Forward) == (color == crate::RED);
    let rank = if up { from.rank().checked_add(ranks) } else { from.rank().checked_sub(ranks) };
    Point::from_coords(file, rank?)
}

/// Converts a column, which a player counts from the right, to a file.
fn file_from_column(color: Color, column: u8) -> Option<u8> {
    match color {
        crate::RED => 9u8.checked_sub(column),
        crate::BLACK => column.checked_sub(1),
    }
}

/// Whether forward moves are counted in points, because the piece stays on its file.
const fn moves_in_straight_lines(kind: PieceKind) -> bool {
    matches!(kind, PieceKind::General | PieceKind::Rook | PieceKind::Cannon | PieceKind::Pawn)
}
