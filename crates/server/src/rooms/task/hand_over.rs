//! The end of a task whose room continues on another node.

use tokio::sync::{mpsc, oneshot};
use yipan_wire::Player;

use super::room_task::RoomTask;
use super::subscribers::AUDIENCES;
use crate::cluster::remote::remote_rooms::MovedSubscriber;
use crate::net::websocket::outbox::Outbox;
use crate::rooms::room_message::RoomMessage;

impl RoomTask {
    /// Ends the task. The sockets of this node follow the room, and receive what they do not have from its new owner; the
    /// nodes of other sockets do the same by themselves.
    ///
    /// The table of slots must not say any more that the room is here.
    pub(crate) async fn hand_over(
        mut self,
        mut messages: mpsc::Receiver<RoomMessage>,
        done: oneshot::Sender<()>,
    ) {
        let code = self.room.code().to_owned();
        self.services.lobby.update(&code, None);
        // The node that waits for this may have given up.
        let _ = done.send(());
        if let Some(unanswered) = self.unanswered_command.take() {
            // Its client must ask the new owner whether it was executed.
            unanswered.outbox.close();
        }
        let mut waiting: Vec<RoomMessage> = self.deferred_messages.drain(..).collect();
        for viewer in AUDIENCES {
            waiting.extend(self.replay_cache.complete(viewer, None));
        }
        let moved =
            self.subscribers.take_all().into_iter().filter_map(|(socket, user_id, language, outbox)| {
                let Outbox::Socket(outbox) = outbox else { return None };
                let next_seq = self.visible_room(&user_id).0.log().len() as u64;
                // A subscription depends on the id of its user only.
                let user = Player { id: user_id, name: String::new(), level: None };
                Some(MovedSubscriber { socket, user, language, outbox, next_seq })
            });
        let moved: Vec<_> = moved.collect();
        let remote_rooms = self.services.remote_rooms.clone();
        if let Some(rooms) = &remote_rooms {
            rooms.adopt(&code, moved);
        }
        self.services.senders.remove(&code);
        messages.close();
        while let Some(message) = messages.recv().await {
            waiting.push(message);
        }
        for message in waiting {
            match &remote_rooms {
                // The nodes of other sockets send their messages again.
                Some(rooms) => drop(rooms.send(&code, message).await),
                None => message.reject(),
            }
        }
        self.services.metrics.rooms.dec();
    }
}
