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
use yipan_engine::computer::Computer;
use yipan_rules::Seat;

use super::session::{Heard, Session};
use crate::board;

/// How often the screen looks whether the computer has moved.
const BEAT: Duration = Duration::from_millis(50);
/// What is typed is a move or a word; more is a cat on the keyboard.
const LONGEST: usize = 200;

/// Plays until somebody quits; the terminal is as it was afterwards, also after a fault.
pub(crate) fn run(session: &mut Session) -> Result<()> {
    let mut terminal = ratatui::try_init()?;
    let result = play(session, &mut terminal);
    ratatui::try_restore()?;
    result
}

/// The computer at work on another thread.
struct AtWork {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<(Computer, Option<String>)>,
}

fn play(session: &mut Session, terminal: &mut ratatui::DefaultTerminal) -> Result<()> {
    let mut page = Page::default();
    let mut at_work: Option<AtWork> = None;
    loop {
        if let Some(thought) = session.ask() {
            let stop = Arc::new(AtomicBool::new(false));
            let stopped = Arc::clone(&stop);
            at_work = Some(AtWork { stop, thread: std::thread::spawn(move || thought.think(&stopped)) });
        }
        if let Some(done) = at_work.take_if(|work| work.thread.is_finished()) {
            let (computer, action) = done.thread.join().expect("a search does not panic");
            session.answer(computer, action);
            page.message.clear();
        }
        terminal.draw(|frame| page.draw(session, frame))?;
        if !event::poll(BEAT)? {
            continue;
        }
        let quits = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => page.press(key, session),
            Event::Paste(text) => {
                page.typed.extend(text.chars().filter(|c| !c.is_control()).take(LONGEST));
                false
            }
            _ => false,
        };
        if quits {
            if let Some(work) = at_work {
                work.stop.store(true, Ordering::Relaxed);
            }
            return Ok(());
        }
    }
}

/// What stands on the screen beside the game.
#[derive(Debug, Default)]
struct Page {
    typed: String,
    message: Vec<String>,
}

impl Page {
    /// Takes a key; whether it ends the game.
    fn press(&mut self, key: KeyEvent, session: &mut Session) -> bool {
        match key.code {
            KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => return true,
            KeyCode::Char(letter) if self.typed.chars().count() < LONGEST => self.typed.push(letter),
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::Esc => self.typed.clear(),
            KeyCode::Enter => match session.hear(&std::mem::take(&mut self.typed)) {
                Heard::Quit => return true,
                Heard::Said(lines) => self.message = lines,
                Heard::Changed => self.message.clear(),
            },
            _ => {}
        }
        false
    }

