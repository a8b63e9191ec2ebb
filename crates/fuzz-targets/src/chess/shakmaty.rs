//! The moves of chess, compared with those of shakmaty.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Position as _};
use yipan_chess::Position;

use super::starts::start;
use crate::input;

/// The most moves of a game. More games are worth more than longer ones, as the starts are rich.
const MAX_PLIES: usize = 16;

/// Plays a game selected by bytes in both programs: they must agree on the position that it reaches and its moves, and on
/// every move before.
pub fn chess_shakmaty(bytes: &[u8]) {
    let (number, choices) = input::split_number(bytes);
    let mut ours = start(number);
    let mut theirs = read(&ours.to_string()).expect("shakmaty reads our FEN");
    for choice in choices.iter().take(MAX_PLIES) {
        let moves = ours.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(*choice) % moves.len()];
        let same = theirs.legal_moves().into_iter().find(|other| their_key(*other) == our_key(mv));
        theirs.play_unchecked(same.unwrap_or_else(|| panic!("shakmaty does not allow {mv:?} in {ours}")));
        ours = ours.after(mv);
    }
    compare(&ours, &theirs);
    assert_eq!(read(&ours.to_string()).as_ref(), Some(&theirs), "{ours}");
}

/// Parses any text as a FEN. The programs may reject different positions, but must agree on those that both accept.
pub fn chess_fen_shakmaty(bytes: &[u8]) {
    let text = input::text(bytes);
    if let Ok(ours) = text.parse::<Position>()
        && let Some(theirs) = read(text)
    {
        compare(&ours, &theirs);
    }
}

fn read(fen: &str) -> Option<shakmaty::Chess> {
    Fen::from_ascii(fen.as_bytes()).ok()?.into_position(CastlingMode::Chess960).ok()
}

#[track_caller]
fn compare(ours: &Position, theirs: &shakmaty::Chess) {
    let mut our_moves: Vec<_> = ours.legal_moves().iter().map(|mv| our_key(*mv)).collect();
    let mut their_moves: Vec<_> = theirs.legal_moves().into_iter().map(their_key).collect();
    our_moves.sort_unstable();
    their_moves.sort_unstable();
    assert_eq!(our_moves, their_moves, "{ours}");
    assert_eq!(ours.checkers().len(), theirs.checkers().count() as u32, "{ours}");
}

/// Origin, destination and promotion. Both programs write castling as the king taking its rook.
type MoveKey = (usize, usize, Option<char>);

fn our_key(mv: yipan_chess::Move) -> MoveKey {
    (mv.from().index(), mv.to().index(), mv.promotes_to().map(|kind| kind.letter().to_ascii_lowercase()))
}

fn their_key(mv: shakmaty::Move) -> MoveKey {
    let from = mv.from().expect("no move of chess drops a piece");
    (from as usize, mv.to() as usize, mv.promotion().map(shakmaty::Role::char))
}
