//! A server on a full file system: only stored commands are acknowledged, clocks are stopped, and play continues when there
//! is space again.

#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::json;

use crate::net::{Client, TestDir, TestServer, generous_limits, http, start_game};

/// A file system in memory, unmounted on drop.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// Mounts one of 1,500 kB; `None` if the system does not allow it.
    fn mount(path: &Path) -> Option<SmallDisk> {
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=1500k", "tmpfs"]).arg(path).output();
        match mounted {
            Ok(output) if output.status.success() => Some(SmallDisk(path.to_owned())),
            Ok(output) => {
                eprintln!(
                    "did not run: no file system can be mounted here: {}",
                    String::from_utf8_lossy(&output.stderr)
                );
                None
            }
            Err(error) => {
                eprintln!("did not run: no file system can be mounted here: {error}");
                None
            }
        }
    }

    /// Fills the free space.
    fn fill(&self) {
        let mut ballast = File::create(self.0.join("ballast")).expect("a file");
        while ballast.write_all(&[0; 4096]).is_ok() {}
    }

    fn free(&self) {
        std::fs::remove_file(self.0.join("ballast")).expect("the ballast");
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

async fn health(server: &TestServer) -> u16 {
    http(server.address, "GET", "/healthz", &[], "").await.status
}

#[tokio::test]
async fn a_full_disk_stops_the_clocks_and_nothing_acknowledged_is_lost() {
    let dir = TestDir::new("full-disk");
    let Some(disk) = SmallDisk::mount(&dir.0) else { return };
    let server = TestServer::open(&dir, generous_limits()).await;
    let config = json!({"game": "chess", "host_side": "first", "clock": "5+0", "spectators": {"delay": 4}});
    let (code, mut ada, mut bob) = start_game(server.address, &config).await;
    let mut late = Client::connect_guest(server.address).await;
    late.join(&code).await;
    for (player, act) in [(&mut ada, "e2e4"), (&mut bob, "e7e5")] {
        player.command_ok(&code, json!({"type": "play", "action": act})).await;
    }
    assert_eq!(health(&server).await, 200);

    disk.fill();
    let rejected = ada.command(&code, 1 << 40, json!({"type": "play", "action": "g1f3"})).await;
    assert_eq!(
        (&rejected["type"], &rejected["error"]["code"]),
        (&json!("rejected"), &json!("storage-unavailable"))
    );
    let suspended = bob.receive("suspended").await;
    assert_eq!(suspended["clocks"]["running"], json!(null), "no clock runs");
    for number in 0..40 {
        let player = if number % 2 == 0 { &mut ada } else { &mut bob };
        let answer = player.command(&code, 1 << 40, json!({"type": "chat", "text": "hello?"})).await;
        assert_eq!(answer["error"]["code"], "storage-unavailable", "{answer}");
    }
    assert_eq!(health(&server).await, 503);
    assert_eq!(
        rejected["state"]["clocks"]["running"],
        json!(null),
        "nor in the state that comes with a refusal"
    );
    // The clocks would reveal moves to a delayed spectator.
    late.send(&json!({"type": "ping", "at": 1})).await;
    loop {
        let message = late.next().await.expect("the connection stays");
        assert_ne!(message["type"], "suspended", "{message}");
        if message["type"] == "pong" {
            break;
        }
    }
    let mut eve = Client::connect_with_cookie(server.address, &bob.cookie).await;
    eve.join(&code).await;
    assert_eq!(
        eve.receive("suspended").await["clocks"],
        suspended["clocks"],
        "a page that is reloaded knows it too"
    );
    // This time is charged to neither side.
    tokio::time::sleep(Duration::from_millis(1_200)).await;

    disk.free();
    let resumed = bob.receive_event("resumed").await["event"]["clocks"].clone();
    assert_eq!(resumed["running"], "first");
    assert_eq!(resumed["time_left"], suspended["clocks"]["time_left"], "the outage cost no time");
    assert!(resumed["at"].as_u64() >= suspended["clocks"]["at"].as_u64().map(|at| at + 1_200));
    ada.command_ok(&code, json!({"type": "play", "action": "g1f3"})).await;
    bob.command_ok(&code, json!({"type": "chat", "text": "good to be back"})).await;
    while health(&server).await != 200 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let before = ada.join(&code).await;
    server.close().await;

    let server = TestServer::open(&dir, generous_limits()).await;
    let mut ada = Client::connect_with_cookie(server.address, &ada.cookie).await;
    let after = ada.join(&code).await;
    assert_eq!(after["moves"], before["moves"]);
    assert_eq!(after["moves"].as_array().map(Vec::len), Some(3));
    assert_eq!(
        after["chat"],
        json!([{"user_id": bob.id, "name": bob_name(&before), "side": "second", "by_player": true, "text": "good to be back"}])
    );
    server.close().await;
}

fn bob_name(state: &serde_json::Value) -> &str {
    state["guest"]["name"].as_str().expect("a name")
}
