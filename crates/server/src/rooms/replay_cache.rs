//! The serialized frames of a room, for clients that ask for what they have missed.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::Instant;
use yipan_room::Audience;

use crate::rooms::room_task::RoomMessage;

/// How long frames are kept after their last use.
const CACHE_LIFETIME: Duration = Duration::from_secs(30);

/// The most bytes that all rooms keep. Frames beyond are sent to those who wait for them and dropped.
const MAX_CACHED_BYTES: usize = 128 << 20;

/// The frames of each viewer from some number on, while clients ask for them.
pub(crate) struct ReplayCache {
    replays: [ViewerReplay; 3],
    cached_bytes: Arc<AtomicUsize>,
}

#[derive(Default)]
struct ViewerReplay {
    events: Option<CachedEvents>,
    build: Option<Build>,
}

/// Frames without a gap up to the last one.
struct CachedEvents {
    first_seq: u64,
    messages: Vec<Arc<str>>,
    bytes: usize,
    last_used: Instant,
    cached_bytes: Arc<AtomicUsize>,
}

/// Frames that are being made on another thread.
struct Build {
    first_seq: u64,
    /// Whether the log has been replaced since it began.
    is_stale: bool,
    /// Frames that were published meanwhile.
    published: Vec<Arc<str>>,
    /// What sockets have asked for since they began to wait, in order.
    deferred: Vec<RoomMessage>,
}

impl ReplayCache {
    /// A room's cache; `kept` counts the bytes of all rooms.
    pub(crate) fn new(kept: Arc<AtomicUsize>) -> ReplayCache {
        ReplayCache { replays: Default::default(), cached_bytes: kept }
    }

    fn replay_for(&mut self, eye: Audience) -> &mut ViewerReplay {
        &mut self.replays[match eye {
            Audience::Player(seat) => seat.index(),
            Audience::Spectator => 2,
        }]
    }

    /// Returns the frames from a number on, if they are kept.
    pub(crate) fn get(&mut self, eye: Audience, from: u64) -> Option<Vec<Arc<str>>> {
        let frames = self.replay_for(eye).events.as_mut()?;
        let skipped = usize::try_from(from.checked_sub(frames.first_seq)?).ok()?;
        let messages = frames.messages.get(skipped..)?.to_vec();
        frames.last_used = Instant::now();
        Some(messages)
    }

    /// Lets a request wait for frames that are not kept. Returns the number to build them from, unless they are being built.
    pub(crate) fn build_or_wait(&mut self, eye: Audience, from: u64, request: RoomMessage) -> Option<u64> {
        let viewer = self.replay_for(eye);
        if let Some(build) = &mut viewer.build {
            build.deferred.push(request);
            return None;
        }
        // Who asks for ever earlier ones makes us build them twice and no more.
        let from = if viewer.events.is_some() { 0 } else { from };
        viewer.build =
            Some(Build { first_seq: from, is_stale: false, published: Vec::new(), deferred: vec![request] });
        Some(from)
    }

    /// Keeps what a socket asks for behind what it waits for; gives the request back if it waits for nothing.
    pub(crate) fn defer(&mut self, request: RoomMessage) -> Option<RoomMessage> {
        let Some(socket) = request.socket() else { return Some(request) };
        let waits = |build: &&mut Build| build.deferred.iter().any(|ring| ring.socket() == Some(socket));
        match self.replays.iter_mut().filter_map(|viewer| viewer.build.as_mut()).find(waits) {
            Some(build) => {
                build.deferred.push(request);
                None
            }
            None => Some(request),
        }
    }

    /// Takes frames that were built, and returns the requests that can go on. Without frames these are what cannot be answered.
    pub(crate) fn complete(&mut self, eye: Audience, built: Option<Vec<Arc<str>>>) -> Vec<RoomMessage> {
        let kept = Arc::clone(&self.cached_bytes);
        let viewer = self.replay_for(eye);
        let Some(Build { first_seq: from, is_stale, published, deferred }) = viewer.build.take() else {
            return Vec::new();
        };
        if let Some(mut messages) = built.filter(|_| !is_stale) {
            messages.extend(published);
            viewer.events = Some(CachedEvents::new(from, messages, kept));
        }
        deferred
    }

    /// Drops every frame, because the room's log was replaced.
    pub(crate) fn clear(&mut self) {
        for viewer in &mut self.replays {
            viewer.events = None;
            viewer.build.iter_mut().for_each(|build| build.is_stale = true);
        }
    }

    /// Returns whether the frames of a viewer are kept or built, so that new ones must be pushed.
    pub(crate) fn is_recording(&mut self, eye: Audience) -> bool {
        let viewer = self.replay_for(eye);
        viewer.events.is_some() || viewer.build.is_some()
    }

    /// Adds a frame that is published now.
    pub(crate) fn push(&mut self, eye: Audience, message: &Arc<str>) {
        let viewer = self.replay_for(eye);
        if let Some(build) = &mut viewer.build {
            build.published.push(Arc::clone(message));
        }
        if let Some(frames) = &mut viewer.events {
            frames.bytes += message.len();
            frames.cached_bytes.fetch_add(message.len(), Ordering::Relaxed);
            frames.messages.push(Arc::clone(message));
        }
    }

