use std::collections::HashMap;

/// The most colors of a GIF.
const MAX_COLORS: usize = 256;

/// A color without transparency.
pub(super) type Rgb = [u8; 3];

/// The colors of an animation.
///
/// The colors of a board are few and fill areas, and must not change; those between them only smooth edges. So the most
/// frequent ones are taken as they are, one of each group of similar ones, and the others become the nearest of them.
#[derive(Debug)]
pub(super) struct Palette {
    colors: Vec<Rgb>,
    /// The nearest color of those that were asked for.
    nearest: HashMap<Rgb, u8>,
    /// The last color that was asked for. Most pixels have the color of the one before.
    last: Option<(Rgb, u8)>,
}

impl Palette {
    /// Chooses the colors for pixels like these.
    pub(super) fn new(pixels: impl Iterator<Item = Rgb>) -> Palette {
        let mut counts: HashMap<Rgb, usize> = HashMap::new();
        let (mut run, mut length) = (None, 0);
        for color in pixels.map(Some).chain([None]) {
            if color != run {
                if let Some(color) = run {
                    *counts.entry(color).or_default() += length;
                }
                (run, length) = (color, 0);
            }
            length += 1;
        }
        let mut groups: HashMap<Rgb, (usize, usize, Rgb)> = HashMap::new();
        for (color, count) in counts {
            let (total, most, frequent) = groups.entry(color.map(|part| part >> 3)).or_default();
            *total += count;
            if (count, color) > (*most, *frequent) {
                (*most, *frequent) = (count, color);
            }
        }
        let mut colors: Vec<(usize, Rgb)> =
            groups.into_values().map(|(total, _, color)| (total, color)).collect();
        colors.sort_unstable_by(|a, b| b.cmp(a));
        colors.truncate(MAX_COLORS);
        let colors = colors.into_iter().map(|(_, color)| color).collect();
        Palette { colors, nearest: HashMap::new(), last: None }
    }

    /// Returns the colors in the form of a GIF.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colors.concat()
    }

    /// Returns the number of the color that is nearest to this one.
    pub(super) fn index(&mut self, color: Rgb) -> u8 {
        if let Some((last, index)) = self.last
            && last == color
        {
            return index;
        }
        let distance = |other: &Rgb| -> u32 {
            other.iter().zip(color).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        let colors = &self.colors;
        let index = *self.nearest.entry(color).or_insert_with(|| {
            let nearest = colors.iter().enumerate().min_by_key(|(_, other)| distance(other));
            nearest.map_or(0, |(index, _)| index as u8)
        });
        self.last = Some((color, index));
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_colors_are_kept_and_others_become_the_nearest() {
        let (wood, ink) = ([171, 119, 72], [42, 36, 32]);
        let edges = (0..=255).map(|step| [step, step / 2, 255 - step]);
        let areas = [wood, ink].into_iter().flat_map(|color| [color; 1000]);
        let mut palette = Palette::new(areas.chain(edges));
        let bytes = palette.bytes();
        assert!(bytes.len() <= 3 * MAX_COLORS);
        let mut color = |color: Rgb| {
            let index = usize::from(palette.index(color));
            [bytes[3 * index], bytes[3 * index + 1], bytes[3 * index + 2]]
        };
        assert_eq!((color(wood), color(ink), color([170, 120, 71])), (wood, ink, wood));
    }

    #[test]
    fn more_colors_than_fit_are_reduced() {
        let all = (0..64).flat_map(|r| (0..64).map(move |g| [r * 4, g * 4, r ^ g]));
        assert_eq!(Palette::new(all).bytes().len(), 3 * MAX_COLORS);
    }
}
