use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{Text, game, puzzles as text};
use yipan_client::{
    AttemptState, GameTree, Grid, LocalizedText, NotationStyle, PuzzleAnswer, PuzzleAttempt, PuzzleProgress,
    Route,
};
use yipan_core::{Cell, Viewer};
use yipan_puzzles::{PuzzleFile, PuzzleSet, PuzzleTheme};

use super::explanation::Explanation;
use super::puzzle_choice::{PuzzleChoice, choose};
use super::puzzle_mode::PuzzleMode;
use super::solver_rating::SolverRating;
use crate::board_view::BoardView;
use crate::browser::{sound, timer};
use crate::context::{AppContext, use_app_context};
use crate::local_setup::random_seed;
use crate::opened_analysis::open_analysis;
use crate::puzzle_store::{load_progress, today, update_progress};

/// The pause before the opponent replies, in milliseconds.
const REPLY_PAUSE_MS: u32 = 350;
/// The time between two moves of a shown solution, in milliseconds.
const SOLUTION_INTERVAL_MS: u32 = 900;

/// The state of the page: the puzzle on the board, and the progress.
#[derive(Clone, Copy)]
pub(super) struct PuzzleState {
    pub(super) context: AppContext,
    pub(super) set: PuzzleSet,
    pub(super) mode: PuzzleMode,
    pub(super) file: StoredValue<PuzzleFile>,
    pub(super) attempt: RwSignal<PuzzleAttempt>,
    pub(super) board: BoardView,
    /// The number of steps before the displayed position.
    pub(super) shown_ply: RwSignal<usize>,
    pub(super) flipped: RwSignal<bool>,
    pub(super) hint_cells: RwSignal<Vec<Cell>>,
    /// The last message to the user.
    pub(super) message: RwSignal<LocalizedText>,
    pub(super) theme: RwSignal<Option<PuzzleTheme>>,
    pub(super) progress: RwSignal<PuzzleProgress>,
    pub(super) solver_rating: SolverRating,
    pub(super) explanation: Explanation,
    /// The puzzles solved in the current streak.
    pub(super) streak: RwSignal<u32>,
    /// The seed of a streak.
    streak_seed: StoredValue<u64>,
    /// The day on which the page was opened. It does not change at midnight, so that the puzzle is recorded for its own day.
    day: u64,
    /// Counts the puzzles, so that a reply to an earlier one is dropped.
    generation: StoredValue<u32>,
}

impl PuzzleState {
    /// Opens the first puzzle of a mode, or the one with this identifier; `None` if the file has no puzzles.
    pub(super) fn new(file: PuzzleFile, mode: PuzzleMode, id: Option<&str>) -> Option<PuzzleState> {
        let (context, set) = (use_app_context(), file.set);
        context.settings.with_untracked(sound::create_audio_context);
        let (progress, seed, day) = (load_progress(), random_seed(), today());
        let first_choice = PuzzleChoice { seed, day, ..PuzzleChoice::default() };
        let with_id = |id: &str| file.puzzles.iter().find(|puzzle| puzzle.id() == id);
        let chosen = id.and_then(with_id).or_else(|| choose(&file, mode, &first_choice, &progress))?;
        let attempt = PuzzleAttempt::start(set, chosen.clone())?;
        let message = match id {
            Some(id) if chosen.id() != id => text::NO_PUZZLE.into(),
            _ => LocalizedText::default(),
        };
        let state = PuzzleState {
            context,
            set,
            mode,
            board: BoardView::new(Grid::new(set.game()), attempt.view(attempt.ply())),
            file: StoredValue::new(file),
            shown_ply: RwSignal::new(attempt.ply()),
            attempt: RwSignal::new(attempt),
            flipped: RwSignal::new(false),
            hint_cells: RwSignal::new(Vec::new()),
            message: RwSignal::new(message),
            theme: RwSignal::new(None),
            progress: RwSignal::new(progress),
            solver_rating: SolverRating::new(context, set),
            explanation: Explanation::new(context),
            streak: RwSignal::new(0),
            streak_seed: StoredValue::new(seed),
            day,
            generation: StoredValue::new(0),
        };
        state.show_address();
        Some(state)
    }

    /// Opens the next puzzle of the mode. After the puzzle of the day comes practice.
    pub(super) fn next_puzzle(self) {
        if self.mode == PuzzleMode::Daily {
            return self.context.navigate(Route::Puzzle(self.set, PuzzleMode::Practice.key().to_owned()));
        }
        if untrack(|| self.is_streak_over()) {
            self.streak.set(0);
            self.streak_seed.set_value(random_seed());
        }
        let seed = match self.mode {
            PuzzleMode::Streak => self.streak_seed.get_value(),
            PuzzleMode::Daily | PuzzleMode::Practice => random_seed(),
        };
        let attempt = self.attempt.get_untracked();
        let choice = PuzzleChoice {
            theme: self.theme.get_untracked(),
            current: Some(attempt.puzzle()),
            solved: self.streak.get_untracked(),
            seed,
            rating: self.solver_rating.points(),
            day: self.day,
        };
        let puzzle = self.file.with_value(|file| {
            self.progress.with_untracked(|progress| choose(file, self.mode, &choice, progress).cloned())
        });
        if let Some(attempt) = puzzle.and_then(|puzzle| PuzzleAttempt::start(self.set, puzzle)) {
            self.solver_rating.begin();
            self.open(attempt);
        }
    }

