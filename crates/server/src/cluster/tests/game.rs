use serde_json::{Value, json};
use yipan_wire::RoomConfig;

use super::client::Client;
use super::nodes::TestNodes;

/// A contribution of 32 bytes.
pub(super) fn contribution() -> String {
    "ab".repeat(32)
}

/// A game between a client of the first node, which owns the room, and one of the second.
pub(super) struct Game {
    pub(super) room: String,
    pub(super) white: Client,
    pub(super) black: Client,
    /// The number of the event after the last move.
    pub(super) seq: u64,
    pub(super) is_white_to_move: bool,
}

impl Game {
    /// Starts a game without a time limit.
    pub(super) async fn start(nodes: &TestNodes) -> Game {
        Game::start_with_clock(nodes, "inf").await
    }

    /// Starts a game with a time control.
    pub(super) async fn start_with_clock(nodes: &TestNodes, clock: &str) -> Game {
        let mut white = Client::connect(nodes.nodes[0].address).await;
        let mut black = Client::connect(nodes.nodes[1].address).await;
        let config = RoomConfig {
            host_side: yipan_wire::SidePreference::First,
            auto_start: false,
            clock: clock.to_owned(),
            ..RoomConfig::default_for("chess")
        };
        let room = nodes.app(0).rooms.create_room(config, white.user.clone()).await.expect("a room");
        white.join_state(&room).await;
        white.accept(&room, 1, json!({"type": "sit", "contribution": contribution()})).await;
        black.join_state(&room).await;
        black.accept(&room, 2, json!({"type": "sit", "contribution": contribution()})).await;
        white.accept(&room, 3, json!({"type": "start"})).await;
        black.event(3).await;
        Game { room, white, black, seq: 4, is_white_to_move: true }
    }

    /// Plays a move and waits until the opponent has seen it.
    pub(super) async fn play(&mut self, action: &str) {
        let (white, black) = (&mut self.white, &mut self.black);
        let (mover, other) = if self.is_white_to_move { (white, black) } else { (black, white) };
        self.is_white_to_move = !self.is_white_to_move;
        let seen = mover.next_seq.expect("a state");
        let messages = mover.accept(&self.room, seen, json!({"type": "play", "action": action})).await;
        let seq = messages.last().expect("a reply")["seq"].as_u64().expect("a number");
        let has_seen = |message: &Value| message["type"] == "event" && message["seq"] == seq;
        assert!(messages.iter().any(has_seen), "its event comes before the reply: {messages:?}");
        other.event(seq).await;
        self.seq = seq + 1;
    }

    /// Waits until White has seen that the time since the last sign of Black's node was given back, and that the game is
    /// paused until Black is back.
    pub(super) async fn expect_pause(&mut self) {
        for (seq, kind) in [(5, "resumed"), (6, "paused"), (7, "reconnected")] {
            let event = self.white.event(seq).await;
            assert_eq!(event["event"]["type"], kind, "{event}");
        }
    }

    /// Waits until White has seen that Black is away.
    pub(super) async fn expect_disconnected_black(&mut self) {
        loop {
            let event = self.white.receive("event").await;
            if event["event"]["type"] == "disconnected" {
                return assert_eq!(event["event"]["side"], "second");
            }
        }
    }

    pub(super) async fn state(&self, nodes: &TestNodes, node: usize) -> Value {
        let handle = nodes.app(node).rooms.room_handle(&self.room).await.expect("the store works");
        let state = handle.expect("the room exists").state(self.white.user.id.clone()).await;
        serde_json::to_value(state.expect("a state")).expect("JSON")
    }
}
