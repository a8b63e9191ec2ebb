//! A million random and mutated texts for every parser. Errors are expected, panics are not.

use yipan_liuzichong::sixzc::SixzcFile;
use yipan_liuzichong::tablebase::{ReadTablebaseError, Tablebase};
use yipan_liuzichong::{LiuzichongSetup, Move, Position};
use yipan_testkit::mutated_text::TextMutator;

const TEXTS: usize = 1_000_000;

const POSITIONS: [&str; 4] =
    ["wwww/w2w/b2b/bbbb b", "2w1/2b1/wb1b/3w b", "4/1w2/w1w1/1b2 w", "1ww1/bb1b/b1wb/wwwb b"];

const SAVED: &str =
    r#"{"version":1,"board":[1,1,1,1,1,0,0,1,2,0,0,2,2,2,2,2],"current_turn":"Black","player_side":"White"}"#;

#[test]
fn no_position_makes_the_parser_panic() {
    let mut mutator = TextMutator::new(1, POSITIONS);
    let mut read = 0;
    for _ in 0..TEXTS {
        if let Ok(position) = mutator.next_text().parse::<Position>() {
            read += 1;
            // An accepted position must be playable.
            for mv in position.legal_moves() {
                let next = position.after(mv);
                assert_eq!(next.to_string().parse(), Ok(next), "after {mv:?} in {position:?}");
            }
        }
    }
    assert!(read > 1_000, "only {read} mutated positions were valid; the test covers too little");
}

#[test]
fn no_setup_makes_the_parser_panic() {
    let samples = ["startpos outer=any carry=off", "startpos lone_is_loss=true no_capture=off", SAVED];
    let mut mutator = TextMutator::new(2, samples);
    for _ in 0..TEXTS {
        if let Ok(setup) = mutator.next_text().parse::<LiuzichongSetup>() {
            assert_eq!(setup.to_string().parse(), Ok(setup));
        }
    }
}

#[test]
fn no_move_makes_the_parser_panic() {
    let positions = POSITIONS.map(|text| text.parse::<Position>().expect("a position of our own"));
    let mut mutator = TextMutator::new(3, ["b1b2", "a1a4", "d4c4"]);
    for i in 0..TEXTS {
        if let Ok(mv) = mutator.next_text().parse::<Move>() {
            let _ = positions[i % positions.len()].resolve(mv).map_err(|reason| reason.to_string());
        }
    }
}

#[test]
fn no_saved_game_makes_the_parser_panic() {
    let mut mutator = TextMutator::new(4, [SAVED, r#"{"version":1,"a":[null,{"b":"\u00e9\ud83d\ude00"}]}"#]);
    let mut read = 0;
    for _ in 0..TEXTS {
        if let Ok(saved) = mutator.next_text().parse::<SixzcFile>() {
            read += 1;
            assert_eq!(saved.to_string().parse(), Ok(saved));
        }
    }
    assert!(read > 1_000, "only {read} mutated games were valid; the test covers too little");
}

#[test]
fn a_modified_or_truncated_tablebase_is_rejected() {
    let original = Tablebase::EMBEDDED_FILE;
    assert!(Tablebase::read(original).is_ok());
    for length in (0..64).chain([original.len() / 2, original.len() - 1]) {
        assert!(Tablebase::read(&original[..length]).is_err(), "{length} bytes");
    }
    for at in (0..20).chain((20..original.len()).step_by(9_973)) {
        for bit in [1, 128] {
            let mut modified = original.to_vec();
            modified[at] ^= bit;
            assert!(Tablebase::read(&modified).is_err(), "byte {at}");
        }
    }
    let longer: Vec<u8> = original.iter().copied().chain([0]).collect();
    assert_eq!(Tablebase::read(&longer), Err(ReadTablebaseError::Damaged));
}
