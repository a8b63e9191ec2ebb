//! The page in a real browser: Debian's Chromium through its own driver, against the program as people start it.
//!
//! Screenshots of what was seen lie in `target/tmp/screenshots`.

mod account;
mod browser;
mod dice;
mod games;
mod liuzichong;
mod local;
mod look;
mod offline;
mod online;
mod reconnect;
mod server;
mod tour;

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// Tests share the machine, but for one that looks at the clock: that one has it to itself.
static MACHINE: RwLock<()> = RwLock::new(());

/// What a test holds that does not mind others.
fn share_machine() -> RwLockReadGuard<'static, ()> {
    MACHINE.read().unwrap_or_else(PoisonError::into_inner)
}

/// Plays a test in a browser of its own, against a hall of its own.
fn in_browser<F>(test: impl FnOnce(browser::Browser) -> F)
where
    F: Future<Output = browser::Browser>,
{
    let _shared = share_machine();
    play(test);
}

/// The same, while no other test is played.
fn in_browser_exclusively<F>(test: impl FnOnce(browser::Browser) -> F)
where
    F: Future<Output = browser::Browser>,
{
    let _whole = MACHINE.write().unwrap_or_else(PoisonError::into_inner);
    play(test);
}

fn play<F>(test: impl FnOnce(browser::Browser) -> F)
where
    F: Future<Output = browser::Browser>,
{
    let runtime = tokio::runtime::Runtime::new().expect("threads for a test");
    runtime.block_on(async {
        let hall = server::Server::start();
        let browser = browser::Browser::open(&hall.address).await;
        test(browser).await.close().await;
    });
}

/// The same with two people at two browsers.
fn in_two_browsers<F>(test: impl FnOnce(browser::Browser, browser::Browser) -> F)
where
    F: Future<Output = (browser::Browser, browser::Browser)>,
{
    let _shared = share_machine();
    let runtime = tokio::runtime::Runtime::new().expect("threads for a test");
    runtime.block_on(async {
        let hall = server::Server::start();
        let (host, guest) =
            (browser::Browser::open(&hall.address).await, browser::Browser::open(&hall.address).await);
        let (host, guest) = test(host, guest).await;
        host.close().await;
        guest.close().await;
    });
}
