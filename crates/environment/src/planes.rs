//! Writing planes of bytes.

/// The planes of an observation, one after another.
pub(crate) struct Planes<'a> {
    bytes: &'a mut [u8],
    /// The cells of a plane.
    size: usize,
    next: usize,
}

impl<'a> Planes<'a> {
    /// Clears the bytes and starts with the first plane.
    pub(crate) fn new(bytes: &'a mut [u8], size: usize) -> Planes<'a> {
        bytes.fill(0);
        Planes { bytes, size, next: 0 }
    }

    /// Returns the next plane, which is empty; an empty slice after the last.
    fn take(&mut self) -> &mut [u8] {
        self.take_several(1)
    }

    /// Returns the next planes, which are empty; an empty slice if there are not so many.
    pub(crate) fn take_several(&mut self, count: usize) -> &mut [u8] {
        let start = self.next;
        self.next += count * self.size;
        self.bytes.get_mut(start..self.next).unwrap_or_default()
    }

    /// Marks cells on the next plane.
    pub(crate) fn cells(&mut self, cells: impl IntoIterator<Item = usize>) {
        self.values(cells.into_iter().map(|cell| (cell, 1)));
    }

    /// Writes values at cells of the next plane.
    pub(crate) fn values(&mut self, values: impl IntoIterator<Item = (usize, u8)>) {
        let plane = self.take();
        for (cell, value) in values {
            if let Some(byte) = plane.get_mut(cell) {
                *byte = value;
            }
        }
    }

    /// Fills the next plane with a value.
    pub(crate) fn fill(&mut self, value: u8) {
        let plane = self.take();
        if value != 0 {
            plane.fill(value);
        }
    }

    /// Fills the next plane with a truth value.
    pub(crate) fn flag(&mut self, is_set: bool) {
        self.fill(u8::from(is_set));
    }

    /// Fills the next plane with a count, at most 255.
    pub(crate) fn count(&mut self, count: usize) {
        self.fill(u8::try_from(count).unwrap_or(u8::MAX));
    }

    /// Whether all planes were written.
    pub(crate) const fn is_complete(&self) -> bool {
        self.next == self.bytes.len()
    }
}
