//! Draws that anybody can compute: the numbers here were made by another implementation of HMAC-SHA256.

use yipan_record::{Bytes32, Fairness};

fn fairness() -> Fairness {
    let seed = Bytes32(std::array::from_fn(|at| at as u8));
    Fairness { seed, game: "K4T7QX".to_owned(), contributions: [Bytes32([1; 32]), Bytes32([2; 32])] }
}

#[test]
fn a_draw_is_what_anybody_else_computes() {
    let fairness = fairness();
    let commitment = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
    assert_eq!(fairness.seed.commitment().to_string(), commitment);
    let dice: Vec<_> = (0..12).filter_map(|k| fairness.choose(k, [1; 6])).collect();
    assert_eq!(dice, [1, 3, 4, 2, 2, 2, 3, 3, 3, 1, 1, 4]);
    let weighted: Vec<_> = (1..13).filter_map(|k| fairness.choose(k, [5, 5, 5, 3])).collect();
    assert_eq!(weighted, [3, 3, 0, 1, 2, 1, 3, 1, 2, 1, 3, 0]);
}

#[test]
fn every_choice_has_its_share() {
    let fairness = fairness();
    let mut counts = [0u32; 4];
    for k in 0..36_000 {
        counts[fairness.choose(k, [5, 0, 1, 3]).expect("weights")] += 1;
    }
    // Expected 20,000, 0, 4,000 and 12,000; the widest standard deviation is below 95.
    let near = |count: u32, expected: u32| count.abs_diff(expected) < 5 * 95;
    assert!(
        near(counts[0], 20_000) && counts[1] == 0 && near(counts[2], 4_000) && near(counts[3], 12_000),
        "{counts:?}"
    );
}

#[test]
fn whatever_a_draw_is_made_from_changes_it() {
    let draws = |fairness: &Fairness| (0..40).map(|k| fairness.choose(k, [1; 50])).collect::<Vec<_>>();
    let usual = draws(&fairness());
    let others = [
        Fairness { seed: Bytes32([9; 32]), ..fairness() },
        Fairness { game: "K4T7QY".to_owned(), ..fairness() },
        Fairness { contributions: [Bytes32([2; 32]), Bytes32([1; 32])], ..fairness() },
        Fairness { contributions: [Bytes32([1; 32]), Bytes32([3; 32])], ..fairness() },
    ];
    for other in others {
        assert_ne!(draws(&other), usual, "{other:?}");
    }
    assert_eq!(fairness().choose(1, [0, 0]), None);
    assert_eq!(fairness().choose(1, []), None);
}

#[test]
fn a_seed_is_not_printed_by_accident() {
    assert_eq!(format!("{:?}", Bytes32([7; 32])), "Bytes32(..)");
    assert_eq!(Bytes32([7; 32]).to_string().parse(), Ok(Bytes32([7; 32])));
    assert!("07".repeat(31).parse::<Bytes32>().is_err() && "é".repeat(32).parse::<Bytes32>().is_err());
}
