//! Conditional moves as a page shows them.

use yipan_clock::TimeControl;
use yipan_core::Side;
use yipan_wire::{MoveEntry, RoomConfig};

use super::move_list::move_list;
use super::room_game::start_game;
use crate::text::notation_style::NotationStyle;

/// Whether players of a game can prepare conditional moves: it is played over days, without chance and secrets.
#[must_use]
pub fn has_conditional_moves(config: &RoomConfig) -> bool {
    let is_correspondence = config.clock.parse().is_ok_and(|clock: TimeControl| clock.is_correspondence());
    is_correspondence && start_game(config).is_some_and(|game| game.supports_takeback())
}

/// Writes a line that continues a game, as the move list writes its moves.
#[must_use]
pub fn line_notation(
    config: &RoomConfig,
    moves: &[MoveEntry],
    line: &[String],
    style: NotationStyle,
) -> String {
    // The notation does not depend on the side of an entry.
    let prepared = line.iter().map(|action| MoveEntry { side: Side::First, action: Some(action.clone()) });
    let all: Vec<MoveEntry> = moves.iter().cloned().chain(prepared).collect();
    let written = move_list(config, &all, style).split_off(moves.len());
    let texts: Vec<String> = written.into_iter().filter_map(|item| item.notation).collect();
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use yipan_core::Language;

    use super::*;

    fn config(game: &str, clock: &str, modes: &[&str]) -> RoomConfig {
        RoomConfig {
            clock: clock.to_owned(),
            modes: modes.iter().map(|&mode| mode.to_owned()).collect(),
            ..RoomConfig::default_for(game)
        }
    }

    #[test]
    fn only_open_games_of_days_have_conditional_moves() {
        assert!(has_conditional_moves(&config("chess", "3d", &[])));
        assert!(has_conditional_moves(&config("xiangqi", "14d", &[])));
        assert!(!has_conditional_moves(&config("chess", "5+3", &[])));
        assert!(!has_conditional_moves(&config("chess", "3d", &["fog"])));
        assert!(!has_conditional_moves(&config("chess", "3d", &["dice-a"])));
    }

    #[test]
    fn a_line_is_written_like_the_moves_before_it() {
        let played = [MoveEntry { side: Side::First, action: Some("e2e4".to_owned()) }];
        let line = ["e7e5", "g1f3", "b8c6"].map(str::to_owned);
        assert_eq!(
            line_notation(&config("chess", "3d", &[]), &played, &line, Language::English.into()),
            "e5 Nf3 Nc6"
        );
    }
}