    /// Returns whether no request waits.
    pub(crate) fn is_idle(&self) -> bool {
        self.replays.iter().all(|viewer| viewer.build.is_none())
    }

    /// Returns when the next frames may be dropped.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.replays.iter().filter_map(|viewer| viewer.events.as_ref()).map(CachedEvents::deadline).min()
    }

    /// Drops frames that were not used for a while.
    pub(crate) fn expire(&mut self, now: Instant) {
        for viewer in &mut self.replays {
            viewer.events.take_if(|frames| frames.deadline() <= now);
        }
    }
}

impl CachedEvents {
    fn new(from: u64, messages: Vec<Arc<str>>, kept: Arc<AtomicUsize>) -> CachedEvents {
        let bytes = messages.iter().map(|message| message.len()).sum();
        kept.fetch_add(bytes, Ordering::Relaxed);
        CachedEvents { first_seq: from, messages, bytes, last_used: Instant::now(), cached_bytes: kept }
    }

    fn deadline(&self) -> Instant {
        let is_over = self.cached_bytes.load(Ordering::Relaxed) > MAX_CACHED_BYTES;
        if is_over { self.last_used } else { self.last_used + CACHE_LIFETIME }
    }
}

impl Drop for CachedEvents {
    fn drop(&mut self) {
        self.cached_bytes.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::Side;

    use super::*;

    const GUEST: Audience = Audience::Spectator;

    fn unsubscribe(socket: u64) -> RoomMessage {
        RoomMessage::Unsubscribe { socket }
    }

    fn events(numbers: std::ops::Range<u64>) -> Vec<Arc<str>> {
        numbers.map(|number| number.to_string().into()).collect()
    }

    fn sockets(rings: &[RoomMessage]) -> Vec<Option<u64>> {
        rings.iter().map(RoomMessage::socket).collect()
    }

    #[tokio::test]
    async fn events_are_built_once_and_extended_by_published_ones() {
        let kept = Arc::new(AtomicUsize::new(0));
        let mut cache = ReplayCache::new(Arc::clone(&kept));
        assert_eq!(cache.get(GUEST, 3), None);
        assert_eq!(cache.build_or_wait(GUEST, 3, unsubscribe(1)), Some(3));
        assert_eq!(cache.build_or_wait(GUEST, 4, unsubscribe(2)), None, "it is being built");
        assert!(
            cache.is_recording(GUEST)
                && !cache.is_recording(Audience::Player(Side::First))
                && !cache.is_idle()
        );
        cache.push(GUEST, &"6".into());
        assert_eq!(sockets(&cache.complete(GUEST, Some(events(3..6)))), [Some(1), Some(2)]);
        cache.push(GUEST, &"7".into());
        assert_eq!(cache.get(GUEST, 5), Some(events(5..8)));
        assert_eq!(cache.get(GUEST, 8), Some(Vec::new()));
        assert_eq!((cache.get(GUEST, 2), cache.get(GUEST, 9)), (None, None));
        assert_eq!(
            cache.build_or_wait(GUEST, 2, unsubscribe(1)),
            Some(0),
            "the second time from the beginning"
        );
        cache.complete(GUEST, Some(events(0..8)));
        assert_eq!(cache.get(GUEST, 0), Some(events(0..8)));
        assert_eq!(kept.load(Ordering::Relaxed), 8);
        let deadline = cache.deadline().expect("something is kept");
        cache.expire(deadline - Duration::from_millis(1));
        assert!(cache.get(GUEST, 0).is_some());
        cache.expire(cache.deadline().expect("it is kept"));
        assert_eq!((cache.get(GUEST, 0), cache.deadline(), kept.load(Ordering::Relaxed)), (None, None, 0));
    }

    #[tokio::test]
    async fn requests_of_a_waiting_socket_stay_in_order() {
        let mut cache = ReplayCache::new(Arc::default());
        cache.build_or_wait(GUEST, 0, unsubscribe(1));
        assert!(cache.defer(unsubscribe(2)).is_some(), "another socket goes on");
        assert!(cache.defer(unsubscribe(1)).is_none());
        assert_eq!(sockets(&cache.complete(GUEST, None)), [Some(1), Some(1)]);
        assert!(cache.defer(unsubscribe(1)).is_some() && cache.is_idle() && cache.get(GUEST, 0).is_none());
    }

    #[tokio::test]
    async fn events_beyond_the_shared_limit_are_dropped_at_once() {
        let kept = Arc::new(AtomicUsize::new(MAX_CACHED_BYTES));
        let mut cache = ReplayCache::new(kept);
        cache.build_or_wait(GUEST, 0, unsubscribe(1));
        cache.complete(GUEST, Some(events(0..3)));
        assert_eq!(cache.get(GUEST, 0).map(|frames| frames.len()), Some(3), "those who wait are served");
        cache.expire(Instant::now());
        assert_eq!(cache.get(GUEST, 0), None);
    }
}
