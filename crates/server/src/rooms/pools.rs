use yipan_wire::{OpenRoom, Pool, RoomConfig};

/// The most pools in a list, in addition to the well-known ones.
const MAX_OTHER_POOLS: usize = 30;

/// Whether quick pairing may seat two users together: the host's game, with its modes, rules and clock, is the one that
/// the guest wants, and it starts by itself. A guest takes the side that is left.
pub(crate) fn is_same_pool(host: &RoomConfig, guest: &RoomConfig) -> bool {
    host.auto_start && host.position == guest.position && Pool::of(host) == Pool::of(guest)
}

/// Returns the key whose home pairs the users of a pool.
pub(crate) fn pool_key(config: &RoomConfig) -> String {
    let Pool { game, modes, rules, clock, rated, .. } = Pool::of(config);
    format!(
        "pool {game} {clock} {rated} {} {} {}",
        modes.join(","),
        rules.join(","),
        config.position.as_deref().unwrap_or("-")
    )
}

/// Returns the pools with the number of open rooms in each: the well-known ones, then others, the fullest first.
pub(crate) fn count_pools<'a>(open_rooms: impl Iterator<Item = &'a OpenRoom>) -> Vec<Pool> {
    let mut pools = Pool::well_known();
    let well_known = pools.len();
    for room in open_rooms.filter(|room| room.config.auto_start && room.config.position.is_none()) {
        let pool = Pool::of(&room.config);
        match pools.iter_mut().find(|known| Pool { waiting: 0, ..(*known).clone() } == pool) {
            Some(known) => known.waiting += 1,
            None => pools.push(Pool { waiting: 1, ..pool }),
        }
    }
    pools[well_known..].sort_by_key(|pool| std::cmp::Reverse(pool.waiting));
    pools.truncate(well_known + MAX_OTHER_POOLS);
    pools
}

#[cfg(test)]
mod tests {
    use yipan_room::ValidatedConfig;
    use yipan_wire::{Player, SidePreference};

    use super::*;

    fn open_room(config: RoomConfig) -> OpenRoom {
        let host =
            Player { id: "ada".to_owned(), name: "Ada".to_owned(), level: None, rating: None, is_bot: false };
        OpenRoom { room: "K4T7QX".to_owned(), host, config }
    }

    #[test]
    fn every_well_known_pool_can_be_played_as_it_is_written() {
        for pool in Pool::well_known() {
            let config = pool.room_config();
            assert_eq!(ValidatedConfig::normalize(config.clone()).ok(), Some(config));
        }
    }

    #[test]
    fn pools_count_their_rooms_and_are_bounded() {
        let blitz = Pool { clock: "3+2".to_owned(), ..Pool::of(&RoomConfig::default_for("chess")) };
        let fog = Pool { modes: vec!["fog".to_owned(), "mines".to_owned()], ..blitz.clone() };
        let reversed = RoomConfig { modes: vec!["mines".into(), "fog".into()], ..fog.room_config() };
        let second = RoomConfig { host_side: SidePreference::Second, ..blitz.room_config() };
        let manual = RoomConfig { auto_start: false, ..blitz.room_config() };
        let mut rooms =
            [blitz.room_config(), fog.room_config(), reversed, second, manual].map(open_room).to_vec();
        let others =
            (1..60).map(|minutes| RoomConfig { clock: format!("{minutes}+1"), ..blitz.room_config() });
        rooms.extend(others.map(open_room));
        let pools = count_pools(rooms.iter());
        let waiting = |pool: &Pool| {
            pools
                .iter()
                .find(|other| (&other.modes, &other.clock) == (&pool.modes, &pool.clock))
                .map(|pool| pool.waiting)
        };
        assert_eq!((waiting(&blitz), waiting(&fog)), (Some(2), Some(2)));
        assert_eq!(pools.len(), Pool::well_known().len() + MAX_OTHER_POOLS);
        assert_eq!(pools[Pool::well_known().len()].modes, ["fog", "mines"], "the fullest pool comes first");
    }
}
