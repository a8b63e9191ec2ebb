//! `GET /api/openapi.json` describes every method and the form of every response.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::net::{Client, Reply, TestDir, TestServer, create_room, generous_limits, http};

/// The description, with schemas that reject unknown fields.
pub(crate) struct Description(Value);

impl Description {
    pub(crate) async fn fetch(server: &TestServer) -> Description {
        let mut description = http(server.address, "GET", "/api/openapi.json", &[], "").await.json();
        let mut parts = BTreeSet::new();
        collect_parts(&description, &mut parts);
        let schemas = description["components"]["schemas"].as_object_mut().expect("schemas");
        for (name, schema) in schemas.iter_mut() {
            // A schema that is a part of another one does not list the fields of the whole.
            if !parts.contains(name) {
                close(schema);
            }
        }
        Description(description)
    }

    fn operation(&self, method: &str, path: &str) -> &Value {
        let operation = &self.0["paths"][path][method.to_lowercase()];
        assert!(operation.is_object(), "{method} {path} is not described");
        operation
    }

    /// Returns the violations of a schema by a value.
    fn errors(&self, mut schema: Value, value: &Value) -> Vec<String> {
        schema["components"] = self.0["components"].clone();
        let validator = jsonschema::draft202012::new(&schema).expect("a schema");
        validator.iter_errors(value).map(|error| error.to_string()).collect()
    }

    fn validate(&self, schema: Value, value: &Value, what: &str) {
        let errors = self.errors(schema, value);
        assert!(errors.is_empty(), "{what}: {errors:#?}\n{value:#}");
    }

    fn validate_named(&self, schema: &str, value: &Value) {
        self.validate(json!({"$ref": format!("#/components/schemas/{schema}")}), value, schema);
    }

    /// Panics unless the status, content type and body of a response are described.
    pub(crate) fn validate_reply(&self, method: &str, path: &str, reply: &Reply) {
        let what = format!("{method} {path}: {}", reply.status);
        let described = &self.operation(method, path)["responses"][reply.status.to_string()];
        assert!(described.is_object(), "{what} is not described: {}", reply.body);
        let Some(content) = described["content"].as_object() else {
            assert_eq!(reply.body, "", "{what} has a body");
            return;
        };
        let sent = |kind: &str| reply.head.contains(&format!("content-type: {kind}"));
        let (kind, content) = content
            .iter()
            .find(|(kind, _)| sent(kind))
            .unwrap_or_else(|| panic!("{what} has another content type: {}", reply.head));
        let is_json = kind == "application/json";
        let body = if is_json { reply.json() } else { Value::from(reply.body.clone()) };
        self.validate(content["schema"].clone(), &body, &what);
    }
}

/// Returns the names of schemas that are parts of others.
fn collect_parts(value: &Value, parts: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for part in fields.get("allOf").and_then(Value::as_array).into_iter().flatten() {
                let name = part["$ref"].as_str().and_then(|name| name.rsplit('/').next());
                parts.extend(name.map(str::to_owned));
            }
            fields.values().for_each(|value| collect_parts(value, parts));
        }
        Value::Array(values) => values.iter().for_each(|value| collect_parts(value, parts)),
        _ => {}
    }
}

/// Makes a schema reject unknown fields.
fn close(schema: &mut Value) {
    let Value::Object(fields) = schema else { return };
    if fields.contains_key("properties") || fields.contains_key("allOf") {
        fields.insert("unevaluatedProperties".to_owned(), Value::Bool(false));
    }
    for key in ["oneOf", "items", "properties"] {
        match fields.get_mut(key) {
            Some(Value::Array(schemas)) => schemas.iter_mut().for_each(close),
            Some(Value::Object(_)) if key == "items" => close(&mut fields[key]),
            Some(Value::Object(schemas)) => schemas.values_mut().for_each(close),
            _ => {}
        }
    }
}

