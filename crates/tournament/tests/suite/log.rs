//! The events that a log of a tournament refuses, and the fold of the others.

use yipan_core::Side;
use yipan_tournament::{
    Event, EventError, Format, GameId, Pairing, Pairings, PlayerId, Points, Stage, Tournament,
};

use crate::random::Random;

fn join(user: &str) -> Event {
    Event::Joined { user: user.to_owned(), rating: 1_500 }
}

fn ended(game: u32, winner: Option<Side>) -> Event {
    Event::Ended { game: GameId(game), winner, has_berserked: [false; 2] }
}

fn paired(games: &[(u32, u32)]) -> Event {
    let games = games.iter().map(|(a, b)| Pairing { first: PlayerId(*a), second: PlayerId(*b) }).collect();
    Event::Paired { games, byes: Vec::new() }
}

fn fold(format: Format, events: &[Event]) -> Tournament {
    let mut tournament = Tournament::new(format);
    for event in events {
        tournament.apply(event).unwrap_or_else(|error| panic!("{event:?}: {error}"));
    }
    tournament
}

#[track_caller]
fn check_refused(format: Format, events: &[Event], event: &Event, expected: EventError) {
    let mut tournament = fold(format, events);
    let before = tournament.clone();
    assert_eq!(tournament.apply(event), Err(expected));
    assert_eq!(tournament, before, "a refused event changes nothing");
}

const SWISS: Format = Format::Swiss { rounds: 3 };
const ARENA: Format = Format::Arena { allows_berserk: true };

#[test]
fn impossible_events_are_refused_and_change_nothing() {
    let started = [join("a"), join("b"), join("c"), Event::Started];
    check_refused(SWISS, &[join("a")], &join("a"), EventError::AlreadyJoined { user: "a".to_owned() });
    check_refused(SWISS, &[join("a")], &Event::Started, EventError::TooFewPlayers { players: 1 });
    check_refused(SWISS, &[join("a"), join("b")], &paired(&[(0, 1)]), EventError::NotStarted);
    check_refused(Format::RoundRobin { is_double: false }, &started, &join("d"), EventError::LateEntry);
    check_refused(SWISS, &started, &Event::Started, EventError::AlreadyStarted);
    check_refused(SWISS, &started, &paired(&[(0, 0)]), EventError::PairedTwice { player: PlayerId(0) });
    check_refused(SWISS, &started, &paired(&[(0, 9)]), EventError::NoSuchPlayer { player: PlayerId(9) });
    check_refused(SWISS, &started, &ended(0, None), EventError::NoSuchGame { game: GameId(0) });
    let left = [&started[..], &[Event::Withdrew { player: PlayerId(1) }]].concat();
    check_refused(SWISS, &left, &paired(&[(0, 1)]), EventError::Withdrawn { player: PlayerId(1) });
    check_refused(
        SWISS,
        &left,
        &Event::Withdrew { player: PlayerId(1) },
        EventError::Withdrawn { player: PlayerId(1) },
    );
    let playing = [&started[..], &[paired(&[(0, 1)])]].concat();
    check_refused(SWISS, &playing, &paired(&[(1, 2)]), EventError::RoundNotOver { round: 0 });
    check_refused(ARENA, &playing, &paired(&[(1, 2)]), EventError::StillPlaying { player: PlayerId(1) });
    let over = [&playing[..], &[ended(0, None)]].concat();
    check_refused(SWISS, &over, &ended(0, None), EventError::GameEnded { game: GameId(0) });
    let again = EventError::MetAlready { first: PlayerId(1), second: PlayerId(0) };
    check_refused(SWISS, &over, &paired(&[(1, 0)]), again);
    let voided = [&playing[..], &[Event::Voided { game: GameId(0) }]].concat();
    check_refused(SWISS, &voided, &ended(0, None), EventError::GameVoided { game: GameId(0) });
    let finished = [&started[..], &[Event::Finished]].concat();
    check_refused(SWISS, &finished, &join("d"), EventError::Finished);
}

#[test]
fn a_player_who_withdrew_can_come_back() {
    let again = Event::Joined { user: "a".to_owned(), rating: 1_700 };
    let leave = Event::Withdrew { player: PlayerId(0) };
    let tournament = fold(SWISS, &[join("a"), join("b"), leave.clone(), again.clone()]);
    assert_eq!(tournament.players().len(), 2);
    assert!(tournament.players()[0].is_active);
    assert_eq!(tournament.players()[0].rating, 1_700, "the game may have changed");
    let tournament = fold(SWISS, &[join("a"), join("b"), Event::Started, leave, again]);
    assert_eq!(tournament.players()[0].rating, 1_500, "it has ordered the players of a round");
}

