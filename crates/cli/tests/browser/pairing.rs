//! Starting a game with others: pools, invitations and rematches, each with one press.

use serde_json::{Value, json};

use crate::in_two_browsers;
use crate::online::open_room;
use crate::support::browser::Browser;
use crate::support::server::Server;

/// Presses a pool of quick pairing on the home page.
async fn seek(browser: &Browser, game: &str, clock: &str) {
    browser.wait_until("document.querySelector('.lobby').dataset.connection == 'open'").await;
    browser.click(&format!("[data-pool-game={game}]")).await;
    browser.click(&format!("[data-pool='{clock}']")).await;
}

#[test]
fn two_visitors_who_press_the_same_pool_play_without_another_press() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        seek(&host, "chess", "3+2").await;
        host.wait_for_text(".waiting h1", "Looking for an opponent").await;
        assert!(host.text(".terms").await.contains("3+2"));
        host.screenshot("seeking").await;
        // Another visitor sees that a player waits, and in which game.
        guest.click("[data-pool-game=chess]").await;
        guest.wait_for_text("[data-pool='3+2'] .badge", "1 waiting").await;
        guest.screenshot_full_page("pools").await;
        seek(&guest, "chess", "3+2").await;
        for player in [&host, &guest] {
            player.wait_for(".game .board").await;
        }
        (host, guest)
    });
}

#[test]
fn a_visitor_who_cancels_leaves_the_pool() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        seek(&host, "xiangqi", "10+0").await;
        guest.click("[data-pool-game=xiangqi]").await;
        guest.wait_for("[data-pool='10+0'] .badge").await;
        host.wait_for_text(".waiting h1", "Looking for an opponent").await;
        host.click("[data-do=leave]").await;
        host.wait_for(".lobby").await;
        guest.wait_until("document.querySelector('[data-pool=\"10+0\"] .badge') == null").await;
        (host, guest)
    });
}

fn invitation() -> Value {
    json!({ "game": "chess", "modes": [], "clock": "5+3", "host_side": "first", "auto_start": true })
}

#[test]
fn an_invited_friend_reads_the_terms_and_plays_with_one_press() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        let room = open_room(&host, &invitation()).await;
        host.open_path(&format!("room/{room}")).await;
        host.wait_for_text(".room-code b", &room).await;
        host.wait_until("document.querySelector('.qr').getBoundingClientRect().width >= 280").await;
        assert_eq!(host.evaluate("document.querySelector('[data-do=start]') == null").await, json!(true));
        host.screenshot_full_page("invitation-host").await;
        guest.open_path(&format!("room/{room}")).await;
        guest.wait_for_text(".waiting h1", "invites you").await;
        let terms = guest.text(".terms").await;
        assert!(["Chess", "5+3", "You play Black"].iter().all(|term| terms.contains(term)), "{terms}");
        assert_eq!(
            guest.evaluate("document.querySelectorAll('.waiting-state button').length").await,
            json!(1)
        );
        guest.screenshot_full_page("invitation-guest").await;
        guest.click("[data-do=sit]").await;
        for player in [&host, &guest] {
            player.wait_for(".game .board").await;
        }
        (host, guest)
    });
}

#[test]
fn an_accepted_invitation_waits_for_an_absent_host() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        let room = open_room(&host, &invitation()).await;
        guest.open_path(&format!("room/{room}")).await;
        guest.click("[data-do=sit]").await;
        guest.wait_for_text(".waiting .status", "Waiting for").await;
        host.open_path(&format!("room/{room}")).await;
        for player in [&host, &guest] {
            player.wait_for(".game .board").await;
        }
        (host, guest)
    });
}

#[test]
fn an_accepted_rematch_starts_at_once_with_the_sides_changed() {
    in_two_browsers(async |host: Browser, guest: Browser| {
        let room = open_room(&host, &invitation()).await;
        host.open_path(&format!("room/{room}")).await;
        guest.open_path(&format!("room/{room}")).await;
        guest.click("[data-do=sit]").await;
        host.wait_for(".game .board").await;
        guest.wait_for(".game .board").await;
        for (player, other, from, to, piece) in [
            (&host, &guest, "f2", "f3", "1P"),
            (&guest, &host, "e7", "e5", "2P"),
            (&host, &guest, "g2", "g4", "1P"),
            (&guest, &host, "d8", "h4", "2Q"),
        ] {
            player.play_move(from, to).await;
            other
                .wait_until(&format!(
                    "document.querySelector('[data-piece=\"{piece}\"][data-at={to}]') != null"
                ))
                .await;
        }
        host.click("[data-do=rematch]").await;
        guest.click("[data-do=accept]").await;
        for player in [&host, &guest] {
            player.wait_until(&format!("!location.pathname.endsWith('{room}')")).await;
            player.wait_until("document.querySelector('[data-piece=\"1P\"][data-at=f2]') != null").await;
        }
        guest.play_move("e2", "e4").await;
        host.wait_until("document.querySelector('[data-piece=\"1P\"][data-at=e4]') != null").await;
        (host, guest)
    });
}

#[test]
fn without_a_server_no_lists_are_shown() {
    let _shared = crate::share_machine();
    crate::RUNTIME.block_on(async {
        let server = Server::start();
        let browser = Browser::open(&server.address).await;
        browser.wait_until("document.querySelector('.lobby').dataset.connection == 'open'").await;
        drop(server);
        browser.wait_for_text(".lobby .notice", "offline").await;
        assert_eq!(
            browser.evaluate("document.querySelector('.lobby-online').checkVisibility()").await,
            json!(false)
        );
        browser.close_offline().await;
    });
}
