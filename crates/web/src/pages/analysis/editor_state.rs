use leptos::prelude::*;
use yipan_client::text::{common, replay};
use yipan_client::{
    Grid, LocalSetup, LocalizedText, PlayerKind, PositionEditor, Replay, Route, to_share_query,
};
use yipan_core::{AnyPiece, Cell, Localize, Side};

use crate::board_view::BoardView;
use crate::browser::clipboard::copy_to_clipboard;
use crate::context::{AppContext, use_app_context};
use crate::local_setup::random_seed;

/// The effect of a press on the board of the editor.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum EditorTool {
    /// Picks up a piece, and puts it down.
    Move,
    /// Removes a piece.
    Erase,
    /// Places a piece.
    Place(AnyPiece),
}

/// The state of the position editor.
#[derive(Clone, Copy)]
pub(super) struct EditorState {
    pub(super) context: AppContext,
    pub(super) grid: Grid,
    pub(super) board: BoardView,
    pub(super) draft: RwSignal<PositionEditor>,
    pub(super) tool: RwSignal<EditorTool>,
    pub(super) flipped: RwSignal<bool>,
    /// The reason why the typed position was rejected, until the next change.
    rejection: RwSignal<LocalizedText>,
    /// The last message, such as that the link was copied.
    pub(super) message: RwSignal<LocalizedText>,
}

impl EditorState {
    pub(super) fn new(first: PositionEditor, grid: Grid) -> EditorState {
        let board = BoardView::new(grid, first.view());
        let draft = RwSignal::new(first);
        Effect::new(move |_| board.set_now(draft.with(PositionEditor::view), Vec::new()));
        EditorState {
            context: use_app_context(),
            grid,
            board,
            draft,
            tool: RwSignal::new(EditorTool::Move),
            flipped: RwSignal::new(false),
            rejection: RwSignal::new(LocalizedText::default()),
            message: RwSignal::new(LocalizedText::default()),
        }
    }

    /// Changes the position, and removes the messages about the one before.
    pub(super) fn edit(self, change: impl FnOnce(&mut PositionEditor)) {
        self.rejection.set(LocalizedText::default());
        self.message.set(LocalizedText::default());
        self.draft.update(change);
    }

    /// Replaces the position. The modes stay.
    pub(super) fn replace(self, position: PositionEditor) {
        self.edit(|draft| *draft = position.with_modes(draft.modes.clone()));
    }

    /// Uses the chosen tool on a cell.
    pub(super) fn press(self, cell: Cell) {
        let held = self.board.selected.get_untracked();
        self.board.selected.set(None);
        match (self.tool.get_untracked(), held) {
            (EditorTool::Move, Some(from)) => self.edit(|draft| draft.move_piece(from, cell)),
            (EditorTool::Move, None) => {
                let is_piece = self.draft.with_untracked(|draft| draft.piece_at(cell).is_some());
                self.board.selected.set(is_piece.then_some(cell));
            }
            (EditorTool::Erase, _) => self.edit(|draft| draft.put(cell, None)),
            (EditorTool::Place(piece), _) => self.edit(|draft| draft.put(cell, Some(piece))),
        }
    }

    /// Puts a dragged piece down. One that leaves the board is removed.
    pub(super) fn drop_piece(self, piece: AnyPiece, from: Option<Cell>, to: Option<Cell>) {
        self.board.selected.set(None);
        match (from, to) {
            (Some(from), Some(to)) => self.edit(|draft| draft.move_piece(from, to)),
            (Some(from), None) => self.edit(|draft| draft.put(from, None)),
            (None, Some(to)) => self.edit(|draft| {
                draft.put(to, None);
                draft.put(to, Some(piece));
            }),
            (None, None) => {}
        }
    }

    /// Replaces the position by a typed one.
    pub(super) fn set_position(self, text: &str) {
        match PositionEditor::parse(self.grid.kind(), text.trim()) {
            Ok(parsed) => self.replace(parsed),
            Err(error) => self.rejection.set(LocalizedText::from_message(&error)),
        }
    }

    /// Returns the reason why the position cannot be played; reactive.
    pub(super) fn problem(self) -> Option<String> {
        let language = self.context.language.get();
        let rejected = self.rejection.with(|rejection| rejection.localize(language).to_owned());
        let invalid =
            || self.draft.with(PositionEditor::validate).err().map(|error| error.localize(language));
        Some(rejected).filter(|text| !text.is_empty()).or_else(invalid)
    }

    /// Returns the setup of a game against the computer, or of two players without a level.
    pub(super) fn setup(self, level: Option<u8>) -> LocalSetup {
        let players = match (level, self.draft.with_untracked(|draft| draft.side_to_move)) {
            (None, _) => [PlayerKind::Human; 2],
            (Some(level), Side::First) => [PlayerKind::Human, PlayerKind::Computer(level)],
            (Some(level), Side::Second) => [PlayerKind::Computer(level), PlayerKind::Human],
        };
        self.draft.with_untracked(|draft| draft.setup(players, random_seed()))
    }

    /// Copies a link that opens the position in the analysis.
    pub(super) async fn copy_link(self) {
        let Ok(start) = Replay::start(self.setup(None)) else { return };
        let origin = window().location().origin().unwrap_or_default();
        let route = Route::Analysis(self.grid.kind()).path();
        let link = format!("{origin}{route}?{}", to_share_query(&start));
        let message = if copy_to_clipboard(&link).await {
            common::COPIED.into()
        } else {
            LocalizedText::new(|language| format!("{} {link}", replay::NO_CLIPBOARD.localize(language)))
        };
        let _ = self.message.try_set(message);
    }
}
