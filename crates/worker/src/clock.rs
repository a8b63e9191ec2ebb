use std::time::Duration;

use wasm_bindgen::JsCast;
use web_sys::WorkerGlobalScope;
use yipan_engine::SearchControl;

/// A clock that starts with the request. The page aborts a search by terminating the worker.
pub(crate) struct WorkerClock {
    start: f64,
}

impl WorkerClock {
    pub(crate) fn start() -> WorkerClock {
        WorkerClock { start: now() }
    }
}

fn now() -> f64 {
    let scope: WorkerGlobalScope = js_sys::global().unchecked_into();
    scope.performance().map_or(0.0, |clock| clock.now())
}

impl SearchControl for WorkerClock {
    fn elapsed(&self) -> Duration {
        Duration::from_secs_f64(((now() - self.start) / 1_000.0).max(0.0))
    }

    fn should_stop(&self) -> bool {
        false
    }
}
