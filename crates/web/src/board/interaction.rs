use leptos::prelude::*;
use yipan_client::{LocalizedText, MoveOption, MoveOptions, no_die_message};
use yipan_core::{Cell, Side};

use super::external_input::ExternalInput;
use crate::board_view::BoardView;
use crate::context::{AppContext, use_app_context};

/// What a person holds: the picked man, a move made ahead of time, arrows.
#[derive(Clone, Copy)]
pub(crate) struct BoardInput {
    page: AppContext,
    stage: BoardView,
    own_side: Signal<Option<Side>>,
    on_action: Callback<String>,
    on_press: Option<Callback<Cell>>,
    /// Where it goes what the board has to say.
    on_message: Option<Callback<LocalizedText>>,
    pub(super) reins: Option<ExternalInput>,
    move_options: Memo<MoveOptions>,
    pub(crate) selected: RwSignal<Option<Cell>>,
    /// Where the pointer is while the man is dragged, in parts of the board.
    pub(crate) drag_position: RwSignal<Option<(f64, f64)>>,
    pub(crate) premove: RwSignal<Option<(Cell, Cell)>>,
    pub(crate) arrows: RwSignal<Vec<(Cell, Cell)>>,
    /// Which of several ways is meant.
    pub(crate) prompt: RwSignal<Option<PromotionPrompt>>,
}

/// A question to the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PromotionPrompt {
    pub(crate) from: Cell,
    pub(crate) to: Cell,
    pub(crate) options: Vec<MoveOption>,
}

impl BoardInput {
    pub(super) fn new(
        stage: BoardView,
        own_side: Signal<Option<Side>>,
        on_action: Callback<String>,
        on_press: Option<Callback<Cell>>,
        on_message: Option<Callback<LocalizedText>>,
        reins: Option<ExternalInput>,
    ) -> BoardInput {
        let choices =
            Memo::new(move |_| stage.view.with(|view| MoveOptions::from_actions(stage.grid, &view.actions)));
        let hand = BoardInput {
            page: use_app_context(),
            stage,
            own_side,
            on_action,
            on_press,
            on_message,
            reins,
            move_options: choices,
            selected: reins.map_or(stage.selected, |reins| reins.selected),
            drag_position: reins.map_or_else(|| RwSignal::new(None), |reins| reins.drag_position),
            premove: RwSignal::new(None),
            arrows: RwSignal::new(Vec::new()),
            prompt: RwSignal::new(None),
        };
        // A move made ahead of time is played as soon as it may be, or forgotten.
        Effect::new(move |_| {
            stage.view.track();
            let Some((from, to)) = hand.premove.get_untracked() else { return };
            if hand.stage.view.with_untracked(|view| view.actions.is_empty()) {
                return;
            }
            hand.premove.set(None);
            let options: Vec<MoveOption> =
                hand.move_options.with(|choices| choices.between(from, to).into_iter().cloned().collect());
            let queen = options.iter().find(|reach| reach.promotion == Some('q')).or(options.first());
            if let Some(reach) = queen {
                hand.on_action.run(reach.action.clone());
            }
        });
        // What was picked up before the board changed is put back.
        Effect::new(move |_| {
            stage.view.track();
            let is_still_selectable = |cell: Cell| hand.has_external_input() || hand.can_select(cell);
            if hand.selected.get_untracked().is_some_and(|cell| !is_still_selectable(cell)) {
                hand.deselect();
            }
        });
        hand
    }

    /// Whether somebody else decides what a press means.
    pub(super) const fn has_external_input(self) -> bool {
        self.reins.is_some()
    }

    /// Whether the person is to move.
    fn is_turn(self) -> bool {
        self.stage.view.with_untracked(|view| !view.actions.is_empty())
    }

