//! The events of a tournament that its time or the number of its players brings about.

use yipan_clock::Millis;
use yipan_core::Side;
use yipan_tournament::{Event, Format, PlayerId, Stage};

use super::hosted::HostedTournament;

/// The time after which a tournament that waits for its players is canceled.
const MAX_WAIT_MILLIS: u64 = 24 * 3_600_000;

/// Returns the next event that is due; `None` if the tournament waits for its time, for players or for games.
///
/// `top_color` is the color of the strongest player in the first round, drawn by lot.
pub(super) fn next_event(hosted: &HostedTournament, now: u64, top_color: Side) -> Option<Event> {
    match hosted.tournament.stage() {
        Stage::Waiting => start(hosted, now),
        Stage::Running => match hosted.tournament.format() {
            Format::Arena { .. } => next_arena_event(hosted, now),
            Format::Swiss { .. } | Format::RoundRobin { .. } => next_round(hosted, top_color),
        },
        Stage::Finished => None,
    }
}

/// Returns the start, or the end of a tournament that cannot start.
fn start(hosted: &HostedTournament, now: u64) -> Option<Event> {
    let needed = hosted.config.min_players.unwrap_or(2).max(2) as usize;
    let has_players = hosted.count_active() >= needed;
    match hosted.config.starts_at {
        Some(at) if now < at => None,
        None if !has_players && now < hosted.row.starts + MAX_WAIT_MILLIS => None,
        _ => Some(if has_players { Event::Started } else { Event::Finished }),
    }
}

fn next_arena_event(hosted: &HostedTournament, now: u64) -> Option<Event> {
    if hosted.ends_at().is_some_and(|end| now >= end) {
        return Some(Event::Finished);
    }
    let players = (0..hosted.tournament.players().len() as u32).map(PlayerId);
    let present: Vec<_> =
        players.map(|player| (player, Millis(now.saturating_sub(hosted.free_since(player))))).collect();
    let games = hosted.tournament.next_arena_games(&present);
    (!games.is_empty()).then_some(Event::Paired { games, byes: Vec::new() })
}

fn next_round(hosted: &HostedTournament, top_color: Side) -> Option<Event> {
    match hosted.tournament.next_pairings(top_color) {
        yipan_tournament::Pairings::Round { games, byes } => Some(Event::Paired { games, byes }),
        yipan_tournament::Pairings::RoundNotOver => None,
        yipan_tournament::Pairings::NoFurtherRound => Some(Event::Finished),
    }
}

#[cfg(test)]
mod tests {
    use yipan_wire::{RoomConfig, TournamentConfig, TournamentFormat};

    use super::super::entry::TournamentEntry;
    use super::*;
    use crate::storage::tournament_rows::{StoredStage, TournamentRow};

    fn hosted(
        starts_at: Option<u64>,
        min_players: Option<u32>,
        format: TournamentFormat,
    ) -> HostedTournament {
        let room = RoomConfig { clock: "3+2".to_owned(), ..RoomConfig::default_for("chess") };
        let config = TournamentConfig {
            name: "cup".to_owned(),
            room,
            format,
            starts_at,
            min_players,
            allows_bots: false,
        };
        let row = TournamentRow {
            code: "AAAAAA".to_owned(),
            creator: "ada".to_owned(),
            config: serde_json::to_string(&config).expect("JSON"),
            password_hash: None,
            created: 0,
            starts: 0,
            stage: StoredStage::Waiting,
            players: 0,
        };
        HostedTournament::from_log(row, &[]).expect("an empty log")
    }

    fn apply(hosted: &mut HostedTournament, at: u64, event: Event) {
        hosted.apply(&TournamentEntry { at, event, rooms: Vec::new() }).expect("it is possible");
    }

    fn join(hosted: &mut HostedTournament, users: &[&str]) {
        for user in users {
            apply(hosted, 0, Event::Joined { user: (*user).to_owned(), rating: 1_500 });
        }
    }

    fn next(hosted: &HostedTournament, now: u64) -> Option<Event> {
        next_event(hosted, now, Side::First)
    }

    #[test]
    fn a_tournament_starts_at_its_time_or_with_its_players_or_never() {
        let swiss = TournamentFormat::Swiss { rounds: 1 };
        let mut timed = hosted(Some(100), None, swiss);
        join(&mut timed, &["ada"]);
        assert_eq!((next(&timed, 99), next(&timed, 100)), (None, Some(Event::Finished)));
        join(&mut timed, &["bob"]);
        assert_eq!((next(&timed, 99), next(&timed, 100)), (None, Some(Event::Started)));
        let mut counted = hosted(None, Some(3), swiss);
        join(&mut counted, &["ada", "bob"]);
        assert_eq!((next(&counted, 1), next(&counted, MAX_WAIT_MILLIS)), (None, Some(Event::Finished)));
        join(&mut counted, &["cleo"]);
        assert_eq!(next(&counted, 1), Some(Event::Started));
    }

    #[test]
    fn an_arena_pairs_the_free_until_it_ends() {
        let mut arena = hosted(Some(0), None, TournamentFormat::Arena { seconds: 60, berserk: false });
        join(&mut arena, &["ada", "bob", "cleo"]);
        apply(&mut arena, 10, Event::Started);
        let Some(Event::Paired { games, byes }) = next(&arena, 20) else { panic!("a pairing") };
        assert_eq!((games.len(), byes.len()), (1, 0));
        apply(&mut arena, 20, Event::Paired { games, byes });
        assert_eq!(next(&arena, 30), None, "one is free");
        assert_eq!(next(&arena, 60_010), Some(Event::Finished));
    }

    #[test]
    fn a_round_follows_when_the_last_one_is_over() {
        let mut swiss = hosted(Some(0), None, TournamentFormat::Swiss { rounds: 1 });
        join(&mut swiss, &["ada", "bob", "cleo"]);
        apply(&mut swiss, 0, Event::Started);
        let round = next(&swiss, 1).expect("a round");
        assert!(matches!(&round, Event::Paired { games, byes } if games.len() == 1 && byes.len() == 1));
        apply(&mut swiss, 1, round);
        assert_eq!(next(&swiss, 2), None);
        let game = yipan_tournament::GameId(0);
        apply(&mut swiss, 3, Event::Ended { game, winner: None, has_berserked: [false; 2] });
        assert_eq!(next(&swiss, 4), Some(Event::Finished));
    }
}
