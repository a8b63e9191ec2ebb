//! The game as a full-screen terminal interface.

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

/// The interval at which the screen checks for the computer's move.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The length of the input line; a move or command is much shorter.
const MAX_INPUT_CHARS: usize = 200;

/// Plays until a player quits. The terminal is restored, also after an error.
pub(crate) fn run(session: &mut Session) -> Result<()> {
    let mut terminal = ratatui::try_init()?;
    let result = play(session, &mut terminal);
    ratatui::try_restore()?;
    result
}

/// A search for the computer's move on another thread.
struct RunningEngine {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<(Computer, Option<String>)>,
}

fn play(session: &mut Session, terminal: &mut ratatui::DefaultTerminal) -> Result<()> {
    let mut screen = Screen::default();
    let mut running_engine: Option<RunningEngine> = None;
    loop {
        if let Some(task) = session.take_engine_task() {
            let stop = Arc::new(AtomicBool::new(false));
            let stopped = Arc::clone(&stop);
            running_engine =
                Some(RunningEngine { stop, thread: std::thread::spawn(move || task.run(&stopped)) });
        }
        if let Some(done) = running_engine.take_if(|work| work.thread.is_finished()) {
            let (computer, action) = done.thread.join().expect("a search does not panic");
            session.finish_engine_task(computer, action);
            screen.message.clear();
        }
        terminal.draw(|frame| screen.draw(session, frame))?;
        if !event::poll(POLL_INTERVAL)? {
            continue;
        }
        let quits = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => screen.handle_key(key, session),
            Event::Paste(text) => {
                screen.input.extend(text.chars().filter(|c| !c.is_control()).take(MAX_INPUT_CHARS));
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

/// The input line and the message below the board.
#[derive(Debug, Default)]
struct Screen {
    input: String,
    message: Vec<String>,
}

impl Screen {
    /// Handles a key and returns whether the player quits.
    fn handle_key(&mut self, key: KeyEvent, session: &mut Session) -> bool {
        match key.code {
            KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => return true,
            KeyCode::Char(c) if self.input.chars().count() < MAX_INPUT_CHARS => self.input.push(c),
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
        let (files, ranks) = session.game().grid().size();
        let [above, below] =
            Layout::vertical([Constraint::Min(u16::from(ranks) + 3), Constraint::Length(10)])
                .areas(frame.area());
        let [left, right] =
            Layout::horizontal([Constraint::Length(2 * u16::from(files) + 8), Constraint::Min(16)])
                .areas(above);
        let title = format!(" {} ", session.game().kind());
        frame.render_widget(Paragraph::new(self.board(session)).block(Block::bordered().title(title)), left);
        let height = usize::from(right.height.saturating_sub(2));
        let log = session.move_log();
        let log = log[log.len().saturating_sub(height)..].join("\n");
        frame.render_widget(Paragraph::new(log).block(Block::bordered()), right);
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
        for (label, cells) in board_text::rows(session.game(), &view, session.bottom_side()) {
            let mut spans = vec![Span::styled(format!(" {label:>2} "), faint)];
            for cell in cells {
                let style = match cell.side {
                    Some(Side::First) => Style::new().add_modifier(Modifier::BOLD),
                    Some(Side::Second) => Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD),
                    None => faint,
                };
                let is_new = session.changed_cells().contains(&cell.cell);
                let style = if is_new { style.add_modifier(Modifier::REVERSED) } else { style };
                spans.push(Span::raw(" "));
                spans.push(Span::styled(cell.glyph.to_string(), style));
            }
            lines.push(Line::from(spans));
        }
        lines.push(Line::styled(
            format!("    {}", board_text::file_letters(session.game(), session.bottom_side())),
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
    use yipan_games::GameKind;
    use yipan_local_play::{LocalGame, LocalSetup, PlayerKind};

    use super::*;

    fn session(modes: &[&str]) -> Session {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        let defaults = LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 1);
        let local = LocalGame::start(LocalSetup { modes, ..defaults }).expect("a game");
        Session::new(local, Language::English)
    }

    fn type_line(screen: &mut Screen, session: &mut Session, text: &str) {
        for c in text.chars() {
            screen.handle_key(KeyCode::Char(c).into(), session);
        }
        screen.handle_key(KeyCode::Enter.into(), session);
    }

    fn shown(screen: &Screen, session: &Session, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal of this size");
        terminal.draw(|frame| screen.draw(session, frame)).expect("the backend draws");
        terminal.backend().to_string()
    }

    #[test]
    fn the_board_the_moves_and_the_errors_are_on_the_screen() {
        let (mut screen, mut session) = (Screen::default(), session(&[]));
        type_line(&mut screen, &mut session, "Nf3");
        type_line(&mut screen, &mut session, "Ke5");
        screen.handle_key(KeyCode::Char('e').into(), &mut session);
        let text = shown(&screen, &session, 80, 30);
        for part in ["1. Nf3", "1  R N B Q K B . R", "black to move", "> e", "`Ke5` is not possible"] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
        screen.handle_key(KeyCode::Backspace.into(), &mut session);
        assert_eq!(screen.input, "");
    }

    #[test]
    fn no_part_of_the_board_is_drawn_while_it_is_hidden() {
        let (mut screen, mut session) = (Screen::default(), session(&["fog"]));
        type_line(&mut screen, &mut session, "e2e4");
        assert!(shown(&screen, &session, 80, 30).contains("white e2e4"));
        type_line(&mut screen, &mut session, "");
        let text = shown(&screen, &session, 80, 30);
        assert!(
            !text.contains("e2e4") && !text.contains("R N B Q") && text.contains("board hidden"),
            "{text}"
        );
    }

    #[test]
    fn no_screen_is_too_small_and_no_text_too_long() {
        let (mut screen, mut session) = (Screen::default(), session(&["dice-a", "mines"]));
        for size in [(1, 1), (2, 40), (40, 2), (20, 10), (300, 100)] {
            shown(&screen, &session, size.0, size.1);
        }
        for c in "棋x".chars().cycle().take(1_000) {
            screen.handle_key(KeyCode::Char(c).into(), &mut session);
        }
        assert_eq!(screen.input.chars().count(), MAX_INPUT_CHARS);
        shown(&screen, &session, 30, 12);
        screen.handle_key(KeyCode::Esc.into(), &mut session);
        assert_eq!(screen.input, "");
    }

    #[test]
    fn control_c_and_the_word_quit_end_it() {
        let (mut screen, mut session) = (Screen::default(), session(&[]));
        assert!(screen.handle_key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL), &mut session));
        screen.input = "退出".to_owned();
        assert!(screen.handle_key(KeyCode::Enter.into(), &mut session));
    }
}
