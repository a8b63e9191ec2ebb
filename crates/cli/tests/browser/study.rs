//! Studies: on this device, in an account, and changed in two windows.

use std::fs;

use fantoccini::key::Key;
use serde_json::json;

use crate::ratings::sign_up;
use crate::sharing::wait_for_qr;
use crate::support::browser::Browser;
use crate::{in_browser, in_two_browsers};

const TWO_GAMES: &str = "[White \"Ada\"]\n[Black \"Bob\"]\n\n1. d4 d5 (1... Nf6 {Indian}) *\n\n\
    [White \"Cyd\"]\n[Black \"Dan\"]\n\n1. c4 *\n";

const ONE_GAME: &str = "[White \"Ada\"]\n[Black \"Bob\"]\n\n1. d4 d5 (1... Nf6 {Indian}) *\n";

/// Returns the titles of the chapters.
async fn titles(browser: &Browser) -> serde_json::Value {
    browser.evaluate("[...document.querySelectorAll('[data-chapter]')].map(button => button.innerText)").await
}

#[test]
fn a_guest_keeps_a_study_and_uploads_it_to_an_account() {
    in_browser(async |browser: Browser| {
        browser.open_path("studies").await;
        browser.type_into("[data-form=new-study] input", "Openings").await;
        browser.key(Key::Enter).await;
        browser.click("[data-do=new-chapter]").await;
        browser.wait_for(".game .board").await;
        browser.play_move("e2", "e4").await;
        browser.wait_for("[data-saved=saved]").await;
        let name = format!("yipan-study-{}.pgn", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, TWO_GAMES).expect("a file");
        browser.type_into("input[name=chapters]", path.to_str().expect("a path")).await;
        browser.wait_for_text("[data-import-notes]", "Chapters added: 2.").await;
        fs::remove_file(&path).expect("it is there");
        assert_eq!(titles(&browser).await, json!(["Chapter 1", "Ada – Bob", "Cyd – Dan"]));
        browser.click(".chapter-tools summary").await;
        browser.click("[data-do=chapter-up]").await;
        browser.wait_until("document.querySelectorAll('[data-chapter]')[1].innerText == 'Cyd – Dan'").await;
        browser.wait_for("[data-saved=saved]").await;
        // It is found again after a reload, with its moves.
        browser.client.refresh().await.expect("a reload");
        browser.wait_for(".chapters").await;
        assert_eq!(titles(&browser).await, json!(["Chapter 1", "Cyd – Dan", "Ada – Bob"]));
        // The address is that of the open chapter, so it is open again.
        browser
            .wait_until("document.querySelector('[aria-current][data-chapter]').innerText == 'Cyd – Dan'")
            .await;
        browser.wait_until("document.querySelector('.tree').innerText.includes('c4')").await;
        browser.click("[data-chapter]").await;
        browser.wait_until("document.querySelector('.tree').innerText.includes('e4')").await;
        browser.screenshot("study").await;
        sign_up(&browser, "Ada").await;
        browser.open_path("studies").await;
        browser.click("[data-do=upload-study]").await;
        browser.wait_until("/^\\/study\\/[0-9a-f]+$/.test(location.pathname)").await;
        browser.wait_for(".chapters [data-chapter]").await;
        assert_eq!(titles(&browser).await, json!(["Chapter 1", "Cyd – Dan", "Ada – Bob"]));
        browser
    });
}

#[test]
fn a_change_in_another_window_is_not_overwritten() {
    in_browser(async |browser: Browser| {
        sign_up(&browser, "Ada").await;
        browser.open_path("analysis/chess").await;
        browser.wait_for(".game .board").await;
        browser.play_move("d2", "d4").await;
        browser.click("[data-do=save-to-study]").await;
        browser.type_into("[name=study-title]", "Mine").await;
        browser.click("[data-do=add-to-study]").await;
        browser.wait_for("[data-saved-to]").await;
        browser.click("[data-saved-to] a").await;
        browser.wait_for(".chapters [data-chapter]").await;
        let change = "const done = arguments[arguments.length - 1]; (async () => { \
             const path = '/api/studies/' + location.pathname.split('/').pop(); \
             const study = await (await fetch(path)).json(); const chapter = study.chapters[0]; \
             const body = JSON.stringify({ ...chapter, title: 'Changed' }); \
             const answer = await fetch(`${path}/chapters/${chapter.id}`, { method: 'PUT', body, \
                 headers: { 'content-type': 'application/json' } }); return answer.status; })().then(done)";
        let status = browser.client.execute_async(change, Vec::new()).await.expect("an answer");
        assert_eq!(status, json!(204));
        browser.play_move("e2", "e4").await;
        browser.wait_for("[data-saved=conflict]").await;
        browser.expect_http_errors(&["409"]).await;
        browser.click("[data-do=reload-study]").await;
        browser.wait_until("document.querySelector('[data-chapter]')?.innerText == 'Changed'").await;
        browser.wait_until("document.querySelector('.tree').innerText.includes('d4')").await;
        browser
    });
}

