//! Rooms played by scripts: seats, offers, clocks and chat.

use yipan_clock::Millis;
use yipan_wire::{Command, Offer, RoomConfig, SpectatorPolicy};

use crate::support::TestRoom;
use crate::support::script::{SEATED, check, config};

#[test]
fn the_host_starts_when_both_players_are_seated() {
    check(
        config("chess", "5+3", &[]),
        "0 ada start
         ! opponent-missing
         0 ada sit
         > spectator ada seated as host
         0 bob sit
         > spectator bob seated
         0 eve sit
         ! seat-taken
         0 bob start
         ! not-host
         0 bob e2e4
         ! not-started
         9 ada start
         > spectator started, host First 300.000 300.000
         9 ada start
         ! already-started",
    );
}

#[test]
fn no_clock_runs_before_each_sides_first_move_and_a_turn_earns_its_increment() {
    check(
        config("chess", "5+3", &[]),
        &format!(
            "{SEATED}1000 ada start
             > first started, host First 300.000 300.000
             30000 ada e2e4
             > first First e2e4 (e2-e4 move) 300.000 300.000
             40000 ada d2d4
             ! not-your-turn
             50000 bob e7e5
             > first Second e7e5 (e7-e5 move) 300.000* 300.000
             52500 ada g1f3
             > first First g1f3 (g1-f3 move) 300.500 300.000*
             60000 bob e8e6
             ! illegal-action
             62500 bob b8c6
             > first Second b8c6 (b8-c6 move) 300.500* 293.000"
        ),
    );
}

#[test]
fn a_game_without_a_first_move_within_a_minute_is_aborted() {
    for moves in ["", "2000 ada e2e4\n"] {
        check(
            config("chess", "5+3", &[]),
            &format!(
                "{SEATED}1000 ada start\n{moves}60999 time\n62000 time\n> spectator no winner, aborted\n"
            ),
        );
    }
}

#[test]
fn a_flag_that_falls_loses() {
    check(
        config("chess", "1+0", &[]),
        &format!(
            "{SEATED}0 ada start
             0 ada e2e4
             0 bob e7e5
             > spectator Second e7e5 (e7-e5 move) 60.000* 60.000
             60000 ada g1f3
             ! out-of-time
             60100 time
             60600 time
             > spectator Second wins, timeout
             60700 ada g1f3
             ! game-over"
        ),
    );
}

#[test]
fn a_delay_costs_nothing_a_period_comes_back_and_a_turn_has_its_limit() {
    check(
        config("xiangqi", "5d3", &[]),
        &format!(
            "{SEATED}0 ada start\n0 ada h2e2\n0 bob h9g7
             2999 ada h0g2
             > first First h0g2 (h0-g2 move) 300.000 300.000*
             9999 bob i9h9
             > first Second i9h9 (i9-h9 move) 300.000* 296.000"
        ),
    );
    check(
        config("xiangqi", "0.1/20x3", &[]),
        &format!(
            "{SEATED}0 ada start\n0 ada h2e2\n0 bob h9g7
             7000 ada h0g2
             > first First h0g2 (h0-g2 move) 0.000x3 6.000x3*
             33000 bob i9h9
             > first Second i9h9 (i9-h9 move) 0.000x3* 0.000x2
             52999 ada i0h0
             > first First i0h0 (i0-h0 move) 0.000x3 0.000x2*
             93700 time
             > first First wins, timeout"
        ),
    );
    check(
        config("xiangqi", "10s30", &[]),
        &format!(
            "{SEATED}0 ada start\n0 ada h2e2\n0 bob h9g7\n30000 ada h0g2\n! out-of-time\n30700 time\n> first Second wins, timeout"
        ),
    );
}

#[test]
fn each_side_may_have_its_own_clock_or_none() {
    check(
        config("liuzichong", "inf v 1+2", &[]),
        &format!(
            "{SEATED}0 ada start\n0 ada a2b2\n0 bob a3b3
             90000 ada b2a2
             > first First b2a2 (b2-a2 move) 60.000*
             91000 bob b3a3
             > first Second b3a3 (b3-a3 move) 61.000"
        ),
    );
}

