//! The encoded events of a room, for clients that request what they have missed.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::Instant;
use yipan_room::Audience;

use crate::rooms::room_message::RoomMessage;

/// The time that events are cached after their last use.
const CACHE_LIFETIME: Duration = Duration::from_secs(30);

/// The most bytes that all rooms cache. Beyond that, events are dropped once they were sent to the clients that wait.
const MAX_CACHED_BYTES: usize = 128 << 20;

/// The events of each audience from some sequence number on, while clients request them.
pub(crate) struct ReplayCache {
    replays: [ViewerReplay; 3],
    cached_bytes: Arc<AtomicUsize>,
}

#[derive(Default)]
struct ViewerReplay {
    events: Option<CachedEvents>,
    build: Option<Build>,
}

/// Events without a gap up to the latest one.
struct CachedEvents {
    first_seq: u64,
    messages: Vec<Arc<str>>,
    bytes: usize,
    last_used: Instant,
    cached_bytes: Arc<AtomicUsize>,
}

/// Events that are being built on another thread.
struct Build {
    first_seq: u64,
    /// Whether the log has been replaced since it began.
    is_stale: bool,
    /// Events that were published since it began.
    published: Vec<Arc<str>>,
    /// The messages of waiting sockets, in order.
    deferred: Vec<RoomMessage>,
}

impl ReplayCache {
    /// Creates the cache of a room; `cached_bytes` counts the bytes of all rooms.
    pub(crate) fn new(cached_bytes: Arc<AtomicUsize>) -> ReplayCache {
        ReplayCache { replays: Default::default(), cached_bytes }
    }

    fn replay_for(&mut self, viewer: Audience) -> &mut ViewerReplay {
        &mut self.replays[index(viewer)]
    }

    /// Returns the events from a sequence number on, if they are cached.
    pub(crate) fn get(&mut self, viewer: Audience, from: u64) -> Option<Vec<Arc<str>>> {
        let events = self.replay_for(viewer).events.as_mut()?;
        let skipped = usize::try_from(from.checked_sub(events.first_seq)?).ok()?;
        let messages = events.messages.get(skipped..)?.to_vec();
        events.last_used = Instant::now();
        Some(messages)
    }

    /// Defers a request until its events are built. Returns the sequence number to build from, or `None` if a build is
    /// running.
    pub(crate) fn build_or_wait(&mut self, viewer: Audience, from: u64, request: RoomMessage) -> Option<u64> {
        let replay = self.replay_for(viewer);
        if let Some(build) = &mut replay.build {
            build.deferred.push(request);
            return None;
        }
        // The second build starts at 0, so that requests for ever earlier events cause two builds at most.
        let from = if replay.events.is_some() { 0 } else { from };
        replay.build =
            Some(Build { first_seq: from, is_stale: false, published: Vec::new(), deferred: vec![request] });
        Some(from)
    }

    /// Defers a message of a socket that waits for a replay. Returns the message if the socket does not wait.
    pub(crate) fn defer(&mut self, request: RoomMessage) -> Option<RoomMessage> {
        let Some(socket) = request.socket() else { return Some(request) };
        let waits =
            |build: &&mut Build| build.deferred.iter().any(|message| message.socket() == Some(socket));
        match self.replays.iter_mut().filter_map(|replay| replay.build.as_mut()).find(waits) {
            Some(build) => {
                build.deferred.push(request);
                None
            }
            None => Some(request),
        }
    }

    /// Stores built events and returns the deferred messages. If the build failed, their replay cannot be sent.
    pub(crate) fn complete(&mut self, viewer: Audience, built: Option<Vec<Arc<str>>>) -> Vec<RoomMessage> {
        let cached_bytes = Arc::clone(&self.cached_bytes);
        let replay = self.replay_for(viewer);
        let Some(Build { first_seq, is_stale, published, deferred }) = replay.build.take() else {
            return Vec::new();
        };
        if let Some(mut messages) = built.filter(|_| !is_stale) {
            messages.extend(published);
            replay.events = Some(CachedEvents::new(first_seq, messages, cached_bytes));
        }
        deferred
    }

    /// Drops all events, because the log was replaced.
    pub(crate) fn clear(&mut self) {
        for replay in &mut self.replays {
            replay.events = None;
            replay.build.iter_mut().for_each(|build| build.is_stale = true);
        }
    }

    /// Whether the events of an audience are cached or being built, so that new ones must be pushed.
    pub(crate) fn is_recording(&self, viewer: Audience) -> bool {
        let replay = &self.replays[index(viewer)];
        replay.events.is_some() || replay.build.is_some()
    }

    /// Adds an event that is published now.
    pub(crate) fn push(&mut self, viewer: Audience, message: &Arc<str>) {
        let replay = self.replay_for(viewer);
        if let Some(build) = &mut replay.build {
            build.published.push(Arc::clone(message));
        }
        if let Some(events) = &mut replay.events {
            events.bytes += message.len();
            events.cached_bytes.fetch_add(message.len(), Ordering::Relaxed);
            events.messages.push(Arc::clone(message));
        }
    }

