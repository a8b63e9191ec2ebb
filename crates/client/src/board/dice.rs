//! The dice as they apply to a picked-up piece, and the texts for an interrupted turn.

use yipan_core::{Cell, DicePhase, Language, Side};
use yipan_games::{GameKind, Grid};
use yipan_wire::{Dice, Die, View};

use crate::board::move_options::MoveOption;
use crate::text::localized_text::LocalizedText;
use crate::text::messages::{dice as dice_text, game, pieces};
use yipan_core::capitalize;

/// Returns the index of the die that a move of this piece would use.
///
/// A die that shows the piece is preferred to the wild die.
#[must_use]
pub fn die_for_piece(grid: Grid, view: &View, from: Cell) -> Option<usize> {
    let (dice, letter) = active_dice(grid, view, from)?;
    let name = grid.name(from);
    let find_usable = |wanted: &dyn Fn(&Die) -> bool| {
        dice.dice.iter().position(|die| !die.used && die.dead != Some(true) && wanted(die))
    };
    find_usable(&|die| die_shows_piece(die, letter, &name)).or_else(|| find_usable(&is_wild))
}

/// Returns the cells of the pieces that a live die allows to move; empty unless the viewer plays dice now.
#[must_use]
pub fn rolled_cells(grid: Grid, view: &View) -> Vec<Cell> {
    let is_dice_turn = view.dice.as_ref().is_some_and(|dice| dice.phase == DicePhase::Turn);
    let moves = view.actions.iter().filter(|_| is_dice_turn);
    let mut cells: Vec<Cell> =
        moves.filter_map(|action| Some(MoveOption::parse(grid, action)?.from)).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Returns the cells of the pieces that this die allows to move.
#[must_use]
pub fn cells_of_die(grid: Grid, view: &View, index: usize) -> Vec<Cell> {
    let Some(die) = view.dice.as_ref().and_then(|dice| dice.dice.get(index)) else { return Vec::new() };
    if die.used || die.dead == Some(true) {
        return Vec::new();
    }
    let mut cells = rolled_cells(grid, view);
    cells.retain(|cell| {
        let letter = active_dice(grid, view, *cell).map(|(_, letter)| letter);
        letter.is_some_and(|letter| is_wild(die) || die_shows_piece(die, letter, &grid.name(*cell)))
    });
    cells
}

/// Returns the message for a picked-up piece that no unused die allows to move: the unused dice, as symbols.
///
/// Returns `None` if a die allows it or the dice do not decide.
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
    Some(LocalizedText::new(|language| game::DICE_SHOW.localize_with(language, &[&symbols.join(" ")])))
}

/// Returns the dice that are not used yet, in words; all dice if every one is used.
#[must_use]
pub fn current_dice_text(dice: &Dice, language: Language) -> String {
    let unused: Vec<&Die> = dice.dice.iter().filter(|die| !die.used).collect();
    let listed = if unused.is_empty() { dice.dice.iter().collect() } else { unused };
    let names = listed.into_iter().map(|die| {
        let name = match die.face.face {
            '?' => dice_text::NOT_ROLLED_YET,
            '*' => dice_text::WILD_DIE,
            letter => pieces::name(GameKind::Chess, letter),
        };
        let name = name.localize(language);
        die.face.at.as_ref().map_or_else(|| name.to_owned(), |at| format!("{name} {at}"))
    });
    let names: Vec<String> = names.collect();
    dice_text::CURRENT.localize_with(language, &[&names.join(language.choose(", ", "、", "、"))])
}

/// Explains why the turn was interrupted and which side moves next; `None` while the dice are played normally.
#[must_use]
pub fn interruption_text(kind: GameKind, view: &View, language: Language) -> Option<String> {
    let (dice, turn) = (view.dice.as_ref()?, view.turn?);
    let name = |side: Side| capitalize(kind.side_name(side, language));
    let owner = name(dice.owner);
    match dice.phase {
        DicePhase::Reply => Some(game::INTERRUPTED.localize_with(language, &[&owner, &name(turn), &owner])),
        DicePhase::Emergency => Some(game::NO_DIE_ANSWERS.localize_with(language, &[&owner, &owner])),
        DicePhase::Turn => None,
    }
}

