//! Tournaments, from their creation to the podium.

use crate::ratings::sign_up;
use crate::support::browser::Browser;
use crate::support::server::Server;
use crate::{RUNTIME, share_machine};

/// Waits until the page has led a player to their game, and returns whether they have the first side.
async fn wait_for_game(player: &Browser) -> bool {
    player.wait_for(".game .board").await;
    let status = player.evaluate("document.querySelector('[data-status]').textContent").await;
    status.as_str().is_some_and(|text| text.contains("Your move"))
}

/// Ends the running games of a round: the second side resigns. Then the page opens the next games, or all return to the
/// tournament.
async fn play_round(players: &[Browser], code: &str, is_last: bool) {
    let (mut second_sides, mut games) = (Vec::new(), Vec::new());
    for player in players {
        if !wait_for_game(player).await {
            second_sides.push(player);
        }
        games.push(player.evaluate("location.pathname").await);
    }
    assert_eq!(second_sides.len(), players.len() / 2, "two games are played");
    for player in second_sides {
        player.confirm("resign").await;
    }
    for (player, game) in players.iter().zip(games) {
        if is_last {
            player.click(".after-game a[href^='/tournament/'], .result-card a[href^='/tournament/']").await;
        }
        player.wait_until(&format!("location.pathname != {game}")).await;
        if is_last {
            let podium = format!("[data-tournament='{code}'][data-stage=finished] [data-list=podium]");
            player.wait_for(&format!("{podium} [data-place='1']")).await;
        }
    }
}

#[test]
fn four_players_are_led_from_the_creation_of_a_tournament_to_its_podium() {
    let _shared = share_machine();
    RUNTIME.block_on(async {
        let server = Server::start();
        let mut players = Vec::new();
        for name in ["Ada", "Bob", "Cleo", "Dan"] {
            let player = Browser::open(&server.address).await;
            sign_up(&player, name).await;
            players.push(player);
        }
        let ada = &players[0];
        ada.open_path("tournaments").await;
        ada.click("[data-do=new-tournament]").await;
        ada.click(".tournament-form [name=game] option[value=liuzichong]").await;
        ada.type_into("[name=tournament-name]", "Sunday cup").await;
        ada.click("[name=format] option[value=swiss]").await;
        ada.wait_for("[name=rounds]").await;
        ada.run("const field = document.querySelector('[name=rounds]'); field.value = '2'; field.dispatchEvent(new Event('input', {bubbles: true}))").await;
        ada.click("[name=clock] option[value='3+2']").await;
        ada.click("[name=start] option[value='0']").await;
        ada.screenshot_full_page("tournament-form").await;
        ada.set_device_size(390, 844).await;
        ada.screenshot_full_page("tournament-form-phone").await;
        ada.set_device_size(1280, 800).await;
        ada.click("[data-do=create-tournament]").await;
        ada.wait_for_text("[data-stage=upcoming] h1", "Sunday cup").await;
        let code = ada.evaluate("document.querySelector('[data-tournament]').dataset.tournament").await;
        let code = code.as_str().expect("a code").to_owned();

        // Another player finds it on the home page.
        players[1].open_path("").await;
        players[1].click(&format!("[data-list=tournaments] [data-tournament='{code}'] a")).await;
        for player in [2, 3] {
            players[player].open_path(&format!("tournament/{code}")).await;
        }
        for player in &players {
            player.wait_for_text("h1", "Sunday cup").await;
            player.click("[data-do=join-tournament]").await;
        }
        play_round(&players, &code, false).await;
        play_round(&players, &code, true).await;
        let ada = &players[0];
        let winner = ada.text("[data-place='1']").await;
        assert!(winner.contains('2'), "two wins: {winner}");
        let rows = "document.querySelectorAll('[data-list=standings] tbody tr').length == 4";
        ada.wait_until(rows).await;
        ada.wait_for("[data-link=trf]").await;
        ada.screenshot_full_page("tournament-podium").await;
        ada.set_device_size(390, 844).await;
        ada.screenshot_full_page("tournament-podium-phone").await;
        for (tag, word) in [("zh-Hans", "领奖台"), ("zh-Hant", "頒獎台")] {
            ada.click(&format!("select.language option[value='{tag}']")).await;
            ada.wait_for_text(".tournament h2", word).await;
        }
        for player in players {
            player.close().await;
        }
    });
}

/// Enters a value into a field, as a user does with the picker of the browser.
async fn fill(browser: &Browser, field: &str, value: &str) {
    browser
        .run(&format!(
            "const field = document.querySelector('{field}'); field.value = '{value}'; \
             field.dispatchEvent(new Event('input', {{ bubbles: true }}))"
        ))
        .await;
}

/// The value of a field for a date and time, this many days from now at noon, in the time zone of the browser.
fn noon_in(days: u32) -> String {
    format!(
        "(() => {{ const day = new Date(Date.now() + {days} * 86400000), two = number => String(number).padStart(2, '0'); \
         return `${{day.getFullYear()}}-${{two(day.getMonth() + 1)}}-${{two(day.getDate())}}T12:00`; }})()"
    )
}

