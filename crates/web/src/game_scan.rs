//! The search of a file for its games, during which the page stays responsive.

use leptos::prelude::*;
use yipan_client::GameChoices;

use crate::browser::timer;

/// The part of a file that is searched for games before the page is drawn again.
const SCAN_BYTES: usize = 1 << 20;

/// Finds the games of a file and counts them on the way; `None` if the page was left.
pub(crate) async fn scan_games(bytes: &[u8], found_count: RwSignal<Option<usize>>) -> Option<GameChoices> {
    let mut choices = GameChoices::default();
    while !choices.scan(bytes, SCAN_BYTES) {
        if found_count.try_set(Some(choices.games().len())).is_some() {
            return None;
        }
        timer::sleep(0).await;
    }
    found_count.try_set(None).is_none().then_some(choices)
}
