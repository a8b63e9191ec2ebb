//! What the dice say of a man that is picked up, and of a turn that they do not end.

use yipan_core::{Cell, Language, Side};
use yipan_games::GameKind;
use yipan_wire::{Dice, Die, View};

use crate::board::grid::Grid;
use crate::text::localized_text::LocalizedText;
use crate::text::messages::{game, pieces};
use crate::text::status_text::capitalize;

/// The die that pays for the man on a cell, by its place among the dice: one that shows him, before the wild one.
#[must_use]
pub fn die_for_piece(grid: Grid, view: &View, from: Cell) -> Option<usize> {
    let (dice, letter) = active_dice(grid, view, from)?;
    let name = grid.name(from);
    let find_usable = |wanted: &dyn Fn(&Die) -> bool| {
        dice.dice.iter().position(|die| !die.used && die.dead != Some(true) && wanted(die))
    };
    find_usable(&|die| die_shows_piece(die, letter, &name)).or_else(|| find_usable(&is_wild))
}

/// What is said when a man is picked up whom no die lets move: the dice that are left, by their symbols. Nothing where the
/// dice are not what keeps him.
#[must_use]
pub fn no_die_message(grid: Grid, view: &View, from: Cell) -> Option<LocalizedText> {
    let (dice, letter) = active_dice(grid, view, from)?;
    let name = grid.name(from);
    let unused = || dice.dice.iter().filter(|die| !die.used);
    if unused().any(|die| die_shows_piece(die, letter, &name) || is_wild(die)) {
        return None;
    }
    let symbols: Vec<&str> =
        unused().filter(|die| die.face.face != '?').map(|die| pieces::symbol(die.face.face)).collect();
    Some(LocalizedText::new(|language| game::ROLL_IS.localize_with(language, &[&symbols.join(" ")])))
}

/// Why the turn is not as the dice would have it, and who moves next; nothing while they are simply played.
#[must_use]
pub fn interruption_text(kind: GameKind, view: &View, language: Language) -> Option<String> {
    let (dice, turn) = (view.dice.as_ref()?, Side::from(view.turn?));
    let name = |seat: Side| capitalize(kind.side_name(seat, language));
    let owner = name(dice.owner.into());
    match dice.phase.as_str() {
        "reply" => Some(game::INTERRUPTED.localize_with(language, &[&owner, &name(turn), &owner])),
        "emergency" => Some(game::NO_DIE_ANSWERS.localize_with(language, &[&owner, &owner])),
        _ => None,
    }
}

/// The dice that decide about the man on a cell, and his letter: those of the side to move, while it plays them.
fn active_dice(grid: Grid, view: &View, from: Cell) -> Option<(&Dice, char)> {
    let dice = view.dice.as_ref().filter(|dice| dice.phase == "turn" && Some(dice.owner) == view.turn)?;
    let name = grid.name(from);
    let (_, _, letter) = view.pieces.iter().find(|(at, side, _)| *at == name && *side == dice.owner)?;
    Some((dice, *letter))
}

fn die_shows_piece(die: &Die, letter: char, name: &str) -> bool {
    die.face.at.as_ref().map_or(die.face.face == letter, |at| at == name)
}

const fn is_wild(die: &Die) -> bool {
    die.face.face == '*'
}

#[cfg(test)]
mod tests {
    use yipan_wire::{DieFace, WireSide};

    use super::*;
    use crate::local::local_game::LocalGame;
    use crate::local::setup::{LocalSetup, PlayerKind};

    fn die(face: char, at: Option<&str>) -> Die {
        Die { face: DieFace { face, at: at.map(str::to_owned) }, used: false, dead: Some(false) }
    }

    fn rolled_view(dice: Vec<Die>, phase: &str) -> (Grid, View) {
        let opening = LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 1);
        let local = LocalGame::start(opening).expect("a game");
        let dice = Dice { owner: WireSide::First, phase: phase.to_owned(), dice, rerolls: [0; 2] };
        (local.grid(), View { dice: Some(dice), ..local.view() })
    }

    fn die_for((grid, view): &(Grid, View), from: &str) -> Option<usize> {
        die_for_piece(*grid, view, grid.cell(from).expect("a cell"))
    }

    fn message_for((grid, view): &(Grid, View), from: &str) -> Option<String> {
        let message = no_die_message(*grid, view, grid.cell(from).expect("a cell"))?;
        Some(message.localize(Language::Traditional).to_owned())
    }

    #[test]
    fn the_picked_piece_uses_the_first_unused_die_that_shows_it() {
        let mut table = rolled_view(vec![die('N', None), die('P', None), die('P', None)], "turn");
        assert_eq!(
            (die_for(&table, "e2"), die_for(&table, "b1"), die_for(&table, "d1")),
            (Some(1), Some(0), None)
        );
        let dice = &mut table.1.dice.as_mut().expect("dice").dice;
        (dice[1].used, dice[0].dead) = (true, Some(true));
        assert_eq!((die_for(&table, "e2"), die_for(&table, "b1")), (Some(2), None));
    }

    #[test]
    fn a_wild_die_is_used_when_no_other_matches() {
        let table = rolled_view(vec![die('*', None), die('P', None)], "turn");
        assert_eq!((die_for(&table, "e2"), die_for(&table, "d1")), (Some(1), Some(0)));
        assert_eq!(message_for(&table, "d1"), None);
    }

    #[test]
    fn dice_that_name_a_piece_match_only_that_piece() {
        let table = rolled_view(vec![die('P', Some("e2")), die('N', Some("b1"))], "turn");
        assert_eq!(
            (die_for(&table, "e2"), die_for(&table, "d2"), die_for(&table, "b1")),
            (Some(0), None, Some(1))
        );
        assert_eq!(message_for(&table, "d2").as_deref(), Some("當前骰子為：♙ ♘"));
    }

    #[test]
    fn a_piece_outside_the_roll_shows_the_unused_dice() {
        let mut table = rolled_view(vec![die('K', None), die('Q', None), die('R', None)], "turn");
        assert_eq!(message_for(&table, "e2").as_deref(), Some("當前骰子為：♔ ♕ ♖"));
        table.1.dice.as_mut().expect("dice").dice[1].used = true;
        assert_eq!(message_for(&table, "e2").as_deref(), Some("當前骰子為：♔ ♖"));
        assert_eq!(
            (message_for(&table, "a1"), message_for(&table, "e7"), message_for(&table, "e4")),
            (None, None, None)
        );
    }

    #[test]
    fn an_answer_to_check_needs_no_die() {
        let mut table = rolled_view(vec![die('K', None), die('Q', None)], "reply");
        table.1.turn = Some(WireSide::Second);
        assert_eq!((message_for(&table, "e7"), die_for(&table, "e7")), (None, None));
        let said = interruption_text(GameKind::Chess, &table.1, Language::English).expect("an interruption");
        assert!(said.contains("White gave check") && said.contains("Black answers"), "{said}");
        assert!(said.ends_with("then White goes on with these dice."), "{said}");
        (table.1.turn, table.1.dice.as_mut().expect("dice").phase) =
            (Some(WireSide::First), "emergency".into());
        let said = interruption_text(GameKind::Chess, &table.1, Language::English).expect("an emergency");
        assert!(said.contains("White may move any man once"), "{said}");
        assert_eq!(
            interruption_text(GameKind::Chess, &rolled_view(Vec::new(), "turn").1, Language::English),
            None
        );
    }
}
