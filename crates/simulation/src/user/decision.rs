//! The next command of a user in a room, from what they see of it.

use yipan_core::Side;
use yipan_wire::{Claim, Command, Offer, RoomPhase, RoomState};

use crate::rng::Rng;

/// The act of a user at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    Send(Command),
    /// The user loses their connection.
    Disconnect,
    /// The user closes the room.
    Leave,
    Wait,
}

/// Decides what a user does next.
pub(super) fn decide(user_id: &str, state: &RoomState, rng: &mut Rng) -> Decision {
    if rng.is_within_percent(3) {
        return Decision::Disconnect;
    }
    if rng.is_within_percent(4) && state.config.chat {
        return Decision::Send(Command::Chat { text: format!("message {}", rng.below(1_000)) });
    }
    let is_host = state.host.id == user_id;
    let is_guest = state.guest.as_ref().is_some_and(|guest| guest.id == user_id);
    let command = match state.phase {
        RoomPhase::Waiting => decide_waiting(state, is_host, is_guest, rng),
        RoomPhase::Playing => match side_of(state, is_host, is_guest) {
            Some(side) => decide_playing(state, side, rng),
            None => None,
        },
        RoomPhase::Over if rng.is_within_percent(40) => return Decision::Leave,
        RoomPhase::Over => (is_host || is_guest).then_some(Command::Offer { offer: Offer::Rematch }),
    };
    if command.is_none() && rng.is_within_percent(2) {
        return Decision::Leave;
    }
    command.map_or(Decision::Wait, Decision::Send)
}

fn side_of(state: &RoomState, is_host: bool, is_guest: bool) -> Option<Side> {
    let host_side = state.host_side?;
    if is_host { Some(host_side) } else { is_guest.then(|| host_side.other()) }
}

fn decide_waiting(state: &RoomState, is_host: bool, is_guest: bool, rng: &mut Rng) -> Option<Command> {
    let [host_seated, guest_seated] = [0, 1].map(|index| state.contributions[index].is_some());
    if is_host && !host_seated || is_guest && !guest_seated || !is_host && state.guest.is_none() {
        return Some(Command::Sit { contribution: rng.hex_bytes() });
    }
    if rng.is_within_percent(1) && (is_host || is_guest) {
        return Some(Command::Leave);
    }
    (is_host && host_seated && guest_seated).then_some(Command::Start)
}

fn decide_playing(state: &RoomState, side: Side, rng: &mut Rng) -> Option<Command> {
    let opponent_offer = state.offers.iter().find(|(by, _)| *by != side).map(|(_, offer)| *offer);
    if let Some(offer) = opponent_offer.filter(|_| rng.is_within_percent(40)) {
        let is_accepted = rng.is_within_percent(30);
        return Some(if is_accepted { Command::Accept { offer } } else { Command::Decline { offer } });
    }
    match rng.below(200) {
        0 => return Some(Command::Resign),
        1 => return Some(Command::Abort),
        2..=5 => return Some(Command::Offer { offer: Offer::Draw }),
        6..=9 => return Some(Command::Offer { offer: Offer::Takeback }),
        10..=22 => return Some(Command::Play { action: random_squares(rng) }),
        _ => {}
    }
    if state.disconnected.contains(&side.other()) && rng.is_within_percent(15) {
        return Some(Command::Claim { claim: Claim::Win });
    }
    let view = state.view.as_ref().filter(|view| view.turn == Some(side))?;
    rng.choose(&view.actions).map(|action| Command::Play { action: action.clone() })
}

/// Returns a move that is most likely illegal.
fn random_squares(rng: &mut Rng) -> String {
    let mut square = || {
        let file = char::from(b'a' + rng.below(8) as u8);
        format!("{file}{}", rng.between(1, 8))
    };
    square() + &square()
}
