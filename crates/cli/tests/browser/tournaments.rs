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
