//! A restart is announced to every open page.

use serde_json::json;

use crate::ratings::sign_up;
use crate::support::browser::Browser;
use crate::support::server::Server;
use crate::{RUNTIME, share_machine};

#[test]
fn an_announced_restart_is_shown_until_it_is_closed_withdrawn_or_over() {
    let _shared = share_machine();
    RUNTIME.block_on(async {
        let mut server = Server::start();
        let (ada, bob) = (Browser::open(&server.address).await, Browser::open(&server.address).await);
        sign_up(&ada, "Ada").await;
        server.kill();
        server.run(&["admin", "promote", "ada"]);
        server.restart();
        bob.open_path("").await;
        bob.wait_for("[data-connection=open]").await;
        ada.open_path("moderation").await;
        ada.type_into("[name=restart-text]", "New version.").await;
        ada.click("[data-do=announce-restart]").await;
        ada.wait_for_text("[data-list=audit-log]", "Announce restart (10 min). New version.").await;
        bob.wait_for_text(".restart-banner", "The server restarts in 10 min.").await;
        bob.wait_for_text(".restart-banner", "New version.").await;
        bob.set_device_size(320, 568).await;
        let fits = "document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(bob.evaluate(fits).await, json!(true), "the page is not wider than a phone");
        let size = "(({width, height}) => Math.min(width, height))(document.querySelector('[data-do=close-restart]').getBoundingClientRect())";
        assert!(bob.evaluate(size).await.as_f64().is_some_and(|size| size >= 44.0), "it can be touched");
        bob.screenshot("restart-banner-phone").await;
        bob.set_device_size(1280, 800).await;
        for (tag, words) in [("zh-Hans", "服务器将在 10 分钟后重启"), ("zh-Hant", "伺服器將在 10 分鐘後重新啟動")] {
            bob.click(&format!("select.language option[value='{tag}']")).await;
            bob.wait_for_text(".restart-banner", words).await;
        }
        bob.click("select.language option[value='en']").await;

        // A closed notice stays closed; another restart is shown again, until it is withdrawn.
        bob.click("[data-do=close-restart]").await;
        bob.wait_until("!document.querySelector('.restart-banner')").await;
        ada.run("const minutes = document.querySelector('[name=restart-minutes]'); minutes.value = '30'; minutes.dispatchEvent(new Event('input', {bubbles: true}));").await;
        ada.click("[data-do=announce-restart]").await;
        bob.wait_for_text(".restart-banner", "The server restarts in 30 min.").await;
        ada.click("[data-do=withdraw-restart]").await;
        ada.wait_for_text("[data-list=audit-log]", "Withdraw announcement.").await;
        bob.wait_until("!document.querySelector('.restart-banner')").await;

        // The restart itself ends the notice.
        ada.click("[data-do=announce-restart]").await;
        bob.wait_for(".restart-banner").await;
        server.kill();
        server.restart();
        bob.wait_for("[data-connection=open]").await;
        bob.wait_until("!document.querySelector('.restart-banner')").await;
        ada.close_offline().await;
        bob.close_offline().await;
    });
}
