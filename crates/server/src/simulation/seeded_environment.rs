//! The time and the randomness of a simulation, and the fault that is planted into it.

use std::cell::RefCell;
use std::marker::PhantomData;

use sha2::{Digest, Sha256};
use tokio::time::Instant;
use yipan_record::Bytes32;

use super::planted_fault::PlantedFault;

thread_local! {
    static ENVIRONMENT: RefCell<Option<Environment>> = const { RefCell::new(None) };
}

struct Environment {
    seed: u64,
    /// The number of random values that were drawn.
    drawn: u64,
    started: Instant,
    start_millis: u64,
    fault: Option<PlantedFault>,
}

/// A thread whose servers take time and randomness from a simulation, until this is dropped.
#[derive(Debug)]
pub struct SeededEnvironment {
    /// It belongs to the thread that has entered it.
    _thread: PhantomData<*const ()>,
}

impl SeededEnvironment {
    /// Makes this thread one of a simulation. Time is that of the Tokio runtime, which must be running on this thread and
    /// be paused; now it is `start_millis`, in Unix milliseconds.
    #[must_use]
    pub fn enter(seed: u64, start_millis: u64, fault: Option<PlantedFault>) -> SeededEnvironment {
        let environment = Environment { seed, drawn: 0, started: Instant::now(), start_millis, fault };
        ENVIRONMENT.with_borrow_mut(|current| *current = Some(environment));
        SeededEnvironment { _thread: PhantomData }
    }
}

impl Drop for SeededEnvironment {
    fn drop(&mut self) {
        ENVIRONMENT.with_borrow_mut(|current| *current = None);
    }
}

/// Whether this thread is one of a simulation.
pub(crate) fn is_active() -> bool {
    ENVIRONMENT.with_borrow(Option::is_some)
}

/// Whether this fault is planted.
pub(crate) fn has_fault(fault: PlantedFault) -> bool {
    ENVIRONMENT.with_borrow(|current| current.as_ref().is_some_and(|current| current.fault == Some(fault)))
}

/// Returns the next random bytes of the seed; `None` outside of a simulation.
pub(crate) fn random_bytes() -> Option<Bytes32> {
    ENVIRONMENT.with_borrow_mut(|current| {
        let environment = current.as_mut()?;
        environment.drawn += 1;
        let input = [environment.seed.to_be_bytes(), environment.drawn.to_be_bytes()].concat();
        Some(Bytes32(Sha256::digest(input).into()))
    })
}

/// Returns the simulated system time in Unix milliseconds; `None` outside of a simulation.
pub(crate) fn system_millis() -> Option<u64> {
    ENVIRONMENT.with_borrow(|current| {
        let environment = current.as_ref()?;
        let elapsed = u64::try_from(environment.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        Some(environment.start_millis.saturating_add(elapsed))
    })
}
