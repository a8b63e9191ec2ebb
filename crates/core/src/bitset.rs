//! Macros for code that every game's crate would otherwise repeat.

/// Turns a tuple struct of one unsigned integer into a set with one bit per element.
///
/// Generates the operators `&`, `|`, `^`, `!` and their assignments, an iterator from the lowest element on,
/// and `Display` with the names of the elements. The set must have `EMPTY`, `ALL` and `first`, an element
/// must have `bit`.
#[macro_export]
macro_rules! bitset {
    ($set:ident of $element:ident, iterated by $iter:ident) => {
        $crate::bitset!($set, BitAnd bitand &, BitAndAssign bitand_assign &=);
        $crate::bitset!($set, BitOr bitor |, BitOrAssign bitor_assign |=);
        $crate::bitset!($set, BitXor bitxor ^, BitXorAssign bitxor_assign ^=);

        impl std::ops::Not for $set {
            type Output = $set;
            #[inline]
            fn not(self) -> $set {
                $set(!self.0 & $set::ALL.0)
            }
        }

        /// An iterator over the elements of a set, lowest first.
        #[derive(Clone, Copy, Debug)]
        pub struct $iter($set);

        impl Iterator for $iter {
            type Item = $element;

            #[inline]
            fn next(&mut self) -> Option<$element> {
                let element = self.0.first()?;
                self.0.0 &= self.0.0 - 1;
                Some(element)
            }
        }

        impl IntoIterator for $set {
            type Item = $element;
            type IntoIter = $iter;

            #[inline]
            fn into_iter(self) -> $iter {
                $iter(self)
            }
        }

        impl FromIterator<$element> for $set {
            fn from_iter<I: IntoIterator<Item = $element>>(elements: I) -> $set {
                elements.into_iter().fold($set::EMPTY, |set, element| set | element.bit())
            }
        }

        /// Writes the names of the elements with spaces between them, lowest first.
        impl std::fmt::Display for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                for (i, element) in self.into_iter().enumerate() {
                    write!(f, "{}{element}", if i == 0 { "" } else { " " })?;
                }
                Ok(())
            }
        }

        impl std::fmt::Debug for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{{{self}}}")
            }
        }
    };
    ($set:ident, $of:ident $by:ident $operator:tt, $assign:ident $assign_by:ident $assign_operator:tt) => {
        impl std::ops::$of for $set {
            type Output = $set;
            #[inline]
            fn $by(self, other: $set) -> $set {
                $set(self.0 $operator other.0)
            }
        }

        impl std::ops::$assign for $set {
            #[inline]
            fn $assign_by(&mut self, other: $set) {
                self.0 $assign_operator other.0;
            }
        }
    };
}
