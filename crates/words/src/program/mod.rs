//! The program: its games, its atlas, certificates, the tour, the server, the Python package.

pub(crate) mod atlas;
pub(crate) mod certificates;
pub(crate) mod cite;
pub(crate) mod fmt;
pub(crate) mod games;
pub(crate) mod library;
pub(crate) mod python;
pub(crate) mod records;
pub(crate) mod serve;
pub(crate) mod tour;
