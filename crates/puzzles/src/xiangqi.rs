use yipan_core::MoveGenerator;
use yipan_engine::xiangqi::GameHistory;
use yipan_xiangqi::{Move, PieceKind, Point, PointSet, Position, attacks};

use crate::positions::{legal_moves, position_after};
use crate::theme::ending_themes;
use crate::{PuzzleGame, PuzzleTheme};

/// The loss in an exchange from which a move is a sacrifice, in centipawns.
const SACRIFICE: i32 = -100;
/// The file of the generals at the start.
const CENTRAL_FILE: u8 = 4;

impl PuzzleGame for Position {
    fn start() -> Position {
        Position::start()
    }

    fn empty_history(&self) -> GameHistory {
        GameHistory::without_moves(self)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn parse_move(&self, text: &str) -> Option<Move> {
        self.resolve(text.parse().ok()?).ok()
    }

    fn themes(&self, line: &[Move]) -> Vec<PuzzleTheme> {
        let end = position_after(self, line);
        let mut themes = ending_themes(&end, line.len(), end.in_check());
        let Some(first) = line.first() else { return themes };
        if end.in_check() && legal_moves(&end).is_empty() {
            add_mate_patterns(&end, &mut themes);
        }
        let mut position = *self;
        for (ply, mv) in line.iter().enumerate() {
            position.make(*mv);
            if ply.is_multiple_of(2) {
                add_check_themes(&position, *mv, &mut themes);
            }
        }
        add_first_move(self, *first, &mut themes);
        themes.sort_unstable();
        themes.dedup();
        themes
    }
}

fn add_check_themes(after: &Position, mv: Move, themes: &mut Vec<PuzzleTheme>) {
    let checkers = after.checkers();
    if checkers.more_than_one() {
        themes.push(PuzzleTheme::DoubleCheck);
    } else if checkers.any() && !checkers.contains(mv.to()) {
        themes.push(PuzzleTheme::DiscoveredCheck);
    }
}

/// Adds what the first move gives or takes.
fn add_first_move(position: &Position, mv: Move, themes: &mut Vec<PuzzleTheme>) {
    let (captures, after) = (position.piece_at(mv.to()).is_some(), position.after(mv));
    if position.see(mv) <= SACRIFICE {
        themes.push(PuzzleTheme::Sacrifice);
    } else if captures && after.attacks_to(mv.to(), after.side_to_move()).is_empty() {
        // The move opens lines and adds or removes screens, so the attacks are those after it.
        themes.push(PuzzleTheme::HangingPiece);
    } else if !captures && !after.in_check() {
        themes.push(PuzzleTheme::QuietMove);
    }
}

fn add_mate_patterns(end: &Position, themes: &mut Vec<PuzzleTheme>) {
    let general = end.general(end.side_to_move());
    for checker in end.checkers() {
        match end.kind_at(checker) {
            PieceKind::Cannon => themes.extend(cannon_mate(end, checker, general)),
            PieceKind::Horse => themes.push(PuzzleTheme::HorseMate),
            PieceKind::Rook | PieceKind::Pawn if is_bolted(end, general) => {
                themes.push(PuzzleTheme::IronBolt);
            }
            _ => {}
        }
    }
    if uses_facing_general(end, general) {
        themes.push(PuzzleTheme::FacingGeneral);
    }
}

/// Returns the pattern of a mate by a cannon, which the piece it jumps over decides.
fn cannon_mate(end: &Position, cannon: Point, general: Point) -> Option<PuzzleTheme> {
    let own = end.by_color(end.side_to_move().other());
    let screen = (attacks::between(cannon, general) & own).first()?;
    match end.kind_at(screen) {
        PieceKind::Horse if distance(screen, general) == 2 => Some(PuzzleTheme::HorseCannonMate),
        PieceKind::Cannon => Some(PuzzleTheme::DoubleCannonMate),
        _ => None,
    }
}

/// Tests whether a cannon on the central file holds the two pieces between it and the general.
fn is_bolted(end: &Position, general: Point) -> bool {
    let solver = end.side_to_move().other();
    let cannons = end.by_color_and_kind(solver, PieceKind::Cannon).into_iter();
    let mut on_file = cannons.filter(|cannon| cannon.file() == general.file());
    general.file() == CENTRAL_FILE
        && on_file.any(|cannon| (attacks::between(cannon, general) & end.occupied().points()).len() == 2)
}

/// Tests whether the other general gives check along a file, or alone takes a point of escape.
fn uses_facing_general(end: &Position, general: Point) -> bool {
    let (mated, solver) = (end.side_to_move(), end.side_to_move().other());
    let facing = end.general(solver);
    let escapes: PointSet = attacks::general(general).without(end.by_color(mated));
    end.checkers().contains(facing)
        || escapes.into_iter().any(|escape| end.attacks_to(escape, solver) == facing.bit())
}

const fn distance(a: Point, b: Point) -> u8 {
    a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank())
}
