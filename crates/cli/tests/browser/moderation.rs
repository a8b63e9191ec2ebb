//! A player is reported after a game, and a moderator acts on it.

use serde_json::json;

use crate::online::open_room;
use crate::ratings::sign_up;
use crate::support::browser::Browser;
use crate::support::server::Server;
use crate::{RUNTIME, share_machine};

#[test]
fn a_report_with_its_chat_reaches_a_moderator_who_mutes_and_closes_the_account() {
    let _shared = share_machine();
    RUNTIME.block_on(async {
        let mut server = Server::start();
        let (ada, bob) = (Browser::open(&server.address).await, Browser::open(&server.address).await);
        sign_up(&ada, "Ada").await;
        sign_up(&bob, "Bob").await;
        server.kill();
        server.run(&["admin", "promote", "ada", "--role", "operator"]);
        server.restart();

        // Ada plays against Bob, who insults her.
        let room = open_room(&ada, &json!({ "game": "chess", "auto_start": true })).await;
        ada.open_path(&format!("room/{room}")).await;
        bob.open_path(&format!("room/{room}")).await;
        bob.click("[data-do=sit]").await;
        for player in [&ada, &bob] {
            player.wait_for(".game .board").await;
        }
        bob.type_into("[name=message]", "you fool").await;
        bob.click(".chat button[type=submit]").await;
        ada.wait_for_text(".chat", "you fool").await;
        ada.click(".chat [data-do=report]").await;
        ada.type_into("[name=report-text]", "Insults in the chat.").await;
        ada.screenshot_full_page("report-form").await;
        ada.click("[data-do=send-report]").await;
        ada.wait_for_text("[data-form=report]", "Sent to the moderators").await;

        // The same account has the role; Bob does not see the page.
        bob.open_path("moderation").await;
        bob.wait_for_text(".moderation", "for moderators").await;
        ada.open_path("account").await;
        ada.click("a[href='/moderation']").await;
        ada.wait_for_text("[data-report]", "Bob reported by Ada").await;
        ada.wait_for_text("[data-report]", "you fool").await;
        ada.screenshot_full_page("moderation").await;
        ada.set_device_size(390, 844).await;
        ada.screenshot_full_page("moderation-phone").await;
        let fits = "document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(ada.evaluate(fits).await, json!(true), "the page is not wider than a phone");
        ada.set_device_size(1280, 800).await;

        // A warning in the bell, then a mute in the chat.
        ada.type_into("[data-report] [name=action-reason]", "Be polite.").await;
        ada.click("[data-report] [data-do=apply-action]").await;
        ada.wait_for_text("[data-list=audit-log]", "Warn: Bob. Be polite.").await;
        bob.wait_for_text("[data-unread]", "1").await;
        bob.click("[data-do=bell]").await;
        bob.wait_for_text("[data-notification]", "A moderator warns you: Be polite.").await;
        bob.click("[data-do=mark-read]").await;
        bob.wait_until("!document.querySelector('[data-unread]')").await;
        ada.click("[data-report] [name=action] option[value=mute]").await;
        ada.click("[data-report] [data-do=apply-action]").await;
        ada.wait_for_text("[data-list=audit-log]", "Mute in chats (60 min): Bob").await;
        bob.open_path(&format!("room/{room}")).await;
        bob.type_into("[name=message]", "again").await;
        bob.click(".chat button[type=submit]").await;
        bob.wait_for_text(".game", "A moderator has muted you").await;

        // The report is resolved, and the account closed.
        ada.click("[data-do=resolve-report]").await;
        ada.wait_for_text(".moderation", "There are no open reports.").await;
        ada.type_into("[name=action-player]", "Bob").await;
        ada.click("[data-form=action] [name=action] option[value=close]").await;
        ada.type_into("[data-form=action] [name=action-reason]", "insults").await;
        ada.click("[data-form=action] [data-do=apply-action]").await;
        ada.wait_for_text("[data-list=audit-log]", "Close account: Bob. insults").await;
        bob.open_path("account").await;
        crate::account::submit_form(&bob, "sign-in", "Bob", "correct horse").await;
        bob.wait_for_text(".account-forms", "closed this account: insults").await;
        for (tag, word) in [("zh-Hans", "操作日志"), ("zh-Hant", "操作日誌")] {
            ada.click(&format!("select.language option[value='{tag}']")).await;
            ada.wait_for_text(".moderation", word).await;
        }
        // The browser reports the time without a server, and that Bob is no longer signed in.
        let errors = bob.console_errors().await;
        let is_expected = |error: &String| error.contains("403") || error.contains("net::ERR_");
        assert!(errors.iter().all(is_expected), "{errors:?}");
        ada.close_offline().await;
        bob.close().await;
    });
}

/// Answers requests for the audit log as if it had 150 entries.
const LONG_LOG: &str = "const send = window.fetch; window.fetch = (request, ...rest) => { \
    const url = new URL(request.url ?? request, location.origin); \
    if (url.pathname !== '/api/moderation/log') return send.call(window, request, ...rest); \
    const before = Number(url.searchParams.get('before') ?? 151); \
    const entries = Array.from({ length: Math.min(100, before - 1) }, (_, index) => ( \
        { number: before - 1 - index, at: 0, action: { type: 'withdraw-restart' }, reason: '' })); \
    return Promise.resolve(new Response(JSON.stringify(entries))); };";

#[test]
fn earlier_entries_of_the_audit_log_follow_on_request() {
    let _shared = share_machine();
    RUNTIME.block_on(async {
        let mut server = Server::start();
        let ada = Browser::open(&server.address).await;
        sign_up(&ada, "Ada").await;
        server.kill();
        server.run(&["admin", "promote", "ada"]);
        server.restart();
        ada.run_before_pages(LONG_LOG).await;
        ada.open_path("moderation").await;
        let numbers = "[...document.querySelectorAll('[data-entry]')].map(entry => +entry.dataset.entry)";
        ada.wait_until(&format!("{numbers}.length == 100")).await;
        ada.click("[data-do=more-entries]").await;
        ada.wait_until(&format!("{numbers}.length == 150")).await;
        ada.wait_until("!document.querySelector('[data-do=more-entries]')").await;
        let expected: Vec<u32> = (1..=150).rev().collect();
        assert_eq!(ada.evaluate(numbers).await, json!(expected));
        ada.close_offline().await;
    });
}