/// Returns the title of the open chapter, as an expression.
const OPEN_CHAPTER: &str = "document.querySelector('[data-chapter][aria-current]')?.innerText";

#[test]
fn a_chapter_has_a_link_of_its_own() {
    in_browser(async |browser: Browser| {
        sign_up(&browser, "Ada").await;
        browser.open_path("studies").await;
        browser.type_into("[data-form=new-study] input", "Endings").await;
        browser.key(Key::Enter).await;
        for number in 1..=2 {
            browser.click("[data-do=new-chapter]").await;
            browser.wait_until(&format!("{OPEN_CHAPTER} == 'Chapter {number}'")).await;
        }
        browser.wait_until("/^\\/study\\/[0-9a-f]+\\/[0-9a-f]+$/.test(location.pathname)").await;
        let second = browser.evaluate("location.pathname").await;
        let second = second.as_str().expect("a path").trim_start_matches('/').to_owned();
        browser.click("[data-chapter]").await;
        browser.wait_until(&format!("{OPEN_CHAPTER} == 'Chapter 1'")).await;
        browser.open_path(&second).await;
        browser.wait_until(&format!("{OPEN_CHAPTER} == 'Chapter 2'")).await;
        assert_eq!(browser.text("[data-chapter-notice]").await, "");
        // A private study has no link to share.
        assert_eq!(
            browser.evaluate("!document.querySelector('[data-do=copy-chapter-link]')").await,
            json!(true)
        );
        browser.click(".study-settings summary").await;
        browser
            .run(
                "const select = document.querySelector('select[name=visibility]'); select.value = 'link'; \
                 select.dispatchEvent(new Event('change', { bubbles: true }))",
            )
            .await;
        browser.wait_for("[data-do=copy-chapter-link]").await;
        browser.click(".study-panel .page-qr summary").await;
        wait_for_qr(&browser, "location.pathname").await;
        for width in [360, 768, 1280] {
            browser.set_device_size(width, 800).await;
            browser
                .run("document.querySelector('.study-panel .page-qr').scrollIntoView({ block: 'center' })")
                .await;
            browser.screenshot(&format!("qr-chapter-{width}")).await;
        }
        browser.wait_for("[data-saved=saved]").await;
        // A chapter that was deleted: the first one is shown, and the reason is said.
        let study = second.rsplit_once('/').expect("a chapter").0;
        browser.open_path(&format!("{study}/0000")).await;
        browser.wait_for_text("[data-chapter-notice]", "This study has no such chapter.").await;
        browser.wait_until(&format!("{OPEN_CHAPTER} == 'Chapter 1'")).await;
        browser.screenshot("study-chapter-link").await;
        browser
    });
}

#[test]
fn the_editor_and_the_import_add_chapters_to_the_open_study() {
    in_browser(async |browser: Browser| {
        browser.open_path("studies").await;
        browser.type_into("[data-form=new-study] input", "Endings").await;
        browser.key(Key::Enter).await;
        browser.click("[data-do=new-chapter]").await;
        browser.wait_for(".game .board").await;
        browser.click("[data-do=edit]").await;
        browser.wait_for(".palette").await;
        browser
            .run(
                "const input = document.querySelector('input[name=position]'); \
                 input.value = '8/P6k/8/8/8/8/8/K7 w - - 0 1'; \
                 input.dispatchEvent(new Event('change', { bubbles: true }))",
            )
            .await;
        browser.click("[data-do=add-chapter]").await;
        browser.wait_until(&format!("{OPEN_CHAPTER} == 'Chapter 2'")).await;
        assert_eq!(browser.piece_at("a7").await.as_deref(), Some("1P"));
        browser.click(".import-export summary").await;
        browser
            .run(&format!("document.querySelector('textarea[name=import]').value = {}", json!(ONE_GAME)))
            .await;
        browser.click("[data-do=import]").await;
        browser.wait_until(&format!("{OPEN_CHAPTER} == 'Ada – Bob'")).await;
        browser.wait_until("document.querySelector('.tree').innerText.includes('d4')").await;
        browser.wait_for_text("[data-import-notes]", "Chapters added: 1.").await;
        browser.wait_until("location.pathname.startsWith('/study/local-')").await;
        assert_eq!(titles(&browser).await, json!(["Chapter 1", "Chapter 2", "Ada – Bob"]));
        browser
    });
}

