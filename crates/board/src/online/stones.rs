//! Liuzichong at a table of the hall, shown as the flow of its game has it.

use std::time::Duration;

use yipan_games::{AnyGame, GameKind, Options};
use yipan_liuzichong::flow::pace;
use yipan_wire::{Effect, Played, Terms};

use crate::local::told;
use crate::{Beat, Sound, USUAL_PACE};

/// A step in beats: the man moves, and then those it takes blink and fade.
#[must_use]
pub fn flow_score(effects: &[Effect]) -> Vec<Beat> {
    let (taken, moved): (Vec<Effect>, Vec<Effect>) =
        effects.iter().cloned().partition(|effect| matches!(effect, Effect::Vanish { .. }));
    let beat = |effects: Vec<Effect>, sound: Sound, length: Duration| Beat {
        effects,
        sound: Some(sound),
        length: parts(length),
    };
    let fading = pace::BLINK * pace::BLINKS + pace::FADING;
    [beat(moved, Sound::Move, pace::MOVING), beat(taken, Sound::Capture, fading)]
        .into_iter()
        .filter(|beat| !beat.effects.is_empty())
        .collect()
}

/// The last moves of a table played backwards, the latest first: whom a move took come in again, and the man goes back.
/// Nothing if the moves cannot be followed.
#[must_use]
pub fn backwards(terms: &Terms, moves: &[Played], plies: usize) -> Vec<Beat> {
    unplayed(terms, moves, plies).unwrap_or_default()
}

fn unplayed(terms: &Terms, moves: &[Played], plies: usize) -> Option<Vec<Beat>> {
    let options =
        Options { position: terms.position.clone(), rules: terms.rules.clone(), modes: terms.modes.clone() };
    let kind: GameKind = terms.game.parse().ok()?;
    let mut game = AnyGame::start(kind, &options).ok()?;
    let mut beats = Vec::new();
    for (index, played) in moves.iter().enumerate() {
        let (before, mut effects) = (game.clone(), Vec::new());
        game.act(played.act.as_ref()?, &mut effects).ok()?;
        if index + plies >= moves.len() {
            beats.push(turned_round(&before, &told(&game, &effects)));
        }
    }
    beats.reverse();
    Some(beats)
}

fn turned_round(before: &AnyGame, effects: &[Effect]) -> Beat {
    let men = before.men();
    let back = |effect: &Effect| match effect {
        Effect::Slide { from, to, cause } => {
            Some(Effect::Slide { from: to.clone(), to: from.clone(), cause: cause.clone() })
        }
        Effect::Vanish { at, .. } => {
            let (_, man) = men.iter().find(|(cell, _)| before.cell_name(*cell) == *at)?;
            Some(Effect::Appear { at: at.clone(), seat: man.seat.into(), man: man.letter })
        }
        _ => None,
    };
    Beat {
        effects: effects.iter().rev().filter_map(back).collect(),
        sound: Some(Sound::Move),
        length: parts(pace::TAKING_BACK),
    }
}

/// A length of the original in parts of the time that a plain move takes.
fn parts(length: Duration) -> f64 {
    length.as_secs_f64() * 1_000.0 / f64::from(USUAL_PACE)
}

#[cfg(test)]
mod tests {
    use yipan_rules::Viewer;
    use yipan_wire::{Side, View};

    use super::*;
    use crate::{Grid, Troupe};

    const TAKES: &str = "w2w/3w/b3/1bw1 b";

    fn table(acts: &[&str]) -> (Terms, Vec<Played>) {
        let terms = Terms { position: Some(TAKES.into()), ..Terms::usual("liuzichong") };
        let side = |index: usize| if index.is_multiple_of(2) { Side::First } else { Side::Second };
        let played =
            |(index, act): (usize, &&str)| Played { seat: side(index), act: Some((*act).to_owned()) };
        (terms, acts.iter().enumerate().map(played).collect())
    }

    #[test]
    fn a_man_moves_and_then_whom_it_takes_blinks_three_times_and_fades() {
        let slide = Effect::Slide { from: "a2".into(), to: "a1".into(), cause: "move".into() };
        let vanish = Effect::Vanish { at: "c1".into(), cause: "capture".into() };
        let beats = flow_score(&[slide.clone(), vanish]);
        let told: Vec<(Option<Sound>, f64)> =
            beats.iter().map(|beat| (beat.sound, beat.length * f64::from(USUAL_PACE))).collect();
        assert_eq!(told, [(Some(Sound::Move), 300.0), (Some(Sound::Capture), 1000.0)]);
        assert_eq!((flow_score(&[slide]).len(), flow_score(&[]).len()), (1, 0));
    }

    #[test]
    fn what_is_taken_back_leads_to_the_board_before_it() {
        let acts = ["a2a1", "d3d2"];
        let (terms, moves) = table(&acts);
        let options = Options::default().at(TAKES);
        let mut game = AnyGame::start(GameKind::Liuzichong, &options).expect("a game");
        let shown = |game: &AnyGame| {
            Troupe::new(Grid::of(GameKind::Liuzichong), &View::new(game, game.view(Viewer::Spectator)))
        };
        let standing = |troupe: &Troupe| {
            let mut men: Vec<_> = troupe.actors().map(|actor| (actor.cell, actor.man)).collect();
            men.sort_unstable();
            men
        };
        let first = shown(&game);
        for act in acts {
            game.act(act, &mut Vec::new()).expect("legal");
        }
        let mut troupe = shown(&game);
        let beats = backwards(&terms, &moves, 2);
        assert_eq!(beats.len(), 2);
        for beat in &beats {
            troupe.clear();
            beat.effects.iter().for_each(|effect| troupe.play(effect));
        }
        assert_eq!(standing(&troupe), standing(&first));
        assert_eq!(backwards(&terms, &moves, 1).len(), 1);
        let unknown = Played { seat: Side::First, act: None };
        assert_eq!(backwards(&terms, &[unknown], 1), Vec::new());
    }
}
