use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;

/// The browsers that no test uses at the moment. Their keepers end them with the process of the tests.
static IDLE: Mutex<Vec<BrowserProcess>> = Mutex::new(Vec::new());

/// Starts the driver in a session of its own, which the browser joins, and ends both when the input is closed: by a drop, or
/// because the process of the tests has ended in whatever way.
const KEEPER: &str = r#"
    setsid chromedriver --port=0 & exec >/dev/null
    read -r _
    kill -s KILL -- -$!
    rm -rf "$0"
"#;

const FLAGS: [&str; 12] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--lang=en",
    "--window-size=1280,900",
    // Every window would load a page of the browser itself, for suggestions below the address. It costs as much as the page.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
];

/// A Chromium with an empty profile, and its driver.
///
/// Its start takes as much processor time as many a test, so tests use the same ones in turns ([`BrowserProcess::take`]).
pub(super) struct BrowserProcess {
    /// The session of the driver.
    pub(super) client: Client,
    /// The address of the DevTools protocol for the whole browser.
    pub(super) devtools: String,
    keeper: Child,
}

impl BrowserProcess {
    /// Returns a browser that no test uses, or starts one.
    pub(super) async fn take() -> BrowserProcess {
        let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle {
            Some(process) => process,
            None => Self::start().await,
        }
    }

    /// Makes the browser available to other tests.
    pub(super) fn give_back(self) {
        IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(self);
    }

    pub(super) async fn start() -> BrowserProcess {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let profile = std::env::temp_dir().join(format!("yipan-profile-{}-{number}", std::process::id()));
        let mut keeper = Command::new("sh")
            .args(["-c", KEEPER])
            .arg(&profile)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell starts");
        let mut lines = BufReader::new(keeper.stdout.take().expect("it is piped")).lines();
        let port = loop {
            let line = lines.next().expect(
                "chromedriver prints its port: `apt-get install chromium chromium-driver`, or `cargo xtask test` does it",
            );
            if let Some((_, port)) = line.expect("readable").split_once("successfully on port ") {
                break port.trim_end_matches('.').to_owned();
            }
        };
        // The driver would block on a full pipe.
        std::thread::spawn(move || lines.for_each(drop));
        let mut flags: Vec<String> = FLAGS.map(String::from).into();
        flags.push(format!("--user-data-dir={}", profile.display()));
        let capabilities = json!({
            "goog:chromeOptions": { "args": flags },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities.as_object().expect("an object").clone())
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .expect("a browser starts");
        // The browser writes its port and the path of its own connection.
        let active =
            std::fs::read_to_string(profile.join("DevToolsActivePort")).expect("a file in the profile");
        let (port, path) = active.trim().split_once('\n').expect("two lines");
        let devtools = format!("ws://127.0.0.1:{port}{path}");
        BrowserProcess { client, devtools, keeper }
    }
}

impl Drop for BrowserProcess {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}