/// Returns the dice that decide about the piece on a cell, and its letter.
///
/// Returns `None` unless the side to move plays its own dice and owns the piece.
fn active_dice(grid: Grid, view: &View, from: Cell) -> Option<(&Dice, char)> {
    let dice =
        view.dice.as_ref().filter(|dice| dice.phase == DicePhase::Turn && Some(dice.owner) == view.turn)?;
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
    use yipan_local_play::{LocalGame, LocalSetup, PlayerKind};
    use yipan_wire::DieFace;

    use super::*;
    use crate::local::local_game_ext::LocalGameExt;

    fn die(face: char, at: Option<&str>) -> Die {
        Die { face: DieFace { face, at: at.map(str::to_owned) }, used: false, dead: Some(false) }
    }

    fn rolled_view(dice: Vec<Die>, phase: DicePhase) -> (Grid, View) {
        let setup = LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 1);
        let local = LocalGame::start(setup).expect("a game");
        let dice = Dice { owner: Side::First, phase, dice, rerolls: [0; 2] };
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
        let mut rolled = rolled_view(vec![die('N', None), die('P', None), die('P', None)], DicePhase::Turn);
        assert_eq!(
            (die_for(&rolled, "e2"), die_for(&rolled, "b1"), die_for(&rolled, "d1")),
            (Some(1), Some(0), None)
        );
        let dice = &mut rolled.1.dice.as_mut().expect("dice").dice;
        (dice[1].used, dice[0].dead) = (true, Some(true));
        assert_eq!((die_for(&rolled, "e2"), die_for(&rolled, "b1")), (Some(2), None));
    }

    #[test]
    fn a_wild_die_is_used_when_no_other_matches() {
        let rolled = rolled_view(vec![die('*', None), die('P', None)], DicePhase::Turn);
        assert_eq!((die_for(&rolled, "e2"), die_for(&rolled, "d1")), (Some(1), Some(0)));
        assert_eq!(message_for(&rolled, "d1"), None);
    }

    #[test]
    fn dice_that_name_a_piece_match_only_that_piece() {
        let rolled = rolled_view(vec![die('P', Some("e2")), die('N', Some("b1"))], DicePhase::Turn);
        assert_eq!(
            (die_for(&rolled, "e2"), die_for(&rolled, "d2"), die_for(&rolled, "b1")),
            (Some(0), None, Some(1))
        );
        assert_eq!(message_for(&rolled, "d2").as_deref(), Some("當前骰子為：♙ ♘"));
    }

    #[test]
    fn a_piece_outside_the_roll_shows_the_unused_dice() {
        let mut rolled = rolled_view(vec![die('K', None), die('Q', None), die('R', None)], DicePhase::Turn);
        assert_eq!(message_for(&rolled, "e2").as_deref(), Some("當前骰子為：♔ ♕ ♖"));
        rolled.1.dice.as_mut().expect("dice").dice[1].used = true;
        assert_eq!(message_for(&rolled, "e2").as_deref(), Some("當前骰子為：♔ ♖"));
        assert_eq!(
            (message_for(&rolled, "a1"), message_for(&rolled, "e7"), message_for(&rolled, "e4")),
            (None, None, None)
        );
    }

    #[test]
    fn an_answer_to_check_needs_no_die() {
        let mut rolled = rolled_view(vec![die('K', None), die('Q', None)], DicePhase::Reply);
        rolled.1.turn = Some(Side::Second);
        assert_eq!((message_for(&rolled, "e7"), die_for(&rolled, "e7")), (None, None));
        let text = interruption_text(GameKind::Chess, &rolled.1, Language::English).expect("an interruption");
        assert!(text.contains("White gave check") && text.contains("Black replies"), "{text}");
        assert!(text.ends_with("then White continues with these dice."), "{text}");
        (rolled.1.turn, rolled.1.dice.as_mut().expect("dice").phase) =
            (Some(Side::First), DicePhase::Emergency);
        let text = interruption_text(GameKind::Chess, &rolled.1, Language::English).expect("an emergency");
        assert!(text.contains("White may move any piece once"), "{text}");
        assert_eq!(
            interruption_text(
                GameKind::Chess,
                &rolled_view(Vec::new(), DicePhase::Turn).1,
                Language::English
            ),
            None
        );
    }

    #[test]
    fn the_pieces_that_a_die_allows_are_known() {
        let mut rolled = rolled_view(vec![die('N', None), die('*', None), die('R', None)], DicePhase::Turn);
        let names =
            |cells: Vec<Cell>| -> Vec<String> { cells.into_iter().map(|cell| rolled.0.name(cell)).collect() };
        assert_eq!(names(cells_of_die(rolled.0, &rolled.1, 0)), ["b1", "g1"]);
        // The wild die allows every piece that can move.
        assert_eq!(cells_of_die(rolled.0, &rolled.1, 1), rolled_cells(rolled.0, &rolled.1));
        assert_eq!(rolled_cells(rolled.0, &rolled.1).len(), 10);
        assert_eq!(cells_of_die(rolled.0, &rolled.1, 2), []);
        rolled.1.dice.as_mut().expect("dice").dice[0].used = true;
        assert_eq!(cells_of_die(rolled.0, &rolled.1, 0), []);
        rolled.1.dice.as_mut().expect("dice").phase = DicePhase::Reply;
        assert_eq!(rolled_cells(rolled.0, &rolled.1), []);
    }

    #[test]
    fn the_unused_dice_are_named() {
        let rolled = rolled_view(vec![die('N', None), die('*', None), die('P', Some("e2"))], DicePhase::Turn);
        let mut dice = rolled.1.dice.expect("dice");
        assert_eq!(current_dice_text(&dice, Language::English), "Current dice: knight, wild, pawn e2");
        assert_eq!(current_dice_text(&dice, Language::Traditional), "當前骰子為：騎士、萬用、兵 e2");
        dice.dice[0].used = true;
        assert_eq!(current_dice_text(&dice, Language::English), "Current dice: wild, pawn e2");
        dice.dice.iter_mut().for_each(|die| die.used = true);
        assert_eq!(current_dice_text(&dice, Language::English), "Current dice: knight, wild, pawn e2");
    }
}
