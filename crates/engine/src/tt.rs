//! The transposition table.

#[cfg(all(feature = "prefetch", target_arch = "x86_64", not(target_feature = "avx2")))]
use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

#[cfg(all(feature = "prefetch", target_arch = "x86_64", not(target_feature = "avx2")))]
use multiversion::{multiversion, target::match_target};

/// A transposition table of fixed size, shared by all threads of a search.
///
/// It is lock-free: an entry is two words, and the first is the key XOR the second. A torn write does not match its
/// key and reads as a miss (Hyatt and Mann, 2002).
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

/// Four entries in one cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

#[derive(Debug, Default)]
struct Slot {
    key_xor_data: AtomicU64,
    data: AtomicU64,
}

/// The stored search result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best move as bits; zero if there is none.
    pub(crate) mv: u16,
    /// The score in the form of [`crate::score::to_tt`].
    pub(crate) score: i16,
    /// The static evaluation without correction.
    pub(crate) eval: i16,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// Whether the position was ever on a principal variation.
    pub(crate) pv: bool,
}

/// The meaning of a stored score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// No score: only the move and the evaluation are valid.
    None = 0,
    /// The true score is at most the stored one (fail low).
    Upper = 1,
    /// The true score is at least the stored one (fail high).
    Lower = 2,
    /// The stored score is the true one.
    Exact = 3,
}

impl Bound {
    /// Returns whether a stored score with this bound decides a search with the window `alpha..beta`.
    #[inline]
    pub(crate) const fn causes_cutoff(self, score: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
            Bound::None => false,
        }
    }
}

/// The generation is stored in five bits.
const GENERATION_COUNT: u8 = 32;

impl TranspositionTable {
    /// Allocates a table of about this size, or a smaller one if memory is short.
    #[must_use]
    pub fn new(megabytes: usize) -> TranspositionTable {
        let mut count = (megabytes.max(1) << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        while buckets.try_reserve_exact(count).is_err() && count > 1 {
            count /= 2;
        }
        buckets.resize_with(count, Bucket::default);
        TranspositionTable { buckets, generation: AtomicU8::new(0) }
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        *self.generation.get_mut() = 0;
    }

    /// Begins a new generation, so that older entries are replaced first.
    pub fn new_search(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATION_COUNT;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// Returns the share of slots written in this generation, in permille, from a sample.
    #[must_use]
    pub fn hashfull(&self) -> usize {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let used = slots.filter(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && generation_of(data) == generation
        });
        used.count() * 1_000 / (4 * sample.len())
    }

    fn bucket(&self, key: u64) -> &Bucket {
        // The product of 64 bits each would be a call in the page.
        &self.buckets[(((key >> 32) * self.buckets.len() as u64) >> 32) as usize]
    }

    /// Loads the bucket of a key into the cache before it is probed.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch_bucket(self.bucket(key));
    }

    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.key_xor_data.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut slot_to_replace = None;
        let mut lowest_value = i32::MAX;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 {
                slot_to_replace = Some(slot);
                break;
            }
            let old = unpack(data);
            if slot.key_xor_data.load(Ordering::Relaxed) ^ data == key {
                // A much shallower result does not replace a deep one of the same generation.
                let retain_old = entry.bound != Bound::Exact
                    && i32::from(entry.depth) + 4 < i32::from(old.depth)
                    && generation_of(data) == generation;
                if retain_old {
                    return;
                }
                if entry.mv == 0 {
                    entry.mv = old.mv;
                }
                slot_to_replace = Some(slot);
                break;
            }
            let age = (generation + GENERATION_COUNT - generation_of(data)) % GENERATION_COUNT;
            let value = i32::from(old.depth) - 8 * i32::from(age);
            if value < lowest_value {
                lowest_value = value;
                slot_to_replace = Some(slot);
            }
        }
        if let Some(slot) = slot_to_replace {
            let data = pack(entry, generation);
            slot.data.store(data, Ordering::Relaxed);
            slot.key_xor_data.store(key ^ data, Ordering::Relaxed);
        }
    }
}

/// Begins to load a bucket, without waiting for it.
#[cfg(all(feature = "prefetch", target_arch = "x86_64", not(target_feature = "avx2")))]
#[multiversion(targets("x86_64+avx2"), dispatcher = "direct")]
fn prefetch_bucket(bucket: &Bucket) {
    match_target! {
        "x86_64+avx2" => _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(bucket).cast()),
        _ => load_bucket(bucket),
    }
}

#[cfg(not(all(feature = "prefetch", target_arch = "x86_64", not(target_feature = "avx2"))))]
use load_bucket as prefetch_bucket;

/// Loads a bucket. The instructions after it cannot be completed before that.
#[inline]
fn load_bucket(bucket: &Bucket) {
    std::hint::black_box(bucket.0[0].data.load(Ordering::Relaxed));
}

const fn pack(entry: Entry, generation: u8) -> u64 {
    let flags = entry.bound as u8 | (entry.pv as u8) << 2 | generation << 3;
    entry.mv as u64
        | (entry.score as u16 as u64) << 16
        | (entry.eval as u16 as u64) << 32
        | (entry.depth as u64) << 48
        | (flags as u64) << 56
}

const fn unpack(data: u64) -> Entry {
    let flags = (data >> 56) as u8;
    let bound = match flags & 3 {
        0 => Bound::None,
        1 => Bound::Upper,
        2 => Bound::Lower,
        _ => Bound::Exact,
    };
    Entry {
        mv: data as u16,
        score: (data >> 16) as i16,
        eval: (data >> 32) as i16,
        depth: (data >> 48) as u8,
        bound,
        pv: flags & 4 != 0,
    }
}

const fn generation_of(data: u64) -> u8 {
    (data >> 59) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry =
        Entry { mv: 0xfedc, score: -31_990, eval: 123, depth: 77, bound: Bound::Lower, pv: true };

    #[test]
    fn a_stored_entry_is_found_under_its_own_key() {
        let table = TranspositionTable::new(1);
        table.store(42, ENTRY);
        assert_eq!(table.probe(42), Some(ENTRY));
        assert_eq!(table.probe(43), None);
    }

    #[test]
    fn a_torn_write_is_not_read() {
        let table = TranspositionTable::new(1);
        table.store(42, ENTRY);
        table.bucket(42).0[0].data.store(pack(Entry { depth: 3, ..ENTRY }, 0), Ordering::Relaxed);
        assert_eq!(table.probe(42), None);
    }

    #[test]
    fn the_shallowest_of_the_oldest_entries_is_replaced() {
        let table = TranspositionTable::new(1);
        for key in 1..=4 {
            table.store(key, Entry { depth: 10 * key as u8, ..ENTRY });
        }
        table.store(5, Entry { depth: 1, ..ENTRY });
        assert_eq!(table.probe(1), None);
        assert!(table.probe(2).is_some() && table.probe(5).is_some());
    }

    #[test]
    fn clearing_removes_every_entry() {
        let mut table = TranspositionTable::new(1);
        table.store(42, ENTRY);
        table.clear();
        assert_eq!(table.probe(42), None);
        assert_eq!(table.hashfull(), 0);
    }
}
