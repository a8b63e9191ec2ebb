//! The UI flow: every transition of its diagram, and every input that a state must ignore.

use std::collections::BTreeSet;

use yipan_core::{Outcome, Reason};
use yipan_liuzichong::ai::AiLevel;
use yipan_liuzichong::sixzc::SixzcFile;
use yipan_liuzichong::ui_flow::FlowNode::{
    BlockCheck, CaptureCheck, CapturedSideCheck, Capturing, ComputerFirstCheck, DropCheck, FindCaptures,
    FindOutcome, MoveCheck, Moving, NewGame, OutcomeCheck, Over, PickedUp, PuttingBack, TakingBack, Thinking,
    TurnPasses, TurnPassesBlockCheck, Waiting,
};
use yipan_liuzichong::ui_flow::{FlowInput, FlowNode, FlowState, Opponent, UiFlow, UndoneMove};
use yipan_liuzichong::{BLACK, LiuzichongSetup, Move, Point, WHITE};

/// The transitions of the diagram, in its order.
const TRANSITIONS: [(FlowNode, FlowNode); 33] = [
    (NewGame, ComputerFirstCheck),
    (ComputerFirstCheck, Thinking),
    (ComputerFirstCheck, Waiting),
    (Thinking, Moving),
    (Waiting, PickedUp),
    (Waiting, TakingBack),
    (PickedUp, DropCheck),
    (PickedUp, PuttingBack),
    (DropCheck, Moving),
    (DropCheck, PuttingBack),
    (PuttingBack, Waiting),
    (Moving, MoveCheck),
    (MoveCheck, FindCaptures),
    (MoveCheck, Waiting),
    (FindCaptures, CaptureCheck),
    (CaptureCheck, Capturing),
    (CaptureCheck, TurnPasses),
    (Capturing, FindOutcome),
    (FindOutcome, OutcomeCheck),
    (OutcomeCheck, Over),
    (OutcomeCheck, BlockCheck),
    (BlockCheck, TurnPassesBlockCheck),
    (TurnPassesBlockCheck, Over),
    (TurnPassesBlockCheck, CapturedSideCheck),
    (Over, TakingBack),
    (Over, NewGame),
    (TurnPasses, Thinking),
    (TurnPasses, Waiting),
    (CapturedSideCheck, Thinking),
    (CapturedSideCheck, Waiting),
    (TakingBack, Waiting),
    // A quiet move may block, and a draw rule may end the game. The rule book adds this transition.
    (TurnPasses, Over),
    // A game that was saved after its end shows its result at once.
    (NewGame, Over),
];

/// d1c1 captures a white piece and blocks the others.
const CAPTURES_AND_BLOCKS: &str = "4/2w1/bbb1/ww1b b";

/// A flow that records its transitions.
struct FlowDriver {
    flow: UiFlow,
    transitions: Vec<(FlowNode, FlowNode)>,
}

impl FlowDriver {
    fn start(setup: &str, opponent: Opponent) -> FlowDriver {
        let flow = UiFlow::start(&setup.parse().expect(setup), opponent);
        let transitions = flow.path().windows(2).map(|pair| (pair[0], pair[1])).collect();
        FlowDriver { flow, transitions }
    }

    /// Handles an input that must not be ignored, and returns the new state.
    #[track_caller]
    fn handle(&mut self, input: FlowInput) -> &FlowState {
        let mut at = self.flow.state().node();
        let path = self.flow.handle(input).to_vec();
        assert!(!path.is_empty(), "{input:?} is ignored in {:?}", self.flow.state());
        for node in path {
            self.transitions.push((at, node));
            at = node;
        }
        assert_eq!(at, self.flow.state().node(), "the path ends where the flow stands");
        self.flow.state()
    }