#[test]
fn a_bye_is_a_point_and_a_voided_game_none() {
    let bye = Event::Paired {
        games: vec![Pairing { first: PlayerId(0), second: PlayerId(1) }],
        byes: vec![PlayerId(2)],
    };
    let mut tournament =
        fold(SWISS, &[join("a"), join("b"), join("c"), Event::Started, bye, ended(0, Some(Side::First))]);
    let points =
        |tournament: &Tournament| [0, 1, 2].map(|player| tournament.standings().points(PlayerId(player)).0);
    assert_eq!(points(&tournament), [2, 0, 2]);
    tournament.apply(&Event::Finished).unwrap();
    tournament.apply(&Event::Voided { game: GameId(0) }).unwrap();
    assert_eq!((points(&tournament), tournament.stage()), ([0, 0, 2], Stage::Finished));
}

#[test]
fn an_arena_doubles_the_points_of_a_streak() {
    let mut tournament = fold(ARENA, &[join("a"), join("b"), Event::Started]);
    let mut points = Vec::new();
    let results = [Some(Side::First), Some(Side::First), Some(Side::First), None, Some(Side::First)];
    for (game, winner) in results.into_iter().enumerate() {
        tournament.apply(&paired(&[(0, 1)])).unwrap();
        tournament.apply(&ended(game as u32, winner)).unwrap();
        points.push(tournament.standings().points(PlayerId(0)));
    }
    assert_eq!(points, [2, 4, 8, 10, 12].map(Points));
    tournament.apply(&paired(&[(0, 1)])).unwrap();
    let berserk = Event::Ended { game: GameId(5), winner: Some(Side::First), has_berserked: [true, false] };
    tournament.apply(&berserk).unwrap();
    assert_eq!(tournament.standings().points(PlayerId(0)), Points(15));
}

#[test]
fn the_points_of_an_arena_follow_from_its_results_alone() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let mut tournament = fold(ARENA, &[join("a"), join("b"), join("c"), Event::Started]);
        // In halves: the points, and the wins in a row.
        let mut expected = [(0, 0); 3];
        for game in 0..40 {
            let first = random.below(3);
            let players = [first, (first + 1 + random.below(2)) % 3];
            tournament.apply(&paired(&[(players[0], players[1])])).unwrap();
            let winner = [Some(Side::First), Some(Side::Second), None][random.below(3) as usize];
            let has_berserked = [random.below(2) == 0, random.below(2) == 0];
            tournament.apply(&Event::Ended { game: GameId(game), winner, has_berserked }).unwrap();
            for side in Side::BOTH {
                let (points, streak) = &mut expected[players[side.index()] as usize];
                let result = if winner.is_none() { 1 } else { 2 * u32::from(winner == Some(side)) };
                let bonus = u32::from(winner == Some(side) && has_berserked[side.index()]);
                *points += result * if *streak >= 2 { 2 } else { 1 } + bonus;
                *streak = if winner == Some(side) { *streak + 1 } else { 0 };
            }
        }
        let standings = tournament.standings();
        let points = [0, 1, 2].map(|player| standings.points(PlayerId(player)).0);
        assert_eq!(points, expected.map(|(points, _)| points), "seed {seed}");
    }
}

#[test]
fn time_is_given_up_only_in_tournaments_that_allow_it() {
    let start = [join("a"), join("b"), Event::Started, paired(&[(0, 1)])];
    let berserk = Event::Ended { game: GameId(0), winner: Some(Side::First), has_berserked: [true, false] };
    let expected = || EventError::BerserkNotAllowed { game: GameId(0) };
    check_refused(Format::Arena { allows_berserk: false }, &start, &berserk, expected());
    check_refused(SWISS, &start, &berserk, expected());
}

#[test]
fn a_round_robin_gives_the_opponents_of_a_withdrawn_player_a_point() {
    let format = Format::RoundRobin { is_double: false };
    let mut tournament = fold(format, &[join("a"), join("b"), join("c"), join("d"), Event::Started]);
    tournament.apply(&Event::Withdrew { player: PlayerId(3) }).unwrap();
    let mut rounds = 0;
    while let Pairings::Round { games, byes } = tournament.next_pairings(Side::First) {
        assert_eq!((games.len(), byes.len()), (1, 1));
        tournament.apply(&Event::Paired { games, byes }).unwrap();
        tournament.apply(&ended(rounds, None)).unwrap();
        rounds += 1;
    }
    assert_eq!(rounds, 3);
    let points = [0, 1, 2, 3].map(|player| tournament.standings().points(PlayerId(player)).0);
    assert_eq!(points, [4, 4, 4, 0]);
}

#[test]
fn events_keep_their_text_form() {
    let event = Event::Paired {
        games: vec![Pairing { first: PlayerId(4), second: PlayerId(2) }],
        byes: vec![PlayerId(7)],
    };
    let text = serde_json::to_string(&event).unwrap();
    assert_eq!(text, r#"{"event":"paired","games":[{"first":4,"second":2}],"byes":[7]}"#);
    assert_eq!(serde_json::from_str::<Event>(&text).unwrap(), event);
}
