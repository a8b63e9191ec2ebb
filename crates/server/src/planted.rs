/// Whether a fault is planted here, which only a simulation does.
#[cfg(not(feature = "simulation"))]
macro_rules! planted {
    ($fault:ident) => {
        $crate::planted::never()
    };
}

/// Returns false, where a simulation would ask for a fault.
#[cfg(not(feature = "simulation"))]
pub(crate) const fn never() -> bool {
    false
}

/// Whether a simulation has planted a fault here, to show that it finds it.
#[cfg(feature = "simulation")]
macro_rules! planted {
    ($fault:ident) => {
        $crate::simulation::seeded_environment::has_fault(
            $crate::simulation::planted_fault::PlantedFault::$fault,
        )
    };
}

pub(crate) use planted;