    /// Whether the man there may be picked up: to move it, to hear why it cannot, or to move it ahead of time.
    pub(super) fn can_select(self, cell: Cell) -> bool {
        if self.on_press.is_some() {
            return false;
        }
        let Some(man) = self.stage.sprites.with_untracked(|troupe| troupe.piece_at(cell)) else {
            return false;
        };
        let turn = self.stage.view.with_untracked(|view| view.turn);
        if self.is_turn() {
            return turn.is_some_and(|side| man.seat == side);
        }
        let allows_premove = self.page.settings.with_untracked(|settings| settings.premove);
        allows_premove && turn.is_some() && self.own_side.get_untracked() == Some(man.seat)
    }

    pub(crate) fn select(self, cell: Cell) {
        self.premove.set(None);
        self.prompt.set(None);
        if let Some(reason) = self.outside_roll(cell) {
            self.selected.set(None);
            if let Some(say) = self.on_message {
                say.run(reason);
            }
            return;
        }
        self.stage.sprites.update(|troupe| troupe.bring_to_front(cell));
        self.selected.set(Some(cell));
    }

    /// What the dice say against the man there, if it is they who keep it from moving.
    fn outside_roll(self, cell: Cell) -> Option<LocalizedText> {
        let reason = self.stage.view.with_untracked(|view| no_die_message(self.stage.grid, view, cell));
        reason.filter(|_| self.is_turn())
    }

    pub(crate) fn deselect(self) {
        if let Some(reins) = self.reins {
            return reins.on_cancel.run(());
        }
        self.selected.set(None);
        self.drag_position.set(None);
        self.premove.set(None);
        self.prompt.set(None);
    }

    /// Where the picked man may go.
    pub(super) fn targets(self) -> Vec<Cell> {
        let picked = self.selected.get();
        picked.map_or_else(Vec::new, |from| self.move_options.with(|choices| choices.destinations(from)))
    }

    /// A click, or Enter, on a cell.
    pub(super) fn press_cell(self, cell: Cell) {
        self.arrows.update(Vec::clear);
        if let Some(press) = self.on_press {
            return press.run(cell);
        }
        if let Some(reins) = self.reins {
            reins.drag_position.set(None);
            return reins.on_primary.run(Some(cell));
        }
        match self.selected.get_untracked() {
            Some(from) if from == cell => self.deselect(),
            Some(from)
                if self.move_options.with_untracked(|choices| !choices.between(from, cell).is_empty()) =>
            {
                self.drop_on(cell);
            }
            _ if self.can_select(cell) => self.select(cell),
            Some(_) => self.drop_on(cell),
            None => self.deselect(),
        }
    }

    /// Lets the picked man go. Where it cannot go, the rules say why.
    pub(super) fn drop_on(self, to: Cell) {
        let Some(from) = self.selected.get_untracked() else { return };
        self.drag_position.set(None);
        self.selected.set(None);
        if from == to {
            return;
        }
        if !self.is_turn() {
            self.premove.set(Some((from, to)));
            return;
        }
        let mut options: Vec<MoveOption> = self
            .move_options
            .with_untracked(|choices| choices.between(from, to).into_iter().cloned().collect());
        // The queen is what is mostly meant.
        options.sort_by_key(|reach| {
            (reach.uses_wild_die, reach.promotion.and_then(|letter| "qrbn".find(letter)))
        });
        match options.as_slice() {
            [] => self.on_action.run(self.stage.grid.name(from) + &self.stage.grid.name(to)),
            [only] => self.on_action.run(only.action.clone()),
            _ => self.prompt.set(Some(PromotionPrompt { from, to, options })),
        }
    }

    /// The person has said which way was meant.
    pub(super) fn choose_option(self, action: &str) {
        self.prompt.set(None);
        self.on_action.run(action.to_owned());
    }

    /// An arrow is drawn, or taken away again.
    pub(super) fn toggle_arrow(self, from: Cell, to: Cell) {
        self.arrows.update(|arrows| match arrows.iter().position(|arrow| *arrow == (from, to)) {
            Some(place) => {
                arrows.remove(place);
            }
            None => arrows.push((from, to)),
        });
    }
}
