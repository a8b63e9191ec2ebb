//! Liuzichong at a table of the hall, shown as the flow of its game has it.

use std::time::Duration;

use yipan_games::{AnyGame, GameKind, GameOptions};
use yipan_liuzichong::ui_flow::timings;
use yipan_wire::{Effect, MoveEntry, RoomConfig};

use crate::local_game::to_wire_effects;
use crate::{AnimationStep, DEFAULT_ANIMATION_MS, Sound};

/// A step in beats: the man moves, and then those it takes blink and fade.
#[must_use]
pub fn liuzichong_timeline(effects: &[Effect]) -> Vec<AnimationStep> {
    let (captures, moved): (Vec<Effect>, Vec<Effect>) =
        effects.iter().cloned().partition(|effect| matches!(effect, Effect::Vanish { .. }));
    let step = |effects: Vec<Effect>, sound: Sound, length: Duration| AnimationStep {
        effects,
        sound: Some(sound),
        relative_duration: relative_duration(length),
    };
    let fading = timings::BLINK_DURATION * timings::BLINK_COUNT + timings::FADE_DURATION;
    [step(moved, Sound::Move, timings::MOVE_DURATION), step(captures, Sound::Capture, fading)]
        .into_iter()
        .filter(|beat| !beat.effects.is_empty())
        .collect()
}

/// The last moves of a table played backwards, the latest first: whom a move took come in again, and the man goes back.
/// Nothing if the moves cannot be followed.
#[must_use]
pub fn takeback_timeline(terms: &RoomConfig, moves: &[MoveEntry], plies: usize) -> Vec<AnimationStep> {
    try_takeback_timeline(terms, moves, plies).unwrap_or_default()
}

fn try_takeback_timeline(
    terms: &RoomConfig,
    moves: &[MoveEntry],
    plies: usize,
) -> Option<Vec<AnimationStep>> {
    let options = GameOptions::from(terms);
    let kind: GameKind = terms.game.parse().ok()?;
    let mut game = AnyGame::start(kind, &options).ok()?;
    let mut beats = Vec::new();
    for (index, played) in moves.iter().enumerate() {
        let (before, mut effects) = (game.clone(), Vec::new());
        game.apply_action(played.action.as_ref()?, &mut effects).ok()?;
        if index + plies >= moves.len() {
            beats.push(reversed_step(&before, &to_wire_effects(&game, &effects)));
        }
    }
    beats.reverse();
    Some(beats)
}

fn reversed_step(before: &AnyGame, effects: &[Effect]) -> AnimationStep {
    let men = before.pieces();
    let reversed_effect = |effect: &Effect| match effect {
        Effect::Slide { from, to, cause } => {
            Some(Effect::Slide { from: to.clone(), to: from.clone(), cause: *cause })
        }
        Effect::Vanish { at, .. } => {
            let (_, man) = men.iter().find(|(cell, _)| before.cell_name(*cell) == *at)?;
            Some(Effect::Appear { at: at.clone(), side: man.seat, piece: man.letter })
        }
        _ => None,
    };
    AnimationStep {
        effects: effects.iter().rev().filter_map(reversed_effect).collect(),
        sound: Some(Sound::Move),
        relative_duration: relative_duration(timings::TAKE_BACK_DURATION),
    }
}

/// A length of the original in parts of the time that a plain move takes.
fn relative_duration(length: Duration) -> f64 {
    length.as_secs_f64() * 1_000.0 / f64::from(DEFAULT_ANIMATION_MS)
}

#[cfg(test)]
mod tests {
    use yipan_core::Viewer;
    use yipan_core::{Cause, Side};
    use yipan_wire::View;

    use super::*;
    use crate::{BoardSprites, Grid};

    const CAPTURING_POSITION: &str = "w2w/3w/b3/1bw1 b";

    fn room_moves(acts: &[&str]) -> (RoomConfig, Vec<MoveEntry>) {
        let terms =
            RoomConfig { position: Some(CAPTURING_POSITION.into()), ..RoomConfig::default_for("liuzichong") };
        let side = |index: usize| if index.is_multiple_of(2) { Side::First } else { Side::Second };
        let played =
            |(index, act): (usize, &&str)| MoveEntry { side: side(index), action: Some((*act).to_owned()) };
        (terms, acts.iter().enumerate().map(played).collect())
    }

    #[test]
    fn a_piece_moves_and_then_its_captures_blink_three_times_and_fade() {
        let slide = Effect::Slide { from: "a2".into(), to: "a1".into(), cause: Cause::Move };
        let vanish = Effect::Vanish { at: "c1".into(), cause: Cause::Capture };
        let beats = liuzichong_timeline(&[slide.clone(), vanish]);
        let sounds: Vec<(Option<Sound>, f64)> = beats
            .iter()
            .map(|beat| (beat.sound, beat.relative_duration * f64::from(DEFAULT_ANIMATION_MS)))
            .collect();
        assert_eq!(sounds, [(Some(Sound::Move), 300.0), (Some(Sound::Capture), 1000.0)]);
        assert_eq!((liuzichong_timeline(&[slide]).len(), liuzichong_timeline(&[]).len()), (1, 0));
    }

    #[test]
    fn a_takeback_leads_to_the_board_before_it() {
        let acts = ["a2a1", "d3d2"];
        let (terms, moves) = room_moves(&acts);
        let options = GameOptions::default().with_position(CAPTURING_POSITION);
        let mut game = AnyGame::start(GameKind::Liuzichong, &options).expect("a game");
        let shown = |game: &AnyGame| {
            BoardSprites::new(Grid::new(GameKind::Liuzichong), &View::new(game, game.view(Viewer::Spectator)))
        };
        let sorted_pieces = |troupe: &BoardSprites| {
            let mut men: Vec<_> = troupe.sprites().map(|actor| (actor.cell, actor.piece)).collect();
            men.sort_unstable();
            men
        };
        let first = shown(&game);
        for act in acts {
            game.apply_action(act, &mut Vec::new()).expect("legal");
        }
        let mut troupe = shown(&game);
        let beats = takeback_timeline(&terms, &moves, 2);
        assert_eq!(beats.len(), 2);
        for beat in &beats {
            troupe.finish_transitions();
            beat.effects.iter().for_each(|effect| troupe.apply_effect(effect));
        }
        assert_eq!(sorted_pieces(&troupe), sorted_pieces(&first));
        assert_eq!(takeback_timeline(&terms, &moves, 1).len(), 1);
        let unknown = MoveEntry { side: Side::First, action: None };
        assert_eq!(takeback_timeline(&terms, &[unknown], 1), Vec::new());
    }
}
