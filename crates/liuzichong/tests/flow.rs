//! The flow of a game: every arrow of its diagram, and every input that a state must ignore.

use std::collections::BTreeSet;

use yipan_liuzichong::flow::Node::{
    BlockJudged, CaptureJudged, Capturing, ComputerFirst, DropJudged, EndJudged, JudgingCaptures, JudgingEnd,
    MoveJudged, Moving, NewGame, Over, PickedUp, PuttingBack, TakenJudged, TakingBack, Thinking, TurnPasses,
    TurnPassesBlockJudged, Waiting,
};
use yipan_liuzichong::flow::{Flow, Input, Node, Partners, State, Undone};
use yipan_liuzichong::rival::Rival;
use yipan_liuzichong::saved::SavedGame;
use yipan_liuzichong::{BLACK, LiuzichongSetup, Move, Point, WHITE};
use yipan_rules::{Outcome, Reason};

/// The arrows of the diagram, in its order.
const ARROWS: [(Node, Node); 33] = [
    (NewGame, ComputerFirst),
    (ComputerFirst, Thinking),
    (ComputerFirst, Waiting),
    (Thinking, Moving),
    (Waiting, PickedUp),
    (Waiting, TakingBack),
    (PickedUp, DropJudged),
    (PickedUp, PuttingBack),
    (DropJudged, Moving),
    (DropJudged, PuttingBack),
    (PuttingBack, Waiting),
    (Moving, MoveJudged),
    (MoveJudged, JudgingCaptures),
    (MoveJudged, Waiting),
    (JudgingCaptures, CaptureJudged),
    (CaptureJudged, Capturing),
    (CaptureJudged, TurnPasses),
    (Capturing, JudgingEnd),
    (JudgingEnd, EndJudged),
    (EndJudged, Over),
    (EndJudged, BlockJudged),
    (BlockJudged, TurnPassesBlockJudged),
    (TurnPassesBlockJudged, Over),
    (TurnPassesBlockJudged, TakenJudged),
    (Over, TakingBack),
    (Over, NewGame),
    (TurnPasses, Thinking),
    (TurnPasses, Waiting),
    (TakenJudged, Thinking),
    (TakenJudged, Waiting),
    (TakingBack, Waiting),
    // A quiet move may block as well, and a rule may end the game; the rule book adds this arrow.
    (TurnPasses, Over),
    // And a game that was saved after its end shows its result at once.
    (NewGame, Over),
];

/// With d1c1 a white man is taken, and the others cannot move.
const TAKES_AND_BLOCKS: &str = "4/2w1/bbb1/ww1b b";

/// A flow that writes down the arrows it takes.
struct Walk {
    flow: Flow,
    arrows: Vec<(Node, Node)>,
}

impl Walk {
    fn start(setup: &str, partners: Partners) -> Walk {
        let flow = Flow::start(&setup.parse().expect(setup), partners);
        let arrows = flow.path().windows(2).map(|pair| (pair[0], pair[1])).collect();
        Walk { flow, arrows }
    }

    /// Takes the input, which must not be ignored, and says where it led.
    #[track_caller]
    fn take(&mut self, input: Input) -> &State {
        let mut at = self.flow.state().node();
        let path = self.flow.take(input).to_vec();
        assert!(!path.is_empty(), "{input:?} is ignored in {:?}", self.flow.state());
        for node in path {
            self.arrows.push((at, node));
            at = node;
        }
        assert_eq!(at, self.flow.state().node(), "the path ends where the flow stands");
        self.flow.state()
    }

    /// Picks up a man and puts it down.
    #[track_caller]
    fn drop_man(&mut self, mv: &str) -> &State {
        let mv: Move = mv.parse().expect(mv);
        self.take(Input::Left(Some(mv.from())));
        assert_eq!(self.flow.state(), &State::PickedUp { from: mv.from() });
        self.take(Input::Left(Some(mv.to())))
    }

    /// The same, or the computer's choice, and all animations to their end.
    #[track_caller]
    fn play(&mut self, mv: &str) -> &State {
        match self.flow.state() {
            State::Thinking => self.take(Input::ComputerChose(mv.parse().expect(mv))),
            _ => self.drop_man(mv),
        };
        while matches!(self.flow.state(), State::Moving { .. } | State::Capturing { .. }) {
            self.take(Input::AnimationEnded);
        }
        self.flow.state()
    }

    fn text(&self) -> String {
        self.flow.game().position().to_string()
    }
}

