use std::sync::LazyLock;

use serde_json::{Value, json};
use yipan_client::online::{
    RoomClient, RoomUpdate, can_abort, can_berserk, clock_display, config_summary, has_conditional_moves,
    line_notation, liuzichong_timeline, move_list, result_text, room_terms, takeback_timeline,
    takes_seat_on_arrival, waiting_opponent, waiting_state,
};
use yipan_client::{
    BoardSprites, DiceDisplay, MoveMarks, MoveOptions, NotationStyle, announce_position, captured_pieces,
    cells_of_die, checked_king, current_dice_text, die_for_piece, effect_notices, effect_sentences,
    interruption_text, material_lead, no_die_message, rolled_cells, timeline,
};
use yipan_core::{Language, Side};
use yipan_games::{GameKind, Grid};
use yipan_wire::{Effect, Event, MoveEntry, RoomState, ServerMessage, View};

use crate::input;
use crate::room::{ROOM_CODE, started_states};

/// The most lines of an input: enough for a state, two events and a rejected command.
const MAX_LINES: usize = 5;

static STATES: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let json = |state: &RoomState| serde_json::to_value(state).expect("a state is serializable");
    started_states().iter().map(json).collect()
});

/// Gives a client frames of a server and shows what the page shows of its room. The first byte selects a started room.
///
/// A line is a frame, or replaces a part of the state: `/view/turn "second"`. No frame of the server makes the page panic.
pub fn room_client(bytes: &[u8]) {
    let (number, bytes) = input::split_byte(bytes);
    let mut state = STATES[usize::from(number) % STATES.len()].clone();
    let you = if number.is_multiple_of(2) { &state["host"] } else { &state["guest"] }.clone();
    let mut client = RoomClient::new(ROOM_CODE.to_owned(), "n".to_owned());
    receive(
        &mut client,
        json!({"type": "welcome", "version": 2, "you": you, "now": 0, "claim_after": 20_000}),
    );
    receive(&mut client, json!({"type": "state", "state": state}));
    for line in input::text(bytes).lines().take(MAX_LINES) {
        if let Some((part, value)) = patch(line) {
            let Some(place) = state.pointer_mut(part) else { continue };
            *place = value;
            receive(&mut client, json!({"type": "state", "state": state}));
        } else if let Ok(frame) = serde_json::from_str(line) {
            receive(&mut client, frame);
        }
    }
}

fn patch(line: &str) -> Option<(&str, Value)> {
    let (part, value) = line.split_once(' ').filter(|(part, _)| part.starts_with('/'))?;
    Some((part, serde_json::from_str(value).ok()?))
}

fn receive(client: &mut RoomClient, frame: Value) {
    let Ok(message) = serde_json::from_value::<ServerMessage>(frame) else { return };
    let before: Vec<MoveEntry> = client.state().map_or_else(Vec::new, |state| state.moves.clone());
    let sprites =
        client.kind().zip(client.view()).map(|(kind, view)| BoardSprites::new(Grid::new(kind), &view));
    let view_before = client.view();
    let update = client.handle_message(message);
    if let RoomUpdate::EventApplied(frame) = &update {
        match &frame.event {
            Event::Played { effects, view, .. } => {
                if let (Some(sprites), Some(view_before)) = (&sprites, &view_before) {
                    show_effects(sprites, view_before, view, effects);
                }
            }
            Event::TakebackApplied { plies, .. } => {
                if let Some(state) = client.state() {
                    let _ = takeback_timeline(&state.config, &before, *plies as usize);
                }
            }
            _ => {}
        }
    }
    let _ = client.resync_requests();
    show(client);
}

fn show_effects(sprites: &BoardSprites, before: &View, after: &View, effects: &[Effect]) {
    let grid = sprites.grid();
    let _ = (timeline(effects), liuzichong_timeline(effects));
    let _ = effect_notices(sprites, Some(Side::First), effects);
    let _ = effect_sentences(grid.kind(), effects, Language::English);
    let _ = MoveMarks::from_effects(grid, before.turn, effects);
    let _ = DiceDisplay::during_move(grid, before, after, effects);
    let _ = DiceDisplay::after_turn(grid, before, after, effects);
    let mut moved = sprites.clone();
    effects.iter().for_each(|effect| moved.apply_effect(effect));
    moved.sync(after);
}

fn show(client: &RoomClient) {
    let Some(state) = client.state() else { return };
    for language in Language::ALL {
        let _ = (config_summary(&state.config, language), room_terms(&state.config, true, language));
    }
    let _ = (can_abort(&state.moves), can_berserk(client), takes_seat_on_arrival(client, true));
    let _ = (waiting_opponent(client), waiting_state(client), has_conditional_moves(&state.config));
    let _ = (client.claim_countdown(u64::MAX), client.claim_countdown(0), client.running_clock(true));
    let style = NotationStyle::from(Language::Simplified);
    let listed = move_list(&state.config, &state.moves, style);
    assert_eq!(listed.len(), state.moves.len());
    for line in &state.conditional_moves {
        let _ = line_notation(&state.config, &state.moves, line, style);
    }
    for ply in 0..=listed.len() {
        let _ = (client.view_at_ply(ply), client.last_move_cells(ply), client.move_suffix(ply));
    }
    if let Some(clocks) = &state.clocks {
        for side in Side::BOTH {
            let _ = clock_display(clocks, &state.config.clock, side, u64::MAX);
        }
    }
    let Some(kind) = client.kind() else { return };
    if let Some(end) = &state.game_end {
        let _ = result_text(kind, end, Language::Traditional);
    }
    if let Some(view) = client.view() {
        show_view(kind, &view);
    }
}

fn show_view(kind: GameKind, view: &View) {
    let grid = Grid::new(kind);
    for language in Language::ALL {
        let _ = (announce_position(kind, view, language), interruption_text(kind, view, language));
        let _ = view.dice.as_ref().map(|dice| current_dice_text(dice, language));
    }
    for side in Side::BOTH {
        let _ = (captured_pieces(kind, view, side), material_lead(kind, view, side));
    }
    let sprites = BoardSprites::new(grid, view);
    let options = MoveOptions::from_actions(grid, &view.actions);
    for cell in grid.cells() {
        let _ =
            (options.destinations(cell), die_for_piece(grid, view, cell), no_die_message(grid, view, cell));
    }
    let _ = (checked_king(view, &sprites, None), rolled_cells(grid, view), cells_of_die(grid, view, 0));
    let _ = (DiceDisplay::from_view(view), DiceDisplay::rolling(view));
}
