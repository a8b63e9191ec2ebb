//! The game on a screen: board, what was played, what may be typed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::Result;
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Position};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Wrap};
use yipan_core::Side;
use yipan_engine::computer::Computer;

use super::session::{InputResult, Session};
use crate::board_text;

/// How often the screen looks whether the computer has moved.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// What is typed is a move or a word; more is a cat on the keyboard.
const MAX_INPUT_CHARS: usize = 200;

/// Plays until somebody quits; the terminal is as it was afterwards, also after a fault.
pub(crate) fn run(session: &mut Session) -> Result<()> {
    let mut terminal = ratatui::try_init()?;
    let result = play(session, &mut terminal);
    ratatui::try_restore()?;
    result
}

/// The computer at work on another thread.
struct RunningEngine {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<(Computer, Option<String>)>,
}

fn play(session: &mut Session, terminal: &mut ratatui::DefaultTerminal) -> Result<()> {
    let mut page = Screen::default();
    let mut running_engine: Option<RunningEngine> = None;
    loop {
        if let Some(thought) = session.take_engine_task() {
            let stop = Arc::new(AtomicBool::new(false));
            let stopped = Arc::clone(&stop);
            running_engine =
                Some(RunningEngine { stop, thread: std::thread::spawn(move || thought.run(&stopped)) });
        }
        if let Some(done) = running_engine.take_if(|work| work.thread.is_finished()) {
            let (computer, action) = done.thread.join().expect("a search does not panic");
            session.finish_engine_task(computer, action);
            page.message.clear();
        }
        terminal.draw(|frame| page.draw(session, frame))?;
        if !event::poll(POLL_INTERVAL)? {
            continue;
        }
        let quits = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => page.handle_key(key, session),
            Event::Paste(text) => {
                page.input.extend(text.chars().filter(|c| !c.is_control()).take(MAX_INPUT_CHARS));
                false
            }
            _ => false,
        };
        if quits {
            if let Some(work) = running_engine {
                work.stop.store(true, Ordering::Relaxed);
            }
            return Ok(());
        }
    }
}

/// What stands on the screen beside the game.
#[derive(Debug, Default)]
struct Screen {
    input: String,
    message: Vec<String>,
}

impl Screen {
    /// Takes a key; whether it ends the game.
    fn handle_key(&mut self, key: KeyEvent, session: &mut Session) -> bool {
        match key.code {
            KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => return true,
            KeyCode::Char(letter) if self.input.chars().count() < MAX_INPUT_CHARS => self.input.push(letter),
            KeyCode::Backspace => {
                self.input.pop();
            }
            KeyCode::Esc => self.input.clear(),
            KeyCode::Enter => match session.handle_input(&std::mem::take(&mut self.input)) {
                InputResult::Quit => return true,
                InputResult::Message(lines) => self.message = lines,
                InputResult::Redraw => self.message.clear(),
            },
            _ => {}
        }
        false
    }

