//! The home page: its order, the options of a new game and the levels.

use serde_json::{Value, json};

use crate::in_browser;
use crate::support::browser::Browser;

const CHESS: &str = "[data-game=chess]";

/// Remembers the bodies of all requests in `window.sent`.
const RECORD_REQUESTS: &str = "window.sent = []; const send = window.fetch;
    window.fetch = (request, ...rest) => {
        request.clone?.().text().then(text => text && window.sent.push(text));
        return send.call(window, request, ...rest);
    };";

async fn choose_language(browser: &Browser, language: &str) {
    browser.click(&format!("select.language option[value={language}]")).await;
    browser.wait_until(&format!("document.documentElement.lang == '{language}'")).await;
}

/// Chooses a value of a select field in a card.
async fn choose(browser: &Browser, card: &str, field: &str, value: &str) {
    browser.click(&format!("{card} select[name={field}] option[value='{value}']")).await;
}

/// Creates a room from the options of a card and returns the configuration that was sent.
async fn create_room(browser: &Browser, card: &str) -> Value {
    browser.run(RECORD_REQUESTS).await;
    browser.click(&format!("{card} [data-do=invite]")).await;
    browser.click(&format!("{card} [data-do=open-room]")).await;
    browser.wait_until("window.sent.length > 0").await;
    let sent = browser.evaluate("window.sent[0]").await;
    serde_json::from_str(sent.as_str().expect("a body")).expect("a configuration")
}

/// Opens the further options of a card.
async fn open_more_options(browser: &Browser, card: &str) {
    browser.click(&format!("{card} .more-options summary")).await;
}

#[test]
fn what_is_going_on_comes_before_the_games_and_modes_before_the_start() {
    in_browser(async |browser: Browser| {
        browser.wait_for(".lobby").await;
        let is_above = |above: &str, below: &str| {
            format!(
                "document.querySelector('{above}').getBoundingClientRect().bottom <= document.querySelector('{below}').getBoundingClientRect().top"
            )
        };
        assert_eq!(browser.evaluate(&is_above(".lobby", ".games")).await, json!(true));
        for start in ["computer", "two", "invite"] {
            let start = format!("{CHESS} [data-do={start}]");
            assert_eq!(browser.evaluate(&is_above(&format!("{CHESS} .modes"), &start)).await, json!(true));
        }
        browser
    });
}

#[test]
fn the_first_game_follows_the_language() {
    in_browser(async |browser: Browser| {
        const ORDER: &str = "[...document.querySelectorAll('.card')].map(card => card.dataset.game).join()";
        choose_language(&browser, "en").await;
        browser.wait_until(&format!("{ORDER} == 'chess,xiangqi,liuzichong'")).await;
        choose_language(&browser, "zh-Hans").await;
        browser.wait_until(&format!("{ORDER} == 'xiangqi,chess,liuzichong'")).await;
        browser
    });
}

#[test]
fn the_preview_and_the_game_have_the_chosen_modes() {
    in_browser(async |browser: Browser| {
        let count = |what: &str| format!("document.querySelectorAll('{CHESS} .preview {what}').length");
        browser.wait_for(&format!("{CHESS} .preview .piece")).await;
        assert_eq!(browser.evaluate(&count(".fog")).await, json!(0));
        browser.click(&format!("{CHESS} input[name=fog]")).await;
        browser.wait_until(&format!("{} > 20", count(".fog"))).await;
        // Fog would hide one end of the portal.
        browser.click(&format!("{CHESS} input[name=fog]")).await;
        browser.click(&format!("{CHESS} input[name=portals]")).await;
        browser.wait_until(&format!("{} == 2", count("[data-mark]"))).await;
        browser.click(&format!("{CHESS} [data-preset=blind-dice]")).await;
        browser.wait_until(&format!("{} == 1", count("[data-badge=dice]"))).await;
        let chosen = format!(
            "[...document.querySelectorAll('{CHESS} .mode input')].filter(box => box.checked).map(box => box.name).join()"
        );
        assert_eq!(browser.evaluate(&chosen).await, json!("fog,dice"));
        browser.click(&format!("{CHESS} [data-preset=chaos]")).await;
        browser.wait_until(&format!("{chosen} == 'fog,gravity,portals,dice,mines'")).await;
        browser.click(&format!("{CHESS} [data-preset=surprise]")).await;
        browser.wait_until(&format!("[2, 3].includes({chosen}.split(',').length)")).await;
        browser.click(&format!("{CHESS} [data-preset=none]")).await;
        browser.wait_until(&format!("{chosen} == ''")).await;
        browser.click(&format!("{CHESS} input[name=fog]")).await;
        browser.click(&format!("{CHESS} [data-do=two]")).await;
        browser.wait_until("document.querySelectorAll('.game .board .fog').length > 20").await;
        browser
    });
}

