use yipan_wire::{Player, RoomState};

use super::room_client::RoomClient;

/// The situation of a user in a room whose game has not started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitingState {
    /// The host of a private room has no opponent yet.
    HostInvites,
    /// The host of a public room has no opponent yet.
    HostSeeks,
    /// The host may start the game.
    HostStarts,
    /// The user may take a seat that is free or reserved for them.
    MayJoin,
    /// The game starts when the opponent is here.
    OpponentAway,
    /// The game starts when the host says so.
    HostDecides,
    /// Both seats belong to other users.
    Taken,
}

/// Returns the situation of the user in a waiting room; `None` before its state is known.
#[must_use]
pub fn waiting_state(client: &RoomClient) -> Option<WaitingState> {
    let state = client.state()?;
    let are_both_seated = state.contributions.iter().all(Option::is_some);
    Some(match (client.is_host(), client.is_guest()) {
        (true, _) if !client.is_seated() => WaitingState::MayJoin,
        (true, _) if state.guest.is_none() && state.config.public => WaitingState::HostSeeks,
        (true, _) if state.guest.is_none() => WaitingState::HostInvites,
        (true, _) if are_both_seated && !state.config.auto_start => WaitingState::HostStarts,
        (true, _) => WaitingState::OpponentAway,
        (false, true) if !client.is_seated() => WaitingState::MayJoin,
        (false, true) if are_both_seated && !state.config.auto_start => WaitingState::HostDecides,
        (false, true) => WaitingState::OpponentAway,
        (false, false) if state.guest.is_none() => WaitingState::MayJoin,
        (false, false) => WaitingState::Taken,
    })
}

/// Returns the player opposite the user; the host for a user without a seat.
#[must_use]
pub fn waiting_opponent(client: &RoomClient) -> Option<&Player> {
    let state: &RoomState = client.state()?;
    if client.is_host() { state.guest.as_ref() } else { Some(&state.host) }
}

/// Whether the page takes a seat without a question: the host's own, or one that is reserved for the user.
///
/// `wants_seat` is whether the user has asked for a seat before they came.
#[must_use]
pub fn takes_seat_on_arrival(client: &RoomClient, wants_seat: bool) -> bool {
    let is_free = client.state().is_some_and(|state| state.guest.is_none());
    !client.is_seated() && (client.is_host() || client.is_guest() || wants_seat && is_free)
}

#[cfg(test)]
mod tests {
    use yipan_wire::{RoomConfig, RoomPhase, ServerMessage};

    use super::*;

    fn player(id: &str) -> Player {
        Player { id: id.into(), name: id.to_uppercase(), level: None, rating: None, is_bot: false }
    }

    /// Creates the client of a user in a room of `ada`. A name in upper case has taken the seat.
    fn client(user: &str, host: &str, guest: &str, config: RoomConfig) -> RoomClient {
        let is_seated = |name: &str| name.chars().any(char::is_uppercase).then(|| "00".to_owned());
        let state = RoomState {
            room: "K4T7QX".into(),
            seq: 1,
            config,
            commitment: String::new(),
            host: player(&host.to_lowercase()),
            guest: (!guest.is_empty()).then(|| player(&guest.to_lowercase())),
            contributions: [is_seated(host), is_seated(guest)],
            phase: RoomPhase::Waiting,
            host_side: None,
            view: None,
            clocks: None,
            moves: Vec::new(),
            offers: Vec::new(),
            disconnected: Vec::new(),
            disconnected_since: [None; 2],
            chat: Vec::new(),
            game_end: None,
            berserked: Vec::new(),
            close_reason: None,
            rematch_room: None,
            conditional_moves: Vec::new(),
        };
        let mut client = RoomClient::new("K4T7QX".into(), "m".into());
        let welcome =
            ServerMessage::Welcome { version: 2, you: player(user), now: 0, claim_after: 0, restart: None };
        let _ = client.handle_message(welcome);
        let _ = client.handle_message(ServerMessage::State { state: Box::new(state) });
        client
    }

    fn config(public: bool, auto_start: bool) -> RoomConfig {
        RoomConfig { public, auto_start, ..RoomConfig::default_for("chess") }
    }

    #[test]
    fn every_user_of_a_waiting_room_has_one_thing_to_do() {
        let state =
            |user, host, guest, config| waiting_state(&client(user, host, guest, config)).expect("a state");
        assert_eq!(state("ada", "ADA", "", config(false, true)), WaitingState::HostInvites);
        assert_eq!(state("ada", "ADA", "", config(true, true)), WaitingState::HostSeeks);
        assert_eq!(state("ada", "ada", "", config(true, true)), WaitingState::MayJoin);
        assert_eq!(state("bob", "ADA", "", config(false, true)), WaitingState::MayJoin);
        assert_eq!(state("bob", "ADA", "bob", config(false, true)), WaitingState::MayJoin, "a rematch");
        assert_eq!(state("ada", "ADA", "bob", config(false, true)), WaitingState::OpponentAway);
        assert_eq!(state("bob", "ada", "BOB", config(false, true)), WaitingState::OpponentAway);
        assert_eq!(state("bob", "ADA", "BOB", config(false, true)), WaitingState::OpponentAway);
        assert_eq!(state("ada", "ADA", "BOB", config(false, false)), WaitingState::HostStarts);
        assert_eq!(state("bob", "ADA", "BOB", config(false, false)), WaitingState::HostDecides);
        assert_eq!(state("eve", "ADA", "bob", config(false, true)), WaitingState::Taken);
    }

    #[test]
    fn a_seat_is_taken_without_a_question_only_by_its_owner_or_by_a_user_who_asked() {
        let takes = |user, host, guest, wants| {
            takes_seat_on_arrival(&client(user, host, guest, config(false, true)), wants)
        };
        assert!(takes("ada", "ada", "", false) && !takes("ada", "ADA", "", false));
        assert!(!takes("bob", "ADA", "", false), "an invited friend is asked");
        assert!(takes("bob", "ADA", "", true));
        assert!(takes("bob", "ADA", "bob", false), "a rematch was agreed");
        assert!(!takes("eve", "ADA", "bob", true));
        assert_eq!(waiting_opponent(&client("bob", "ada", "", config(false, true))), Some(&player("ada")));
    }
}
