//! Liuzichong: its texts and files, its laws, its tablebase and its UI flow.

use std::sync::LazyLock;

use yipan_core::Step;
use yipan_liuzichong::sixzc::SixzcFile;
use yipan_liuzichong::tablebase::Tablebase;
use yipan_liuzichong::ui_flow::{FlowInput, Opponent, UiFlow};
use yipan_liuzichong::{Liuzichong, LiuzichongSetup, Move, Point, Position};
use yipan_testkit::{laws, random_play};

use crate::input;

/// The most moves of a game: enough for a repetition and for most captures.
const MAX_PLIES: usize = 24;

static STARTS: LazyLock<[LiuzichongSetup; 4]> = LazyLock::new(|| {
    [
        "startpos",
        "startpos outer=any lone_is_loss=true",
        "4/1w2/w1w1/1b2 b",
        "1ww1/bb1b/b1wb/wwwb b carry=off repetition=off no_capture=off",
    ]
    .map(|text| text.parse().expect("a setup of our own"))
});

/// Parses any text as a position or a setup. Accepted input must be playable and round-trip.
pub fn liuzichong_text(bytes: &[u8]) {
    let text = input::text(bytes);
    if let Ok(position) = text.parse::<Position>() {
        laws::text_round_trips(&position);
        laws::unmake_restores_position(&position, |mv| position.captured_by(mv).any());
    }
    if let Ok(setup) = text.parse::<LiuzichongSetup>() {
        laws::text_round_trips(&setup);
    }
}

/// Parses any text as a file of the original program. An accepted file must round-trip.
pub fn liuzichong_sixzc(bytes: &[u8]) {
    if let Ok(saved) = input::text(bytes).parse::<SixzcFile>() {
        laws::text_round_trips(&saved);
    }
}

/// Reads any bytes as a tablebase, also with a valid header and checksum to reach the decompressor.
pub fn liuzichong_tablebase(bytes: &[u8]) {
    assert!(Tablebase::read(bytes).is_err(), "a table does not come by chance");
    let head = b"yipan6zt\x01\x00";
    let checksum = crc32fast::hash(&[head, bytes].concat()).to_le_bytes();
    let _ = Tablebase::read(&[head, &checksum[..], bytes].concat());
}

/// Plays a game selected by bytes and checks the laws at every step.
pub fn liuzichong_laws(bytes: &[u8]) {
    let (number, bytes) = input::split_byte(bytes);
    let setup = &STARTS[usize::from(number) % STARTS.len()];
    let choices = input::choices(bytes, MAX_PLIES);
    let mut steps = Vec::new();
    let reached = random_play::play::<Liuzichong>(setup, &choices, |game, step| {
        steps.push(step);
        if !input::is_checked(steps.len(), &choices) {
            return;
        }
        laws::effects_are_complete(game, step);
        let position = game.position();
        laws::unmake_restores_position(position, |mv| position.captured_by(mv).any());
        let Step::Action(mv) = step;
        assert!(position.explain_illegal_move(mv.from(), mv.to()).is_none());
    });
    laws::replay_is_deterministic(setup, &steps, &reached);
}

/// Gives the UI flow any inputs. It must report the state in which it ends.
pub fn liuzichong_ui_flow(bytes: &[u8]) {
    let (number, bytes) = input::split_byte(bytes);
    let mut flow = UiFlow::start(&STARTS[usize::from(number) % STARTS.len()], Opponent::default());
    let (pairs, _) = bytes.as_chunks::<2>();
    for [kind, points] in pairs {
        let point = |index: u8| Point::new(index & 15).expect("below 16");
        let path = flow.handle(match kind % 8 {
            0 => FlowInput::SecondaryClick,
            1 => FlowInput::TakeBack,
            2 => FlowInput::NewGame,
            3 => FlowInput::PrimaryClick(None),
            4 => FlowInput::ComputerChose(Move::new(point(*points), point(points >> 4))),
            5 => FlowInput::AnimationEnded,
            _ => FlowInput::PrimaryClick(Some(point(*points))),
        });
        if let Some(&last) = path.last() {
            assert_eq!(last, flow.state().node());
        }
    }
}
