//! The status line of a running game, for the player who reads it.

use yipan_core::{DicePhase, Language, Side};
use yipan_games::GameKind;
use yipan_wire::View;

use crate::text::messages::{game, result};
use crate::text::status_text::status_text;
use yipan_core::capitalize;

/// The player to move, as the viewer knows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover<'a> {
    /// The viewer.
    You,
    /// A computer player.
    Computer,
    /// The opponent, with their name.
    Opponent(&'a str),
    /// A side only, for a spectator or for two players at one screen.
    Side,
}

/// Returns the player who is to move, in one line.
#[must_use]
pub fn turn_status_text(kind: GameKind, view: &View, mover: Mover<'_>, language: Language) -> String {
    let Some(turn) = view.turn else { return String::new() };
    match mover {
        Mover::Side => status_text(kind, view, language),
        Mover::Computer => game::THINKING.localize(language).to_owned(),
        Mover::Opponent(name) => {
            result::WAITING_FOR.localize_with(language, &[&name_in_sentence(name, language)])
        }
        Mover::You => match view.dice.as_ref().map(|dice| dice.phase) {
            Some(DicePhase::Reply) => result::YOU_REPLY.localize(language).to_owned(),
            Some(DicePhase::Emergency) => result::YOU_REPLY_ONCE.localize(language).to_owned(),
            Some(DicePhase::Turn) | None => {
                let own = result::YOUR_MOVE_AS.localize_with(language, &[&color_name(kind, turn, language)]);
                if view.check { format!("{} {own}", game::CHECK.localize(language)) } else { own }
            }
        },
    }
}

/// Returns the color of a side: `White`, but 白 instead of 白方.
fn color_name(kind: GameKind, side: Side, language: Language) -> String {
    let name = kind.side_name(side, language);
    capitalize(name.strip_suffix('方').unwrap_or(name))
}

/// Returns a name as a sentence contains it: in Chinese text a Latin name is set off by spaces.
#[must_use]
pub fn name_in_sentence(name: &str, language: Language) -> String {
    let is_latin = |character: Option<char>| character.is_some_and(|character| character.is_ascii());
    let pad = |wanted: bool| if wanted && language != Language::English { " " } else { "" };
    format!("{}{name}{}", pad(is_latin(name.chars().next())), pad(is_latin(name.chars().last())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local::local_game_ext::LocalGameExt;
    use crate::local::test_games::played;

    #[test]
    fn the_player_to_move_is_named() {
        let view = played(GameKind::Chess, &["e2e4", "f7f6", "d1h5"]).view();
        let text = |mover, language| turn_status_text(GameKind::Chess, &view, mover, language);
        assert_eq!(text(Mover::You, Language::English), "Check! Your move (Black)");
        assert_eq!(text(Mover::You, Language::Simplified), "将军！ 轮到你走（执黑）");
        assert_eq!(text(Mover::Computer, Language::English), "The computer is thinking…");
        assert_eq!(text(Mover::Opponent("Ada"), Language::English), "Waiting for Ada…");
        assert_eq!(text(Mover::Opponent("Ada"), Language::Simplified), "等待 Ada 走棋……");
        assert_eq!(text(Mover::Opponent("阿黛"), Language::Traditional), "等待阿黛走棋……");
        assert_eq!(text(Mover::Side, Language::English), "Check! Black to move");
    }

    #[test]
    fn a_finished_game_has_no_player_to_move() {
        let view = played(GameKind::Chess, &["f2f3", "e7e5", "g2g4", "d8h4"]).view();
        for mover in [Mover::You, Mover::Computer, Mover::Opponent("Ada"), Mover::Side] {
            assert_eq!(turn_status_text(GameKind::Chess, &view, mover, Language::English), "");
        }
    }
}
