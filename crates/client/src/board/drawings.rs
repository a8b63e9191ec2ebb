//! Arrows and circles that a user draws on the board.

use yipan_core::Cell;

/// The color of a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DrawingColor {
    /// Without a key.
    #[default]
    Green,
    /// With Shift.
    Red,
    /// With Alt.
    Blue,
    /// With Shift and Alt.
    Yellow,
}

impl DrawingColor {
    /// Returns the color for the keys that are held.
    #[must_use]
    pub const fn from_keys(shift: bool, alt: bool) -> DrawingColor {
        match (shift, alt) {
            (false, false) => DrawingColor::Green,
            (true, false) => DrawingColor::Red,
            (false, true) => DrawingColor::Blue,
            (true, true) => DrawingColor::Yellow,
        }
    }

    /// All colors.
    pub const ALL: [DrawingColor; 4] =
        [DrawingColor::Green, DrawingColor::Red, DrawingColor::Blue, DrawingColor::Yellow];

    /// Returns the letter of the color in the comments of PGN.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            DrawingColor::Green => 'G',
            DrawingColor::Red => 'R',
            DrawingColor::Blue => 'B',
            DrawingColor::Yellow => 'Y',
        }
    }

    /// Returns the name of the color, for the style sheet.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DrawingColor::Green => "green",
            DrawingColor::Red => "red",
            DrawingColor::Blue => "blue",
            DrawingColor::Yellow => "yellow",
        }
    }
}

/// An arrow between two cells, or a circle around one if both are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The cell at which the drawing began.
    pub from: Cell,
    /// The cell at which it ended.
    pub to: Cell,
    /// The color.
    pub color: DrawingColor,
}

impl Drawing {
    /// Whether this is a circle.
    #[must_use]
    pub fn is_circle(&self) -> bool {
        self.from == self.to
    }
}

/// The drawings on a board, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawings(Vec<Drawing>);

impl Drawings {
    /// Adds a drawing. The same one again is removed, and one in another color changes its color.
    pub fn toggle(&mut self, drawing: Drawing) {
        let is_same_place = |other: &Drawing| (other.from, other.to) == (drawing.from, drawing.to);
        match self.0.iter().position(is_same_place) {
            Some(index) if self.0[index].color == drawing.color => {
                self.0.remove(index);
            }
            Some(index) => self.0[index].color = drawing.color,
            None => self.0.push(drawing),
        }
    }

    /// Removes all drawings.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether there are no drawings.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the drawings.
    pub fn iter(&self) -> impl Iterator<Item = &Drawing> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A1: Cell = Cell { file: 0, rank: 0 };
    const B2: Cell = Cell { file: 1, rank: 1 };

    #[test]
    fn the_same_drawing_again_is_removed_and_another_color_replaces_it() {
        let mut drawings = Drawings::default();
        let green = Drawing { from: A1, to: B2, color: DrawingColor::Green };
        let red = Drawing { color: DrawingColor::Red, ..green };
        drawings.toggle(green);
        drawings.toggle(Drawing { to: A1, ..green });
        drawings.toggle(red);
        let circles: Vec<bool> = drawings.iter().map(Drawing::is_circle).collect();
        assert_eq!((circles, drawings.iter().next()), (vec![false, true], Some(&red)));
        drawings.toggle(red);
        assert_eq!(drawings.iter().count(), 1);
        drawings.clear();
        assert!(drawings.is_empty());
    }

    #[test]
    fn the_keys_choose_the_color() {
        let names = [(false, false), (true, false), (false, true), (true, true)]
            .map(|(shift, alt)| DrawingColor::from_keys(shift, alt).name());
        assert_eq!(names, ["green", "red", "blue", "yellow"]);
    }
}
