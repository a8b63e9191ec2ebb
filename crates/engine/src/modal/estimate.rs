//! What a position of chess with modes is worth at a glance: men, their freedom, what hangs, and in a won game how cornered
//! the other king is.

use yipan_chess::{Action, Bitboard, Chess, Color, Kind, Position, Square, attacks};
use yipan_rules::{Game, Seat, Turn};

use crate::chance::Estimated;

const WORTH: [i32; 6] = [100, 300, 320, 500, 950, 0];

impl Estimated for Chess {
    fn estimate(&self, seat: Seat) -> i32 {
        let position = self.position();
        let (own, other) = (side(position, seat), side(position, seat.other()));
        let balance = own.worth - other.worth + 4 * (own.freedom - other.freedom);
        // The one to move takes what hangs, if nothing else happens.
        let hanging = match self.turn() {
            Turn::Player(mover) if mover == seat => best_capture(position, seat),
            Turn::Player(mover) => -best_capture(position, mover),
            Turn::Chance | Turn::Over(_) => 0,
        };
        balance + hanging + chase(position, seat, balance)
    }

    fn promise(&self, action: Action) -> i32 {
        let (Action::Move(uci) | Action::MoveByWild(uci)) = action else { return -50 };
        let position = self.position();
        let Some(man) = position.at(uci.from) else { return 0 };
        let taken = position.at(uci.to).filter(|taken| taken.color != man.color);
        let gain =
            taken.map_or(0, |taken| 8 * WORTH[taken.kind as usize] - WORTH[man.kind as usize] / 4 + 100);
        let promotion = uci.promotion.map_or(0, |kind| WORTH[kind as usize]);
        gain + promotion + i32::from(centre(uci.to)) - i32::from(centre(uci.from))
    }
}

/// One side's men in numbers.
struct Side {
    worth: i32,
    freedom: i32,
}

fn side(position: &Position, color: Color) -> Side {
    let (own, occupied) = (position.men(color), position.occupied());
    let mut side = Side { worth: 0, freedom: 0 };
    for kind in Kind::ALL {
        for square in position.of(color, kind) {
            side.worth += WORTH[kind as usize];
            match kind {
                Kind::Pawn => side.worth += PAWN_ADVANCE[usize::from(square.rank_for(color))],
                Kind::King => {}
                _ => side.freedom += reach(kind, color, square, occupied).without(own).len() as i32,
            }
        }
    }
    side
}

const PAWN_ADVANCE: [i32; 8] = [0, 0, 4, 10, 22, 45, 90, 0];

/// What the best capture of a man wins, if it is taken back wherever its prey is guarded.
fn best_capture(position: &Position, mover: Color) -> i32 {
    let (own, enemy, occupied) = (position.men(mover), position.men(mover.other()), position.occupied());
    let mut best = 0;
    for from in own {
        let Some(man) = position.at(from) else { continue };
        for to in reach(man.kind, mover, from, occupied) & enemy {
            let Some(prey) = position.at(to) else { continue };
            let guarded = is_attacked(position, to, mover.other(), occupied ^ from.bit());
            let loss = if guarded { WORTH[man.kind as usize] } else { 0 };
            best = best.max(WORTH[prey.kind as usize] - loss);
        }
    }
    // The other one may have an answer that this does not see.
    best * 3 / 4
}

fn reach(kind: Kind, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::Pawn => attacks::pawn(color, from),
        Kind::Knight => attacks::knight(from),
        Kind::Bishop => attacks::bishop(from, occupied),
        Kind::Rook => attacks::rook(from, occupied),
        Kind::Queen => attacks::queen(from, occupied),
        Kind::King => attacks::king(from),
    }
}

fn is_attacked(position: &Position, square: Square, by: Color, occupied: Bitboard) -> bool {
    let of = |kind| position.of(by, kind);
    (attacks::pawn(by.other(), square) & of(Kind::Pawn)).any()
        || (attacks::knight(square) & of(Kind::Knight)).any()
        || (attacks::king(square) & of(Kind::King)).any()
        || (attacks::bishop(square, occupied) & (of(Kind::Bishop) | of(Kind::Queen))).any()
        || (attacks::rook(square, occupied) & (of(Kind::Rook) | of(Kind::Queen))).any()
}

/// In a game that is as good as won, the fewer squares the other king has, and the nearer one's own is, the nearer
/// the end.
fn chase(position: &Position, seat: Color, balance: i32) -> i32 {
    if balance.abs() < 400 {
        return 0;
    }
    let winner = if balance > 0 { seat } else { seat.other() };
    let (hunter, prey) = (position.king(winner), position.king(winner.other()));
    let occupied = position.occupied();
    let free = attacks::king(prey)
        .without(position.men(winner.other()))
        .into_iter()
        .filter(|&square| !is_attacked(position, square, winner, occupied ^ prey.bit()))
        .count() as i32;
    let distance = i32::from(hunter.file().abs_diff(prey.file()).max(hunter.rank().abs_diff(prey.rank())));
    let pressure = 12 * (8 - free) + 6 * (7 - distance) + 5 * (6 - i32::from(centre(prey)));
    if winner == seat { pressure } else { -pressure }
}

/// How near a square is to the middle: 0 in a corner, 6 in the centre.
fn centre(square: Square) -> u8 {
    let from_edge = |line: u8| line.min(7 - line);
    from_edge(square.file()) + from_edge(square.rank())
}
