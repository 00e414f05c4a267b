//! Sweeps, censuses, shards.

pub(crate) mod census;
pub(crate) mod code_sweep;
pub(crate) mod devices;
pub(crate) mod family;
pub(crate) mod game_sweep;
pub(crate) mod merge;
pub(crate) mod quotient_sweep;
pub(crate) mod sweep;
pub(crate) mod values_sweep;