/// Chooses who can see the open study.
async fn share_with(browser: &Browser, visibility: &str) {
    browser.click(".study-settings summary").await;
    let script = format!(
        "const select = document.querySelector('select[name=visibility]'); select.value = '{visibility}';
         select.dispatchEvent(new Event('change', {{ bubbles: true }}))"
    );
    browser.run(&script).await;
    browser.wait_for("[data-saved=saved]").await;
}

#[test]
fn a_public_study_is_listed_exported_and_not_changed_by_others() {
    in_two_browsers(async |owner: Browser, reader: Browser| {
        sign_up(&owner, "Ada").await;
        owner.open_path("studies").await;
        owner.type_into("[data-form=new-study] input", "Openings").await;
        owner.key(Key::Enter).await;
        owner.click("[data-do=new-chapter]").await;
        owner.wait_for(".game .board").await;
        owner.play_move("e2", "e4").await;
        owner.wait_for("[data-saved=saved]").await;
        share_with(&owner, "public").await;
        // The file is read where the browser is given it.
        let capture = "window.saved = ''; const create = URL.createObjectURL;
            URL.createObjectURL = blob => { blob.text().then(text => window.saved = text); return create.call(URL, blob); }";
        owner.run(capture).await;
        owner.click("[data-do=export-study]").await;
        owner.wait_until("window.saved.includes('1. e4')").await;

        reader.open_path("studies").await;
        reader.wait_for_text("[data-list=public]", "Openings").await;
        reader.wait_for_text("[data-list=public]", "Ada").await;
        assert_eq!(reader.evaluate("document.querySelector('[data-do=more-studies]')").await, json!(null));
        reader.click("[data-list=public] a").await;
        reader.wait_until("document.querySelector('.tree')?.innerText.includes('e4')").await;
        reader.wait_for_text("[data-study-panel]", "By Ada.").await;
        assert_eq!(
            reader.evaluate("document.querySelector('[data-do=new-chapter], [name=chapters]')").await,
            json!(null)
        );
        reader.click("[data-do=end]").await;
        reader.play_move("e7", "e5").await;
        reader.wait_until("document.querySelector('.tree').innerText.includes('e5')").await;
        reader.client.refresh().await.expect("a reload");
        reader.wait_until("document.querySelector('.tree')?.innerText.includes('e4')").await;
        assert_eq!(
            reader.evaluate("document.querySelector('.tree').innerText.includes('e5')").await,
            json!(false)
        );
        (owner, reader)
    });
}

#[test]
fn more_public_studies_are_listed_on_request() {
    in_browser(async |browser: Browser| {
        // The list of a server with 60 public studies.
        browser
            .run_before_pages(
                "const real = window.fetch; window.fetch = (request, ...rest) => {
                     const url = new URL(request.url ?? request, location.href);
                     if (url.pathname != '/api/studies') return real(request, ...rest);
                     const before = Number(url.searchParams.get('before') ?? 1000);
                     const ids = [...Array(60).keys()].map(index => 500 - index).filter(id => id < before).slice(0, 50);
                     const study = id => ({ id: `${id}`, title: `Study ${id}`, visibility: 'public', owner: 'Ada', chapters: 1, updated: id });
                     return Promise.resolve(new Response(JSON.stringify(ids.map(study)), { headers: { 'content-type': 'application/json' } }));
                 };",
            )
            .await;
        let count = "document.querySelectorAll('[data-list=public] li').length";
        browser.open_path("studies").await;
        browser.wait_until(&format!("{count} == 50")).await;
        browser.click("[data-do=more-studies]").await;
        browser.wait_until(&format!("{count} == 60")).await;
        browser.wait_until("document.querySelector('[data-do=more-studies]') == null").await;
        browser
    });
}
