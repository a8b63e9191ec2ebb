//! An exported and imported server is the same server.

use serde_json::json;
use yipan_server::{ArchiveRow, export, import};

use crate::net::{Client, TestDir, TestServer, generous_limits, start_game};

async fn exported(dir: &TestDir) -> Vec<String> {
    let mut lines = Vec::new();
    let location = dir.location();
    let count = export(&location, |row: ArchiveRow| {
        lines.push(serde_json::to_string(&row)?);
        Ok(())
    });
    assert_eq!(count.await.expect("a database"), lines.len() as u64);
    lines
}

#[tokio::test]
async fn an_imported_server_continues_with_its_users_and_games() {
    let (from, to) = (TestDir::new("moved-from"), TestDir::new("moved-to"));
    let server = TestServer::open(&from, generous_limits()).await;
    let (code, mut ada, bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    let open = exported(&from).await;
    assert!(open.iter().any(|line| line.contains("e2e4")), "a running server can be exported too");
    server.close().await;
    let lines = exported(&from).await;
    let count = import(&to.location(), lines.iter().cloned().map(Ok)).await.expect("an import");
    assert_eq!(count, lines.len() as u64);
    assert_eq!(exported(&to).await, lines);
    let server = TestServer::open(&to, generous_limits()).await;
    let mut bob = Client::connect_with_cookie(server.address, &bob.cookie).await;
    bob.join(&code).await;
    bob.command_ok(&code, json!({"type": "play", "action": "e7e5"})).await;
    server.close().await;
}

#[tokio::test]
async fn an_invalid_archive_is_rejected_with_its_line_number() {
    let (to, none) = (TestDir::new("rejected"), TestDir::new("none"));
    assert!(export(&none.location(), |_| Ok(())).await.is_err());
    let head = json!({"row": "header", "version": 1}).to_string();
    for (lines, says) in [
        (vec![r#"{"row":"seat","user_id":"a","room":"b"}"#.to_owned()], "line 1"),
        (vec![r#"{"row":"header","version":9}"#.to_owned()], "version 9"),
        (vec![head.clone(), "nonsense".to_owned()], "line 2"),
        (vec![head, r#"{"row":"seat","user_id":"a","room":"nowhere"}"#.to_owned()], "FOREIGN KEY"),
    ] {
        let dir = TestDir::new("rejected-import");
        let error =
            import(&dir.location(), lines.into_iter().map(Ok)).await.expect_err("it is not an archive");
        assert!(error.to_string().contains(says), "{error}");
    }
    let server = TestServer::open(&to, generous_limits()).await;
    server.close().await;
    let error = import(&to.location(), std::iter::empty()).await.expect_err("there is a database already");
    assert!(error.to_string().contains("already"), "{error}");
}

#[tokio::test]
async fn an_export_that_cannot_be_written_ends_with_the_error() {
    let dir = TestDir::new("unwritable");
    let setting =
        |number| json!({"row": "server-setting", "name": format!("{number}"), "value": "x"}).to_string();
    let head = json!({"row": "header", "version": 1}).to_string();
    // More rows than the channel holds.
    let lines = [head].into_iter().chain((0..5_000).map(setting)).map(Ok);
    import(&dir.location(), lines).await.expect("an import");
    let mut count = 0;
    let location = dir.location();
    let full = export(&location, |_| {
        count += 1;
        if count > 10 { Err(std::io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    });
    let ended = tokio::time::timeout(std::time::Duration::from_secs(30), full).await.expect("it ends");
    assert_eq!(ended.expect_err("the disk is full").kind(), std::io::ErrorKind::StorageFull);
}
