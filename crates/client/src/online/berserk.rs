use super::abort::has_moved;
use super::room_client::RoomClient;

/// Whether the user may give up half of their time: in an arena that allows it, before their first move, once.
#[must_use]
pub fn can_berserk(client: &RoomClient) -> bool {
    let (Some(state), Some(side)) = (client.state(), client.own_side()) else { return false };
    state.config.berserk && !state.berserked.contains(&side) && !has_moved(&state.moves, side)
}

#[cfg(test)]
mod tests {
    use yipan_core::Side;
    use yipan_wire::{MoveEntry, Player, RoomConfig, RoomPhase, RoomState, ServerMessage};

    use super::*;

    fn player(id: &str) -> Player {
        Player { id: id.into(), name: id.to_uppercase(), level: None, rating: None, is_bot: false }
    }

    /// Ada has the first side and Bob the second.
    #[track_caller]
    fn check(user: &str, berserk: bool, berserked: &[Side], moves: &[(Side, &str)], expected: bool) {
        let entry = |&(side, action): &(Side, &str)| MoveEntry { side, action: Some(action.to_owned()) };
        let state = RoomState {
            room: "K4T7QX".into(),
            seq: 1,
            config: RoomConfig { berserk, ..RoomConfig::default_for("chess") },
            commitment: "00".into(),
            host: player("ada"),
            guest: Some(player("bob")),
            contributions: [Some("1".into()), Some("2".into())],
            phase: RoomPhase::Playing,
            host_side: Some(Side::First),
            view: None,
            clocks: None,
            moves: moves.iter().map(entry).collect(),
            offers: Vec::new(),
            disconnected: Vec::new(),
            disconnected_since: [None; 2],
            chat: Vec::new(),
            game_end: None,
            berserked: berserked.to_vec(),
            close_reason: None,
            rematch_room: None,
            conditional_moves: Vec::new(),
        };
        let mut client = RoomClient::new("K4T7QX".into(), "m".into());
        let you = player(user);
        let welcome = ServerMessage::Welcome { version: 2, you, now: 0, claim_after: 0, restart: None };
        let _ = client.handle_message(welcome);
        assert!(!can_berserk(&client), "the state is not known yet");
        let _ = client.handle_message(ServerMessage::State { state: Box::new(state) });
        assert_eq!(can_berserk(&client), expected, "{user}, {berserked:?}, {moves:?}");
    }

    #[test]
    fn a_player_may_give_up_time_once_before_their_first_move() {
        let (first, second) = (Side::First, Side::Second);
        check("ada", true, &[], &[], true);
        check("bob", true, &[], &[(first, "e2e4")], true);
        check("ada", true, &[second], &[], true);
        check("ada", true, &[first], &[], false);
        check("ada", true, &[], &[(first, "e2e4")], false);
        // A reroll is no move.
        check("ada", true, &[], &[(first, "reroll")], true);
        check("bob", true, &[], &[(first, "e2e4"), (second, "e7e5")], false);
    }

    #[test]
    fn spectators_and_other_games_have_no_time_to_give_up() {
        check("eve", true, &[], &[], false);
        check("ada", false, &[], &[], false);
    }
}