    fn draw(&self, session: &Session, frame: &mut Frame<'_>) {
        let (files, ranks) = session.game.size();
        let [above, below] =
            Layout::vertical([Constraint::Min(u16::from(ranks) + 3), Constraint::Length(10)])
                .areas(frame.area());
        let [left, right] =
            Layout::horizontal([Constraint::Length(2 * u16::from(files) + 8), Constraint::Min(16)])
                .areas(above);
        let title = format!(" {} ", session.game.kind());
        frame.render_widget(Paragraph::new(self.board(session)).block(Block::bordered().title(title)), left);
        let room = usize::from(right.height.saturating_sub(2));
        let journal = session.journal();
        let journal = journal[journal.len().saturating_sub(room)..].join("\n");
        frame.render_widget(Paragraph::new(journal).block(Block::bordered()), right);
        let mut lines: Vec<Line<'_>> = session.status().into_iter().map(Line::from).collect();
        lines.push(Line::from(format!("> {}", self.typed)));
        let row = below.y + lines.len() as u16 - 1;
        lines.extend(
            self.message.iter().map(|line| Line::styled(line.as_str(), Style::new().fg(Color::Yellow))),
        );
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), below);
        let column = 2 + Line::from(self.typed.as_str()).width() as u16;
        frame.set_cursor_position(Position::new(below.x + column.min(below.width.saturating_sub(1)), row));
    }

    fn board(&self, session: &Session) -> Vec<Line<'static>> {
        let Some(view) = session.view() else { return Vec::new() };
        let faint = Style::new().add_modifier(Modifier::DIM);
        let mut lines = Vec::new();
        for (label, tiles) in board::rows(&session.game, &view, session.below()) {
            let mut spans = vec![Span::styled(format!(" {label:>2} "), faint)];
            for tile in tiles {
                let style = match tile.seat {
                    Some(Seat::First) => Style::new().add_modifier(Modifier::BOLD),
                    Some(Seat::Second) => Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD),
                    None => faint,
                };
                let is_new = session.touched().contains(&tile.cell);
                let style = if is_new { style.add_modifier(Modifier::REVERSED) } else { style };
                spans.push(Span::raw(" "));
                spans.push(Span::styled(tile.sign.to_string(), style));
            }
            lines.push(Line::from(spans));
        }
        lines.push(Line::styled(format!("    {}", board::letters(&session.game, session.below())), faint));
        lines
    }
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use yipan_games::{AnyGame, GameKind, Options};
    use yipan_rules::Language;

    use super::*;
    use crate::play::session::Sitting;
    use yipan_engine::computer::Strength;

    fn session(modes: &[&str]) -> Session {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        let options = Options { modes, ..Options::default() };
        let game = AnyGame::start(GameKind::Chess, &options).expect("a game");
        Session::new(game, &options, Sitting::Two, Strength::Level(1), 1, Language::English)
    }

    fn press(page: &mut Page, session: &mut Session, text: &str) {
        for letter in text.chars() {
            page.press(KeyCode::Char(letter).into(), session);
        }
        page.press(KeyCode::Enter.into(), session);
    }

    fn shown(page: &Page, session: &Session, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
        terminal.draw(|frame| page.draw(session, frame)).expect("a page");
        terminal.backend().to_string()
    }

    #[test]
    fn the_board_the_moves_and_what_is_wrong_are_on_the_screen() {
        let (mut page, mut session) = (Page::default(), session(&[]));
        press(&mut page, &mut session, "Nf3");
        press(&mut page, &mut session, "Ke5");
        page.press(KeyCode::Char('e').into(), &mut session);
        let text = shown(&page, &session, 80, 30);
        for part in ["1. Nf3", "1  R N B Q K B . R", "black to move", "> e", "`Ke5` is not possible"] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
        page.press(KeyCode::Backspace.into(), &mut session);
        assert_eq!(page.typed, "");
    }

    #[test]
    fn nothing_of_the_board_is_drawn_while_it_is_hidden() {
        let (mut page, mut session) = (Page::default(), session(&["fog"]));
        press(&mut page, &mut session, "e2e4");
        assert!(shown(&page, &session, 80, 30).contains("white e2e4"));
        press(&mut page, &mut session, "");
        let text = shown(&page, &session, 80, 30);
        assert!(
            !text.contains("e2e4") && !text.contains("R N B Q") && text.contains("the board is hidden"),
            "{text}"
        );
    }

    #[test]
    fn no_screen_is_too_small_and_no_text_too_long() {
        let (mut page, mut session) = (Page::default(), session(&["dice-a", "mines"]));
        for size in [(1, 1), (2, 40), (40, 2), (20, 10), (300, 100)] {
            shown(&page, &session, size.0, size.1);
        }
        for letter in "棋x".chars().cycle().take(1_000) {
            page.press(KeyCode::Char(letter).into(), &mut session);
        }
        assert_eq!(page.typed.chars().count(), LONGEST);
        shown(&page, &session, 30, 12);
        page.press(KeyCode::Esc.into(), &mut session);
        assert_eq!(page.typed, "");
    }

    #[test]
    fn control_c_and_the_word_quit_end_it() {
        let (mut page, mut session) = (Page::default(), session(&[]));
        assert!(page.press(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL), &mut session));
        page.typed = "退出".to_owned();
        assert!(page.press(KeyCode::Enter.into(), &mut session));
    }
}
