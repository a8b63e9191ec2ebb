//! A simulated arena: no player waits long while another is free, and no two meet again at once.

use yipan_clock::Millis;
use yipan_core::Side;
use yipan_tournament::{Event, Format, GameId, GameState, PlayerId, Tournament};

use crate::random::Random;

const WAVE: u64 = 2_000;

/// The longest time that a player may wait while another one is free.
const LONGEST_WAIT: u64 = 10_000;

#[test]
fn a_simulated_arena_keeps_all_players_busy() {
    for (players, seed) in [(2, 1), (3, 2), (7, 3), (40, 4), (200, 5)] {
        simulate(players, seed);
    }
}

fn simulate(players: u32, seed: u64) {
    let mut random = Random::new(seed);
    let mut tournament = Tournament::new(Format::Arena { allows_berserk: false });
    for player in 0..players {
        tournament.apply(&Event::Joined { user: format!("user-{player}"), rating: 1_500 }).unwrap();
    }
    tournament.apply(&Event::Started).unwrap();
    let mut free_since: Vec<Option<u64>> = vec![Some(0); players as usize];
    let mut ends: Vec<(u64, GameId)> = Vec::new();
    for now in (WAVE..1_800_000).step_by(WAVE as usize) {
        let (over, going): (Vec<_>, Vec<_>) = ends.into_iter().partition(|(end, _)| *end <= now);
        ends = going;
        for (end, game) in over {
            let winner = [Some(Side::First), Some(Side::Second), None][random.below(3) as usize];
            tournament.apply(&Event::Ended { game, winner, has_berserked: [false; 2] }).unwrap();
            let pairing = tournament.games()[game.0 as usize].pairing;
            for player in [pairing.first, pairing.second] {
                free_since[player.0 as usize] = Some(end);
            }
        }
        let waiting: Vec<_> = free_since
            .iter()
            .enumerate()
            .filter_map(|(player, since)| Some((PlayerId(player as u32), Millis(now - (*since)?))))
            .collect();
        let games = tournament.next_arena_games(&waiting);
        check_rematches(&tournament, &games, waiting.len());
        let first = tournament.games().len() as u32;
        for (index, pairing) in games.iter().enumerate() {
            let duration = 5_000 + u64::from(random.below(120_000));
            ends.push((now + duration, GameId(first + index as u32)));
            for player in [pairing.first, pairing.second] {
                free_since[player.0 as usize] = None;
            }
        }
        tournament.apply(&Event::Paired { games, byes: Vec::new() }).unwrap();
        let waits: Vec<_> = free_since.iter().flatten().map(|since| now - since).collect();
        if waits.len() >= 2 {
            assert!(waits.iter().all(|wait| *wait <= LONGEST_WAIT), "{players} players, at {now}: {waits:?}");
        }
    }
    assert!(tournament.games().iter().all(|game| game.state != GameState::Voided));
    assert!(tournament.games().len() as u32 > 5 * players);
}

/// A player meets the last opponent again only if both are the only ones who are free.
fn check_rematches(tournament: &Tournament, games: &[yipan_tournament::Pairing], waiting: usize) {
    for pairing in games {
        let last_of = |player| {
            let game = tournament.games().iter().rev().find(|game| game.pairing.side(player).is_some())?;
            game.pairing.side(player).map(|side| game.pairing.player(side.other()))
        };
        let is_rematch =
            last_of(pairing.first) == Some(pairing.second) || last_of(pairing.second) == Some(pairing.first);
        assert!(!is_rematch || waiting <= 4, "{waiting} were free, and {pairing:?} met again");
    }
}
