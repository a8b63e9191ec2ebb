//! Arenas: no player waits long while another is free, and no two meet again at once while others are free.

use yipan_clock::Millis;
use yipan_core::Side;
use yipan_tournament::arena::{self, REMATCH_DELAY, WaitingPlayer};
use yipan_tournament::{ColorHistory, Event, Format, GameId, GameState, Pairing, PlayerId, Tournament};

use crate::random::Random;

const WAVE: u64 = 2_000;

/// The longest time that a player may wait while another one is free.
const LONGEST_WAIT: u64 = 10_000;

/// The random waves that are paired.
const WAVES: u64 = 2_000;

#[test]
fn a_simulated_arena_keeps_all_players_busy() {
    for (players, seed) in [(2, 1), (3, 2), (4, 3), (7, 4), (40, 5), (67, 6), (200, 7)] {
        simulate(players, seed);
    }
}

/// Returns a wave of players whose last opponents and waiting times are random.
fn random_wave(random: &mut Random, count: u32, longest: u32) -> Vec<WaitingPlayer> {
    let mut wave: Vec<_> = (0..count)
        .map(|id| WaitingPlayer {
            id: PlayerId(id),
            waited: Millis(u64::from(random.below(longest))),
            last_opponent: Some(PlayerId(random.below(count + 3))).filter(|last| *last != PlayerId(id)),
            colors: ColorHistory::default(),
        })
        .collect();
    // Most of those who are free have just played each other.
    for first in (0..count.saturating_sub(1)).step_by(2) {
        if random.below(3) > 0 {
            let [a, b] = [first as usize, first as usize + 1];
            (wave[a].last_opponent, wave[b].last_opponent) =
                (Some(PlayerId(b as u32)), Some(PlayerId(a as u32)));
        }
    }
    wave
}

/// Returns how many of the two had the other one as their last opponent.
fn rematch_degree(wave: &[WaitingPlayer], a: PlayerId, b: PlayerId) -> usize {
    let was_last = |player: PlayerId, other| wave[player.0 as usize].last_opponent == Some(other);
    usize::from(was_last(a, b)) + usize::from(was_last(b, a))
}

#[test]
fn two_who_met_last_do_not_meet_again_while_another_player_is_free() {
    for seed in 0..WAVES {
        let mut random = Random::new(seed);
        let count = 2 + random.below(if seed.is_multiple_of(10) { 200 } else { 12 });
        let wave = random_wave(&mut random, count, 20_000);
        for pairing in arena::pair(&wave) {
            let is_immediate = rematch_degree(&wave, pairing.first, pairing.second) == 2;
            assert!(!is_immediate || count == 2, "seed {seed}: {pairing:?} of {count} players");
        }
    }
}

#[test]
fn after_the_delay_at_most_one_player_is_left_over_and_rematches_are_as_few_as_possible() {
    for seed in 0..WAVES {
        let mut random = Random::new(seed);
        let count = 2 + random.below(7);
        let mut wave = random_wave(&mut random, count, 20_000);
        for player in &mut wave {
            player.waited = player.waited + REMATCH_DELAY;
        }
        let pairings = arena::pair(&wave);
        let mut paired: Vec<_> = pairings.iter().flat_map(|pair| [pair.first.0, pair.second.0]).collect();
        paired.sort_unstable();
        paired.dedup();
        assert_eq!(paired.len(), count as usize / 2 * 2, "seed {seed}: each is paired once, but for one");
        let rematches: usize =
            pairings.iter().map(|pair| rematch_degree(&wave, pair.first, pair.second)).sum();
        let everyone: Vec<_> = (0..count).map(PlayerId).collect();
        assert_eq!(Some(rematches), fewest_rematches(&wave, &everyone), "seed {seed}");
    }
}

/// Tries every pairing of some players that leaves out at most one, and returns the least sum of their rematches.
fn fewest_rematches(wave: &[WaitingPlayer], players: &[PlayerId]) -> Option<usize> {
    let Some((first, others)) = players.split_first() else { return Some(0) };
    if others.is_empty() {
        return Some(0);
    }
    let with_each = (0..others.len()).filter_map(|index| {
        let mut rest = others.to_vec();
        let second = rest.remove(index);
        Some(rematch_degree(wave, *first, second) + fewest_rematches(wave, &rest)?)
    });
    // With an even number all are paired.
    let without = if players.len().is_multiple_of(2) { None } else { fewest_rematches(wave, others) };
    with_each.chain(without).min()
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
    let mut longest_wait = 0;
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
        for player in 0..players {
            let is_active = tournament.players()[player as usize].is_active;
            if random.below(if is_active { 20 * players } else { 5 }) == 0 {
                toggle(&mut tournament, player);
                // A player who comes back waits from now on; the game of one who has left goes on.
                free_since[player as usize] = free_since[player as usize].map(|_| now);
            }
        }
        let is_active = |player: usize| tournament.players()[player].is_active;
        let waiting: Vec<_> = free_since
            .iter()
            .enumerate()
            .filter(|(player, _)| is_active(*player))
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
        let is_active = |player: usize| tournament.players()[player].is_active;
        let free = free_since.iter().enumerate().filter(|(player, _)| is_active(*player));
        let waits: Vec<_> = free.filter_map(|(_, since)| Some(now - (*since)?)).collect();
        if waits.len() >= 2 {
            assert!(waits.iter().all(|wait| *wait <= LONGEST_WAIT), "{players} players, at {now}: {waits:?}");
            longest_wait = waits.into_iter().fold(longest_wait, u64::max);
        }
    }
    let games = tournament.games().len();
    println!(
        "arena of {players} players: {games} games, longest wait with a free opponent {longest_wait} ms"
    );
    assert!(tournament.games().iter().all(|game| game.state != GameState::Voided));
    assert!(tournament.games().len() as u32 > 5 * players);
}

/// Lets a player withdraw, or come back.
fn toggle(tournament: &mut Tournament, player: u32) {
    let known = &tournament.players()[player as usize];
    let event = if known.is_active {
        Event::Withdrew { player: PlayerId(player) }
    } else {
        Event::Joined { user: known.user.clone(), rating: known.rating }
    };
    tournament.apply(&event).unwrap();
}

/// Two players meet twice in a row only if both are the only ones who are free.
fn check_rematches(tournament: &Tournament, games: &[Pairing], waiting: usize) {
    for pairing in games {
        let last_of = |player| {
            let game = tournament.games().iter().rev().find(|game| game.pairing.side(player).is_some())?;
            game.pairing.side(player).map(|side| game.pairing.player(side.other()))
        };
        let is_rematch =
            last_of(pairing.first) == Some(pairing.second) && last_of(pairing.second) == Some(pairing.first);
        assert!(!is_rematch || waiting == 2, "{waiting} were free, and {pairing:?} met again");
    }
}
