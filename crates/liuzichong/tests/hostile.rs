//! A million random and spoilt texts for every parser: an error is fine, a panic is not.

use yipan_liuzichong::saved::SavedGame;
use yipan_liuzichong::table::{Table, TableError};
use yipan_liuzichong::{LiuzichongSetup, Move, Position};
use yipan_testkit::hostile::Hostile;

const TEXTS: usize = 1_000_000;

const POSITIONS: [&str; 4] =
    ["wwww/w2w/b2b/bbbb b", "2w1/2b1/wb1b/3w b", "4/1w2/w1w1/1b2 w", "1ww1/bb1b/b1wb/wwwb b"];

const SAVED: &str =
    r#"{"version":1,"board":[1,1,1,1,1,0,0,1,2,0,0,2,2,2,2,2],"current_turn":"Black","player_side":"White"}"#;

#[test]
fn no_position_makes_the_parser_panic() {
    let mut hostile = Hostile::new(1, POSITIONS);
    let mut read = 0;
    for _ in 0..TEXTS {
        if let Ok(position) = hostile.text().parse::<Position>() {
            read += 1;
            // What is accepted must be playable to the last move.
            for mv in position.legal_moves() {
                let next = position.after(mv);
                assert_eq!(next.to_string().parse(), Ok(next), "after {mv:?} in {position:?}");
            }
        }
    }
    assert!(read > 1_000, "only {read} spoilt positions were still good; the test has lost its bite");
}

#[test]
fn no_setup_makes_the_parser_panic() {
    let samples = ["startpos outer=any carry=off", "startpos lone_is_loss=true no_capture=off", SAVED];
    let mut hostile = Hostile::new(2, samples);
    for _ in 0..TEXTS {
        if let Ok(setup) = hostile.text().parse::<LiuzichongSetup>() {
            assert_eq!(setup.to_string().parse(), Ok(setup));
        }
    }
}

#[test]
fn no_move_makes_the_parser_panic() {
    let positions = POSITIONS.map(|text| text.parse::<Position>().expect("a position of our own"));
    let mut hostile = Hostile::new(3, ["b1b2", "a1a4", "d4c4"]);
    for i in 0..TEXTS {
        if let Ok(mv) = hostile.text().parse::<Move>() {
            let _ = positions[i % positions.len()].resolve(mv).map_err(|refusal| refusal.to_string());
        }
    }
}

#[test]
fn no_saved_game_makes_the_parser_panic() {
    let mut hostile = Hostile::new(4, [SAVED, r#"{"version":1,"a":[null,{"b":"\u00e9\ud83d\ude00"}]}"#]);
    let mut read = 0;
    for _ in 0..TEXTS {
        if let Ok(saved) = hostile.text().parse::<SavedGame>() {
            read += 1;
            assert_eq!(saved.to_string().parse(), Ok(saved));
        }
    }
    assert!(read > 1_000, "only {read} spoilt games were still good; the test has lost its bite");
}

#[test]
fn a_table_that_was_changed_in_any_byte_or_cut_is_refused() {
    let sound = Table::EMBEDDED_FILE;
    assert!(Table::read(sound).is_ok());
    for length in (0..64).chain([sound.len() / 2, sound.len() - 1]) {
        assert!(Table::read(&sound[..length]).is_err(), "{length} bytes");
    }
    for at in (0..20).chain((20..sound.len()).step_by(9_973)) {
        for bit in [1, 128] {
            let mut spoilt = sound.to_vec();
            spoilt[at] ^= bit;
            assert!(Table::read(&spoilt).is_err(), "byte {at}");
        }
    }
    let longer: Vec<u8> = sound.iter().copied().chain([0]).collect();
    assert_eq!(Table::read(&longer), Err(TableError::Damaged));
}
