//! Rated games, and the profile that shows them.

use fantoccini::key::Key;
use serde_json::json;

use crate::account::submit_form;
use crate::in_two_browsers;
use crate::online::open_room;
use crate::support::browser::Browser;

/// Creates an account in a browser.
pub(crate) async fn sign_up(browser: &Browser, name: &str) {
    browser.open_path("account").await;
    submit_form(browser, "sign-up", name, "correct horse").await;
    browser.wait_for(&format!("[data-account={}]", name.to_lowercase())).await;
}

/// Waits until the switch for rated games is in a state, with a hint.
async fn wait_for_switch(browser: &Browser, is_disabled: bool, hint: &str) {
    let state = format!("document.querySelector('.invite [name=rated]')?.disabled == {is_disabled}");
    browser.wait_until(&state).await;
    if !hint.is_empty() {
        browser.wait_for_text(".invite [id^=rated-hint]", hint).await;
    }
}

#[test]
fn the_switch_for_rated_games_says_why_a_game_cannot_be_rated() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        let open_form = async |browser: &Browser| {
            browser.open_path("").await;
            browser.click("[data-game=chess] [data-do=invite]").await;
            browser.wait_for(".invite [name=rated]").await;
        };
        open_form(&guest).await;
        wait_for_switch(&guest, true, "sign in or sign up first").await;
        sign_up(&host, "Ada").await;
        open_form(&host).await;
        wait_for_switch(&host, true, "needs a clock").await;
        host.click(".invite [name=clock] option[value='3+2']").await;
        wait_for_switch(&host, false, "").await;
        host.click(".invite [name=rated]").await;
        wait_for_switch(&host, false, "Random sides").await;
        host.set_device_size(390, 844).await;
        host.screenshot_full_page("rated-switch-phone").await;
        host.set_device_size(1280, 800).await;
        host.screenshot_full_page("rated-switch").await;
        host.click(".invite [data-do=open-room]").await;
        host.wait_for_text(".terms", "Rated game").await;
        (host, guest)
    });
}

#[test]
fn a_rated_game_changes_the_ratings_and_the_profile_shows_it() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        sign_up(&host, "Ada").await;
        sign_up(&guest, "Bob").await;
        let config = json!({ "game": "chess", "clock": "3+2", "rated": true, "auto_start": true });
        let room = open_room(&host, &config).await;
        host.open_path(&format!("room/{room}")).await;
        host.wait_for_text(".terms", "Rated game").await;
        guest.open_path(&format!("room/{room}")).await;
        guest.wait_for_text(".waiting h1", "Ada (1500?) invites you").await;
        guest.click("[data-do=sit]").await;
        for player in [&host, &guest] {
            player.wait_for(".game .board").await;
            for name in ["Ada (1500?)", "Bob (1500?)"] {
                player.wait_for_text(".game", name).await;
            }
        }
        // The sides are random.
        let is_host_first = host.evaluate("document.querySelector('[data-status]').textContent").await;
        let is_host_first = is_host_first.as_str().is_some_and(|text| text.contains("Your move"));
        let (first, second) = if is_host_first { (&host, &guest) } else { (&guest, &host) };
        first.play_move("e2", "e4").await;
        second.wait_for_text("[data-status]", "Your move (Black)").await;
        second.play_move("e7", "e5").await;
        first.wait_for_text("[data-status]", "Your move (White)").await;
        first.confirm("resign").await;
        let (winner, loser) = if is_host_first { ("Bob", "Ada") } else { ("Ada", "Bob") };
        for player in [first, second] {
            player.wait_for_text("[data-rating-changes]", &format!("{winner}: 1662? (+162)")).await;
            player.wait_for_text("[data-rating-changes]", &format!("{loser}: 1338? (-162)")).await;
        }
        host.set_device_size(1280, 800).await;
        host.screenshot("rated-result").await;
        host.set_device_size(390, 844).await;
        host.screenshot("rated-result-phone").await;

        // The profile of the winner, reached from the result.
        let link = "document.querySelector('[data-rating-changes] a[href^=\"/players/\"]') != null";
        host.wait_until(link).await;
        host.open_path("players").await;
        host.type_into("[role=search] input", winner).await;
        host.key(Key::Enter).await;
        // The search has a link of its own, which finds the same players in another browser.
        host.wait_for("[data-link=search]").await;
        let link = host.evaluate("document.querySelector('[data-link=search]')?.getAttribute('href')").await;
        let link = link.as_str().expect("an address").trim_start_matches('/').to_owned();
        assert_eq!(link, format!("players?name={winner}"));
        guest.open_path(&link).await;
        guest.wait_for_text("[data-list=players] a", winner).await;
        host.click("[data-list=players] a").await;
        host.wait_for_text("h1[data-profile]", winner).await;
        host.wait_for_text("[data-category='chess.blitz']", "1662?").await;
        host.wait_for_text("[data-category='chess.blitz']", "1 won, 0 drawn, 0 lost").await;
        host.wait_for_text("[data-results] [data-result-of=chess]", "1 won, 0 drawn, 0 lost").await;
        for streak in ["Current win streak: 1", "Longest win streak: 1"] {
            host.wait_for_text("[data-list=streaks]", streak).await;
        }
        host.wait_for("svg[data-graph='chess.blitz'] polyline").await;
        let count = |number: usize| {
            format!("document.querySelectorAll('[data-list=profile-games] li').length == {number}")
        };
        host.wait_until(&count(1)).await;
        host.screenshot_full_page("profile-phone").await;
        host.set_device_size(1280, 800).await;
        host.screenshot_full_page("profile").await;
        host.click(".game-filters [name=result] option[value=loss]").await;
        host.wait_until(&count(0)).await;
        host.wait_for_text("[data-list=profile-games] + [role=status]", "no such games").await;
        host.click(".game-filters [name=result] option[value=win]").await;
        host.wait_until(&count(1)).await;
        host.click(".game-filters [name=game] option[value=xiangqi]").await;
        host.wait_until(&count(0)).await;
        host.click(".game-filters [name=game] option[value='']").await;
        host.wait_until(&count(1)).await;
        host.type_into(".game-filters [name=opponent]", loser).await;
        host.key(Key::Enter).await;
        let requests = "performance.getEntriesByType('resource')";
        host.wait_until(&format!("{requests}.some(request => request.name.includes('opponent='))")).await;
        host.wait_until(&count(1)).await;
        // A name that only begins like this chooses another opponent, and none has it.
        host.type_into(".game-filters [name=opponent]", "-unknown").await;
        host.key(Key::Enter).await;
        host.wait_for_text(".game-filters [role=alert]", "No account").await;
        host.wait_until(&count(1)).await;
        for (tag, word) in [("zh-Hans", "等级分"), ("zh-Hant", "等級分")] {
            host.click(&format!("select.language option[value='{tag}']")).await;
            host.wait_for_text(".profile h2", word).await;
        }
        (host, guest)
    });
}