#[tokio::test]
async fn every_method_of_every_path_is_described() {
    let dir = TestDir::new("openapi-methods");
    let server = TestServer::open(&dir, generous_limits()).await;
    let description = Description::fetch(&server).await;
    assert_eq!(description.0["openapi"], "3.1.0");
    let me = json!({"$ref": "#/components/schemas/CurrentUser"});
    assert_eq!(description.errors(me.clone(), &json!({"id": "x", "name": "y"})), [""; 0]);
    for wrong in
        [json!({"id": "x"}), json!({"id": 1, "name": "y"}), json!({"id": "x", "name": "y", "more": 1})]
    {
        assert!(!description.errors(me.clone(), &wrong).is_empty(), "{wrong} is noticed");
    }
    let paths = description.0["paths"].as_object().expect("paths");
    assert!(paths.len() > 15, "{paths:?}");
    for (path, methods) in paths {
        let request = path.replace("{code}", "ABCDEF").replace("{id}", "x").replace("{format}", "pgn");
        let request = request.replace("{set}", "chess");
        let reply = http(server.address, "TRACE", &request, &[], "").await;
        assert_eq!(reply.status, 405, "{path}");
        let allowed = reply.head.lines().find_map(|line| line.strip_prefix("allow: ")).expect("methods");
        let served: BTreeSet<String> = allowed
            .split(',')
            .map(|method| method.trim().to_lowercase())
            .filter(|method| method != "head")
            .collect();
        let described: BTreeSet<String> = methods.as_object().expect("methods").keys().cloned().collect();
        assert_eq!(described, served, "{path}");
    }
    server.close().await;
}

#[tokio::test]
async fn every_operation_names_its_success_and_its_errors_with_their_types() {
    let dir = TestDir::new("openapi-names");
    let server = TestServer::open(&dir, generous_limits()).await;
    let description = Description::fetch(&server).await;
    for (path, methods) in description.0["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            let name = format!("{method} {path}");
            let responses = operation["responses"].as_object().expect("responses");
            let (errors, successes): (Vec<_>, Vec<_>) =
                responses.iter().partition(|(status, _)| status.starts_with(['4', '5']));
            assert!(!successes.is_empty() && !errors.is_empty(), "{name}");
            for (status, response) in successes {
                let has_body = !["101", "204", "304"].contains(&status.as_str());
                let content = response["content"].as_object();
                assert_eq!(content.is_some_and(|content| !content.is_empty()), has_body, "{name} {status}");
                for (kind, content) in content.into_iter().flatten() {
                    let is_typed = content["schema"] != json!({"type": "object"});
                    // What a page stores is not known, and this description describes itself elsewhere.
                    let is_free = path == "/api/me/settings" || path == "/api/openapi.json";
                    assert!(content["schema"].is_object() && (is_typed || is_free), "{name} {status} {kind}");
                }
            }
            for (status, response) in errors {
                let schema = &response["content"]["application/json"]["schema"]["$ref"];
                let says_bodiless = || {
                    let text = response["description"].as_str().unwrap_or_default();
                    response["content"].is_null() && text.ends_with("without a body")
                };
                let is_text = !response["content"]["text/plain"].is_null();
                let is_typed = schema == "#/components/schemas/ApiError";
                assert!(is_typed || is_text || says_bodiless(), "{name} {status}: {response:#}");
            }
            if operation["requestBody"].is_object() {
                for status in ["400", "413", "415", "422"] {
                    assert!(responses.contains_key(status), "{name} takes a body: {status}");
                }
            }
        }
    }
    server.close().await;
}

