//! The modes at the board: the order and duration of their effects, their marks and their explanations.

use serde_json::{Value, json};

use crate::in_browser;
use crate::local::{resume, resume_setup};
use crate::support::browser::Browser;
use crate::tour::apply_display;

/// Records every step of the animation with its start, the portals on the board and the states of the dice.
const RECORDER: &str = "
    const board = document.querySelector('.board');
    const names = css => [...document.querySelectorAll(css)].map(found => found.dataset.at ?? found.className);
    window.steps = [];
    window.lastStep = '';
    new MutationObserver(() => {
        const name = board.dataset.animation ?? '';
        if (name == window.lastStep) return;
        window.lastStep = name;
        const step = { name, start: performance.now(), portals: names('[data-mark=portal]:not(.leaving)'), dice: [], gray: null };
        window.steps.push(step);
        requestAnimationFrame(() => {
            step.dice = names('.die');
            const used = document.querySelector('.die.used');
            step.gray = used && getComputedStyle(used).borderTopColor;
        });
    }).observe(board, { attributes: true });";

/// The steps have ended and the board is still.
const IS_STILL: &str = "window.steps.length > 0 && window.steps.at(-1).name == ''";

/// Plays a move and returns its recorded steps.
async fn record_move(browser: &Browser, from: &str, to: &str) -> Vec<Value> {
    browser.run("window.steps = []").await;
    browser.click_cell(from).await;
    browser.wait_for(".selected-cell").await;
    // The piece may leave its destination at once, so only the recorded steps are waited for.
    browser.click_cell(to).await;
    browser.wait_until(IS_STILL).await;
    browser.evaluate("window.steps").await.as_array().expect("steps").clone()
}

fn names(steps: &[Value]) -> Vec<&str> {
    steps.iter().filter_map(|step| step["name"].as_str()).filter(|name| !name.is_empty()).collect()
}

/// Asserts that a step was shown at least this long. A slow machine may only make it longer.
#[track_caller]
fn assert_lasts(steps: &[Value], name: &str, millis: f64) {
    let index = steps.iter().position(|step| step["name"] == name).expect(name);
    let start = |index: usize| steps[index]["start"].as_f64().expect("a time");
    let lasted = start(index + 1) - start(index);
    // Timers of the browser may be early by a fraction of a frame.
    assert!(lasted >= millis - 20.0, "{name} lasted {lasted} ms");
}

async fn marked(browser: &Browser, part: &str) -> Value {
    let cells = format!(
        "[...document.querySelectorAll('[data-last-move={part}]')].map(mark => mark.dataset.at).sort()"
    );
    browser.evaluate(&cells).await
}

#[test]
fn a_piece_is_seen_to_move_and_then_to_fall() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &["gravity"], None, None).await;
        browser.run(RECORDER).await;
        let steps = record_move(&browser, "e2", "e4").await;
        assert_eq!(names(&steps), ["move", "fall"]);
        assert_lasts(&steps, "move", 200.0);
        assert_lasts(&steps, "fall", 350.0);
        // The piece lies on h4, and e4 is empty again.
        assert_eq!(browser.piece_at("h4").await.as_deref(), Some("1P"));
        for (part, cell) in [("origin", "e2"), ("landing", "e4"), ("resting", "h4")] {
            assert_eq!(marked(&browser, part).await, json!([cell]), "{part}");
        }
        assert_eq!(browser.evaluate("document.querySelectorAll('.trail').length").await, json!(1));
        browser.screenshot("gravity-trail").await;
        browser
    });
}