#[test]
fn a_card_shows_no_emoji() {
    in_browser(async |browser: Browser| {
        browser.click(&format!("{CHESS} [data-preset=chaos]")).await;
        browser.wait_for(&format!("{CHESS} [data-mode=mines]")).await;
        let emoji = r"/\p{Emoji_Presentation}|\uFE0F/u.test(document.querySelector('main').textContent)";
        assert_eq!(browser.evaluate(emoji).await, json!(false));
        browser
    });
}

#[test]
fn every_option_of_the_dice_reaches_the_room() {
    in_browser(async |browser: Browser| {
        browser.click(&format!("{CHESS} input[name=dice]")).await;
        choose(&browser, CHESS, "dice-count", "4").await;
        choose(&browser, CHESS, "first-turn-dice", "2").await;
        choose(&browser, CHESS, "rerolls", "1").await;
        browser.click(&format!("{CHESS} input[name=wild]")).await;
        let config = create_room(&browser, CHESS).await;
        assert_eq!(config["modes"], json!(["dice-a"]));
        assert_eq!(config["rules"], json!(["dice=4", "first_turn_dice=2", "rerolls=1", "wild=yes"]));
        browser
    });
}

#[test]
fn rule_b_disables_the_wild_die_and_says_why() {
    in_browser(async |browser: Browser| {
        browser.click(&format!("{CHESS} input[name=dice]")).await;
        browser.click(&format!("{CHESS} input[name=wild]")).await;
        choose(&browser, CHESS, "dice-rule", "b").await;
        let wild = format!("document.querySelector('{CHESS} input[name=wild]')");
        browser.wait_until(&format!("{wild}.disabled && !{wild}.checked")).await;
        browser.wait_for_text(&format!("{CHESS} [data-mode=dice]"), "Rule A only").await;
        choose(&browser, CHESS, "dice-rule", "a").await;
        browser.wait_until(&format!("!{wild}.disabled && {wild}.checked")).await;
        browser
    });
}

#[test]
fn a_numbered_chess960_start_is_played_as_it_is_previewed() {
    in_browser(async |browser: Browser| {
        open_more_options(&browser, CHESS).await;
        choose(&browser, CHESS, "start", "chess960").await;
        let number = format!("{CHESS} input[name=chess960]");
        browser.wait_for(&number).await;
        browser
            .run(&format!("const field = document.querySelector('{number}'); field.value = 0; field.dispatchEvent(new Event('change'))"))
            .await;
        let at = |place: &str, cell: &str, piece: &str| {
            format!("document.querySelector('{place} .piece[data-at={cell}]')?.dataset.piece == '{piece}'")
        };
        // Number 0 is BBQNNRKR.
        browser.wait_until(&at(&format!("{CHESS} .preview"), "a1", "1B")).await;
        browser.click(&format!("{CHESS} [data-do=two]")).await;
        browser.wait_until(&at(".game", "c1", "1Q")).await;
        assert_eq!(browser.evaluate(&at(".game", "g8", "2K")).await, json!(true));
        browser
    });
}