#[tokio::test]
async fn answers_are_what_the_description_says() {
    let dir = TestDir::new("openapi-answers");
    let server = TestServer::open(&dir, generous_limits()).await;
    let description = Description::fetch(&server).await;
    let ask = async |client: &Client, method: &str, path: &str, parts: &[(&str, &str)], body: &str| {
        let request = parts.iter().fold(path.to_owned(), |request, (name, part)| request.replace(name, part));
        let reply = http(server.address, method, &request, &[("Cookie", &client.cookie)], body).await;
        description.validate_reply(method, path, &reply);
        (reply.status, if reply.head.contains("json") { reply.json() } else { Value::Null })
    };
    let (guest, mut bob) =
        (Client::connect_guest(server.address).await, Client::connect_guest(server.address).await);
    let secret = json!({"name": "ada", "password": "correct horse"}).to_string();
    let wrong = json!({"name": "ada", "password": "battery staple"}).to_string();
    let long = json!({"name": "x".repeat(20_000)}).to_string();
    let settings = json!({"sound": "x".repeat(3_000)}).to_string();
    let password = |old: &str| json!({"old": old, "new": "battery staple"}).to_string();
    let confirmed = json!({"password": "wrong horse"}).to_string();
    let check = async |client: &Client, request: &[(&str, &str, &str, u16)]| {
        for &(method, path, body, status) in request {
            assert_eq!(ask(client, method, path, &[], body).await.0, status, "{method} {path} {body}");
        }
    };
    check(
        &guest,
        &[
            ("GET", "/healthz", "", 200),
            ("GET", "/metrics", "", 401),
            ("GET", "/api/openapi.json", "", 200),
            ("GET", "/api/me", "", 200),
            ("PUT", "/api/me", "{\"name\": \"Ada\"}", 204),
            ("PUT", "/api/me", "{\"name\": \"\"}", 422),
            ("PUT", "/api/me", "{", 400),
            ("PUT", "/api/me", &long, 413),
            ("GET", "/api/me/settings", "", 200),
            ("PUT", "/api/me/settings", "{}", 403),
            ("POST", "/api/tokens", "{\"name\": \"bot\"}", 403),
            ("POST", "/api/puzzles/{set}/{id}/attempts", "{\"moves\": []}", 403),
            ("PUT", "/api/account/password", &password("correct horse"), 403),
            ("DELETE", "/api/account", &confirmed, 403),
        ],
    )
    .await;
    let signed_up = http(server.address, "POST", "/api/account", &[("Cookie", &guest.cookie)], &secret).await;
    assert_eq!(signed_up.status, 204);
    description.validate_reply("POST", "/api/account", &signed_up);
    let mut ada = Client::connect_with_cookie(server.address, &signed_up.cookie.expect("a new cookie")).await;
    check(
        &ada,
        &[
            ("POST", "/api/account", &secret, 422),
            ("PUT", "/api/account/password", &password("wrong horse"), 401),
            ("DELETE", "/api/account", &confirmed, 401),
            ("PUT", "/api/me/settings", "{\"sound\": true}", 204),
            ("GET", "/api/me/settings", "", 200),
            ("PUT", "/api/me/settings", &settings, 413),
            ("POST", "/api/tokens", "{\"name\": \"bot\"}", 201),
            ("POST", "/api/puzzles/{set}/{id}/attempts", "{\"moves\": []}", 404),
            ("GET", "/api/credentials", "", 200),
            ("DELETE", "/api/credentials", "", 204),
        ],
    )
    .await;
    check(
        &bob,
        &[
            ("POST", "/api/session", &wrong, 401),
            ("DELETE", "/api/credentials/{id}", "", 404),
            ("GET", "/api/games", "", 200),
            ("POST", "/api/rooms", "{\"game\": \"go\"}", 422),
            ("GET", "/api/rooms/{code}", "", 404),
            ("GET", "/api/rooms/{code}/qr.svg", "", 404),
            ("GET", "/api/qr.svg", "", 422),
            ("GET", "/api/games/{code}/{format}", "", 404),
        ],
    )
    .await;
    // Without the headers of a WebSocket it is rejected before the handler.
    assert_eq!(http(server.address, "GET", "/ws", &[], "").await.status, 400);
    let all = json!({"game": "chess", "modes": ["dice-a", "fog", "gravity", "portals", "mines"],
        "rules": ["mine_hints=yes", "portals=private"], "clock": "10/20x3", "public": true, "host_side": "first"});
    for config in [
        all,
        json!({"game": "chess", "spectators": {"delay": 2}, "clock": "5+3", "public": true, "host_side": "first"}),
        json!({"game": "xiangqi", "public": true, "host_side": "first"}),
        json!({"game": "liuzichong", "public": true, "host_side": "first"}),
    ] {
        description.validate_named("RoomConfig", &config);
        assert_eq!(ask(&ada, "POST", "/api/pair", &[], &config.to_string()).await.0, 201);
        let code = create_room(server.address, &ada, &config).await;
        play(&description, &mut ada, &mut bob, &code).await;
        let part = [("{code}", code.as_str())];
        for client in [&ada, &bob, &Client::connect_guest(server.address).await] {
            let (status, state) = ask(client, "GET", "/api/rooms/{code}", &part, "").await;
            assert_eq!(status, 200);
            assert!(state["moves"].as_array().is_some_and(|moves| moves.len() > 5), "{state:#}");
        }
        assert_eq!(ask(&ada, "GET", "/api/rooms/{code}/qr.svg", &part, "").await.0, 200);
        let forms = ["record", "text"].map(|form| [part[0], ("{format}", form)]);
        assert_eq!(ask(&ada, "GET", "/api/games/{code}/{format}", &forms[0], "").await.0, 409);
        let (_, lobby) = ask(&ada, "GET", "/api/rooms", &[], "").await;
        assert!(!lobby["live_games"].as_array().expect("games").is_empty());
        ada.command_ok(&code, json!({"type": "resign"})).await;
        description.validate_named("ServerMessage", &bob.receive_event("ended").await);
        for form in &forms {
            assert_eq!(ask(&ada, "GET", "/api/games/{code}/{format}", form, "").await.0, 200);
        }
    }
    let tournament =
        json!({"config": {"name": "Cup", "room": {"game": "chess", "clock": "3+2"}, "min_players": 2,
        "format": {"type": "swiss", "rounds": 1}}})
        .to_string();
    let (status, created) = ask(&ada, "POST", "/api/tournaments", &[], &tournament).await;
    assert_eq!(status, 201, "{created:#}");
    let part = [("{code}", created["summary"]["code"].as_str().expect("a code"))];
    assert_eq!(ask(&ada, "POST", "/api/tournaments", &[], "{\"config\": 1}").await.0, 422);
    assert_eq!(ask(&ada, "PUT", "/api/tournaments/{code}", &part, &tournament).await.0, 200);
    for (client, method, status) in
        [(&bob, "PUT", 403), (&ada, "PUT", 200), (&ada, "PUT", 409), (&ada, "DELETE", 200)]
    {
        let reply = ask(client, method, "/api/tournaments/{code}/player", &part, "{}").await;
        assert_eq!(reply.0, status, "{reply:?}");
    }
    assert_eq!(ask(&bob, "GET", "/api/tournaments/{code}", &part, "").await.0, 200);
    assert_eq!(ask(&bob, "GET", "/api/tournaments", &[], "").await.0, 200);
    let form = [part[0], ("{format}", "csv")];
    assert_eq!(ask(&bob, "GET", "/api/tournaments/{code}/{format}", &form, "").await.0, 200);
    let (_, games) = ask(&ada, "GET", "/api/games", &[], "").await;
    assert_eq!(games.as_array().map(Vec::len), Some(4));
    assert_eq!(ask(&ada, "DELETE", "/api/session", &[], "").await.0, 204);
    server.close().await;
}

