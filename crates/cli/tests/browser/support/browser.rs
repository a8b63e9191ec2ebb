use std::path::PathBuf;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use fantoccini::actions::{InputSource, KeyAction, KeyActions, MouseActions, PointerAction, TouchActions};
use fantoccini::elements::Element;
use fantoccini::key::Key;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};

use super::browser_context::BrowserContext;
use super::browser_process::BrowserProcess;
use super::driver_commands::{BrowserLog, DevToolsCommand};

/// The time after which a wait fails.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(30);

/// The time between two questions of a wait.
const POLL: Duration = Duration::from_millis(50);

/// A browser context with one page open, in a browser that other tests use before and after.
pub(crate) struct Browser {
    pub(crate) client: Client,
    pub(crate) address: String,
    /// The storage of this context, which is deleted with it.
    context: Option<BrowserContext>,
    process: Option<BrowserProcess>,
}

impl Browser {
    /// Opens the page in a new, empty context.
    pub(crate) async fn open(address: &str) -> Browser {
        let browser = Self::open_blank(BrowserProcess::take().await, address).await;
        browser.open_path("").await;
        browser
    }

    /// Opens the page in a browser that no other test uses, and not in a private window.
    pub(crate) async fn open_alone(address: &str) -> Browser {
        let process = BrowserProcess::start().await;
        let client = process.client.clone();
        let browser = Browser { client, address: address.to_owned(), context: None, process: Some(process) };
        browser.open_path("").await;
        browser
    }

    /// Deletes the context and returns a new one of the same browser, with an empty page.
    pub(crate) async fn change_context(mut self) -> Browser {
        let process = self.process.take().expect("every context has a browser");
        let address = std::mem::take(&mut self.address);
        drop(self);
        Self::open_blank(process, &address).await
    }

    async fn open_blank(process: BrowserProcess, address: &str) -> Browser {
        let context = BrowserContext::create(&process).await;
        let client = process.client.clone();
        // Buttons and keys that are held are known to the driver, and so are messages of pages that are gone.
        client.release_actions().await.expect("nothing is held");
        let browser =
            Browser { client, address: address.to_owned(), context: Some(context), process: Some(process) };
        browser.console_errors().await;
        browser
    }

    /// Ends the visit. Fails if the console has errors.
    pub(crate) async fn close(self) {
        let errors = self.console_errors().await;
        assert!(errors.is_empty(), "the console says {errors:?}");
    }

    /// Ends the visit. Fails if the console has errors other than failed connections.
    pub(crate) async fn close_offline(self) {
        let mut errors = self.console_errors().await;
        errors.retain(|error| !error.contains("net::ERR_"));
        assert!(errors.is_empty(), "the console says {errors:?}");
    }

    /// Runs a script in every page before its own scripts.
    pub(crate) async fn run_before_pages(&self, script: &str) {
        self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await;
    }

    /// Sends a command of the DevTools protocol.
    pub(crate) async fn devtools(&self, command: &'static str, parameters: Value) -> Value {
        self.client
            .issue_cmd(DevToolsCommand { command, parameters })
            .await
            .expect("the developer tools answer")
    }

    /// Fails unless the console has exactly these errors since it was last read.
    pub(crate) async fn expect_http_errors(&self, statuses: &[&str]) {
        let errors = self.console_errors().await;
        let is_expected = |(error, status): (&String, &&str)| error.contains(&format!("status of {status}"));
        let all = errors.len() == statuses.len() && errors.iter().zip(statuses).all(is_expected);
        assert!(all, "the console says {errors:?}, not {statuses:?}");
    }

    /// Returns the errors and warnings of the console since it was last read.
    pub(crate) async fn console_errors(&self) -> Vec<String> {
        let log = self.client.issue_cmd(BrowserLog).await.expect("the driver returns the log");
        let lines = log.as_array().cloned().unwrap_or_default();
        let severe = |line: &&Value| line["level"] == "SEVERE";
        lines.iter().filter(severe).map(|line| line["message"].to_string()).collect()
    }

    pub(crate) async fn open_path(&self, path: &str) {
        self.client.goto(&format!("{}{path}", self.address)).await.expect("the page answers");
        self.wait_for("main > *").await;
    }

    /// Waits until an element exists.
    pub(crate) async fn wait_for(&self, css: &str) -> Element {
        let wait = self.client.wait().at_most(TIMEOUT).every(POLL).for_element(Locator::Css(css)).await;
        wait.unwrap_or_else(|error| panic!("{css} is not there: {error}"))
    }

    /// Waits until an element contains a text.
    pub(crate) async fn wait_for_text(&self, css: &str, text: &str) {
        let start = Instant::now();
        loop {
            let found = self.text(css).await;
            if found.contains(text) {
                return;
            }
            assert!(start.elapsed() < TIMEOUT, "{css} has {found:?}, not {text:?}");
            tokio::time::sleep(POLL).await;
        }
    }

