use std::time::Duration;

use yipan_liuzichong::flow::{Node, State, Undone, pace};
use yipan_liuzichong::{BLACK, Color, Point, Points};
use yipan_wire::Effect;

use super::Bout;
use crate::{Sound, USUAL_PACE};

/// What is seen and heard for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// What happens, all at once.
    pub effects: Vec<Effect>,
    /// What is heard.
    pub sound: Option<Sound>,
    /// How long it takes by the original's clock.
    pub length: Duration,
}

impl Scene {
    /// The milliseconds of a length of the original at a person's pace: its own at the usual pace, none where nothing is to
    /// move.
    #[must_use]
    pub fn millis(length: Duration, pace: u32) -> u32 {
        let millis = length.as_millis() * u128::from(pace) / u128::from(USUAL_PACE);
        u32::try_from(millis).unwrap_or(u32::MAX)
    }
}

impl Bout {
    /// What is to be shown of the state now, scene by scene; nothing where the state waits for somebody.
    #[must_use]
    pub fn scenes(&self) -> Vec<Scene> {
        let flow = self.flow();
        match flow.state() {
            // The man that was held glides home.
            State::PuttingBack { .. } => vec![still()],
            State::Moving { from, to } if from == to => vec![still()],
            State::Moving { from, to } => {
                let effects = vec![slide(*from, *to)];
                vec![Scene { effects, sound: Some(Sound::Move), length: pace::MOVING }]
            }
            State::Capturing { taken, .. } => {
                let length = pace::BLINK * pace::BLINKS + pace::FADING;
                vec![Scene { effects: vanish(*taken), sound: Some(Sound::Capture), length }]
            }
            State::TakingBack { undone } => {
                // Sides take turns, and the latest move was not of the one to move.
                let latest = flow.game().position().side().other();
                let movers = [latest, latest.other()].into_iter().cycle();
                undone.iter().zip(movers).map(|(&undone, mover)| backwards(undone, mover)).collect()
            }
            State::Thinking | State::Waiting | State::PickedUp { .. } | State::Over { .. } => Vec::new(),
        }
    }
}

/// The name of a state, as style sheets and tests have it.
#[must_use]
pub const fn state_key(node: Node) -> &'static str {
    match node {
        Node::Thinking => "thinking",
        Node::Waiting => "waiting",
        Node::PickedUp => "picked-up",
        Node::PuttingBack => "putting-back",
        Node::Moving => "moving",
        Node::Capturing => "capturing",
        Node::TakingBack => "taking-back",
        Node::Over => "over",
        // The rest are passed, and last no time.
        _ => "",
    }
}

const fn still() -> Scene {
    Scene { effects: Vec::new(), sound: None, length: pace::MOVING }
}

fn slide(from: Point, to: Point) -> Effect {
    Effect::Slide { from: from.to_string(), to: to.to_string(), cause: "move".to_owned() }
}

fn vanish(taken: Points) -> Vec<Effect> {
    taken.into_iter().map(|at| Effect::Vanish { at: at.to_string(), cause: "capture".to_owned() }).collect()
}

