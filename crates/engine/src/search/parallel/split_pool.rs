use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::split_point::SplitPoint;
use crate::search_game::SearchGame;

/// The split points of a parallel search, shared by its threads.
pub struct SplitPool<P: SearchGame> {
    pub(super) idle_threads: AtomicUsize,
    /// The number of split points that accept helpers.
    pub(super) open_count: AtomicUsize,
    split_points: Mutex<Vec<Arc<SplitPoint<P>>>>,
    pub(super) cutoffs: CutoffCounter,
    pub(super) is_stopped: AtomicBool,
}

/// The number of split points that were cut off.
///
/// Every thread reads it at every node, so it has a cache line for itself.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct CutoffCounter(pub(super) AtomicUsize);

impl<P: SearchGame> Default for SplitPool<P> {
    fn default() -> SplitPool<P> {
        SplitPool {
            idle_threads: AtomicUsize::new(0),
            open_count: AtomicUsize::new(0),
            split_points: Mutex::new(Vec::new()),
            cutoffs: CutoffCounter::default(),
            is_stopped: AtomicBool::new(false),
        }
    }
}

impl<P: SearchGame> SplitPool<P> {
    /// Ends the helper threads after the search.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Release);
    }

    /// Makes the threads below a split point unwind to it.
    pub(super) fn signal_cutoff(&self, split_point: &SplitPoint<P>) {
        split_point.has_cutoff.store(true, Ordering::Release);
        self.cutoffs.0.fetch_add(1, Ordering::AcqRel);
    }

    fn lock_split_points(&self) -> MutexGuard<'_, Vec<Arc<SplitPoint<P>>>> {
        self.split_points.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a split point to helpers.
    pub(super) fn publish(&self, split_point: &Arc<SplitPoint<P>>) {
        let mut split_points = self.lock_split_points();
        split_points.push(Arc::clone(split_point));
        self.open_count.store(split_points.len(), Ordering::Release);
    }

    /// Closes a split point to new helpers.
    pub(super) fn withdraw(&self, split_point: &Arc<SplitPoint<P>>) {
        let mut split_points = self.lock_split_points();
        split_points.retain(|other| !Arc::ptr_eq(other, split_point));
        self.open_count.store(split_points.len(), Ordering::Release);
    }

    /// Returns the open split point with the greatest depth and registers the caller as its helper.
    ///
    /// With an ancestor, only split points below it are eligible.
    pub(super) fn take_split_point(
        &self,
        ancestor: Option<&Arc<SplitPoint<P>>>,
    ) -> Option<Arc<SplitPoint<P>>> {
        if self.open_count.load(Ordering::Acquire) == 0 {
            return None;
        }
        let split_points = self.lock_split_points();
        let is_eligible = |split_point: &&Arc<SplitPoint<P>>| {
            ancestor.is_none_or(|ancestor| split_point.is_descendant_of(ancestor))
        };
        let deepest =
            split_points.iter().filter(is_eligible).max_by_key(|split_point| split_point.node.info.depth)?;
        deepest.helpers.fetch_add(1, Ordering::AcqRel);
        Some(Arc::clone(deepest))
    }
}
