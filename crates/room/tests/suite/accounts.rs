//! Guests who sign in to an account during a game.

use yipan_clock::Millis;
use yipan_core::Side;
use yipan_room::{CommandContext, CommandError, LogEntry, RoomEvent};
use yipan_wire::Command;

use crate::support::TestRoom;
use crate::support::script::{SEATED, check, config};

#[test]
fn a_guest_who_signs_in_keeps_the_seat_the_clock_and_the_offers() {
    let test = check(
        config("chess", "5+0", &[]),
        &format!(
            "{SEATED}
         0 ada start
         1000 ada e2e4
         2000 bob e7e5
         3000 bob offer draw
         > first Second offers Draw
         > spectator Second offers Draw
         5000 bob links ben
         > first the guest is ben
         > second the guest is ben
         > spectator the guest is ben
         6000 bob d7d6
         ! not-seated
         8000 ada g1f3
         > first First g1f3 (g1-f3 move) 294.000 300.000*
         > second First g1f3 (g1-f3 move) 294.000 300.000*
         > spectator First g1f3 (g1-f3 move) 294.000 300.000*
         9000 ben d7d6
         > first Second d7d6 (d7-d6 move) 294.000* 299.000
         > second Second d7d6 (d7-d6 move) 294.000* 299.000
         > spectator Second d7d6 (d7-d6 move) 294.000* 299.000
         9500 ada links ann
         > first the host is ann
         > second the host is ann
         > spectator the host is ann
         9600 ben disconnects
         > first Second disconnected
         > second Second disconnected
         > spectator Second disconnected"
        ),
    );
    assert_eq!(test.replayed(), test.states());
    assert_eq!(
        (test.room.host().id.as_str(), test.room.player(Side::Second)),
        ("ann", Some(&crate::support::player("ben")))
    );
}

#[test]
fn a_command_is_processed_once_even_if_its_sender_has_signed_in_meanwhile() {
    let mut test = TestRoom::started(config("chess", "inf", &[]), 7);
    let context = |user| CommandContext {
        user,
        id: "mine",
        seen: None,
        now: Millis(2000),
        lag: Millis::ZERO,
        waited: Millis::ZERO,
        aborted_before: 0,
    };
    let (ada, ann) = (crate::support::player("ada"), crate::support::player("ann"));
    let play = |action: &str| Command::Play { action: action.to_owned() };
    let played = test.room.decide(&context(&ada), &play("e2e4")).expect("a move");
    let seq = test.room.log().len() as u64;
    test.apply_all(played);
    let entries = test.room.link_account("ada", &ann, Millis(3000));
    test.apply_all(entries);
    assert_eq!(test.room.processed_command("ann", "mine", &play("e2e4")), Ok(Some(seq)));
    assert_eq!(test.room.processed_command("ann", "mine", &play("d2d4")), Err(CommandError::CommandIdReused));
    assert_eq!(test.room.processed_command("bob", "mine", &play("e2e4")), Ok(None));
    assert_eq!(test.room.linked_account("ada"), Some(&ann));
}

#[test]
fn an_account_cannot_take_both_seats() {
    let test = check(
        config("chess", "5+0", &[]),
        &format!(
            "{SEATED}
         0 ada start
         > spectator started, host First 300.000 300.000
         500 bob links ada
         600 eve links ann
         700 ada e2e4
         > spectator First e2e4 (e2-e4 move) 300.000 300.000"
        ),
    );
    assert_eq!(test.room.guest(), Some(&crate::support::player("bob")));
    let forged =
        RoomEvent::AccountLinked { guest_id: "bob".to_owned(), player: crate::support::player("ada") };
    let mut room = test.room.clone();
    let error = room
        .apply(LogEntry { at: Millis(800), command: None, event: forged })
        .expect_err("an account cannot play against itself");
    assert!(error.to_string().ends_with("`ada` cannot take the seat of `bob`"), "{error}");
}
