use std::time::Duration;
use yipan_core::Cause;

use yipan_liuzichong::ui_flow::{FlowNode, FlowState, UndoneMove, timings};
use yipan_liuzichong::{BLACK, Color, Point, PointSet};
use yipan_wire::Effect;

use crate::board::animation::Sound;
use crate::local::liuzichong_game::LiuzichongGame;
use crate::settings::DEFAULT_ANIMATION_MS;

/// A step of the animation of liuzichong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The effects, all shown together.
    pub effects: Vec<Effect>,
    /// The sound, if any.
    pub sound: Option<Sound>,
    /// The duration in the original program, at normal animation speed.
    pub duration: Duration,
}

impl Scene {
    /// Scales a duration to the animation speed, in milliseconds: unchanged at the default, zero if animations are off.
    #[must_use]
    pub fn scaled_millis(duration: Duration, animation_ms: u32) -> u32 {
        let millis = duration.as_millis() * u128::from(animation_ms) / u128::from(DEFAULT_ANIMATION_MS);
        u32::try_from(millis).unwrap_or(u32::MAX)
    }
}

impl LiuzichongGame {
    /// Returns the scenes of the current state; none if it waits for input.
    #[must_use]
    pub fn scenes(&self) -> Vec<Scene> {
        let flow = self.flow();
        match flow.state() {
            // The picked-up piece glides back to its point.
            FlowState::PuttingBack { .. } => vec![still_scene()],
            FlowState::Moving { from, to } if from == to => vec![still_scene()],
            FlowState::Moving { from, to } => {
                let effects = vec![slide_effect(*from, *to)];
                vec![Scene { effects, sound: Some(Sound::Move), duration: timings::MOVE_DURATION }]
            }
            FlowState::Capturing { captured, .. } => {
                let duration = timings::BLINK_DURATION * timings::BLINK_COUNT + timings::FADE_DURATION;
                vec![Scene { effects: vanish_effects(*captured), sound: Some(Sound::Capture), duration }]
            }
            FlowState::TakingBack { undone } => {
                // Sides alternate, so the latest move was made by the side that is not to move.
                let latest = flow.game().position().side_to_move().other();
                let movers = [latest, latest.other()].into_iter().cycle();
                undone.iter().zip(movers).map(|(&undone, mover)| takeback_scene(undone, mover)).collect()
            }
            FlowState::Thinking
            | FlowState::Waiting
            | FlowState::PickedUp { .. }
            | FlowState::Over { .. } => Vec::new(),
        }
    }
}

/// Returns the name of a state, as used by style sheets and tests.
#[must_use]
pub const fn state_key(node: FlowNode) -> &'static str {
    match node {
        FlowNode::Thinking => "thinking",
        FlowNode::Waiting => "waiting",
        FlowNode::PickedUp => "picked-up",
        FlowNode::PuttingBack => "putting-back",
        FlowNode::Moving => "moving",
        FlowNode::Capturing => "capturing",
        FlowNode::TakingBack => "taking-back",
        FlowNode::Over => "over",
        // The other nodes are transient.
        _ => "",
    }
}

const fn still_scene() -> Scene {
    Scene { effects: Vec::new(), sound: None, duration: timings::MOVE_DURATION }
}

fn slide_effect(from: Point, to: Point) -> Effect {
    Effect::Slide { from: from.to_string(), to: to.to_string(), cause: Cause::Move }
}

fn vanish_effects(captured: PointSet) -> Vec<Effect> {
    captured.into_iter().map(|at| Effect::Vanish { at: at.to_string(), cause: Cause::Capture }).collect()
}

/// Returns the scene of an undone move: the captured pieces appear and the moved piece returns.
fn takeback_scene(undone: UndoneMove, mover: Color) -> Scene {
    let captured_side = mover.other();
    let piece = if captured_side == BLACK { 'B' } else { 'W' };
    let appear = |at: Point| Effect::Appear { at: at.to_string(), side: captured_side, piece };
    let mut effects: Vec<Effect> = undone.restored.into_iter().map(appear).collect();
    effects.push(slide_effect(undone.mv.to(), undone.mv.from()));
    Scene { effects, sound: Some(Sound::Move), duration: timings::TAKE_BACK_DURATION }
}

#[cfg(test)]
mod tests {
    use yipan_core::{Side, splitmix64};
    use yipan_games::{GameKind, Grid};
    use yipan_liuzichong::ui_flow::FlowInput;
    use yipan_local_play::{LocalSetup, PlayerKind};

    use super::*;
    use crate::board::board_sprites::BoardSprites;

    fn start(position: Option<&str>, players: [PlayerKind; 2]) -> LiuzichongGame {
        let position = position.map(str::to_owned);
        LiuzichongGame::start(LocalSetup {
            position,
            ..LocalSetup::default_for(GameKind::Liuzichong, players, 3)
        })
        .expect("a game")
    }

    fn point(name: &str) -> Option<Point> {
        Some(name.parse().expect("a point"))
    }

    fn durations(game: &LiuzichongGame) -> Vec<u32> {
        game.scenes().iter().map(|scene| Scene::scaled_millis(scene.duration, DEFAULT_ANIMATION_MS)).collect()
    }

