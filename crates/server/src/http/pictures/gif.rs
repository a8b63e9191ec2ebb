//! A game as an animated GIF.

use std::time::{Duration, Instant};

use axum::body::Bytes;
use gif::{DisposalMethod, Encoder, Repeat};
use resvg::tiny_skia::Pixmap;

use super::drawing_error::DrawingError;
use super::frame::Frame;
use super::palette::{Palette, Rgb};
use super::raster;

/// The most positions of an animation. A longer game leaves some out.
const MAX_FRAMES: usize = 300;

/// The size from which on an animation leaves out positions.
pub(super) const MAX_GIF_BYTES: usize = 6 << 20;

/// The positions that decide the colors of all.
const PALETTE_FRAMES: usize = 6;

/// The part of the time in which the colors are chosen.
const PALETTE_TIME_SHARE: u32 = 4;

/// The time of a position, in hundredths of a second.
const FRAME_DELAY: u16 = 80;

/// The time of the last position, before the game begins again.
const LAST_DELAY: u16 = 300;

/// Returns the positions of a game with this number of actions that an animation shows: all, or as many as it may have.
/// The first and the last are always among them.
pub(super) fn shown_plies(plies: usize) -> Vec<usize> {
    let step = plies.div_ceil(MAX_FRAMES - 1).max(1);
    let mut shown: Vec<usize> = (0..plies).step_by(step).collect();
    shown.push(plies);
    shown
}

/// The bounds of an animation. It has fewer positions where it would pass them.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnimationLimits {
    /// The time that drawing may take. The last position may be added to it.
    pub(super) max_time: Duration,
    /// The size from which on positions are left out. One more and the last one may be added to it.
    pub(super) max_bytes: usize,
}

/// Draws an animation. All frames have the same size.
///
/// If drawing them all would take too long, or make the file too large, some are left out, evenly distributed; the first
/// and the last never are.
pub(super) fn encode(frames: &[Frame], limits: AnimationLimits) -> Result<Bytes, DrawingError> {
    let AnimationLimits { max_time, max_bytes } = limits;
    let started = Instant::now();
    let (width, height) = frames.first().ok_or(DrawingError::Invalid)?.size();
    let draw = |frame: &Frame| raster::pixels(&frame.to_svg(), width, height).ok_or(DrawingError::Invalid);
    let has_time = || started.elapsed() < max_time / PALETTE_TIME_SHARE;
    let mut palette = choose_palette(frames, draw, has_time)?;
    let size = |length: u32| u16::try_from(length).map_err(|_| DrawingError::Invalid);
    let (gif_width, gif_height) = (size(width)?, size(height)?);
    let mut encoder = Encoder::new(Vec::new(), gif_width, gif_height, &palette.bytes())
        .map_err(|_| DrawingError::Invalid)?;
    encoder.set_repeat(Repeat::Infinite).map_err(|_| DrawingError::Invalid)?;
    let mut previous: Option<Pixmap> = None;
    let (mut first_bytes, mut first_time) = (0, 0);
    let max_time = as_micros(max_time);
    for (index, frame) in frames.iter().enumerate() {
        let is_last = index + 1 == frames.len();
        // The first and the last are never left out.
        let is_optional = index > 0 && !is_last;
        let share = |first: usize, max: usize| allowed_before(index, frames.len(), first, max);
        let is_large = encoder.get_ref().len() > share(first_bytes, max_bytes);
        let is_late = as_micros(started.elapsed()) > share(first_time, max_time);
        if is_optional && (is_large || is_late) {
            continue;
        }
        let pixmap = draw(frame)?;
        let area = changed_area(previous.as_ref(), &pixmap);
        let delay = if is_last { LAST_DELAY } else { FRAME_DELAY };
        let written = gif::Frame {
            delay,
            dispose: DisposalMethod::Keep,
            left: size(area.left)?,
            top: size(area.top)?,
            width: size(area.width)?,
            height: size(area.height)?,
            buffer: area.pixels(&pixmap).map(|color| palette.index(color)).collect(),
            ..gif::Frame::default()
        };
        encoder.write_frame(&written).map_err(|_| DrawingError::Invalid)?;
        previous = Some(pixmap);
        if index == 0 {
            (first_bytes, first_time) = (encoder.get_ref().len(), as_micros(started.elapsed()));
        }
    }
    encoder.into_inner().map(Bytes::from).map_err(|_| DrawingError::Invalid)
}

/// Returns the size or the time that an animation may have reached before a frame: that of the first one, and this frame's
/// share of the rest.
const fn allowed_before(index: usize, count: usize, first: usize, max: usize) -> usize {
    first + max.saturating_sub(first) / count * index
}

fn as_micros(time: Duration) -> usize {
    usize::try_from(time.as_micros()).unwrap_or(usize::MAX)
}

