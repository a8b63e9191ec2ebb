//! The serialized frames of a room, for clients that ask for what they have missed.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::Instant;
use yipan_table::Eye;

use crate::room::Ring;

/// How long frames are kept after their last use.
const KEEP: Duration = Duration::from_secs(30);

/// The most bytes that all rooms keep. Frames beyond are sent to those who wait for them and dropped.
const MAX_KEPT: usize = 128 << 20;

/// The frames of each viewer from some number on, while clients ask for them.
pub(crate) struct ReplayCache {
    viewers: [Viewer; 3],
    kept: Arc<AtomicUsize>,
}

#[derive(Default)]
struct Viewer {
    frames: Option<Frames>,
    build: Option<Build>,
}

/// Frames without a gap up to the last one.
struct Frames {
    from: u64,
    messages: Vec<Arc<str>>,
    bytes: usize,
    used: Instant,
    kept: Arc<AtomicUsize>,
}

/// Frames that are being made on another thread.
struct Build {
    from: u64,
    /// Whether the log has been replaced since it began.
    is_stale: bool,
    /// Frames that were published meanwhile.
    published: Vec<Arc<str>>,
    /// What sockets have asked for since they began to wait, in order.
    deferred: Vec<Ring>,
}

impl ReplayCache {
    /// A room's cache; `kept` counts the bytes of all rooms.
    pub(crate) fn new(kept: Arc<AtomicUsize>) -> ReplayCache {
        ReplayCache { viewers: Default::default(), kept }
    }

    fn viewer(&mut self, eye: Eye) -> &mut Viewer {
        &mut self.viewers[match eye {
            Eye::Seat(seat) => seat.index(),
            Eye::Guest => 2,
        }]
    }

    /// Returns the frames from a number on, if they are kept.
    pub(crate) fn get(&mut self, eye: Eye, from: u64) -> Option<Vec<Arc<str>>> {
        let frames = self.viewer(eye).frames.as_mut()?;
        let skipped = usize::try_from(from.checked_sub(frames.from)?).ok()?;
        let messages = frames.messages.get(skipped..)?.to_vec();
        frames.used = Instant::now();
        Some(messages)
    }

    /// Lets a request wait for frames that are not kept. Returns the number to build them from, unless they are being built.
    pub(crate) fn wait(&mut self, eye: Eye, from: u64, request: Ring) -> Option<u64> {
        let viewer = self.viewer(eye);
        if let Some(build) = &mut viewer.build {
            build.deferred.push(request);
            return None;
        }
        // Who asks for ever earlier ones makes us build them twice and no more.
        let from = if viewer.frames.is_some() { 0 } else { from };
        viewer.build = Some(Build { from, is_stale: false, published: Vec::new(), deferred: vec![request] });
        Some(from)
    }

    /// Keeps what a socket asks for behind what it waits for; gives the request back if it waits for nothing.
    pub(crate) fn defer(&mut self, request: Ring) -> Option<Ring> {
        let Some(socket) = request.socket() else { return Some(request) };
        let waits = |build: &&mut Build| build.deferred.iter().any(|ring| ring.socket() == Some(socket));
        match self.viewers.iter_mut().filter_map(|viewer| viewer.build.as_mut()).find(waits) {
            Some(build) => {
                build.deferred.push(request);
                None
            }
            None => Some(request),
        }
    }

    /// Takes frames that were built, and returns the requests that can go on. Without frames these are what cannot be answered.
    pub(crate) fn complete(&mut self, eye: Eye, built: Option<Vec<Arc<str>>>) -> Vec<Ring> {
        let kept = Arc::clone(&self.kept);
        let viewer = self.viewer(eye);
        let Some(Build { from, is_stale, published, deferred }) = viewer.build.take() else {
            return Vec::new();
        };
        if let Some(mut messages) = built.filter(|_| !is_stale) {
            messages.extend(published);
            viewer.frames = Some(Frames::new(from, messages, kept));
        }
        deferred
    }

    /// Drops every frame, because the room's log was replaced.
    pub(crate) fn clear(&mut self) {
        for viewer in &mut self.viewers {
            viewer.frames = None;
            viewer.build.iter_mut().for_each(|build| build.is_stale = true);
        }
    }

    /// Returns whether the frames of a viewer are kept or built, so that new ones must be pushed.
    pub(crate) fn follows(&mut self, eye: Eye) -> bool {
        let viewer = self.viewer(eye);
        viewer.frames.is_some() || viewer.build.is_some()
    }

    /// Adds a frame that is published now.
    pub(crate) fn push(&mut self, eye: Eye, message: &Arc<str>) {
        let viewer = self.viewer(eye);
        if let Some(build) = &mut viewer.build {
            build.published.push(Arc::clone(message));
        }
        if let Some(frames) = &mut viewer.frames {
            frames.bytes += message.len();
            frames.kept.fetch_add(message.len(), Ordering::Relaxed);
            frames.messages.push(Arc::clone(message));
        }
    }

