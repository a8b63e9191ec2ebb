use super::abort::has_moved;
use super::room_client::RoomClient;

/// Whether the user may give up half of their time: in an arena that allows it, before their first move, once.
#[must_use]
pub fn can_berserk(client: &RoomClient) -> bool {
    let (Some(state), Some(side)) = (client.state(), client.own_side()) else { return false };
    state.config.berserk && !state.berserked.contains(&side) && !has_moved(&state.moves, side)
}
