use leptos::prelude::*;
use yipan_board_svg::{ChessPieceSet, XiangqiPieceSet, chess_piece, xiangqi_piece};
use yipan_client::text::{Text, appearance as text, common};
use yipan_client::{BoardMaterial, Grid, Orientation, PieceSetChoice, Settings};
use yipan_core::{AnyPiece, Side};
use yipan_games::GameKind;

use super::choice_cards::ChoiceCards;
use crate::board::Board;
use crate::board_view::BoardView;
use crate::context::use_app_context;
use crate::local_setup::initial_view;

/// The look of one game: a small board that shows the current choice, the materials and the piece sets.
#[component]
pub(super) fn GameLook(kind: GameKind) -> impl IntoView {
    let context = use_app_context();
    let board = BoardView::new(Grid::new(kind), initial_view(kind));
    let orientation = Orientation { bottom: Side::First, rotated: false };
    let title = match kind {
        GameKind::Chess => common::CHESS,
        GameKind::Xiangqi => common::XIANGQI,
        GameKind::Liuzichong => common::LIUZICHONG,
    };
    let label = move |text: Text| Signal::derive(move || context.t_args(text, &[context.t(title)]));
    let (name, set): (&'static str, fn(&mut Settings, BoardMaterial)) = match kind {
        GameKind::Chess => ("chess-board", |settings, board| settings.chess_board = board),
        GameKind::Xiangqi => ("xiangqi-board", |settings, board| settings.xiangqi_board = board),
        GameKind::Liuzichong => ("liuzichong-board", |settings, board| settings.liuzichong_board = board),
    };
    let get: fn(&Settings) -> BoardMaterial = match kind {
        GameKind::Chess => |settings| settings.chess_board,
        GameKind::Xiangqi => |settings| settings.xiangqi_board,
        GameKind::Liuzichong => |settings| settings.liuzichong_board,
    };
    let picture = if kind == GameKind::Chess { checkered_swatch } else { lined_swatch };
    let materials = BoardMaterial::ALL.iter().map(|board| (*board, board.key(), board.label())).collect();
    let pieces = match kind {
        GameKind::Chess => view! {
            <ChoiceCards name="chess-pieces" label=label(text::PIECES_OF) picture=chess_set
                choices=ChessPieceSet::ALL.iter().map(|set| (*set, set.key(), set.label())).collect()
                get=|settings| settings.chess_piece_set set=|settings, set| settings.chess_piece_set = set/>
        }
        .into_any(),
        GameKind::Xiangqi => view! {
            <ChoiceCards name="xiangqi-pieces" label=label(text::PIECES_OF) picture=xiangqi_set
                choices=XiangqiPieceSet::ALL.iter().map(|set| (*set, set.key(), set.label())).collect()
                get=|settings| settings.xiangqi_piece_set set=|settings, set| settings.xiangqi_piece_set = set/>
        }
        .into_any(),
        GameKind::Liuzichong => ().into_any(),
    };
    view! {
        <section class="game-look" data-look=kind.name() aria-label=move || context.t(title)>
            <div class="look-preview" inert=true>
                <Board board orientation=Signal::derive(move || orientation) own_side=Signal::derive(|| None) on_action=Callback::new(|_: String| ())/>
            </div>
            <div class="look-choices">
                <h3>{move || context.t(title)}</h3>
                {pieces}
                <ChoiceCards name label=label(text::MATERIAL_OF) choices=materials get set picture/>
            </div>
        </section>
    }
}

fn checkered_swatch(material: BoardMaterial) -> AnyView {
    view! { <span class="material-swatch checkered" data-material=material.key()><span class="texture"></span></span> }.into_any()
}

fn lined_swatch(material: BoardMaterial) -> AnyView {
    view! { <span class="material-swatch lined" data-material=material.key()><span class="texture"></span></span> }.into_any()
}

fn chess_set(set: ChessPieceSet) -> AnyView {
    let drawing = |side, letter| chess_piece(AnyPiece { side, letter }, set);
    pieces_of_both_sides("piece-swatch chess", drawing(Side::First, 'K'), drawing(Side::Second, 'N'))
}

fn xiangqi_set(set: XiangqiPieceSet) -> AnyView {
    let context = use_app_context();
    let language = context.language.get();
    let drawing = |side, letter| xiangqi_piece(AnyPiece { side, letter }, set, language);
    pieces_of_both_sides("piece-swatch xiangqi", drawing(Side::First, 'K'), drawing(Side::Second, 'H'))
}

fn pieces_of_both_sides(class: &'static str, first: String, second: String) -> AnyView {
    view! {
        <span class=class>
            <svg class="piece first" viewBox="0 0 100 100"><g inner_html=first></g></svg>
            <svg class="piece second" viewBox="0 0 100 100"><g inner_html=second></g></svg>
        </span>
    }
    .into_any()
}
