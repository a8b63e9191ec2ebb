use yipan_chess::Chess;
use yipan_core::Side;
use yipan_environment::{ActionLayout, ChessLayout, EncodedGame, LiuzichongLayout, XiangqiLayout};
use yipan_games::{AnyGame, AnyGameError, GameKind, GameOptions};
use yipan_liuzichong::Liuzichong;
use yipan_xiangqi::Xiangqi;

/// The sizes of actions and observations of any game.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AnyLayout {
    Chess(ChessLayout),
    Xiangqi(XiangqiLayout),
    Liuzichong(LiuzichongLayout),
}

/// Evaluates the same expression for the layout of each game.
macro_rules! for_each_layout {
    ($any:expr, $layout:ident => $answer:expr) => {
        match $any {
            AnyLayout::Chess($layout) => $answer,
            AnyLayout::Xiangqi($layout) => $answer,
            AnyLayout::Liuzichong($layout) => $answer,
        }
    };
}

impl AnyLayout {
    pub(crate) fn new(kind: GameKind, options: &GameOptions) -> Result<AnyLayout, AnyGameError> {
        Ok(match kind {
            GameKind::Chess => AnyLayout::Chess(Chess::layout(&options.chess_setup()?)),
            GameKind::Xiangqi => AnyLayout::Xiangqi(Xiangqi::layout(&options.xiangqi_setup()?)),
            GameKind::Liuzichong => AnyLayout::Liuzichong(Liuzichong::layout(&options.liuzichong_setup()?)),
        })
    }

    pub(crate) fn action_count(&self) -> usize {
        for_each_layout!(self, layout => layout.action_count())
    }

    pub(crate) fn observation_shape(&self) -> [usize; 3] {
        for_each_layout!(self, layout => layout.observation_shape())
    }

    pub(crate) fn plane_names(&self) -> Vec<&'static str> {
        for_each_layout!(self, layout => layout.plane_names())
    }

    /// Writes the observation of a side.
    pub(crate) fn observe(&self, game: &AnyGame, side: Side, planes: &mut [u8]) {
        match (self, game) {
            (AnyLayout::Chess(layout), AnyGame::Chess(game)) => game.observe(layout, side, planes),
            (AnyLayout::Xiangqi(layout), AnyGame::Xiangqi(game)) => game.observe(layout, side, planes),
            (AnyLayout::Liuzichong(layout), AnyGame::Liuzichong(game)) => game.observe(layout, side, planes),
            _ => unreachable!("a layout is created with its game"),
        }
    }

    /// Returns the legal actions of `side`, which is to move, with their numbers.
    pub(crate) fn numbered_actions(&self, game: &AnyGame, side: Side) -> Vec<(u16, String)> {
        fn of<G: EncodedGame>(game: &G, layout: &G::Layout, side: Side) -> Vec<(u16, String)> {
            let mut actions = Vec::new();
            game.actions(&mut actions);
            let numbered =
                |action: &G::Action| Some((G::action_number(layout, side, action)?, action.to_string()));
            actions.iter().filter_map(numbered).collect()
        }
        match (self, game) {
            (AnyLayout::Chess(layout), AnyGame::Chess(game)) => of(game, layout, side),
            (AnyLayout::Xiangqi(layout), AnyGame::Xiangqi(game)) => of(game, layout, side),
            (AnyLayout::Liuzichong(layout), AnyGame::Liuzichong(game)) => of(game, layout, side),
            _ => unreachable!("a layout is created with its game"),
        }
    }
}
