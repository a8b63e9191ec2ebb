use crate::Point;

/// Returns the point with this number, which is ten times the file plus the rank.
pub(super) const fn point_from_number(number: u8) -> Option<Point> {
    Point::from_coords(number / 10, number % 10)
}

/// Returns the number of a point.
pub(super) const fn number_of_point(point: Point) -> u8 {
    point.file() * 10 + point.rank()
}
