//! What the games' crates would otherwise each write out: no rules, only forms.

/// Makes a tuple of one unsigned integer a set of places, one bit each: the operators `&`, `|`, `^`, `!` and their
/// assignments, a walk through its places from the lowest on, and the names of the places as text. The set has `ALL`
/// and `first`, a place has `bit`.
#[macro_export]
macro_rules! bitset {
    ($set:ident of $place:ident, walked by $walk:ident) => {
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

        /// The places of a set, lowest first.
        #[derive(Clone, Copy, Debug)]
        pub struct $walk($set);

        impl Iterator for $walk {
            type Item = $place;

            #[inline]
            fn next(&mut self) -> Option<$place> {
                let place = self.0.first()?;
                self.0.0 &= self.0.0 - 1;
                Some(place)
            }
        }

        impl IntoIterator for $set {
            type Item = $place;
            type IntoIter = $walk;

            #[inline]
            fn into_iter(self) -> $walk {
                $walk(self)
            }
        }

        impl FromIterator<$place> for $set {
            fn from_iter<I: IntoIterator<Item = $place>>(places: I) -> $set {
                places.into_iter().fold($set::EMPTY, |set, place| set | place.bit())
            }
        }

        /// The names of the places with spaces between them, lowest first.
        impl std::fmt::Display for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                for (i, place) in self.into_iter().enumerate() {
                    write!(f, "{}{place}", if i == 0 { "" } else { " " })?;
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
    ($set:ident, $of:ident $by:ident $sign:tt, $assign:ident $assign_by:ident $assign_sign:tt) => {
        impl std::ops::$of for $set {
            type Output = $set;
            #[inline]
            fn $by(self, other: $set) -> $set {
                $set(self.0 $sign other.0)
            }
        }

        impl std::ops::$assign for $set {
            #[inline]
            fn $assign_by(&mut self, other: $set) {
                self.0 $assign_sign other.0;
            }
        }
    };
}
