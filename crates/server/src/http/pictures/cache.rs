use std::collections::VecDeque;
use std::sync::Mutex;

use axum::body::Bytes;
use sha2::{Digest, Sha256};

/// The most bytes of all pictures. A board has some tens of kilobytes, a game some hundreds.
const MAX_BYTES: usize = 24 << 20;

/// The latest pictures by entity tag.
#[derive(Debug, Default)]
pub(crate) struct PictureCache(Mutex<VecDeque<(String, Bytes)>>);

impl PictureCache {
    /// Returns a cached picture and makes it the latest.
    pub(crate) fn find(&self, etag: &str) -> Option<Bytes> {
        let mut pictures = self.0.lock().expect("no code panics while it holds the lock");
        let index = pictures.iter().position(|(known, _)| known == etag)?;
        let entry = pictures.remove(index)?;
        let picture = entry.1.clone();
        pictures.push_back(entry);
        Some(picture)
    }

    /// Stores a picture, and drops the oldest if all together are too large.
    pub(crate) fn store(&self, etag: String, picture: Bytes) {
        let mut pictures = self.0.lock().expect("no code panics while it holds the lock");
        if pictures.iter().any(|(known, _)| *known == etag) {
            return;
        }
        pictures.push_back((etag, picture));
        while pictures.iter().map(|(_, picture)| picture.len()).sum::<usize>() > MAX_BYTES {
            pictures.pop_front();
        }
    }
}

/// Returns the entity tag of a picture that follows from this text, without quotes.
pub(crate) fn etag(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().take(12).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_latest_pictures_are_cached() {
        let cache = PictureCache::default();
        let quarter = Bytes::from(vec![0; MAX_BYTES / 4]);
        for number in 0..=4 {
            cache.store(number.to_string(), quarter.clone());
        }
        assert_eq!(cache.find("0"), None);
        assert!(cache.find("1").is_some());
        cache.store("new".to_owned(), quarter);
        assert!(cache.find("1").is_some(), "it was used last");
        assert_eq!(cache.find("2"), None);
        cache.store("huge".to_owned(), Bytes::from(vec![0; MAX_BYTES + 1]));
        assert_eq!(cache.find("huge"), None);
    }
}
