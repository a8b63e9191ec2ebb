//! The page in Chromium, against a server process.
//!
//! The tests share browsers, and each has a context of its own. With `YIPAN_SCREENSHOTS=1` screenshots are written to
//! `target/tmp/screenshots`.

mod account;
mod analysis;
mod appearance;
mod board_drawing;
mod board_parts;
mod challenges;
mod community;
mod computer_pace;
mod correspondence;
mod dice;
mod drawings;
mod embed;
mod engine_panel;
mod explorer;
mod games;
mod home;
mod isolation;
mod layout;
mod layout_shift;
mod learn;
mod liuzichong;
mod local;
mod look;
mod moderation;
mod modes;
mod offline;
mod online;
mod pairing;
mod position_editor;
mod puzzles;
mod ratings;
mod reconnect;
mod restarts;
mod result;
mod review;
mod rule_marks;
mod saved_games;
mod sharing;
mod study;
mod support;
mod tour;
mod tournaments;
mod two_players;

use std::sync::{LazyLock, PoisonError, RwLock, RwLockReadGuard};

use support::{browser, server};
use tokio::runtime::Runtime;

/// Runs the tests. The connections to the browsers outlast a test, so a test cannot have a runtime of its own.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().expect("threads for the tests"));

/// Tests run in parallel, except for those that measure time.
static MACHINE: RwLock<()> = RwLock::new(());

/// Locks the machine for a test that may run in parallel.
fn share_machine() -> RwLockReadGuard<'static, ()> {
    MACHINE.read().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a test with a new browser context and a new server.
fn in_browser<F>(test: impl FnOnce(browser::Browser) -> F)
where
    F: Future<Output = browser::Browser>,
{
    let _shared = share_machine();
    run(test);
}

/// Runs a test with a new browser context and a new server while no other test runs.
fn in_browser_exclusively<F>(test: impl FnOnce(browser::Browser) -> F)
where
    F: Future<Output = browser::Browser>,
{
    let _whole = MACHINE.write().unwrap_or_else(PoisonError::into_inner);
    run(test);
}

fn run<F>(test: impl FnOnce(browser::Browser) -> F)
where
    F: Future<Output = browser::Browser>,
{
    RUNTIME.block_on(async {
        let server = server::Server::start();
        let browser = browser::Browser::open(&server.address).await;
        test(browser).await.close().await;
    });
}

/// Runs a test with two browsers and a new server.
fn in_two_browsers<F>(test: impl FnOnce(browser::Browser, browser::Browser) -> F)
where
    F: Future<Output = (browser::Browser, browser::Browser)>,
{
    let _shared = share_machine();
    RUNTIME.block_on(async {
        let server = server::Server::start();
        let (host, guest) =
            (browser::Browser::open(&server.address).await, browser::Browser::open(&server.address).await);
        let (host, guest) = test(host, guest).await;
        host.close().await;
        guest.close().await;
    });
}