    /// Waits until a JavaScript expression is true. An expression that throws is not true yet: it may read an element that
    /// the page has not made.
    pub(crate) async fn wait_until(&self, question: &str) {
        let start = Instant::now();
        loop {
            let answer = self.client.execute(&format!("return {question}"), Vec::new()).await;
            match answer {
                Ok(Value::Bool(true)) => return,
                Err(error) if !error.is_javascript_error() => panic!("{question}: {error}"),
                _ => {}
            }
            assert!(start.elapsed() < TIMEOUT, "never true: {question} (last answer: {answer:?})");
            tokio::time::sleep(POLL).await;
        }
    }

    pub(crate) async fn text(&self, css: &str) -> String {
        let found = self.client.find(Locator::Css(css)).await;
        match found {
            Ok(element) => element.text().await.unwrap_or_default(),
            Err(_) => String::new(),
        }
    }

    pub(crate) async fn click(&self, css: &str) {
        let start = Instant::now();
        loop {
            let element = self.wait_for(css).await;
            // Elements below the fold are scrolled into view first.
            let scroll = "arguments[0].scrollIntoView({block: 'center'})";
            let _ = self.client.execute(scroll, vec![json!(element)]).await;
            match element.click().await {
                Ok(()) => return,
                // The element was replaced before it could be clicked.
                Err(error) if error.is_stale_element_reference() && start.elapsed() < TIMEOUT => {}
                Err(error) => panic!("{css} cannot be clicked: {error}"),
            }
        }
    }

    /// Clicks an element until another one appears. While the page is still loading lists, a click may miss.
    pub(crate) async fn click_until(&self, css: &str, expected: &str) {
        let start = Instant::now();
        let is_there = |css: &str| format!("document.querySelector({}) != null", json!(css));
        while self.evaluate(&is_there(expected)).await != Value::Bool(true) {
            assert!(start.elapsed() < TIMEOUT, "{expected} is not there after clicks on {css}");
            if self.evaluate(&is_there(css)).await == Value::Bool(true) {
                self.click(css).await;
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }

    /// Presses a button that asks for confirmation, and answers yes.
    pub(crate) async fn confirm(&self, key: &str) {
        self.click(&format!("[data-do={key}]")).await;
        // The answer is ignored at first, so that a double click does not confirm.
        self.click(&format!("[data-do={key}-yes]:not(:disabled)")).await;
    }

    /// Returns the value of a JavaScript expression.
    pub(crate) async fn evaluate(&self, expression: &str) -> Value {
        self.client.execute(&format!("return {expression}"), Vec::new()).await.expect("it can be asked")
    }

    /// Clicks a cell of the board.
    pub(crate) async fn click_cell(&self, name: &str) {
        self.click(&format!("[data-cell=\"{name}\"]")).await;
    }

    /// Moves a piece with two clicks and waits until it has arrived.
    pub(crate) async fn play_move(&self, from: &str, to: &str) {
        // No piece can be picked up during an animation, so the click is repeated.
        let start = Instant::now();
        while self.evaluate("document.querySelector('.selected-cell') != null").await != Value::Bool(true) {
            assert!(start.elapsed() < TIMEOUT, "the piece on {from} cannot be picked up");
            self.click_cell(from).await;
            tokio::time::sleep(POLL).await;
        }
        self.click_cell(to).await;
        self.wait_until(&format!("document.querySelector('[data-piece][data-at=\"{to}\"]') != null")).await;
    }

    /// Returns the piece on a cell as in the document, such as `1N` or `2K`.
    pub(crate) async fn piece_at(&self, cell: &str) -> Option<String> {
        let found = self
            .evaluate(&format!(
                "document.querySelector('.piece:not(.leaving)[data-at=\"{cell}\"]')?.dataset.piece"
            ))
            .await;
        found.as_str().map(str::to_owned)
    }

    async fn center_of(&self, cell: &str) -> (f64, f64) {
        let rect = self
            .evaluate(&format!(
                "(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('[data-cell=\"{cell}\"]').getBoundingClientRect())"
            ))
            .await;
        (rect[0].as_f64().expect("x"), rect[1].as_f64().expect("y"))
    }

    /// Drags a piece with the mouse.
    pub(crate) async fn drag(&self, from: &str, to: &str) {
        let ((x, y), (to_x, to_y)) = (self.center_of(from).await, self.center_of(to).await);
        let wait = Some(Duration::from_millis(60));
        let mouse = MouseActions::new("mouse".into())
            .then(PointerAction::MoveTo { duration: None, x, y })
            .then(PointerAction::Down { button: 0 })
            .then(PointerAction::MoveTo { duration: wait, x: (x + to_x) / 2.0, y: (y + to_y) / 2.0 })
            .then(PointerAction::MoveTo { duration: wait, x: to_x, y: to_y })
            .then(PointerAction::Up { button: 0 });
        self.client.perform_actions(mouse).await.expect("a drag");
    }

    /// Draws an arrow with the right button.
    pub(crate) async fn draw_arrow(&self, from: &str, to: &str) {
        let ((x, y), (to_x, to_y)) = (self.center_of(from).await, self.center_of(to).await);
        let wait = Some(Duration::from_millis(60));
        let mouse = MouseActions::new("mouse".into())
            .then(PointerAction::MoveTo { duration: None, x, y })
            .then(PointerAction::Down { button: 2 })
            .then(PointerAction::MoveTo { duration: wait, x: to_x, y: to_y })
            .then(PointerAction::Up { button: 2 });
        self.client.perform_actions(mouse).await.expect("an arrow");
    }

    /// Drags a piece by touch.
    pub(crate) async fn swipe(&self, from: &str, to: &str) {
        let ((x, y), (to_x, to_y)) = (self.center_of(from).await, self.center_of(to).await);
        let wait = Some(Duration::from_millis(60));
        let finger = TouchActions::new("finger".into())
            .then(PointerAction::MoveTo { duration: None, x, y })
            .then(PointerAction::Down { button: 0 })
            .then(PointerAction::MoveTo { duration: wait, x: (x + to_x) / 2.0, y: (y + to_y) / 2.0 })
            .then(PointerAction::MoveTo { duration: wait, x: to_x, y: to_y })
            .then(PointerAction::Up { button: 0 });
        self.client.perform_actions(finger).await.expect("a swipe");
    }

    /// Presses a key on the focused element.
    pub(crate) async fn key(&self, key: Key) {
        let focused = self.client.active_element().await.expect("something has the focus");
        focused.send_keys(&char::from(key).to_string()).await.expect("a key");
    }

    /// Presses a key while Control is held.
    pub(crate) async fn control(&self, key: char) {
        let control = char::from(Key::Control);
        let keys = KeyActions::new("keys".into())
            .then(KeyAction::Down { value: control })
            .then(KeyAction::Down { value: key })
            .then(KeyAction::Up { value: key })
            .then(KeyAction::Up { value: control });
        self.client.perform_actions(keys).await.expect("a key with Control");
    }

    /// Moves the mouse to the center of a cell plus an offset in pixels.
    pub(crate) async fn move_mouse_to(&self, cell: &str, away: (f64, f64)) {
        let (x, y) = self.center_of(cell).await;
        let mouse = MouseActions::new("mouse".into()).then(PointerAction::MoveTo {
            duration: None,
            x: x + away.0,
            y: y + away.1,
        });
        self.client.perform_actions(mouse).await.expect("the mouse moves");
    }

    /// Presses a mouse button: 0 is left, 2 is right.
    pub(crate) async fn press_mouse_button(&self, button: u64) {
        let mouse = MouseActions::new("mouse".into())
            .then(PointerAction::Down { button })
            .then(PointerAction::Up { button });
        self.client.perform_actions(mouse).await.expect("a press");
    }

    /// Runs JavaScript.
    pub(crate) async fn run(&self, script: &str) {
        self.client.execute(script, Vec::new()).await.expect("it can be done");
    }

    pub(crate) async fn type_into(&self, css: &str, text: &str) {
        self.wait_for(css).await.send_keys(text).await.expect("it can be typed into");
    }

    /// Emulates a device of this size, as a desktop window cannot be as narrow as a phone.
    pub(crate) async fn set_device_size(&self, width: u32, height: u32) {
        let mobile = width < 600;
        let device = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile });
        self.devtools("Emulation.setDeviceMetricsOverride", device).await;
    }