#[test]
fn a_tournament_starts_at_a_local_time_and_is_changed_by_its_creator() {
    let _shared = share_machine();
    RUNTIME.block_on(async {
        let server = Server::start();
        let (ada, bob) = (Browser::open(&server.address).await, Browser::open(&server.address).await);
        sign_up(&ada, "Ada").await;
        sign_up(&bob, "Bob").await;
        ada.open_path("tournaments").await;
        ada.click("[data-do=new-tournament]").await;
        ada.type_into("[name=tournament-name]", "Noon cup").await;
        ada.click(".tournament-form [name=clock] option[value='3+2']").await;
        ada.type_into("[name=tournament-password]", "sesame").await;
        ada.click("[name=start] option[value=at]").await;
        ada.wait_for_text("#start-time-zone", "Your time zone: ").await;
        // Without a date there is nothing to create.
        fill(&ada, "[name=start-time]", "").await;
        ada.wait_until("document.querySelector('[data-do=create-tournament]').disabled").await;
        let noon = ada.evaluate(&noon_in(2)).await;
        let noon = noon.as_str().expect("a time").to_owned();
        fill(&ada, "[name=start-time]", &noon).await;
        ada.click("[data-do=create-tournament]").await;
        ada.wait_for_text("[data-stage=upcoming] h1", "Noon cup").await;
        let path = ada.evaluate("location.pathname").await;
        let path = path.as_str().expect("a path").trim_start_matches('/').to_owned();
        let start = "const done = arguments[arguments.length - 1]; fetch('/api' + location.pathname.replace('tournament', 'tournaments')) \
            .then(answer => answer.json()).then(state => done(state.summary.config.starts_at))";
        let starts_at = ada.client.execute_async(start, Vec::new()).await.expect("a tournament");
        assert_eq!(ada.evaluate(&format!("new Date('{noon}').getTime()")).await, starts_at);
        ada.wait_for_text(".tournament-progress", "12:00").await;

        // Another account cannot change it.
        bob.open_path(&path).await;
        bob.wait_for_text("[data-stage=upcoming] h1", "Noon cup").await;
        bob.wait_for("[data-do=join-tournament]").await;
        let has_button = "document.querySelector('[data-do=change-tournament]') != null";
        assert_eq!(bob.evaluate(has_button).await, false);
        ada.click("[data-do=change-tournament]").await;
        ada.wait_for("[data-form=change-tournament]").await;
        let shown = "document.querySelector('[name=start-time]').value";
        assert_eq!(ada.evaluate(shown).await, noon.as_str());
        let form = |field: &str| format!("[data-form=change-tournament] {field}");
        let clock = "document.querySelector('[data-form=change-tournament] [name=clock]').value";
        assert_eq!(ada.evaluate(clock).await, "3+2");
        fill(&ada, &form("[name=tournament-name]"), "Late cup").await;
        ada.click(&form("[name=format] option[value=swiss]")).await;
        ada.click(&form("[name=clock] option[value='5+3']")).await;
        ada.click(&form("[name=fog]")).await;
        ada.screenshot_full_page("tournament-change").await;
        ada.click("[data-do=save-tournament]").await;
        ada.wait_for_text("[data-stage=upcoming] h1", "Late cup").await;
        for part in ["Swiss, rounds: 5", "5+3", "Fog"] {
            ada.wait_for_text(".tournament", part).await;
        }
        // The form has the new options. Another game keeps the name and the clock.
        ada.click("[data-do=change-tournament]").await;
        ada.wait_until("document.querySelector('[data-form=change-tournament] [name=fog]').checked").await;
        fill(&ada, &form("[name=tournament-name]"), "Last cup").await;
        ada.click(&form("[name=game] option[value=xiangqi]")).await;
        ada.wait_until("document.querySelector('[data-form=change-tournament] [name=fog]') == null").await;
        assert_eq!(ada.evaluate(clock).await, "5+3");
        ada.click("[data-do=save-tournament]").await;
        ada.wait_for_text("[data-stage=upcoming] h1", "Last cup").await;
        ada.wait_for_text(".tournament", "Xiangqi").await;
        // Once another player has joined, the game stays.
        bob.type_into("[name=tournament-password]", "sesame").await;
        bob.click("[data-do=join-tournament]").await;
        bob.wait_for("[data-part=active]").await;
        ada.wait_until("document.querySelectorAll('[data-list=standings] tbody tr').length == 1").await;
        ada.click("[data-do=change-tournament]").await;
        ada.wait_for_text(&form("[data-fixed-game]"), "Players have joined for this game").await;
        assert_eq!(ada.evaluate("document.querySelector('[data-form=change-tournament] [name=game]')").await, serde_json::Value::Null);
        fill(&ada, &form("[name=tournament-name]"), "Final cup").await;
        ada.click("[data-do=save-tournament]").await;
        ada.wait_for_text("[data-stage=upcoming] h1", "Final cup").await;
        // The password and the start are as before.
        ada.wait_for_text(".tournament", "With password").await;
        assert_eq!(ada.client.execute_async(start, Vec::new()).await.expect("a tournament"), starts_at);
        for (tag, word) in [("zh-Hans", "修改比赛"), ("zh-Hant", "修改比賽")] {
            ada.click(&format!("select.language option[value='{tag}']")).await;
            ada.wait_for_text("[data-do=change-tournament]", word).await;
        }
        ada.close().await;
        bob.close().await;
    });
}

