//! The animation of liuzichong in a room, with the timings of its UI flow.

use std::time::Duration;

use yipan_games::AnyGame;
use yipan_liuzichong::ui_flow::timings;
use yipan_wire::{Effect, MoveEntry, RoomConfig};

use crate::board::animation::{AnimationStep, Sound};
use crate::board::animation_kind::AnimationKind;
use crate::board::board_update::to_wire_effects;
use crate::online::room_game::start_game;
use crate::settings::DEFAULT_ANIMATION_MS;

/// Returns the animation of a move: the piece moves, then the captured pieces blink and fade.
#[must_use]
pub fn liuzichong_timeline(effects: &[Effect]) -> Vec<AnimationStep> {
    let (captures, moved): (Vec<Effect>, Vec<Effect>) =
        effects.iter().cloned().partition(|effect| matches!(effect, Effect::Vanish { .. }));
    let step = |effects: Vec<Effect>, sound: Sound, length: Duration| AnimationStep {
        kind: AnimationKind::Move,
        effects,
        sound: Some(sound),
        relative_duration: relative_duration(length),
    };
    let fading = timings::BLINK_DURATION * timings::BLINK_COUNT + timings::FADE_DURATION;
    [step(moved, Sound::Move, timings::MOVE_DURATION), step(captures, Sound::Capture, fading)]
        .into_iter()
        .filter(|step| !step.effects.is_empty())
        .collect()
}

/// Returns the animation of a takeback: the last moves played backwards, the latest first.
///
/// It is empty if the moves cannot be replayed.
#[must_use]
pub fn takeback_timeline(config: &RoomConfig, moves: &[MoveEntry], plies: usize) -> Vec<AnimationStep> {
    try_takeback_timeline(config, moves, plies).unwrap_or_default()
}

fn try_takeback_timeline(
    config: &RoomConfig,
    moves: &[MoveEntry],
    plies: usize,
) -> Option<Vec<AnimationStep>> {
    let mut game = start_game(config)?;
    let mut steps = Vec::new();
    for (index, played) in moves.iter().enumerate() {
        let (before, mut effects) = (game.clone(), Vec::new());
        game.apply_action(played.action.as_ref()?, &mut effects).ok()?;
        if index + plies >= moves.len() {
            steps.push(reversed_step(&before, &to_wire_effects(&game, &effects)));
        }
    }
    steps.reverse();
    Some(steps)
}

fn reversed_step(before: &AnyGame, effects: &[Effect]) -> AnimationStep {
    let pieces = before.pieces();
    let reversed_effect = |effect: &Effect| match effect {
        Effect::Slide { from, to, cause } => {
            Some(Effect::Slide { from: to.clone(), to: from.clone(), cause: *cause })
        }
        Effect::Vanish { at, .. } => {
            let (_, piece) = pieces.iter().find(|(cell, _)| before.cell_name(*cell) == *at)?;
            Some(Effect::Appear { at: at.clone(), side: piece.side, piece: piece.letter })
        }
        _ => None,
    };
    AnimationStep {
        kind: AnimationKind::Move,
        effects: effects.iter().rev().filter_map(reversed_effect).collect(),
        sound: Some(Sound::Move),
        relative_duration: relative_duration(timings::TAKE_BACK_DURATION),
    }
}

/// Converts a duration of the original program to one relative to a plain move.
fn relative_duration(length: Duration) -> f64 {
    length.as_secs_f64() * 1_000.0 / f64::from(DEFAULT_ANIMATION_MS)
}

#[cfg(test)]
mod tests {
    use yipan_core::{Cause, Side, Viewer};
    use yipan_games::{GameKind, GameOptions, Grid};
    use yipan_wire::View;

    use super::*;
    use crate::board::board_sprites::BoardSprites;

    const CAPTURING_POSITION: &str = "w2w/3w/b3/1bw1 b";

    fn room_moves(actions: &[&str]) -> (RoomConfig, Vec<MoveEntry>) {
        let config =
            RoomConfig { position: Some(CAPTURING_POSITION.into()), ..RoomConfig::default_for("liuzichong") };
        let side = |index: usize| if index.is_multiple_of(2) { Side::First } else { Side::Second };
        let played = |(index, action): (usize, &&str)| MoveEntry {
            side: side(index),
            action: Some((*action).to_owned()),
        };
        (config, actions.iter().enumerate().map(played).collect())
    }

    #[test]
    fn a_piece_moves_and_then_its_captures_blink_three_times_and_fade() {
        let slide = Effect::Slide { from: "a2".into(), to: "a1".into(), cause: Cause::Move };
        let vanish = Effect::Vanish { at: "c1".into(), cause: Cause::Capture };
        let steps = liuzichong_timeline(&[slide.clone(), vanish]);
        let sounds: Vec<(Option<Sound>, f64)> = steps
            .iter()
            .map(|step| (step.sound, step.relative_duration * f64::from(DEFAULT_ANIMATION_MS)))
            .collect();
        assert_eq!(sounds, [(Some(Sound::Move), 300.0), (Some(Sound::Capture), 1000.0)]);
        assert_eq!((liuzichong_timeline(&[slide]).len(), liuzichong_timeline(&[]).len()), (1, 0));
    }

    #[test]
    fn a_takeback_leads_to_the_board_before_it() {
        let actions = ["a2a1", "d3d2"];
        let (config, moves) = room_moves(&actions);
        let options = GameOptions::default().with_position(CAPTURING_POSITION);
        let mut game = AnyGame::start(GameKind::Liuzichong, &options).expect("a game");
        let shown = |game: &AnyGame| {
            BoardSprites::new(Grid::new(GameKind::Liuzichong), &View::new(game, game.view(Viewer::Spectator)))
        };
        let sorted_pieces = |sprites: &BoardSprites| {
            let mut pieces: Vec<_> = sprites.sprites().map(|sprite| (sprite.cell, sprite.piece)).collect();
            pieces.sort_unstable();
            pieces
        };
        let first = shown(&game);
        for action in actions {
            game.apply_action(action, &mut Vec::new()).expect("legal");
        }
        let mut sprites = shown(&game);
        let steps = takeback_timeline(&config, &moves, 2);
        assert_eq!(steps.len(), 2);
        for step in &steps {
            sprites.finish_transitions();
            step.effects.iter().for_each(|effect| sprites.apply_effect(effect));
        }
        assert_eq!(sorted_pieces(&sprites), sorted_pieces(&first));
        assert_eq!(takeback_timeline(&config, &moves, 1).len(), 1);
        let unknown = MoveEntry { side: Side::First, action: None };
        assert_eq!(takeback_timeline(&config, &[unknown], 1), Vec::new());
    }
}
