//! Nodes with faults over a model of the database, in memory and without real time.

use std::collections::BTreeMap;
use std::time::Duration;

use proptest::prelude::*;
use tokio::time::Instant;

use super::membership::Membership;
use super::node_id::NodeId;
use super::node_row::{ClusterRows, NodeRow, NodeState, SlotRow};
use super::slot::Slot;

const SLOTS: usize = 24;
const NODES: usize = 4;
const STEP: u64 = 50;
const BEAT_EVERY: u64 = 500;
const LOOK_EVERY: u64 = 250;
const LEASE: u64 = 2_500;
/// The bound within which all slots are owned again after the last fault: a node is suspect after 3 s, a group is left
/// after 3 s, and what a node that does not act was due is claimed a second later. The rest is for the looks in between.
const RECOVERY: u64 = 9_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// The process does not run.
    Stop,
    /// The database cannot be reached.
    CutStore,
    /// The database executes statements, but its answers are lost.
    CutAnswers,
    CutBus,
    Drain,
}

#[derive(Clone, Debug)]
struct Injected {
    node: usize,
    fault: Fault,
    from: u64,
    length: u64,
}

#[derive(Default)]
struct Database {
    /// The nodes that live or drain, and the time when they joined.
    nodes: BTreeMap<NodeId, (NodeRow, u64)>,
    slots: Vec<SlotRow>,
}

impl Database {
    fn rows(&self, now: u64) -> ClusterRows {
        let aged = |(row, joined): &(NodeRow, u64)| NodeRow { age_ms: now - joined, ..row.clone() };
        ClusterRows { nodes: self.nodes.values().map(aged).collect(), slots: self.slots.clone() }
    }

    fn is_alive(&self, id: &NodeId) -> bool {
        self.nodes.contains_key(id)
    }
}

struct Node {
    id: NodeId,
    membership: Membership,
    /// The epochs of the slots that it takes for its own.
    own: Vec<Option<u64>>,
    lease_until: u64,
    next_beat: u64,
    next_look: u64,
    heard: [u64; NODES],
    /// Whether it hands over its slots, as of its last beat.
    is_draining: bool,
}

struct Simulation {
    now: u64,
    base: Instant,
    database: Database,
    nodes: Vec<Node>,
    faults: Vec<Injected>,
    joins: u32,
}

impl Simulation {
    fn new(faults: Vec<Injected>) -> Simulation {
        let slots = vec![SlotRow::default(); SLOTS];
        let database = Database { slots, ..Database::default() };
        let (now, base) = (0, Instant::now());
        let mut simulation = Simulation { now, base, database, nodes: Vec::new(), faults, joins: 0 };
        for index in 0..NODES {
            let node = simulation.join(index, false);
            simulation.nodes.push(node);
        }
        simulation
    }

    fn has(&self, node: usize, fault: Fault) -> bool {
        let is_on =
            |injected: &Injected| (injected.from..injected.from + injected.length).contains(&self.now);
        self.faults.iter().any(|injected| injected.node == node && injected.fault == fault && is_on(injected))
    }

    /// Registers a node under a new id. One that drains stays empty.
    fn join(&mut self, index: usize, is_draining: bool) -> Node {
        self.joins += 1;
        let id = NodeId::parse(&format!("n{index}-{}", self.joins)).expect("an id");
        let (beat, hears, age_ms) = (0, Vec::new(), 0);
        let state = if is_draining { NodeState::Draining } else { NodeState::Live };
        let row = NodeRow { id: id.clone(), state, beat, hears, age_ms };
        self.database.nodes.insert(id.clone(), (row, self.now));
        let (next_beat, next_look) = (self.now, self.now);
        let membership = Membership::new(id.clone());
        Node {
            id,
            membership,
            own: vec![None; SLOTS],
            lease_until: 0,
            next_beat,
            next_look,
            heard: [0; NODES],
            is_draining,
        }
    }

    fn step(&mut self) {
        self.now += STEP;
        for index in 0..NODES {
            for other in 0..NODES {
                let is_heard = [index, other]
                    .iter()
                    .all(|&node| !self.has(node, Fault::CutBus) && !self.has(node, Fault::Stop));
                if is_heard {
                    self.nodes[index].heard[other] = self.now;
                }
            }
            if self.has(index, Fault::Stop) {
                continue;
            }
            if self.nodes[index].next_beat <= self.now {
                self.nodes[index].next_beat = self.now + BEAT_EVERY;
                self.beat(index);
            }
            if self.nodes[index].next_look <= self.now {
                self.nodes[index].next_look = self.now + LOOK_EVERY;
                self.look(index);
            }
            self.check();
        }
    }

