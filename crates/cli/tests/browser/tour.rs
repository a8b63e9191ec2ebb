//! An audit of every page in several sizes, languages and themes, and of its accessibility tree.

use std::time::{Duration, Instant};

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::community::Community;
use crate::local::resume;
use crate::support::browser::{Browser, TIMEOUT};
use crate::{RUNTIME, in_browser, online, share_machine};

/// The script that returns the problems of the page.
const AUDIT: &str = include_str!("audit.js");

/// A size, language and theme of the page.
const DISPLAYS: [(u32, u32, &str, &str); 5] = [
    (360, 640, "en", "dark"),
    (360, 640, "zh-Hans", "light"),
    (360, 640, "zh-Hant", "dark"),
    (1280, 800, "zh-Hant", "light"),
    (1280, 800, "en", "dark"),
];

/// The roles that need a name for screen readers.
const ROLES_WITH_NAMES: [&str; 14] = [
    "button",
    "link",
    "textbox",
    "combobox",
    "checkbox",
    "slider",
    "grid",
    "gridcell",
    "dialog",
    "image",
    "table",
    "group",
    "navigation",
    "timer",
];

/// Visits pages and collects their problems.
struct PageAudit {
    browser: Browser,
    errors: Vec<String>,
}

impl PageAudit {
    const fn new(browser: Browser) -> PageAudit {
        PageAudit { browser, errors: Vec::new() }
    }

    /// Audits the page in every variant and saves screenshots.
    async fn audit_page(&mut self, name: &str) {
        for (width, height, language, theme) in DISPLAYS {
            apply_display(&self.browser, width, height, language, theme).await;
            let start = Instant::now();
            // The page may still be updating, so the audit is repeated for a while.
            let wrong = loop {
                let wrong = page_errors(&self.browser, width, language).await;
                if wrong.is_empty() || start.elapsed() > TIMEOUT / 6 {
                    break wrong;
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            };
            let place = format!("{name} at {width}, {language}, {theme}");
            self.errors.extend(wrong.into_iter().map(|wrong| format!("{place}: {wrong}")));
            self.browser.screenshot_full_page(&format!("tour-{name}-{width}-{language}-{theme}")).await;
        }
    }

    fn end(self) -> Browser {
        assert!(self.errors.is_empty(), "{:#?}", self.errors);
        self.browser
    }
}

/// Chooses a language and a theme in the menu, and waits until the page has applied them.
const APPLY_DISPLAY: &str = "const [language, theme, done] = arguments, root = document.documentElement;
    const choice = document.querySelector('select.language');
    if (choice.value != language) { choice.value = language; choice.dispatchEvent(new Event('change')); }
    const wait = () => {
        // The theme may follow the system at first.
        if (root.dataset.theme != theme) { document.querySelector('.top-bar button.theme').click(); }
        root.lang == language && root.dataset.theme == theme ? done(true) : setTimeout(wait, 10);
    };
    wait();";

/// Sets the size, language and theme of the page.
pub(crate) async fn apply_display(browser: &Browser, width: u32, height: u32, language: &str, theme: &str) {
    browser.set_device_size(width, height).await;
    apply_language_and_theme(browser, language, theme).await;
}

/// Sets the language and theme of the page.
pub(crate) async fn apply_language_and_theme(browser: &Browser, language: &str, theme: &str) {
    let wish = vec![json!(language), json!(theme)];
    browser.client.execute_async(APPLY_DISPLAY, wish).await.expect("the page hears of it");
}

/// Returns the problems of the page in its current state.
async fn page_errors(browser: &Browser, width: u32, language: &str) -> Vec<String> {
    let mut wrong = accessibility_errors(browser).await;
    let problems =
        browser.client.execute(AUDIT, vec![json!(width), json!(language)]).await.expect("an audit");
    wrong.extend(
        problems.as_array().expect("a list").iter().filter_map(|problem| problem.as_str().map(str::to_owned)),
    );
    wrong
}

/// Returns elements without a name and missing landmarks in the accessibility tree.
async fn accessibility_errors(browser: &Browser) -> Vec<String> {
    let tree = browser.devtools("Accessibility.getFullAXTree", json!({})).await;
    let nodes: Vec<&Value> =
        tree["nodes"].as_array().expect("nodes").iter().filter(|node| node["ignored"] != true).collect();
    let role = |node: &Value| node["role"]["value"].as_str().unwrap_or_default().to_owned();
    let has_name = |node: &Value| node["name"]["value"].as_str().is_some_and(|name| !name.trim().is_empty());
    let mut wrong: Vec<String> = nodes
        .iter()
        .filter(|node| ROLES_WITH_NAMES.contains(&role(node).as_str()) && !has_name(node))
        // A single group or landmark of its role needs no name.
        .filter(|node| {
            !["group", "navigation", "table"].contains(&role(node).as_str())
                || has_several(&nodes, &role(node))
        })
        .map(|node| format!("a {} without a name: {}", role(node), node["backendDOMNodeId"]))
        .collect();
    for (landmark, level) in [("main", None), ("banner", None), ("heading", Some(1))] {
        let is_level = |node: &&&Value| {
            let property = node["properties"]
                .as_array()
                .into_iter()
                .flatten()
                .find(|property| property["name"] == "level");
            level.is_none() || property.is_some_and(|property| property["value"]["value"] == json!(level))
        };
        let count = nodes.iter().filter(|node| role(node) == landmark).filter(is_level).count();
        if count != 1 {
            wrong.push(format!("{count} of {landmark} {level:?}"));
        }
    }
    wrong
}

/// Returns whether a role occurs more than once.
fn has_several(nodes: &[&Value], role: &str) -> bool {
    nodes.iter().filter(|node| node["role"]["value"] == role).count() > 1
}

/// Adds one of each problem to the page.
const INSERT_ERRORS: &str = "const put = (tag, text, style, into) => { const thing = document.createElement(tag); thing.textContent = text;
        Object.assign(thing.style, style); (into ?? document.querySelector('main')).append(thing); return thing; };
    put('div', '', { width: '2000px', height: '1px' });
    put('button', 'x', { width: '8px', height: '8px', minHeight: 0, padding: 0 });
    put('p', 'pale', { color: '#888', background: '#999' });
    put('p', '这是一整句别的话', {}).lang = 'zh';
    put('p', '', {}).id = put('p', '', {}).id = 'same';
    put('button', '', {});
    const here = put('div', '', { position: 'relative' });
    put('button', 'below', {}, here);
    put('div', '', { position: 'absolute', inset: 0 }, here);";