const PERSON_BLACK: Partners = Partners::Computer { person: BLACK };
const PERSON_WHITE: Partners = Partners::Computer { person: WHITE };

fn point(name: &str) -> Point {
    name.parse().expect(name)
}

fn over(outcome: Outcome) -> State {
    State::Over { outcome }
}

/// Walks that together take every arrow.
fn walks() -> Vec<Walk> {
    let mut quiet = Walk::start("startpos", PERSON_BLACK);
    quiet.take(Input::Left(Some(point("a2"))));
    quiet.take(Input::Right);
    quiet.take(Input::AnimationEnded);
    quiet.drop_man("a2a3");
    quiet.take(Input::AnimationEnded);
    quiet.drop_man("a2a2");
    quiet.take(Input::AnimationEnded);
    quiet.play("a2b2");
    quiet.play("a3b3");
    quiet.take(Input::TakeBack);
    quiet.take(Input::AnimationEnded);

    let mut computer_first = Walk::start("3w/3w/w2b/1wb1 w", PERSON_BLACK);
    computer_first.play("a2a1");
    let mut person_takes = Walk::start("w2w/3w/b3/1bw1 b", PERSON_BLACK);
    person_takes.play("a2a1");
    let mut takes_the_end = Walk::start("3w/3w/b3/1bw1 b", PERSON_BLACK);
    takes_the_end.play("a2a1");
    takes_the_end.take(Input::TakeBack);
    let mut takes_and_blocks = Walk::start(TAKES_AND_BLOCKS, PERSON_BLACK);
    takes_and_blocks.play("d1c1");
    takes_and_blocks.take(Input::NewGame);
    let mut blocks = Walk::start("3w/4/w3/b1w1 w", PERSON_WHITE);
    blocks.play("c1b1");
    let ended = Walk::start("ww2/4/4/bb2 b", PERSON_BLACK);
    vec![quiet, computer_first, person_takes, takes_the_end, takes_and_blocks, blocks, ended]
}

#[test]
fn every_arrow_of_the_diagram_is_taken_and_no_other() {
    let taken: BTreeSet<(Node, Node)> = walks().into_iter().flat_map(|walk| walk.arrows).collect();
    let drawn: BTreeSet<(Node, Node)> = ARROWS.into_iter().collect();
    let missing: Vec<_> = drawn.difference(&taken).collect();
    let added: Vec<_> = taken.difference(&drawn).collect();
    assert!(missing.is_empty() && added.is_empty(), "not taken: {missing:?}; not drawn: {added:?}");
}

#[test]
fn a_state_ignores_every_input_it_has_no_arrow_for() {
    let inputs = |walk: &Walk| {
        let mv = walk.flow.game().position().legal_moves().first().copied();
        let mut inputs =
            vec![Input::Left(None), Input::Right, Input::AnimationEnded, Input::TakeBack, Input::NewGame];
        inputs.extend(Point::all().map(|point| Input::Left(Some(point))));
        inputs.extend(mv.map(Input::ComputerChose));
        inputs.push(Input::ComputerChose("a1d4".parse().expect("a move")));
        inputs
    };
    let left = |name| Input::Left(Some(point(name)));
    let (take_back, ended) = (Input::TakeBack, Input::AnimationEnded);
    let states: [(&str, Partners, &[&str], &[Input]); 8] = [
        ("startpos", PERSON_WHITE, &[], &[]),
        ("startpos", PERSON_BLACK, &["a2b2", "a3b3"], &[]),
        ("startpos", PERSON_BLACK, &[], &[left("a2")]),
        ("startpos", PERSON_BLACK, &[], &[left("a2"), Input::Right]),
        ("startpos", PERSON_BLACK, &[], &[left("a2"), left("b2")]),
        ("w2w/3w/b3/1bw1 b", PERSON_BLACK, &[], &[left("a2"), left("a1"), ended]),
        ("3w/3w/b3/1bw1 b", PERSON_BLACK, &["a2a1"], &[]),
        ("startpos", PERSON_BLACK, &["a2b2", "a3b3"], &[take_back]),
    ];
    let mut seen = Vec::new();
    for (setup, partners, played, then) in states {
        let mut walk = Walk::start(setup, partners);
        for mv in played {
            walk.play(mv);
        }
        for &input in then {
            walk.take(input);
        }
        let state = walk.flow.state().clone();
        seen.push(state.node());
        for input in inputs(&walk) {
            let position = *walk.flow.game().position();
            let expected = match (&state, input) {
                (State::Thinking, Input::ComputerChose(mv)) => position.resolve(mv).is_ok(),
                (State::Waiting, Input::Left(Some(at))) => position.valid_path(at).any(),
                (State::Waiting | State::Over { .. }, Input::TakeBack)
                | (State::Over { .. }, Input::NewGame) => true,
                (State::PickedUp { .. }, Input::Left(_) | Input::Right) => true,
                (
                    State::PuttingBack { .. }
                    | State::Moving { .. }
                    | State::Capturing { .. }
                    | State::TakingBack { .. },
                    Input::AnimationEnded,
                ) => true,
                _ => false,
            };
            let mut after = walk.flow.clone();
            let taken = !after.take(input).is_empty();
            assert_eq!(taken, expected, "{input:?} in {state:?}");
            if !taken {
                assert_eq!(
                    (after.state(), after.game()),
                    (&state, walk.flow.game()),
                    "{input:?} changed {state:?}"
                );
            }
        }
    }
    assert_eq!(seen, [Thinking, Waiting, PickedUp, PuttingBack, Moving, Capturing, Over, TakingBack]);
}

