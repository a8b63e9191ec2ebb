//! The rule pages as shipped.

use std::fs;
use std::path::{Path, PathBuf};

use yipan_client::{Block, LocalGame, TOPICS, parse_rulebook};
use yipan_core::Language;

fn rules_directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/site/rules")
}

fn page(topic: &str, language: Language) -> Vec<Block> {
    let path = rules_directory().join(format!("{topic}.{language}.md"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    parse_rulebook(&text, language)
}

#[test]
fn every_board_of_the_rules_can_be_played_on() {
    for (topic, _) in TOPICS {
        for language in Language::ALL {
            let mut boards = 0;
            for block in page(topic, language) {
                match block {
                    Block::Board(example) => {
                        let local = LocalGame::start(example.setup.clone()).unwrap_or_else(|error| {
                            panic!("{topic} in {language}: {error}: {:?}", example.setup)
                        });
                        assert!(!local.game().actions().is_empty(), "{topic} in {language}: {example:?}");
                        assert!(!example.caption.is_empty());
                        boards += 1;
                    }
                    Block::Paragraph(runs) => {
                        assert!(!runs[0].text.starts_with('{'), "{topic} in {language}: {runs:?}");
                    }
                    Block::Diagrams(diagrams) => assert!(!diagrams.is_empty(), "{topic} in {language}"),
                    Block::Title(_) | Block::Heading(_) | Block::List(_) => {}
                }
            }
            assert!(boards > 0, "{topic} in {language} has no board");
        }
    }
}

#[test]
fn the_three_languages_show_the_same_boards() {
    for (topic, _) in TOPICS {
        let boards = |language| {
            let boards = page(topic, language).into_iter().filter_map(|block| match block {
                Block::Board(example) => Some(example.setup),
                _ => None,
            });
            boards.collect::<Vec<_>>()
        };
        for language in Language::ALL {
            assert!(matches!(page(topic, language).first(), Some(Block::Title(_))), "{topic} in {language}");
            assert_eq!(boards(language), boards(Language::English), "{topic} in {language}");
        }
    }
}

#[test]
fn every_rule_page_is_a_topic() {
    for entry in fs::read_dir(rules_directory()).expect("the rules") {
        let name = entry.expect("a file").file_name().into_string().expect("a name");
        let topic = name.split('.').next().unwrap_or_default();
        assert!(TOPICS.iter().any(|(known, _)| *known == topic), "{name}");
    }
}