    fn draw(&self, session: &Session, frame: &mut Frame<'_>) {
        let (files, ranks) = session.game.board_size();
        let [above, below] =
            Layout::vertical([Constraint::Min(u16::from(ranks) + 3), Constraint::Length(10)])
                .areas(frame.area());
        let [left, right] =
            Layout::horizontal([Constraint::Length(2 * u16::from(files) + 8), Constraint::Min(16)])
                .areas(above);
        let title = format!(" {} ", session.game.kind());
        frame.render_widget(Paragraph::new(self.board(session)).block(Block::bordered().title(title)), left);
        let room = usize::from(right.height.saturating_sub(2));
        let journal = session.move_log();
        let journal = journal[journal.len().saturating_sub(room)..].join("\n");
        frame.render_widget(Paragraph::new(journal).block(Block::bordered()), right);
        let mut lines: Vec<Line<'_>> = session.status().into_iter().map(Line::from).collect();
        lines.push(Line::from(format!("> {}", self.input)));
        let row = below.y + lines.len() as u16 - 1;
        lines.extend(
            self.message.iter().map(|line| Line::styled(line.as_str(), Style::new().fg(Color::Yellow))),
        );
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), below);
        let column = 2 + Line::from(self.input.as_str()).width() as u16;
        frame.set_cursor_position(Position::new(below.x + column.min(below.width.saturating_sub(1)), row));
    }

    fn board(&self, session: &Session) -> Vec<Line<'static>> {
        let Some(view) = session.view() else { return Vec::new() };
        let faint = Style::new().add_modifier(Modifier::DIM);
        let mut lines = Vec::new();
        for (label, tiles) in board_text::rows(&session.game, &view, session.bottom_side()) {
            let mut spans = vec![Span::styled(format!(" {label:>2} "), faint)];
            for tile in tiles {
                let style = match tile.side {
                    Some(Side::First) => Style::new().add_modifier(Modifier::BOLD),
                    Some(Side::Second) => Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD),
                    None => faint,
                };
                let is_new = session.changed_cells().contains(&tile.cell);
                let style = if is_new { style.add_modifier(Modifier::REVERSED) } else { style };
                spans.push(Span::raw(" "));
                spans.push(Span::styled(tile.glyph.to_string(), style));
            }
            lines.push(Line::from(spans));
        }
        lines.push(Line::styled(
            format!("    {}", board_text::file_letters(&session.game, session.bottom_side())),
            faint,
        ));
        lines
    }
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use yipan_core::Language;
    use yipan_games::{AnyGame, GameKind, GameOptions};

    use super::*;
    use crate::play::session::Players;
    use yipan_engine::computer::Strength;

    fn session(modes: &[&str]) -> Session {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        let options = GameOptions { modes, ..GameOptions::default() };
        let game = AnyGame::start(GameKind::Chess, &options).expect("a game");
        Session::new(game, &options, Players::Two, Strength::Level(1), 1, Language::English)
    }

    fn type_line(page: &mut Screen, session: &mut Session, text: &str) {
        for letter in text.chars() {
            page.handle_key(KeyCode::Char(letter).into(), session);
        }
        page.handle_key(KeyCode::Enter.into(), session);
    }

    fn shown(page: &Screen, session: &Session, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
        terminal.draw(|frame| page.draw(session, frame)).expect("a page");
        terminal.backend().to_string()
    }

    #[test]
    fn the_board_the_moves_and_the_errors_are_on_the_screen() {
        let (mut page, mut session) = (Screen::default(), session(&[]));
        type_line(&mut page, &mut session, "Nf3");
        type_line(&mut page, &mut session, "Ke5");
        page.handle_key(KeyCode::Char('e').into(), &mut session);
        let text = shown(&page, &session, 80, 30);
        for part in ["1. Nf3", "1  R N B Q K B . R", "black to move", "> e", "`Ke5` is not possible"] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
        page.handle_key(KeyCode::Backspace.into(), &mut session);
        assert_eq!(page.input, "");
    }

    #[test]
    fn no_part_of_the_board_is_drawn_while_it_is_hidden() {
        let (mut page, mut session) = (Screen::default(), session(&["fog"]));
        type_line(&mut page, &mut session, "e2e4");
        assert!(shown(&page, &session, 80, 30).contains("white e2e4"));
        type_line(&mut page, &mut session, "");
        let text = shown(&page, &session, 80, 30);
        assert!(
            !text.contains("e2e4") && !text.contains("R N B Q") && text.contains("the board is hidden"),
            "{text}"
        );
    }

    #[test]
    fn no_screen_is_too_small_and_no_text_too_long() {
        let (mut page, mut session) = (Screen::default(), session(&["dice-a", "mines"]));
        for size in [(1, 1), (2, 40), (40, 2), (20, 10), (300, 100)] {
            shown(&page, &session, size.0, size.1);
        }
        for letter in "棋x".chars().cycle().take(1_000) {
            page.handle_key(KeyCode::Char(letter).into(), &mut session);
        }
        assert_eq!(page.input.chars().count(), MAX_INPUT_CHARS);
        shown(&page, &session, 30, 12);
        page.handle_key(KeyCode::Esc.into(), &mut session);
        assert_eq!(page.input, "");
    }

    #[test]
    fn control_c_and_the_word_quit_end_it() {
        let (mut page, mut session) = (Screen::default(), session(&[]));
        assert!(page.handle_key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL), &mut session));
        page.input = "退出".to_owned();
        assert!(page.handle_key(KeyCode::Enter.into(), &mut session));
    }
}