    /// Picks up a piece and drops it.
    #[track_caller]
    fn drop_piece(&mut self, mv: &str) -> &FlowState {
        let mv: Move = mv.parse().expect(mv);
        self.handle(FlowInput::PrimaryClick(Some(mv.from())));
        assert_eq!(self.flow.state(), &FlowState::PickedUp { from: mv.from() });
        self.handle(FlowInput::PrimaryClick(Some(mv.to())))
    }

    /// Plays a move of either side to the end of its animations.
    #[track_caller]
    fn play(&mut self, mv: &str) -> &FlowState {
        match self.flow.state() {
            FlowState::Thinking => self.handle(FlowInput::ComputerChose(mv.parse().expect(mv))),
            _ => self.drop_piece(mv),
        };
        while matches!(self.flow.state(), FlowState::Moving { .. } | FlowState::Capturing { .. }) {
            self.handle(FlowInput::AnimationEnded);
        }
        self.flow.state()
    }

    fn text(&self) -> String {
        self.flow.game().position().to_string()
    }
}

const HUMAN_BLACK: Opponent = Opponent::Computer { human: BLACK };
const HUMAN_WHITE: Opponent = Opponent::Computer { human: WHITE };

fn point(name: &str) -> Point {
    name.parse().expect(name)
}

fn over(outcome: Outcome) -> FlowState {
    FlowState::Over { outcome }
}

/// Returns scenarios that together cover every transition.
fn scenarios() -> Vec<FlowDriver> {
    let mut quiet = FlowDriver::start("startpos", HUMAN_BLACK);
    quiet.handle(FlowInput::PrimaryClick(Some(point("a2"))));
    quiet.handle(FlowInput::SecondaryClick);
    quiet.handle(FlowInput::AnimationEnded);
    quiet.drop_piece("a2a3");
    quiet.handle(FlowInput::AnimationEnded);
    quiet.drop_piece("a2a2");
    quiet.handle(FlowInput::AnimationEnded);
    quiet.play("a2b2");
    quiet.play("a3b3");
    quiet.handle(FlowInput::TakeBack);
    quiet.handle(FlowInput::AnimationEnded);

    let mut computer_first = FlowDriver::start("3w/3w/w2b/1wb1 w", HUMAN_BLACK);
    computer_first.play("a2a1");
    let mut human_captures = FlowDriver::start("w2w/3w/b3/1bw1 b", HUMAN_BLACK);
    human_captures.play("a2a1");
    let mut captures_and_ends = FlowDriver::start("3w/3w/b3/1bw1 b", HUMAN_BLACK);
    captures_and_ends.play("a2a1");
    captures_and_ends.handle(FlowInput::TakeBack);
    let mut captures_and_blocks = FlowDriver::start(CAPTURES_AND_BLOCKS, HUMAN_BLACK);
    captures_and_blocks.play("d1c1");
    captures_and_blocks.handle(FlowInput::NewGame);
    let mut blocks = FlowDriver::start("3w/4/w3/b1w1 w", HUMAN_WHITE);
    blocks.play("c1b1");
    let ended = FlowDriver::start("ww2/4/4/bb2 b", HUMAN_BLACK);
    vec![quiet, computer_first, human_captures, captures_and_ends, captures_and_blocks, blocks, ended]
}

#[test]
fn every_transition_of_the_diagram_occurs_and_no_other() {
    let observed: BTreeSet<(FlowNode, FlowNode)> =
        scenarios().into_iter().flat_map(|driver| driver.transitions).collect();
    let expected: BTreeSet<(FlowNode, FlowNode)> = TRANSITIONS.into_iter().collect();
    let missing: Vec<_> = expected.difference(&observed).collect();
    let added: Vec<_> = observed.difference(&expected).collect();
    assert!(missing.is_empty() && added.is_empty(), "not taken: {missing:?}; not drawn: {added:?}");
}

