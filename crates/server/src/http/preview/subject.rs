//! The subject of a link: what its preview says and shows.

use yipan_core::{AnyPiece, Cell, Language, NullSink, Side, result_text};
use yipan_games::{AnyGame, GameKind, GameOptions, Grid};
use yipan_wire::{RoomPhase, RoomState};

use super::board_svg::BoardPicture;
use super::texts;
use crate::app_state::AppState;
use crate::net::client_addr::ClientAddr;

/// The longest query of an analysis whose position is drawn. A longer one shows the start position.
const MAX_QUERY_BYTES: usize = 6_000;

/// The id of a requester without a seat. It is not the id of any guest.
const NO_USER: &str = "?";

/// The title, the description and the board of a preview.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Subject {
    pub(super) title: String,
    pub(super) description: String,
    pub(super) board: BoardPicture,
}

/// Finds the subject of a path of the page; `None` if it has no preview of its own.
pub(super) async fn find_subject(
    app: &AppState,
    client: ClientAddr,
    path: &str,
    query: &str,
    language: Language,
) -> Option<Subject> {
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let subject = match (parts.next()?, parts.next()?) {
        ("room" | "game", code) => {
            let state = spectator_state(app, client, &code.to_ascii_uppercase()).await?;
            room_subject(&state, language)?
        }
        ("analysis", game) => analysis_subject(game.parse().ok()?, query, language),
        _ => return None,
    };
    parts.next().is_none().then_some(subject)
}

/// Returns a room as a spectator sees it. A wrong code counts as a guess of its address.
async fn spectator_state(app: &AppState, client: ClientAddr, code: &str) -> Option<RoomState> {
    let room = app.rooms.find_room(code, client.rate_limit_key(), NO_USER).await.ok()?;
    room.state(NO_USER.to_owned()).await
}

fn room_subject(state: &RoomState, language: Language) -> Option<Subject> {
    let kind: GameKind = state.config.game.parse().ok()?;
    let game = texts::game_name(kind, language);
    let host = state.host.name.as_str();
    let guest = state.guest.as_ref().map_or("?", |guest| guest.name.as_str());
    let (first, second) = if state.host_side == Some(Side::Second) { (guest, host) } else { (host, guest) };
    let title = match (state.phase, &state.game_end) {
        (RoomPhase::Waiting, _) => texts::invitation(host, game, language),
        (_, Some(end)) if end.reason != yipan_core::EndReason::Aborted => {
            let result = result_text(end.winner).replace("1/2", "½").replace('-', "–");
            format!("{} · {result}", texts::versus(first, second, language))
        }
        _ => texts::versus(first, second, language),
    };
    let mut terms = vec![game.to_owned(), texts::clock_text(&state.config.clock, language).to_owned()];
    terms.extend(state.config.modes.iter().map(|mode| texts::mode_name(mode, language).to_owned()));
    let board = BoardPicture { kind, pieces: room_pieces(kind, state), language };
    Some(Subject { title, description: terms.join(" · "), board })
}

/// Returns the pieces that a preview may show; `None` hides the board.
fn room_pieces(kind: GameKind, state: &RoomState) -> Option<Vec<(Cell, AnyPiece)>> {
    let grid = Grid::new(kind);
    let start = AnyGame::start(kind, &GameOptions::from(&state.config)).ok()?;
    if state.phase != RoomPhase::Over && start.has_hidden_information() {
        return None;
    }
    match &state.view {
        Some(view) => view
            .pieces
            .iter()
            .map(|(at, side, letter)| Some((grid.cell(at)?, AnyPiece { side: *side, letter: *letter })))
            .collect(),
        None => Some(start.pieces()),
    }
}

fn analysis_subject(kind: GameKind, query: &str, language: Language) -> Subject {
    let shared =
        Some(query).filter(|query| query.len() <= MAX_QUERY_BYTES).and_then(|query| shared_game(kind, query));
    let (pieces, count) = shared.map_or_else(
        || (AnyGame::start(kind, &GameOptions::default()).ok().map(|game| game.pieces()), 0),
        |(game, count)| (Some(game.pieces()), count),
    );
    let game = texts::game_name(kind, language);
    let description =
        if count > 0 { texts::move_count(count, language) } else { texts::site_name(language).to_owned() };
    Subject {
        title: texts::analysis(game, language),
        description,
        board: BoardPicture { kind, pieces, language },
    }
}

/// Replays the position and the moves in the query of a shared analysis, up to the first illegal one.
///
/// Games with modes depend on chance and are not replayed.
fn shared_game(kind: GameKind, query: &str) -> Option<(AnyGame, usize)> {
    let part = |key: &str| {
        let mut parts = query.split('&').filter_map(|part| part.split_once('='));
        parts.find(|(name, _)| *name == key).map(|(_, value)| percent_decode(value))
    };
    if part("o").is_some_and(|modes| !modes.is_empty()) {
        return None;
    }
    let rules = part("r").unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    let options = GameOptions { position: part("p"), rules, ..GameOptions::default() };
    let mut game = AnyGame::start(kind, &options).ok()?;
    let moves = part("m").unwrap_or_default();
    let played =
        moves.split_whitespace().take_while(|action| game.apply_action(action, &mut NullSink).is_ok());
    let count = played.count();
    Some((game, count))
}

/// Decodes a value of a query. Malformed escapes are kept.
fn percent_decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut decoded, mut index) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(&byte) = bytes.get(index) {
        let escaped = (byte == b'%')
            .then(|| text.get(index + 1..index + 3).and_then(|hex| u8::from_str_radix(hex, 16).ok()))
            .flatten();
        match (escaped, byte) {
            (Some(escaped), _) => decoded.push(escaped),
            (None, b'+') => decoded.push(b' '),
            (None, _) => decoded.push(byte),
        }
        index += if escaped.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_analysis_shows_its_last_position() {
        let subject = analysis_subject(GameKind::Chess, "m=e2e4%20e7e5", Language::English);
        assert_eq!((subject.title.as_str(), subject.description.as_str()), ("Analysis: Chess", "2 moves"));
        let pieces = subject.board.pieces.expect("nothing is hidden");
        let at = |file, rank| pieces.iter().any(|(cell, _)| *cell == Cell { file, rank });
        assert!(at(4, 3) && at(4, 4) && !at(4, 1));
        let start = analysis_subject(GameKind::Chess, "", Language::Traditional);
        assert_eq!(start.title, "西洋棋分析");
        assert_eq!(start.board.pieces.map(|pieces| pieces.len()), Some(32));
    }

    #[test]
    fn a_malformed_query_shows_the_start() {
        for query in ["p=nonsense", "%%%", "m=%zz", "o=fog&m=e2e4"] {
            let subject = analysis_subject(GameKind::Xiangqi, query, Language::Simplified);
            assert_eq!(subject.board.pieces.map(|pieces| pieces.len()), Some(32), "{query}");
        }
    }

    #[test]
    fn escapes_are_decoded() {
        assert_eq!(percent_decode("a%20b+c%2Fd%zz%e5%bc%88"), "a b c/d%zz弈");
    }
}
