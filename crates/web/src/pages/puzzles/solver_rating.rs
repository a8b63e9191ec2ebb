use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::puzzles as text;
use yipan_puzzles::{PuzzleId, PuzzleSet};
use yipan_wire::{PlayerRating, PuzzleAttemptRequest, PuzzleAttemptResult, UserProfile};

use crate::browser::fetch;
use crate::context::AppContext;

/// The rating of an account for the puzzles of the page. Guests have none.
#[derive(Clone, Copy)]
pub(super) struct SolverRating {
    context: AppContext,
    set: PuzzleSet,
    rating: RwSignal<Option<PlayerRating>>,
    /// The change by the current puzzle, in points, if it counted.
    change: RwSignal<Option<i32>>,
    /// The current puzzle, once its first attempt was sent.
    reported: StoredValue<Option<PuzzleId>>,
}

impl SolverRating {
    /// Creates the rating, and loads it as soon as the account is known.
    pub(super) fn new(context: AppContext, set: PuzzleSet) -> SolverRating {
        let solver = SolverRating {
            context,
            set,
            rating: RwSignal::new(None),
            change: RwSignal::new(None),
            reported: StoredValue::new(None),
        };
        Effect::new(move |_| {
            let user = context.account.current_user.get().filter(|user| user.account.is_some());
            if let Some(user) = user {
                spawn_local(async move { solver.load(&user.id).await });
            }
        });
        solver
    }

    /// Returns the points, if the account has a rating.
    pub(super) fn points(self) -> Option<i32> {
        self.rating.get_untracked().map(|rating| rating.points)
    }

    /// Returns the rating and its change as text; empty without a rating. Reactive.
    pub(super) fn text(self) -> String {
        let Some(rating) = self.rating.get() else { return String::new() };
        match self.change.get() {
            Some(change) => {
                self.context.t_args(text::RATING_CHANGE, &[&rating.to_string(), &format!("{change:+}")])
            }
            None => self.context.t_args(text::RATING, &[&rating.to_string()]),
        }
    }

    /// Forgets the puzzle before and the change by it. Its answer may come later and is not about the current puzzle.
    pub(super) fn begin(self) {
        self.reported.set_value(None);
        self.change.set(None);
    }

    /// Sends the moves of the first attempt at a puzzle, with which it is solved or not. Those of later attempts do not
    /// count.
    pub(super) fn report(self, id: PuzzleId, moves: Vec<String>) {
        let is_known = self.reported.with_value(|reported| reported.as_ref() == Some(&id));
        if is_known || !untrack(|| self.context.account.has_account()) {
            return;
        }
        self.reported.set_value(Some(id.clone()));
        spawn_local(async move {
            let language = self.context.language.get_untracked();
            let path = format!("/api/puzzles/{}/{id}/attempts", self.set);
            let sent = fetch::send("POST", &path, &PuzzleAttemptRequest { moves }, language).await;
            let result = sent.and_then(|answer| fetch::parse_json::<PuzzleAttemptResult>(&answer, language));
            // Without a connection the puzzle is not rated; the progress on this device counts it.
            let Ok(result) = result else { return };
            let is_current =
                self.reported.try_with_value(|reported| reported.as_ref() == Some(&id)) == Some(true);
            let _ = self.rating.try_set(Some(result.rating));
            if is_current && result.counted {
                let _ = self.change.try_set(Some(result.change));
            }
        });
    }

    async fn load(self, user_id: &str) {
        let language = self.context.language.get_untracked();
        let Ok(answer) = fetch::get(&format!("/api/users/{user_id}"), language).await else { return };
        let Ok(profile) = fetch::parse_json::<UserProfile>(&answer, language) else { return };
        let own = profile.puzzles.into_iter().find(|rating| rating.set == self.set.name());
        // An attempt may have been rated meanwhile.
        let _ = self.rating.try_update(|rating| {
            if rating.is_none() {
                *rating = own.map(|own| own.rating);
            }
        });
    }
}