#[test]
fn a_spectator_sees_the_board_of_the_leading_game() {
    let _shared = share_machine();
    RUNTIME.block_on(async {
        let server = Server::start();
        let mut players = Vec::new();
        for name in ["Ada", "Bob"] {
            let player = Browser::open(&server.address).await;
            sign_up(&player, name).await;
            players.push(player);
        }
        let guest = Browser::open(&server.address).await;
        let ada = &players[0];
        ada.open_path("tournaments").await;
        ada.click("[data-do=new-tournament]").await;
        ada.type_into("[name=tournament-name]", "Open").await;
        ada.click("[name=format] option[value=swiss]").await;
        fill(ada, "[name=rounds]", "1").await;
        fill(ada, "[name=min-players]", "2").await;
        ada.click("[name=clock] option[value='3+2']").await;
        ada.click("[name=start] option[value='0']").await;
        ada.click("[data-do=create-tournament]").await;
        ada.wait_for_text("[data-stage=upcoming] h1", "Open").await;
        let path = ada.evaluate("location.pathname").await;
        let path = path.as_str().expect("a path").trim_start_matches('/').to_owned();
        players[1].open_path(&path).await;
        for player in &players {
            player.click("[data-do=join-tournament]").await;
        }
        let is_ada_first = wait_for_game(&players[0]).await;
        players[1].wait_for(".game .board").await;
        guest.open_path(&path).await;
        guest.wait_for("[data-leading-game] .spectated-board .board").await;
        guest.wait_for_text("[data-leading-game] figcaption", "Ada").await;
        players[usize::from(!is_ada_first)].play_move("e2", "e4").await;
        guest
            .wait_until("document.querySelector('.spectated-board [data-piece=\"1P\"][data-at=e4]') != null")
            .await;
        guest.screenshot_full_page("tournament-leading-game").await;
        guest.click("[data-leading-game] a").await;
        guest.wait_for(".game .board").await;
        guest.close().await;
        for player in players {
            player.close().await;
        }
    });
}

#[test]
fn an_arena_is_played_with_half_of_the_time_for_half_a_point_more() {
    let _shared = share_machine();
    RUNTIME.block_on(async {
        let server = Server::start();
        let (ada, bob) = (Browser::open(&server.address).await, Browser::open(&server.address).await);
        sign_up(&ada, "Ada").await;
        sign_up(&bob, "Bob").await;
        ada.open_path("tournaments").await;
        ada.click("[data-do=new-tournament]").await;
        ada.type_into("[name=tournament-name]", "Fast cup").await;
        ada.click(".tournament-form [name=game] option[value=chess]").await;
        ada.click("[name=format] option[value=arena]").await;
        ada.click("[name=allow-berserk]").await;
        fill(&ada, "[name=min-players]", "2").await;
        ada.click("[name=clock] option[value='3+2']").await;
        ada.click("[name=start] option[value='0']").await;
        ada.click("[data-do=create-tournament]").await;
        ada.wait_for_text("[data-stage=upcoming] h1", "Fast cup").await;
        ada.wait_for_text(".tournament", "Berserk").await;
        let path = ada.evaluate("location.pathname").await;
        let path = path.as_str().expect("a path").trim_start_matches('/').to_owned();
        bob.open_path(&path).await;
        for player in [&ada, &bob] {
            player.click("[data-do=join-tournament]").await;
        }
        let is_ada_first = wait_for_game(&ada).await;
        bob.wait_for(".game .board").await;
        let (first, second) = if is_ada_first { (&ada, &bob) } else { (&bob, &ada) };
        second.wait_for("[data-do=berserk]").await;
        first.confirm("berserk").await;
        let seconds_left = "[...document.querySelectorAll('[role=timer]')].some(clock => clock.textContent.includes('1:30'))";
        for player in [first, second] {
            player.wait_until(seconds_left).await;
        }
        first.wait_until("!document.querySelector('[data-do=berserk]')").await;
        first.screenshot("berserk").await;
        for file in "abcdefg".chars() {
            first.play_move(&format!("{file}2"), &format!("{file}3")).await;
            second.play_move(&format!("{file}7"), &format!("{file}6")).await;
        }
        // Their moves are made, so the time can no longer be given up.
        assert_eq!(second.evaluate("document.querySelector('[data-do=berserk]') == null").await, true);
        // The next game follows, so the standings are read beside the page.
        let read = format!(
            "window.points = []; setInterval(() => fetch('/api/{}').then(answer => answer.json()) \
             .then(state => window.points = state.standings.map(row => row.half_points)), 500)",
            path.replace("tournament/", "tournaments/")
        );
        first.run(&read).await;
        second.confirm("resign").await;
        first.wait_until("window.points.join() == '3,0'").await;
        ada.close().await;
        bob.close().await;
    });
}
