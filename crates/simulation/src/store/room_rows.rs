//! The part of the store that is about rooms, and the store as a whole.

use tokio::sync::watch;
use yipan_clock::Millis;
use yipan_server::simulation::OwnershipTables;
use yipan_server::{
    AppendEntries, ArchiveRow, CorrespondenceGameRow, CorrespondenceStore, CredentialRow, NewSecret,
    PasswordUpdate, Store, StoreError, StoreFuture, StoreStatus, UnpackedRoom, UserRow,
};
use yipan_wire::SavedGameEntry;

use super::accounts;
use super::simulated_store::SimulatedStore;
use super::tables::RoomRow;
use super::unused_tables::not_simulated;

/// The key that signs cookies.
const SIGNING_KEY: &str = "5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c";

impl Store for SimulatedStore {
    fn append(&self, append: AppendEntries) -> StoreFuture<'_, ()> {
        self.write(move |disk| disk.append(&append))
    }

    fn log(&self, room: &str, from: u64) -> StoreFuture<'_, Vec<String>> {
        let room = room.to_owned();
        self.read_slowly(move |disk| {
            let log = disk.tables.rooms.get(&room).map_or(&[][..], |room| room.log.as_slice());
            log.get(from as usize..).unwrap_or_default().to_vec()
        })
    }

    fn unpacked_rooms(&self, _after: &str, _limit: u32) -> StoreFuture<'_, Vec<UnpackedRoom>> {
        self.read(|_| Vec::new())
    }

    fn pack_room(&self, _room: &str, _epoch: u64) -> StoreFuture<'_, bool> {
        self.read(|_| false)
    }

    fn drop_empty_partitions(&self) -> StoreFuture<'_, u64> {
        self.read(|_| 0)
    }

    fn unfinished_rooms(&self, slots: Option<Vec<u16>>) -> StoreFuture<'_, Vec<String>> {
        self.read_slowly(move |disk| {
            let is_in_slots = |code: &String| {
                slots.as_ref().is_none_or(|slots| slots.contains(&OwnershipTables::slot_of(code)))
            };
            let rooms = disk.tables.rooms.iter().filter(|(code, _)| is_in_slots(code));
            codes_of(rooms, |room| !room.is_over)
        })
    }

    fn unfinished_rooms_of(&self, user_id: &str) -> StoreFuture<'_, Vec<String>> {
        let user_id = user_id.to_owned();
        self.read(move |disk| {
            codes_of(disk.tables.rooms.iter(), |room| !room.is_over && room.seats.contains(&user_id))
        })
    }

    fn latest_entry_time(&self) -> StoreFuture<'_, u64> {
        self.read(|disk| {
            let unfinished = disk.tables.rooms.values().filter(|room| !room.is_over);
            unfinished.filter_map(RoomRow::last_entry).max().unwrap_or(0)
        })
    }

    fn is_seated(&self, user_id: &str, room: &str) -> StoreFuture<'_, bool> {
        let (user_id, room) = (user_id.to_owned(), room.to_owned());
        self.read(move |disk| disk.tables.rooms.get(&room).is_some_and(|room| room.seats.contains(&user_id)))
    }

    fn games_of(&self, user_id: &str) -> StoreFuture<'_, Vec<String>> {
        let user_id = user_id.to_owned();
        self.read(move |disk| {
            let theirs = disk.tables.rooms.values().filter(|room| room.seats.contains(&user_id));
            theirs.filter_map(|room| room.summary.clone()).collect()
        })
    }

    fn link_guest(&self, guest: &str, account: &str) -> StoreFuture<'_, Option<Vec<String>>> {
        let (guest, account) = (guest.to_owned(), account.to_owned());
        self.write(move |disk| Ok(accounts::link_guest(&mut disk.tables, &guest, &account)))
    }

    fn linked_guests(&self, room: &str) -> StoreFuture<'_, Vec<(String, UserRow)>> {
        let room = room.to_owned();
        self.read(move |disk| accounts::linked_guests(&disk.tables, &room))
    }

    fn add_user(&self, user: UserRow) -> StoreFuture<'_, ()> {
        self.write(move |disk| {
            disk.tables.users.insert(user.id.clone(), user);
            Ok(())
        })
    }

    fn user(&self, id: &str) -> StoreFuture<'_, Option<UserRow>> {
        let id = id.to_owned();
        self.read(move |disk| disk.tables.users.get(&id).cloned())
    }

    fn account(&self, account: &str) -> StoreFuture<'_, Option<UserRow>> {
        let account = account.to_owned();
        self.read(move |disk| accounts::account(&disk.tables, &account).cloned())
    }

    fn sign_up(&self, user: UserRow, session: CredentialRow) -> StoreFuture<'_, bool> {
        self.write(move |disk| Ok(accounts::sign_up(&mut disk.tables, user, session)))
    }

    fn rename(&self, id: &str, name: &str) -> StoreFuture<'_, ()> {
        let (id, name) = (id.to_owned(), name.to_owned());
        self.write(move |disk| {
            if let Some(user) = disk.tables.users.get_mut(&id) {
                user.name = name;
            }
            Ok(())
        })
    }

    fn mark_bot(&self, _id: &str) -> StoreFuture<'_, bool> {
        not_simulated("bots")
    }

    fn change_password(&self, _change: PasswordUpdate) -> StoreFuture<'_, bool> {
        not_simulated("changes of passwords")
    }

    fn delete_account(&self, _id: &str, _at: u64) -> StoreFuture<'_, ()> {
        not_simulated("deleted accounts")
    }

    fn named_games(&self, _limit: u32) -> StoreFuture<'_, Vec<(String, String)>> {
        self.read(|_| Vec::new())
    }

    fn anonymize(&self, _id: &str, _room: &str) -> StoreFuture<'_, ()> {
        not_simulated("deleted accounts")
    }

    fn expired_credentials(&self, now: u64, limit: u32) -> StoreFuture<'_, Vec<CredentialRow>> {
        self.read(move |disk| {
            let is_expired = |row: &&CredentialRow| row.expires.is_some_and(|expires| expires <= now);
            disk.tables.credentials.values().filter(is_expired).take(limit as usize).cloned().collect()
        })
    }

    fn stale_guests(&self, before: u64, after: &str, limit: u32) -> StoreFuture<'_, Vec<String>> {
        let after = after.to_owned();
        self.read(move |disk| accounts::stale_guests(&disk.tables, before, &after, limit as usize))
    }

    fn remove_guests(&self, ids: Vec<String>) -> StoreFuture<'_, ()> {
        self.write(move |disk| {
            ids.iter().for_each(|id| drop(disk.tables.users.remove(id)));
            Ok(())
        })
    }

    fn has_look_alike(&self, _skeletons: [String; 2], _except: &str) -> StoreFuture<'_, bool> {
        // The names of simulated accounts are plain.
        self.read(|_| false)
    }

    fn add_credential(
        &self,
        credential: CredentialRow,
        password_hash: Option<String>,
    ) -> StoreFuture<'_, bool> {
        self.write(move |disk| {
            let user = disk.tables.users.get(&credential.user_id);
            let is_valid = user.is_some_and(|user| user.password_hash == password_hash);
            if is_valid {
                disk.tables.credentials.insert(credential.hash.clone(), credential);
            }
            Ok(is_valid)
        })
    }

    fn credential(&self, hash: &str) -> StoreFuture<'_, Option<CredentialRow>> {
        let hash = hash.to_owned();
        self.read(move |disk| disk.tables.credentials.get(&hash).cloned())
    }

    fn credential_of_secret(&self, secret: &str, now: u64) -> StoreFuture<'_, Option<CredentialRow>> {
        let secret = secret.to_owned();
        self.read(move |disk| accounts::credential_of_secret(&disk.tables, &secret, now))
    }

    fn credentials_of(&self, user_id: &str) -> StoreFuture<'_, Vec<CredentialRow>> {
        let user_id = user_id.to_owned();
        self.read(move |disk| {
            disk.tables.credentials.values().filter(|row| row.user_id == user_id).cloned().collect()
        })
    }

    fn users_of_credentials(&self, hashes: Vec<String>, now: u64) -> StoreFuture<'_, Vec<(String, UserRow)>> {
        self.read(move |disk| {
            let user = |hash: &String| {
                let row = disk.tables.credentials.get(hash)?;
                let user = disk.tables.users.get(&row.user_id)?;
                row.expires.is_none_or(|expires| expires > now).then(|| (hash.clone(), user.clone()))
            };
            hashes.iter().filter_map(user).collect()
        })
    }

    fn settings_of(&self, _user_id: &str) -> StoreFuture<'_, Option<String>> {
        self.read(|_| None)
    }

    fn put_settings(&self, _user_id: &str, _settings: &str) -> StoreFuture<'_, ()> {
        not_simulated("settings")
    }

    fn saved_games_of(&self, _user_id: &str) -> StoreFuture<'_, Vec<SavedGameEntry>> {
        self.read(|_| Vec::new())
    }

    fn put_saved_game(&self, _user_id: &str, _entry: SavedGameEntry) -> StoreFuture<'_, bool> {
        not_simulated("saved games")
    }

    fn rotate_secret(&self, change: NewSecret) -> StoreFuture<'_, bool> {
        self.write(move |disk| Ok(accounts::rotate_secret(&mut disk.tables, change)))
    }

    fn end_previous_secret(&self, session: &str, current: &str, at: u64) -> StoreFuture<'_, ()> {
        let (session, current) = (session.to_owned(), current.to_owned());
        self.write(move |disk| {
            accounts::end_previous_secret(&mut disk.tables, &session, &current, at);
            Ok(())
        })
    }

    fn remove_credential(&self, user_id: &str, hash: &str) -> StoreFuture<'_, bool> {
        let (user_id, hash) = (user_id.to_owned(), hash.to_owned());
        self.write(move |disk| {
            let is_theirs = disk.tables.credentials.get(&hash).is_some_and(|row| row.user_id == user_id);
            Ok(is_theirs && disk.tables.credentials.remove(&hash).is_some())
        })
    }

    fn signing_key(&self) -> StoreFuture<'_, String> {
        self.read(|_| SIGNING_KEY.to_owned())
    }

    fn import_rows(&self, _rows: Vec<ArchiveRow>) -> StoreFuture<'_, ()> {
        not_simulated("archives")
    }

    fn status(&self) -> watch::Receiver<StoreStatus> {
        self.watch_status()
    }

    fn probe(&self) -> StoreFuture<'_, ()> {
        self.write(|_| Ok(()))
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        // A write of nothing is committed after all others.
        Box::pin(async {
            match self.write(|_| Ok(())).await {
                Err(error) if !error.is_outage() => Err(error),
                Ok(()) | Err(_) => Ok::<(), StoreError>(()),
            }
        })
    }
}

