use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::{LocalGame, LocalGameExt, Route, SavedGame, latest_unfinished, obsolete_games};
use yipan_games::GameKind;

use crate::browser::indexed_db::{Database, DatabaseName};
use crate::browser::{local_storage, timer};
use crate::local_setup::random_seed;

/// The games on this device. They are read once, and each change is written.
#[derive(Clone, Copy)]
pub(crate) struct GameStore {
    games: RwSignal<Vec<SavedGame>>,
    /// Whether the games have been read.
    is_loaded: RwSignal<bool>,
    /// Whether games outlast the page. If the browser has no storage, they are only in memory.
    is_persistent: RwSignal<bool>,
    database: StoredValue<Option<Database>, LocalStorage>,
    writes: StoredValue<Writes>,
    /// The game that was opened last.
    last_opened: RwSignal<Option<Route>>,
}

/// The number of writes to the database.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Writes {
    started: u32,
    finished: u32,
}

/// The time after which games are read again that were written in the meantime, in milliseconds.
const REREAD_DELAY_MS: u32 = 20;

impl GameStore {
    /// Starts to read the games.
    pub(crate) fn load() -> GameStore {
        let game_store = GameStore {
            games: RwSignal::new(Vec::new()),
            is_loaded: RwSignal::new(false),
            is_persistent: RwSignal::new(true),
            database: StoredValue::new_local(None),
            writes: StoredValue::new(Writes::default()),
            last_opened: RwSignal::new(None),
        };
        spawn_local(async move {
            match Database::open(DatabaseName::GAMES).await {
                Ok(database) => game_store.database.set_value(Some(database)),
                Err(_) => game_store.is_persistent.set(false),
            }
            game_store.reload().await;
            game_store.migrate().await;
            game_store.is_loaded.set(true);
        });
        game_store
    }

    /// Reads the games again, because another tab may have changed them.
    pub(crate) async fn reload(self) {
        let Some(database) = self.database.get_value() else { return };
        loop {
            let before = self.writes.get_value();
            let Ok(texts) = database.read_all().await else { return self.is_persistent.set(false) };
            // What was read may be older than the list, and a deleted game would come back.
            if before.started == before.finished && self.writes.get_value() == before {
                return self.games.set(texts.iter().filter_map(|text| SavedGame::parse(text)).collect());
            }
            timer::sleep(REREAD_DELAY_MS).await;
        }
    }

    /// Moves the games of older versions out of local storage, which had one for each kind.
    async fn migrate(self) {
        for kind in GameKind::ALL {
            let key = format!("game.{kind}");
            let stored = local_storage::read(&key);
            let Some(local) = stored.and_then(|text| LocalGame::restore(&text)) else { continue };
            let saved = SavedGame::new(new_id(), &local, now());
            self.games.update(|games| games.push(saved.clone()));
            // Without a database the old copy is the only one that outlasts the page.
            if let Some(database) = self.database.get_value()
                && database.write(&saved.id, &saved.to_json()).await.is_ok()
            {
                local_storage::remove(&key);
            }
        }
    }

    /// Whether the games have been read; reactive.
    pub(crate) fn is_loaded(self) -> bool {
        self.is_loaded.get()
    }

    /// Whether games outlast the page; reactive.
    pub(crate) fn is_persistent(self) -> bool {
        self.is_persistent.get()
    }

    /// Returns all games; reactive.
    pub(crate) fn all(self) -> Vec<SavedGame> {
        self.games.get()
    }

    /// Subscribes to changes of any game.
    pub(crate) fn track(self) {
        self.games.track();
    }

    /// Calls a function with all games.
    pub(crate) fn with_untracked<T>(self, read: impl FnOnce(&[SavedGame]) -> T) -> T {
        self.games.with_untracked(|games| read(games))
    }

    /// Stores a game that was received from the account.
    pub(crate) fn put(self, saved: SavedGame) {
        self.write(&saved);
        self.games.update(|games| {
            games.retain(|other| other.id != saved.id);
            games.push(saved);
        });
    }

    /// Returns a game by its identifier.
    pub(crate) fn find(self, kind: GameKind, id: &str) -> Option<SavedGame> {
        let is_it = |saved: &&SavedGame| saved.id == id && saved.kind() == kind;
        self.games.with_untracked(|games| games.iter().find(is_it).cloned())
    }

    /// Returns the game that was played last among those of a kind without a result.
    pub(crate) fn latest_unfinished(self, kind: GameKind) -> Option<SavedGame> {
        self.games.with_untracked(|games| latest_unfinished(games, kind).cloned())
    }

    /// Adds a game and returns its identifier.
    pub(crate) fn add(self, local: &LocalGame) -> String {
        let saved = SavedGame::new(new_id(), local, now());
        let id = saved.id.clone();
        self.write(&saved);
        self.games.update(|games| games.push(saved));
        let obsolete = self.games.with_untracked(|games| obsolete_games(games, &id));
        obsolete.iter().for_each(|id| self.delete(id));
        id
    }

    /// Stores the current state of a game.
    pub(crate) fn store(self, id: &str, local: &LocalGame) {
        // A game that was deleted in another tab is added again, because it is being played.
        let is_known = self.games.with_untracked(|games| games.iter().any(|saved| saved.id == id));
        if !is_known {
            let saved = SavedGame::new(id.to_owned(), local, now());
            self.write(&saved);
            return self.games.update(|games| games.push(saved));
        }
        let changed = self.games.try_update(|games| {
            let saved = games.iter_mut().find(|saved| saved.id == id)?;
            saved.update(local, now()).then(|| saved.clone())
        });
        if let Some(Some(saved)) = changed {
            self.write(&saved);
        }
    }

    /// Deletes a game.
    pub(crate) fn delete(self, id: &str) {
        self.games.update(|games| games.retain(|saved| saved.id != id));
        let Some(database) = self.database.get_value() else { return };
        let id = id.to_owned();
        self.writes.update_value(|writes| writes.started += 1);
        spawn_local(async move {
            // The game is gone from the list; at worst it is back after a reload.
            let _ = database.delete(&id).await;
            self.finish_write();
        });
    }

    fn write(self, saved: &SavedGame) {
        let Some(database) = self.database.get_value() else { return };
        let (id, text) = (saved.id.clone(), saved.to_json());
        self.writes.update_value(|writes| writes.started += 1);
        spawn_local(async move {
            if database.write(&id, &text).await.is_err() {
                let _ = self.is_persistent.try_set(false);
            }
            self.finish_write();
        });
    }

    fn finish_write(self) {
        self.writes.try_update_value(|writes| writes.finished += 1);
    }

    /// Remembers the game on the screen, for the way back from the analysis.
    pub(crate) fn set_last_opened(self, route: Route) {
        self.last_opened.set(Some(route));
    }

    /// Returns the route of the game of a kind that was opened last, or of the latest unfinished one.
    pub(crate) fn route_to_game(self, kind: GameKind) -> Route {
        match self.last_opened.get_untracked() {
            Some(Route::SavedGame(last_kind, id)) if last_kind == kind => Route::SavedGame(kind, id),
            _ => Route::Play(kind),
        }
    }
}

/// Returns a new identifier of eight letters and digits.
pub(crate) fn new_id() -> String {
    const SYMBOLS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
    let random = random_seed();
    (0..8).map(|index| char::from(SYMBOLS[(random >> (5 * index)) as usize % SYMBOLS.len()])).collect()
}

fn now() -> u64 {
    js_sys::Date::now() as u64
}
