//! Macros for code that every game's crate would otherwise repeat.

/// Turns a tuple struct of one unsigned integer into a set with one bit per element.
///
/// Generates the methods of a set, the operators `&`, `|`, `^`, `!` and their assignments, an iterator from
/// the lowest element on, and `Display` with the names of the elements. The set must have `ALL` and `lowest`,
/// which each game writes for the width of its integer; an element must have `index` and `bit`.
#[macro_export]
macro_rules! bitset {
    ($set:ident of $element:ident, iterated by $iter:ident) => {
        impl $set {
            /// The empty set.
            pub const EMPTY: $set = $set(0);

            /// Whether the set is empty.
            #[inline]
            #[must_use]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether the set has at least one element.
            #[inline]
            #[must_use]
            pub const fn any(self) -> bool {
                self.0 != 0
            }

            /// Returns the number of elements.
            #[inline]
            #[must_use]
            pub const fn len(self) -> u32 {
                self.0.count_ones()
            }

            /// Whether the set has at least two elements.
            #[inline]
            #[must_use]
            pub const fn more_than_one(self) -> bool {
                self.0 & self.0.wrapping_sub(1) != 0
            }

            /// Whether the set contains `element`.
            #[inline]
            #[must_use]
            pub const fn contains(self, element: $element) -> bool {
                self.0 >> element.index() & 1 != 0
            }

            /// Returns the lowest element, or `None` if the set is empty.
            #[inline]
            #[must_use]
            pub const fn first(self) -> Option<$element> {
                if self.0 == 0 { None } else { Some(self.lowest()) }
            }

            /// Returns the elements of this set that are not in `other`.
            #[inline]
            #[must_use]
            pub const fn without(self, other: $set) -> $set {
                $set(self.0 & !other.0)
            }
        }

        $crate::bitset!($set, BitAnd bitand &, BitAndAssign bitand_assign &=);
        $crate::bitset!($set, BitOr bitor |, BitOrAssign bitor_assign |=);
        $crate::bitset!($set, BitXor bitxor ^, BitXorAssign bitxor_assign ^=);

        impl ::core::ops::Not for $set {
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
        impl ::core::fmt::Display for $set {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                for (i, element) in self.into_iter().enumerate() {
                    write!(f, "{}{element}", if i == 0 { "" } else { " " })?;
                }
                Ok(())
            }
        }

        impl ::core::fmt::Debug for $set {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                write!(f, "{{{self}}}")
            }
        }
    };
    ($set:ident, $of:ident $by:ident $operator:tt, $assign:ident $assign_by:ident $assign_operator:tt) => {
        impl ::core::ops::$of for $set {
            type Output = $set;
            #[inline]
            fn $by(self, other: $set) -> $set {
                $set(self.0 $operator other.0)
            }
        }

        impl ::core::ops::$assign for $set {
            #[inline]
            fn $assign_by(&mut self, other: $set) {
                self.0 $assign_operator other.0;
            }
        }
    };
}