#[test]
fn a_state_ignores_every_input_it_has_no_transition_for() {
    let inputs = |driver: &FlowDriver| {
        let mv = driver.flow.game().position().legal_moves().first().copied();
        let mut inputs = vec![
            FlowInput::PrimaryClick(None),
            FlowInput::SecondaryClick,
            FlowInput::AnimationEnded,
            FlowInput::TakeBack,
            FlowInput::NewGame,
        ];
        inputs.extend(Point::all().map(|point| FlowInput::PrimaryClick(Some(point))));
        inputs.extend(mv.map(FlowInput::ComputerChose));
        inputs.push(FlowInput::ComputerChose("a1d4".parse().expect("a move")));
        inputs
    };
    let left = |name| FlowInput::PrimaryClick(Some(point(name)));
    let (take_back, ended) = (FlowInput::TakeBack, FlowInput::AnimationEnded);
    let states: [(&str, Opponent, &[&str], &[FlowInput]); 8] = [
        ("startpos", HUMAN_WHITE, &[], &[]),
        ("startpos", HUMAN_BLACK, &["a2b2", "a3b3"], &[]),
        ("startpos", HUMAN_BLACK, &[], &[left("a2")]),
        ("startpos", HUMAN_BLACK, &[], &[left("a2"), FlowInput::SecondaryClick]),
        ("startpos", HUMAN_BLACK, &[], &[left("a2"), left("b2")]),
        ("w2w/3w/b3/1bw1 b", HUMAN_BLACK, &[], &[left("a2"), left("a1"), ended]),
        ("3w/3w/b3/1bw1 b", HUMAN_BLACK, &["a2a1"], &[]),
        ("startpos", HUMAN_BLACK, &["a2b2", "a3b3"], &[take_back]),
    ];
    let mut seen = Vec::new();
    for (setup, opponent, played, then) in states {
        let mut driver = FlowDriver::start(setup, opponent);
        for mv in played {
            driver.play(mv);
        }
        for &input in then {
            driver.handle(input);
        }
        let state = driver.flow.state().clone();
        seen.push(state.node());
        for input in inputs(&driver) {
            let position = *driver.flow.game().position();
            let expected = match (&state, input) {
                (FlowState::Thinking, FlowInput::ComputerChose(mv)) => position.resolve(mv).is_ok(),
                (FlowState::Waiting, FlowInput::PrimaryClick(Some(at))) => {
                    position.legal_destinations(at).any()
                }
                (FlowState::Waiting | FlowState::Over { .. }, FlowInput::TakeBack)
                | (FlowState::Over { .. }, FlowInput::NewGame) => true,
                (FlowState::PickedUp { .. }, FlowInput::PrimaryClick(_) | FlowInput::SecondaryClick) => true,
                (
                    FlowState::PuttingBack { .. }
                    | FlowState::Moving { .. }
                    | FlowState::Capturing { .. }
                    | FlowState::TakingBack { .. },
                    FlowInput::AnimationEnded,
                ) => true,
                _ => false,
            };
            let mut after = driver.flow.clone();
            let accepted = !after.handle(input).is_empty();
            assert_eq!(accepted, expected, "{input:?} in {state:?}");
            if !accepted {
                assert_eq!(
                    (after.state(), after.game()),
                    (&state, driver.flow.game()),
                    "{input:?} changed {state:?}"
                );
            }
        }
    }
    assert_eq!(seen, [Thinking, Waiting, PickedUp, PuttingBack, Moving, Capturing, Over, TakingBack]);
}

#[test]
fn only_movable_pieces_of_the_side_to_move_can_be_picked_up() {
    let mut flow = UiFlow::start(&LiuzichongSetup::default(), HUMAN_BLACK);
    for name in ["a1", "a3", "b2", "d4"] {
        assert!(flow.handle(FlowInput::PrimaryClick(Some(point(name)))).is_empty(), "{name}");
    }
    assert!(flow.handle(FlowInput::PrimaryClick(None)).is_empty());
    assert!(!flow.handle(FlowInput::PrimaryClick(Some(point("b1")))).is_empty());
}