#[test]
fn a_portal_carries_a_piece_before_the_pair_changes() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &["portals"], None, None).await;
        browser.run(RECORDER).await;
        let portals = browser
            .evaluate("[...document.querySelectorAll('[data-mark=portal]')].map(mark => mark.dataset.at)")
            .await;
        let ends: Vec<String> = serde_json::from_value(portals.clone()).expect("two cells");
        // A pawn walks into an end in its own half.
        let is_near_white = |cell: &&String| cell.ends_with(['3', '4']);
        let (entry, home) = match ends.iter().find(is_near_white) {
            Some(entry) => (entry, '2'),
            None => {
                let free = ('a'..='h').find(|file| ends.iter().all(|end| !end.starts_with(*file)));
                let file = free.expect("two ends leave six files");
                browser.play_move(&format!("{file}2"), &format!("{file}3")).await;
                browser.wait_until("document.querySelectorAll('.move').length == 1").await;
                (&ends[0], '7')
            }
        };
        let exit = ends.iter().find(|end| *end != entry).expect("another end");
        let steps = record_move(&browser, &format!("{}{home}", &entry[..1]), entry).await;
        assert_eq!(names(&steps), ["move", "portal", "portal-pair"]);
        assert_lasts(&steps, "portal", 600.0);
        assert_lasts(&steps, "portal-pair", 400.0);
        for step in steps.iter().filter(|step| step["name"] == "move" || step["name"] == "portal") {
            assert_eq!(step["portals"], portals, "the old pair stays until the piece is through");
        }
        browser.wait_for_text("[data-notices]", &format!("came out on {exit}")).await;
        let last = browser.evaluate("[...document.querySelectorAll('.move')].at(-1).textContent").await;
        assert!(last.as_str().expect("a text").contains(&format!("→{exit}")), "{last}");
        assert_eq!(marked(&browser, "resting").await, json!([exit]));
        browser.screenshot("portal-exit").await;
        browser
    });
}

#[test]
fn a_mine_is_named_in_words_and_stays_in_the_list() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &["mines"], None, None).await;
        browser.wait_for_text("[data-mines-found]", "Mines found: 0 of 4–5").await;
        browser.run(RECORDER).await;
        // The pawns walk over every square of the minefield until one is gone.
        let walk = [("2", "3"), ("7", "6"), ("3", "4"), ("6", "5")];
        let mut moves = Vec::new();
        for half in [[walk[0], walk[1]], [walk[2], walk[3]]] {
            for file in 'a'..='h' {
                moves.extend(half.map(|(from, to)| (format!("{file}{from}"), format!("{file}{to}"))));
            }
        }
        let mut steps = Vec::new();
        for (from, to) in &moves {
            steps = record_move(&browser, from, to).await;
            if names(&steps).contains(&"mine") {
                browser.wait_for_text("[data-notices]", &format!("pawn hit a mine on {to}")).await;
                break;
            }
        }
        assert_eq!(names(&steps), ["move", "mine"], "four mines lie in the field");
        assert_lasts(&steps, "mine", 700.0);
        browser.wait_for_text("[data-mines-found]", "Mines found: 1 of 4–5").await;
        let last = browser.evaluate("[...document.querySelectorAll('.move')].at(-1).textContent").await;
        assert!(last.as_str().expect("a text").ends_with('✸'), "{last}");
        // A takeback would tell where the mine is.
        assert_eq!(
            browser.evaluate("document.querySelector('[data-do=take-back]').disabled").await,
            json!(true)
        );
        browser.screenshot("mine").await;
        browser
    });
}

/// Returns the cells with a ring.
async fn rings(browser: &Browser) -> Value {
    browser
        .evaluate(
            "[...document.querySelectorAll('[data-die-ring]')].map(ring => ring.dataset.dieRing).sort()",
        )
        .await
}

