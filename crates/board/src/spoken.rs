//! What is said aloud of a game, for those who hear it rather than see it.

use yipan_games::GameKind;
use yipan_rules::{Language, Seat, Step, Turn, Viewer};
use yipan_wire::{Effect, View};

use crate::text::{Text, dice, game, men};
use crate::{Local, Missed, Moved, Replay, Rolls, Script, Throw, capital, result, status};

/// What is said after the move of this number, from 0, which had these effects: the move, what came of it, and how the game
/// stands.
#[must_use]
pub fn spoken(local: &Local, number: usize, effects: &[Effect], script: Script) -> String {
    let (kind, language) = (local.grid().kind(), script.language);
    let mut said = Vec::new();
    if let Some(moved) = local.moves(script).get(number) {
        said.push(told(kind, moved, language));
    }
    said.extend(happenings(kind, effects, language));
    said.push(match (local.outcome(), local.verdict()) {
        (Some(outcome), _) => result(kind, outcome, language),
        (None, Some(verdict)) => verdict.words(kind, language),
        (None, None) => status(kind, &local.view(), language),
    });
    sentences(&said, language)
}

/// What is said to one who comes back from behind the curtain: every move that was missed, what came of them, and how the
/// game stands. The seat must have sat down.
#[must_use]
pub fn caught_up(local: &Local, missed: &Missed, script: Script) -> String {
    let (kind, language) = (local.grid().kind(), script.language);
    let mut said: Vec<String> =
        local.moves(script).iter().skip(missed.number).map(|moved| told(kind, moved, language)).collect();
    for shown in &missed.steps {
        said.extend(happenings(kind, &shown.effects, language));
        let own = |effect: &&Effect| matches!(effect, Effect::Vanish { cause, .. } if cause != "mine");
        let lost = shown.effects.iter().filter(own).filter_map(|effect| match effect {
            Effect::Vanish { at, .. } => Some(game::LOST_AT.fill(language, &[at])),
            _ => None,
        });
        said.extend(lost);
    }
    said.push(status(kind, &local.view(), language));
    sentences(&said, language)
}

impl Replay {
    /// What is said at a place: the step that led there, as far as the viewer may know it, and how it stands.
    #[must_use]
    pub fn told(&self, place: usize, viewer: Viewer, script: Script) -> String {
        let (kind, language) = (self.grid().kind(), script.language);
        let mut said = Vec::new();
        if let Some((step, before, ..)) = place.checked_sub(1).and_then(|index| self.taken().nth(index)) {
            if let (Step::Act(act), Turn::Player(seat)) = (step, before.turn()) {
                let title = before.discloses(step, viewer).then(|| script.title(before, act));
                said.push(told(kind, &Moved { seat, title }, language));
            }
            said.extend(happenings(kind, &self.shown(place, viewer).effects, language));
        }
        said.push(self.line(place, viewer, language));
        sentences(&said, language)
    }
}

/// Who moved, and what as far as it may be known.
fn told(kind: GameKind, moved: &Moved, language: Language) -> String {
    let name = capital(kind.seat_words(moved.seat, language));
    match &moved.title {
        Some(title) => game::MOVED.fill(language, &[&name, title]),
        None => game::MOVED_UNSEEN.fill(language, &[&name]),
    }
}

/// What happened besides the move itself, a sentence each: mines, dice, and the right to move.
#[must_use]
pub fn happenings(kind: GameKind, effects: &[Effect], language: Language) -> Vec<String> {
    let name = |seat: Seat| capital(kind.seat_words(seat, language));
    let mut said = Vec::new();
    for effect in effects {
        match effect {
            Effect::Mark { at, mark } if mark.mark == "crater" => {
                said.push(game::MINE_AT.fill(language, &[at]));
            }
            Effect::Hand { seat, why } => {
                let seat = name((*seat).into());
                match why.as_str() {
                    "resume" => said.push(dice::GOES_ON.fill(language, &[&seat])),
                    "dice-dead" => said.push(dice::ALL_DEAD.say(language).to_owned()),
                    "reroll" => said.push(dice::AGAIN.fill(language, &[&seat])),
                    // How the game stands says the rest.
                    _ => {}
                }
            }
            _ => {}
        }
    }
    let mut rolls = Rolls::default();
    rolls.watch(effects);
    said.extend(rolls.throws().iter().map(|throw| rolled(throw, language)));
    said
}

