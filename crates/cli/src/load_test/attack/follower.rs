use serde_json::Value;
use yipan_core::splitmix64;

/// A room as one player follows it, as far as random play needs.
#[derive(Debug, Default)]
pub(super) struct Follower {
    turn: Option<String>,
    actions: Vec<String>,
    /// The number of log entries.
    pub(super) entries: u64,
    pub(super) is_over: bool,
}

impl Follower {
    /// Takes in a `state`, or a message of the server about the room.
    pub(super) fn apply(&mut self, message: &Value) {
        let state = &message["state"];
        if let Some(seq) = state["seq"].as_u64() {
            self.entries = seq;
            self.is_over = state["phase"] == "over";
            self.update_view(&state["view"]);
        }
        if let (Some(seq), event) = (message["seq"].as_u64(), &message["event"])
            && message["type"] == "event"
        {
            self.entries = seq + 1;
            self.is_over |= event["type"] == "ended";
            self.update_view(&event["view"]);
        }
    }

    fn update_view(&mut self, view: &Value) {
        if let Some(actions) = view["actions"].as_array() {
            self.turn = view["turn"].as_str().map(str::to_owned);
            self.actions = actions.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        }
    }

    /// Returns whether this side is to move.
    pub(super) fn is_to_move(&self, side: &str) -> bool {
        !self.is_over && self.turn.as_deref() == Some(side) && !self.actions.is_empty()
    }

    /// Forgets the board until the server tells how it stands after the own move.
    pub(super) fn clear_actions(&mut self) {
        self.actions.clear();
    }

    /// Picks one of the legal actions.
    pub(super) fn choose_action(&self, random: &mut u64) -> Option<&str> {
        let (next, number) = splitmix64(*random);
        *random = next;
        let place = usize::try_from(number % self.actions.len().max(1) as u64).ok()?;
        self.actions.get(place).map(String::as_str)
    }
}