#[test]
fn the_pieces_of_the_dice_are_ringed_and_the_used_die_turns_gray() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &["dice-b"], None, None).await;
        browser.run(RECORDER).await;
        let shown = browser
            .evaluate("[...document.querySelectorAll('.die small')].map(at => at.textContent).sort()")
            .await;
        assert_eq!(rings(&browser).await, shown);
        browser.wait_for_text("[data-current-dice]", "Current dice: ").await;
        // A chosen die lights only its piece and picks it up.
        browser.click("button.die").await;
        let from = browser.text("button.die.selected small").await;
        assert_eq!(rings(&browser).await, json!([from]));
        assert_eq!(
            browser.evaluate("document.querySelector('.cell[aria-selected=true]').dataset.cell").await,
            json!(from)
        );
        let to = browser.evaluate("document.querySelector('[data-target]').dataset.target").await;
        browser.run("window.steps = []").await;
        browser.click_cell(to.as_str().expect("a cell")).await;
        browser.wait_until(IS_STILL).await;
        let steps = browser.evaluate("window.steps").await.as_array().expect("steps").clone();
        assert_eq!(names(&steps), ["move", "dice-used", "dice-roll"]);
        assert_lasts(&steps, "dice-used", 500.0);
        assert_lasts(&steps, "dice-roll", 600.0);
        let used = steps.iter().find(|step| step["name"] == "dice-used").expect("a step");
        assert_eq!(used["gray"], json!("rgb(128, 128, 128)"), "{used}");
        let rolled = steps.iter().find(|step| step["name"] == "dice-roll").expect("a step");
        assert!(rolled["dice"].as_array().expect("dice").iter().all(|die| die == "die rolling"), "{rolled}");
        browser.screenshot("dice-b-used").await;
        browser
    });
}

#[test]
fn all_moves_of_a_turn_with_dice_are_marked_in_one_row() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &["dice-a"], None, None).await;
        browser.run(RECORDER).await;
        let owner = "document.querySelector('section.dice').getAttribute('aria-label')";
        let first_owner = browser.evaluate(owner).await;
        let mut move_count = 0;
        while browser.evaluate(owner).await == first_owner {
            browser.run("window.steps = []").await;
            let from = rings(&browser).await[0].as_str().expect("a piece").to_owned();
            browser.click_cell(&from).await;
            let to = browser.evaluate("document.querySelector('[data-target]').dataset.target").await;
            browser.click_cell(to.as_str().expect("a cell")).await;
            browser.wait_until(IS_STILL).await;
            move_count += 1;
        }
        assert!(move_count > 1, "three dice are rolled at the start");
        let resting = marked(&browser, "origin").await;
        assert_eq!(resting.as_array().expect("cells").len(), move_count);
        assert_eq!(browser.evaluate("document.querySelectorAll('.moves li').length").await, json!(1));
        assert_eq!(browser.evaluate("document.querySelectorAll('.move').length").await, json!(move_count));
        browser.screenshot("dice-a-turn").await;
        browser
    });
}

#[test]
fn in_fog_the_mover_hides_the_board_when_ready() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &["fog"], None, None).await;
        let hidden = "document.querySelectorAll('.fog').length";
        let before = browser.evaluate(hidden).await.as_u64();
        browser.play_move("e2", "e4").await;
        browser.wait_for("[data-do=hide-board]").await;
        // The board still shows what the move uncovered.
        assert!(browser.evaluate(hidden).await.as_u64() < before);
        assert_eq!(browser.evaluate("document.querySelector('.handover')").await, Value::Null);
        for control in [
            "document.querySelector('[data-do=hint]').disabled",
            "document.querySelector('[name=move]').readOnly",
        ] {
            assert_eq!(browser.evaluate(control).await, json!(true), "{control}");
        }
        browser.screenshot("fog-before-handover").await;
        browser.click("[data-do=hide-board]").await;
        browser.wait_for(".handover").await;
        browser.click("[data-do=continue-as-side]").await;
        browser.wait_until("document.querySelectorAll('.piece.first').length == 0").await;
        browser
    });
}