/// How a table stands for one who comes to it: the dice that lie there, and whose turn it is.
#[must_use]
pub fn table_words(kind: GameKind, view: &View, language: Language) -> String {
    let dice = view.dice.as_ref().filter(|dice| dice.phase == "turn" && view.turn.is_some());
    let rolls = Rolls::on_table(dice);
    let mut said: Vec<String> = rolls.throws().iter().map(|throw| rolled(throw, language)).collect();
    said.push(status(kind, view, language));
    sentences(&said, language)
}

/// Sentences one after the other.
#[must_use]
pub fn sentences(said: &[String], language: Language) -> String {
    let said: Vec<&str> = said.iter().map(String::as_str).filter(|words| !words.is_empty()).collect();
    said.join(language.pick(". ", "。", "。"))
}

fn rolled(throw: &Throw, language: Language) -> String {
    let face = |letter: char| -> Text {
        match letter {
            '*' => dice::WILD_DIE,
            '?' => dice::LATER,
            _ => men::name(GameKind::Chess, letter),
        }
    };
    let named = throw.faces.iter().map(|shown| {
        let name = face(shown.face).say(language);
        shown.at.as_ref().map_or_else(|| name.to_owned(), |at| format!("{name} {at}"))
    });
    let faces: Vec<String> = named.collect();
    let owner = capital(GameKind::Chess.seat_words(throw.seat, language));
    dice::ROLLS.fill(language, &[&owner, &faces.join(language.pick(", ", "、", "、"))])
}

#[cfg(test)]
mod tests {
    use yipan_wire::{Face, Mark, Side};

    use super::*;
    use crate::status::tests::played;
    use crate::{Chair, Opening};

    #[test]
    fn a_move_and_how_it_stands_then_are_said_aloud() {
        let local = played(GameKind::Liuzichong, &["a2b2"]);
        assert_eq!(spoken(&local, 0, &[], Language::English.into()), "Black: a2b2. White to move");
        let local = played(GameKind::Chess, &["f2f3", "e7e5", "g2g4", "d8h4"]);
        assert_eq!(spoken(&local, 3, &[], Language::English.into()), "Black: Qh4#. Black wins: checkmate");
    }

    #[test]
    fn dice_mines_and_the_right_to_move_are_said_aloud() {
        let rolled = |face, at: Option<&str>| Effect::Rolled {
            seat: Side::Second,
            face: Face { face, at: at.map(str::to_owned) },
        };
        let crater = Mark { mark: "crater".into(), owner: None, mines: None };
        let effects = [
            Effect::Mark { at: "e5".into(), mark: crater },
            Effect::Hand { seat: Side::First, why: "dice-dead".into() },
            rolled('N', None),
            rolled('*', None),
            rolled('P', Some("a7")),
        ];
        assert_eq!(
            sentences(&happenings(GameKind::Chess, &effects, Language::English), Language::English),
            "A mine goes off on e5. None of the dice that are left can move. Black rolls knight, wild, pawn a7"
        );
        assert_eq!(
            happenings(GameKind::Chess, &effects[2..4], Language::Traditional),
            ["黑方擲出騎士、萬用"]
        );
    }

    #[test]
    fn who_comes_back_hears_that_the_other_has_moved_and_what_was_lost() {
        let opening =
            Opening { modes: vec!["fog".into()], ..Opening::usual(GameKind::Chess, [Chair::Person; 2], 3) };
        let mut local = Local::start(opening).expect("a game");
        for (act, seat) in [("e2e4", Seat::Second), ("d7d5", Seat::First), ("e4d5", Seat::Second)] {
            local.act(act).expect("legal");
            local.sit(seat);
        }
        let missed = local.missed(Seat::Second).expect("a game");
        let said = caught_up(&local, &missed, Language::English.into());
        assert_eq!(said, "White has moved. You lost a man on d5. Black to move");
    }

    #[test]
    fn every_throw_of_a_game_is_heard_by_whom_it_concerns() {
        let opening = Opening {
            modes: vec!["dice-a".into()],
            ..Opening::usual(GameKind::Chess, [Chair::Person; 2], 3)
        };
        let mut local = Local::start(opening).expect("a game");
        let said = table_words(GameKind::Chess, &local.view(), Language::English);
        assert!(said.starts_with("White rolls ") && said.ends_with("White to move"), "{said}");
        let mut heard = 0;
        for number in 0..60 {
            let Some(action) = local.game().actions().first().cloned() else { break };
            let shown = local.act(&action).expect("offered");
            let fell = shown.effects.iter().any(|effect| matches!(effect, Effect::Rolled { .. }));
            let said = spoken(&local, number, &shown.effects, Language::English.into());
            assert_eq!(said.contains(" rolls "), fell, "{said}");
            heard += usize::from(fell);
        }
        assert!(heard > 3, "{heard}");
    }
}