    /// Whether no message waits for a replay.
    pub(crate) fn is_idle(&self) -> bool {
        self.replays.iter().all(|replay| replay.build.is_none())
    }

    /// Returns the time when the next events may be dropped.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.replays.iter().filter_map(|replay| replay.events.as_ref()).map(CachedEvents::deadline).min()
    }

    /// Drops events whose deadline has passed.
    pub(crate) fn expire(&mut self, now: Instant) {
        for replay in &mut self.replays {
            replay.events.take_if(|events| events.deadline() <= now);
        }
    }
}

impl CachedEvents {
    fn new(first_seq: u64, messages: Vec<Arc<str>>, cached_bytes: Arc<AtomicUsize>) -> CachedEvents {
        let bytes = messages.iter().map(|message| message.len()).sum();
        cached_bytes.fetch_add(bytes, Ordering::Relaxed);
        CachedEvents { first_seq, messages, bytes, last_used: Instant::now(), cached_bytes }
    }

    fn deadline(&self) -> Instant {
        let is_over = self.cached_bytes.load(Ordering::Relaxed) > MAX_CACHED_BYTES;
        if is_over { self.last_used } else { self.last_used + CACHE_LIFETIME }
    }
}

fn index(viewer: Audience) -> usize {
    match viewer {
        Audience::Player(side) => side.index(),
        Audience::Spectator => 2,
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

    const SPECTATOR: Audience = Audience::Spectator;

    fn unsubscribe(socket: u64) -> RoomMessage {
        RoomMessage::Unsubscribe { socket, is_dismissed: false }
    }

    fn events(numbers: std::ops::Range<u64>) -> Vec<Arc<str>> {
        numbers.map(|number| number.to_string().into()).collect()
    }

    fn sockets(messages: &[RoomMessage]) -> Vec<Option<u64>> {
        messages.iter().map(RoomMessage::socket).collect()
    }

    #[tokio::test]
    async fn events_are_built_once_and_extended_by_published_ones() {
        let cached_bytes = Arc::new(AtomicUsize::new(0));
        let mut cache = ReplayCache::new(Arc::clone(&cached_bytes));
        assert_eq!(cache.get(SPECTATOR, 3), None);
        assert_eq!(cache.build_or_wait(SPECTATOR, 3, unsubscribe(1)), Some(3));
        assert_eq!(cache.build_or_wait(SPECTATOR, 4, unsubscribe(2)), None, "it is being built");
        assert!(
            cache.is_recording(SPECTATOR)
                && !cache.is_recording(Audience::Player(Side::First))
                && !cache.is_idle()
        );
        cache.push(SPECTATOR, &"6".into());
        assert_eq!(sockets(&cache.complete(SPECTATOR, Some(events(3..6)))), [Some(1), Some(2)]);
        cache.push(SPECTATOR, &"7".into());
        assert_eq!(cache.get(SPECTATOR, 5), Some(events(5..8)));
        assert_eq!(cache.get(SPECTATOR, 8), Some(Vec::new()));
        assert_eq!((cache.get(SPECTATOR, 2), cache.get(SPECTATOR, 9)), (None, None));
        assert_eq!(
            cache.build_or_wait(SPECTATOR, 2, unsubscribe(1)),
            Some(0),
            "the second time from the beginning"
        );
        cache.complete(SPECTATOR, Some(events(0..8)));
        assert_eq!(cache.get(SPECTATOR, 0), Some(events(0..8)));
        assert_eq!(cached_bytes.load(Ordering::Relaxed), 8);
        let deadline = cache.deadline().expect("events are cached");
        cache.expire(deadline - Duration::from_millis(1));
        assert!(cache.get(SPECTATOR, 0).is_some());
        cache.expire(cache.deadline().expect("events are cached"));
        assert_eq!(
            (cache.get(SPECTATOR, 0), cache.deadline(), cached_bytes.load(Ordering::Relaxed)),
            (None, None, 0)
        );
    }

    #[tokio::test]
    async fn requests_of_a_waiting_socket_stay_in_order() {
        let mut cache = ReplayCache::new(Arc::default());
        cache.build_or_wait(SPECTATOR, 0, unsubscribe(1));
        assert!(cache.defer(unsubscribe(2)).is_some(), "another socket does not wait");
        assert!(cache.defer(unsubscribe(1)).is_none());
        assert_eq!(sockets(&cache.complete(SPECTATOR, None)), [Some(1), Some(1)]);
        assert!(
            cache.defer(unsubscribe(1)).is_some() && cache.is_idle() && cache.get(SPECTATOR, 0).is_none()
        );
    }

    #[tokio::test]
    async fn events_beyond_the_shared_limit_are_dropped_at_once() {
        let cached_bytes = Arc::new(AtomicUsize::new(MAX_CACHED_BYTES));
        let mut cache = ReplayCache::new(cached_bytes);
        cache.build_or_wait(SPECTATOR, 0, unsubscribe(1));
        cache.complete(SPECTATOR, Some(events(0..3)));
        assert_eq!(cache.get(SPECTATOR, 0).map(|events| events.len()), Some(3), "waiting clients are served");
        cache.expire(Instant::now());
        assert_eq!(cache.get(SPECTATOR, 0), None);
    }
}
