use yipan_chess::{BLACK, Chess, DiceView, LostPieces, PieceKind, WHITE};
use yipan_core::{AnyPiece, Cell, DicePhase, DieFace, Effect, Game, Mark, Side, Step, Turn, Viewer};
use yipan_liuzichong::Liuzichong;
use yipan_xiangqi::Xiangqi;

use crate::AnyGame;

/// What one viewer may know of a game of any kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyView {
    /// Who must do something now.
    pub turn: Turn,
    /// The men the viewer sees.
    pub pieces: Vec<(Cell, AnyPiece)>,
    /// The cells the viewer does not see.
    pub hidden: Vec<Cell>,
    /// What else lies on the board, as far as the viewer knows.
    pub marks: Vec<(Cell, Mark)>,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The dice, in games that have them.
    pub dice: Option<AnyDice>,
    /// The men that have left the board since the start, and whether a mine took them. Everybody may know them.
    pub captured: Vec<(AnyPiece, bool)>,
    /// What the viewer may do now, sorted.
    pub actions: Vec<String>,
}

/// What a viewer may know of the dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyDice {
    /// Whose dice they are.
    pub owner: Side,
    /// The reason why a side is to move.
    pub phase: DicePhase,
    /// What each shows, whether it was moved, and whether it is known to be dead.
    pub dice: Vec<(DieFace, bool, Option<bool>)>,
    /// How often each seat may still throw again.
    pub rerolls: [u8; 2],
}

impl AnyGame {
    /// What `viewer` may know.
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

    /// Whether `viewer` may be told a step taken now as it is written. What cannot be read is nothing to tell.
    #[must_use]
    pub fn may_reveal(&self, step: &Step<String, String>, viewer: Viewer) -> bool {
        match (self, step) {
            (AnyGame::Chess(game), Step::Action(text)) => {
                text.parse().is_ok_and(|action| game.may_reveal(&Step::Action(action), viewer))
            }
            (AnyGame::Chess(game), Step::Chance(text)) => {
                text.parse().is_ok_and(|draw| game.may_reveal(&Step::Chance(draw), viewer))
            }
            (AnyGame::Xiangqi(_) | AnyGame::Liuzichong(_), _) => true,
        }
    }

    /// What `viewer` may see of the effects that led from `before` to this.
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

/// The view of a game that hides nothing, and in which a man stays what it was at the start.
fn open_view<G: Game>(game: &G, start: &G, turn: Turn, check: bool, actions: Vec<G::Action>) -> AnyView {
    let mut captured: Vec<AnyPiece> = start.pieces().into_iter().map(|(_, man)| man).collect();
    for (_, piece) in game.pieces() {
        if let Some(index) = captured.iter().position(|other| *other == piece) {
            captured.remove(index);
        }
    }
    AnyView {
        captured: captured.into_iter().map(|man| (man, false)).collect(),
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
    if let Viewer::Player(to) = viewer {
        marks.extend(
            view.mine_counts.iter().map(|&(at, mines)| (at.into(), Mark::MineCount { viewer: to, mines })),
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
    for (seat, kind) in [WHITE, BLACK].into_iter().flat_map(|seat| PieceKind::ALL.map(|kind| (seat, kind))) {
        let piece = AnyPiece { seat, letter: kind.letter() };
        captured.extend(std::iter::repeat_n((piece, false), losses.captured(seat, kind).into()));
        captured.extend(std::iter::repeat_n((piece, true), losses.exploded(seat, kind).into()));
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
