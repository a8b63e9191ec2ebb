//! An account: its games and settings on two devices.

use serde_json::json;

use crate::in_two_browsers;
use crate::online::open_room;
use crate::support::browser::Browser;

pub(crate) async fn submit_form(browser: &Browser, form: &str, name: &str, password: &str) {
    let form = format!("[data-form={form}]");
    browser.wait_for(&format!("{form} input[name=account]")).await;
    // Text from an earlier attempt is replaced.
    browser
        .run(&format!("for (const field of document.querySelectorAll('{form} input')) {{ field.value = ''; field.dispatchEvent(new Event('input')); }}"))
        .await;
    browser.type_into(&format!("{form} input[name=account]"), name).await;
    browser.type_into(&format!("{form} input[name=password]"), password).await;
    browser.click(&format!("{form} button")).await;
}

async fn wait_for_list(browser: &Browser, list: &str, count: usize) {
    browser
        .wait_until(&format!("document.querySelectorAll('[data-list={list}] li').length == {count}"))
        .await;
}

/// Reads the console, which may say that requests for notifications were under way when the session ended.
async fn expect_rejected_polls(browser: &Browser) {
    let errors = browser.console_errors().await;
    assert!(errors.iter().all(|error| error.contains("/api/me/notifications")), "{errors:?}");
}

#[test]
fn games_and_settings_follow_an_account_to_another_device_and_its_sessions_are_ended_here() {
    in_two_browsers(async |here: Browser, there: Browser| {
        // A guest plays against the server's computer and chooses the dark theme.
        here.click(".top-bar button.theme").await;
        here.wait_until("document.documentElement.dataset.theme == 'dark'").await;
        let room = open_room(&here, &json!({ "game": "xiangqi", "host_side": "first" })).await;
        here.open_path(&format!("room/{room}")).await;
        here.click("[data-do=seat-computer]").await;
        here.click("[data-do=start]").await;
        here.play_move("h2", "e2").await;
        here.click(".top-bar a[href='/account']").await;
        wait_for_list(&here, "games", 1).await;
        here.screenshot("account-guest").await;

        // A rejection is shown as text, and the form remains.
        submit_form(&here, "sign-up", "Ada", "short").await;
        here.wait_for_text("[data-form=sign-up] [role=alert]", "8 to 200").await;
        let alert = here.text("[data-form=sign-up] [role=alert]").await;
        assert!(alert.starts_with("Choose a password of"), "{alert}");
        submit_form(&here, "sign-in", "Ada", "correct horse").await;
        here.wait_for_text("[data-form=sign-in] [role=alert]", "Wrong name or password.").await;
        here.expect_http_errors(&["422", "401"]).await;
        submit_form(&here, "sign-up", "Ada", "correct horse").await;
        here.wait_for_text("[data-account=ada]", "ada").await;
        wait_for_list(&here, "games", 1).await;
        wait_for_list(&here, "sessions", 1).await;

        // On another device the games and the theme are the same, and the game can be continued.
        there.open_path("account").await;
        submit_form(&there, "sign-in", "ada", "correct horse").await;
        there.wait_for("[data-account=ada]").await;
        there.wait_until("document.documentElement.dataset.theme == 'dark'").await;
        wait_for_list(&there, "sessions", 2).await;
        there.click("[data-list=games] [data-running=true] a").await;
        there.wait_for_text("[data-status]", "Your move").await;
        there.confirm("resign").await;
        there.wait_for_text("[data-status]", "You resigned").await;
        here.client.refresh().await.expect("a reload");
        here.wait_for("[data-list=games] [data-running=false]").await;
        here.wait_for_text("[data-list=games]", "resigned").await;

        // A change on one device appears on the other; the last write wins.
        there.open_path("settings").await;
        there.click(".choice-card:has([name=chess-board][value=jade])").await;
        there.wait_until("localStorage.getItem('yipan.unsent') == null").await;
        here.open_path("settings").await;
        here.wait_until("document.querySelector('.board.chess')?.dataset.material == 'jade'").await;

        // A token is shown once, and all other sessions are signed out.
        here.open_path("account").await;
        here.type_into("input[name=token-name]", "bot").await;
        here.click("[data-form=token] button").await;
        here.wait_until("document.querySelector('input[name=token]')?.value.length > 30").await;
        wait_for_list(&here, "tokens", 1).await;
        here.screenshot("account").await;
        here.click("[data-list=tokens] [data-do=end]").await;
        wait_for_list(&here, "tokens", 0).await;
        here.click("[data-do=end-others]").await;
        wait_for_list(&here, "sessions", 1).await;
        there.open_path("account").await;
        there.wait_for("[data-form=sign-in]").await;
        wait_for_list(&there, "games", 0).await;

        // After signing out the user is a guest without games; the theme remains on the device.
        here.click("[data-list=games] a").await;
        here.wait_for(".analysis .board").await;
        here.open_path("account").await;
        here.click("[data-do=sign-out]").await;
        here.wait_for("[data-form=sign-up]").await;
        wait_for_list(&here, "games", 0).await;
        assert_eq!(here.evaluate("document.documentElement.dataset.theme").await, json!("dark"));
        // A new page ends the polls of the one before, so none is rejected after the consoles are read.
        here.open_path("account").await;
        here.wait_for("[data-form=sign-up]").await;
        expect_rejected_polls(&here).await;
        expect_rejected_polls(&there).await;
        (here, there)
    });
}

#[test]
fn an_account_is_marked_as_a_bot_and_exported() {
    in_two_browsers(async |here: Browser, there: Browser| {
        here.open_path("account").await;
        submit_form(&here, "sign-up", "Robot", "correct horse").await;
        here.wait_for("[data-account=robot]").await;
        assert_eq!(here.evaluate("document.querySelector('[data-do=mark-bot]').disabled").await, json!(true));
        here.click("[data-form=bot] input[name=is-bot]").await;
        here.click("[data-do=mark-bot]").await;
        here.wait_for("[data-form=bot] [data-bot]").await;
        here.wait_until("document.querySelector('[data-do=export-account]').getAttribute('href') == '/api/account/export'").await;
        here.screenshot("account-bot").await;

        there.open_path("players").await;
        there.type_into("input[name=player]", "rob").await;
        there.click("[role=search] button").await;
        there.wait_for_text("[data-list=players]", "BOT Robot").await;
        (here, there)
    });
}