#[test]
fn an_offer_stands_until_it_is_answered_withdrawn_or_expires() {
    check(
        config("chess", "inf", &[]),
        &format!(
            "{SEATED}0 ada start
             1000 bob offer draw
             > first Second offers Draw
             1001 bob offer draw
             ! offer-too-soon
             5001 bob offer draw
             ! already-offered
             6000 ada decline draw
             > first Draw of Second declined
             9000 bob offer draw
             > first Second offers Draw
             9000 bob withdraw draw
             > first Draw of Second withdrawn
             9000 ada accept draw
             ! no-such-offer
             20000 bob offer draw
             > first Second offers Draw
             20001 ada e2e4
             > first First e2e4 (e2-e4 move)
             20002 ada accept draw
             ! no-such-offer
             30000 ada offer draw
             > first First offers Draw
             31000 bob offer draw
             > first no winner, agreement
             31000 bob accept draw
             ! no-such-offer"
        ),
    );
}

#[test]
fn a_takeback_returns_to_the_requesters_last_move_and_refunds_no_time() {
    check(
        config("chess", "5+0", &[]),
        &format!(
            "{SEATED}0 ada start\n0 bob offer takeback\n! nothing-to-take-back\n0 ada e2e4\n0 bob e7e5\n1000 ada g1f3
             3000 ada offer takeback
             > second First offers Takeback
             4000 bob accept takeback
             > second First took back 1 299.000* 297.000
             5000 ada f1c4
             > second First f1c4 (f1-c4 move) 298.000 297.000*
             6000 bob b8c6
             > second Second b8c6 (b8-c6 move) 298.000* 296.000
             6000 bob offer takeback\n> second Second offers Takeback\n6000 ada decline takeback\n> second Takeback of Second declined
             6000 bob offer takeback\n> second Second offers Takeback\n6000 ada decline takeback\n> second Takeback of Second declined
             6000 bob offer takeback\n> second Second offers Takeback\n6000 ada accept takeback
             > second Second took back 1 298.000 296.000*
             7000 bob b8c6\n> second Second b8c6 (b8-c6 move) 298.000* 295.000
             7000 bob offer takeback
             ! too-many-takebacks"
        ),
    );
}

#[test]
fn takebacks_are_disabled_where_they_would_reveal_secrets_or_reroll_dice() {
    for (mode, is_disabled) in [
        ("fog", true),
        ("dice-b", true),
        ("dice-a", true),
        ("mines", true),
        ("portals", true),
        ("gravity", false),
    ] {
        let mut test = TestRoom::started(config("chess", "inf", &[mode]), 3);
        let action = test.states()[0].view.as_ref().expect("a board").actions[0].clone();
        test.send(Millis(2000), "ada", &Command::Play { action }).expect(mode);
        let asked = test.send(Millis(2000), "ada", &Command::Offer { offer: Offer::Takeback });
        assert_eq!(asked.is_err(), is_disabled, "{mode}");
    }
}

#[test]
fn an_abandoned_game_may_be_claimed_after_a_minute() {
    check(
        config("chess", "inf", &[]),
        &format!(
            "{SEATED}0 ada start\n0 ada e2e4\n0 bob e7e5
             1000 ada claim win
             ! opponent-connected
             2000 bob disconnects
             > first Second disconnected
             2000 bob disconnects
             30000 ada claim win
             ! claim-too-early
             40000 bob reconnects
             > first Second reconnected
             50000 bob disconnects
             > first Second disconnected
             100000 ada claim win
             ! claim-too-early
             110000 ada claim draw
             > first no winner, abandonment"
        ),
    );
}

#[test]
fn a_game_abandoned_before_both_have_moved_is_aborted() {
    let script =
        "0 ada start\n1 bob disconnects\n> first Second disconnected\n50000 ada e2e4\n> first First e2e4 (e2-e4 move)
        60001 ada claim win\n> first no winner, aborted";
    check(config("chess", "inf", &[]), &format!("{SEATED}{script}"));
}

#[test]
fn leaving_aborts_before_both_have_moved_and_resigns_after() {
    check(
        config("chess", "inf", &[]),
        &format!("{SEATED}0 ada start\n0 ada e2e4\n1 bob leave\n> spectator no winner, aborted"),
    );
    check(
        config("chess", "inf", &[]),
        &format!(
            "{SEATED}0 ada start\n0 ada e2e4\n1 bob e7e5\n1 ada abort\n! too-late-to-abort\n2 bob leave\n> spectator First wins, resignation"
        ),
    );
    check(
        config("chess", "inf", &[]),
        "0 bob sit\n0 bob leave\n> spectator left seat\n0 ada leave\n> spectator no winner, aborted",
    );
}

