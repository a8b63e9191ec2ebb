//! The numbers of actions.

use yipan_chess::{Action, PieceKind, UciMove};
use yipan_core::Side;

use super::layout::{ChessLayout, MOVE_PLANES, SQUARES};
use super::relative_square::relative_square;

/// The directions of queen moves, from north clockwise: files and ranks.
const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
/// The jumps of knights, from north-north-east clockwise: files and ranks.
const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// The plane of the first underpromotion.
const UNDERPROMOTIONS: usize = 64;
/// The mark of two squares that no piece connects.
const NO_PLANE: u8 = u8::MAX;

/// The plane of a move by the difference of files and ranks, each plus 7: `direction * 7 + distance - 1` for queen
/// moves, `56 + jump` for knights.
const PLANE_BY_DIFFERENCE: [[u8; 15]; 15] = {
    let mut planes = [[NO_PLANE; 15]; 15];
    let mut index = 0;
    while index < 8 {
        let (file, rank) = DIRECTIONS[index];
        let mut distance: i8 = 1;
        while distance < 8 {
            planes[(file * distance + 7) as usize][(rank * distance + 7) as usize] =
                index as u8 * 7 + distance as u8 - 1;
            distance += 1;
        }
        let (file, rank) = JUMPS[index];
        planes[(file + 7) as usize][(rank + 7) as usize] = 56 + index as u8;
        index += 1;
    }
    planes
};

/// Returns the number of an action; `None` if no legal action of this layout is written like that.
pub(super) fn action_number(layout: &ChessLayout, side: Side, action: &Action) -> Option<u16> {
    let number = match action {
        Action::Move(uci) => move_number(layout, side, *uci)?,
        Action::MoveByWildDie(uci) if layout.has_wild_choice => {
            layout.ordinary_planes() * SQUARES + move_number(layout, side, *uci)?
        }
        Action::Reroll if layout.has_rerolls => layout.move_count(),
        Action::ClaimDraw if layout.has_claims => layout.move_count(),
        Action::MoveByWildDie(_) | Action::Reroll | Action::ClaimDraw => return None,
    };
    u16::try_from(number).ok()
}

fn move_number(layout: &ChessLayout, side: Side, uci: UciMove) -> Option<usize> {
    let (from, to) = (relative_square(uci.from, side), relative_square(uci.to, side));
    let files = (to & 7) + 7 - (from & 7);
    let plane = usize::from(PLANE_BY_DIFFERENCE[files][(to >> 3) + 7 - (from >> 3)]);
    let underpromotion = match uci.promotion {
        Some(PieceKind::Knight) => 0,
        Some(PieceKind::Bishop) => 1,
        Some(PieceKind::Rook) => 2,
        _ => return (plane < UNDERPROMOTIONS).then_some(plane * SQUARES + from),
    };
    let plane = match (from >> 3, to >> 3, files) {
        (6, 7, 6..=8) => UNDERPROMOTIONS + underpromotion * 3 + files - 6,
        _ if layout.has_portals && plane < UNDERPROMOTIONS => MOVE_PLANES + plane * 3 + underpromotion,
        _ => return None,
    };
    Some(plane * SQUARES + from)
}

#[cfg(test)]
mod tests {
    use yipan_chess::{BLACK, ChessSetup, WHITE};

    use super::*;
    use crate::ActionLayout;

    #[track_caller]
    fn check(setup: &str, side: Side, action: &str, expected: Option<u16>) {
        let setup: ChessSetup = setup.parse().expect(setup);
        let layout = ChessLayout::new(&setup);
        let number = action_number(&layout, side, &action.parse().expect(action));
        assert_eq!(number, expected, "{action}");
        assert!(number.is_none_or(|number| usize::from(number) < layout.action_count()));
    }

    #[test]
    fn numbers_are_those_of_the_documentation() {
        // One step north from e2, and the same for the other side.
        check("startpos", WHITE, "e2e3", Some(12));
        check("startpos", BLACK, "e7e6", Some(12));
        check("startpos", WHITE, "e2e4", Some(64 + 12));
        check("startpos", WHITE, "g1f3", Some((56 + 7) * 64 + 6));
        check("startpos", WHITE, "a7a8q", Some(48));
        check("startpos", WHITE, "a7a8n", Some(65 * 64 + 48));
        check("startpos", WHITE, "h7g8r", Some((64 + 6) * 64 + 55));
        check("startpos", BLACK, "b2a1b", Some((64 + 3) * 64 + 49));
        check("startpos", WHITE, "e2d5", None);
        check("startpos", WHITE, "draw", None);
        check("startpos draws=claimed", WHITE, "draw", Some(4672));
    }

    #[test]
    fn modes_append_their_actions() {
        check("startpos modes=fog", WHITE, "e2e4n", None);
        check("startpos modes=portals", WHITE, "e2e4n", Some((73 + 3) * 64 + 12));
        check("startpos modes=dice-a wild=yes", WHITE, "e2e3*", Some(4672 + 12));
        check("startpos modes=dice-b wild=yes", WHITE, "e2e3*", None);
        check("startpos modes=dice-a wild=yes rerolls=1", WHITE, "reroll", Some(2 * 4672));
        check("startpos modes=dice-a", WHITE, "reroll", None);
    }
}
