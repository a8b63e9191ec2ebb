//! The page without a server.

use serde_json::json;

use crate::support::browser::Browser;
use crate::support::server::Server;

#[test]
fn after_the_first_visit_local_games_need_no_server() {
    let _shared = crate::share_machine();
    crate::RUNTIME.block_on(async {
        let server = Server::start();
        let browser = Browser::open(&server.address).await;
        // The visit alone has filled the cache.
        let kept = "const done = arguments[0]; navigator.serviceWorker.ready.then(async () => { \
            for (const file of ['/web_bg.wasm', '/worker_simd_bg.wasm', '/rules/fog.en.md', '/rules/xiangqi.zh-Hant.md']) { \
                while (!await caches.match(file)) { await new Promise(then => setTimeout(then, 50)); } } done(true); })";
        browser.client.execute_async(kept, Vec::new()).await.expect("the page is kept");
        drop(server);
        browser.open_path("").await;
        browser.click("[data-game=xiangqi] [data-do=two]").await;
        browser.play_move("h2", "e2").await;
        browser.play_move("h9", "g7").await;
        // Reloads during the game, and loads the computer for the first time.
        browser.client.refresh().await.expect("a reload");
        browser.wait_for(".game .board").await;
        assert_eq!(browser.piece_at("g7").await.as_deref(), Some("2N"));
        browser.open_path("").await;
        browser.click("[data-game=chess] [data-do=computer]").await;
        browser.play_move("e2", "e4").await;
        browser.wait_until("document.querySelectorAll('.move').length == 2").await;
        browser.screenshot("offline").await;
        // The rules were never read before.
        browser.open_path("rules/fog").await;
        browser.wait_for(".rulebook h1").await;
        browser.close_offline().await;
    });
}

#[test]
fn the_page_can_be_installed() {
    let _shared = crate::share_machine();
    crate::RUNTIME.block_on(async {
        let server = Server::start();
        // Nothing is installed from a private window.
        let browser = Browser::open_alone(&server.address).await;
        let manifest = browser.devtools("Page.getAppManifest", json!({})).await;
        assert_eq!(manifest["errors"], json!([]), "{manifest}");
        let manifest: serde_json::Value =
            serde_json::from_str(manifest["data"].as_str().expect("a manifest")).expect("JSON");
        assert_eq!((&manifest["start_url"], &manifest["display"]), (&json!("/"), &json!("standalone")));
        // A browser offers to install the page if it has icons of 192 and 512 pixels with the declared sizes.
        let icons = manifest["icons"].as_array().expect("icons");
        for size in ["192x192", "512x512"] {
            let icon = icons.iter().find(|icon| icon["sizes"] == size).expect(size);
            let measure = format!(
                "const done = arguments[0]; const icon = new Image(); icon.onerror = () => done('none'); \
                 icon.onload = () => done(icon.naturalWidth + 'x' + icon.naturalHeight); icon.src = {}",
                icon["src"]
            );
            let measured = browser.client.execute_async(&measure, Vec::new()).await.expect("a picture");
            assert_eq!(measured, json!(size), "{icon}");
        }
        let faults = browser.devtools("Page.getInstallabilityErrors", json!({})).await;
        assert_eq!(faults["installabilityErrors"], json!([]), "{faults}");
        browser.close().await;
    });
}
