//! The answers about players, studies, challenges and moderation are what `GET /api/openapi.json` says.

use serde_json::{Value, json};

use crate::net::{Client, TestDir, TestServer, generous_limits, http, start_game_of};
use crate::openapi::Description;

#[tokio::test]
async fn answers_about_players_are_what_the_description_says() {
    let dir = TestDir::new("openapi-players");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let description = Description::fetch(&server).await;
    let mut ada = Client::connect_account(address, "Ada").await;
    let mut bob = Client::connect_account(address, "Bob").await;
    let config = json!({"game": "chess", "clock": "3+2", "rated": true});
    let room = start_game_of(address, &mut ada, &mut bob, &config).await;
    let is_ada_first = bob.join(&room).await["host_side"] == "first";
    let (first, second) = if is_ada_first { (&mut ada, &mut bob) } else { (&mut bob, &mut ada) };
    first.command_ok(&room, json!({"type": "play", "action": "e2e4"})).await;
    second.command_ok(&room, json!({"type": "play", "action": "e7e5"})).await;
    first.command_ok(&room, json!({"type": "resign"})).await;
    let ask = async |client: &Client, method: &str, path: &str, parts: &[(&str, &str)], body: &Value| {
        let request = parts.iter().fold(path.to_owned(), |request, (name, part)| request.replace(name, part));
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let reply = http(address, method, &request, &[("Cookie", &client.cookie)], &body).await;
        description.validate_reply(method, path, &reply);
        (reply.status, if reply.head.contains("json") { reply.json() } else { Value::Null })
    };
    let (ada_id, bob_id) = (ada.id.clone(), bob.id.clone());
    let other = [("{id}", bob_id.as_str()), ("{category}", "chess.blitz"), ("{code}", room.as_str())];
    let unknown = [("{id}", "nonexistent"), ("{category}", "chess.blitz"), ("{code}", "222222")];
    for path in [
        "/api/users/{id}",
        "/api/users/{id}/games",
        "/api/users/{id}/results",
        "/api/users/{id}/ratings/{category}",
    ] {
        assert_eq!(ask(&ada, "GET", path, &other, &Value::Null).await.0, 200, "{path}");
        assert_eq!(ask(&ada, "GET", path, &unknown, &Value::Null).await.0, 404, "{path}");
    }
    for path in [
        "/api/users",
        "/api/me/relations",
        "/api/me/notifications",
        "/api/me/correspondence",
        "/api/me/saved-games",
        "/api/me/studies",
        "/api/studies",
        "/api/account/export",
    ] {
        let (status, answer) = ask(&ada, "GET", path, &[], &Value::Null).await;
        assert_eq!(status, 200, "{path}: {answer:#}");
    }
    assert_eq!(ask(&ada, "GET", "/api/rooms/{code}/ratings", &unknown, &Value::Null).await.0, 404);
    assert_eq!(ask(&ada, "GET", "/api/games/{code}/qr.svg", &other, &Value::Null).await.0, 200);
    for kind in ["follow", "block"] {
        let path = format!("/api/users/{{id}}/{kind}");
        for method in ["PUT", "DELETE"] {
            assert_eq!(ask(&ada, method, &path, &other, &Value::Null).await.0, 200, "{method} {path}");
        }
        assert_eq!(ask(&ada, "PUT", &path, &[("{id}", &ada_id)], &Value::Null).await.0, 422, "{path}");
    }
    let challenge = json!({"user": bob_id, "config": {"game": "chess", "clock": "3+2"}});
    for (answer, body) in [("/accept", Value::Null), ("/decline", json!({"reason": "not-now"}))] {
        let (status, sent) = ask(&ada, "POST", "/api/challenges", &[], &challenge).await;
        assert_eq!(status, 201, "{sent:#}");
        let part = [("{id}", sent["id"].as_str().expect("an id"))];
        let path = format!("/api/challenges/{{id}}{answer}");
        let reply = ask(&bob, "POST", &path, &part, &body).await;
        assert_eq!(reply.0, 200, "{path}: {reply:?}");
        assert_eq!(ask(&ada, "DELETE", "/api/challenges/{id}", &part, &Value::Null).await.0, 409);
    }
    let study = json!({"title": "Endings", "visibility": "public"});
    let (status, made) = ask(&ada, "POST", "/api/studies", &[], &study).await;
    assert_eq!(status, 201, "{made:#}");
    let part = [("{id}", made["id"].as_str().expect("an id"))];
    assert_eq!(ask(&bob, "GET", "/api/studies/{id}", &part, &Value::Null).await.0, 200);
    assert_eq!(ask(&bob, "DELETE", "/api/studies/{id}", &part, &Value::Null).await.0, 404);
    assert_eq!(ask(&ada, "DELETE", "/api/studies/{id}", &part, &Value::Null).await.0, 204);
    for path in ["/api/moderation/reports", "/api/moderation/log"] {
        assert_eq!(ask(&ada, "GET", path, &[], &Value::Null).await.0, 403, "{path}");
    }
    let report = json!({"user": bob_id, "reason": "cheating", "text": "too good"});
    assert_eq!(ask(&ada, "POST", "/api/reports", &[], &report).await.0, 204);
    assert_eq!(ask(&ada, "PUT", "/api/account/bot", &[], &Value::Null).await.0, 409);
    server.close().await;
}