/// Chooses the colors from some frames, evenly distributed: from the last one, and from others while there is time.
fn choose_palette(
    frames: &[Frame],
    draw: impl Fn(&Frame) -> Result<Pixmap, DrawingError>,
    has_time: impl Fn() -> bool,
) -> Result<Palette, DrawingError> {
    let step = frames.len().div_ceil(PALETTE_FRAMES).max(1);
    let mut samples = Vec::new();
    for frame in frames.iter().rev().step_by(step) {
        if samples.is_empty() || has_time() {
            samples.push(draw(frame)?);
        }
    }
    Ok(Palette::new(samples.iter().flat_map(|pixmap| pixmap.pixels().iter().map(rgb))))
}

/// Returns the color of a pixel. The pictures have no transparent ones.
fn rgb(pixel: &resvg::tiny_skia::PremultipliedColorU8) -> Rgb {
    [pixel.red(), pixel.green(), pixel.blue()]
}

/// A part of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Area {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

impl Area {
    /// Returns the colors of a picture in this area, row by row.
    fn pixels(self, pixmap: &Pixmap) -> impl Iterator<Item = Rgb> {
        let rows = pixmap.pixels().chunks(pixmap.width() as usize);
        let columns = self.left as usize..(self.left + self.width) as usize;
        let rows = rows.skip(self.top as usize).take(self.height as usize);
        rows.flat_map(move |row| row[columns.clone()].iter().map(rgb))
    }
}

/// Returns the area in which a picture differs from the one before: one pixel if it does not, because a frame cannot be
/// empty.
fn changed_area(previous: Option<&Pixmap>, next: &Pixmap) -> Area {
    let (width, height) = (next.width(), next.height());
    let Some(previous) = previous else { return Area { left: 0, top: 0, width, height } };
    let (mut left, mut right, mut top, mut bottom) = (width, 0, height, 0);
    // Whole rows are compared first: most are equal, and that is fast without optimization too.
    let (row, row_bytes) = (width as usize, 4 * width as usize);
    let rows = previous.pixels().chunks(row).zip(next.pixels().chunks(row));
    let bytes = previous.data().chunks(row_bytes).zip(next.data().chunks(row_bytes));
    for ((y, (before, after)), (old_bytes, new_bytes)) in (0..).zip(rows).zip(bytes) {
        if old_bytes == new_bytes {
            continue;
        }
        for (x, _) in (0..).zip(before.iter().zip(after)).filter(|(_, (before, after))| before != after) {
            (left, right) = (left.min(x), right.max(x));
        }
        (top, bottom) = (top.min(y), bottom.max(y));
    }
    if left > right {
        return Area { left: 0, top: 0, width: 1, height: 1 };
    }
    Area { left, top, width: right - left + 1, height: bottom - top + 1 }
}

#[cfg(test)]
mod tests {
    use yipan_core::{Language, NullSink, Side, Turn, Viewer};
    use yipan_games::{AnyGame, GameKind, GameOptions};

    use super::super::frame::FrameStyle;
    use super::*;

    #[test]
    fn a_long_game_is_shown_in_a_limited_number_of_positions() {
        for plies in [0, 1, 40, MAX_FRAMES - 1, MAX_FRAMES, 1_000, 5_999] {
            let shown = shown_plies(plies);
            assert!(shown.len() <= MAX_FRAMES, "{plies}: {}", shown.len());
            assert_eq!((shown[0], shown[shown.len() - 1]), (0, plies));
            assert!(shown.is_sorted_by(|a, b| a < b), "{plies}");
            assert!(plies >= MAX_FRAMES || shown.len() == plies + 1, "{plies}");
        }
    }

    fn style(board_height: u32) -> FrameStyle {
        FrameStyle { viewer: Viewer::Arbiter, bottom: Side::First, board_height, language: Language::English }
    }

    #[test]
    fn without_time_the_first_and_the_last_position_are_drawn() {
        let frames = long_game(GameKind::Xiangqi, &[], 60, 100);
        let drawn = |max_time| {
            let gif = encode(&frames, AnimationLimits { max_time, max_bytes: usize::MAX }).expect("a GIF");
            delays(&gif)
        };
        let few = drawn(Duration::ZERO);
        assert!((2..=3).contains(&few.len()) && few.ends_with(&[LAST_DELAY]), "{few:?}");
        assert_eq!(drawn(Duration::from_secs(600)).len(), 61);
    }

    #[test]
    fn short_games_of_every_kind_are_drawn_whole() {
        for kind in GameKind::ALL {
            let frames = long_game(kind, &[], 12, 100);
            let limits = AnimationLimits { max_time: Duration::from_secs(600), max_bytes: MAX_GIF_BYTES };
            let gif = encode(&frames, limits).expect("a GIF");
            assert!(gif.starts_with(b"GIF89a") && gif.len() < 1 << 20, "{kind}: {}", gif.len());
            assert_eq!(delays(&gif).len(), 13, "{kind}");
        }
    }