    /// Returns whether no request waits.
    pub(crate) fn is_idle(&self) -> bool {
        self.viewers.iter().all(|viewer| viewer.build.is_none())
    }

    /// Returns when the next frames may be dropped.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.viewers.iter().filter_map(|viewer| viewer.frames.as_ref()).map(Frames::deadline).min()
    }

    /// Drops frames that were not used for a while.
    pub(crate) fn expire(&mut self, now: Instant) {
        for viewer in &mut self.viewers {
            viewer.frames.take_if(|frames| frames.deadline() <= now);
        }
    }
}

impl Frames {
    fn new(from: u64, messages: Vec<Arc<str>>, kept: Arc<AtomicUsize>) -> Frames {
        let bytes = messages.iter().map(|message| message.len()).sum();
        kept.fetch_add(bytes, Ordering::Relaxed);
        Frames { from, messages, bytes, used: Instant::now(), kept }
    }

    fn deadline(&self) -> Instant {
        let is_over = self.kept.load(Ordering::Relaxed) > MAX_KEPT;
        if is_over { self.used } else { self.used + KEEP }
    }
}

impl Drop for Frames {
    fn drop(&mut self) {
        self.kept.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use yipan_rules::Seat;

    use super::*;

    const GUEST: Eye = Eye::Guest;

    fn part(socket: u64) -> Ring {
        Ring::Part { socket }
    }

    fn frames(numbers: std::ops::Range<u64>) -> Vec<Arc<str>> {
        numbers.map(|number| number.to_string().into()).collect()
    }

    fn sockets(rings: &[Ring]) -> Vec<Option<u64>> {
        rings.iter().map(Ring::socket).collect()
    }

    #[tokio::test]
    async fn frames_are_built_once_and_go_on_with_what_is_published() {
        let kept = Arc::new(AtomicUsize::new(0));
        let mut cache = ReplayCache::new(Arc::clone(&kept));
        assert_eq!(cache.get(GUEST, 3), None);
        assert_eq!(cache.wait(GUEST, 3, part(1)), Some(3));
        assert_eq!(cache.wait(GUEST, 4, part(2)), None, "it is being built");
        assert!(cache.follows(GUEST) && !cache.follows(Eye::Seat(Seat::First)) && !cache.is_idle());
        cache.push(GUEST, &"6".into());
        assert_eq!(sockets(&cache.complete(GUEST, Some(frames(3..6)))), [Some(1), Some(2)]);
        cache.push(GUEST, &"7".into());
        assert_eq!(cache.get(GUEST, 5), Some(frames(5..8)));
        assert_eq!(cache.get(GUEST, 8), Some(Vec::new()));
        assert_eq!((cache.get(GUEST, 2), cache.get(GUEST, 9)), (None, None));
        assert_eq!(cache.wait(GUEST, 2, part(1)), Some(0), "the second time from the beginning");
        cache.complete(GUEST, Some(frames(0..8)));
        assert_eq!(cache.get(GUEST, 0), Some(frames(0..8)));
        assert_eq!(kept.load(Ordering::Relaxed), 8);
        let deadline = cache.deadline().expect("something is kept");
        cache.expire(deadline - Duration::from_millis(1));
        assert!(cache.get(GUEST, 0).is_some());
        cache.expire(cache.deadline().expect("it is kept"));
        assert_eq!((cache.get(GUEST, 0), cache.deadline(), kept.load(Ordering::Relaxed)), (None, None, 0));
    }

    #[tokio::test]
    async fn what_a_waiting_socket_asks_for_stays_in_order() {
        let mut cache = ReplayCache::new(Arc::default());
        cache.wait(GUEST, 0, part(1));
        assert!(cache.defer(part(2)).is_some(), "another socket goes on");
        assert!(cache.defer(part(1)).is_none());
        assert_eq!(sockets(&cache.complete(GUEST, None)), [Some(1), Some(1)]);
        assert!(cache.defer(part(1)).is_some() && cache.is_idle() && cache.get(GUEST, 0).is_none());
    }

    #[tokio::test]
    async fn frames_beyond_what_all_rooms_may_keep_are_dropped_at_once() {
        let kept = Arc::new(AtomicUsize::new(MAX_KEPT));
        let mut cache = ReplayCache::new(kept);
        cache.wait(GUEST, 0, part(1));
        cache.complete(GUEST, Some(frames(0..3)));
        assert_eq!(cache.get(GUEST, 0).map(|frames| frames.len()), Some(3), "those who wait are served");
        cache.expire(Instant::now());
        assert_eq!(cache.get(GUEST, 0), None);
    }
}
