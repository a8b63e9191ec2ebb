use std::time::Duration;

use yipan_liuzichong::ui_flow::{FlowNode, FlowState, UndoneMove, timings};
use yipan_liuzichong::{BLACK, Color, Point, PointSet};
use yipan_wire::Effect;

use crate::board::animation::Sound;
use crate::local::liuzichong_game::LiuzichongGame;
use crate::settings::DEFAULT_ANIMATION_MS;

/// What is seen and heard for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// What happens, all at once.
    pub effects: Vec<Effect>,
    /// What is heard.
    pub sound: Option<Sound>,
    /// How long it takes by the original's clock.
    pub duration: Duration,
}

impl Scene {
    /// The milliseconds of a length of the original at a person's pace: its own at the usual pace, none where nothing is to
    /// move.
    #[must_use]
    pub fn scaled_millis(duration: Duration, animation_ms: u32) -> u32 {
        let millis = duration.as_millis() * u128::from(animation_ms) / u128::from(DEFAULT_ANIMATION_MS);
        u32::try_from(millis).unwrap_or(u32::MAX)
    }
}

impl LiuzichongGame {
    /// What is to be shown of the state now, scene by scene; nothing where the state waits for somebody.
    #[must_use]
    pub fn scenes(&self) -> Vec<Scene> {
        let flow = self.flow();
        match flow.state() {
            // The man that was held glides home.
            FlowState::PuttingBack { .. } => vec![still_scene()],
            FlowState::Moving { from, to } if from == to => vec![still_scene()],
            FlowState::Moving { from, to } => {
                let effects = vec![slide_effect(*from, *to)];
                vec![Scene { effects, sound: Some(Sound::Move), duration: timings::MOVE_DURATION }]
            }
            FlowState::Capturing { captured: taken, .. } => {
                let duration = timings::BLINK_DURATION * timings::BLINK_COUNT + timings::FADE_DURATION;
                vec![Scene { effects: vanish_effects(*taken), sound: Some(Sound::Capture), duration }]
            }
            FlowState::TakingBack { undone } => {
                // Sides take turns, and the latest move was not of the one to move.
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

/// The name of a state, as style sheets and tests have it.
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
        // The rest are passed, and last no time.
        _ => "",
    }
}

const fn still_scene() -> Scene {
    Scene { effects: Vec::new(), sound: None, duration: timings::MOVE_DURATION }
}

fn slide_effect(from: Point, to: Point) -> Effect {
    Effect::Slide { from: from.to_string(), to: to.to_string(), cause: "move".to_owned() }
}

fn vanish_effects(captured: PointSet) -> Vec<Effect> {
    captured
        .into_iter()
        .map(|at| Effect::Vanish { at: at.to_string(), cause: "capture".to_owned() })
        .collect()
}

/// A move of this side played backwards: whom it took come in again, and the man goes back.
fn takeback_scene(undone: UndoneMove, mover: Color) -> Scene {
    let captured_side = mover.other();
    let man = if captured_side == BLACK { 'B' } else { 'W' };
    let appear = |at: Point| Effect::Appear { at: at.to_string(), side: captured_side.into(), piece: man };
    let mut effects: Vec<Effect> = undone.restored.into_iter().map(appear).collect();
    effects.push(slide_effect(undone.mv.to(), undone.mv.from()));
    Scene { effects, sound: Some(Sound::Move), duration: timings::TAKE_BACK_DURATION }
}

#[cfg(test)]
mod tests {
    use yipan_core::splitmix64;
    use yipan_games::GameKind;
    use yipan_liuzichong::ui_flow::FlowInput;

    use super::*;
    use crate::board::board_sprites::BoardSprites;
    use crate::board::grid::Grid;
    use crate::local::setup::{LocalSetup, PlayerKind};

    fn start(position: Option<&str>, chairs: [PlayerKind; 2]) -> LiuzichongGame {
        let position = position.map(str::to_owned);
        LiuzichongGame::start(LocalSetup {
            position,
            ..LocalSetup::default_for(GameKind::Liuzichong, chairs, 3)
        })
        .expect("a game")
    }

    fn point(name: &str) -> Option<Point> {
        Some(name.parse().expect("a point"))
    }

    fn durations(bout: &LiuzichongGame) -> Vec<u32> {
        bout.scenes().iter().map(|scene| Scene::scaled_millis(scene.duration, DEFAULT_ANIMATION_MS)).collect()
    }

    /// Shows everything until somebody must act; what was shown alone must lead to the board as it stands.
    fn show_all(bout: &mut LiuzichongGame, troupe: &mut BoardSprites) {
        loop {
            for scene in bout.scenes() {
                troupe.finish_transitions();
                scene.effects.iter().for_each(|effect| troupe.apply_effect(effect));
            }
            if bout.handle_input(FlowInput::AnimationEnded).is_empty() {
                break;
            }
        }
        troupe.finish_transitions();
        let men = |troupe: &BoardSprites| {
            let mut men: Vec<_> = troupe.sprites().map(|actor| (actor.cell, actor.piece)).collect();
            men.sort_unstable();
            men
        };
        assert_eq!(men(troupe), men(&BoardSprites::new(Grid::new(GameKind::Liuzichong), &bout.view())));
    }

    #[test]
    fn scenes_lead_to_the_position_forwards_and_backwards() {
        let mut state = 5;
        for chairs in [[PlayerKind::Human; 2], [PlayerKind::Human, PlayerKind::Computer(1)]] {
            for _ in 0..40 {
                let mut bout = start(None, chairs);
                let mut troupe = BoardSprites::new(Grid::new(GameKind::Liuzichong), &bout.view());
                for _ in 0..60 {
                    let random;
                    (state, random) = splitmix64(state);
                    if random % 5 == 0 {
                        bout.handle_input(FlowInput::TakeBack);
                    } else if bout.outcome().is_none() {
                        let moves = bout.flow().game().position().legal_moves();
                        let mv = moves[random as usize / 5 % moves.len()];
                        if bout.computer_to_move().is_some() {
                            bout.handle_input(FlowInput::ComputerChose(mv));
                        } else {
                            bout.handle_input(FlowInput::PrimaryClick(Some(mv.from())));
                            bout.handle_input(if random % 7 == 0 {
                                FlowInput::SecondaryClick
                            } else {
                                FlowInput::PrimaryClick(Some(mv.to()))
                            });
                        }
                    }
                    show_all(&mut bout, &mut troupe);
                }
            }
        }
    }

    #[test]
    fn a_capture_blinks_three_times_and_then_fades() {
        let mut bout = start(Some("w2w/3w/b3/1bw1 b"), [PlayerKind::Human; 2]);
        bout.handle_input(FlowInput::PrimaryClick(point("a2")));
        assert!(bout.scenes().is_empty());
        bout.handle_input(FlowInput::PrimaryClick(point("a1")));
        assert_eq!((durations(&bout), bout.scenes()[0].sound), (vec![300], Some(Sound::Move)));
        bout.handle_input(FlowInput::AnimationEnded);
        assert_eq!((durations(&bout), bout.scenes()[0].sound), (vec![3 * 200 + 400], Some(Sound::Capture)));
        assert_eq!(bout.scenes()[0].effects, vanish_effects(point("c1").expect("a point").bit()));
        bout.handle_input(FlowInput::AnimationEnded);
        bout.handle_input(FlowInput::TakeBack);
        let scenes = bout.scenes();
        let [back] = &scenes[..] else { panic!("one move of two people is taken back") };
        assert_eq!(durations(&bout), [400]);
        let white = Effect::Appear { at: "c1".into(), side: yipan_wire::WireSide::Second, piece: 'W' };
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
            let mut bout = start(None, [PlayerKind::Human; 2]);
            bout.handle_input(FlowInput::PrimaryClick(point("a2")));
            bout.handle_input(second);
            assert_eq!(bout.scenes(), [still_scene()], "{second:?}");
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
        let mut bout = start(None, [PlayerKind::Human, PlayerKind::Computer(1)]);
        let mut seen = vec![state_key(bout.flow().state().node())];
        for input in [
            FlowInput::PrimaryClick(point("a2")),
            FlowInput::PrimaryClick(point("b2")),
            FlowInput::AnimationEnded,
        ] {
            bout.handle_input(input);
            seen.push(state_key(bout.flow().state().node()));
        }
        assert_eq!(seen, ["waiting", "picked-up", "moving", "thinking"]);
    }
}
