use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_board::text::rules;
use yipan_board::{
    Block, Due, Example, Local, Opening, Outlook, Route, Run, Said, TOPICS, result, rulebook, spoken, status,
};
use yipan_rules::Seat;

use super::play::{is_heavy, seed};
use crate::app::Go;
use crate::board::Board;
use crate::page::page;
use crate::panel::{DicePanel, Typed};
use crate::stage::Stage;
use crate::{art, fetch};

/// The rules of a game or a mode, with boards to try them on.
#[component]
pub(crate) fn RulesPage(topic: String) -> impl IntoView {
    let page = page();
    let told = RwSignal::new(None::<Vec<Block>>);
    let failed = RwSignal::new(false);
    let topics = TOPICS.map(|(name, title)| {
        let current = (name == topic).then_some("page");
        view! {
            <li aria-current=current><Go to=Route::Rules(name.into())>{move || page.say(title)}</Go></li>
        }
    });
    Effect::new(move |_| {
        let language = page.language.get();
        let path = format!("/rules/{topic}.{language}.md");
        spawn_local(async move {
            let text = fetch::get(&path, language).await.unwrap_or_default();
            if page.language.try_get_untracked() != Some(language) {
                return;
            }
            let blocks = rulebook(&text, language);
            // Whatever is no page of rules does not begin like one.
            let is_page = matches!(blocks.first(), Some(Block::Title(_)));
            let _ = failed.try_set(!is_page);
            let _ = told.try_set(is_page.then_some(blocks));
        });
    });
    let body = move || match told.get() {
        Some(blocks) => blocks.into_iter().map(block).collect_view().into_any(),
        None if failed.get() => view! { <p role="alert">{page.say(rules::FAILED)}</p> }.into_any(),
        None => view! { <p>{page.say(rules::LOADING)}</p> }.into_any(),
    };
    view! {
        <div class="rules">
            <nav class="topics" aria-label=move || page.say(rules::TOPICS)><ul>{topics.collect_view()}</ul></nav>
            <article class="rulebook">{body}</article>
        </div>
    }
}

fn block(block: Block) -> AnyView {
    match block {
        Block::Title(runs) => view! { <h1>{text(runs)}</h1> }.into_any(),
        Block::Heading(runs) => view! { <h2>{text(runs)}</h2> }.into_any(),
        Block::Paragraph(runs) => view! { <p>{text(runs)}</p> }.into_any(),
        Block::List(items) => {
            let items = items.into_iter().map(|runs| view! { <li>{text(runs)}</li> }).collect_view();
            view! { <ul>{items}</ul> }.into_any()
        }
        Block::Board(example) => view! { <Trial example=*example/> }.into_any(),
    }
}

fn text(runs: Vec<Run>) -> Vec<AnyView> {
    let run = |run: Run| {
        let text = match run.term {
            true => view! { <span lang="zh">{run.text}</span> }.into_any(),
            false => run.text.into_any(),
        };
        match run.bold {
            true => view! { <b>{text}</b> }.into_any(),
            false => text,
        }
    };
    runs.into_iter().map(run).collect()
}

/// A small board on which one person plays both sides, each seen as its player would see it.
#[component]
fn Trial(example: Example) -> impl IntoView {
    let page = page();
    let Example { opening, caption } = example;
    let fresh = move || Local::start(Opening { seed: seed(), ..opening.clone() }).ok();
    let Some(local) = fresh() else { return ().into_any() };
    let (stage, quarter) = (Stage::new(local.grid(), local.view()), is_heavy(local.game()));
    let (local, note) = (RwSignal::new(local), RwSignal::new(Said::default()));
    let act = Callback::new(move |action: String| {
        let number = local.with_untracked(|local| local.acts().len());
        let done = local.try_update(|local| {
            let mut shown = local.act(&action)?;
            if let Due::Change(seat) = local.due() {
                local.sit(seat);
                shown.view = local.view();
            }
            Ok::<_, yipan_games::AnyError>(shown)
        });
        match done {
            Some(Ok(shown)) => {
                note.set(Said::default());
                let script = untrack(|| page.script());
                page.announce(local.with_untracked(|local| spoken(local, number, &shown.effects, script)));
                stage.show(shown);
            }
            Some(Err(error)) => note.set(Said::told(&error)),
            None => {}
        }
    });
    let reset = move |_| {
        if let Some(again) = fresh() {
            stage.jump(again.view(), Vec::new());
            local.set(again);
            note.set(Said::default());
        }
    };
    let kind = stage.grid.kind();
    let line = move || {
        let language = page.language.get();
        match local.with(Local::outcome).filter(|_| stage.view.with(|view| view.turn.is_none())) {
            Some(outcome) => result(kind, outcome, language),
            None => stage.view.with(|view| status(kind, view, language)),
        }
    };
    let outlook = Signal::derive(move || Outlook { below: Seat::First, quarter });
    view! {
        <figure class=format!("trial {}", kind.name())>
            <div class="trial-board"><Board stage outlook own=Signal::derive(|| None) on_act=act on_word=Callback::new(move |said| note.set(said))/></div>
            <figcaption>
                <p>{text(caption)}</p>
                <p class="line">{line}</p>
                <p class="note" role="alert">{move || page.read(note)}</p>
                <DicePanel stage on_act=act/>
                <Typed on_act=act/>
                <button type="button" data-do="reset" on:click=reset>
                    <span inner_html=art::UNDO></span>{move || page.say(rules::RESET)}
                </button>
            </figcaption>
        </figure>
    }
    .into_any()
}
