use yipan_chess::{BLACK, Chess, DiceView, Kind, Losses, Phase, WHITE};
use yipan_liuzichong::Liuzichong;
use yipan_rules::{Cell, Effect, Face, Game, Man, Mark, Seat, Step, Turn, Viewer};
use yipan_xiangqi::Xiangqi;

use crate::AnyGame;

/// What one viewer may know of a game of any kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyView {
    /// Who must do something now.
    pub turn: Turn,
    /// The men the viewer sees.
    pub men: Vec<(Cell, Man)>,
    /// The cells the viewer does not see.
    pub hidden: Vec<Cell>,
    /// What else lies on the board, as far as the viewer knows.
    pub marks: Vec<(Cell, Mark)>,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The dice, in games that have them.
    pub dice: Option<AnyDice>,
    /// The men that have left the board since the start, and whether a mine took them. Everybody may know them.
    pub lost: Vec<(Man, bool)>,
    /// What the viewer may do now, sorted.
    pub actions: Vec<String>,
}

/// What a viewer may know of the dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyDice {
    /// Whose dice they are.
    pub owner: Seat,
    /// Why somebody is to move: `turn`, `reply` or `emergency`.
    pub phase: &'static str,
    /// What each shows, whether it was moved, and whether it is known to be dead.
    pub dice: Vec<(Face, bool, Option<bool>)>,
    /// How often each seat may still throw again.
    pub rerolls: [u8; 2],
}

impl AnyGame {
    /// What `viewer` may know.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> AnyView {
        match self {
            AnyGame::Chess(game) => chess(game, viewer),
            AnyGame::Xiangqi(game) => {
                let view = game.view(viewer);
                open(game, &Xiangqi::start(game.setup()), view.turn, view.check, view.actions)
            }
            AnyGame::Liuzichong(game) => {
                let view = game.view(viewer);
                open(game, &Liuzichong::start(game.setup()), view.turn, false, view.actions)
            }
        }
    }

    /// Whether `viewer` may be told a step taken now as it is written. What cannot be read is nothing to tell.
    #[must_use]
    pub fn discloses(&self, step: &Step<String, String>, viewer: Viewer) -> bool {
        match (self, step) {
            (AnyGame::Chess(game), Step::Act(text)) => {
                text.parse().is_ok_and(|action| game.discloses(&Step::Act(action), viewer))
            }
            (AnyGame::Chess(game), Step::Draw(text)) => {
                text.parse().is_ok_and(|draw| game.discloses(&Step::Draw(draw), viewer))
            }
            (AnyGame::Xiangqi(_) | AnyGame::Liuzichong(_), _) => true,
        }
    }

    /// What `viewer` may see of the effects that led from `before` to this.
    #[must_use]
    pub fn witness(&self, before: &AnyGame, effects: &[Effect], viewer: Viewer) -> Vec<Effect> {
        match (before, self) {
            (AnyGame::Chess(before), AnyGame::Chess(after)) => Chess::witness(before, after, effects, viewer),
            _ => effects.to_vec(),
        }
    }
}

/// The view of a game that hides nothing, and in which a man stays what it was at the start.
fn open<G: Game>(game: &G, start: &G, turn: Turn, check: bool, actions: Vec<G::Action>) -> AnyView {
    let mut lost: Vec<Man> = start.men().into_iter().map(|(_, man)| man).collect();
    for (_, man) in game.men() {
        if let Some(place) = lost.iter().position(|other| *other == man) {
            lost.remove(place);
        }
    }
    AnyView {
        lost: lost.into_iter().map(|man| (man, false)).collect(),
        turn,
        men: game.men(),
        hidden: Vec::new(),
        marks: Vec::new(),
        check,
        dice: None,
        actions: crate::any_game::sorted(actions),
    }
}

fn chess(game: &Chess, viewer: Viewer) -> AnyView {
    let view = game.view(viewer);
    let mut marks: Vec<(Cell, Mark)> = Vec::new();
    for (owner, pair) in &view.portals {
        marks.extend(pair.into_iter().map(|at| (at.into(), Mark::Portal(*owner))));
    }
    marks.extend(view.craters.into_iter().map(|at| (at.into(), Mark::Crater)));
    marks.extend(view.mines.into_iter().map(|at| (at.into(), Mark::Mine)));
    if let Viewer::Player(to) = viewer {
        marks.extend(view.hints.iter().map(|&(at, mines)| (at.into(), Mark::Hint { to, mines })));
    }
    AnyView {
        turn: view.turn,
        men: view.men.iter().map(|&(square, piece)| (square.into(), piece.into())).collect(),
        hidden: (!view.visible).into_iter().map(Cell::from).collect(),
        marks,
        check: view.check,
        dice: view.dice.as_ref().map(dice),
        lost: lost(&view.losses),
        actions: crate::any_game::sorted(view.actions),
    }
}

fn lost(losses: &Losses) -> Vec<(Man, bool)> {
    let mut lost = Vec::new();
    for (seat, kind) in [WHITE, BLACK].into_iter().flat_map(|seat| Kind::ALL.map(|kind| (seat, kind))) {
        let man = Man { seat, letter: kind.letter() };
        lost.extend(std::iter::repeat_n((man, false), losses.captured(seat, kind).into()));
        lost.extend(std::iter::repeat_n((man, true), losses.exploded(seat, kind).into()));
    }
    lost
}

fn dice(view: &DiceView) -> AnyDice {
    AnyDice {
        owner: view.owner,
        phase: match view.phase {
            Phase::Turn => "turn",
            Phase::Reply => "reply",
            Phase::Emergency => "emergency",
        },
        dice: view.dice.iter().map(|die| (die.face.into(), die.used, die.dead)).collect(),
        rerolls: view.rerolls,
    }
}
