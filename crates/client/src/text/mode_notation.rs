//! The notation of moves in games with modes.

use yipan_core::{Language, Viewer};
use yipan_games::{AnyGame, Grid, REROLL};
use yipan_local_play::PlayedStep;
use yipan_wire::Effect;

use crate::board::board_update::to_wire_effects;
use crate::board::move_options::MoveOption;
use crate::text::messages::dice;

/// The mark of a move that ended on a mine.
const MINE_MARK: &str = "✸";

/// Writes an action of a game with modes: the piece, its destination and the promotion, such as `Nxf3` or `e8=Q`.
///
/// Checks are not written, because in fog they could reveal hidden information.
pub(crate) fn write_mode_move(game: &AnyGame, action: &str, language: Language) -> String {
    if action == REROLL {
        return dice::REROLL_MOVE.localize(language).to_owned();
    }
    let grid = Grid::new(game.kind());
    let Some(option) = MoveOption::parse(grid, action) else { return action.to_owned() };
    let pieces = game.pieces();
    let at = |cell| pieces.iter().find(|(other, _)| *other == cell).map(|(_, piece)| *piece);
    let Some(piece) = at(option.from) else { return action.to_owned() };
    let (from, to) = (grid.name(option.from), grid.name(option.to));
    let steps = option.from.file.abs_diff(option.to.file);
    let takes =
        at(option.to).is_some_and(|other| other.side != piece.side) || (piece.letter == 'P' && steps > 0);
    let own_rook = at(option.to).is_some_and(|other| other.side == piece.side);
    if piece.letter == 'K' && (steps > 1 || own_rook) {
        return if option.to.file > option.from.file { "O-O".to_owned() } else { "O-O-O".to_owned() };
    }
    let mut text = match piece.letter {
        'P' if takes => from[..1].to_owned(),
        'P' => String::new(),
        letter => {
            // Another piece of the kind that can go there makes the origin necessary.
            let rival = |action: &String| {
                MoveOption::parse(grid, action).is_some_and(|other| {
                    other.to == option.to && other.from != option.from && at(other.from) == Some(piece)
                })
            };
            let is_ambiguous = game.actions().iter().any(rival);
            format!("{letter}{}", if is_ambiguous { from.as_str() } else { "" })
        }
    };
    text += if takes { "x" } else { "" };
    text += &to;
    if let Some(letter) = option.promotion {
        text.push('=');
        text.push(letter.to_ascii_uppercase());
    }
    if option.uses_wild_die {
        text.push('*');
    }
    text
}

/// Returns the legal action that a player has typed as the move list writes it; `None` if it is none of them.
pub(crate) fn find_mode_action(game: &AnyGame, typed: &str) -> Option<String> {
    let actions = if game.has_modes() { game.actions() } else { Vec::new() };
    if actions.iter().any(|action| action == typed) {
        return None;
    }
    let is_typed = |action: &String| {
        Language::ALL.into_iter().any(|language| write_mode_move(game, action, language) == typed)
    };
    actions.into_iter().find(is_typed)
}

/// Returns the additions to the notation of a step, as far as the viewer saw them: the exit of a portal, and a mine.
pub(crate) fn effect_suffix(step: &PlayedStep<'_>, viewer: Viewer) -> String {
    if !step.before.has_modes() {
        return String::new();
    }
    suffix_of_effects(&to_wire_effects(step.after, &step.visible_effects(viewer)))
}

/// Returns the additions to the notation of a move with these visible effects.
pub(crate) fn suffix_of_effects(effects: &[Effect]) -> String {
    use yipan_core::{Cause, Mark};
    let mut suffix = String::new();
    for effect in effects {
        match effect {
            Effect::Slide { to, cause: Cause::Portal, .. } => suffix += &format!("→{to}"),
            Effect::Mark { mark: Mark::Crater, .. } => suffix += MINE_MARK,
            _ => {}
        }
    }
    suffix
}

#[cfg(test)]
mod tests {
    use yipan_core::{Cause, Mark};
    use yipan_games::{GameKind, GameOptions};

    use super::*;

    fn write(position: &str, action: &str) -> String {
        let options = GameOptions {
            position: Some(position.to_owned()),
            modes: vec!["gravity".into()],
            ..GameOptions::default()
        };
        let game = AnyGame::start(GameKind::Chess, &options).expect("a position");
        write_mode_move(&game, action, Language::English)
    }

    #[test]
    fn moves_are_written_by_piece_and_destination() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!((write(start, "e2e4"), write(start, "g1f3")), ("e4".into(), "Nf3".into()));
        let fallen = "6nk/7p/8/6p1/7P/8/5NPP/5RRK w - - 0 1";
        assert_eq!(write(fallen, "h4g5"), "hxg5");
        assert_eq!(write("8/7P/8/7k/8/8/8/7K w - - 0 1", "h7h8q"), "h8=Q");
        assert_eq!(write(start, "e2e4*"), "e4*");
        assert_eq!(write(start, "draw"), "draw");
    }

    #[test]
    fn a_move_can_be_typed_as_it_is_written() {
        let options = GameOptions { modes: vec!["gravity".into()], ..GameOptions::default() };
        let game = AnyGame::start(GameKind::Chess, &options).expect("a game");
        assert_eq!(find_mode_action(&game, "Nf3").as_deref(), Some("g1f3"));
        assert_eq!(find_mode_action(&game, "e4").as_deref(), Some("e2e4"));
        assert_eq!((find_mode_action(&game, "e2e4"), find_mode_action(&game, "Nf6")), (None, None));
    }

    #[test]
    fn a_reroll_is_written_in_the_language() {
        let game = AnyGame::start(GameKind::Chess, &GameOptions::default()).expect("a game");
        let written = |language| write_mode_move(&game, "reroll", language);
        assert_eq!(
            (written(Language::English), written(Language::Simplified), written(Language::Traditional)),
            ("Reroll".into(), "重掷".into(), "重擲".into())
        );
    }

    #[test]
    fn the_exit_of_a_portal_and_a_mine_are_written() {
        let effects = [
            Effect::Slide { from: "h6".into(), to: "g3".into(), cause: Cause::Portal },
            Effect::Mark { at: "g3".into(), mark: Mark::Crater },
        ];
        assert_eq!(suffix_of_effects(&effects), "→g3✸");
        assert_eq!(suffix_of_effects(&[]), "");
    }
}
