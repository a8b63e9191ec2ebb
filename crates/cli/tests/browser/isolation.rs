//! The isolation of the tests, which share browsers: nothing of a context is left for the next one.

use serde_json::json;

use crate::account::submit_form;
use crate::support::browser::Browser;
use crate::support::server::Server;

/// Returns what the browser has kept for the address of the page.
const KEPT: &str = "const done = arguments[0];
    (async () => done({
        local: { ...localStorage },
        session: { ...sessionStorage },
        cookies: document.cookie,
        databases: (await indexedDB.databases()).map(database => database.name),
        caches: await caches.keys(),
        workers: (await navigator.serviceWorker.getRegistrations()).length,
        account: (await (await fetch('/api/me')).json()).account,
    }))()";

#[test]
fn the_next_context_of_a_browser_holds_nothing_and_is_not_signed_in() {
    let _shared = crate::share_machine();
    crate::RUNTIME.block_on(async {
        let server = Server::start();
        let browser = Browser::open(&server.address).await;
        browser.open_path("account").await;
        submit_form(&browser, "sign-up", "Ada", "correct horse").await;
        browser.wait_for_text("[data-account=ada]", "ada").await;
        let keep = "const done = arguments[0]; localStorage.kept = 1; sessionStorage.kept = 1; document.cookie = 'kept=1';
            indexedDB.open('kept').onsuccess = () => navigator.serviceWorker.ready.then(() => done())";
        browser.client.execute_async(keep, Vec::new()).await.expect("the worker is installed");
        let first = browser.client.execute_async(KEPT, Vec::new()).await.expect("an answer");
        assert_eq!(
            (&first["local"]["kept"], &first["session"]["kept"]),
            (&json!("1"), &json!("1")),
            "{first}"
        );
        assert_eq!((&first["account"], &first["workers"]), (&json!("ada"), &json!(1)), "{first}");
        assert!(first["cookies"].as_str().is_some_and(|cookies| cookies.contains("kept=1")), "{first}");
        assert!(first["databases"].as_array().is_some_and(|names| names.contains(&json!("kept"))), "{first}");
        assert!(first["caches"].as_array().is_some_and(|names| !names.is_empty()), "{first}");

        let next = browser.change_context().await;
        // A file instead of the page, whose scripts would keep things of their own.
        next.client.goto(&format!("{}icon.svg", next.address)).await.expect("the file is there");
        let second = next.client.execute_async(KEPT, Vec::new()).await.expect("an answer");
        let nothing = json!({
            "local": {}, "session": {}, "cookies": "", "databases": [], "caches": [], "workers": 0, "account": null,
        });
        assert_eq!(second, nothing);
        // The console is not looked at: the browser asks for an icon of the file, and there is none.
    });
}
