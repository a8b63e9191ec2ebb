//! The results that a tournament reads from the ends of its rooms.

use yipan_core::Side;
use yipan_room::{Room, TournamentGameEnd};
use yipan_tournament::arena::MIN_BERSERK_MOVES;
use yipan_tournament::{Event, Game, GameId};

use super::hosted::HostedTournament;

/// Returns the events that follow from the end of a room: the result, and the withdrawal of a player who did not come.
///
/// They are no longer paired until they join again, so that no opponent waits for them in vain.
pub(super) fn events(hosted: &HostedTournament, id: GameId, game: &Game, room: &Room) -> Vec<Event> {
    let is_own = room.config().tournament.as_deref() == Some(&hosted.row.code);
    let end = if is_own { room.tournament_game_end() } else { None };
    // A short win is no risk, so it earns no bonus.
    let has_berserked =
        Side::BOTH.map(|side| room.has_berserked(side) && room.count_moves(side) >= MIN_BERSERK_MOVES);
    let ended = |winner| Event::Ended { game: id, winner, has_berserked };
    let (result, is_absent) = match end {
        // Another room has taken the code.
        None => (Event::Voided { game: id }, [false; 2]),
        Some(TournamentGameEnd::Played { winner }) => (ended(winner), [false; 2]),
        Some(TournamentGameEnd::NotPlayed { is_absent }) => match is_absent {
            [true, false] => (ended(Some(Side::Second)), is_absent),
            [false, true] => (ended(Some(Side::First)), is_absent),
            [false, false] | [true, true] => (Event::Voided { game: id }, is_absent),
        },
    };
    let players = hosted.tournament.players();
    let absent = Side::BOTH.into_iter().filter(|side| is_absent[side.index()]);
    let withdrawn = absent
        .map(|side| game.pairing.player(side))
        .filter(|player| players[player.0 as usize].is_active)
        .map(|player| Event::Withdrew { player });
    std::iter::once(result).chain(withdrawn).collect()
}