#[test]
fn only_ones_own_men_that_can_move_are_picked_up() {
    let mut flow = Flow::start(&LiuzichongSetup::default(), PERSON_BLACK);
    for name in ["a1", "a3", "b2", "d4"] {
        assert!(flow.take(Input::Left(Some(point(name)))).is_empty(), "{name}");
    }
    assert!(flow.take(Input::Left(None)).is_empty());
    assert!(!flow.take(Input::Left(Some(point("b1")))).is_empty());
}

#[test]
fn a_man_dropped_where_it_may_not_stand_slides_back() {
    for at in [None, Some("a3"), Some("c3"), Some("b1")] {
        let mut walk = Walk::start("startpos", PERSON_BLACK);
        walk.take(Input::Left(Some(point("a2"))));
        assert_eq!(
            walk.take(Input::Left(at.map(point))),
            &State::PuttingBack { from: point("a2") },
            "{at:?}"
        );
        assert_eq!(walk.take(Input::AnimationEnded), &State::Waiting);
        assert_eq!(walk.text(), "wwww/w2w/b2b/bbbb b");
    }
}

#[test]
fn taken_men_are_shown_until_their_animation_ends() {
    let mut walk = Walk::start("w2w/3w/b3/1bw1 b", PERSON_BLACK);
    let before = *walk.flow.game().position();
    walk.drop_man("a2a1");
    assert_eq!(walk.flow.men(BLACK), before.men(BLACK), "the animation moves the man");
    walk.take(Input::AnimationEnded);
    let taken = point("c1").bit();
    assert_eq!(walk.flow.state(), &State::Capturing { mv: "a2a1".parse().expect("a move"), taken });
    assert_eq!(walk.flow.men(BLACK).to_string(), "a1 b1");
    assert_eq!(walk.flow.men(WHITE), before.men(WHITE));
    walk.take(Input::AnimationEnded);
    assert_eq!(walk.flow.men(WHITE), before.men(WHITE).without(taken));
}

#[test]
fn taking_back_undoes_the_computers_move_and_ones_own() {
    let mut walk = Walk::start("w2w/3w/b3/1bw1 b", PERSON_BLACK);
    walk.play("a2a1");
    walk.play("d3c3");
    assert_eq!(walk.text(), "w2w/2w1/4/bb2 b");
    let undone = |mv: &str, restored: &str| Undone {
        mv: mv.parse().expect(mv),
        restored: restored.split_whitespace().map(point).collect(),
    };
    let both = vec![undone("d3c3", ""), undone("a2a1", "c1")];
    assert_eq!(walk.take(Input::TakeBack), &State::TakingBack { undone: both });
    walk.take(Input::AnimationEnded);
    assert_eq!(walk.text(), "w2w/3w/b3/1bw1 b");
    assert!(!walk.flow.can_take_back());
    assert!(walk.flow.take(Input::TakeBack).is_empty(), "there is nothing left to take back");
}

#[test]
fn taking_back_works_from_the_result_too_and_undoes_one_move_if_only_one_was_made() {
    let mut walk = Walk::start("3w/3w/b3/1bw1 b", PERSON_BLACK);
    assert_eq!(walk.play("a2a1"), &over(Outcome::draw(Reason::FewMen)));
    assert!(walk.flow.can_take_back());
    walk.take(Input::TakeBack);
    assert_eq!(walk.take(Input::AnimationEnded), &State::Waiting);
    assert_eq!(walk.text(), "3w/3w/b3/1bw1 b");
}

