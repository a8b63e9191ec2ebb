//! Piece sets, board materials, marks on the board, and the page before the program has loaded.

use serde_json::json;

use crate::in_browser;
use crate::support::browser::Browser;

/// The keys of the radio buttons with this name.
async fn keys(browser: &Browser, name: &str) -> Vec<String> {
    let keys = browser
        .evaluate(&format!("[...document.querySelectorAll('[name={name}]')].map(input => input.value)"))
        .await;
    serde_json::from_value(keys).expect("a list of keys")
}

async fn choose(browser: &Browser, name: &str, key: &str) {
    browser.click(&format!(".choice-card:has([name={name}][value={key}])")).await;
}

#[test]
fn every_piece_set_and_board_shows_at_once_and_is_remembered() {
    in_browser(async |browser: Browser| {
        browser.open_path("settings").await;
        browser.wait_for(".choice-card").await;
        for (game, smallest) in [("chess", 5), ("xiangqi", 5)] {
            let sets = keys(&browser, &format!("{game}-pieces")).await;
            assert!(sets.len() >= smallest, "{game} has {sets:?}");
            for set in sets.iter().filter(|set| game == "chess" || *set != "standard") {
                choose(&browser, &format!("{game}-pieces"), set).await;
                browser
                    .wait_until(&format!(
                        "document.querySelectorAll('[data-look={game}] .board .set-{set}').length >= 32"
                    ))
                    .await;
            }
        }
        for game in ["chess", "xiangqi", "liuzichong"] {
            let materials = keys(&browser, &format!("{game}-board")).await;
            assert!(materials.len() >= 6, "{game} has {materials:?}");
            choose(&browser, &format!("{game}-board"), "jade").await;
            browser
                .wait_until(&format!("document.querySelector('.board.{game}').dataset.material == 'jade'"))
                .await;
        }
        // Each game has its own board.
        choose(&browser, "chess-board", "slate").await;
        browser.wait_until("document.querySelector('.board.chess').dataset.material == 'slate'").await;
        assert_eq!(
            browser.evaluate("document.querySelector('.board.xiangqi').dataset.material").await,
            json!("jade")
        );
        choose(&browser, "chess-pieces", "wood").await;
        browser.screenshot("settings").await;
        browser.open_path("play/chess").await;
        browser.wait_until("document.querySelectorAll('.board .set-wood').length == 32").await;
        assert_eq!(
            browser.evaluate("document.querySelector('.board').dataset.material").await,
            json!("slate")
        );
        browser
    });
}

/// Returns the smallest contrast between a xiangqi disc and a board, over all materials and both sides.
const SMALLEST_CONTRAST: &str = r"(() => {
    const channel = value => value <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
    const luminance = parts => {
        const [r, g, b] = parts.map(part => channel(part / 255));
        return .2126 * r + .7152 * g + .0722 * b;
    };
    const background = swatch => getComputedStyle(swatch).getPropertyValue('--board-background').match(/[0-9a-f]{2}/gi);
    const boards = [...document.querySelectorAll('.material-swatch.lined')].map(swatch => luminance(background(swatch).map(part => parseInt(part, 16))));
    const discs = [...document.querySelectorAll('.piece-swatch .set-regular .disc')].map(disc => luminance(getComputedStyle(disc).fill.match(/\d+/g)));
    const contrast = (a, b) => (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    return Math.min(...boards.flatMap(board => discs.map(disc => contrast(board, disc))));
})()";

#[test]
fn discs_stand_out_from_every_board() {
    in_browser(async |browser: Browser| {
        browser.open_path("settings").await;
        browser.wait_for(".piece-swatch .set-regular").await;
        let contrast = browser.evaluate(SMALLEST_CONTRAST).await.as_f64().expect("a number");
        assert!((1.4..21.0).contains(&contrast), "the contrast is {contrast}");
        browser
    });
}

#[test]
fn the_last_move_tints_squares_and_a_mated_king_stays_marked() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=chess] [data-do=two]").await;
        for (from, to) in [("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")] {
            browser.play_move(from, to).await;
        }
        let width = "element => element.getBoundingClientRect().width";
        let full = format!(
            "(w => Math.abs(w(document.querySelector('.last-move')) - w(document.querySelector('.cell'))) < 2)({width})"
        );
        browser.wait_until(&full).await;
        let marked = "((mark, cell) => mark.x < cell.x + cell.width / 2 && cell.x + cell.width / 2 < mark.right && mark.y < cell.y + cell.height / 2 && cell.y + cell.height / 2 < mark.bottom)\
            (document.querySelector('.check').getBoundingClientRect(), document.querySelector('[data-cell=e1]').getBoundingClientRect())";
        browser.wait_for(".check").await;
        browser.wait_until(marked).await;
        browser
    });
}

#[test]
fn a_held_stone_shows_its_targets_and_leaves_the_buttons_calm() {
    in_browser(async |browser: Browser| {
        browser.click("[data-game=liuzichong] [data-do=two]").await;
        browser.wait_for("[data-phase=waiting]").await;
        browser.click_cell("b1").await;
        browser.wait_for("[data-phase=picked-up]").await;
        browser.wait_for(".dot-target[data-target=b2]").await;
        let opacity = "[...document.querySelectorAll('.liuzichong-game button:disabled')].map(button => getComputedStyle(button).opacity)";
        let faded = browser.evaluate(&format!("{opacity}.filter(value => value != 1).length")).await;
        assert_eq!(faded, json!(0));
        browser
    });
}

#[test]
fn the_page_names_itself_while_the_program_loads() {
    in_browser(async |browser: Browser| {
        // The program never arrives.
        browser
            .run_before_pages("const ask = window.fetch; window.fetch = (what, ...how) => String(what.url ?? what).includes('web_bg') ? new Promise(() => {}) : ask(what, ...how)")
            .await;
        let shown = "[...document.querySelectorAll('#boot p')].filter(line => line.offsetHeight > 0).map(line => line.textContent)";
        for (language, sentence) in [("", "Setting up the board…"), ("zh-Hant", "正在擺棋…")] {
            let settings = json!({ "language": language, "theme": "dark" }).to_string();
            browser.run(&format!("localStorage.setItem('yipan.settings', {})", json!(settings))).await;
            browser.client.goto(&browser.address).await.expect("the page answers");
            browser.wait_until(&format!("({shown}).join() == {}", json!(sentence))).await;
            assert_eq!(
                browser.evaluate("document.querySelector('#boot strong').textContent").await,
                json!("弈盘 Yipan")
            );
            assert_eq!(browser.evaluate("document.documentElement.dataset.theme").await, json!("dark"));
        }
        assert_eq!(
            browser.evaluate("document.querySelectorAll('[property^=\"og:\"]').length > 3").await,
            json!(true)
        );
        browser
    });
}
