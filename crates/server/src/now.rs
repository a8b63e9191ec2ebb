use std::time::{Instant, SystemTime, UNIX_EPOCH};

use yipan_record::Millis;

/// The hall's clock: the date when it started, and how long it has run since. It never goes back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Now {
    began: Instant,
    date: u64,
}

impl Now {
    pub(crate) fn start() -> Now {
        let date = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
        Now { began: Instant::now(), date: u64::try_from(date).unwrap_or(0) }
    }

    /// Returns the time at a moment that has passed.
    pub(crate) fn at(&self, moment: Instant) -> Millis {
        self.millis() - Millis(u64::try_from(moment.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    pub(crate) fn millis(&self) -> Millis {
        Millis(self.date + u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX / 2))
    }
}
