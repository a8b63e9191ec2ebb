//! What the dice say of a man that is picked up, and of a turn that they do not end.

use yipan_games::GameKind;
use yipan_rules::{Cell, Language, Seat};
use yipan_wire::{Dice, Die, View};

use crate::text::{game, men};
use crate::{Grid, Said, capital};

/// The die that pays for the man on a cell, by its place among the dice: one that shows him, before the wild one.
#[must_use]
pub fn chosen_die(grid: Grid, view: &View, from: Cell) -> Option<usize> {
    let (dice, letter) = thrown(grid, view, from)?;
    let name = grid.name(from);
    let pays = |wanted: &dyn Fn(&Die) -> bool| {
        dice.dice.iter().position(|die| !die.used && die.dead != Some(true) && wanted(die))
    };
    pays(&|die| shows(die, letter, &name)).or_else(|| pays(&is_wild))
}

/// What is said when a man is picked up whom no die lets move: the dice that are left, by their symbols. Nothing where the
/// dice are not what keeps him.
#[must_use]
pub fn outside_roll(grid: Grid, view: &View, from: Cell) -> Option<Said> {
    let (dice, letter) = thrown(grid, view, from)?;
    let name = grid.name(from);
    let left = || dice.dice.iter().filter(|die| !die.used);
    if left().any(|die| shows(die, letter, &name) || is_wild(die)) {
        return None;
    }
    let symbols: Vec<&str> =
        left().filter(|die| die.face.face != '?').map(|die| men::symbol(die.face.face)).collect();
    Some(Said::new(|language| game::ROLL_IS.fill(language, &[&symbols.join(" ")])))
}

/// Why the turn is not as the dice would have it, and who moves next; nothing while they are simply played.
#[must_use]
pub fn interruption(kind: GameKind, view: &View, language: Language) -> Option<String> {
    let (dice, turn) = (view.dice.as_ref()?, Seat::from(view.turn?));
    let name = |seat: Seat| capital(kind.seat_words(seat, language));
    let owner = name(dice.owner.into());
    match dice.phase.as_str() {
        "reply" => Some(game::INTERRUPTED.fill(language, &[&owner, &name(turn), &owner])),
        "emergency" => Some(game::NO_DIE_ANSWERS.fill(language, &[&owner, &owner])),
        _ => None,
    }
}

/// The dice that decide about the man on a cell, and his letter: those of the side to move, while it plays them.
fn thrown(grid: Grid, view: &View, from: Cell) -> Option<(&Dice, char)> {
    let dice = view.dice.as_ref().filter(|dice| dice.phase == "turn" && Some(dice.owner) == view.turn)?;
    let name = grid.name(from);
    let (_, _, letter) = view.men.iter().find(|(at, side, _)| *at == name && *side == dice.owner)?;
    Some((dice, *letter))
}

fn shows(die: &Die, letter: char, name: &str) -> bool {
    die.face.at.as_ref().map_or(die.face.face == letter, |at| at == name)
}

const fn is_wild(die: &Die) -> bool {
    die.face.face == '*'
}

#[cfg(test)]
mod tests {
    use yipan_wire::{Face, Side};

    use super::*;
    use crate::{Chair, Local, Opening};

    fn die(face: char, at: Option<&str>) -> Die {
        Die { face: Face { face, at: at.map(str::to_owned) }, used: false, dead: Some(false) }
    }

    fn thrown(dice: Vec<Die>, phase: &str) -> (Grid, View) {
        let opening = Opening::usual(GameKind::Chess, [Chair::Person; 2], 1);
        let local = Local::start(opening).expect("a game");
        let dice = Dice { owner: Side::First, phase: phase.to_owned(), dice, rerolls: [0; 2] };
        (local.grid(), View { dice: Some(dice), ..local.view() })
    }

    fn chosen((grid, view): &(Grid, View), from: &str) -> Option<usize> {
        chosen_die(*grid, view, grid.cell(from).expect("a cell"))
    }

    fn refused((grid, view): &(Grid, View), from: &str) -> Option<String> {
        let said = outside_roll(*grid, view, grid.cell(from).expect("a cell"))?;
        Some(said.say(Language::Traditional).to_owned())
    }

    #[test]
    fn the_picked_man_chooses_the_first_die_that_shows_him_and_is_left() {
        let mut table = thrown(vec![die('N', None), die('P', None), die('P', None)], "turn");
        assert_eq!(
            (chosen(&table, "e2"), chosen(&table, "b1"), chosen(&table, "d1")),
            (Some(1), Some(0), None)
        );
        let dice = &mut table.1.dice.as_mut().expect("dice").dice;
        (dice[1].used, dice[0].dead) = (true, Some(true));
        assert_eq!((chosen(&table, "e2"), chosen(&table, "b1")), (Some(2), None));
    }

    #[test]
    fn a_wild_die_pays_when_no_other_does() {
        let table = thrown(vec![die('*', None), die('P', None)], "turn");
        assert_eq!((chosen(&table, "e2"), chosen(&table, "d1")), (Some(1), Some(0)));
        assert_eq!(refused(&table, "d1"), None);
    }

    #[test]
    fn dice_that_name_a_man_choose_him_alone() {
        let table = thrown(vec![die('P', Some("e2")), die('N', Some("b1"))], "turn");
        assert_eq!(
            (chosen(&table, "e2"), chosen(&table, "d2"), chosen(&table, "b1")),
            (Some(0), None, Some(1))
        );
        assert_eq!(refused(&table, "d2").as_deref(), Some("當前骰子為：♙ ♘"));
    }

    #[test]
    fn a_man_outside_the_roll_is_told_the_dice_that_are_left() {
        let mut table = thrown(vec![die('K', None), die('Q', None), die('R', None)], "turn");
        assert_eq!(refused(&table, "e2").as_deref(), Some("當前骰子為：♔ ♕ ♖"));
        table.1.dice.as_mut().expect("dice").dice[1].used = true;
        assert_eq!(refused(&table, "e2").as_deref(), Some("當前骰子為：♔ ♖"));
        assert_eq!((refused(&table, "a1"), refused(&table, "e7"), refused(&table, "e4")), (None, None, None));
    }

    #[test]
    fn an_answer_to_check_needs_no_die() {
        let mut table = thrown(vec![die('K', None), die('Q', None)], "reply");
        table.1.turn = Some(Side::Second);
        assert_eq!((refused(&table, "e7"), chosen(&table, "e7")), (None, None));
        let said = interruption(GameKind::Chess, &table.1, Language::English).expect("an interruption");
        assert!(said.contains("White gave check") && said.contains("Black answers"), "{said}");
        assert!(said.ends_with("then White goes on with these dice."), "{said}");
        (table.1.turn, table.1.dice.as_mut().expect("dice").phase) = (Some(Side::First), "emergency".into());
        let said = interruption(GameKind::Chess, &table.1, Language::English).expect("an emergency");
        assert!(said.contains("White may move any man once"), "{said}");
        assert_eq!(interruption(GameKind::Chess, &thrown(Vec::new(), "turn").1, Language::English), None);
    }
}