#[test]
fn the_audit_finds_every_kind_of_error() {
    in_browser(async |browser: Browser| {
        apply_display(&browser, 360, 640, "en", "light").await;
        browser.wait_until("document.querySelector('.lobby').dataset.connection == 'open'").await;
        assert_eq!(page_errors(&browser, 360, "en").await, [""; 0]);
        browser.run(INSERT_ERRORS).await;
        let found = page_errors(&browser, 360, "en").await;
        for fault in [
            "pixels wide",
            "too small to press",
            "too pale",
            "not en",
            "two are called same",
            "a button without a name",
            "is covered by",
        ] {
            assert!(found.iter().any(|found| found.contains(fault)), "{fault} is not among {found:#?}");
        }
        browser
    });
}

#[test]
fn every_text_page_fits_every_window_and_is_localized() {
    in_browser(async |browser: Browser| {
        let mut tour = PageAudit::new(browser);
        tour.audit_page("home").await;
        // All modes with their options, and a custom clock.
        for mode in ["fog", "gravity", "portals", "dice", "mines"] {
            tour.browser.click(&format!("[data-game=chess] input[name={mode}]")).await;
        }
        tour.browser.click("[data-game=chess] [data-do=invite]").await;
        tour.browser.click("[data-game=chess] select[name=clock] option[value='']").await;
        tour.audit_page("home-everything").await;
        tour.browser.open_path("settings").await;
        tour.audit_page("settings").await;
        for topic in [
            "chess",
            "dice",
            "fog",
            "gravity",
            "portals",
            "mines",
            "xiangqi",
            "liuzichong",
            "server",
            "keyboard",
        ] {
            tour.browser.open_path(&format!("rules/{topic}")).await;
            tour.browser.wait_for(".rulebook h1").await;
            tour.audit_page(&format!("rules-{topic}")).await;
        }
        tour.browser.open_path("nowhere").await;
        tour.audit_page("lost").await;
        tour.end()
    });
}

#[test]
fn earlier_messages_follow_the_language() {
    in_browser(async |browser: Browser| {
        let is_said_in = |language: &str| {
            let signs = if language == "en" { r"/^[^\p{Script=Han}]+$/u" } else { r"/\p{Script=Han}/u" };
            format!("{signs}.test(document.querySelector('.panel .message').textContent)")
        };
        resume(&browser, "chess", &[], None, Some(1)).await;
        // A rejected move.
        browser.type_into(".inline-form input", "e2e5").await;
        browser.key(Key::Enter).await;
        browser.wait_until(&is_said_in("en")).await;
        apply_display(&browser, 1280, 800, "zh-Hans", "light").await;
        browser.wait_until(&is_said_in("zh-Hans")).await;
        // An outdated announcement is not repeated in another language.
        assert_eq!(
            browser.evaluate("document.querySelector('.live-region[role=status]').textContent").await,
            json!("")
        );
        // A hint with the computer's evaluation.
        browser.click("[data-do=hint]").await;
        browser.wait_for(".hint").await;
        apply_display(&browser, 1280, 800, "en", "light").await;
        browser.wait_until(&is_said_in("en")).await;
        // The labels of a picked-up piece and its die.
        resume(&browser, "chess", &["dice-a"], None, None).await;
        let held = "[...'RBQK'].find(face => !document.querySelector(`.die[data-face=\"${face}\"]`))";
        let cell = browser.evaluate(&format!("({{R: 'a1', B: 'c1', Q: 'd1', K: 'e1'}})[{held}]")).await;
        browser.click_cell(cell.as_str().expect("a piece that may not move")).await;
        browser.wait_until(&is_said_in("en")).await;
        apply_display(&browser, 1280, 800, "zh-Hant", "light").await;
        browser.wait_until(&is_said_in("zh-Hant")).await;
        browser
    });
}