    /// Starts the same puzzle again.
    pub(super) fn start_over(self) {
        if let Some(attempt) = self.attempt.with_untracked(PuzzleAttempt::restarted) {
            self.open(attempt);
        }
    }

    fn open(self, attempt: PuzzleAttempt) {
        self.generation.update_value(|generation| *generation += 1);
        self.board.set_now(attempt.view(attempt.ply()), Vec::new());
        self.shown_ply.set(attempt.ply());
        self.attempt.set(attempt);
        self.hint_cells.set(Vec::new());
        self.message.set(LocalizedText::default());
        self.explanation.clear();
        self.board.explaining_cells.set(Vec::new());
        self.show_address();
        self.context.announce(untrack(|| self.status_text()));
    }

    /// Shows the address of the puzzle during practice, so that it can be shared and reloaded.
    fn show_address(self) {
        if self.mode == PuzzleMode::Practice {
            let id = self.attempt.with_untracked(|attempt| attempt.puzzle().id());
            self.context.show_address(&Route::Puzzle(self.set, id), false);
        }
    }

    /// Whether the current streak has ended. A new one begins with the next puzzle.
    pub(super) fn is_streak_over(self) -> bool {
        self.mode == PuzzleMode::Streak && self.attempt.with(|attempt| attempt.state() == AttemptState::Shown)
    }

    /// Plays a move of the user.
    pub(super) fn play_action(self, action: &str) {
        let before = self.attempt.get_untracked();
        // A move that is typed during the reply of the opponent is not an answer.
        if !before.awaits_move() {
            return;
        }
        self.board.explaining_cells.set(Vec::new());
        let Some(answer) = self.attempt.try_update(|attempt| attempt.play(action)) else { return };
        if matches!(answer, Ok(PuzzleAnswer::Wrong)) {
            self.solver_rating.report(before.puzzle().id(), before.solver_moves_with(action));
        }
        let moved = |language| before.move_text(action, self.style(language));
        match answer {
            Err(error) => {
                self.board.explaining_cells.set(error.explaining_cells());
                self.message.set(LocalizedText::from_message(&error));
            }
            Ok(PuzzleAnswer::Wrong) if self.mode == PuzzleMode::Streak => {
                let solved = self.streak.get_untracked().to_string();
                self.message.set(LocalizedText::new(|language| {
                    text::STREAK_OVER.localize_with(language, &[&moved(language), &solved])
                }));
                self.end_streak();
            }
            Ok(PuzzleAnswer::Wrong) => {
                self.message.set(LocalizedText::new(|language| {
                    text::WRONG.localize_with(language, &[&moved(language)])
                }));
            }
            Ok(PuzzleAnswer::Right) => {
                self.show_move();
                self.message.set(LocalizedText::new(|language| {
                    text::RIGHT.localize_with(language, &[&moved(language)])
                }));
                self.reply_after_pause();
            }
            Ok(PuzzleAnswer::Solved) => {
                self.show_move();
                self.message.set(LocalizedText::default());
                self.record_solved();
                self.attempt.with_untracked(|attempt| self.explanation.request(attempt));
                self.context.announce(untrack(|| self.status_text()));
            }
        }
    }

    /// Animates the last move of the attempt.
    fn show_move(self) {
        self.hint_cells.set(Vec::new());
        self.attempt.with_untracked(|attempt| {
            self.board.enqueue_step(attempt.update_at(attempt.ply()));
            self.shown_ply.set(attempt.ply());
        });
    }

    fn reply_after_pause(self) {
        let generation = self.generation.get_value();
        let pause = REPLY_PAUSE_MS + self.context.settings.with_untracked(|settings| settings.animation_ms);
        spawn_local(async move {
            timer::sleep(pause).await;
            if self.generation.try_get_value() != Some(generation) {
                return;
            }
            if let Some(update) = self.attempt.try_update(PuzzleAttempt::reply).flatten() {
                self.board.enqueue_step(update);
                self.shown_ply.set(self.attempt.with_untracked(PuzzleAttempt::ply));
                self.announce_position();
            }
        });
    }

    /// Reports the moves so far, with which the puzzle is solved or given up.
    fn report_moves(self) {
        self.attempt.with_untracked(|attempt| {
            self.solver_rating.report(attempt.puzzle().id(), attempt.solver_moves());
        });
    }

    fn record_solved(self) {
        let (id, is_unaided) =
            self.attempt.with_untracked(|attempt| (attempt.puzzle().id(), attempt.is_unaided()));
        self.report_moves();
        if self.mode == PuzzleMode::Streak {
            self.streak.update(|solved| *solved += 1);
        }
        let streak = self.streak.get_untracked();
        update_progress(self.progress, |progress| {
            if is_unaided {
                progress.record_solved(self.set, &id);
            }
            match self.mode {
                PuzzleMode::Daily => progress.record_daily(self.set, self.day),
                PuzzleMode::Streak => progress.record_streak(self.set, streak),
                PuzzleMode::Practice => {}
            }
        });
    }

