use yipan_clock::Millis;
use yipan_core::Side;
use yipan_wire::Command;

/// The last move of each side that was rejected during an outage of the store. A client that sends it again is not charged
/// for the time since its first receipt.
#[derive(Debug, Default)]
pub(crate) struct RejectedMoves([Option<RejectedMove>; 2]);

#[derive(Debug)]
struct RejectedMove {
    command_id: String,
    /// Another move under the same id is another decision.
    command: Command,
    /// The time of its first receipt.
    heard: Millis,
}

impl RejectedMoves {
    /// Records a rejected move, unless it is known.
    pub(crate) fn record(&mut self, side: Side, command_id: &str, command: &Command, heard: Millis) {
        if self.first_receipt(side, command_id, command).is_none() {
            let (command_id, command) = (command_id.to_owned(), command.clone());
            self.0[side.index()] = Some(RejectedMove { command_id, command, heard });
        }
    }

    /// Returns the time of the first receipt of a move; `None` if it was not rejected.
    pub(crate) fn first_receipt(&self, side: Side, command_id: &str, command: &Command) -> Option<Millis> {
        let rejected = self.0[side.index()].as_ref()?;
        (rejected.command_id == command_id && rejected.command == *command).then_some(rejected.heard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_move_keeps_the_time_of_its_first_receipt() {
        let [e4, d4] = ["e2e4", "d2d4"].map(|action| Command::Play { action: action.to_owned() });
        let mut moves = RejectedMoves::default();
        moves.record(Side::First, "a", &e4, Millis(5));
        moves.record(Side::First, "a", &e4, Millis(9));
        assert_eq!(moves.first_receipt(Side::First, "a", &e4), Some(Millis(5)));
        assert_eq!(moves.first_receipt(Side::First, "a", &d4), None, "it is another move");
        assert_eq!(moves.first_receipt(Side::Second, "a", &e4), None);
        moves.record(Side::First, "b", &e4, Millis(11));
        let receipts = ["a", "b"].map(|id| moves.first_receipt(Side::First, id, &e4));
        assert_eq!(receipts, [None, Some(Millis(11))], "one for each side");
    }
}
