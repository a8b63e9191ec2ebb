use std::collections::VecDeque;

use yipan_clock::Millis;

/// The most rejections that are remembered. A node sends a command again within seconds.
const MAX_RECEIPTS: usize = 32;

/// The last commands of other nodes that were rejected during an outage.
///
/// A node that waits too long for a reply sends its command again. Such a copy may come after the outage: it must not be
/// executed, because the client is about to read that it was not. A client that sends the command again is another receipt.
#[derive(Debug, Default)]
pub(crate) struct RejectedReceipts(VecDeque<Receipt>);

#[derive(Debug, PartialEq, Eq)]
struct Receipt {
    user_id: String,
    command_id: String,
    /// The time when the service received the command, which copies have in common.
    heard: Millis,
}

impl RejectedReceipts {
    /// Records a rejected command.
    pub(crate) fn record(&mut self, user_id: &str, command_id: &str, heard: Millis) {
        if self.0.len() == MAX_RECEIPTS {
            self.0.pop_front();
        }
        let (user_id, command_id) = (user_id.to_owned(), command_id.to_owned());
        self.0.push_back(Receipt { user_id, command_id, heard });
    }

    /// Whether a command is a copy of a rejected one.
    pub(crate) fn contains(&self, user_id: &str, command_id: &str, heard: Millis) -> bool {
        let is_same = |known: &Receipt| {
            known.heard == heard && known.command_id == command_id && known.user_id == user_id
        };
        self.0.iter().any(is_same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_copy_of_the_same_receipt_is_rejected_again() {
        let mut receipts = RejectedReceipts::default();
        receipts.record("ada", "1", Millis(5));
        assert!(receipts.contains("ada", "1", Millis(5)));
        for (user_id, command_id, heard) in [("bob", "1", 5), ("ada", "2", 5), ("ada", "1", 6)] {
            assert!(!receipts.contains(user_id, command_id, Millis(heard)), "{user_id} {command_id} {heard}");
        }
        (0..MAX_RECEIPTS).for_each(|id| receipts.record("bob", &id.to_string(), Millis(7)));
        assert!(!receipts.contains("ada", "1", Millis(5)), "an old one is forgotten");
        assert_eq!(receipts.0.len(), MAX_RECEIPTS);
    }
}
