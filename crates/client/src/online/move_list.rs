use yipan_core::Turn;
use yipan_games::{AnyGame, GameKind, GameOptions};
use yipan_wire::{MoveEntry, RoomConfig};

use crate::{MoveListItem, NotationStyle};

/// The moves of a table as people write them, as far as the viewer knows what was played. Where chance or fog keeps the
/// position from the viewer, a move is told by its squares.
#[must_use]
pub fn move_list(terms: &RoomConfig, moves: &[MoveEntry], script: NotationStyle) -> Vec<MoveListItem> {
    let options = GameOptions::from(terms);
    let kind: Option<GameKind> = terms.game.parse().ok();
    let mut game = kind.and_then(|kind| AnyGame::start(kind, &options).ok());
    moves
        .iter()
        .map(|played| {
            let notation = played.action.as_ref().map(|act| match &game {
                Some(game) => script.write_move(game, act),
                None => act.clone(),
            });
            // One step that cannot be followed, and nothing after it can.
            game = game.take().and_then(|mut game| {
                let is_known = matches!(game.turn(), Turn::Player(_));
                let act = played.action.as_ref().filter(|_| is_known)?;
                game.apply_action(act, &mut Vec::new()).is_ok().then_some(game)
            });
            MoveListItem { side: played.side, notation }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use yipan_core::Language;
    use yipan_core::Side;

    use super::*;

    fn notations(terms: &RoomConfig, acts: &[Option<&str>]) -> Vec<String> {
        let side = |index: usize| if index.is_multiple_of(2) { Side::First } else { Side::Second };
        let moves: Vec<MoveEntry> = acts
            .iter()
            .enumerate()
            .map(|(index, act)| MoveEntry { side: side(index), action: act.map(str::to_owned) })
            .collect();
        let items = move_list(terms, &moves, Language::English.into());
        items.into_iter().map(|item| item.notation.unwrap_or_else(|| "…".into())).collect()
    }

    #[test]
    fn moves_are_written_in_the_usual_notation() {
        let terms = RoomConfig::default_for("chess");
        assert_eq!(notations(&terms, &[Some("e2e4"), Some("e7e5"), Some("g1f3")]), ["e4", "e5", "Nf3"]);
        assert_eq!(notations(&RoomConfig::default_for("xiangqi"), &[Some("h2e2")]), ["C2=5"]);
    }

    #[test]
    fn hidden_moves_are_not_written() {
        let terms = RoomConfig { modes: vec!["fog".into()], ..RoomConfig::default_for("chess") };
        assert_eq!(notations(&terms, &[Some("e2e4"), None, Some("g1f3")]), ["e2e4", "…", "g1f3"]);
    }

    #[test]
    fn with_chance_moves_are_written_by_their_squares() {
        let terms = RoomConfig { modes: vec!["dice-a".into()], ..RoomConfig::default_for("chess") };
        assert_eq!(notations(&terms, &[Some("e2e4"), Some("e7e5")]), ["e2e4", "e7e5"]);
        assert_eq!(notations(&RoomConfig::default_for("go"), &[Some("d4")]), ["d4"]);
    }
}
