//! Backups of a running server are consistent, complete and restorable.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};
use tokio::sync::watch;
use yipan_server::{BackupError, backup, check_backup, restore};

use crate::net::{Client, TestDir, TestServer, generous_limits, start_game};

/// The moves that were acknowledged, by room.
type Acknowledged = Arc<Mutex<HashMap<String, Vec<String>>>>;

/// Pawn moves file by file: many moves without a capture or a repetition.
fn quiet_moves() -> impl Iterator<Item = [String; 2]> {
    let files = "abcdefgh".chars();
    files.flat_map(|file| {
        [[(2, 3), (7, 6)], [(3, 4), (6, 5)]]
            .map(|moves| moves.map(|(from, to)| format!("{file}{from}{file}{to}")))
    })
}

/// Plays a game and records each move when it is acknowledged.
async fn play(address: SocketAddr, acknowledged: Acknowledged, total: Arc<watch::Sender<usize>>) {
    let (room, mut ada, mut bob) = start_game(address, &json!({"game": "chess", "host_side": "first"})).await;
    let note = |act: &str| {
        acknowledged.lock().expect("a lock").entry(room.clone()).or_default().push(act.to_owned());
        total.send_modify(|total| *total += 1);
    };
    for [white, black] in quiet_moves() {
        ada.command_ok(&room, json!({"type": "play", "action": white})).await;
        note(&white);
        bob.command_ok(&room, json!({"type": "play", "action": black})).await;
        note(&black);
    }
}

fn moves(state: &Value) -> Vec<String> {
    let moves = state["moves"].as_array().expect("moves").iter();
    moves.filter_map(|played| played["action"].as_str().map(str::to_owned)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_under_load_holds_every_move_acknowledged_before_it_began() {
    let (from, to) = (TestDir::new("backup-from"), TestDir::new("backup-to"));
    let server = TestServer::open(&from, generous_limits()).await;
    let (acknowledged, total) = (Acknowledged::default(), Arc::new(watch::Sender::new(0)));
    let games: Vec<_> = (0..6)
        .map(|_| tokio::spawn(play(server.address, Arc::clone(&acknowledged), Arc::clone(&total))))
        .collect();
    total.subscribe().wait_for(|total| *total >= 40).await.expect("moves");
    let before = acknowledged.lock().expect("a lock").clone();
    let file = to.0.join("copy.sqlite");
    let size = backup(&from.0, &file, false).await.expect("a backup");
    for game in games {
        game.await.expect("a game continues during the backup");
    }
    server.close().await;
    assert_eq!(std::fs::metadata(&file).expect("a file").len(), size);
    let names: Vec<_> = std::fs::read_dir(&to.0).expect("files").collect();
    assert_eq!(names.len(), 1, "nothing else is left behind: {names:?}");
    let summary = check_backup(&file).await.expect("a good backup");
    assert_eq!((summary.rooms, summary.accounts, summary.users), (6, 0, 12));
    let restored = TestDir(to.0.join("data"));
    assert_eq!(restore(&file, &restored.0).await.expect("a restored database"), summary);
    let again = TestServer::open(&restored, generous_limits()).await;
    let mut viewer = Client::connect_guest(again.address).await;
    for (room, acts) in before {
        let restored = moves(&viewer.join(&room).await);
        assert!(restored.starts_with(&acts), "{room}: {acts:?} were acknowledged, {restored:?} are there");
    }
    again.close().await;
}

#[tokio::test]
async fn nothing_is_overwritten_without_force() {
    let dir = TestDir::new("backup-exists");
    let data = TestDir(dir.0.join("data"));
    let file = dir.0.join("copy");
    assert!(matches!(backup(&data.0, &file, false).await, Err(BackupError::NoDatabase(_))));
    TestServer::open(&data, generous_limits()).await.close().await;
    std::fs::write(&file, "precious").expect("a file");
    assert!(matches!(backup(&data.0, &file, false).await, Err(BackupError::Exists(_))));
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "precious");
    backup(&data.0, &file, true).await.expect("it was asked for");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o600);
    }
    assert!(matches!(restore(&file, &data.0).await, Err(BackupError::NotEmpty(_))));
    let server = TestServer::open(&data, generous_limits()).await;
    assert!(matches!(restore(&file, &data.0).await, Err(BackupError::DataDir(_))), "a server runs there");
    Client::connect_guest(server.address).await;
    let database = data.0.join("yipan.sqlite");
    assert!(matches!(check_backup(&database).await, Err(BackupError::InUse(_))), "it is no backup");
    server.close().await;
}

#[tokio::test]
async fn a_damaged_backup_is_detected_and_not_restored() {
    let dir = TestDir::new("backup-damaged");
    let data = TestDir(dir.0.join("data"));
    let server = TestServer::open(&data, generous_limits()).await;
    let (room, mut ada, _bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    ada.command_ok(&room, json!({"type": "play", "action": "e2e4"})).await;
    let file = dir.0.join("copy");
    backup(&data.0, &file, false).await.expect("a backup");
    server.close().await;
    let spoil = async |name: &str, statement: &'static str| {
        let copy = dir.0.join(name);
        std::fs::copy(&file, &copy).expect("a copy");
        let options = SqliteConnectOptions::new().filename(&copy).foreign_keys(false);
        let mut connection = options.connect().await.expect("a database");
        connection.execute(statement).await.expect("a change");
        connection.close().await.expect("closed");
        check_backup(&copy).await.expect_err(statement)
    };
    let gone = spoil("gone", "DELETE FROM entries WHERE seq = 2").await;
    assert!(matches!(&gone, BackupError::Room { room: found, .. } if *found == room), "{gone}");
    let bent = spoil("bent", "UPDATE entries SET line = replace(line, 'e2e4', 'e2e5')").await;
    assert!(matches!(&bent, BackupError::Room { room: found, .. } if *found == room), "{bent}");
    let orphan = spoil("orphan", "DELETE FROM rooms").await;
    assert!(matches!(orphan, BackupError::Broken(_)), "{orphan}");
    let newer = spoil("newer", "UPDATE _sqlx_migrations SET version = version + 1000").await;
    assert!(matches!(newer, BackupError::Schema { .. }), "{newer}");
    let bytes = std::fs::read(&file).expect("a file");
    std::fs::write(dir.0.join("half"), &bytes[..bytes.len() / 2]).expect("a file");
    let half = restore(&dir.0.join("half"), &dir.0.join("empty")).await.expect_err("half of it");
    assert!(matches!(half, BackupError::Broken(_)), "{half}");
    assert!(!dir.0.join("empty").join("yipan.sqlite").exists());
}
