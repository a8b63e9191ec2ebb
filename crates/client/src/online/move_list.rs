use yipan_core::Turn;
use yipan_games::REROLL;
use yipan_wire::{MoveEntry, RoomConfig};

use crate::local::move_list_item::MoveListItem;
use crate::online::room_game::start_game;
use crate::text::messages::dice;
use crate::text::notation_style::NotationStyle;

/// Returns the moves of a room in notation, as far as the viewer may see them.
///
/// If chance or fog makes the position unknown, moves are written as coordinates.
#[must_use]
pub fn move_list(config: &RoomConfig, moves: &[MoveEntry], style: NotationStyle) -> Vec<MoveListItem> {
    let mut game = start_game(config);
    moves
        .iter()
        .map(|played| {
            let notation = played.action.as_ref().map(|action| match &game {
                Some(game) if !game.has_modes() => style.write_move(game, action),
                _ if action == REROLL => dice::REROLL_MOVE.localize(style.language).to_owned(),
                _ => action.clone(),
            });
            // After a hidden move or a chance event the position is unknown.
            game = game.take().and_then(|mut game| {
                let is_known = matches!(game.turn(), Turn::Player(_));
                let action = played.action.as_ref().filter(|_| is_known)?;
                game.apply_action(action, &mut Vec::new()).is_ok().then_some(game)
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

    fn notations(config: &RoomConfig, actions: &[Option<&str>]) -> Vec<String> {
        let side = |index: usize| if index.is_multiple_of(2) { Side::First } else { Side::Second };
        let moves: Vec<MoveEntry> = actions
            .iter()
            .enumerate()
            .map(|(index, action)| MoveEntry { side: side(index), action: action.map(str::to_owned) })
            .collect();
        let items = move_list(config, &moves, Language::English.into());
        items.into_iter().map(|item| item.notation.unwrap_or_else(|| "…".into())).collect()
    }

    #[test]
    fn moves_are_written_in_standard_notation() {
        let config = RoomConfig::default_for("chess");
        assert_eq!(notations(&config, &[Some("e2e4"), Some("e7e5"), Some("g1f3")]), ["e4", "e5", "Nf3"]);
        assert_eq!(notations(&RoomConfig::default_for("xiangqi"), &[Some("h2e2")]), ["C2=5"]);
    }

    #[test]
    fn hidden_moves_are_not_written() {
        let config = RoomConfig { modes: vec!["fog".into()], ..RoomConfig::default_for("chess") };
        assert_eq!(notations(&config, &[Some("e2e4"), None, Some("g1f3")]), ["e2e4", "…", "g1f3"]);
    }

    #[test]
    fn with_chance_moves_are_written_by_their_squares() {
        let config = RoomConfig { modes: vec!["dice-a".into()], ..RoomConfig::default_for("chess") };
        assert_eq!(notations(&config, &[Some("e2e4"), Some("e7e5")]), ["e2e4", "e7e5"]);
        assert_eq!(notations(&RoomConfig::default_for("go"), &[Some("d4")]), ["d4"]);
    }
}
