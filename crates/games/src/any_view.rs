use yipan_chess::{BLACK, Chess, DiceView, LostPieces, PieceKind, WHITE};
use yipan_core::{AnyPiece, Cell, DicePhase, DieFace, Effect, Game, Mark, Side, Step, Turn, Viewer};
use yipan_liuzichong::Liuzichong;
use yipan_xiangqi::Xiangqi;

use crate::AnyGame;

/// The information that one viewer may have about a game of any kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyView {
    /// The side to move, chance, or the outcome.
    pub turn: Turn,
    /// The visible pieces.
    pub pieces: Vec<(Cell, AnyPiece)>,
    /// The cells hidden from the viewer.
    pub hidden: Vec<Cell>,
    /// The visible marks.
    pub marks: Vec<(Cell, Mark)>,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The dice, if the game has any.
    pub dice: Option<AnyDice>,
    /// The pieces that left the board since the start, and whether a mine destroyed them. This is public.
    pub captured: Vec<(AnyPiece, bool)>,
    /// The actions of the viewer, sorted.
    pub actions: Vec<String>,
}

/// The information that a viewer may have about the dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyDice {
    /// The owner of the dice.
    pub owner: Side,
    /// The reason why a side is to move.
    pub phase: DicePhase,
    /// The face of each die, whether it was used, and whether it is known to be dead.
    pub dice: Vec<(DieFace, bool, Option<bool>)>,
    /// The remaining re-rolls of each side.
    pub rerolls: [u8; 2],
}

impl AnyGame {
    /// Returns the game as `viewer` may see it.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> AnyView {
        match self {
            AnyGame::Chess(game) => chess_view(game, viewer),
            AnyGame::Xiangqi(game) => {
                let view = game.view(viewer);
                open_view(game, &Xiangqi::start(game.setup()), view.turn, view.in_check, view.actions)
            }
            AnyGame::Liuzichong(game) => {
                let view = game.view(viewer);
                open_view(game, &Liuzichong::start(game.setup()), view.turn, false, view.actions)
            }
        }
    }

    /// Whether a step applied now may be shown to `viewer` as it is written; false if the text is not a step.
    #[must_use]
    pub fn may_reveal(&self, step: &Step<String, String>, viewer: Viewer) -> bool {
        match (self, step) {
            (AnyGame::Chess(game), Step::Action(text)) => {
                text.parse().is_ok_and(|action| game.may_reveal(&Step::Action(action), viewer))
            }
            (AnyGame::Chess(game), Step::Chance(text)) => {
                text.parse().is_ok_and(|event| game.may_reveal(&Step::Chance(event), viewer))
            }
            (AnyGame::Xiangqi(_) | AnyGame::Liuzichong(_), _) => true,
        }
    }

    /// Returns the effects between `before` and this game that are visible to `viewer`.
    #[must_use]
    pub fn visible_effects(&self, before: &AnyGame, effects: &[Effect], viewer: Viewer) -> Vec<Effect> {
        match (before, self) {
            (AnyGame::Chess(before), AnyGame::Chess(after)) => {
                Chess::visible_effects(before, after, effects, viewer)
            }
            _ => effects.to_vec(),
        }
    }
}

/// Returns the view of a game without hidden information, in which pieces never change their kind.
fn open_view<G: Game>(game: &G, start: &G, turn: Turn, check: bool, actions: Vec<G::Action>) -> AnyView {
    let mut captured: Vec<AnyPiece> = start.pieces().into_iter().map(|(_, piece)| piece).collect();
    for (_, piece) in game.pieces() {
        if let Some(index) = captured.iter().position(|other| *other == piece) {
            captured.remove(index);
        }
    }
    AnyView {
        captured: captured.into_iter().map(|piece| (piece, false)).collect(),
        turn,
        pieces: game.pieces(),
        hidden: Vec::new(),
        marks: Vec::new(),
        in_check: check,
        dice: None,
        actions: crate::any_game::sorted_texts(actions),
    }
}

fn chess_view(game: &Chess, viewer: Viewer) -> AnyView {
    let view = game.view(viewer);
    let mut marks: Vec<(Cell, Mark)> = Vec::new();
    for (owner, pair) in &view.portals {
        marks.extend(pair.into_iter().map(|at| (at.into(), Mark::Portal { owner: *owner })));
    }
    marks.extend(view.craters.into_iter().map(|at| (at.into(), Mark::Crater)));
    marks.extend(view.mines.into_iter().map(|at| (at.into(), Mark::Mine)));
    if let Viewer::Player(side) = viewer {
        marks.extend(
            view.mine_counts.iter().map(|&(at, mines)| (at.into(), Mark::MineCount { viewer: side, mines })),
        );
    }
    AnyView {
        turn: view.turn,
        pieces: view.pieces.iter().map(|&(square, piece)| (square.into(), piece.into())).collect(),
        hidden: (!view.visible).into_iter().map(Cell::from).collect(),
        marks,
        in_check: view.in_check,
        dice: view.dice.as_ref().map(dice_view),
        captured: captured_pieces(&view.lost_pieces),
        actions: crate::any_game::sorted_texts(view.actions),
    }
}

fn captured_pieces(losses: &LostPieces) -> Vec<(AnyPiece, bool)> {
    let mut captured = Vec::new();
    for (side, kind) in [WHITE, BLACK].into_iter().flat_map(|side| PieceKind::ALL.map(|kind| (side, kind))) {
        let piece = AnyPiece { side, letter: kind.letter() };
        captured.extend(std::iter::repeat_n((piece, false), losses.captured(side, kind).into()));
        captured.extend(std::iter::repeat_n((piece, true), losses.exploded(side, kind).into()));
    }
    captured
}

fn dice_view(view: &DiceView) -> AnyDice {
    AnyDice {
        owner: view.owner,
        phase: view.phase,
        dice: view.dice.iter().map(|die| (die.face.into(), die.used, die.dead)).collect(),
        rerolls: view.rerolls,
    }
}