#[test]
fn a_piece_dropped_on_an_illegal_point_slides_back() {
    for at in [None, Some("a3"), Some("c3"), Some("b1")] {
        let mut driver = FlowDriver::start("startpos", HUMAN_BLACK);
        driver.handle(FlowInput::PrimaryClick(Some(point("a2"))));
        assert_eq!(
            driver.handle(FlowInput::PrimaryClick(at.map(point))),
            &FlowState::PuttingBack { from: point("a2") },
            "{at:?}"
        );
        assert_eq!(driver.handle(FlowInput::AnimationEnded), &FlowState::Waiting);
        assert_eq!(driver.text(), "wwww/w2w/b2b/bbbb b");
    }
}

#[test]
fn captured_pieces_are_shown_until_their_animation_ends() {
    let mut driver = FlowDriver::start("w2w/3w/b3/1bw1 b", HUMAN_BLACK);
    let before = *driver.flow.game().position();
    driver.drop_piece("a2a1");
    assert_eq!(driver.flow.displayed_pieces(BLACK), before.by_color(BLACK), "the animation moves the piece");
    driver.handle(FlowInput::AnimationEnded);
    let captured = point("c1").bit();
    assert_eq!(driver.flow.state(), &FlowState::Capturing { mv: "a2a1".parse().expect("a move"), captured });
    assert_eq!(driver.flow.displayed_pieces(BLACK).to_string(), "a1 b1");
    assert_eq!(driver.flow.displayed_pieces(WHITE), before.by_color(WHITE));
    driver.handle(FlowInput::AnimationEnded);
    assert_eq!(driver.flow.displayed_pieces(WHITE), before.by_color(WHITE).without(captured));
}

#[test]
fn taking_back_undoes_the_moves_of_the_computer_and_the_human() {
    let mut driver = FlowDriver::start("w2w/3w/b3/1bw1 b", HUMAN_BLACK);
    driver.play("a2a1");
    driver.play("d3c3");
    assert_eq!(driver.text(), "w2w/2w1/4/bb2 b");
    let undone = |mv: &str, restored: &str| UndoneMove {
        mv: mv.parse().expect(mv),
        restored: restored.split_whitespace().map(point).collect(),
    };
    let both = vec![undone("d3c3", ""), undone("a2a1", "c1")];
    assert_eq!(driver.handle(FlowInput::TakeBack), &FlowState::TakingBack { undone: both });
    driver.handle(FlowInput::AnimationEnded);
    assert_eq!(driver.text(), "w2w/3w/b3/1bw1 b");
    assert!(!driver.flow.can_take_back());
    assert!(driver.flow.handle(FlowInput::TakeBack).is_empty(), "there is nothing left to take back");
}

#[test]
fn taking_back_works_from_the_result_too_and_undoes_one_move_if_only_one_was_made() {
    let mut driver = FlowDriver::start("3w/3w/b3/1bw1 b", HUMAN_BLACK);
    assert_eq!(driver.play("a2a1"), &over(Outcome::draw(Reason::TooFewPieces)));
    assert!(driver.flow.can_take_back());
    driver.handle(FlowInput::TakeBack);
    assert_eq!(driver.handle(FlowInput::AnimationEnded), &FlowState::Waiting);
    assert_eq!(driver.text(), "3w/3w/b3/1bw1 b");
}

#[test]
fn moves_of_the_computer_before_the_first_human_move_are_kept() {
    let mut driver = FlowDriver::start("startpos", HUMAN_WHITE);
    driver.play("a2b2");
    assert!(!driver.flow.can_take_back());
    assert!(driver.flow.handle(FlowInput::TakeBack).is_empty());
    driver.play("a3b3");
    driver.play("b2a2");
    driver.handle(FlowInput::TakeBack);
    driver.handle(FlowInput::AnimationEnded);
    assert_eq!(driver.text(), "wwww/w2w/1b1b/bbbb w");
}

