use std::collections::BTreeMap;
use std::time::Duration;

use yipan_clock::Millis;
use yipan_core::Side;
use yipan_room::Room;

/// The clocks of all running games at one time, as the logs show them.
#[derive(Debug)]
pub(crate) struct ClockSnapshot(BTreeMap<String, GameClocks>);

#[derive(Debug)]
struct GameClocks {
    /// The number of the last entry that changed the board.
    board_seq: u64,
    time_left: [Option<Millis>; 2],
}

impl ClockSnapshot {
    pub(crate) fn take<'a>(rooms: impl Iterator<Item = &'a Room>, now: Millis) -> ClockSnapshot {
        let running = rooms.filter(|room| room.is_playing());
        let clocks = running.map(|room| {
            // The server's time may be a little before the last entry.
            let now = room.log().last().map_or(now, |last| last.at.max(now));
            let time_left = Side::BOTH.map(|side| room.turn_time_left(side, now));
            (room.code().to_owned(), GameClocks { board_seq: room.board_seq(), time_left })
        });
        ClockSnapshot(clocks.collect())
    }

    /// Returns a game whose clock has lost more than it may, among those whose board has not changed, and the problem.
    pub(crate) fn find_loss(&self, after: &ClockSnapshot, may_lose: Duration) -> Option<(String, String)> {
        let may_lose = Millis(u64::try_from(may_lose.as_millis()).unwrap_or(u64::MAX / 2));
        self.0.iter().find_map(|(code, before)| {
            let after = after.0.get(code).filter(|after| after.board_seq == before.board_seq)?;
            Side::BOTH.into_iter().find_map(|side| {
                let (had, has) = (before.time_left[side.index()]?, after.time_left[side.index()]?);
                let problem = format!("the clock of {side:?} fell from {} ms to {} ms", had.0, has.0);
                (has + may_lose < had).then(|| (code.clone(), problem))
            })
        })
    }
}

/// The clocks of a game at the last entry of its former owner.
#[derive(Debug)]
pub(crate) struct TakenOverClocks([Option<Millis>; 2]);

impl TakenOverClocks {
    pub(crate) fn take(room: &Room) -> TakenOverClocks {
        TakenOverClocks(clocks_at_last_entry(room))
    }

    /// Returns the problem of a clock that has lost time with the first entries of the next owner.
    pub(crate) fn find_loss(&self, room: &Room) -> Option<String> {
        let after = clocks_at_last_entry(room);
        Side::BOTH.into_iter().find_map(|side| {
            let (had, has) = (self.0[side.index()]?, after[side.index()]?);
            let is_lost = room.is_playing() && has < had;
            is_lost.then(|| format!("the clock of {side:?} fell from {} ms to {} ms", had.0, has.0))
        })
    }
}

fn clocks_at_last_entry(room: &Room) -> [Option<Millis>; 2] {
    let at = room.log().last().map_or(Millis(0), |last| last.at);
    Side::BOTH.map(|side| room.turn_time_left(side, at))
}
