//! The engine in a web worker, so that it does not block the page.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};
use yipan_client::{LocalSetup, WorkerQuery, WorkerRequest, WorkerResponse};

type PendingQueries = Rc<RefCell<HashMap<u32, Box<dyn FnOnce(WorkerResponse)>>>>;

/// A handle of the engine worker. Queries are answered in order. The worker ends with its last handle.
#[derive(Clone, Default)]
pub(crate) struct EngineWorker {
    worker: Rc<RefCell<Option<WorkerHandle>>>,
    pending: PendingQueries,
    next_id: Rc<RefCell<u32>>,
}

impl EngineWorker {
    /// Sends a query about a game. The first query starts the worker.
    pub(crate) fn query(
        &self,
        setup: &LocalSetup,
        actions: &[String],
        query: WorkerQuery,
        on_response: impl FnOnce(WorkerResponse) + 'static,
    ) {
        let id = {
            let mut next = self.next_id.borrow_mut();
            *next += 1;
            *next
        };
        let request = WorkerRequest { id, setup: setup.clone(), actions: actions.to_vec(), query };
        let Ok(text) = serde_json::to_string(&request) else { return };
        let mut worker = self.worker.borrow_mut();
        if worker.is_none() {
            *worker = self.start();
        }
        let Some(running) = &*worker else {
            drop(worker);
            return on_response(WorkerResponse { id, failed: true, ..WorkerResponse::default() });
        };
        self.pending.borrow_mut().insert(id, Box::new(on_response));
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
        let pending = Rc::clone(&self.pending);
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let Some(response) =
                event.data().as_string().and_then(|text| serde_json::from_str::<WorkerResponse>(&text).ok())
            else {
                return;
            };
            let callback = pending.borrow_mut().remove(&response.id);
            if let Some(callback) = callback {
                callback(response);
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        let (pending, running) = (Rc::clone(&self.pending), Rc::downgrade(&self.worker));
        let on_error = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            event.prevent_default();
            let (pending, running) = (Rc::clone(&pending), running.clone());
            // A callback may send a new query, so the worker is dropped before. It cannot be dropped in its own handler.
            spawn_local(async move {
                if let Some(running) = running.upgrade() {
                    running.borrow_mut().take();
                }
                let failed_queries = std::mem::take(&mut *pending.borrow_mut());
                for (id, callback) in failed_queries {
                    callback(WorkerResponse { id, failed: true, ..WorkerResponse::default() });
                }
            });
        });
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Some(WorkerHandle { worker, _on_message: on_message, _on_error: on_error })
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
