use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A broken invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The invariant, as a short name.
    pub invariant: &'static str,
    /// The room, if it is about one.
    pub room: Option<String>,
    /// The values that contradict it.
    pub detail: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.invariant)?;
        if let Some(room) = &self.room {
            write!(f, "room {room}: ")?;
        }
        f.write_str(&self.detail)
    }
}

/// The first violation of a run, after which it ends. Clones are one.
#[derive(Clone, Debug, Default)]
pub(crate) struct FirstViolation(Arc<Mutex<Option<Violation>>>);

impl FirstViolation {
    /// Records a violation in a room, unless there was one before.
    pub(crate) fn in_room(&self, invariant: &'static str, room: &str, detail: String) {
        self.record(Violation { invariant, room: Some(room.to_owned()), detail });
    }

    /// Records a violation of the whole service, unless there was one before.
    pub(crate) fn in_service(&self, invariant: &'static str, detail: String) {
        self.record(Violation { invariant, room: None, detail });
    }

    fn record(&self, violation: Violation) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(violation);
    }

    pub(crate) fn get(&self) -> Option<Violation> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
