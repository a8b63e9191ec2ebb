//! Display names: which are allowed, and which are too similar to others.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};
use unicode_security::mixed_script::AugmentedScriptSet;
use unicode_security::skeleton as confusable_skeleton;

/// The most characters in a name.
pub(crate) const MAX_CHARACTERS: usize = 24;

/// The most combining marks on one letter; no script needs more.
const MAX_CONSECUTIVE_MARKS: usize = 3;

/// Names that could be mistaken for the server, its computer players, its staff or a deleted account, with or without a
/// number.
const RESERVED_NAMES: [&str; 13] = [
    "yipan",
    "弈盘",
    "弈盤",
    "computer",
    "电脑",
    "電腦",
    "admin",
    "administrator",
    "moderator",
    "system",
    "deleted user",
    "管理员",
    "管理員",
];

/// Returns the name in the form in which it is stored; `None` if no user may have it.
pub(crate) fn normalize(text: &str) -> Option<String> {
    // Composition merges at most a few characters into one, and compatibility characters become longer.
    if text.chars().count() > 4 * MAX_CHARACTERS {
        return None;
    }
    let is_space = |character: char| character.general_category() == GeneralCategory::SpaceSeparator;
    let spaced = text.chars().map(|character| if is_space(character) { ' ' } else { character });
    let name: String = spaced.nfkc().collect();
    let is_good = (1..=MAX_CHARACTERS).contains(&name.chars().count())
        && name.trim() == name
        && !name.contains("  ")
        && name.chars().all(is_visible)
        && has_few_marks(&name)
        && is_one_writing_system(&name);
    is_good.then_some(name)
}

/// Whether a character is visible or a space.
fn is_visible(character: char) -> bool {
    use GeneralCategory::{
        Control, EnclosingMark, Format, LineSeparator, ParagraphSeparator, PrivateUse, Surrogate, Unassigned,
    };
    // Letters, marks and symbols without a shape: fillers, joiners, variation selectors and the empty Braille cell.
    let is_shapeless = matches!(character,
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2800}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{1d159}' | '\u{e0100}'..='\u{e01ef}');
    let is_hidden = matches!(
        character.general_category(),
        Control
            | EnclosingMark
            | Format
            | LineSeparator
            | ParagraphSeparator
            | PrivateUse
            | Surrogate
            | Unassigned
    );
    !is_shapeless && !is_hidden
}

/// Whether every mark belongs to a letter, and no letter has too many.
fn has_few_marks(name: &str) -> bool {
    // A mark at the beginning would combine with the text before the name.
    let mut marks = MAX_CONSECUTIVE_MARKS;
    name.chars().all(|character| {
        marks = if is_combining_mark(character) { marks + 1 } else { 0 };
        marks <= MAX_CONSECUTIVE_MARKS
    })
}

/// Whether the letters belong to one script, or to Latin together with Chinese, Japanese or Korean.
fn is_one_writing_system(name: &str) -> bool {
    let letters = || name.chars().filter(|character| character.is_alphabetic());
    let set = |letters: &mut dyn Iterator<Item = char>| {
        letters.fold(AugmentedScriptSet::default(), |mut set, letter| {
            set.intersect_with(letter.into());
            set
        })
    };
    let other = set(&mut letters().filter(|letter| letter.script() != Script::Latin));
    !set(&mut letters()).is_empty() || other.hanb || other.jpan || other.kore
}

/// Returns the skeleton of a name (Unicode TR 39), ignoring case. Names that look alike have the same skeleton.
pub(crate) fn skeleton(name: &str) -> String {
    lowercase(confusable_skeleton(&fold_case(name)))
}

/// Returns the skeletons of a name with and without regard to case: `Iola` resembles both `iola` and `lola`.
pub(crate) fn skeletons(name: &str) -> [String; 2] {
    [skeleton(name), lowercase(confusable_skeleton(name))]
}

/// Whether a name is reserved, or is the name of a guest with another id.
pub(crate) fn is_reserved(name: &str, id: &str) -> bool {
    if name == guest_name(id) {
        return false;
    }
    let number = |character: char| character.is_numeric() || " -_.#".contains(character);
    let folded = fold_case(name);
    let plain: String =
        folded.trim_matches(number).nfd().filter(|character| !is_combining_mark(*character)).collect();
    let looks = skeletons(&plain);
    let is_like = |reserved: &&str| looks.contains(&skeleton(reserved));
    skeletons(name).iter().any(|name| name.starts_with("guest-")) || RESERVED_NAMES.iter().any(is_like)
}

/// Returns the name of a new guest.
pub(crate) fn guest_name(id: &str) -> String {
    format!("guest-{}", id.get(..4).unwrap_or(id))
}

fn fold_case(name: &str) -> String {
    lowercase(name.nfkc())
}

