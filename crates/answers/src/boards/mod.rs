//! Positions on boards and graphs.

pub(crate) mod board_certificate;
pub(crate) mod loopy_position;
pub(crate) mod nimber_position;
pub mod position;
pub(crate) mod searched_position;
