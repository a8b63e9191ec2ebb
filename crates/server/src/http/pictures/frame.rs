//! One position of a game as SVG: the board, and the dice below it.

use std::fmt::Write;

use yipan_board_svg::{BoardDrawing, PieceSets, piece_elements, with_default_colors};
use yipan_core::{AnyPiece, Language, NullSink, Side, Viewer};
use yipan_games::{AnyDice, AnyGame};
use yipan_room::Room;

/// The height of the row of dice, in parts of that of the board.
const DICE_ROW: f64 = 0.125;

/// The background of the row of dice.
const PAPER: &str = "#f6efe2";

/// The way in which a game is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameStyle {
    pub(super) viewer: Viewer,
    /// The side at the bottom.
    pub(super) bottom: Side,
    /// The height of the board in pixels.
    pub(super) board_height: u32,
    /// The language, which decides the characters of xiangqi.
    pub(super) language: Language,
}

/// A position of a game to draw.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    board: BoardDrawing,
    dice: Option<AnyDice>,
    has_dice_row: bool,
    board_height: u32,
}

/// Returns the number of actions that were played.
pub(super) fn ply_count(room: &Room) -> usize {
    room.steps().filter(|(action, _)| action.is_some()).count()
}

/// Returns the positions of a finished or running game after these numbers of actions, which must be in order.
pub(super) fn room_frames(room: &Room, plies: &[usize], style: FrameStyle) -> Vec<Frame> {
    frames(&room.validated_config().initial_game, room.steps(), plies, style)
}

/// Returns the positions after these numbers of actions, which must be in order. Each action has the chance events after it.
pub(super) fn frames<'a>(
    initial_game: &AnyGame,
    steps: impl Iterator<Item = (Option<&'a str>, &'a [String])>,
    plies: &[usize],
    style: FrameStyle,
) -> Vec<Frame> {
    let mut game = initial_game.clone();
    let (mut frames, mut wanted) = (Vec::with_capacity(plies.len()), plies.iter().peekable());
    // The chance events before the first action have no action.
    for (ply, (action, chance_events)) in steps.enumerate() {
        if let Some(action) = action {
            let _ = game.apply_action(action, &mut NullSink);
        }
        for event in chance_events {
            let _ = game.apply_chance(event, &mut NullSink);
        }
        if wanted.next_if(|next| **next == ply).is_some() {
            frames.push(Frame::new(&game, action, style));
        }
        if wanted.peek().is_none() {
            break;
        }
    }
    let has_dice_row = frames.iter().any(|frame| frame.dice.is_some());
    frames.iter_mut().for_each(|frame| frame.has_dice_row = has_dice_row);
    frames
}

impl Frame {
    /// Creates the picture of a position. `last_move` is the last action.
    pub(super) fn new(game: &AnyGame, last_move: Option<&str>, style: FrameStyle) -> Frame {
        let board = BoardDrawing::of_game(game, style.viewer, style.bottom, last_move, style.language);
        // The renderer has no fonts, so labels would not be drawn.
        let board = BoardDrawing { coordinates: false, ..board };
        let dice = game.view(style.viewer).dice.filter(|dice| !dice.dice.is_empty());
        Frame { board, has_dice_row: dice.is_some(), dice, board_height: style.board_height }
    }

    /// Returns the width and the height in pixels.
    pub(super) fn size(&self) -> (u32, u32) {
        let height = f64::from(self.board_height);
        let row = if self.has_dice_row { height * DICE_ROW } else { 0.0 };
        (self.board.width(height).round() as u32, (height + row).round() as u32)
    }

    /// Draws the position.
    pub(super) fn to_svg(&self) -> String {
        let ((width, height), board_height) = (self.size(), f64::from(self.board_height));
        let mut svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"><rect width="{width}" height="{height}" fill="{PAPER}"/>{}"#,
            self.board.elements(0.0, 0.0, board_height)
        );
        if let Some(dice) = &self.dice {
            self.draw_dice(dice, &mut svg);
        }
        svg + "</svg>"
    }

    /// Draws the dice in the middle of their row. A used die is pale.
    fn draw_dice(&self, dice: &AnyDice, svg: &mut String) {
        let (board_height, (width, _)) = (f64::from(self.board_height), self.size());
        let row = board_height * DICE_ROW;
        let size = row * 0.8;
        let left = (f64::from(width) - row * dice.dice.len() as f64) / 2.0;
        for (index, (face, is_used, _)) in dice.dice.iter().enumerate() {
            let (x, y) = (left + row * (index as f64 + 0.1), board_height + row * 0.1);
            let opacity = if *is_used { 0.35 } else { 1.0 };
            let piece = AnyPiece { side: dice.owner, letter: face.letter.to_ascii_uppercase() };
            let art = match face.letter {
                '*' => WILD_STAR.to_owned(),
                '?' => String::new(),
                _ => piece_elements(self.board.grid.kind(), piece, PieceSets::default(), self.board.language),
            };
            let _ = write!(
                svg,
                r##"<g class="die" opacity="{opacity}" transform="translate({x:.1} {y:.1}) scale({:.4})"><rect x="1" y="1" width="98" height="98" rx="16" fill="#fdfaf3" stroke="#8a6134" stroke-width="3"/>{}</g>"##,
                size / 100.0,
                with_default_colors(&art)
            );
        }
    }
}

/// The face of a wild die.
const WILD_STAR: &str =
    r##"<path fill="#a8362a" d="M50 12 59 38 87 38 64 55 73 82 50 65 27 82 36 55 13 38 41 38Z"/>"##;