/// Plays a few moves and validates every message over the WebSocket.
async fn play(description: &Description, ada: &mut Client, bob: &mut Client, code: &str) {
    let mut number = 0;
    let mut seen = json!({});
    let mut steps = vec![
        (true, json!({"type": "sit", "contribution": "01".repeat(32)})),
        (false, json!({"type": "sit", "contribution": "02".repeat(32)})),
        (false, json!({"type": "start"})),
        (true, json!({"type": "start"})),
        (true, json!({"type": "offer", "offer": "draw"})),
        (false, json!({"type": "decline", "offer": "draw"})),
        (false, json!({"type": "chat", "text": "好"})),
    ]
    .into_iter();
    for client in [&mut *ada, &mut *bob] {
        let join = json!({"type": "join", "room": code});
        description.validate_named("ClientMessage", &join);
        client.send(&join).await;
        expect(description, client, "joined", &mut seen).await;
    }
    while number < 20 {
        number += 1;
        let (is_ada, command) = steps.next().unwrap_or_else(|| {
            let is_first = seen["turn"] == "first";
            (is_first, json!({"type": "play", "action": seen[if is_first { "first" } else { "second" }][0]}))
        });
        let id = format!("openapi-{number}");
        let request =
            json!({"type": "command", "room": code, "id": id, "seen": 1_u64 << 40, "command": command});
        description.validate_named("ClientMessage", &request);
        let (mover, other) = if is_ada { (&mut *ada, &mut *bob) } else { (&mut *bob, &mut *ada) };
        mover.send(&request).await;
        expect(description, mover, &id, &mut seen).await;
        // Everything for the other player has arrived when a later ping is answered.
        other.send(&json!({"type": "ping", "at": 1})).await;
        expect(description, other, "pong", &mut seen).await;
    }
}

/// Reads and validates messages up to one of this type or id, and records the legal actions of each side.
async fn expect(description: &Description, client: &mut Client, last: &str, seen: &mut Value) {
    loop {
        let message = client.next().await.expect("an open connection");
        description.validate_named("ServerMessage", &message);
        let view = &message["event"]["view"];
        if view.is_object() {
            seen["turn"] = view["turn"].clone();
            if let (Some(side), false) = (view["turn"].as_str(), view["actions"] == json!([])) {
                seen[side] = view["actions"].clone();
            }
        }
        if message["type"] == last || message["id"] == last {
            return;
        }
    }
}
