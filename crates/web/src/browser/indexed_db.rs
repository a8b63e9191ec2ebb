//! Texts in IndexedDB, by key.

use js_sys::{Array, Function, Promise};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{IdbDatabase, IdbObjectStore, IdbRequest, IdbTransactionMode};

/// A database with one store of texts.
#[derive(Clone)]
pub(crate) struct Database {
    database: IdbDatabase,
    store: &'static str,
}

/// The name of a database and that of its store. Another store would need another version of the database, which cannot be
/// opened while another tab has the older one.
#[derive(Clone, Copy)]
pub(crate) struct DatabaseName {
    database: &'static str,
    store: &'static str,
}

impl DatabaseName {
    /// The games on this device.
    pub(crate) const GAMES: DatabaseName = DatabaseName { database: "yipan", store: "games" };
    /// The studies on this device.
    pub(crate) const STUDIES: DatabaseName = DatabaseName { database: "yipan-studies", store: "studies" };
}

const VERSION: u32 = 1;

impl Database {
    /// Opens a database and creates its store.
    ///
    /// # Errors
    /// Returns the error of the browser, for example if the user has disabled storage.
    pub(crate) async fn open(name: DatabaseName) -> Result<Database, JsValue> {
        let window = web_sys::window().ok_or(JsValue::NULL)?;
        let factory = window.indexed_db()?.ok_or(JsValue::NULL)?;
        let request = factory.open_with_u32(name.database, VERSION)?;
        let upgraded = request.clone();
        let create_store = Closure::once_into_js(move || {
            // If the store cannot be created, the request fails.
            let database = upgraded.result().ok().and_then(|result| result.dyn_into::<IdbDatabase>().ok());
            let _ = database.map(|database| database.create_object_store(name.store));
        });
        request.set_onupgradeneeded(Some(create_store.unchecked_ref::<Function>()));
        let database = completion(&request).await?.dyn_into()?;
        Ok(Database { database, store: name.store })
    }

    /// Returns all texts.
    ///
    /// # Errors
    /// Returns the error of the browser.
    pub(crate) async fn read_all(&self) -> Result<Vec<String>, JsValue> {
        let request = self.store(IdbTransactionMode::Readonly)?.get_all()?;
        let found = completion(&request).await?.dyn_into::<Array>()?;
        Ok(found.iter().filter_map(|text| text.as_string()).collect())
    }

    /// Returns the text of a key; `None` if there is none.
    ///
    /// # Errors
    /// Returns the error of the browser.
    pub(crate) async fn read(&self, key: &str) -> Result<Option<String>, JsValue> {
        let request = self.store(IdbTransactionMode::Readonly)?.get(&key.into())?;
        Ok(completion(&request).await?.as_string())
    }

    /// Stores a text, replacing that of the same key.
    ///
    /// # Errors
    /// Returns the error of the browser, for example if the storage is full.
    pub(crate) async fn write(&self, key: &str, text: &str) -> Result<(), JsValue> {
        let store = self.store(IdbTransactionMode::Readwrite)?;
        completion(&store.put_with_key(&text.into(), &key.into())?).await.map(drop)
    }

    /// Deletes the text of a key.
    ///
    /// # Errors
    /// Returns the error of the browser.
    pub(crate) async fn delete(&self, key: &str) -> Result<(), JsValue> {
        completion(&self.store(IdbTransactionMode::Readwrite)?.delete(&key.into())?).await.map(drop)
    }

    fn store(&self, mode: IdbTransactionMode) -> Result<IdbObjectStore, JsValue> {
        self.database.transaction_with_str_and_mode(self.store, mode)?.object_store(self.store)
    }
}

/// Waits for a request and returns its result.
async fn completion(request: &IdbRequest) -> Result<JsValue, JsValue> {
    let promise = Promise::new(&mut |resolve, reject| {
        request.set_onsuccess(Some(&resolve));
        request.set_onerror(Some(&reject));
    });
    JsFuture::from(promise).await?;
    request.result()
}
