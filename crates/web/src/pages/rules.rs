use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_board_svg::BoardDrawing;
use yipan_client::text::{common, learn, rules};
use yipan_client::{
    Block, BoardExample, Grid, LocalGame, LocalGameExt, LocalSetup, LocalizedText, MoveDiagram, Orientation,
    Route, Settings, TOPICS, WaitingFor, announce_move, find_course, outcome_text, parse_rulebook,
    status_text,
};
use yipan_core::Side;

use crate::board::Board;
use crate::board_view::BoardView;
use crate::browser::fetch;
use crate::context::use_app_context;
use crate::icons;
use crate::link::Link;
use crate::local_setup::random_seed;
use crate::panel::{DicePanel, MoveInput};
use crate::text_runs::text_runs;

/// The rules of a game or mode, with example boards.
#[component]
pub(crate) fn RulesPage(topic: String) -> impl IntoView {
    let context = use_app_context();
    let blocks = RwSignal::new(None::<Vec<Block>>);
    let failed = RwSignal::new(false);
    let topics = TOPICS.map(|(name, title)| {
        let current = (name == topic).then_some("page");
        view! {
            <li aria-current=current><Link to=Route::Rules(name.into())>{move || context.t(title)}</Link></li>
        }
    });
    let course = find_course(&topic).map(|course| {
        let to = Route::Course(course.topic.to_owned(), None);
        view! {
            <p class="course-link"><Link to class="button"><span inner_html=icons::PLAY></span>{move || context.t(learn::LEARN_STEP_BY_STEP)}</Link></p>
        }
    });
    Effect::new(move |_| {
        let language = context.language.get();
        let path = format!("/rules/{topic}.{language}.md");
        spawn_local(async move {
            let text = fetch::get(&path, language).await.unwrap_or_default();
            if context.language.try_get_untracked() != Some(language) {
                return;
            }
            let parsed = parse_rulebook(&text, language);
            // A response without a title is not a rules page.
            let is_page = matches!(parsed.first(), Some(Block::Title(_)));
            let _ = failed.try_set(!is_page);
            let _ = blocks.try_set(is_page.then_some(parsed));
        });
    });
    let body = move || match blocks.get() {
        Some(blocks) => blocks.into_iter().map(block).collect_view().into_any(),
        None if failed.get() => view! { <p role="alert">{context.t(rules::FAILED)}</p> }.into_any(),
        None => view! { <p>{context.t(rules::LOADING)}</p> }.into_any(),
    };
    view! {
        <div class="rules">
            <nav class="topics" aria-label=move || context.t(rules::TOPICS)><ul>{topics.collect_view()}</ul></nav>
            <article class="rulebook" aria-label=move || context.t(common::RULES)>{course}{body}</article>
        </div>
    }
}

fn block(block: Block) -> AnyView {
    match block {
        Block::Title(runs) => view! { <h1>{text_runs(runs)}</h1> }.into_any(),
        Block::Heading(runs) => view! { <h2>{text_runs(runs)}</h2> }.into_any(),
        Block::Paragraph(runs) => view! { <p>{text_runs(runs)}</p> }.into_any(),
        Block::List(items) => {
            let items = items.into_iter().map(|runs| view! { <li>{text_runs(runs)}</li> }).collect_view();
            view! { <ul>{items}</ul> }.into_any()
        }
        Block::Diagrams(diagrams) => {
            let diagrams = diagrams.into_iter().map(|diagram| view! { <Diagram diagram/> }).collect_view();
            view! { <div class="diagrams">{diagrams}</div> }.into_any()
        }
        Block::Board(example) => view! { <ExampleBoard example=*example/> }.into_any(),
    }
}

/// A picture of a piece with its moves, in the user's design.
#[component]
fn Diagram(diagram: MoveDiagram) -> impl IntoView {
    let context = use_app_context();
    let MoveDiagram { kind, pieces, from, destinations, caption } = diagram;
    let label = {
        let grid = Grid::new(kind);
        let names: Vec<String> = destinations.iter().map(|cell| grid.name(*cell)).collect();
        format!("{} → {}", grid.name(from), names.join(", "))
    };
    let picture = move || {
        let drawing = BoardDrawing {
            selected: Some(from),
            destinations: destinations.clone(),
            coordinates: false,
            piece_sets: context.settings.with(Settings::piece_sets),
            ..BoardDrawing::new(kind, pieces.clone(), context.language.get())
        };
        drawing.to_svg_without_gradients()
    };
    view! {
        <figure class=format!("diagram {}", kind.name())>
            <div role="img" aria-label=label inner_html=picture></div>
            <figcaption>{text_runs(caption)}</figcaption>
        </figure>
    }
}

/// A small board for both sides. Each turn is displayed as its player sees it.
#[component]
fn ExampleBoard(example: BoardExample) -> impl IntoView {
    let context = use_app_context();
    let BoardExample { setup, caption } = example;
    let new_game = move || LocalGame::start(LocalSetup { seed: random_seed(), ..setup.clone() }).ok();
    let Some(local) = new_game() else { return ().into_any() };
    let (board, rotated) = (BoardView::new(local.grid(), local.view()), local.game().has_gravity());
    let (local, message) = (RwSignal::new(local), RwSignal::new(LocalizedText::default()));
    let on_action = Callback::new(move |action: String| {
        let number = local.with_untracked(LocalGame::action_count);
        let result = local.try_update(|local| {
            let mut shown = local.play_and_show(&action)?;
            if let WaitingFor::ScreenHandover(side) = local.waiting_for() {
                local.set_viewing_side(side);
                shown.view = local.view();
            }
            Ok::<_, yipan_games::AnyGameError>(shown)
        });
        match result {
            Some(Ok(shown)) => {
                message.set(LocalizedText::default());
                let style = untrack(|| context.notation_style());
                context.announce(
                    local.with_untracked(|local| announce_move(local, number, &shown.effects, style)),
                );
                board.enqueue_step(shown);
            }
            Some(Err(error)) => {
                board.explaining_cells.set(error.explaining_cells());
                message.set(LocalizedText::from_message(&error));
            }
            None => {}
        }
    });
    let reset = move |_| {
        if let Some(again) = new_game() {
            board.set_now(again.view(), Vec::new());
            local.set(again);
            message.set(LocalizedText::default());
        }
    };
    let kind = board.grid.kind();
    let status = move || {
        let language = context.language.get();
        match local.with(LocalGame::outcome).filter(|_| board.view.with(|view| view.turn.is_none())) {
            Some(outcome) => outcome_text(kind, outcome, language),
            None => board.view.with(|view| status_text(kind, view, language)),
        }
    };
    let orientation = Signal::derive(move || Orientation { bottom: Side::First, rotated });
    view! {
        <figure class=format!("example {}", kind.name())>
            <div class="example-board"><Board board orientation own_side=Signal::derive(|| None) on_action on_message=Callback::new(move |text| message.set(text))/></div>
            <figcaption>
                <p>{text_runs(caption)}</p>
                <p class="status">{status}</p>
                <p class="message" role="alert">{move || context.localized(message)}</p>
                <DicePanel board on_action/>
                <MoveInput on_action move_count=Signal::derive(move || local.with(LocalGame::action_count))/>
                <button type="button" data-do="reset" on:click=reset>
                    <span inner_html=icons::UNDO></span>{move || context.t(rules::RESET)}
                </button>
            </figcaption>
        </figure>
    }
    .into_any()
}
