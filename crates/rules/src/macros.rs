//! What the games' crates would otherwise each write out: no rules, only forms.

/// Gives a set of bits, a tuple of one unsigned integer, the operators `&`, `|`, `^` and their assignments.
#[macro_export]
macro_rules! set_operators {
    ($set:ident) => {
        $crate::set_operators!($set, BitAnd bitand &, BitAndAssign bitand_assign &=);
        $crate::set_operators!($set, BitOr bitor |, BitOrAssign bitor_assign |=);
        $crate::set_operators!($set, BitXor bitxor ^, BitXorAssign bitxor_assign ^=);
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

/// Makes types that have [`Words`](crate::Words) errors, whose `Display` is the English sentence.
#[macro_export]
macro_rules! errors_in_words {
    ($($error:ty),+ $(,)?) => {$(
        impl std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&$crate::Words::words(self, $crate::Language::English))
            }
        }

        impl std::error::Error for $error {}
    )+};
}
