//! The end of a task whose room continues on another node.

use tokio::sync::mpsc;
use tokio::time::Instant;
use yipan_wire::Player;

use super::room_task::RoomTask;
use super::subscribers::AUDIENCES;
use super::unanswered_command::UnansweredCommand;
use crate::cluster::remote::remote_rooms::MovedSubscriber;
use crate::net::websocket::outbox::Outbox;
use crate::rooms::room_message::RoomMessage;

impl RoomTask {
    /// Ends the task. The sockets of this node follow the room, and receive what they do not have from its new owner; the
    /// nodes of other sockets do the same by themselves.
    pub(crate) async fn hand_over(mut self, mut messages: mpsc::Receiver<RoomMessage>) {
        let code = self.room.code().to_owned();
        if self.outage_since.is_some() {
            self.services.slot_departures.record_suspended(self.slot);
        }
        self.services.lobby.update(&code, None);
        let waiting = self.take_waiting_messages();
        let moved = self.take_subscribers();
        let Some(rooms) = self.services.remote_rooms.clone() else {
            // Another server has taken the database over.
            moved.iter().for_each(|subscriber| subscriber.outbox.close());
            self.services.senders.remove(&code, self.epoch);
            messages.close();
            return;
        };
        // Before the sender is closed, so that the next message of a socket finds its subscription.
        rooms.adopt(&code, moved);
        self.services.senders.remove(&code, self.epoch);
        messages.close();
        for message in waiting {
            // The nodes of other sockets send their messages again.
            drop(rooms.send(&code, message).await);
        }
        while let Some(message) = messages.recv().await {
            drop(rooms.send(&code, message).await);
        }
    }

    /// Returns the messages that were not answered, in order. A command that may be in the log is among them: the next owner
    /// executes it once.
    fn take_waiting_messages(&mut self) -> Vec<RoomMessage> {
        let unanswered =
            self.unanswered_command.take().map(|unanswered| {
                let UnansweredCommand {
                    socket,
                    player,
                    command_id,
                    seen,
                    lag,
                    heard,
                    command,
                    language,
                    outbox,
                } = unanswered;
                RoomMessage::Command {
                    socket,
                    user: player,
                    command_id,
                    seen,
                    lag,
                    received: Instant::now(),
                    heard: Some(heard),
                    shown: None,
                    command,
                    language,
                    outbox,
                }
            });
        let mut waiting: Vec<RoomMessage> = unanswered.into_iter().collect();
        waiting.extend(self.deferred_messages.drain(..));
        for viewer in AUDIENCES {
            waiting.extend(self.replay_cache.complete(viewer, None));
        }
        waiting
    }

    /// Removes and returns the sockets of this node.
    fn take_subscribers(&mut self) -> Vec<MovedSubscriber> {
        let subscribers = self.subscribers.take_all();
        let moved = subscribers.into_iter().filter_map(|(socket, user_id, language, outbox)| {
            let Outbox::Socket(outbox) = outbox else { return None };
            let next_seq = self.visible_room(&user_id).0.log().len() as u64;
            // A subscription depends on the id of its user only.
            let user = Player { id: user_id, name: String::new(), level: None, rating: None, is_bot: false };
            let shown = self.shown_move(socket);
            Some(MovedSubscriber { socket, user, language, outbox, next_seq, shown })
        });
        moved.collect()
    }
}
