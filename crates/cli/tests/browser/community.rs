//! A server with players, games, tournaments, studies and reports, for tests that visit its pages.

use serde_json::{Value, json};

use crate::online::open_room;
use crate::ratings::sign_up;
use crate::support::browser::Browser;
use crate::support::server::Server;

/// A server on which every community page has something to show.
pub(crate) struct Community {
    /// The browser of an operator who has played, reported and challenged.
    pub(crate) ada: Browser,
    /// The pages, as Ada sees them.
    pub(crate) pages: Vec<CommunityPage>,
    others: Vec<Browser>,
    server: Server,
}

/// A page, and what it shows once it is loaded.
pub(crate) struct CommunityPage {
    pub(crate) name: &'static str,
    pub(crate) path: String,
    /// The element to wait for.
    pub(crate) shows: &'static str,
    /// The elements to click after that.
    pub(crate) clicks: &'static [&'static str],
    /// Whether the page is a board with panels around it.
    pub(crate) has_board: bool,
}

impl Community {
    /// Starts the server and fills it.
    pub(crate) async fn start() -> Community {
        let mut server = Server::start();
        let mut players = Vec::new();
        for name in ["Ada", "Bob", "Cleo"] {
            let player = Browser::open(&server.address).await;
            sign_up(&player, name).await;
            players.push(player);
        }
        server.kill();
        server.run(&["admin", "promote", "ada", "--role", "operator"]);
        server.restart();
        let others = players.split_off(1);
        let ada = players.pop().expect("three have signed up");
        let [bob, cleo] = &others[..] else { unreachable!("three have signed up") };
        let (ada_id, bob_id) = (own_id(&ada).await, own_id(bob).await);
        play_rated_game(&ada, bob).await;
        let upcoming = create_tournament(&ada, "Cup", 9).await;
        let running = create_tournament(&ada, "Open", 2).await;
        let join = |code: &str| format!("/api/tournaments/{code}/player");
        request(&ada, "PUT", &join(&upcoming), json!({})).await;
        for player in [bob, cleo] {
            player.open_path("settings").await;
            request(player, "PUT", &join(&running), json!({})).await;
        }
        let report = json!({ "user": bob_id, "reason": "cheating", "text": "Rude." });
        request(&ada, "POST", "/api/reports", report).await;
        let config = json!({ "game": "chess", "clock": "3d" });
        let challenge = json!({ "user": ada_id, "config": config });
        let sent = request(bob, "POST", "/api/challenges", challenge.clone()).await;
        let accept = format!("/api/challenges/{}/accept", sent["id"].as_str().expect("an id"));
        let accepted = request(&ada, "POST", &accept, Value::Null).await;
        let room = accepted["state"]["room"].as_str().expect("a room");
        for player in [bob, &ada] {
            player.open_path(&format!("room/{room}")).await;
        }
        for player in [bob, &ada] {
            player.wait_for(".game .board").await;
        }
        request(cleo, "POST", "/api/challenges", challenge).await;
        let study = json!({ "title": "Endings", "visibility": "public" });
        let study = request(&ada, "POST", "/api/studies", study).await;
        let study = study["id"].as_str().expect("an id");
        let pages = pages(&ada_id, &upcoming, &running, study);
        Community { ada, pages, others, server }
    }

    /// Closes the browsers, all of which have lost their connection while the server restarted.
    pub(crate) async fn close(self) {
        for browser in self.others.into_iter().chain([self.ada]) {
            browser.close_offline().await;
        }
        drop(self.server);
    }
}

