//! What is said aloud of a game, for those who hear it rather than see it.

use yipan_core::{Language, Side, Step, Turn, Viewer};
use yipan_games::GameKind;
use yipan_wire::{Effect, View};

use crate::local::dice_history::{DiceHistory, Roll};
use crate::local::local_game::{LocalGame, MoveListItem};
use crate::local::missed_moves::MissedMoves;
use crate::local::replay::Replay;
use crate::text::messages::text::Text;
use crate::text::messages::{dice, game, pieces};
use crate::text::notation_style::NotationStyle;
use crate::text::status_text::{capitalize, outcome_text, status_text};

/// What is said after the move of this number, from 0, which had these effects: the move, what came of it, and how the game
/// stands.
#[must_use]
pub fn announce_move(local: &LocalGame, number: usize, effects: &[Effect], script: NotationStyle) -> String {
    let (kind, language) = (local.grid().kind(), script.language);
    let mut said = Vec::new();
    if let Some(moved) = local.move_list(script).get(number) {
        said.push(move_sentence(kind, moved, language));
    }
    said.extend(effect_sentences(kind, effects, language));
    said.push(match (local.outcome(), local.declared_result()) {
        (Some(outcome), _) => outcome_text(kind, outcome, language),
        (None, Some(verdict)) => verdict.localize(kind, language),
        (None, None) => status_text(kind, &local.view(), language),
    });
    join_sentences(&said, language)
}

/// What is said to one who comes back from behind the curtain: every move that was missed, what came of them, and how the
/// game stands. The seat must have sat down.
#[must_use]
pub fn announce_missed_moves(local: &LocalGame, missed: &MissedMoves, script: NotationStyle) -> String {
    let (kind, language) = (local.grid().kind(), script.language);
    let mut said: Vec<String> = local
        .move_list(script)
        .iter()
        .skip(missed.first_move)
        .map(|moved| move_sentence(kind, moved, language))
        .collect();
    for update in &missed.updates {
        said.extend(effect_sentences(kind, &update.effects, language));
        let is_capture = |effect: &&Effect| matches!(effect, Effect::Vanish { cause, .. } if cause != "mine");
        let captures = update.effects.iter().filter(is_capture).filter_map(|effect| match effect {
            Effect::Vanish { at, .. } => Some(game::LOST_AT.localize_with(language, &[at])),
            _ => None,
        });
        said.extend(captures);
    }
    said.push(status_text(kind, &local.view(), language));
    join_sentences(&said, language)
}

impl Replay {
    /// What is said at a place: the step that led there, as far as the viewer may know it, and how it stands.
    #[must_use]
    pub fn announce(&self, place: usize, viewer: Viewer, script: NotationStyle) -> String {
        let (kind, language) = (self.grid().kind(), script.language);
        let mut said = Vec::new();
        if let Some((step, before, ..)) = place.checked_sub(1).and_then(|index| self.transitions().nth(index))
        {
            if let (Step::Action(act), Turn::Player(seat)) = (step, before.turn()) {
                let title = before.may_reveal(step, viewer).then(|| script.write_move(before, act));
                said.push(move_sentence(kind, &MoveListItem { side: seat, notation: title }, language));
            }
            said.extend(effect_sentences(kind, &self.update_at(place, viewer).effects, language));
        }
        said.push(self.status_text(place, viewer, language));
        join_sentences(&said, language)
    }
}

/// Who moved, and what as far as it may be known.
fn move_sentence(kind: GameKind, item: &MoveListItem, language: Language) -> String {
    let name = capitalize(kind.side_name(item.side, language));
    match &item.notation {
        Some(title) => game::MOVED.localize_with(language, &[&name, title]),
        None => game::MOVED_UNSEEN.localize_with(language, &[&name]),
    }
}

/// What happened besides the move itself, a sentence each: mines, dice, and the right to move.
#[must_use]
pub fn effect_sentences(kind: GameKind, effects: &[Effect], language: Language) -> Vec<String> {
    let name = |seat: Side| capitalize(kind.side_name(seat, language));
    let mut said = Vec::new();
    for effect in effects {
        match effect {
            Effect::Mark { at, mark } if mark.mark == "crater" => {
                said.push(game::MINE_AT.localize_with(language, &[at]));
            }
            Effect::TurnChanged { side: seat, reason: why } => {
                let seat = name((*seat).into());
                match why.as_str() {
                    "resume" => said.push(dice::GOES_ON.localize_with(language, &[&seat])),
                    "dice-dead" => said.push(dice::ALL_DEAD.localize(language).to_owned()),
                    "reroll" => said.push(dice::AGAIN.localize_with(language, &[&seat])),
                    // How the game stands says the rest.
                    _ => {}
                }
            }
            _ => {}
        }
    }
    let mut rolls = DiceHistory::default();
    rolls.record(effects);
    said.extend(rolls.rolls().iter().map(|throw| roll_sentence(throw, language)));
    said
}