    /// Returns the displayed positions of a game of this length, whose moves are chosen by their number. A game that ends
    /// before begins again, so that the positions change to the last.
    fn long_game(kind: GameKind, modes: &[&str], plies: usize, board_height: u32) -> Vec<Frame> {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        let start = AnyGame::start(kind, &GameOptions { modes, ..GameOptions::default() }).expect("a game");
        let (mut game, mut last_move) = (start.clone(), None);
        let shown = shown_plies(plies);
        let mut frames = Vec::new();
        for ply in 0..=plies {
            while game.turn() == Turn::Chance {
                let outcomes = game.chance_outcomes();
                let (outcome, _) = &outcomes[ply % outcomes.len()];
                game.apply_chance(outcome, &mut NullSink).expect("a listed chance outcome is possible");
            }
            if shown.binary_search(&ply).is_ok() {
                frames.push(Frame::new(&game, last_move.as_deref(), style(board_height)));
            }
            let mut actions = game.actions();
            if actions.is_empty() {
                game = start.clone();
                last_move = None;
                continue;
            }
            let action = actions.swap_remove(ply * 13 % actions.len());
            game.apply_action(&action, &mut NullSink).expect("a listed action is legal");
            last_move = Some(action);
        }
        frames
    }

    fn delays(gif: &[u8]) -> Vec<u16> {
        let mut decoder = gif::DecodeOptions::new().read_info(gif).expect("a GIF");
        let mut delays = Vec::new();
        while let Some(frame) = decoder.next_frame_info().expect("a frame") {
            delays.push(frame.delay);
        }
        delays
    }

    #[test]
    fn the_size_of_an_animation_is_limited() {
        let frames = &long_game(GameKind::Chess, &[], 40, 100);
        let max_time = Duration::from_secs(600);
        let whole = encode(frames, AnimationLimits { max_time, max_bytes: usize::MAX }).expect("a GIF");
        let first = encode(&frames[..1], AnimationLimits { max_time, max_bytes: usize::MAX }).expect("a GIF");
        assert_eq!(delays(&whole).len(), 41);
        let max_bytes = first.len() + (whole.len() - first.len()) / 3;
        let small = encode(frames, AnimationLimits { max_time, max_bytes }).expect("a GIF");
        let most = max_bytes + 2 * first.len();
        assert!(small.len() <= most, "{} of {}, not {most}", small.len(), whole.len());
        assert!(small.len() < whole.len());
        let delays = delays(&small);
        assert!((3..=30).contains(&delays.len()), "{}", delays.len());
        assert_eq!((delays[0], delays[delays.len() - 1]), (FRAME_DELAY, LAST_DELAY));
    }

    /// Draws games of 500 moves a side: chess with a low limit, or with `YIPAN_LONG=1` all games as they are requested.
    /// `YIPAN_GIF_SECONDS` is the time that the server would give them.
    #[test]
    fn a_game_of_five_hundred_moves_stays_within_its_limits() {
        let is_long = std::env::var_os("YIPAN_LONG").is_some();
        let games: &[(GameKind, &[&str])] = if is_long {
            &[
                (GameKind::Chess, &[]),
                (GameKind::Chess, &["dice-b"]),
                (GameKind::Xiangqi, &[]),
                (GameKind::Liuzichong, &[]),
            ]
        } else {
            &[(GameKind::Chess, &[])]
        };
        let heights: &[u32] = if is_long { &[360, 480] } else { &[100] };
        let max_bytes = if is_long { MAX_GIF_BYTES } else { 32 << 10 };
        let seconds = yipan_testkit::environment::number("YIPAN_GIF_SECONDS");
        let max_time = Duration::from_secs(seconds.unwrap_or(600));
        for (kind, modes) in games {
            for height in heights {
                let frames = long_game(*kind, modes, 1_000, *height);
                let started = Instant::now();
                let limits = AnimationLimits { max_time, max_bytes };
                let gif = encode(&frames, limits).expect("a GIF");
                let (count, seconds) = (delays(&gif).len(), started.elapsed().as_secs_f64());
                println!(
                    "{} {modes:?}, {height} pixels: {count} of {} positions, {:.2} MiB, {seconds:.1} s",
                    kind.name(),
                    frames.len(),
                    gif.len() as f64 / f64::from(1 << 20),
                );
                assert!((2..=MAX_FRAMES).contains(&count), "{count}");
                // One position more and the last one may be added to the limit.
                let first = encode(&frames[..1], limits).expect("a GIF");
                assert!(gif.len() <= max_bytes + 2 * first.len(), "{}", gif.len());
            }
        }
    }

    #[test]
    fn only_the_changed_area_is_written() {
        let before = Pixmap::new(20, 10).expect("a size");
        let mut after = before.clone();
        assert_eq!(changed_area(Some(&before), &after), Area { left: 0, top: 0, width: 1, height: 1 });
        assert_eq!(changed_area(None, &after), Area { left: 0, top: 0, width: 20, height: 10 });
        let ink = resvg::tiny_skia::PremultipliedColorU8::from_rgba(9, 9, 9, 255).expect("a color");
        for (x, y) in [(3, 2), (8, 7)] {
            after.pixels_mut()[y * 20 + x] = ink;
        }
        assert_eq!(changed_area(Some(&before), &after), Area { left: 3, top: 2, width: 6, height: 6 });
    }
}