#[test]
fn two_humans_at_one_board_take_back_one_move_each() {
    let mut driver = FlowDriver::start("startpos", Opponent::Human);
    assert_eq!(driver.play("a2b2"), &FlowState::Waiting);
    assert_eq!(driver.play("a3b3"), &FlowState::Waiting);
    for text in ["wwww/w2w/1b1b/bbbb w", "wwww/w2w/b2b/bbbb b"] {
        driver.handle(FlowInput::TakeBack);
        assert_eq!(driver.handle(FlowInput::AnimationEnded), &FlowState::Waiting);
        assert_eq!(driver.text(), text);
    }
    let mut driver = FlowDriver::start("w2w/3w/b3/1bw1 b", Opponent::Human);
    assert_eq!(driver.play("a2a1"), &FlowState::Waiting, "after a capture it is the other person's turn");
}

#[test]
fn the_side_that_moved_first_in_the_last_game_moves_first_again() {
    for (opponent, first) in
        [(Opponent::default(), Waiting), (HUMAN_WHITE, Thinking), (Opponent::Human, Waiting)]
    {
        let mut driver = FlowDriver::start("3w/3w/b3/1bw1 b outer=any no_capture=7", opponent);
        driver.play("a2a1");
        driver.handle(FlowInput::NewGame);
        assert_eq!(driver.flow.state().node(), first, "{opponent:?}");
        assert_eq!(driver.text(), "wwww/w2w/b2b/bbbb b");
        let setup = driver.flow.game().setup();
        assert_eq!(setup.to_string(), "wwww/w2w/b2b/bbbb b outer=any no_capture=7", "the rules stay");
        assert!(!driver.flow.can_take_back(), "the last game is over");
    }
}

#[test]
fn a_quiet_move_that_blocks_ends_the_game() {
    let mut driver = FlowDriver::start("3w/4/w3/b1w1 w", HUMAN_WHITE);
    assert_eq!(driver.play("c1b1"), &over(Outcome::win(WHITE, Reason::Blocked)));
}

#[test]
fn repetition_ends_the_game_in_the_flow_too() {
    let mut driver = FlowDriver::start("startpos", HUMAN_BLACK);
    for mv in ["a2b2", "a3b3", "b2a2", "b3a3"].repeat(2) {
        driver.play(mv);
    }
    assert_eq!(driver.flow.state(), &over(Outcome::draw(Reason::Repetition)));
}

#[test]
fn a_saved_game_resumes_where_it_was_saved() {
    let driver = FlowDriver::start("startpos", HUMAN_WHITE);
    let saved = SixzcFile { position: *driver.flow.game().position(), human: WHITE }.to_string();
    let read: SixzcFile = saved.parse().expect("what was saved reads");
    let setup = LiuzichongSetup { position: read.position, ..LiuzichongSetup::default() };
    let flow = UiFlow::start(&setup, Opponent::Computer { human: read.human });
    assert_eq!((flow.state(), flow.game()), (driver.flow.state(), driver.flow.game()));
    // A game that was saved after its end shows its result.
    let ended = FlowDriver::start("ww2/4/4/bb2 b", HUMAN_BLACK);
    assert_eq!(ended.flow.path(), [NewGame, Over]);
}

#[test]
fn the_computer_and_a_human_play_to_the_end() {
    let mut driver = FlowDriver::start("startpos", HUMAN_BLACK);
    let mut seed = 0;
    while !matches!(driver.flow.state(), FlowState::Over { .. }) {
        seed += 1;
        let level = if seed % 2 == 0 { AiLevel::Deep } else { AiLevel::Random };
        let mv = level.choose_move(driver.flow.game().position(), seed).expect("the game is not over");
        driver.play(&mv.to_string());
    }
    assert_eq!(driver.handle(FlowInput::NewGame), &FlowState::Waiting);
}
