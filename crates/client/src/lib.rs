//! The client without a browser: the board, games on one screen, online rooms, import and export, and all texts.
//!
//! ```
//! use yipan_client::{Grid, MoveOptions};
//! use yipan_games::GameKind;
//!
//! let grid = Grid::new(GameKind::Chess);
//! let options = MoveOptions::from_actions(grid, &["e2e3".into(), "e2e4".into(), "reroll".into()]);
//! assert_eq!(options.destinations(grid.cell("e2").unwrap()).len(), 2);
//! assert_eq!(options.other_actions(), ["reroll"]);
//! ```
//!
//! This crate has no access to a document, a clock, a socket or randomness: seeds and times are arguments.

mod appearance;
mod board;
mod courses;
mod game_mode;
mod game_preferences;
mod import_export;
mod local;
mod new_game;
pub mod online;
mod piece_sets;
mod puzzles;
mod review;
mod route;
mod settings;
mod studies;
pub mod text;
mod tree;
mod two_player_view;
mod worker_protocol;
mod xiangqi_notice;

pub use appearance::BoardMaterial;
pub use board::animation::{AnimationStep, Sound, timeline};
pub use board::animation_kind::{AnimationKind, dice_pause_ms, step_ms};
pub use board::board_sprites::{BoardSprites, PieceSprite};
pub use board::board_update::BoardUpdate;
pub use board::captured_pieces::{CaptureTrayItem, captured_pieces, material_lead};
pub use board::capturing_pairs::capturing_pairs;
pub use board::checked_king::checked_king;
pub use board::dice::{
    cells_of_die, current_dice_text, die_for_piece, interruption_text, no_die_message, rolled_cells,
};
pub use board::dice_display::{DiceDisplay, DieState};
pub use board::drawings::{Drawing, DrawingColor, Drawings};
pub use board::eval_bar::{bar_fraction, eval_number, evaluation_in_pawns, tablebase_text};
pub use board::haptics::vibration_ms;
pub use board::move_marks::{MoveMarks, MoveTrail};
pub use board::move_options::{MoveOption, MoveOptions};
pub use board::position_editor::PositionEditor;
pub use board::setup_events::SetupEvent;
pub use board::turn_rows::{TurnRow, turn_rows};
pub use courses::course::{Course, CourseProblem, ParseCourseError};
pub use courses::course_list::{COURSES, CourseListing, find_course};
pub use courses::course_progress::CourseProgress;
pub use courses::course_task::{CourseTask, TaskGoal, TaskTexts};
pub use courses::task_attempt::{TaskAnswer, TaskAttempt, TaskState};
pub use game_mode::{GameMode, add_seen_modes, rules_topic, unseen_modes};
pub use game_preferences::GamePreferences;
pub use import_export::export::{ExportFormat, export, export_formats, line_record};
pub use import_export::exported_game::{ExportedContents, ExportedGame};
pub use import_export::game_choices::{GameChoice, GameChoices, MAX_FILE_BYTES};
pub use import_export::import::{ImportedGame, import, import_from_line, import_record};
pub use import_export::import_error::{ImportError, MAX_IMPORT_BYTES};
pub use import_export::share::{from_share_query, to_share_query};
pub use import_export::tree_file::tree_file_error::{TreeFileError, TreeFileErrorKind};
pub use local::dice_history::{DiceHistory, DiceSummary, FaceSummary, Roll};
pub use local::dice_totals::{DiceTotals, FaceTotal};
pub use local::last_turn_marks::last_move_marks;
pub use local::liuzichong_game::LiuzichongGame;
pub use local::liuzichong_scene::{Scene, state_key};
pub use local::local_game_ext::LocalGameExt;
pub use local::missed_moves::MissedMoves;
pub use local::move_list_item::MoveListItem;
pub use local::replay::Replay;
pub use local::reply_pause::reply_pause_ms;
pub use local::saved_game::SavedGame;
pub use local::saved_game_list::{
    LevelScore, MAX_FINISHED_GAMES, SavedGameItem, latest_unfinished, level_scores, listed_games,
    obsolete_games, saved_game_item,
};
pub use local::saved_game_sync::{SyncPlan, plan_sync, unsent_games};
pub use local::threat::threat_setup;
pub use new_game::handicap::{Handicap, handicaps};
pub use new_game::level_rating::level_rating;
pub use new_game::level_text::{level_name, level_text};
pub use new_game::mode_preset::ModePreset;
pub use new_game::repetition_names::{REPETITION_NAMES, RepetitionName};
pub use new_game::rule_text::{no_capture_text, position_text, rule_text};
pub use piece_sets::PieceSetChoice;
pub use puzzles::puzzle_attempt::{AttemptState, PuzzleAnswer, PuzzleAttempt};
pub use puzzles::puzzle_choice::{daily_puzzle, practice_puzzle, streak_puzzle, theme_counts};
pub use puzzles::puzzle_names::{puzzle_set_name, theme_name};
pub use puzzles::puzzle_progress::PuzzleProgress;
pub use review::game_review::{GameReview, ReviewedMove, SideReview};
pub use review::judgment::Judgment;
pub use review::lesson::{Lesson, LessonState};
pub use route::Route;
pub use settings::{
    DEFAULT_ANIMATION_MS, MAX_BOARD_SIZE, MAX_ENGINE_LINES, MIN_BOARD_SIZE, MoveInput, Settings, Theme,
};
pub use studies::local_study::{LocalStudy, StudyChangeError};
pub use studies::study_pgn::{StudyPgn, new_chapter, study_pgn};
pub use text::announcements::{
    announce_missed_moves, announce_move, announce_position, effect_sentences, join_sentences,
};
pub use text::effect_notices::effect_notices;
pub use text::localized_text::LocalizedText;
pub use text::messages::text::Text;
pub use text::move_diagram::MoveDiagram;
pub use text::notation_style::NotationStyle;
pub use text::result_summary::{ResultSummary, ResultTone};
pub use text::rulebook::{Block, BoardExample, TOPICS, parse_rulebook};
pub use text::status_text::{declared_result_text, outcome_text, status_text};
pub use text::step_text::chance_notation;
pub use text::text_run::{TextRun, parse_text_runs};
pub use text::turn_status::{Mover, name_in_sentence, turn_status_text};
pub use text::unbroken_runs::unbroken_runs;
pub use tree::comment::{comment_drawings, comment_text};
pub use tree::edit::DeletedBranch;
pub use tree::game_tree::GameTree;
pub use tree::glyph::{GLYPHS, glyph_symbol};
pub use tree::tree_counts::TreeCounts;
pub use tree::tree_node::{NodeId, TreeNode};
pub use tree::tree_rows::{TreeMove, TreePart, TreeRow};
pub use two_player_view::TwoPlayerView;
pub use worker_protocol::{
    ActionValue, EngineLine, ImportedText, WorkerQuery, WorkerRequest, WorkerResponse,
};
pub use xiangqi_notice::{XiangqiNotice, illegal_action_error};
pub use yipan_board_svg::Orientation;
pub use yipan_core::capitalize;
pub use yipan_games::Grid;
pub use yipan_local_play::{DeclaredResult, LocalGame, LocalSetup, PlayerKind, WaitingFor};