    fn beat(&mut self, index: usize) {
        if self.has(index, Fault::CutStore) {
            return;
        }
        let is_answered = !self.has(index, Fault::CutAnswers);
        let heard = |other: &usize| *other != index && self.now - self.nodes[index].heard[*other] < 2_000;
        let hears = (0..NODES).filter(heard).map(|other| self.nodes[other].id.clone()).collect();
        let state = if self.has(index, Fault::Drain) { NodeState::Draining } else { NodeState::Live };
        match self.database.nodes.get_mut(&self.nodes[index].id) {
            Some((row, _)) => {
                (row.beat, row.hears, row.state) = (row.beat + 1, hears, state);
                if is_answered {
                    self.nodes[index].lease_until = self.now + LEASE;
                    self.nodes[index].is_draining = state == NodeState::Draining;
                }
            }
            None if is_answered => self.nodes[index] = self.join(index, self.nodes[index].is_draining),
            None => {}
        }
    }

    fn look(&mut self, index: usize) {
        let is_answered = !self.has(index, Fault::CutAnswers);
        if self.has(index, Fault::CutStore) || !is_answered {
            return;
        }
        let (rows, now) = (self.database.rows(self.now), self.base + Duration::from_millis(self.now));
        let node = &mut self.nodes[index];
        for (own, row) in node.own.iter_mut().zip(&rows.slots) {
            *own = (row.owner.as_ref() == Some(&node.id)).then_some(row.epoch);
        }
        let decisions = node.membership.look(now, &rows);
        for (id, beat) in &decisions.fence {
            if self.database.nodes.get(id).is_some_and(|(row, _)| row.beat == *beat) {
                self.database.nodes.remove(id);
            }
        }
        for slot in decisions.hand_over {
            self.nodes[index].own[slot.index()] = None;
            let row = &mut self.database.slots[slot.index()];
            if row.owner.as_ref() == Some(&self.nodes[index].id) {
                row.owner = None;
            }
        }
        self.check();
        for (slot, epoch) in decisions.claim {
            self.claim(index, slot, epoch);
        }
    }

    fn claim(&mut self, index: usize, slot: Slot, epoch: u64) {
        let id = self.nodes[index].id.clone();
        let row = &self.database.slots[slot.index()];
        let is_free = row.owner.as_ref().is_none_or(|owner| !self.database.is_alive(owner));
        let is_live = self.database.nodes.get(&id).is_some_and(|(row, _)| row.state == NodeState::Live);
        if row.epoch == epoch && is_free && is_live {
            let row = &mut self.database.slots[slot.index()];
            (row.owner, row.epoch) = (Some(id), epoch + 1);
            self.nodes[index].own[slot.index()] = Some(epoch + 1);
        }
    }

    /// Returns the nodes that may append to a slot, and those that speak as its owner.
    fn owners(&self, slot: usize) -> (usize, usize) {
        let row = &self.database.slots[slot];
        let may_append = |node: &&Node| row.owner.is_some() && node.own[slot] == Some(row.epoch);
        let speaks = |node: &&Node| node.own[slot].is_some() && node.lease_until > self.now;
        (self.nodes.iter().filter(may_append).count(), self.nodes.iter().filter(speaks).count())
    }

    fn check(&self) {
        for slot in 0..SLOTS {
            let (may_append, speak) = self.owners(slot);
            assert!(may_append <= 1 && speak <= 1, "slot {slot} at {}: {may_append} {speak}", self.now);
        }
    }

    fn run_until(&mut self, end: u64) {
        while self.now < end {
            self.step();
        }
    }

    fn owned_slots(&self) -> usize {
        (0..SLOTS).filter(|slot| self.owners(*slot) == (1, 1)).count()
    }
}

