//! Many games or positions, one by one: sweeps, censuses, shards and their records.

pub mod census;
pub mod code_sweep;
pub(crate) mod codes;
pub mod devices;
pub mod family;
pub mod game_sweep;
pub(crate) mod list;
pub mod merge;
pub mod quotient_sweep;
pub mod record;
pub mod shard_plan;
pub mod sweep;
pub mod values_sweep;
