use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use super::client::Client;
use crate::world::World;

/// A stranger without a connection who reads over HTTP what the server shows of running games.
pub(crate) struct Reader(Client);

impl Reader {
    pub(crate) fn new(number: u8, world: Arc<World>) -> Reader {
        Reader(Client::new(number, world))
    }

    /// Reads until the run ends.
    pub(crate) async fn run(self) {
        let Reader(mut client) = self;
        while !client.world.is_ending() {
            let pause = client.rng.between(2_000, 20_000);
            sleep(Duration::from_millis(pause)).await;
            let Some(room) = client.world.watched_room(&mut client.rng) else { continue };
            if let Some(state) = client.read_room(&room).await {
                client.world.disk.lock().oracle.check_state(&client.id, &state);
            }
        }
    }
}