/// Returns the problems of the die chooser: its place beside `arguments[0]`, and the size and the text of its buttons.
const DIE_CHOOSER_PROBLEMS: &str = "
    const chooser = document.querySelector('.die-chooser').getBoundingClientRect();
    const target = document.querySelector(`[data-cell=${arguments[0]}]`).getBoundingClientRect();
    const problems = [];
    const isInside = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1
        && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
    const center = (target.left + target.right) / 2;
    if (center < chooser.left || center > chooser.right) problems.push('not above or below its target');
    const distance = Math.max(target.top - chooser.bottom, chooser.top - target.bottom);
    if (distance < -1 || distance > target.height) problems.push(`${distance} pixels from its target`);
    if (!isInside(chooser, { left: 0, top: 0, right: innerWidth, bottom: innerHeight })) problems.push('outside of the window');
    const buttons = [...document.querySelectorAll('.die-option')];
    if (buttons.length != 2) problems.push(`${buttons.length} buttons`);
    for (const button of buttons) {
        const box = button.getBoundingClientRect();
        if (box.width < 110 || box.height < 110) problems.push(`a button of ${box.width} x ${box.height}`);
        if (!button.querySelector('.die svg')) problems.push('no die face');
        const text = document.createRange();
        text.selectNodeContents(button.lastElementChild);
        if (!isInside(text.getBoundingClientRect(), box)) problems.push(`${button.textContent} overflows`);
    }
    return problems;";

#[test]
fn a_move_that_two_dice_allow_asks_which_one_beside_its_target() {
    in_browser(async |browser: Browser| {
        let has_both =
            "['P', '*'].every(face => document.querySelector(`.die[data-face='${face}']`) != null)";
        for seed in 0.. {
            assert!(seed < 40, "no roll has a pawn and the wild face");
            let setup = json!({
                "game": "chess", "position": null, "modes": ["dice-a"], "rules": ["dice=5", "wild=yes"],
                "players": ["human", "human"], "seed": seed,
            });
            resume_setup(&browser, &setup).await;
            browser.wait_for(".die").await;
            if browser.evaluate(has_both).await == json!(true) {
                break;
            }
        }
        for (width, height, language) in [(1920, 1080, "en"), (390, 844, "en"), (390, 844, "zh-Hans")] {
            apply_display(&browser, width, height, language, "light").await;
            for (from, to) in [("a2", "a4"), ("h2", "h3")] {
                browser.click_cell(from).await;
                browser.wait_for(&format!("[data-target={to}]")).await;
                browser.click_cell(to).await;
                browser.wait_for(".die-chooser").await;
                let asked = browser.client.execute(DIE_CHOOSER_PROBLEMS, vec![json!(to)]).await;
                assert_eq!(asked.expect("a chooser"), json!([]), "{to} at {width}x{height}, {language}");
                browser.screenshot(&format!("die-chooser-{to}-{width}-{language}")).await;
                browser.run("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))").await;
                browser.wait_until("document.querySelector('.die-chooser') == null").await;
            }
        }
        browser.click_cell("a2").await;
        browser.click_cell("a4").await;
        browser.click("[data-option='a2a4*']").await;
        browser.wait_until("document.querySelector('.die.used')?.dataset.face == '*'").await;
        browser
    });
}

#[test]
fn active_modes_explain_themselves() {
    in_browser(async |browser: Browser| {
        resume(&browser, "chess", &["fog", "gravity"], None, Some(1)).await;
        // The first game with a mode introduces it once.
        browser.wait_for("[data-mode-intro] [data-mode=gravity]").await;
        browser.screenshot("mode-intro").await;
        browser.click("[data-do=got-it]").await;
        browser.wait_until("document.querySelector('[data-mode-intro]') == null").await;
        resume(&browser, "chess", &["fog", "mines"], None, Some(1)).await;
        browser.wait_for("[data-mode-intro] [data-mode=mines]").await;
        assert_eq!(
            browser.evaluate("document.querySelectorAll('[data-mode-intro] [data-mode]').length").await,
            json!(1)
        );
        browser.click_cell("e2").await;
        browser.wait_until("document.querySelector('[data-mode-intro]') == null").await;
        browser.click(".mode-chip[data-mode=mines]").await;
        browser.wait_for("[data-mode-rule=mines] a[href='/rules/mines']").await;
        assert_eq!(
            browser.evaluate("document.querySelector('.buttons a[href^=\"/rules/\"]').pathname").await,
            json!("/rules/fog")
        );
        browser.screenshot("mode-chips").await;
        browser
    });
}
