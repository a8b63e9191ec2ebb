//! Limits of addresses that are counted at their home, for all nodes together.

use std::net::IpAddr;
use std::time::Duration;

use super::remote_rooms::{RemoteRooms, SPEND_TIMEOUT};
use crate::cluster::message::request::{Answer, RequestBody, SocketCount};
use crate::cluster::node_id::NodeId;
use crate::cluster::slot::Slot;
use crate::cluster::slot_table::SlotOwner;
use crate::net::rate_limit::RetryAfter;
use crate::net::rate_limiters::address_key;

/// The attempts to tell the home of an address that a socket was closed.
const MAX_REPORTS: usize = 3;

/// A guess of a room code that another node has counted as wrong.
#[derive(Debug)]
pub(crate) struct RemoteGuess {
    rooms: RemoteRooms,
    home: NodeId,
    address: IpAddr,
}

impl RemoteGuess {
    /// Refunds the guess, because the code was right or the lookup failed.
    pub(crate) fn confirm(self) {
        tokio::spawn(async move {
            let refund = RequestBody::RefundGuess { address: self.address };
            // A refund that is lost costs the address a guess, which comes back with time.
            let _ = self.rooms.services.bus.request(&self.home, refund).await;
        });
    }
}

impl RemoteRooms {
    /// Takes a guess at the home of an address. Returns `None` if that is here or does not answer in time.
    pub(crate) async fn guess_code(&self, address: IpAddr) -> Option<Result<RemoteGuess, RetryAfter>> {
        let SlotOwner::Elsewhere { node: home, .. } = self.home(address) else { return None };
        match self.ask_in_time(&home, RequestBody::GuessCode { address }).await? {
            Answer::Spent { wait: None } => Some(Ok(RemoteGuess { rooms: self.clone(), home, address })),
            Answer::Spent { wait: Some(wait) } => Some(Err(RetryAfter(Duration::from_millis(wait)))),
            _ => None,
        }
    }

    /// Whether an address may have its sockets on this node, together with those on other nodes. If its home does not
    /// answer in time, it may.
    pub(crate) async fn may_have_sockets(&self, address: IpAddr, here: SocketCount, max: usize) -> bool {
        match self.home(address) {
            SlotOwner::Here { .. } => here.count + self.services.socket_counts.total(address) <= max,
            SlotOwner::Elsewhere { node, .. } => {
                let report = RequestBody::CountSockets { address, sockets: here };
                !matches!(self.ask_in_time(&node, report).await, Some(Answer::Refused { .. }))
            }
            SlotOwner::Unowned => true,
        }
    }

    /// Tells the home of an address that it has fewer sockets on this node.
    pub(crate) async fn report_closed_sockets(&self, address: IpAddr, here: SocketCount) {
        for _ in 0..MAX_REPORTS {
            let SlotOwner::Elsewhere { node, .. } = self.home(address) else { return };
            let report = RequestBody::CountSockets { address, sockets: here };
            if self.services.bus.request(&node, report).await.is_ok() {
                return;
            }
        }
    }

    fn home(&self, address: IpAddr) -> SlotOwner {
        self.services.bus.slots.owner(Slot::of(&address_key(address)))
    }

    /// Sends a request to a home. Returns `None` if it does not answer in time.
    async fn ask_in_time(&self, home: &NodeId, request: RequestBody) -> Option<Answer> {
        let asked = self.services.bus.request(home, request);
        tokio::time::timeout(SPEND_TIMEOUT, asked).await.ok()?.ok()
    }
}
