//! The games on this device compared with those of the account.

use std::collections::BTreeMap;

use yipan_wire::{MAX_SAVED_GAME_BYTES, MAX_SAVED_GAMES, SavedGameEntry};

use crate::local::saved_game::SavedGame;

/// The changes that make this device and the account agree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SyncPlan {
    /// The games of the account that are new or later than those on this device.
    pub receive: Vec<SavedGame>,
    /// The identifiers of games that were deleted on another device.
    pub delete: Vec<String>,
    /// The games that the account does not have, or not in their latest state.
    pub send: Vec<SavedGameEntry>,
}

/// Compares the games on this device with those of the account. The latest change of each game wins.
#[must_use]
pub fn plan_sync(local: &[SavedGame], account: &[SavedGameEntry]) -> SyncPlan {
    let mut plan = SyncPlan::default();
    for entry in account {
        let local_time = local.iter().find(|saved| saved.id == entry.id).map(|saved| saved.played_at);
        let is_newer = local_time.is_none_or(|time| time < entry.played_at);
        match &entry.game {
            Some(text) if is_newer => plan.receive.extend(SavedGame::parse(text)),
            None if is_newer && local_time.is_some() => plan.delete.push(entry.id.clone()),
            Some(_) | None => {}
        }
    }
    let synced = account.iter().map(|entry| (entry.id.clone(), entry.played_at)).collect();
    plan.send = unsent_games(local, &synced);
    plan
}

/// Returns the games that are later than those of the account, whose times are `synced`.
///
/// Games without a move, games that are too long and games that a full account would drop stay on this device.
#[must_use]
pub fn unsent_games(local: &[SavedGame], synced: &BTreeMap<String, u64>) -> Vec<SavedGameEntry> {
    let is_full = synced.len() >= MAX_SAVED_GAMES;
    let oldest = synced.values().min().copied().filter(|_| is_full).unwrap_or_default();
    let has_begun = |saved: &&SavedGame| saved.moves + usize::from(saved.result.is_some()) > 0;
    let mut latest: Vec<&SavedGame> = local.iter().filter(has_begun).collect();
    latest.sort_by_key(|saved| std::cmp::Reverse(saved.played_at));
    let is_unsent = |saved: &&SavedGame| {
        saved.played_at > oldest && synced.get(&saved.id).is_none_or(|time| *time < saved.played_at)
    };
    let entry = |saved: &SavedGame| {
        let game = saved.to_json();
        (game.len() <= MAX_SAVED_GAME_BYTES).then(|| SavedGameEntry {
            id: saved.id.clone(),
            played_at: saved.played_at,
            game: Some(game),
        })
    };
    latest.into_iter().take(MAX_SAVED_GAMES).filter(is_unsent).filter_map(entry).collect()
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;

    use super::*;
    use crate::local::test_games::played;

    fn saved(id: &str, played_at: u64) -> SavedGame {
        SavedGame::new(id.into(), &played(GameKind::Chess, &["e2e4"]), played_at)
    }

    fn entry(id: &str, played_at: u64, is_deleted: bool) -> SavedGameEntry {
        let game = (!is_deleted).then(|| saved(id, played_at).to_json());
        SavedGameEntry { id: id.into(), played_at, game }
    }

    #[test]
    fn the_latest_change_of_each_game_wins() {
        let local = [saved("same", 5), saved("older", 5), saved("later", 5), saved("new", 5)];
        let account = [
            entry("same", 5, false),
            entry("older", 9, false),
            entry("later", 1, false),
            entry("elsewhere", 3, false),
        ];
        let plan = plan_sync(&local, &account);
        let received: Vec<&str> = plan.receive.iter().map(|saved| saved.id.as_str()).collect();
        let sent: Vec<&str> = plan.send.iter().map(|entry| entry.id.as_str()).collect();
        assert_eq!((received, sent), (vec!["older", "elsewhere"], vec!["later", "new"]));
        assert!(plan.delete.is_empty());
    }

    #[test]
    fn a_deletion_wins_unless_the_game_was_played_after_it() {
        let local = [saved("deleted", 5), saved("revived", 9)];
        let account = [entry("deleted", 7, true), entry("revived", 7, true), entry("unknown", 7, true)];
        let plan = plan_sync(&local, &account);
        assert_eq!(plan.delete, ["deleted"]);
        assert_eq!(plan.send.len(), 1);
        assert!(plan.receive.is_empty());
    }

    #[test]
    fn a_game_without_a_move_stays_on_its_device() {
        let empty = SavedGame::new("empty".into(), &played(GameKind::Chess, &[]), 1);
        assert!(plan_sync(&[empty], &[]).send.is_empty());
    }

    #[test]
    fn a_game_that_a_full_account_would_drop_is_not_sent() {
        let account: Vec<SavedGameEntry> =
            (0..MAX_SAVED_GAMES).map(|number| entry(&format!("g{number}"), 10, true)).collect();
        let local = [saved("older", 9), saved("later", 11)];
        let sent: Vec<String> = plan_sync(&local, &account).send.into_iter().map(|entry| entry.id).collect();
        assert_eq!(sent, ["later"]);
        assert_eq!(plan_sync(&local, &account[1..]).send.len(), 2);
    }
}