fn fault() -> impl Strategy<Value = Injected> {
    let kinds = prop::sample::select(vec![
        Fault::Stop,
        Fault::CutStore,
        Fault::CutAnswers,
        Fault::CutBus,
        Fault::Drain,
    ]);
    (0..NODES, kinds, 0..20_000_u64, 100..9_000_u64).prop_map(|(node, fault, from, length)| Injected {
        node,
        fault,
        from,
        length,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn no_slot_has_two_owners_and_all_are_owned_again(faults in prop::collection::vec(fault(), 0..10)) {
        let mut simulation = Simulation::new(faults.clone());
        let last = faults.iter().map(|fault| fault.from + fault.length).max().unwrap_or(0);
        simulation.run_until(last + RECOVERY);
        prop_assert_eq!(simulation.owned_slots(), SLOTS);
    }

    #[test]
    fn what_a_dead_node_owned_is_owned_again_within_5_seconds(node in 0..NODES, at in 8_000..12_000_u64) {
        let stop = Injected { node, fault: Fault::Stop, from: at, length: u64::MAX / 2 };
        let mut simulation = Simulation::new(vec![stop]);
        simulation.run_until(at);
        prop_assert_eq!(simulation.owned_slots(), SLOTS);
        simulation.run_until(at + 5_000);
        let dead = &simulation.nodes[node].id;
        let is_owned = |row: &SlotRow| row.owner.as_ref().is_some_and(|owner| owner != dead);
        prop_assert!(simulation.database.slots.iter().all(is_owned));
        prop_assert_eq!(simulation.owned_slots(), SLOTS);
    }
}

#[test]
fn a_database_that_was_away_makes_no_node_suspect() {
    let away = |node| Injected { node, fault: Fault::CutStore, from: 10_000, length: 8_000 };
    let mut simulation = Simulation::new((0..NODES).map(away).collect());
    simulation.run_until(10_000);
    let before: Vec<_> = simulation.nodes.iter().map(|node| node.id.clone()).collect();
    let slots = simulation.database.slots.clone();
    simulation.run_until(25_000);
    let after: Vec<_> = simulation.nodes.iter().map(|node| node.id.clone()).collect();
    assert_eq!((after, &simulation.database.slots), (before, &slots));
}

#[test]
fn a_bus_that_is_down_moves_nothing() {
    let down = |node| Injected { node, fault: Fault::CutBus, from: 10_000, length: 8_000 };
    let mut simulation = Simulation::new((0..NODES).map(down).collect());
    simulation.run_until(10_000);
    let slots = simulation.database.slots.clone();
    simulation.run_until(25_000);
    assert_eq!(simulation.database.slots, slots);
}

#[test]
fn a_node_that_the_others_do_not_hear_gives_up_its_slots() {
    let cut = Injected { node: 1, fault: Fault::CutBus, from: 10_000, length: 8_000 };
    let mut simulation = Simulation::new(vec![cut]);
    simulation.run_until(10_000);
    let own = |simulation: &Simulation| simulation.nodes[1].own.iter().flatten().count();
    assert!(own(&simulation) > 0);
    simulation.run_until(15_000);
    assert_eq!((own(&simulation), simulation.owned_slots()), (0, SLOTS));
    simulation.run_until(30_000);
    assert!(own(&simulation) > 0, "its share comes back");
}

#[test]
fn a_node_that_drains_hands_everything_over_and_newcomers_get_their_share() {
    let drain = Injected { node: 2, fault: Fault::Drain, from: 10_000, length: 10_000 };
    let mut simulation = Simulation::new(vec![drain]);
    simulation.run_until(10_000);
    let own = |simulation: &Simulation| simulation.nodes[2].own.iter().flatten().count();
    let share = own(&simulation);
    assert!(share > 0);
    simulation.run_until(14_000);
    assert_eq!((own(&simulation), simulation.owned_slots()), (0, SLOTS));
    simulation.run_until(30_000);
    assert_eq!((own(&simulation), simulation.owned_slots()), (share, SLOTS));
}

#[test]
fn a_node_that_drains_and_was_fenced_stays_empty() {
    let fault = |fault, from, length| Injected { node: 2, fault, from, length };
    let faults = vec![fault(Fault::Drain, 10_000, 20_000), fault(Fault::CutStore, 14_000, 5_000)];
    let mut simulation = Simulation::new(faults);
    simulation.run_until(14_000);
    let before = simulation.nodes[2].id.clone();
    while simulation.now < 29_000 {
        simulation.step();
        assert!(simulation.nodes[2].own.iter().all(Option::is_none), "at {}", simulation.now);
    }
    assert_ne!(simulation.nodes[2].id, before, "it was fenced");
    assert_eq!(simulation.owned_slots(), SLOTS);
}
