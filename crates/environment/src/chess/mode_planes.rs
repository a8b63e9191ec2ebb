//! The planes of games with modes, made from the view of a player.

use yipan_chess::{Bitboard, ChessView, DiceView, DieView, Face, PieceKind, WHITE};
use yipan_core::{DicePhase, Side, Turn};

use super::layout::ChessLayout;
use super::relative_square::relative_square;
use super::standard_planes::cells;
use crate::planes::Planes;

/// Writes all planes of a game with modes.
pub(super) fn write_mode_planes(layout: &ChessLayout, view: &ChessView, side: Side, planes: &mut Planes<'_>) {
    write_board(view, side, planes);
    planes.cells(cells(view.rights.unmoved_pawns, side));
    if layout.has_fog {
        write_fog(view, side, planes);
    }
    if layout.has_portals {
        for owner in [None, Some(side)] {
            let pairs = view.portals.iter().filter(|(of, _)| *of == owner);
            let squares = pairs.fold(Bitboard::EMPTY, |all, (_, pair)| all | *pair);
            planes.cells(cells(squares, side));
        }
    }
    if layout.has_mines {
        planes.cells(cells(view.craters, side));
        let counts = view.mine_counts.iter();
        planes.values(counts.map(|&(square, mines)| (relative_square(square, side), mines + 1)));
    }
    if layout.has_dice {
        write_dice(view.dice.as_ref(), side, planes);
    }
}

/// Writes the planes that games without modes have too.
fn write_board(view: &ChessView, side: Side, planes: &mut Planes<'_>) {
    let mut sets = [[Bitboard::EMPTY; 6]; 2];
    for (square, piece) in &view.pieces {
        sets[piece.color.index()][piece.kind as usize] |= square.bit();
    }
    for color in [side, side.other()] {
        for set in sets[color.index()] {
            planes.cells(cells(set, side));
        }
    }
    planes.cells(cells(view.rights.castling, side));
    planes.cells(cells(view.rights.ep_squares, side));
    // Repetitions depend on hidden state, such as the mines.
    planes.count(0);
    planes.count(view.position.map_or(0, |position| usize::from(position.halfmove_clock())));
    planes.flag(side == WHITE);
    planes.flag(view.turn == Turn::Player(side));
    planes.flag(view.in_check);
}

fn write_fog(view: &ChessView, side: Side, planes: &mut Planes<'_>) {
    planes.cells(cells(view.visible, side));
    for color in [side, side.other()] {
        for kind in PieceKind::ALL.into_iter().filter(|kind| *kind != PieceKind::King) {
            let lost = view.lost_pieces;
            planes.fill(lost.captured(color, kind).saturating_add(lost.exploded(color, kind)));
        }
    }
}

fn write_dice(dice: Option<&DiceView>, side: Side, planes: &mut Planes<'_>) {
    let all = dice.map_or(&[][..], |dice| &dice.dice);
    let unused =
        |counts: &dyn Fn(Face) -> bool| all.iter().filter(|die| !die.used && counts(die.face)).count();
    for kind in PieceKind::ALL {
        let shows = |face| matches!(face, Face::Kind(of) | Face::Piece(_, of) if of == kind);
        planes.count(unused(&shows));
    }
    planes.count(unused(&|face| face == Face::Wild));
    planes.count(unused(&|face| face == Face::Unrolled));
    planes.count(all.iter().filter(|die| die.used).count());
    let square = |die: &DieView| match die.face {
        Face::Piece(at, _) if !die.used => Some(relative_square(at, side)),
        _ => None,
    };
    planes.cells(all.iter().filter_map(square));
    planes.flag(dice.is_some_and(|dice| dice.owner == side));
    planes.flag(dice.is_some_and(|dice| dice.phase == DicePhase::Reply));
    planes.flag(dice.is_some_and(|dice| dice.phase == DicePhase::Emergency));
    for color in [side, side.other()] {
        planes.fill(dice.map_or(0, |dice| dice.rerolls[color.index()]));
    }
    planes.flag(dice.is_some_and(|dice| dice.king_moved));
}
