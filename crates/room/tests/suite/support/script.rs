//! Rooms played by scripts: who does what when, and what each audience receives.
//!
//! `MILLIS USER WORDS` sends a command; `ada` is the host, `bob` the guest, every other user is a spectator.
//! `MILLIS USER disconnects`, `reconnects` or `links ID` changes a connection or signs a guest in to an account.
//! `MILLIS time` lets time pass, `MILLIS restart` restarts the server, `MILLIS outage SINCE` ends an outage of the store.
//! `> AUDIENCE TEXT` is the next event of an audience, `! CODE` the error of the command.
//! Once a script names an audience, it must list every event that the audience receives.

use yipan_clock::Millis;
use yipan_record::Bytes32;
use yipan_wire::{Claim, Command, Offer, RoomConfig};

use super::{TestRoom, describe, player};

/// Returns settings in which the host has the first side.
pub(crate) fn config(game: &str, clock: &str, modes: &[&str]) -> RoomConfig {
    RoomConfig {
        clock: clock.to_owned(),
        host_side: yipan_wire::SidePreference::First,
        modes: modes.iter().map(|&mode| mode.to_owned()).collect(),
        ..RoomConfig::default_for(game)
    }
}

/// A script in which both players take their seats.
pub(crate) const SEATED: &str = "0 ada sit\n0 bob sit\n";

#[track_caller]
pub(crate) fn check(config: RoomConfig, script: &str) -> TestRoom {
    let mut test = TestRoom::open(config, 7);
    let mut seen = [1, 1, 1];
    let mut rejected = None;
    let mut watched = [false; 3];
    for (number, line) in (1..).zip(script.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(rest) = line.strip_prefix("> ") {
            let (audience, text) = rest.split_once(' ').expect("an audience and its event");
            let audience = ["first", "second", "spectator"]
                .iter()
                .position(|name| *name == audience)
                .expect("an audience");
            let received = test.received[audience].get(seen[audience]).map(describe);
            assert_eq!(received.as_deref(), Some(text), "line {number}: `{line}`");
            seen[audience] += 1;
            watched[audience] = true;
        } else if let Some(code) = line.strip_prefix("! ") {
            assert_eq!(rejected.take(), Some(code), "line {number}: `{line}`");
        } else {
            assert_eq!(rejected, None, "before line {number}: `{line}`");
            for audience in 0..3 {
                let unexpected =
                    test.received[audience][seen[audience]..].iter().map(describe).collect::<Vec<_>>();
                assert!(
                    !watched[audience] || unexpected.is_empty(),
                    "before line {number}, audience {audience}: {unexpected:?}"
                );
                seen[audience] = test.received[audience].len();
            }
            rejected = run_line(&mut test, line);
        }
    }
    assert_eq!(rejected, None, "at the end");
    test
}

fn run_line(test: &mut TestRoom, line: &str) -> Option<&'static str> {
    let mut words = line.splitn(3, ' ');
    let now = Millis(words.next().and_then(|word| word.parse().ok()).expect("a time"));
    let user = words.next().expect("a user");
    let rest = words.next().unwrap_or_default();
    match (user, rest) {
        ("time", _) => {
            let due = test.room.tick(now);
            test.apply_all(due);
            return None;
        }
        ("restart", _) => {
            let restarted = test.room.pause_after_restart(now);
            test.apply_all(restarted);
            return None;
        }
        ("outage", since) => {
            let ended = test.room.end_outage(Millis(since.parse().expect("a time")), now);
            test.apply_all(ended);
            return None;
        }
        (_, "disconnects" | "reconnects") => {
            let entries = test.room.change_presence(user, rest == "reconnects", now);
            test.apply_all(entries);
            return None;
        }
        _ => {}
    }
    let (verb, argument) = rest.split_once(' ').unwrap_or((rest, ""));
    if verb == "links" {
        let entries = test.room.link_account(user, &player(argument), now);
        test.apply_all(entries);
        return None;
    }
    let offer = || match argument {
        "draw" => Offer::Draw,
        "takeback" => Offer::Takeback,
        "rematch" => Offer::Rematch,
        other => panic!("no offer `{other}`"),
    };
    let byte = if user == "ada" { 1 } else { 2 };
    let command = match verb {
        "sit" => Command::Sit { contribution: Bytes32([byte; 32]).to_string() },
        "start" => Command::Start,
        "leave" => Command::Leave,
        "resign" => Command::Resign,
        "abort" => Command::Abort,
        "offer" => Command::Offer { offer: offer() },
        "accept" => Command::Accept { offer: offer() },
        "decline" => Command::Decline { offer: offer() },
        "withdraw" => Command::Withdraw { offer: offer() },
        "claim" => Command::Claim { claim: if argument == "win" { Claim::Win } else { Claim::Draw } },
        "chat" => Command::Chat { text: argument.to_owned() },
        _ => Command::Play { action: rest.to_owned() },
    };
    test.send(now, user, &command).err().map(|error| error.code().as_str())
}