    /// Ends the streak at a mistake and shows the solution.
    fn end_streak(self) {
        self.attempt.update(PuzzleAttempt::show_solution);
        self.replay_solution();
    }

    /// Gives a hint: the piece, then the move.
    pub(super) fn hint(self) {
        if self.attempt.with_untracked(PuzzleAttempt::awaits_move) {
            self.report_moves();
        }
        let Some(cells) = self.attempt.try_update(PuzzleAttempt::hint) else { return };
        let attempt = self.attempt.get_untracked();
        match cells[..] {
            [] => return,
            [from] => {
                let name = self.board.grid.name(from);
                self.message
                    .set(LocalizedText::new(|language| text::HINT_PIECE.localize_with(language, &[&name])));
            }
            _ => self.message.set(LocalizedText::new(|language| {
                game::HINT_IS.localize_with(language, &[&attempt.next_move_text(self.style(language))])
            })),
        }
        self.hint_cells.set(cells);
    }

    /// Shows the solution move by move. In a streak it ends there.
    pub(super) fn show_solution(self) {
        self.report_moves();
        self.attempt.update(PuzzleAttempt::show_solution);
        let solved = self.streak.get_untracked().to_string();
        self.message.set(match self.mode {
            PuzzleMode::Streak => {
                LocalizedText::new(|language| text::STREAK_SHOWN.localize_with(language, &[&solved]))
            }
            PuzzleMode::Daily | PuzzleMode::Practice => LocalizedText::default(),
        });
        self.replay_solution();
    }

    /// Plays the rest of the line from the displayed position.
    fn replay_solution(self) {
        self.hint_cells.set(Vec::new());
        self.attempt.with_untracked(|attempt| self.explanation.request(attempt));
        let (generation, last) =
            (self.generation.get_value(), self.attempt.with_untracked(|attempt| attempt.line().len()));
        let first = self.shown_ply.get_untracked();
        self.board.set_now(self.attempt.with_untracked(|attempt| attempt.view(first)), self.marks(first));
        spawn_local(async move {
            for ply in first..last {
                let is_here = self.shown_ply.try_get_untracked() == Some(ply);
                if !is_here || self.generation.try_get_value() != Some(generation) {
                    return;
                }
                self.go_to_ply(ply + 1);
                timer::sleep(SOLUTION_INTERVAL_MS).await;
            }
        });
    }

    /// Displays a position of a puzzle that is over.
    pub(super) fn go_to_ply(self, ply: usize) {
        let from = self.shown_ply.get_untracked();
        let is_over = self.attempt.with_untracked(|attempt| attempt.state() != AttemptState::Solving);
        let ply = self.attempt.with_untracked(|attempt| ply.clamp(attempt.first_ply(), attempt.line().len()));
        if !is_over || ply == from {
            return;
        }
        self.attempt.with_untracked(|attempt| {
            if ply == from + 1 && !self.board.is_animating.get_untracked() {
                self.board.enqueue_step(attempt.update_at(ply));
            } else {
                self.board.set_now(attempt.view(ply), self.marks(ply));
            }
        });
        self.shown_ply.set(ply);
        self.announce_position();
    }

    /// Opens the displayed position in the analysis.
    pub(super) fn play_on(self) {
        let ply = self.shown_ply.get_untracked();
        let replay = self.attempt.with_untracked(|attempt| attempt.replay_until(ply));
        if let Some(replay) = replay {
            open_analysis(self.context, GameTree::from_replay(&replay), LocalizedText::default());
        }
    }

    /// Returns the task, or how it ended; reactive.
    pub(super) fn status_text(self) -> String {
        let language = self.context.language.get();
        self.attempt.with(|attempt| match attempt.state() {
            AttemptState::Solving => {
                let side = self.set.game().side_name(attempt.solver(), language);
                yipan_client::capitalize(&text::FIND.localize_with(language, &[side]))
            }
            AttemptState::Solved => {
                let solved: Text = if attempt.is_unaided() { text::SOLVED } else { text::SOLVED_WITH_HELP };
                solved.localize(language).to_owned()
            }
            AttemptState::Shown => text::SHOWN.localize(language).to_owned(),
        })
    }

    fn marks(self, ply: usize) -> yipan_client::MoveMarks {
        self.attempt.with_untracked(|attempt| attempt.line().last_move_marks(ply, Viewer::Arbiter))
    }

    fn style(self, language: yipan_core::Language) -> NotationStyle {
        self.context.settings.with_untracked(|settings| settings.notation_style(language))
    }

    fn announce_position(self) {
        let (ply, style) = (self.shown_ply.get_untracked(), untrack(|| self.context.notation_style()));
        let spoken =
            self.attempt.with_untracked(|attempt| attempt.line().announce(ply, Viewer::Arbiter, style));
        self.context.announce(spoken);
    }
}
