use yipan_core::Cell;
use yipan_wire::View;

use super::board_sprites::BoardSprites;

/// Returns the cell of the king in check.
///
/// After the game there is no side to move; the mated king is then the opponent of the piece that moved last, to `last`.
#[must_use]
pub fn checked_king(view: &View, sprites: &BoardSprites, last: Option<Cell>) -> Option<Cell> {
    if !view.check {
        return None;
    }
    let mated_side = || Some(sprites.piece_at(last?)?.side.other());
    let side = view.turn.or_else(mated_side)?;
    let king = sprites.sprites().find(|sprite| sprite.piece.letter == 'K' && sprite.piece.side == side);
    king.map(|sprite| sprite.cell)
}

#[cfg(test)]
mod tests {
    use yipan_core::Viewer;
    use yipan_games::{AnyGame, GameKind, Grid};
    use yipan_local_play::{LocalGame, LocalSetup, PlayerKind};

    use super::*;

    /// Returns the marked king after the last of these moves.
    fn marked(moves: &[&str]) -> Option<String> {
        let setup = LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 1);
        let mut local = LocalGame::start(setup).expect("a game");
        for action in moves {
            local.play_action(action).expect("a legal move");
        }
        let game: &AnyGame = local.game();
        let view = View::new(game, game.view(Viewer::Spectator));
        let grid = Grid::new(GameKind::Chess);
        let last = moves.last().and_then(|action| grid.cell(&action[2..4]));
        checked_king(&view, &BoardSprites::new(grid, &view), last).map(|cell| grid.name(cell))
    }

    #[test]
    fn a_king_is_marked_in_check_and_stays_marked_when_it_is_mate() {
        assert_eq!(marked(&["e2e4", "e7e5"]), None);
        assert_eq!(marked(&["e2e4", "f7f6", "d1h5"]), Some("e8".to_owned()));
        assert_eq!(marked(&["f2f3", "e7e5", "g2g4", "d8h4"]), Some("e1".to_owned()));
    }
}