fn pages(ada_id: &str, upcoming: &str, running: &str, study: &str) -> Vec<CommunityPage> {
    let page = |name, path: &str, shows| CommunityPage {
        name,
        path: path.to_owned(),
        shows,
        clicks: &[],
        has_board: false,
    };
    let on_board = |page: CommunityPage| CommunityPage { has_board: true, ..page };
    vec![
        page("profile", &format!("players/{ada_id}"), "[data-results] [data-list=results] li"),
        page("players", "players", "[role=search] input"),
        CommunityPage {
            clicks: &["[data-do=new-tournament]"],
            ..page("tournaments", "tournaments", "[data-list=upcoming] li")
        },
        CommunityPage {
            clicks: &["[data-do=change-tournament]"],
            ..page("tournament-upcoming", &format!("tournament/{upcoming}"), "[data-stage=upcoming]")
        },
        page("tournament-running", &format!("tournament/{running}"), "[data-list=standings] tbody tr"),
        on_board(page("puzzle-dice", "puzzles/dice/practice", ".puzzle .board")),
        page("studies", "studies", "[data-study]"),
        CommunityPage {
            clicks: &["[data-do=new-chapter]"],
            ..on_board(page("study", &format!("study/{study}"), "[data-do=new-chapter]"))
        },
        page("learn", "learn", "[data-course]"),
        page("moderation", "moderation", "[data-report]"),
        page("correspondence", "correspondence", "[data-list=correspondence] li"),
        CommunityPage {
            clicks: &["[data-do=bell]"],
            ..page("notifications", "settings", "[data-do=bell] [data-unread]")
        },
    ]
}

impl CommunityPage {
    /// Opens the page and waits until it is loaded.
    pub(crate) async fn open(&self, browser: &Browser) {
        browser.set_device_size(1280, 800).await;
        browser.open_path(&self.path).await;
        browser.wait_for(self.shows).await;
        for element in self.clicks {
            browser.click(element).await;
        }
        if self.has_board {
            browser.wait_for(".game .board").await;
        }
    }
}

/// Sends a request with the session of a browser, and returns the JSON of the answer.
async fn request(browser: &Browser, method: &str, path: &str, body: Value) -> Value {
    let send = "const [method, path, body, done] = arguments; (async () => { \
        const headers = { 'content-type': 'application/json' }; \
        const answer = await fetch(path, body === null ? { method } : { method, headers, body: JSON.stringify(body) }); \
        const text = await answer.text(); return { ok: answer.ok, text }; })().then(done)";
    let answer = browser.client.execute_async(send, vec![json!(method), json!(path), body]).await;
    let answer = answer.expect("an answer");
    assert_eq!(answer["ok"], json!(true), "{method} {path}: {answer}");
    serde_json::from_str(answer["text"].as_str().expect("text")).unwrap_or_default()
}

async fn own_id(browser: &Browser) -> String {
    let user = request(browser, "GET", "/api/me", Value::Null).await;
    user["id"].as_str().expect("an id").to_owned()
}

/// Creates a tournament that starts with its last needed player.
async fn create_tournament(browser: &Browser, name: &str, min_players: u32) -> String {
    let config = json!({
        "name": name, "room": { "game": "chess", "clock": "60+0" }, "min_players": min_players,
        "format": { "type": "swiss", "rounds": 1 },
    });
    let created = request(browser, "POST", "/api/tournaments", json!({ "config": config })).await;
    created["summary"]["code"].as_str().expect("a code").to_owned()
}

/// Plays a short rated game, so that both players have a rating and results.
async fn play_rated_game(host: &Browser, guest: &Browser) {
    let config = json!({ "game": "chess", "clock": "3+2", "rated": true, "auto_start": true });
    let room = open_room(host, &config).await;
    host.open_path(&format!("room/{room}")).await;
    host.wait_for(".terms").await;
    guest.open_path(&format!("room/{room}")).await;
    guest.click("[data-do=sit]").await;
    for player in [host, guest] {
        player.wait_for(".game .board").await;
    }
    let status = host.evaluate("document.querySelector('[data-status]').textContent").await;
    let is_host_first = status.as_str().is_some_and(|text| text.contains("Your move"));
    let (first, second) = if is_host_first { (host, guest) } else { (guest, host) };
    first.play_move("e2", "e4").await;
    second.wait_for_text("[data-status]", "Your move").await;
    second.play_move("e7", "e5").await;
    first.wait_for_text("[data-status]", "Your move").await;
    first.confirm("resign").await;
    for player in [host, guest] {
        player.wait_for_text("[data-rating-changes]", "1662?").await;
    }
}