impl CorrespondenceStore for SimulatedStore {
    fn record_alive(&self, now: u64, max_gap: u64) -> StoreFuture<'_, ()> {
        self.write(move |disk| {
            if let Some(last) = disk.tables.alive_at.filter(|last| now.saturating_sub(*last) > max_gap) {
                disk.tables.outages.push((last, now));
            }
            disk.tables.alive_at = Some(now);
            Ok(())
        })
    }

    fn outages_after(&self, after: u64) -> StoreFuture<'_, Vec<(Millis, Millis)>> {
        self.read(move |disk| {
            let later = disk.tables.outages.iter().filter(|(_, ended)| *ended > after);
            later.map(|(began, ended)| (Millis(*began), Millis(*ended))).collect()
        })
    }

    fn due_correspondence_games(&self, _now: u64, _limit: u32) -> StoreFuture<'_, Vec<String>> {
        self.read(|_| Vec::new())
    }

    fn is_running_correspondence(&self, _room: &str) -> StoreFuture<'_, bool> {
        self.read(|_| false)
    }

    fn correspondence_games_of(
        &self,
        _user_id: &str,
        _limit: u32,
    ) -> StoreFuture<'_, Vec<CorrespondenceGameRow>> {
        self.read(|_| Vec::new())
    }

    fn turns_read_until(&self, _user_id: &str) -> StoreFuture<'_, u64> {
        self.read(|_| 0)
    }

    fn mark_turns_read(&self, _user_id: &str, _until: u64) -> StoreFuture<'_, ()> {
        not_simulated("correspondence games")
    }

    fn waiting_rooms_of(&self, _user_id: &str) -> StoreFuture<'_, u64> {
        self.read(|_| 0)
    }
}

fn codes_of<'a>(
    rooms: impl Iterator<Item = (&'a String, &'a RoomRow)>,
    is_listed: impl Fn(&RoomRow) -> bool,
) -> Vec<String> {
    rooms.filter(|(_, room)| is_listed(room)).map(|(code, _)| code.clone()).collect()
}