/// A move of this side played backwards: whom it took come in again, and the man goes back.
fn backwards(undone: Undone, mover: Color) -> Scene {
    let taken = mover.other();
    let man = if taken == BLACK { 'B' } else { 'W' };
    let appear = |at: Point| Effect::Appear { at: at.to_string(), seat: taken.into(), man };
    let mut effects: Vec<Effect> = undone.restored.into_iter().map(appear).collect();
    effects.push(slide(undone.mv.to(), undone.mv.from()));
    Scene { effects, sound: Some(Sound::Move), length: pace::TAKING_BACK }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;
    use yipan_liuzichong::flow::Input;
    use yipan_rules::split_mix;

    use super::*;
    use crate::{Chair, Grid, Opening, Troupe};

    fn start(position: Option<&str>, chairs: [Chair; 2]) -> Bout {
        let position = position.map(str::to_owned);
        Bout::start(Opening { position, ..Opening::usual(GameKind::Liuzichong, chairs, 3) }).expect("a game")
    }

    fn point(name: &str) -> Option<Point> {
        Some(name.parse().expect("a point"))
    }

    fn lengths(bout: &Bout) -> Vec<u32> {
        bout.scenes().iter().map(|scene| Scene::millis(scene.length, USUAL_PACE)).collect()
    }

    /// Shows everything until somebody must act; what was shown alone must lead to the board as it stands.
    fn show(bout: &mut Bout, troupe: &mut Troupe) {
        loop {
            for scene in bout.scenes() {
                troupe.clear();
                scene.effects.iter().for_each(|effect| troupe.play(effect));
            }
            if bout.take(Input::AnimationEnded).is_empty() {
                break;
            }
        }
        troupe.clear();
        let men = |troupe: &Troupe| {
            let mut men: Vec<_> = troupe.actors().map(|actor| (actor.cell, actor.man)).collect();
            men.sort_unstable();
            men
        };
        assert_eq!(men(troupe), men(&Troupe::new(Grid::of(GameKind::Liuzichong), &bout.view())));
    }

    #[test]
    fn what_is_shown_leads_to_what_stands_there_forwards_and_backwards() {
        let mut state = 5;
        for chairs in [[Chair::Person; 2], [Chair::Person, Chair::Computer(1)]] {
            for _ in 0..40 {
                let mut bout = start(None, chairs);
                let mut troupe = Troupe::new(Grid::of(GameKind::Liuzichong), &bout.view());
                for _ in 0..60 {
                    let number;
                    (state, number) = split_mix(state);
                    if number % 5 == 0 {
                        bout.take(Input::TakeBack);
                    } else if bout.outcome().is_none() {
                        let moves = bout.flow().game().position().legal_moves();
                        let mv = moves[number as usize / 5 % moves.len()];
                        if bout.level().is_some() {
                            bout.take(Input::ComputerChose(mv));
                        } else {
                            bout.take(Input::Left(Some(mv.from())));
                            bout.take(if number % 7 == 0 {
                                Input::Right
                            } else {
                                Input::Left(Some(mv.to()))
                            });
                        }
                    }
                    show(&mut bout, &mut troupe);
                }
            }
        }
    }

    #[test]
    fn a_capture_blinks_three_times_and_then_fades() {
        let mut bout = start(Some("w2w/3w/b3/1bw1 b"), [Chair::Person; 2]);
        bout.take(Input::Left(point("a2")));
        assert!(bout.scenes().is_empty());
        bout.take(Input::Left(point("a1")));
        assert_eq!((lengths(&bout), bout.scenes()[0].sound), (vec![300], Some(Sound::Move)));
        bout.take(Input::AnimationEnded);
        assert_eq!((lengths(&bout), bout.scenes()[0].sound), (vec![3 * 200 + 400], Some(Sound::Capture)));
        assert_eq!(bout.scenes()[0].effects, vanish(point("c1").expect("a point").bit()));
        bout.take(Input::AnimationEnded);
        bout.take(Input::TakeBack);
        let scenes = bout.scenes();
        let [back] = &scenes[..] else { panic!("one move of two people is taken back") };
        assert_eq!(lengths(&bout), [400]);
        let white = Effect::Appear { at: "c1".into(), seat: yipan_wire::Side::Second, man: 'W' };
        assert_eq!(
            back.effects,
            [white, slide(point("a1").expect("a point"), point("a2").expect("a point"))]
        );
    }

    #[test]
    fn a_man_that_is_put_back_makes_no_sound_and_takes_as_long_as_a_move() {
        for second in [Input::Right, Input::Left(point("a2")), Input::Left(point("d4")), Input::Left(None)] {
            let mut bout = start(None, [Chair::Person; 2]);
            bout.take(Input::Left(point("a2")));
            bout.take(second);
            assert_eq!(bout.scenes(), [still()], "{second:?}");
        }
    }

    #[test]
    fn the_pace_stretches_every_length_and_none_is_shown_at_none() {
        assert_eq!(Scene::millis(pace::MOVING, USUAL_PACE), 300);
        assert_eq!(Scene::millis(pace::MOVING, 100), 150);
        assert_eq!(Scene::millis(pace::TAKING_BACK, 0), 0);
        assert_eq!(Scene::millis(Duration::MAX, u32::MAX), u32::MAX);
    }

    #[test]
    fn every_state_that_lasts_has_a_name() {
        let mut bout = start(None, [Chair::Person, Chair::Computer(1)]);
        let mut seen = vec![state_key(bout.flow().state().node())];
        for input in [Input::Left(point("a2")), Input::Left(point("b2")), Input::AnimationEnded] {
            bout.take(input);
            seen.push(state_key(bout.flow().state().node()));
        }
        assert_eq!(seen, ["waiting", "picked-up", "moving", "thinking"]);
    }
}
