//! Announcements for screen readers.

use yipan_core::{Cause, DicePhase, Language, Mark, Side, Turn, TurnChange, Viewer};
use yipan_games::GameKind;
use yipan_local_play::LocalGame;
use yipan_wire::{Effect, View};

use crate::local::dice_history::{DiceHistory, Roll};
use crate::local::local_game_ext::LocalGameExt;
use crate::local::missed_moves::MissedMoves;
use crate::local::move_list_item::MoveListItem;
use crate::local::replay::Replay;
use crate::text::messages::text::Text;
use crate::text::messages::{dice, game, pieces};
use crate::text::notation_style::NotationStyle;
use crate::text::status_text::{declared_result_text, outcome_text, status_text};
use yipan_core::capitalize;

/// Announces the move with this index: its notation, its effects and the status after it.
#[must_use]
pub fn announce_move(local: &LocalGame, number: usize, effects: &[Effect], style: NotationStyle) -> String {
    let (kind, language) = (local.grid().kind(), style.language);
    let mut sentences = Vec::new();
    if let Some(moved) = local.move_list(style).get(number) {
        sentences.push(move_sentence(kind, moved, language));
    }
    sentences.extend(effect_sentences(kind, effects, language));
    sentences.push(match (local.outcome(), local.declared_result()) {
        (Some(outcome), _) => outcome_text(kind, outcome, language),
        (None, Some(result)) => declared_result_text(kind, result, language),
        (None, None) => status_text(kind, &local.view(), language),
    });
    join_sentences(&sentences, language)
}

/// Announces the missed moves to a player who returns to the screen: every move, its effects and the status.
///
/// The game must already be shown to that player.
#[must_use]
pub fn announce_missed_moves(local: &LocalGame, missed: &MissedMoves, style: NotationStyle) -> String {
    let (kind, language) = (local.grid().kind(), style.language);
    let mut sentences: Vec<String> = local
        .move_list(style)
        .iter()
        .skip(missed.first_move)
        .map(|moved| move_sentence(kind, moved, language))
        .collect();
    for update in &missed.updates {
        sentences.extend(effect_sentences(kind, &update.effects, language));
        let is_capture =
            |effect: &&Effect| matches!(effect, Effect::Vanish { cause, .. } if *cause != Cause::Mine);
        let captures = update.effects.iter().filter(is_capture).filter_map(|effect| match effect {
            Effect::Vanish { at, .. } => Some(game::PIECE_LOST_AT.localize_with(language, &[at])),
            _ => None,
        });
        sentences.extend(captures);
    }
    sentences.push(status_text(kind, &local.view(), language));
    join_sentences(&sentences, language)
}

impl Replay {
    /// Announces the step that leads here, as far as the viewer may see it, and the status.
    #[must_use]
    pub fn announce(&self, step_index: usize, viewer: Viewer, style: NotationStyle) -> String {
        let (kind, language) = (self.grid().kind(), style.language);
        let mut sentences = Vec::new();
        if let Some(step) = step_index.checked_sub(1).and_then(|index| self.played().step_at(index)) {
            if let (Some(action), Turn::Player(side)) = (step.action(), step.before.turn()) {
                let notation = step.is_revealed_to(viewer).then(|| style.write_move(step.before, action));
                sentences.push(move_sentence(kind, &MoveListItem { side, notation }, language));
            }
            sentences.extend(effect_sentences(kind, &self.update_at(step_index, viewer).effects, language));
        }
        sentences.push(self.status_text(step_index, viewer, language));
        join_sentences(&sentences, language)
    }
}

/// Returns the side and the move, as far as it is visible.
fn move_sentence(kind: GameKind, item: &MoveListItem, language: Language) -> String {
    let name = capitalize(kind.side_name(item.side, language));
    match &item.notation {
        Some(notation) => game::MOVED.localize_with(language, &[&name, notation]),
        None => game::MOVED_HIDDEN.localize_with(language, &[&name]),
    }
}

/// Returns a sentence for each effect besides the move itself: mines, turn changes and dice.
#[must_use]
pub fn effect_sentences(kind: GameKind, effects: &[Effect], language: Language) -> Vec<String> {
    let name = |side: Side| capitalize(kind.side_name(side, language));
    let mut sentences = Vec::new();
    for effect in effects {
        match effect {
            Effect::Mark { at, mark: Mark::Crater } => {
                sentences.push(game::MINE_AT.localize_with(language, &[at]));
            }
            Effect::TurnChanged { side, reason } => {
                let side = name(*side);
                match reason {
                    TurnChange::Resume => {
                        sentences.push(dice::CONTINUES_WITH_DICE.localize_with(language, &[&side]));
                    }
                    TurnChange::DiceDead => sentences.push(dice::ALL_DEAD.localize(language).to_owned()),
                    TurnChange::Reroll => {
                        sentences.push(dice::REROLLS_DICE.localize_with(language, &[&side]));
                    }
                    // The status that follows names the side to move.
                    TurnChange::Turn | TurnChange::Interrupt | TurnChange::Reply | TurnChange::Emergency => {}
                }
            }
            _ => {}
        }
    }
    let mut rolls = DiceHistory::default();
    rolls.record(effects);
    sentences.extend(rolls.rolls().iter().map(|roll| roll_sentence(roll, language)));
    sentences
}

