//! A correspondence game of two accounts, with a prepared reply and the list of games.

use serde_json::json;

use crate::challenges::open_challenge_form;
use crate::in_two_browsers;
use crate::ratings::sign_up;
use crate::support::browser::Browser;

const FITS: &str = "document.documentElement.scrollWidth <= innerWidth";

#[test]
fn a_prepared_reply_is_played_at_once_and_the_list_says_whose_turn_it_is() {
    in_two_browsers(async |ada: Browser, bob: Browser| {
        sign_up(&ada, "Ada").await;
        sign_up(&bob, "Bob").await;
        bob.open_path("").await;
        open_challenge_form(&ada, "Bob").await;
        ada.click(".challenge-form [name=game] option[value=chess]").await;
        ada.click(".challenge-form [name=clock] option[value='3d']").await;
        ada.click("[data-do=send-challenge]").await;
        bob.wait_for_text("[data-unread]", "1").await;
        bob.click("[data-do=bell]").await;
        bob.click("[data-do=accept-challenge]").await;
        for player in [&ada, &bob] {
            player.wait_for(".game .board").await;
            player.wait_for(".conditional-moves").await;
        }
        // The field is there only while it is the opponent's turn.
        let waits = "document.querySelector('[name=conditional-line]') != null";
        let (first, second) = if ada.evaluate(waits).await == json!(true) { (bob, ada) } else { (ada, bob) };
        first.play_move("e2", "e4").await;
        first.type_into("[name=conditional-line]", "e5 Nf6").await;
        first.click("[data-do=add-line]").await;
        first.wait_for_text(".message", "Nf6").await;
        // A rejected line stays in its field.
        first.wait_for("[name=conditional-line]").await.clear().await.expect("a field");
        first.type_into("[name=conditional-line]", "e5 Nf3 Nc6 Bb5").await;
        first.click("[data-do=add-line]").await;
        first.wait_for_text("[data-list=conditional-moves]", "e5 Nf3 Nc6 Bb5").await;
        first.screenshot_full_page("conditional-moves").await;
        first.set_device_size(360, 640).await;
        first.screenshot_full_page("conditional-moves-phone").await;
        assert_eq!(first.evaluate(FITS).await, json!(true), "the page is not wider than a phone");
        first.set_device_size(1280, 800).await;

        second.play_move("e7", "e5").await;
        for player in [&first, &second] {
            player.wait_until("document.querySelector('[data-piece][data-at=f3]') != null").await;
        }
        first.wait_for_text("[data-list=conditional-moves]", "Nc6 Bb5").await;
        assert_eq!(second.evaluate("document.body.textContent.includes('Bb5')").await, json!(false));
        first.click("[data-do=remove-line]").await;
        first.wait_until("document.querySelectorAll('[data-do=remove-line]').length == 0").await;

        for (player, is_own_turn, text) in
            [(&first, false, "Waiting"), (&second, true, "Your turn, 2 d 23 h left")]
        {
            player.open_path("correspondence").await;
            player.wait_for(&format!("[data-list=correspondence] [data-own-turn={is_own_turn}]")).await;
            player.wait_for_text("[data-list=correspondence]", text).await;
        }
        second.screenshot("correspondence").await;
        second.set_device_size(360, 640).await;
        second.screenshot("correspondence-phone").await;
        assert_eq!(second.evaluate(FITS).await, json!(true), "the page is not wider than a phone");
        second.set_device_size(1280, 800).await;
        second.wait_for_text("[data-unread]", "1").await;
        second.click("[data-do=bell]").await;
        second.wait_for_text("[data-list=notifications]", "Your turn against").await;
        second.click("[data-list=notifications] a").await;
        second.wait_for(".game .board").await;
        (first, second)
    });
}
