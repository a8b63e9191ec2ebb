//! Challenges between two accounts, and what the bell shows.

use fantoccini::key::Key;
use serde_json::json;

use crate::in_two_browsers;
use crate::ratings::sign_up;
use crate::support::browser::Browser;

/// Opens the list behind the bell, unless it is open.
async fn open_bell(browser: &Browser) {
    browser.wait_for("[data-do=bell]").await;
    if browser.evaluate("document.querySelector('.bell-panel') == null").await == json!(true) {
        browser.click("[data-do=bell]").await;
    }
    browser.wait_for(".bell-panel").await;
}

/// Finds a player by name, and opens the form to challenge them.
pub(crate) async fn open_challenge_form(browser: &Browser, name: &str) {
    browser.open_path("players").await;
    browser.type_into("[name=player]", name).await;
    browser.click("[role=search] button").await;
    browser.wait_for_text("[data-list=players]", name).await;
    browser.click("[data-list=players] [data-do=challenge]").await;
    browser.wait_for("[data-form=challenge]").await;
}

#[test]
fn a_challenge_leads_both_players_to_their_game_and_can_be_declined_or_withdrawn() {
    in_two_browsers(async |ada: Browser, bob: Browser| {
        sign_up(&ada, "Ada").await;
        sign_up(&bob, "Bob").await;
        bob.open_path("").await;

        // Declined with a reason.
        open_challenge_form(&ada, "Bob").await;
        ada.click(".challenge-form [name=game] option[value=liuzichong]").await;
        ada.click(".challenge-form [name=clock] option[value='3+2']").await;
        ada.screenshot_full_page("challenge-form").await;
        ada.set_device_size(390, 844).await;
        ada.screenshot_full_page("challenge-form-phone").await;
        ada.set_device_size(1280, 800).await;
        ada.click("[data-do=send-challenge]").await;
        ada.wait_for_text("[data-form=challenge]", "when Bob accepts").await;
        bob.wait_for_text("[data-unread]", "1").await;
        open_bell(&bob).await;
        bob.wait_for_text("[data-challenge]", "Ada challenges you").await;
        bob.wait_for_text("[data-challenge]", "Liuzichong · 3+2").await;
        bob.screenshot("bell").await;
        bob.set_device_size(390, 844).await;
        bob.screenshot("bell-phone").await;
        let fits = "document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(bob.evaluate(fits).await, json!(true), "the page is not wider than a phone");
        bob.set_device_size(1280, 800).await;
        bob.click("[name=decline-reason] option[value=other-game]").await;
        bob.click("[data-do=decline-challenge]").await;
        open_bell(&ada).await;
        ada.wait_for_text("[data-challenge]", "Declined: Another game, please").await;
        for (tag, word) in
            [("zh-Hans", "已拒绝：想下别的棋"), ("zh-Hant", "已拒絕：想下別的棋"), ("en", "Declined")]
        {
            ada.click(&format!("select.language option[value='{tag}']")).await;
            open_bell(&ada).await;
            ada.wait_for_text("[data-challenge]", word).await;
        }
        // The keyboard closes the list.
        ada.key(Key::Escape).await;
        ada.wait_until("!document.querySelector('.bell-panel')").await;

        // Withdrawn: it disappears.
        open_challenge_form(&ada, "Bob").await;
        ada.click("[data-do=send-challenge]").await;
        bob.wait_for("[data-do=accept-challenge]").await;
        open_bell(&ada).await;
        ada.click("[data-do=withdraw-challenge]").await;
        bob.wait_until("!document.querySelector('[data-do=accept-challenge]')").await;

        // Accepted: both are led to the game.
        open_challenge_form(&ada, "Bob").await;
        ada.click("[data-do=send-challenge]").await;
        bob.click("[data-do=accept-challenge]").await;
        for player in [&ada, &bob] {
            player.wait_for(".game .board").await;
        }
        assert_eq!(ada.evaluate("location.pathname").await, bob.evaluate("location.pathname").await);
        (ada, bob)
    });
}

#[test]
fn a_blocked_player_is_not_heard_and_cannot_challenge() {
    in_two_browsers(async |ada: Browser, bob: Browser| {
        sign_up(&ada, "Ada").await;
        sign_up(&bob, "Bob").await;
        ada.open_path("players").await;
        ada.type_into("[name=player]", "Bob").await;
        ada.click("[role=search] button").await;
        ada.click("[data-list=players] a").await;
        ada.wait_for_text("h1[data-profile]", "Bob").await;
        ada.click("[data-do=follow][aria-pressed=false]").await;
        ada.wait_for("[data-do=follow][aria-pressed=true]").await;
        ada.screenshot_full_page("profile-relations").await;
        ada.open_path("players").await;
        ada.wait_for_text("[data-list=followed]", "Bob").await;
        ada.click("[data-list=followed] a").await;
        ada.confirm("block").await;
        ada.wait_for("[data-do=unblock]").await;
        open_challenge_form(&bob, "Ada").await;
        bob.click("[data-do=send-challenge]").await;
        bob.wait_for_text("[data-form=challenge] .error[role=alert]:last-of-type", "does not want to hear")
            .await;
        // The browser reports the rejected request.
        let errors = bob.console_errors().await;
        assert!(errors.iter().all(|error| error.contains("403")), "{errors:?}");
        ada.open_path("players").await;
        ada.wait_for_text("[data-list=blocked]", "Bob").await;
        (ada, bob)
    });
}

#[test]
fn a_challenge_to_a_player_who_sees_another_page_is_shown_by_the_service_worker() {
    in_two_browsers(async |ada: Browser, bob: Browser| {
        sign_up(&ada, "Ada").await;
        sign_up(&bob, "Bob").await;
        bob.open_path("").await;
        let ready = "const done = arguments[0]; navigator.serviceWorker.ready.then(() => done(true))";
        bob.client.execute_async(ready, Vec::new()).await.expect("a service worker");
        // As if Bob had allowed notifications, and on Android, where a page may not construct one.
        bob.run(
            "window.shown = []; \
             Object.defineProperty(document, 'hidden', { get: () => true }); \
             window.Notification = class { \
                 static permission = 'granted'; \
                 constructor() { throw new TypeError('Illegal constructor'); } \
             }; \
             ServiceWorkerRegistration.prototype.showNotification = async (text, options) => window.shown.push([text, options.data])",
        )
        .await;
        bob.wait_for("[data-do=bell]").await;
        open_challenge_form(&ada, "Bob").await;
        ada.click(".challenge-form [name=game] option[value=liuzichong]").await;
        ada.click(".challenge-form [name=clock] option[value='3+2']").await;
        ada.click("[data-do=send-challenge]").await;
        bob.wait_until("window.shown.length > 0").await;
        let shown = bob.evaluate("window.shown").await;
        assert_eq!(shown, json!([["Ada challenges you: Liuzichong · 3+2", "/"]]));
        (ada, bob)
    });
}
