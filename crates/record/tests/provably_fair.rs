//! Chance events that others can recompute: the numbers here come from another implementation of HMAC-SHA256.

use yipan_record::{Bytes32, ProvablyFairRng};

fn test_rng() -> ProvablyFairRng {
    let seed = Bytes32(std::array::from_fn(|at| at as u8));
    ProvablyFairRng {
        seed,
        game_id: "K4T7QX".to_owned(),
        contributions: [Bytes32([1; 32]), Bytes32([2; 32])],
    }
}

#[test]
fn a_chance_event_equals_that_of_an_independent_implementation() {
    let rng = test_rng();
    let commitment = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
    assert_eq!(rng.seed.commitment().to_string(), commitment);
    let dice: Vec<_> = (0..12).filter_map(|k| rng.choose(k, [1; 6])).collect();
    assert_eq!(dice, [1, 3, 4, 2, 2, 2, 3, 3, 3, 1, 1, 4]);
    let weighted: Vec<_> = (1..13).filter_map(|k| rng.choose(k, [5, 5, 5, 3])).collect();
    assert_eq!(weighted, [3, 3, 0, 1, 2, 1, 3, 1, 2, 1, 3, 0]);
}

#[test]
fn every_choice_comes_up_by_its_weight() {
    let rng = test_rng();
    let mut counts = [0u32; 4];
    for k in 0..36_000 {
        counts[rng.choose(k, [5, 0, 1, 3]).expect("weights")] += 1;
    }
    // Expected 20,000, 0, 4,000 and 12,000; the widest standard deviation is below 95.
    let near = |count: u32, expected: u32| count.abs_diff(expected) < 5 * 95;
    assert!(
        near(counts[0], 20_000) && counts[1] == 0 && near(counts[2], 4_000) && near(counts[3], 12_000),
        "{counts:?}"
    );
}

#[test]
fn every_input_changes_the_chance_events() {
    let choices = |rng: &ProvablyFairRng| (0..40).map(|k| rng.choose(k, [1; 50])).collect::<Vec<_>>();
    let original = choices(&test_rng());
    let others = [
        ProvablyFairRng { seed: Bytes32([9; 32]), ..test_rng() },
        ProvablyFairRng { game_id: "K4T7QY".to_owned(), ..test_rng() },
        ProvablyFairRng { contributions: [Bytes32([2; 32]), Bytes32([1; 32])], ..test_rng() },
        ProvablyFairRng { contributions: [Bytes32([1; 32]), Bytes32([3; 32])], ..test_rng() },
    ];
    for other in others {
        assert_ne!(choices(&other), original, "{other:?}");
    }
    assert_eq!(test_rng().choose(1, [0, 0]), None);
    assert_eq!(test_rng().choose(1, []), None);
}

#[test]
fn a_seed_is_not_printed_by_accident() {
    assert_eq!(format!("{:?}", Bytes32([7; 32])), "Bytes32(..)");
    assert_eq!(Bytes32([7; 32]).to_string().parse(), Ok(Bytes32([7; 32])));
    assert!("07".repeat(31).parse::<Bytes32>().is_err() && "é".repeat(32).parse::<Bytes32>().is_err());
}
