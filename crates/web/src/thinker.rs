//! The computer, in a worker of its own, so that the page never waits for it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};
use yipan_board::{Answer, Ask, Opening, Question};

type Waiting = Rc<RefCell<HashMap<u32, Box<dyn FnOnce(Answer)>>>>;

/// Somebody to ask. Questions are answered in their order. When nobody holds it any more, its worker ends.
#[derive(Clone, Default)]
pub(crate) struct Thinker {
    worker: Rc<RefCell<Option<Running>>>,
    waiting: Waiting,
    next: Rc<RefCell<u32>>,
}

impl Thinker {
    /// Asks about a game; the worker is started when it is first needed.
    pub(crate) fn ask(
        &self,
        opening: &Opening,
        acts: &[String],
        question: Question,
        answer: impl FnOnce(Answer) + 'static,
    ) {
        let id = {
            let mut next = self.next.borrow_mut();
            *next += 1;
            *next
        };
        let ask = Ask { id, opening: opening.clone(), acts: acts.to_vec(), question };
        let Ok(text) = serde_json::to_string(&ask) else { return };
        let mut worker = self.worker.borrow_mut();
        if worker.is_none() {
            *worker = self.start();
        }
        let Some(running) = &*worker else {
            drop(worker);
            return answer(Answer { id, failed: true, ..Answer::default() });
        };
        self.waiting.borrow_mut().insert(id, Box::new(answer));
        let _ = running.worker.post_message(&text.into());
    }

    /// Forgets everything that was asked, at once.
    pub(crate) fn stop(&self) {
        if !self.waiting.borrow().is_empty() {
            self.waiting.borrow_mut().clear();
            self.worker.borrow_mut().take();
        }
    }

    fn start(&self) -> Option<Running> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options("/worker-boot.js", &options).ok()?;
        let waiting = Rc::clone(&self.waiting);
        let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let Some(answer) =
                event.data().as_string().and_then(|text| serde_json::from_str::<Answer>(&text).ok())
            else {
                return;
            };
            let call = waiting.borrow_mut().remove(&answer.id);
            if let Some(call) = call {
                call(answer);
            }
        });
        worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        let (waiting, running) = (Rc::clone(&self.waiting), Rc::downgrade(&self.worker));
        let broke = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            event.prevent_default();
            let (waiting, running) = (Rc::clone(&waiting), running.clone());
            // Whoever hears of it may ask again, so this one must be gone by then; it cannot be while it speaks.
            spawn_local(async move {
                if let Some(running) = running.upgrade() {
                    running.borrow_mut().take();
                }
                let asked = std::mem::take(&mut *waiting.borrow_mut());
                for (id, call) in asked {
                    call(Answer { id, failed: true, ..Answer::default() });
                }
            });
        });
        worker.set_onerror(Some(broke.as_ref().unchecked_ref()));
        Some(Running { worker, _heard: heard, _broke: broke })
    }
}

/// A worker and what hears it. It ends when it is dropped, whether it thinks or not.
struct Running {
    worker: Worker,
    _heard: Closure<dyn FnMut(MessageEvent)>,
    _broke: Closure<dyn FnMut(Event)>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}
