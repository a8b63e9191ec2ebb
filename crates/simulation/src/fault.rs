use std::time::Duration;

use yipan_server::StoreError;

use crate::rng::Rng;
use crate::service::Service;
use crate::store::StoreLink;
use crate::world::World;

/// A fault that the simulation injects.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    kind: FaultKind,
    length: Duration,
}

#[derive(Clone, Copy, Debug)]
enum FaultKind {
    /// A process is killed and started again.
    Crash {
        node: usize,
    },
    CrashOfAll,
    /// A process is shut down as an operator does, and started again.
    Restart {
        node: usize,
    },
    DiskOutage {
        is_unreadable: bool,
    },
    SlowDisk,
    /// The connections of all users are cut.
    CutUsers,
    CutStore {
        node: usize,
        link: StoreLink,
    },
    CutBus {
        node: usize,
    },
    CutPair {
        nodes: [usize; 2],
    },
    LossyBus,
}

impl Fault {
    /// Chooses a fault of a service with this many nodes.
    pub(crate) fn random(nodes: usize, rng: &mut Rng) -> Fault {
        let millis =
            if rng.is_within_percent(30) { rng.between(20, 2_000) } else { rng.between(2_000, 60_000) };
        let length = Duration::from_millis(millis);
        let node = rng.below(nodes as u64) as usize;
        let kind = match rng.below(if nodes == 1 { 8 } else { 16 }) {
            0..=2 => FaultKind::Crash { node },
            3 | 8 => FaultKind::Restart { node },
            4 | 5 => FaultKind::DiskOutage { is_unreadable: rng.is_within_percent(30) },
            6 => FaultKind::SlowDisk,
            7 => FaultKind::CutUsers,
            9..=11 => {
                let is_request = rng.is_within_percent(60);
                let link = if is_request { StoreLink::NoRequests } else { StoreLink::NoReplies };
                FaultKind::CutStore { node, link }
            }
            12 => FaultKind::CutBus { node },
            13 => {
                let other = (node + 1 + rng.below(nodes as u64 - 1) as usize) % nodes;
                FaultKind::CutPair { nodes: [node, other] }
            }
            14 => FaultKind::LossyBus,
            _ => FaultKind::CrashOfAll,
        };
        Fault { kind, length }
    }

    pub(crate) const fn length(self) -> Duration {
        self.length
    }

    /// Injects the fault. Most are over when this returns; cuts between nodes pass beside the next ones.
    pub(crate) async fn inject(self, world: &World, service: &mut Service) -> Result<(), StoreError> {
        let Fault { kind, length } = self;
        match kind {
            FaultKind::Crash { node } => service.crash(node, length).await,
            FaultKind::CrashOfAll => service.crash_all(length).await,
            FaultKind::Restart { node } => return service.restart(node, length).await,
            FaultKind::DiskOutage { is_unreadable } => world.fail_disk(length, is_unreadable).await,
            FaultKind::SlowDisk => world.slow_disk(length).await,
            FaultKind::CutUsers => world.cut_network(),
            FaultKind::CutStore { node, link } => service.cut_store(node, link, length),
            FaultKind::CutBus { node } => service.cut_bus(node, length),
            FaultKind::CutPair { nodes } => service.cut_pair(nodes, length),
            FaultKind::LossyBus => service.lose_messages(length).await,
        }
        Ok(())
    }
}
