//! Courses: tasks solved by mouse and by keyboard, mistakes explained, progress, and without a server.

use fantoccini::key::Key;

use crate::in_browser;
use crate::support::browser::Browser;
use crate::support::server::Server;

/// Moves the focus to a cell.
async fn focus(browser: &Browser, cell: &str) {
    browser.wait_for(&format!("[data-cell={cell}]")).await;
    browser.run(&format!("document.querySelector('[data-cell={cell}]').focus()")).await;
}

#[test]
fn a_course_is_begun_with_the_mouse_and_continued_after_a_reload() {
    in_browser(async |browser: Browser| {
        browser.click(".learn-link").await;
        browser.wait_for_text("[data-course=chess] [data-progress]", "0 of 11").await;
        browser.screenshot("learn").await;
        browser.click("[data-course=chess] a.accent").await;
        browser.wait_for("[data-course-task=rook]").await;
        browser.play_move("a1", "a5").await;
        // The opponent replies, and the rook moves on.
        browser.wait_until("document.querySelector('[data-cell=g8]').ariaLabel.includes('king')").await;
        browser.play_move("a5", "e5").await;
        browser.wait_for("[data-task-state=solved]").await;
        browser.wait_for_text(".message", "open lines").await;
        browser.screenshot("learn-solved").await;
        browser.client.refresh().await.expect("a reload");
        browser.wait_for("[data-task=rook].solved").await;
        browser.open_path("learn").await;
        browser.wait_for_text("[data-course=chess] [data-progress]", "1 of 11").await;
        browser.click("[data-course=chess] a.accent").await;
        browser.wait_for("[data-course-task=bishop][data-task-state=solving]").await;
        // The way back through the history is the way through the tasks.
        browser.click("[data-do=next]").await;
        browser.wait_for("[data-course-task=queen]").await;
        browser.client.back().await.expect("an earlier page");
        browser.wait_for("[data-course-task=bishop]").await;
        browser
    });
}

#[test]
fn a_task_and_a_question_are_solved_with_the_keyboard() {
    in_browser(async |browser: Browser| {
        browser.open_path("learn/chess/11").await;
        focus(&browser, "d1").await;
        browser.key(Key::Enter).await;
        for _ in 0..7 {
            browser.key(Key::Up).await;
        }
        browser.key(Key::Enter).await;
        browser.wait_for("[data-task-state=solved]").await;
        browser.open_path("learn/xiangqi/3").await;
        focus(&browser, "d6").await;
        browser.key(Key::Enter).await;
        browser.wait_for_text(".message", "does not block").await;
        browser.key(Key::Right).await;
        browser.key(Key::Down).await;
        browser.key(Key::Enter).await;
        browser.wait_for("[data-task-state=solved]").await;
        browser
    });
}

#[test]
fn mistakes_illegal_moves_and_terms_are_explained() {
    in_browser(async |browser: Browser| {
        browser.open_path("learn/chess/6").await;
        browser.wait_for("[data-course-task=check]").await;
        browser.type_into(".move-input input", "a1a2\n").await;
        browser.wait_for_text(".message", "not attacked").await;
        assert_eq!(browser.piece_at("a1").await.as_deref(), Some("1R"));
        browser.run("document.querySelector('.move-input input').value = ''").await;
        browser.type_into(".move-input input", "a1b3\n").await;
        browser.wait_until("!document.querySelector('.message').textContent.includes('attacked')").await;
        assert!(!browser.text(".message").await.is_empty());
        // The first hint is a sentence, the second one the move.
        browser.click("[data-do=hint]").await;
        browser.wait_for_text(".message", "The black king is on e8").await;
        browser.click("[data-do=hint]").await;
        browser.wait_until("document.querySelectorAll('.highlights .hint').length == 2").await;
        browser.click("[data-instruction] [data-term]").await;
        browser.wait_for_text(".term-note:popover-open", "the next move must end that").await;
        browser.key(Key::Escape).await;
        browser.wait_until("!document.querySelector('.term-note:popover-open')").await;
        // The rules lead to the course, and show how each piece moves.
        browser.open_path("rules/xiangqi").await;
        browser.wait_until("document.querySelectorAll('.diagram svg').length == 7").await;
        browser.screenshot("rules-diagrams").await;
        browser.click(".course-link a").await;
        browser.wait_for("[data-course-task=chariot]").await;
        browser
    });
}

#[test]
fn courses_need_no_server_after_the_first_visit() {
    let _shared = crate::share_machine();
    crate::RUNTIME.block_on(async {
        let server = Server::start();
        let browser = Browser::open(&server.address).await;
        let kept = "const done = arguments[0]; navigator.serviceWorker.ready.then(async () => { \
            for (const file of ['/web_bg.wasm', '/courses/mines.txt', '/courses/dice.txt']) { \
                while (!await caches.match(file)) { await new Promise(then => setTimeout(then, 50)); } } done(true); })";
        browser.client.execute_async(kept, Vec::new()).await.expect("the courses are kept");
        drop(server);
        browser.open_path("learn").await;
        browser.click("[data-course=dice] a.accent").await;
        browser.wait_for("[data-course-task=one-die]").await;
        browser.play_move("g1", "f3").await;
        browser.wait_for("[data-task-state=solved]").await;
        browser.close_offline().await;
    });
}