#[test]
fn every_board_fits_every_window_and_is_localized() {
    in_browser(async |browser: Browser| {
        let mut tour = PageAudit::new(browser);
        for game in ["chess", "xiangqi", "liuzichong"] {
            resume(&tour.browser, game, &[], None, Some(1)).await;
            tour.audit_page(game).await;
            tour.browser.open_path(&format!("analysis/{game}")).await;
            tour.browser.click(".import-export summary").await;
            tour.audit_page(&format!("analysis-{game}")).await;
            tour.browser.click("[data-do=edit]").await;
            tour.browser.wait_for(".palette").await;
            tour.audit_page(&format!("editor-{game}")).await;
            tour.browser.open_path(&format!("puzzles/{game}/practice")).await;
            tour.browser.click("[data-do=solution]").await;
            tour.browser.wait_for("[data-themes] li").await;
            tour.audit_page(&format!("puzzle-{game}")).await;
            tour.browser.open_path(&format!("learn/{game}/4")).await;
            tour.browser.click("[data-do=hint]").await;
            tour.audit_page(&format!("learn-{game}")).await;
        }
        let modes: [(&str, &[&str]); 7] = [
            ("fog", &["fog"]),
            ("gravity", &["gravity"]),
            ("portals", &["portals"]),
            ("dice-a", &["dice-a"]),
            ("dice-b", &["dice-b"]),
            ("mines", &["mines"]),
            ("all", &["fog", "gravity", "portals", "dice-a", "mines"]),
        ];
        for (name, modes) in modes {
            resume(&tour.browser, "chess", modes, None, Some(1)).await;
            tour.audit_page(&format!("mode-{name}")).await;
        }
        resume(&tour.browser, "chess", &["fog"], None, None).await;
        tour.browser.click_cell("e2").await;
        tour.browser.click_cell("e4").await;
        tour.browser.click("[data-do=hide-board]").await;
        tour.browser.wait_for(".handover").await;
        tour.audit_page("curtain").await;
        tour.end()
    });
}

#[test]
fn every_online_page_fits_every_window_and_is_localized() {
    in_browser(async |browser: Browser| {
        let mut tour = PageAudit::new(browser);
        let config = json!({ "game": "chess", "clock": "60+0", "host_side": "first", "public": true });
        let room = online::open_room(&tour.browser, &config).await;
        tour.browser.open_path(&format!("room/{room}")).await;
        tour.browser.wait_for("[data-do=seat-computer]").await;
        tour.audit_page("waiting-room").await;
        tour.browser.click("[data-do=seat-computer]").await;
        tour.browser.click("[data-do=start]").await;
        tour.browser.wait_for(".game .board").await;
        // A player who does not move in time aborts the game.
        tour.browser.play_move("e2", "e4").await;
        tour.browser.wait_until("document.querySelectorAll('.move').length == 2").await;
        tour.audit_page("online").await;
        tour.browser.confirm("resign").await;
        tour.browser.click("[data-do=game-over-close]").await;
        tour.browser.wait_for(".after-game").await;
        tour.audit_page("online-over").await;
        tour.browser.open_path(&format!("game/{room}")).await;
        tour.browser.wait_for(".analysis .board").await;
        tour.audit_page("replay").await;
        tour.browser.open_path("account").await;
        tour.browser.wait_for("[data-list=games] li").await;
        tour.audit_page("account-guest").await;
        for (field, text) in [("account", "Ada"), ("password", "correct horse")] {
            tour.browser.type_into(&format!("[data-form=sign-up] input[name={field}]"), text).await;
        }
        tour.browser.click("[data-do=sign-up]").await;
        tour.browser.wait_for("[data-list=sessions] li").await;
        tour.audit_page("account").await;
        tour.browser.open_path("room/AAAAAA").await;
        tour.browser.wait_for(".not-found h1").await;
        tour.audit_page("no-room").await;
        tour.end()
    });
}

#[test]
fn every_community_page_fits_every_window_and_is_localized() {
    let _shared = share_machine();
    RUNTIME.block_on(async {
        let mut community = Community::start().await;
        let mut tour = PageAudit::new(community.ada);
        for page in &community.pages {
            page.open(&tour.browser).await;
            tour.audit_page(page.name).await;
            apply_display(&tour.browser, 1280, 800, "en", "light").await;
        }
        community.ada = tour.end();
        community.close().await;
    });
}
