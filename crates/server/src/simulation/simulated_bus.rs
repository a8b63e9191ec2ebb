use std::sync::Arc;
use std::time::Duration;

use crate::cluster::bus::memory::{Fate, MemoryBus};
use crate::cluster::bus::transport::{BusMessage, Transport};

/// The bus between simulated nodes. Each process has an endpoint with a name of its own.
#[derive(Clone, Debug, Default)]
pub struct SimulatedBus(MemoryBus);

/// The fate of a message on its way to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageFate {
    /// It arrives once.
    Delivered,
    /// It is lost.
    Lost,
    /// It arrives twice.
    Duplicated,
}

impl SimulatedBus {
    /// Returns the endpoint of a process.
    pub(super) fn endpoint(&self, name: &str) -> Arc<dyn Transport> {
        self.0.endpoint(name)
    }

    /// Decides the fate of each message.
    pub fn set_fates(&self, mut decide: impl FnMut() -> MessageFate + Send + 'static) {
        self.0.set_fate(move |_| match decide() {
            MessageFate::Delivered => Fate::Deliver,
            MessageFate::Lost => Fate::Lose,
            MessageFate::Duplicated => Fate::Duplicate,
        });
    }

    /// Decides how long each message takes. Those of one subject stay in order.
    pub fn set_delays(&self, mut decide: impl FnMut() -> Duration + Send + 'static) {
        self.0.set_delays(move |_| decide());
    }

    /// Shows a function the bytes of each message.
    pub fn observe(&self, mut observe: impl FnMut(&[u8]) + Send + 'static) {
        self.0.observe(move |message: &BusMessage| observe(&message.payload));
    }

    /// Cuts an endpoint off from all others, or connects it again.
    pub fn set_cut(&self, endpoint: &str, is_cut: bool) {
        self.0.set_cut(endpoint, is_cut);
    }

    /// Lets two endpoints reach each other or not.
    pub fn set_partitioned(&self, endpoints: [&str; 2], is_partitioned: bool) {
        self.0.set_partitioned(endpoints, is_partitioned);
    }

    /// Ends the process of an endpoint: nothing that it still does reaches the bus.
    pub fn kill(&self, endpoint: &str) {
        self.0.kill(endpoint);
    }
}
