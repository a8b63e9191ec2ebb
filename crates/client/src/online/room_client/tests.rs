use yipan_core::Side;
use yipan_local_play::{LocalGame, LocalSetup, PlayerKind};
use yipan_wire::{ApiError, ChatMessage, Clocks, DieFace, Effect, ErrorCode, Event, MoveEntry, RoomConfig};

use super::*;
use crate::local::local_game_ext::LocalGameExt;

fn player(id: &str) -> Player {
    Player { id: id.into(), name: id.to_uppercase(), level: None, rating: None, is_bot: false }
}

fn state(seq: u64) -> RoomState {
    RoomState {
        room: "K4T7QX".into(),
        seq,
        config: RoomConfig::default_for("chess"),
        commitment: "00".into(),
        host: player("ada"),
        guest: Some(player("bo")),
        contributions: [Some("1".into()), None],
        phase: RoomPhase::Playing,
        host_side: Some(Side::Second),
        view: None,
        clocks: None,
        moves: Vec::new(),
        offers: Vec::new(),
        disconnected: Vec::new(),
        disconnected_since: [None; 2],
        chat: Vec::new(),
        game_end: None,
        berserked: Vec::new(),
        close_reason: None,
        rematch_room: None,
        conditional_moves: Vec::new(),
    }
}

fn welcome(id: &str) -> ServerMessage {
    ServerMessage::Welcome { version: 1, you: player(id), now: 0, claim_after: 60_000, restart: None }
}

fn event_message(seq: u64, text: &str) -> ServerMessage {
    let message = ChatMessage {
        user_id: "ada".into(),
        name: "ADA".into(),
        side: None,
        by_player: true,
        text: text.into(),
    };
    ServerMessage::Event {
        room: "K4T7QX".into(),
        event: Box::new(SequencedEvent { seq, at: 0, event: Event::ChatMessage { message } }),
    }
}

fn joined_client(id: &str, seq: u64) -> RoomClient {
    let mut client = RoomClient::new("K4T7QX".into(), "m".into());
    assert_eq!(client.handle_message(welcome(id)), RoomUpdate::Send(vec![client.join_request()]));
    assert_eq!(
        client.handle_message(ServerMessage::State { state: Box::new(state(seq)) }),
        RoomUpdate::StateReplaced
    );
    client
}

#[test]
fn spectators_are_counted_again_on_a_new_connection() {
    let mut client = joined_client("bo", 0);
    let spectator_count_message =
        |room: &str, count| ServerMessage::SpectatorCount { room: room.into(), count };
    client.handle_message(spectator_count_message("K4T7QX", 3));
    client.handle_message(spectator_count_message("ABCDEF", 5));
    assert_eq!(client.spectator_count(), 3, "another room is not ours");
    client.handle_message(welcome("bo"));
    assert_eq!(client.spectator_count(), 0, "the server sends no count of zero");
}

#[test]
fn a_new_client_requests_everything_and_a_returning_one_what_is_missing() {
    let mut client = joined_client("bo", 3);
    assert!(matches!(client.handle_message(event_message(3, "hello")), RoomUpdate::EventApplied(_)));
    assert_eq!(client.handle_message(event_message(3, "hello")), RoomUpdate::Unchanged, "known already");
    let joined = ServerMessage::Joined { room: "K4T7QX".into(), seq: 4 };
    assert_eq!(client.handle_message(joined), RoomUpdate::Unchanged, "nothing was missed");
    let RoomUpdate::Send(sent) = client.handle_message(welcome("bo")) else { panic!("nothing is sent") };
    assert_eq!(sent, [ClientMessage::Join { room: "K4T7QX".into(), from: Some(4) }]);
}

#[test]
fn rolls_are_recorded_as_they_arrive() {
    let mut client = RoomClient::new("K4T7QX".into(), "m".into());
    let modes = vec!["dice-a".to_owned()];
    let initial = RoomState { config: RoomConfig { modes, ..RoomConfig::default_for("chess") }, ..state(3) };
    assert_eq!(
        client.handle_message(ServerMessage::State { state: Box::new(initial) }),
        RoomUpdate::StateReplaced
    );
    let rolled_effect = |side, face| Effect::Rolled { side, face: DieFace { face, at: None } };
    let event = Event::Played {
        entry: MoveEntry { side: Side::First, action: Some("e2e4".into()) },
        effects: vec![rolled_effect(Side::Second, 'N'), rolled_effect(Side::Second, 'P')],
        view: Box::new(LocalGame::start(default_setup()).expect("a game").view()),
        clocks: Clocks { at: 0, running: None, time_left: [None, None] },
    };
    let event = Box::new(SequencedEvent { seq: 3, at: 0, event });
    assert!(matches!(
        client.handle_message(ServerMessage::Event { room: "K4T7QX".into(), event }),
        RoomUpdate::EventApplied(_)
    ));
    let rolls = client.dice_history().expect("dice");
    assert_eq!((rolls.rolls().len(), rolls.rolls()[0].faces.len(), client.joined_late()), (1, 2, false));
    assert!(client.view_at_ply(1).is_some_and(|view| !view.actions.is_empty()), "the present");
    assert_eq!(client.view_at_ply(0), None, "the dice before were not received");
    assert_eq!(joined_client("bo", 3).dice_history(), None, "a game without dice");
}

