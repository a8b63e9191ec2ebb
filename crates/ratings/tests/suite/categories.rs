use yipan_core::{Language, Localize};
use yipan_games::{GameKind, GameOptions};
use yipan_ratings::{Category, RuleFamily, Speed, UnratedReason};

/// Returns the category of a game, whose options are written as in a record: a position, modes and rules.
fn category(game: &str, position: &str, modes: &[&str], rules: &[&str], clock: &str) -> String {
    let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
    let options = GameOptions {
        position: Some(position).filter(|text| !text.is_empty()).map(str::to_owned),
        modes: texts(modes),
        rules: texts(rules),
    };
    let kind: GameKind = game.parse().expect("a game");
    match Category::of(kind, &options, &clock.parse().expect("a clock")) {
        Ok(category) => category.to_string(),
        Err(reason) => format!("{reason:?}"),
    }
}

#[test]
fn a_category_is_the_family_of_rules_and_the_speed() {
    assert_eq!(category("chess", "", &[], &[], "3+2"), "chess.blitz");
    assert_eq!(category("chess", "startpos", &[], &["draws=automatic"], "3+2"), "chess.blitz");
    assert_eq!(category("chess", "chess960:7", &[], &[], "3+2"), "chess960.blitz");
    assert_eq!(category("chess", "chess960:518", &[], &[], "3+2"), "chess960.blitz");
    assert_eq!(category("chess", "", &["dice-a"], &[], "10+0"), "chess-dice-a.rapid");
    assert_eq!(category("chess", "", &["fog", "mines"], &[], "10+0"), "chess-mixed.rapid");
    assert_eq!(category("xiangqi", "", &[], &[], "10+0"), "xiangqi.rapid");
    assert_eq!(category("liuzichong", "", &[], &[], "1+0"), "liuzichong.bullet");
}

#[test]
fn other_rules_positions_and_clocks_are_not_rated() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(category("chess", fen, &[], &[], "3+2"), "CustomPosition");
    assert_eq!(category("chess", "", &[], &["draws=claimed"], "3+2"), "CustomRules");
    assert_eq!(category("chess", "chess960:7", &[], &["draws=claimed"], "3+2"), "CustomRules");
    assert_eq!(category("chess", "chess960:7", &["fog"], &[], "3+2"), "CustomPosition");
    assert_eq!(category("chess", "", &["dice-a"], &["dice=5"], "3+2"), "CustomRules");
    assert_eq!(category("chess", "", &["no such mode"], &[], "3+2"), "CustomRules");
    assert_eq!(category("xiangqi", "", &[], &["no-capture=off"], "3+2"), "CustomRules");
    assert_eq!(category("chess", "", &[], &[], "inf"), "NoClock");
    assert_eq!(category("chess", "", &[], &[], "5+3 v inf"), "NoClock");
    assert_eq!(category("chess", "", &[], &[], "5+3 v 1+0"), "UnequalClocks");
}

#[test]
fn the_speed_is_the_time_of_forty_moves_or_of_those_usual_in_the_game() {
    let speed = |game: GameKind, clock: &str| Speed::of(game, &clock.parse().expect("a clock"));
    for (clock, expected) in [
        ("2.99+0", Speed::Bullet),
        ("1+2", Speed::Bullet),
        ("1+3", Speed::Blitz),
        ("3+0", Speed::Blitz),
        ("5+4", Speed::Blitz),
        ("5d4", Speed::Blitz),
        ("8+0", Speed::Rapid),
        ("15+10", Speed::Rapid),
        ("15+15", Speed::Classical),
        ("10/30x3", Speed::Rapid),
        ("30s3", Speed::Bullet),
        ("359+0", Speed::Classical),
        ("360+0", Speed::Correspondence),
    ] {
        assert_eq!(speed(GameKind::Chess, clock), Some(expected), "{clock}");
    }
    // 45 moves, and 30.
    assert_eq!(speed(GameKind::Xiangqi, "5+4"), Some(Speed::Rapid));
    assert_eq!(speed(GameKind::Liuzichong, "1+3"), Some(Speed::Bullet));
    assert_eq!(speed(GameKind::Chess, "inf"), None);
}

#[test]
fn the_text_of_a_category_can_be_read_again() {
    for family in RuleFamily::ALL {
        assert!(family.key().starts_with(family.game_kind().name()), "{family}");
        for speed in Speed::ALL {
            let category = Category { family, speed };
            assert_eq!(category.to_string().parse(), Ok(category));
        }
    }
    for text in ["", "chess", "chess.", ".blitz", "chess.blitz.", "Chess.blitz", "chess.blitz\0"] {
        assert!(text.parse::<Category>().is_err(), "{text:?}");
    }
}

#[test]
fn every_reason_has_a_sentence_of_its_own_in_every_language() {
    let mut sentences: Vec<String> = UnratedReason::ALL
        .into_iter()
        .flat_map(|reason| Language::ALL.map(|language| reason.localize(language)))
        .collect();
    let count = sentences.len();
    sentences.sort();
    sentences.dedup();
    assert_eq!(sentences.len(), count);
}