#[test]
fn a_handicap_removes_pieces_and_house_rules_reach_the_room() {
    in_browser(async |browser: Browser| {
        let xiangqi = "[data-game=xiangqi]";
        open_more_options(&browser, xiangqi).await;
        choose(&browser, xiangqi, "start", "handicap").await;
        choose(&browser, xiangqi, "handicap", "two-horses").await;
        let is_gone =
            format!("document.querySelector('{xiangqi} .preview .piece:not(.leaving)[data-at=h0]') == null");
        browser.wait_until(&is_gone).await;
        choose(&browser, xiangqi, "repetition", "simple").await;
        choose(&browser, xiangqi, "no-capture", "200").await;
        browser.click(&format!("{xiangqi} input[name=folk-facing]")).await;
        let config = create_room(&browser, xiangqi).await;
        assert_eq!(
            config["rules"],
            json!(["repetition=simple", "facing=no-new-shared-file", "no-capture=200"])
        );
        assert!(config["position"].as_str().is_some_and(|position| position.contains("R1BAKAB1R")));
        browser.open_path("").await;
        let liuzichong = "[data-game=liuzichong]";
        open_more_options(&browser, liuzichong).await;
        browser.click(&format!("{liuzichong} input[name=any-fourth-point]")).await;
        browser.click(&format!("{liuzichong} input[name=lone-loses]")).await;
        let config = create_room(&browser, liuzichong).await;
        assert_eq!(config["rules"], json!(["outer=any", "lone_is_loss=true"]));
        browser
    });
}

#[test]
fn an_invalid_position_is_explained_and_starts_nothing() {
    in_browser(async |browser: Browser| {
        open_more_options(&browser, CHESS).await;
        choose(&browser, CHESS, "start", "custom").await;
        let field = format!("{CHESS} input[name=position]");
        browser.type_into(&field, "4k3/8/8/8/8/8/8/8 w - - 0 1").await;
        let error = format!("document.querySelector('{CHESS} [data-setup-error]').textContent");
        browser.wait_until(&format!("{error} != ''")).await;
        let are_disabled = |are: bool| {
            format!(
                "['computer', 'two'].every(start => document.querySelector(`{CHESS} [data-do=${{start}}]`).disabled == {are})"
            )
        };
        browser.wait_until(&are_disabled(true)).await;
        browser.run(&format!("const field = document.querySelector('{field}'); field.value = '4k3/8/8/8/8/8/8/4K2R w K - 0 1'; field.dispatchEvent(new Event('input'))")).await;
        browser.wait_until(&are_disabled(false)).await;
        assert_eq!(browser.evaluate(&error).await, json!(""));
        browser.click(&format!("{CHESS} [data-do=two]")).await;
        browser.wait_until("document.querySelectorAll('.game .board .piece').length == 3").await;
        browser
    });
}

#[test]
fn levels_have_names_and_change_at_the_board() {
    in_browser(async |browser: Browser| {
        let text = format!("{CHESS} label.level span");
        browser.wait_for_text(&text, "Level 3 · Casual · about 850").await;
        // The rating is that of standard chess.
        browser.click(&format!("{CHESS} input[name=fog]")).await;
        browser.wait_until(&format!("!document.querySelector('{text}').textContent.includes('about')")).await;
        browser.click(&format!("{CHESS} input[name=fog]")).await;
        browser.click(&format!("{CHESS} [data-do=computer]")).await;
        browser.click(".game select[name=level] option[value='5']").await;
        browser
            .wait_until(
                "[...document.querySelectorAll('.player-name')].some(name => name.textContent.includes('5'))",
            )
            .await;
        browser.client.refresh().await.expect("a reload");
        browser.wait_for(".game .board").await;
        browser.wait_until("document.querySelector('.game select[name=level]').value == '5'").await;
        browser
    });
}