fn default_setup() -> LocalSetup {
    LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 1)
}

#[test]
fn a_gap_is_requested_once() {
    let mut client = joined_client("bo", 3);
    let wanted = ClientMessage::Join { room: "K4T7QX".into(), from: Some(3) };
    assert_eq!(client.handle_message(event_message(5, "c")), RoomUpdate::Send(vec![wanted]));
    assert_eq!(client.handle_message(event_message(6, "d")), RoomUpdate::Unchanged);
    for seq in 3..7 {
        assert!(matches!(client.handle_message(event_message(seq, "x")), RoomUpdate::EventApplied(_)));
    }
    assert_eq!(client.state().expect("known").chat.len(), 4);
}

#[test]
fn unacknowledged_commands_are_sent_again_under_the_same_id() {
    let mut client = joined_client("bo", 3);
    let first = client.command(Command::Play { action: "e2e4".into() });
    let second = client.command(Command::Chat { text: "hi".into() });
    assert!(matches!(&first, ClientMessage::Command { id, seen: 3, .. } if id == "m-1"));
    assert!(client.has_pending_move());
    let RoomUpdate::Send(sent) = client.handle_message(welcome("bo")) else { panic!("nothing is sent") };
    assert_eq!(sent[1..], [first, second.clone()]);
    assert_eq!(client.handle_message(ServerMessage::Ack { id: "m-1".into(), seq: 4 }), RoomUpdate::Unchanged);
    assert!(!client.has_pending_move());
    let RoomUpdate::Send(sent) = client.handle_message(welcome("bo")) else { panic!("nothing is sent") };
    assert_eq!(sent[1..], [second]);
}

#[test]
fn the_clocks_stop_while_the_server_cannot_save() {
    let mut client = joined_client("bo", 3);
    let clocks = |running| Clocks { at: 7, running, time_left: [None, None] };
    let suspended = |room: &str| ServerMessage::Suspended { room: room.into(), clocks: clocks(None) };
    assert_eq!(client.handle_message(suspended("ABCDEF")), RoomUpdate::Unchanged, "another room is not ours");
    assert_eq!(client.handle_message(suspended("K4T7QX")), RoomUpdate::Suspended);
    assert_eq!(client.state().and_then(|state| state.clocks), Some(clocks(None)));
    let event = Event::Resumed { clocks: clocks(Some(Side::First)), disconnected_since: [None; 2] };
    let event = Box::new(SequencedEvent { seq: 3, at: 9, event });
    assert!(matches!(
        client.handle_message(ServerMessage::Event { room: "K4T7QX".into(), event }),
        RoomUpdate::EventApplied(_)
    ));
    assert_eq!(client.state().and_then(|state| state.clocks), Some(clocks(Some(Side::First))));
}

#[test]
fn without_a_connection_only_the_own_clock_is_known_to_run() {
    let mut client = joined_client("ada", 0);
    let run_clock_of = |client: &mut RoomClient, seq, side| {
        let clocks = Clocks { at: 7, running: side, time_left: [None, None] };
        let event = Event::Resumed { clocks, disconnected_since: [None; 2] };
        let event = Box::new(SequencedEvent { seq, at: 9, event });
        let _ = client.handle_message(ServerMessage::Event { room: "K4T7QX".into(), event });
    };
    let own = client.own_side().expect("a player");
    run_clock_of(&mut client, 0, Some(own));
    assert_eq!((client.running_clock(true), client.running_clock(false)), (Some(own), Some(own)));
    run_clock_of(&mut client, 1, Some(own.other()));
    assert_eq!((client.running_clock(true), client.running_clock(false)), (Some(own.other()), None));
    run_clock_of(&mut client, 2, None);
    assert_eq!(client.running_clock(true), None);
}

