//! The engine in a web worker, so that it does not block the page.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};
use yipan_client::{LocalSetup, WorkerQuery, WorkerRequest, WorkerResponse};

/// The callback of a query, which may be called again after a partial response.
type OnResponse = Rc<RefCell<dyn FnMut(WorkerResponse)>>;

type PendingQueries = Rc<RefCell<HashMap<u32, OnResponse>>>;

/// The callback of a caller that waits for the engine to be loaded.
type OnLoaded = Rc<RefCell<Option<Box<dyn FnOnce()>>>>;

/// The message of `worker-boot.js` once the engine is loaded.
const LOADED: &str = "loaded";

/// A handle of the engine worker. Queries are answered in order. The worker ends with its last handle.
#[derive(Clone, Default)]
pub(crate) struct EngineWorker {
    worker: Rc<RefCell<Option<WorkerHandle>>>,
    pending: PendingQueries,
    on_loaded: OnLoaded,
    next_id: Rc<RefCell<u32>>,
}

impl EngineWorker {
    /// Loads the engine before the first query, and calls `on_loaded` when that has succeeded or failed.
    pub(crate) fn load(&self, on_loaded: impl FnOnce() + 'static) {
        if self.worker.borrow().is_some() {
            return on_loaded();
        }
        *self.on_loaded.borrow_mut() = Some(Box::new(on_loaded));
        self.start_once();
        if self.worker.borrow().is_none() {
            call_once(&self.on_loaded);
        }
    }

    fn start_once(&self) {
        let mut worker = self.worker.borrow_mut();
        if worker.is_none() {
            *worker = self.start();
        }
    }

    /// Sends a query about a game, which starts the worker if necessary. Only the last response counts.
    pub(crate) fn query(
        &self,
        setup: &LocalSetup,
        actions: &[String],
        query: WorkerQuery,
        on_response: impl FnOnce(WorkerResponse) + 'static,
    ) {
        let mut on_response = Some(on_response);
        self.query_with_progress(setup, actions, query, move |response: WorkerResponse| {
            if response.is_partial {
                return;
            }
            if let Some(on_response) = on_response.take() {
                on_response(response);
            }
        });
    }

    /// Sends a query that has partial responses before the last one.
    pub(crate) fn query_with_progress(
        &self,
        setup: &LocalSetup,
        actions: &[String],
        query: WorkerQuery,
        mut on_response: impl FnMut(WorkerResponse) + 'static,
    ) {
        let id = {
            let mut next = self.next_id.borrow_mut();
            *next += 1;
            *next
        };
        let request = WorkerRequest { id, setup: setup.clone(), actions: actions.to_vec(), query };
        let Ok(text) = serde_json::to_string(&request) else { return };
        self.start_once();
        let worker = self.worker.borrow();
        let Some(running) = &*worker else {
            drop(worker);
            return on_response(WorkerResponse { id, failed: true, ..WorkerResponse::default() });
        };
        self.pending.borrow_mut().insert(id, Rc::new(RefCell::new(on_response)));
        let _ = running.worker.post_message(&text.into());
    }

    /// Cancels all queries by ending the worker.
    pub(crate) fn cancel(&self) {
        if !self.pending.borrow().is_empty() {
            self.pending.borrow_mut().clear();
            self.worker.borrow_mut().take();
        }
    }

    fn start(&self) -> Option<WorkerHandle> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options("/worker-boot.js", &options).ok()?;
        let (pending, on_loaded) = (Rc::clone(&self.pending), Rc::clone(&self.on_loaded));
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let Some(text) = event.data().as_string() else { return };
            if text == LOADED {
                return call_once(&on_loaded);
            }
            let Ok(response) = serde_json::from_str::<WorkerResponse>(&text) else { return };
            let callback = if response.is_partial {
                pending.borrow().get(&response.id).cloned()
            } else {
                pending.borrow_mut().remove(&response.id)
            };
            if let Some(callback) = callback {
                (*callback.borrow_mut())(response);
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        let (pending, running) = (Rc::clone(&self.pending), Rc::downgrade(&self.worker));
        let on_loaded = Rc::clone(&self.on_loaded);
        let on_error = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            event.prevent_default();
            let (pending, running, on_loaded) = (Rc::clone(&pending), running.clone(), Rc::clone(&on_loaded));
            // A callback may send a new query, so the worker is dropped before. It cannot be dropped in its own handler.
            spawn_local(async move {
                if let Some(running) = running.upgrade() {
                    running.borrow_mut().take();
                }
                let failed_queries = std::mem::take(&mut *pending.borrow_mut());
                for (id, callback) in failed_queries {
                    let failure = WorkerResponse { id, failed: true, ..WorkerResponse::default() };
                    (*callback.borrow_mut())(failure);
                }
                call_once(&on_loaded);
            });
        });
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Some(WorkerHandle { worker, _on_message: on_message, _on_error: on_error })
    }
}

fn call_once(callback: &OnLoaded) {
    let callback = callback.borrow_mut().take();
    if let Some(callback) = callback {
        callback();
    }
}

/// A worker with its handlers. Dropping it terminates the worker.
struct WorkerHandle {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(Event)>,
}

impl Drop for WorkerHandle {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}