    /// Saves a screenshot of the whole page, if they are asked for.
    pub(crate) async fn screenshot_full_page(&self, name: &str) {
        if !wants_screenshots() {
            return;
        }
        // Without the scroll bar the page has its full width.
        let size = self.evaluate("[innerWidth, document.documentElement.scrollHeight]").await;
        let clip = json!({ "x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1 });
        let wish = json!({ "format": "png", "captureBeyondViewport": true, "clip": clip });
        let picture = self.devtools("Page.captureScreenshot", wish).await;
        let picture = BASE64_STANDARD.decode(picture["data"].as_str().expect("a picture")).expect("base64");
        save_artifact(&format!("{name}.png"), &picture);
    }

    /// Saves a screenshot of the window, if they are asked for.
    pub(crate) async fn screenshot(&self, name: &str) {
        if !wants_screenshots() {
            return;
        }
        let picture = self.client.screenshot().await.expect("a picture");
        save_artifact(&format!("{name}.png"), &picture);
    }
}

/// Returns whether screenshots are saved. Hundreds of them take longer than many tests, and no test reads them.
fn wants_screenshots() -> bool {
    std::env::var_os("YIPAN_SCREENSHOTS").is_some()
}

/// Writes a file for manual inspection.
pub(crate) fn save_artifact(name: &str, bytes: &[u8]) {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
    std::fs::create_dir_all(&directory).expect("the directory is created");
    std::fs::write(directory.join(name), bytes).expect("the file is written");
}

impl Drop for Browser {
    fn drop(&mut self) {
        let context = self.context.take();
        let is_shared = context.is_some();
        drop(context);
        // After a failure the browser may be in any state, so it is ended.
        if let Some(process) = self.process.take().filter(|_| is_shared && !std::thread::panicking()) {
            process.give_back();
        }
    }
}