#[test]
fn a_rejection_is_reported_and_brings_a_newer_state() {
    let mut client = joined_client("bo", 3);
    let _ = client.command(Command::Start);
    let error = ApiError { code: ErrorCode::NotHost, message: "only the host may do that".into() };
    let rejected = |seq| ServerMessage::Rejected {
        id: "m-1".into(),
        error: error.clone(),
        state: Some(Box::new(state(seq))),
    };
    assert_eq!(
        client.handle_message(rejected(3)),
        RoomUpdate::Rejected { error: error.clone(), state_replaced: false }
    );
    assert_eq!(
        client.handle_message(rejected(9)),
        RoomUpdate::Rejected { error: error.clone(), state_replaced: true }
    );
    assert_eq!(client.state().map(|state| state.seq), Some(9));
    assert_eq!(client.resync_requests().len(), 1, "it is not sent again");
}

#[test]
fn the_client_knows_which_user_it_belongs_to() {
    let host = joined_client("ada", 3);
    assert!(host.is_host() && host.is_seated() && !host.is_guest());
    assert_eq!(host.own_side(), Some(Side::Second));
    let guest = joined_client("bo", 3);
    assert!(guest.is_guest() && !guest.is_seated());
    assert_eq!((guest.own_side(), guest.player(Side::Second)), (Some(Side::First), Some(&player("ada"))));
    let spectator = joined_client("cy", 3);
    assert_eq!(spectator.own_side(), None);
}

#[test]
fn signing_in_on_another_page_retains_the_seat_on_this_one() {
    let mut client = joined_client("bo", 3);
    let event = Event::AccountLinked { player: player("ben"), is_host: false };
    let became = SequencedEvent { seq: 3, at: 0, event };
    client.handle_message(ServerMessage::Event { room: "K4T7QX".into(), event: Box::new(became) });
    client.handle_message(welcome("ben"));
    assert_eq!((client.own_side(), client.player(Side::First)), (Some(Side::First), Some(&player("ben"))));
}

#[test]
fn no_side_is_to_move_when_the_game_is_over() {
    let mut over = state(7);
    let view = View {
        turn: Some(Side::First),
        pieces: vec![("e1".into(), Side::First, 'K')],
        hidden: Vec::new(),
        marks: Vec::new(),
        check: true,
        dice: None,
        captured: Vec::new(),
        actions: vec!["e1e2".into()],
    };
    (over.phase, over.view) = (RoomPhase::Over, Some(Box::new(view)));
    let mut client = joined_client("bo", 3);
    assert_eq!(client.view(), None);
    client.handle_message(ServerMessage::State { state: Box::new(over) });
    let shown = client.view().expect("a board");
    assert_eq!((shown.turn, shown.actions.len(), shown.check, shown.pieces.len()), (None, 0, false, 1));
}

#[test]
fn a_missing_room_is_not_requested_again() {
    let mut client = RoomClient::new("XXXXXX".into(), "m".into());
    let error = |code| ApiError { code, message: "..".into() };
    assert_eq!(
        client.handle_message(ServerMessage::Error { error: error(ErrorCode::RoomNotFound) }),
        RoomUpdate::Unavailable(error(ErrorCode::RoomNotFound))
    );
    assert_eq!(
        client.handle_message(ServerMessage::Error { error: error(ErrorCode::RateLimited) }),
        RoomUpdate::Reconnect
    );
    assert_eq!(client.handle_message(ServerMessage::ShuttingDown), RoomUpdate::Reconnect);
}

#[test]
fn a_claim_is_counted_down_from_the_moment_the_opponent_is_offline() {
    let mut client = joined_client("ada", 0);
    assert_eq!(client.claim_countdown(10_000), None, "the opponent is connected");
    let clocks = Clocks { at: 0, running: None, time_left: [None; 2] };
    let event = |seq, at, event| ServerMessage::Event {
        room: "K4T7QX".into(),
        event: Box::new(SequencedEvent { seq, at, event }),
    };
    let _ = client.handle_message(event(0, 10_000, Event::Disconnected { side: Side::First }));
    let text =
        |client: &RoomClient, now| client.claim_countdown(now).expect("the opponent is offline").text();
    assert_eq!(text(&client, 10_000), "1:00");
    assert_eq!(text(&client, 22_000), "0:48");
    assert_eq!(text(&client, 9_000), "1:00", "an estimate of the time may be behind");
    assert!(!client.claim_countdown(69_999).expect("offline").is_due());
    assert!(client.claim_countdown(70_000).expect("offline").is_due());
    // The one who is offline has nothing to claim, and neither has a spectator.
    assert_eq!(joined_client("eve", 0).claim_countdown(0), None);
    let resumed = Event::Resumed { clocks, disconnected_since: [Some(15_000), None] };
    let _ = client.handle_message(event(1, 20_000, resumed));
    assert_eq!(text(&client, 22_000), "0:53", "an outage does not count");
    let back = Event::Reconnected { side: Side::First, clocks };
    let _ = client.handle_message(event(2, 30_000, back));
    assert_eq!(client.claim_countdown(30_000), None);
}