#[test]
fn what_the_computer_played_before_the_person_did_stays() {
    let mut walk = Walk::start("startpos", PERSON_WHITE);
    walk.play("a2b2");
    assert!(!walk.flow.can_take_back());
    assert!(walk.flow.take(Input::TakeBack).is_empty());
    walk.play("a3b3");
    walk.play("b2a2");
    walk.take(Input::TakeBack);
    walk.take(Input::AnimationEnded);
    assert_eq!(walk.text(), "wwww/w2w/1b1b/bbbb w");
}

#[test]
fn two_people_at_one_board_take_back_one_move_each() {
    let mut walk = Walk::start("startpos", Partners::People);
    assert_eq!(walk.play("a2b2"), &State::Waiting);
    assert_eq!(walk.play("a3b3"), &State::Waiting);
    for text in ["wwww/w2w/1b1b/bbbb w", "wwww/w2w/b2b/bbbb b"] {
        walk.take(Input::TakeBack);
        assert_eq!(walk.take(Input::AnimationEnded), &State::Waiting);
        assert_eq!(walk.text(), text);
    }
    let mut walk = Walk::start("w2w/3w/b3/1bw1 b", Partners::People);
    assert_eq!(walk.play("a2a1"), &State::Waiting, "after a capture it is the other person's turn");
}

#[test]
fn whoever_moved_first_in_the_last_game_moves_first_again() {
    for (partners, first) in
        [(Partners::default(), Waiting), (PERSON_WHITE, Thinking), (Partners::People, Waiting)]
    {
        let mut walk = Walk::start("3w/3w/b3/1bw1 b outer=any no_capture=7", partners);
        walk.play("a2a1");
        walk.take(Input::NewGame);
        assert_eq!(walk.flow.state().node(), first, "{partners:?}");
        assert_eq!(walk.text(), "wwww/w2w/b2b/bbbb b");
        let agreed = walk.flow.game().setup();
        assert_eq!(agreed.to_string(), "wwww/w2w/b2b/bbbb b outer=any no_capture=7", "the rules stay");
        assert!(!walk.flow.can_take_back(), "the last game is over");
    }
}

#[test]
fn a_quiet_move_that_blocks_ends_the_game() {
    let mut walk = Walk::start("3w/4/w3/b1w1 w", PERSON_WHITE);
    assert_eq!(walk.play("c1b1"), &over(Outcome::win(WHITE, Reason::Blocked)));
}

#[test]
fn repetition_ends_the_game_in_the_flow_too() {
    let mut walk = Walk::start("startpos", PERSON_BLACK);
    for mv in ["a2b2", "a3b3", "b2a2", "b3a3"].repeat(2) {
        walk.play(mv);
    }
    assert_eq!(walk.flow.state(), &over(Outcome::draw(Reason::Repetition)));
}

#[test]
fn a_saved_game_goes_on_where_it_stood() {
    let walk = Walk::start("startpos", PERSON_WHITE);
    let saved = SavedGame { position: *walk.flow.game().position(), player: WHITE }.to_string();
    let read: SavedGame = saved.parse().expect("what was saved reads");
    let setup = LiuzichongSetup { position: read.position, ..LiuzichongSetup::default() };
    let flow = Flow::start(&setup, Partners::Computer { person: read.player });
    assert_eq!((flow.state(), flow.game()), (walk.flow.state(), walk.flow.game()));
    // One that was saved after its end shows its result.
    let ended = Walk::start("ww2/4/4/bb2 b", PERSON_BLACK);
    assert_eq!(ended.flow.path(), [NewGame, Over]);
}

#[test]
fn the_computer_and_a_person_play_to_the_end() {
    let mut walk = Walk::start("startpos", PERSON_BLACK);
    let mut seed = 0;
    while !matches!(walk.flow.state(), State::Over { .. }) {
        seed += 1;
        let rival = if seed % 2 == 0 { Rival::Deep } else { Rival::Random };
        let mv = rival.choose(walk.flow.game().position(), seed).expect("the game is not over");
        walk.play(&mv.to_string());
    }
    assert_eq!(walk.take(Input::NewGame), &State::Waiting);
}
