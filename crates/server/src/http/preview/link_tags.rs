//! The tags of a preview in the head of the page.

use std::fmt::Write;

use yipan_core::Language;

use super::board_svg::{HEIGHT, WIDTH};
use super::subject::Subject;
use super::texts;

/// Returns the page with the tags of a preview. Tags of the static page are replaced.
pub(super) fn with_link_tags(
    page: &str,
    subject: &Subject,
    page_url: &str,
    picture_url: &str,
    language: Language,
) -> String {
    let locale = language.choose("en_US", "zh_CN", "zh_TW");
    let mut tags = String::new();
    let mut tag = |attribute: &str, name: &str, content: &str| {
        let _ = writeln!(tags, r#"<meta {attribute}="{name}" content="{}">"#, escape(content));
    };
    tag("property", "og:site_name", texts::site_name(language));
    tag("property", "og:type", "website");
    tag("property", "og:locale", locale);
    tag("property", "og:title", &subject.title);
    tag("property", "og:description", &subject.description);
    tag("property", "og:url", page_url);
    tag("property", "og:image", picture_url);
    tag("property", "og:image:type", "image/png");
    tag("property", "og:image:width", &WIDTH.to_string());
    tag("property", "og:image:height", &HEIGHT.to_string());
    tag("name", "twitter:card", "summary_large_image");
    let page = without_link_tags(page);
    match page.split_once("</head>") {
        Some((head, body)) => format!("{head}{tags}</head>{body}"),
        None => page,
    }
}

/// Removes the preview tags that a page has already.
fn without_link_tags(page: &str) -> String {
    let (mut kept, mut rest) = (String::new(), page);
    while let Some(start) = rest.find("<meta ") {
        let (before, tag) = rest.split_at(start);
        let end = tag.find('>').map_or(tag.len(), |end| end + 1);
        let (tag, after) = tag.split_at(end);
        kept += before;
        let is_preview = tag.contains("\"og:") || tag.contains("\"twitter:");
        if !is_preview {
            kept += tag;
        }
        rest = if is_preview { after.strip_prefix('\n').unwrap_or(after) } else { after };
    }
    kept + rest
}

/// Escapes a text for an attribute. Names of players are text, never markup.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;

    use super::super::board_svg::BoardPicture;
    use super::*;

    #[test]
    fn the_tags_replace_those_of_the_page_and_escape_names() {
        let subject = Subject {
            title: "\"><script>".to_owned(),
            description: "5+3".to_owned(),
            board: BoardPicture { kind: GameKind::Chess, pieces: None, language: Language::English },
        };
        let page =
            "<head><meta charset=\"utf-8\">\n<meta property=\"og:title\" content=\"Home\">\n</head><body>";
        let page = with_link_tags(page, &subject, "http://a/room/X", "http://a/p.png", Language::English);
        assert!(page.contains("<meta charset=\"utf-8\">"));
        assert!(page.contains("<meta property=\"og:title\" content=\"&quot;&gt;&lt;script&gt;\">"), "{page}");
        assert!(page.contains("<meta property=\"og:image\" content=\"http://a/p.png\">"));
        assert!(!page.contains("Home") && !page.contains("<script>"));
        assert_eq!(page.matches("og:title").count(), 1);
    }
}
