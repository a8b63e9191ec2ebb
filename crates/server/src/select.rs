/// Waits for the first of several branches, as `tokio::select!` does.
///
/// Tokio chooses among branches that are ready at the same time by a random number that cannot be seeded. A simulation
/// polls them in their order, so that a seed always leads to the same run.
#[cfg(not(feature = "simulation"))]
macro_rules! select {
    ($($branches:tt)*) => {
        tokio::select! { $($branches)* }
    };
}

/// Waits for the first of several branches, in a simulation in their order.
#[cfg(feature = "simulation")]
macro_rules! select {
    ($($branches:tt)*) => {
        if $crate::simulation::seeded_environment::is_active() {
            tokio::select! { biased; $($branches)* }
        } else {
            tokio::select! { $($branches)* }
        }
    };
}

pub(crate) use select;