fn lowercase(characters: impl Iterator<Item = char>) -> String {
    characters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_pass_as_they_are() {
        for name in [
            "Ada",
            "ada lovelace",
            "O'Brien",
            "Jean-Luc",
            "X Æ A-12",
            "Ångström",
            "José",
            "Đặng Thị Hà",
            "Øyvind",
            "Zoë",
            "Łukasz",
            "李小龙",
            "李小龍",
            "小明2008",
            "Kevin王",
            "山田 太郎",
            "ゆき",
            "サクラ",
            "山田ハナコ",
            "김철수",
            "김Kim",
            "Иван Петров",
            "Ёлка",
            "Ελένη",
            "Γιώργος",
            "محمد",
            "דוד",
            "समीर",
            "สมชาย",
            "გიორგი",
            "Արամ",
            "·",
            "Player #1",
            "a.b_c",
            "「棋手」",
            "M. Carlsen!",
            "𠮷野家",
            "ㄅㄆㄇ",
        ] {
            assert_eq!(normalize(name).as_deref(), Some(name), "{name}");
            assert!(!is_reserved(name, "0123456789abcdef"), "{name}");
        }
    }

    #[test]
    fn names_are_composed_of_plain_characters_and_have_one_kind_of_space() {
        for (text, name) in [
            ("Jose\u{301}", "José"),
            ("山田\u{3000}太郎", "山田 太郎"),
            ("a\u{a0}b", "a b"),
            ("\u{1112}\u{1161}\u{11ab}", "한"),
            ("Ｋｅｖｉｎ７", "Kevin7"),
            ("（棋手）", "(棋手)"),
            ("ﬁn", "fin"),
            ("ｻｸﾗ", "サクラ"),
            ("①", "1"),
        ] {
            assert_eq!(normalize(text).as_deref(), Some(name));
        }
    }

    #[test]
    fn names_with_invisible_characters_are_rejected() {
        let long = "字".repeat(25);
        for name in [
            "",
            " ",
            "  ",
            " Ada",
            "Ada ",
            "a  b",
            "Ada\n",
            "a\u{0}b",
            "victim1\u{200b}",
            "vic\u{200d}tim",
            "\u{202e}mitciv",
            "a\u{2066}b",
            "vic\u{ad}tim",
            "\u{feff}Ada",
            "a\u{2028}b",
            "a\u{2029}b",
            "\u{115f}",
            "\u{1160}",
            "\u{3164}",
            "\u{ffa0}",
            "\u{2800}",
            "\u{2800}\u{2800}",
            "Ada\u{e0041}",
            "a\u{34f}b",
            "a\u{fe0f}",
            "\u{e000}",
            "\u{378}",
            "\u{10ffff}",
            "\u{3000}",
            "\u{301}a",
            "a\u{301}\u{302}\u{303}\u{304}\u{305}",
            "a\u{20dd}",
            &long,
        ] {
            assert_eq!(normalize(name), None, "{name:?}");
        }
        assert!(normalize(&"字".repeat(24)).is_some());
        assert_eq!(normalize(&"a".repeat(1_000_000)), None);
    }

    #[test]
    fn names_of_mixed_scripts_are_rejected() {
        // Cyrillic і, а, о; Greek ο, Α; Cherokee Ꭺ; Armenian օ; Cyrillic beside Han.
        for name in ["vіctim1", "Аda", "Yipаn", "Bοb", "Αda", "Ꭺda", "bօb", "李Иван", "ヤИ", "김Ж"]
        {
            assert_eq!(normalize(name), None, "{name}");
        }
    }

    #[test]
    fn names_that_look_alike_have_a_skeleton_in_common() {
        for (account, name) in [
            ("victim1", "Victim1"),
            ("victim1", "victiml"),
            ("victim1", "victirn1"),
            ("victim1", "ⅴictim1"),
            ("victim1", "ｖｉｃｔｉｍ１"),
            ("bob", "b0b"),
            ("lola", "IoIa"),
            ("ace", "асе"),
            ("a-b", "a\u{2010}b"),
        ] {
            assert!(skeletons(name).contains(&skeleton(account)), "{account} {name}");
        }
        for (account, name) in [("victim1", "victim2"), ("ada", "adam"), ("bob", "rob"), ("ann", "anna")] {
            assert!(!skeletons(name).contains(&skeleton(account)), "{account} {name}");
        }
    }

    #[test]
    fn names_of_computers_and_of_other_guests_are_reserved() {
        let id = "0123456789abcdef";
        for name in [
            "Yipan 3",
            "yipan",
            "YIPAN 10",
            "Yipan",
            "Yípán 3",
            "Yipan-3",
            "#1 Yipan",
            "Ｙｉｐａｎ　３",
            "YIPAN１",
            "弈盘",
            "弈盘 3",
            "弈盤3",
            "Computer",
            "computer 5",
            "电脑",
            "電腦2",
            "Admin",
            "adrnin",
            "guest-1234",
            "Guest-1234",
            "guest-0124",
            "guest\u{2010}1234",
            "deleted user",
            "Deleted User",
        ] {
            assert!(is_reserved(name, id), "{name}");
        }
        for name in ["guest-0123", "Yipanova", "guest", "Guesthouse", "Adam", "3"] {
            assert!(!is_reserved(name, id), "{name}");
        }
    }
}