/// Announces the current position: the dice on the board and the side to move.
#[must_use]
pub fn announce_position(kind: GameKind, view: &View, language: Language) -> String {
    let dice = view.dice.as_ref().filter(|dice| dice.phase == DicePhase::Turn && view.turn.is_some());
    let rolls = DiceHistory::from_visible_dice(dice);
    let mut sentences: Vec<String> = rolls.rolls().iter().map(|roll| roll_sentence(roll, language)).collect();
    sentences.push(status_text(kind, view, language));
    join_sentences(&sentences, language)
}

/// Joins sentences with the punctuation of the language.
#[must_use]
pub fn join_sentences(sentences: &[String], language: Language) -> String {
    let sentences: Vec<&str> =
        sentences.iter().map(String::as_str).filter(|sentence| !sentence.is_empty()).collect();
    sentences.join(language.choose(". ", "。", "。"))
}

fn roll_sentence(roll: &Roll, language: Language) -> String {
    let face = |letter: char| -> Text {
        match letter {
            '*' => dice::WILD_DIE,
            '?' => dice::NOT_ROLLED_YET,
            _ => pieces::name(GameKind::Chess, letter),
        }
    };
    let named = roll.faces.iter().map(|shown| {
        let name = face(shown.face).localize(language);
        shown.at.as_ref().map_or_else(|| name.to_owned(), |at| format!("{name} {at}"))
    });
    let faces: Vec<String> = named.collect();
    let owner = capitalize(GameKind::Chess.side_name(roll.side, language));
    dice::ROLLS.localize_with(language, &[&owner, &faces.join(language.choose(", ", "、", "、"))])
}

#[cfg(test)]
mod tests {
    use yipan_local_play::{LocalSetup, PlayerKind};
    use yipan_wire::DieFace;

    use super::*;
    use crate::local::test_games::played;

    #[test]
    fn a_move_and_the_status_after_it_are_announced() {
        let local = played(GameKind::Liuzichong, &["a2b2"]);
        assert_eq!(announce_move(&local, 0, &[], Language::English.into()), "Black: a2b2. White to move");
        let local = played(GameKind::Chess, &["f2f3", "e7e5", "g2g4", "d8h4"]);
        assert_eq!(
            announce_move(&local, 3, &[], Language::English.into()),
            "Black: Qh4#. Black wins: checkmate"
        );
    }

    #[test]
    fn dice_mines_and_turn_changes_are_announced() {
        let rolled = |face, at: Option<&str>| Effect::Rolled {
            side: Side::Second,
            face: DieFace { face, at: at.map(str::to_owned) },
        };
        let crater = Mark::Crater;
        let effects = [
            Effect::Mark { at: "e5".into(), mark: crater },
            Effect::TurnChanged { side: Side::First, reason: TurnChange::DiceDead },
            rolled('N', None),
            rolled('*', None),
            rolled('P', Some("a7")),
        ];
        assert_eq!(
            join_sentences(
                &effect_sentences(GameKind::Chess, &effects, Language::English),
                Language::English
            ),
            "A mine explodes on e5. None of the remaining dice can be played. Black rolls knight, wild, pawn a7"
        );
        assert_eq!(
            effect_sentences(GameKind::Chess, &effects[2..4], Language::Traditional),
            ["黑方擲出騎士、萬用"]
        );
    }

    #[test]
    fn missed_moves_and_captures_are_announced_on_return() {
        let setup = LocalSetup {
            modes: vec!["fog".into()],
            ..LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 3)
        };
        let mut local = LocalGame::start(setup).expect("a game");
        for (action, side) in [("e2e4", Side::Second), ("d7d5", Side::First), ("e4d5", Side::Second)] {
            local.play_and_show(action).expect("legal");
            local.set_viewing_side(side);
        }
        let missed = MissedMoves::since_last_move(&local, Side::Second);
        let sentences = announce_missed_moves(&local, &missed, Language::English.into());
        assert_eq!(sentences, "White has moved. You lost a piece on d5. Black to move");
    }

    #[test]
    fn every_roll_of_a_game_is_announced() {
        let setup = LocalSetup {
            modes: vec!["dice-a".into()],
            ..LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 3)
        };
        let mut local = LocalGame::start(setup).expect("a game");
        let sentences = announce_position(GameKind::Chess, &local.view(), Language::English);
        assert!(sentences.starts_with("White rolls ") && sentences.ends_with("White to move"), "{sentences}");
        let mut roll_count = 0;
        for number in 0..60 {
            let Some(action) = local.game().actions().first().cloned() else { break };
            let shown = local.play_and_show(&action).expect("offered");
            let has_rolled = shown.effects.iter().any(|effect| matches!(effect, Effect::Rolled { .. }));
            let sentences = announce_move(&local, number, &shown.effects, Language::English.into());
            assert_eq!(sentences.contains(" rolls "), has_rolled, "{sentences}");
            roll_count += usize::from(has_rolled);
        }
        assert!(roll_count > 3, "{roll_count}");
    }
}
