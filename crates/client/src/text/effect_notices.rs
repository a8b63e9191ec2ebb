//! Short notices about what a mode did to a piece.

use yipan_core::{AnyPiece, Cause, Mark, Side};
use yipan_games::GameKind;
use yipan_wire::Effect;

use crate::board::board_sprites::BoardSprites;
use crate::text::localized_text::LocalizedText;
use crate::text::messages::{game, modes, pieces};
use yipan_core::capitalize;

/// Returns a notice for each piece that a mine destroyed or a portal carried, as far as the viewer sees it.
///
/// `before` is the board before the effects, and `own_side` the side that is addressed as “you”.
#[must_use]
pub fn effect_notices(
    before: &BoardSprites,
    own_side: Option<Side>,
    effects: &[Effect],
) -> Vec<LocalizedText> {
    let (mut board, grid) = (before.clone(), before.grid());
    let mut notices = Vec::new();
    let mut named: Vec<&String> = Vec::new();
    for effect in effects {
        match effect {
            Effect::Vanish { at, cause: Cause::Mine } => {
                if let Some(piece) = grid.cell(at).and_then(|cell| board.piece_at(cell)) {
                    named.push(at);
                    notices.push(piece_notice(
                        grid.kind(),
                        own_side,
                        piece,
                        at,
                        [modes::YOURS_HIT_MINE, modes::HIT_MINE],
                    ));
                }
            }
            // An explosion in the fog shows only its crater.
            Effect::Mark { at, mark: Mark::Crater } if !named.contains(&at) => {
                notices.push(LocalizedText::new(|language| game::MINE_AT.localize_with(language, &[at])));
            }
            Effect::Slide { from, to, cause: Cause::Portal } => {
                if let Some(piece) = grid.cell(from).and_then(|cell| board.piece_at(cell)) {
                    notices.push(piece_notice(
                        grid.kind(),
                        own_side,
                        piece,
                        to,
                        [modes::YOURS_CAME_OUT, modes::CAME_OUT],
                    ));
                }
            }
            _ => {}
        }
        board.apply_effect(effect);
    }
    notices
}

/// Names a piece and a cell, with the text for the viewer's own side or the one that names the side.
fn piece_notice(
    kind: GameKind,
    own_side: Option<Side>,
    piece: AnyPiece,
    at: &str,
    [own, of_side]: [crate::text::messages::text::Text; 2],
) -> LocalizedText {
    LocalizedText::new(|language| {
        let name = pieces::name(kind, piece.letter).localize(language);
        if own_side == Some(piece.side) {
            return own.localize_with(language, &[name, at]);
        }
        of_side.localize_with(language, &[&capitalize(kind.side_name(piece.side, language)), name, at])
    })
}

#[cfg(test)]
mod tests {
    use yipan_core::{Language, Viewer};
    use yipan_games::{AnyGame, GameOptions, Grid};
    use yipan_wire::View;

    use super::*;

    fn notices(own_side: Option<Side>, effects: &[Effect]) -> Vec<String> {
        let game = AnyGame::start(GameKind::Chess, &GameOptions::default()).expect("a game");
        let view = View::new(&game, game.view(Viewer::Arbiter));
        let board = BoardSprites::new(Grid::new(GameKind::Chess), &view);
        let notices = effect_notices(&board, own_side, effects);
        notices.iter().map(|notice| notice.localize(Language::English).to_owned()).collect()
    }

    fn slide(from: &str, to: &str, cause: Cause) -> Effect {
        Effect::Slide { from: from.into(), to: to.into(), cause }
    }

    #[test]
    fn a_mine_is_named_with_the_piece_it_destroyed() {
        let effects = [
            slide("b1", "c3", Cause::Move),
            Effect::Vanish { at: "c3".into(), cause: Cause::Mine },
            Effect::Mark { at: "c3".into(), mark: Mark::Crater },
        ];
        assert_eq!(notices(Some(Side::First), &effects), ["Your knight hit a mine on c3"]);
        assert_eq!(notices(None, &effects), ["White’s knight hit a mine on c3"]);
        assert_eq!(notices(None, &effects[2..]), ["A mine explodes on c3"], "seen from the fog");
    }

    #[test]
    fn a_carried_piece_is_named_with_its_exit() {
        let effects = [slide("h7", "h6", Cause::Move), slide("h6", "g3", Cause::Portal)];
        assert_eq!(notices(Some(Side::First), &effects), ["Black’s pawn came out on g3"]);
        assert_eq!(notices(None, &effects[..1]), Vec::<String>::new());
    }
}
