//! Nodes that drain, are cut off or have no lease, and what they say about their health.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use tower_service::Service;

use super::node_row::NodeState;
use super::node_tests::{FakeBus, TestNode, hold_everything, wait_until};
use super::slot::Slot;
use crate::http::monitoring;
use crate::storage::postgres::drain_node;
use crate::storage::postgres::ownership::PostgresOwnership;
use crate::test_postgres::database_or_skip;

/// The time for a few looks at the database.
const SEVERAL_LOOKS: Duration = Duration::from_secs(2);

/// Requests a page of the operator's listener.
async fn get(node: &TestNode, path: &str) -> (StatusCode, String) {
    let mut router = monitoring::router(Arc::clone(&node.app));
    let request = Request::get(path).body(Body::empty()).expect("a request");
    let response = router.call(request).await.expect("an answer");
    let status = response.status();
    let body = to_bytes(response.into_body(), usize::MAX).await.expect("a body");
    (status, String::from_utf8(body.to_vec()).expect("text"))
}

/// Asserts that load balancers send no clients to a node, and why, while its process runs.
async fn assert_unavailable(node: &TestNode, reason: &str) {
    for path in ["/healthz", "/readyz"] {
        let (status, body) = get(node, path).await;
        assert_eq!((status, body.trim()), (StatusCode::SERVICE_UNAVAILABLE, reason), "{path}");
    }
    assert_eq!(get(node, "/livez").await.0, StatusCode::OK);
}

async fn assert_available(node: &TestNode) {
    for path in ["/healthz", "/readyz"] {
        assert_eq!(get(node, path).await, (StatusCode::OK, "ok\n".to_owned()), "{path}");
    }
}

/// Returns the value of a metric.
async fn metric(node: &TestNode, name: &str) -> f64 {
    let (_, text) = get(node, "/metrics").await;
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{name} is not in {text}"))
}

/// Declares a node dead, however often it beats meanwhile.
async fn fence(store: &mut PostgresOwnership, node: &TestNode) {
    let id = node.id();
    loop {
        let rows = store.look().await.expect("rows");
        let beat = rows.nodes.iter().find(|row| row.id == id).expect("it lives").beat;
        if store.fence(&id, beat).await.expect("an answer") {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_an_operator_drains_stays_empty_until_it_is_started_again() {
    let Some(url) = database_or_skip("node-drained") else { return };
    let (address, bus) = (url.parse().expect("an address"), FakeBus::default());
    let (one, other) = (TestNode::open(&url, "one", &bus).await, TestNode::open(&url, "other", &bus).await);
    wait_until("each has a share", || hold_everything(&[&one, &other]) && other.held() > 300).await;
    let (code, id) = (one.create_room().await, one.id());
    assert_available(&one).await;

    assert_eq!(drain_node(&address, "one").await.expect("an answer"), 1);
    wait_until("its slots move", || one.held() == 0 && other.held() == Slot::COUNT).await;
    wait_until("its room moves", || other.app.rooms.services.senders.get(&code).is_some()).await;
    assert_unavailable(&one, "this node is draining").await;
    assert_available(&other).await;
    tokio::time::sleep(SEVERAL_LOOKS).await;
    assert_eq!((one.id(), one.held(), other.held()), (id, 0, Slot::COUNT));
    assert_eq!(metric(&one, "yipan_slots_held").await, 0.0);
    assert_eq!(metric(&other, "yipan_slots_held").await, Slot::COUNT as f64);
    assert_eq!(metric(&other, "yipan_takeovers_total").await, 0.0, "they were handed over");
    assert!(metric(&other, "yipan_takeover_seconds_count").await >= 1.0);
    assert!(metric(&other, "yipan_takeover_seconds_sum").await < 30.0);

    one.leave().await;
    let one = TestNode::open(&url, "one", &bus).await;
    wait_until("it gets its share again", || one.held() > 300 && hold_everything(&[&one, &other])).await;
    assert_available(&one).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_drains_and_was_fenced_still_claims_nothing() {
    let Some(url) = database_or_skip("node-drained-fenced") else { return };
    let (address, bus) = (url.parse().expect("an address"), FakeBus::default());
    let (one, other) = (TestNode::open(&url, "one", &bus).await, TestNode::open(&url, "other", &bus).await);
    let id = one.id();
    drain_node(&address, "one").await.expect("an answer");
    wait_until("its slots move", || one.held() == 0 && other.held() == Slot::COUNT).await;
    let mut store = PostgresOwnership::new(&address);
    fence(&mut store, &one).await;
    wait_until("it joins again", || one.id() != id).await;
    wait_until("it has a lease", || one.slots().has_lease()).await;
    let rows = store.look().await.expect("rows");
    let row = rows.nodes.iter().find(|row| row.id == one.id()).expect("it lives");
    assert_eq!(row.state, NodeState::Draining);
    assert_unavailable(&one, "this node is draining").await;

    // Nothing else could claim the slots now.
    other.leave().await;
    tokio::time::sleep(SEVERAL_LOOKS).await;
    let rows = store.look().await.expect("rows");
    assert_eq!((one.held(), rows.slots.iter().filter(|slot| slot.owner.is_some()).count()), (0, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_checks_of_a_node_fail_without_the_bus_or_a_lease() {
    let Some(url) = database_or_skip("node-health") else { return };
    let bus = FakeBus::default();
    let one = TestNode::open(&url, "one", &bus).await;
    assert_available(&one).await;
    bus.cut("one");
    assert_unavailable(&one, "the bus does not answer").await;
    bus.restore("one");
    assert_available(&one).await;
    one.stop();
    wait_until("its lease ends", || !one.slots().has_lease()).await;
    assert_unavailable(&one, "this node has no lease").await;
    assert_eq!(metric(&one, "yipan_slots_held").await, Slot::COUNT as f64, "until another node takes them");
}
