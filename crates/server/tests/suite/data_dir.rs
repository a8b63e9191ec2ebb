//! The data directory: one server at a time, and no access for other users of the machine.

use std::path::Path;

use serde_json::json;
use yipan_core::{Language, Localize};
use yipan_server::{ArchiveRow, DataDirError, export, import};

use crate::net::{Client, TestDir, TestServer, generous_limits, http, settings, start_game};

#[tokio::test]
async fn a_second_server_is_rejected_and_the_first_keeps_running() {
    let dir = TestDir::new("lock");
    let first = TestServer::open(&dir, generous_limits()).await;
    let (code, mut ada, mut bob) =
        start_game(first.address, &json!({"game": "chess", "host_side": "first"})).await;
    let error = yipan_server::Server::bind(settings(&dir)).await.expect_err("the directory is in use");
    assert!(error.to_string().contains("another server"), "{error}");
    assert!(error.to_string().contains(&std::process::id().to_string()), "it names the process: {error}");
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    bob.command_ok(&code, json!({"type": "play", "action": "e7e5"})).await;
    let lines = exported(&dir).await;
    assert!(lines.iter().any(|line| line.contains("e7e5")), "a running server can be exported");
    assert!(!lines.iter().any(|line| line.contains("restarted")), "the second server wrote nothing");
    let error = import(&dir.location(), lines.into_iter().map(Ok)).await.expect_err("a server runs there");
    assert!(error.to_string().contains("another server"), "{error}");
    first.close().await;
    let next = TestServer::open(&dir, generous_limits()).await;
    let mut ada = Client::connect_with_cookie(next.address, &ada.cookie).await;
    assert_eq!(ada.join(&code).await["moves"].as_array().map(Vec::len), Some(2));
    next.close().await;
}

#[tokio::test]
async fn a_directory_with_only_a_database_of_an_unsupported_version_is_rejected() {
    let dir = TestDir::new("unsupported");
    let old = dir.0.join("hall.sqlite");
    std::fs::write(&old, "an old database").expect("a file");
    let error = yipan_server::Server::bind(settings(&dir)).await.expect_err("it is not supported");
    let error =
        error.get_ref().and_then(|error| error.downcast_ref::<DataDirError>()).expect("its own error");
    assert!(matches!(error, DataDirError::UnsupportedDatabase { path } if *path == old), "{error:?}");
    for language in [Language::English, Language::Simplified, Language::Traditional] {
        let text = error.localize(language);
        assert!(text.contains("hall.sqlite") && text.contains("--data"), "{text}");
    }
    assert!(!dir.0.join("yipan.sqlite").exists(), "no empty database was created");
    std::fs::remove_file(&old).expect("it is moved away");
    TestServer::open(&dir, generous_limits()).await.close().await;
    std::fs::write(&old, "an old database").expect("a file");
    TestServer::open(&dir, generous_limits()).await.close().await;
}

async fn exported(dir: &TestDir) -> Vec<String> {
    let mut lines = Vec::new();
    let write_row = |row: ArchiveRow| {
        lines.push(serde_json::to_string(&row)?);
        Ok(())
    };
    export(&dir.location(), write_row).await.expect("an export");
    lines
}

#[cfg(unix)]
mod modes {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("a file").permissions().mode() & 0o7777
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).expect("a mode");
    }

    fn modes(data: &Path) -> Vec<(String, u32)> {
        let files = fs::read_dir(data).expect("a directory").map(|file| file.expect("a file").path());
        let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
        let mut modes: Vec<_> = files.map(|path| (name(&path), mode(&path))).collect();
        modes.sort();
        modes
    }

    #[tokio::test]
    async fn a_new_directory_and_its_files_are_private() {
        let dir = TestDir::new("modes-new");
        let inner = TestDir(dir.0.join("data"));
        let server = TestServer::open(&inner, generous_limits()).await;
        assert_eq!(http(server.address, "GET", "/api/me", &[], "").await.status, 200);
        assert_eq!(mode(&inner.0), 0o700);
        let files = modes(&inner.0);
        assert!(files.iter().any(|(name, _)| name.ends_with("-wal")), "{files:?}");
        assert!(files.iter().all(|(_, mode)| *mode == 0o600), "{files:?}");
        server.close().await;
    }

    #[tokio::test]
    async fn the_files_of_an_older_server_are_made_private() {
        let dir = TestDir::new("modes-old");
        TestServer::open(&dir, generous_limits()).await.close().await;
        for (name, _) in modes(&dir.0) {
            set_mode(&dir.0.join(name), 0o644);
        }
        set_mode(&dir.0, 0o755);
        let server = TestServer::open(&dir, generous_limits()).await;
        assert_eq!(mode(&dir.0), 0o700);
        let files = modes(&dir.0);
        assert!(files.iter().all(|(_, mode)| *mode == 0o600), "{files:?}");
        server.close().await;
    }

    #[tokio::test]
    async fn a_directory_that_also_holds_other_things_keeps_its_mode() {
        let dir = TestDir::new("modes-shared");
        fs::write(dir.0.join("letter.txt"), "of another program").expect("a file");
        set_mode(&dir.0, 0o755);
        set_mode(&dir.0.join("letter.txt"), 0o644);
        let server = TestServer::open(&dir, generous_limits()).await;
        assert_eq!((mode(&dir.0), mode(&dir.0.join("letter.txt"))), (0o755, 0o644));
        assert_eq!(mode(&dir.0.join("yipan.sqlite")), 0o600);
        server.close().await;
    }
}