#[test]
fn resigning_loses_on_either_sides_turn() {
    check(
        config("chess", "inf", &[]),
        &format!("{SEATED}0 ada start\n1 ada resign\n> spectator Second wins, resignation"),
    );
    check(
        config("chess", "inf", &[]),
        &format!(
            "{SEATED}0 ada start\n1 bob resign\n> spectator First wins, resignation\n2 eve resign\n! game-over"
        ),
    );
}

#[test]
fn a_rematch_needs_both_players() {
    check(
        config("chess", "inf", &[]),
        &format!(
            "{SEATED}0 ada start
             0 ada offer rematch
             ! game-not-over
             1 ada resign
             > spectator Second wins, resignation
             2 eve offer rematch
             ! not-seated
             2 ada offer rematch
             > spectator First offers Rematch
             3 bob accept rematch
             > spectator rematch
             4 bob offer rematch
             ! already-offered"
        ),
    );
}

#[test]
fn an_unused_room_ends_after_half_an_hour() {
    check(
        config("chess", "inf", &[]),
        "5000 ada sit\n1804999 time\n1805000 time\n> spectator no winner, aborted",
    );
}

#[test]
fn a_restart_is_charged_to_neither_side() {
    check(
        config("chess", "5+0", &[]),
        &format!(
            "{SEATED}0 ada start\n0 ada e2e4\n0 bob e7e5
             10000 bob chat hm
             > second BOB: hm
             900000 restart
             > second paused, disconnected [First, Second] 290.000 300.000
             905000 bob reconnects
             > second Second reconnected 290.000 300.000
             910000 ada reconnects
             > second First reconnected 290.000* 300.000
             911000 ada g1f3
             > second First g1f3 (g1-f3 move) 289.000 300.000*
             912000 restart
             > second paused, disconnected [First, Second] 289.000 300.000
             941999 time
             942000 time
             > second resumed 289.000 300.000*
             943000 bob reconnects
             > second Second reconnected 289.000 299.000*"
        ),
    );
}

#[test]
fn players_do_not_receive_spectator_chat_during_the_game() {
    check(
        config("chess", "inf", &[]),
        &format!(
            "0 eve chat hello
             {SEATED}0 ada start
             5 eve chat take the rook
             > first -
             > second -
             > spectator EVE: take the rook
             6 ada chat thanks
             > first ADA: thanks
             > second ADA: thanks
             > spectator ADA: thanks
             7 ada chat \u{7}
             ! bad-chat-message"
        ),
    );
}

#[test]
fn spectators_may_be_some_moves_behind() {
    let delayed = RoomConfig { spectators: SpectatorPolicy::Delay(2), ..config("chess", "inf", &[]) };
    check(
        delayed,
        &format!(
            "{SEATED}0 ada start
             > spectator started, host First
             1 ada e2e4
             2 bob e7e5
             3 ada g1f3
             > spectator First e2e4 (e2-e4 move)
             4 ada resign
             > spectator Second e7e5 (e7-e5 move)
             > spectator First g1f3 (g1-f3 move)
             > spectator Second wins, resignation"
        ),
    );
}

#[test]
fn in_fog_each_side_sees_what_its_pieces_see_and_everything_at_the_end() {
    check(
        config("chess", "inf", &["fog"]),
        &format!(
            "{SEATED}0 ada start
             > first started, host First
             > second started, host First
             > spectator started, host First
             1 ada e2e4
             > first First e2e4 (e2-e4 move)
             > second First ?
             > spectator First ?
             2 bob d7d5
             > first Second ? (+d5 P)
             > second Second d7d5 (d7-d5 move, +e4 P)
             > spectator Second ?
             3 ada e4d5
             > first First e4d5 (xd5 capture, e4-d5 move)
             > second First ? (xd5 capture, -e4, +d5 P)
             > spectator First ?
             4 bob resign
             > first First wins, resignation
             > second First wins, resignation
             > spectator First wins, resignation"
        ),
    );
}
