//! CSS variables in drawings.

/// The text before the name of a variable.
const OPENING: &str = "var(--";

/// Replaces the variables of a drawing file, such as `var(--ink)`, by the values of one piece or mark.
pub(crate) fn with_values<'a>(drawing: &str, value: impl Fn(&str) -> &'a str) -> String {
    let mut text = String::with_capacity(drawing.len() * 2);
    let mut rest = drawing;
    while let Some((before, after)) = rest.split_once(OPENING) {
        let (name, after) = after.split_once(')').unwrap_or((after, ""));
        text += before;
        text += value(name);
        rest = after;
    }
    text + rest
}

/// Replaces every variable by its fallback, for renderers that know no style sheets.
#[must_use]
pub fn with_default_colors(svg: &str) -> String {
    let mut text = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some((before, after)) = rest.split_once(OPENING) {
        let (variable, after) = split_at_closing(after);
        text += before;
        text += variable.split_once(',').map_or("none", |(_, fallback)| fallback.trim_start());
        rest = after;
    }
    text + rest
}

/// Splits a text at the parenthesis that closes it. A fallback such as `rgba(0,0,0,.5)` has its own.
fn split_at_closing(text: &str) -> (&str, &str) {
    let mut depth = 0_u32;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 => return (&text[..index], &text[index + 1..]),
            b')' => depth -= 1,
            _ => {}
        }
    }
    (text, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_become_their_fallbacks() {
        let svg = r##"<rect fill="var(--a, #123456)"/><g stroke="var(--b, rgba(1,2,3,.5))" fill="none"/>"##;
        let plain = r##"<rect fill="#123456"/><g stroke="rgba(1,2,3,.5)" fill="none"/>"##;
        assert_eq!(with_default_colors(svg), plain);
    }

    #[test]
    fn variables_of_a_file_become_values() {
        let value = |name: &str| if name == "ink" { "#000" } else { "#fff" };
        assert_eq!(with_values("a var(--ink) b var(--piece)", value), "a #000 b #fff");
    }
}