    /// Shows all scenes until the state waits for input, and checks that they alone lead to the current position.
    fn show_all(game: &mut LiuzichongGame, sprites: &mut BoardSprites) {
        loop {
            for scene in game.scenes() {
                sprites.finish_transitions();
                scene.effects.iter().for_each(|effect| sprites.apply_effect(effect));
            }
            if game.handle_input(FlowInput::AnimationEnded).is_empty() {
                break;
            }
        }
        sprites.finish_transitions();
        let pieces = |sprites: &BoardSprites| {
            let mut pieces: Vec<_> = sprites.sprites().map(|sprite| (sprite.cell, sprite.piece)).collect();
            pieces.sort_unstable();
            pieces
        };
        assert_eq!(
            pieces(sprites),
            pieces(&BoardSprites::new(Grid::new(GameKind::Liuzichong), &game.view()))
        );
    }

    #[test]
    fn scenes_lead_to_the_position_forwards_and_backwards() {
        let mut state = 5;
        for players in [[PlayerKind::Human; 2], [PlayerKind::Human, PlayerKind::Computer(1)]] {
            for _ in 0..40 {
                let mut game = start(None, players);
                let mut sprites = BoardSprites::new(Grid::new(GameKind::Liuzichong), &game.view());
                for _ in 0..60 {
                    let random;
                    (state, random) = splitmix64(state);
                    if random % 5 == 0 {
                        game.handle_input(FlowInput::TakeBack);
                    } else if game.outcome().is_none() {
                        let moves = game.flow().game().position().legal_moves();
                        let mv = moves[random as usize / 5 % moves.len()];
                        if game.computer_to_move().is_some() {
                            game.handle_input(FlowInput::ComputerChose(mv));
                        } else {
                            game.handle_input(FlowInput::PrimaryClick(Some(mv.from())));
                            game.handle_input(if random % 7 == 0 {
                                FlowInput::SecondaryClick
                            } else {
                                FlowInput::PrimaryClick(Some(mv.to()))
                            });
                        }
                    }
                    show_all(&mut game, &mut sprites);
                }
            }
        }
    }

    #[test]
    fn a_capture_blinks_three_times_and_then_fades() {
        let mut game = start(Some("w2w/3w/b3/1bw1 b"), [PlayerKind::Human; 2]);
        game.handle_input(FlowInput::PrimaryClick(point("a2")));
        assert!(game.scenes().is_empty());
        game.handle_input(FlowInput::PrimaryClick(point("a1")));
        assert_eq!((durations(&game), game.scenes()[0].sound), (vec![300], Some(Sound::Move)));
        game.handle_input(FlowInput::AnimationEnded);
        assert_eq!((durations(&game), game.scenes()[0].sound), (vec![3 * 200 + 400], Some(Sound::Capture)));
        assert_eq!(game.scenes()[0].effects, vanish_effects(point("c1").expect("a point").bit()));
        game.handle_input(FlowInput::AnimationEnded);
        game.handle_input(FlowInput::TakeBack);
        let scenes = game.scenes();
        let [back] = &scenes[..] else { panic!("one move of two people is taken back") };
        assert_eq!(durations(&game), [400]);
        let white = Effect::Appear { at: "c1".into(), side: Side::Second, piece: 'W' };
        assert_eq!(
            back.effects,
            [white, slide_effect(point("a1").expect("a point"), point("a2").expect("a point"))]
        );
    }

    #[test]
    fn a_piece_put_back_makes_no_sound_and_takes_as_long_as_a_move() {
        for second in [
            FlowInput::SecondaryClick,
            FlowInput::PrimaryClick(point("a2")),
            FlowInput::PrimaryClick(point("d4")),
            FlowInput::PrimaryClick(None),
        ] {
            let mut game = start(None, [PlayerKind::Human; 2]);
            game.handle_input(FlowInput::PrimaryClick(point("a2")));
            game.handle_input(second);
            assert_eq!(game.scenes(), [still_scene()], "{second:?}");
        }
    }

    #[test]
    fn the_animation_speed_scales_every_duration_and_zero_shows_none() {
        assert_eq!(Scene::scaled_millis(timings::MOVE_DURATION, DEFAULT_ANIMATION_MS), 300);
        assert_eq!(Scene::scaled_millis(timings::MOVE_DURATION, 100), 150);
        assert_eq!(Scene::scaled_millis(timings::TAKE_BACK_DURATION, 0), 0);
        assert_eq!(Scene::scaled_millis(Duration::MAX, u32::MAX), u32::MAX);
    }

    #[test]
    fn every_state_that_lasts_has_a_name() {
        let mut game = start(None, [PlayerKind::Human, PlayerKind::Computer(1)]);
        let mut seen = vec![state_key(game.flow().state().node())];
        for input in [
            FlowInput::PrimaryClick(point("a2")),
            FlowInput::PrimaryClick(point("b2")),
            FlowInput::AnimationEnded,
        ] {
            game.handle_input(input);
            seen.push(state_key(game.flow().state().node()));
        }
        assert_eq!(seen, ["waiting", "picked-up", "moving", "thinking"]);
    }
}