/// How a table stands for one who comes to it: the dice that lie there, and whose turn it is.
#[must_use]
pub fn announce_position(kind: GameKind, view: &View, language: Language) -> String {
    let dice = view.dice.as_ref().filter(|dice| dice.phase == "turn" && view.turn.is_some());
    let rolls = DiceHistory::from_visible_dice(dice);
    let mut said: Vec<String> = rolls.rolls().iter().map(|throw| roll_sentence(throw, language)).collect();
    said.push(status_text(kind, view, language));
    join_sentences(&said, language)
}

/// Sentences one after the other.
#[must_use]
pub fn join_sentences(said: &[String], language: Language) -> String {
    let said: Vec<&str> = said.iter().map(String::as_str).filter(|words| !words.is_empty()).collect();
    said.join(language.choose(". ", "。", "。"))
}

fn roll_sentence(throw: &Roll, language: Language) -> String {
    let face = |letter: char| -> Text {
        match letter {
            '*' => dice::WILD_DIE,
            '?' => dice::LATER,
            _ => pieces::name(GameKind::Chess, letter),
        }
    };
    let named = throw.faces.iter().map(|shown| {
        let name = face(shown.face).localize(language);
        shown.at.as_ref().map_or_else(|| name.to_owned(), |at| format!("{name} {at}"))
    });
    let faces: Vec<String> = named.collect();
    let owner = capitalize(GameKind::Chess.side_name(throw.side, language));
    dice::ROLLS.localize_with(language, &[&owner, &faces.join(language.choose(", ", "、", "、"))])
}

#[cfg(test)]
mod tests {
    use yipan_wire::{DieFace, Mark, WireSide};

    use super::*;
    use crate::local::setup::{LocalSetup, PlayerKind};
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
            side: WireSide::Second,
            face: DieFace { face, at: at.map(str::to_owned) },
        };
        let crater = Mark { mark: "crater".into(), owner: None, mines: None };
        let effects = [
            Effect::Mark { at: "e5".into(), mark: crater },
            Effect::TurnChanged { side: WireSide::First, reason: "dice-dead".into() },
            rolled('N', None),
            rolled('*', None),
            rolled('P', Some("a7")),
        ];
        assert_eq!(
            join_sentences(
                &effect_sentences(GameKind::Chess, &effects, Language::English),
                Language::English
            ),
            "A mine goes off on e5. None of the dice that are left can move. Black rolls knight, wild, pawn a7"
        );
        assert_eq!(
            effect_sentences(GameKind::Chess, &effects[2..4], Language::Traditional),
            ["黑方擲出騎士、萬用"]
        );
    }

    #[test]
    fn a_returning_player_hears_the_missed_moves_and_captures() {
        let opening = LocalSetup {
            modes: vec!["fog".into()],
            ..LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 3)
        };
        let mut local = LocalGame::start(opening).expect("a game");
        for (act, seat) in [("e2e4", Side::Second), ("d7d5", Side::First), ("e4d5", Side::Second)] {
            local.play_action(act).expect("legal");
            local.set_viewing_side(seat);
        }
        let missed = local.missed_moves(Side::Second).expect("a game");
        let said = announce_missed_moves(&local, &missed, Language::English.into());
        assert_eq!(said, "White has moved. You lost a man on d5. Black to move");
    }

    #[test]
    fn every_roll_of_a_game_is_announced() {
        let opening = LocalSetup {
            modes: vec!["dice-a".into()],
            ..LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 3)
        };
        let mut local = LocalGame::start(opening).expect("a game");
        let said = announce_position(GameKind::Chess, &local.view(), Language::English);
        assert!(said.starts_with("White rolls ") && said.ends_with("White to move"), "{said}");
        let mut roll_count = 0;
        for number in 0..60 {
            let Some(action) = local.game().actions().first().cloned() else { break };
            let shown = local.play_action(&action).expect("offered");
            let has_rolled = shown.effects.iter().any(|effect| matches!(effect, Effect::Rolled { .. }));
            let said = announce_move(&local, number, &shown.effects, Language::English.into());
            assert_eq!(said.contains(" rolls "), has_rolled, "{said}");
            roll_count += usize::from(has_rolled);
        }
        assert!(roll_count > 3, "{roll_count}");
    }
}
