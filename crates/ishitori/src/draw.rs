//! Pictures: what they show as data, and its scene as SVG, PNG or PDF.
//!
//! ```
//! use ishitori::draw::Scatter;
//!
//! let plot = Scatter::new("Kayles", vec![0, 1, 2, 3, 1, 4]);
//! assert!(plot.scene().is_ok_and(|scene| scene.to_svg().starts_with("<svg")));
//! ```

pub use ishitori_draw::{
    BoardPicture, DrawError, GameTree, Grid, Palette, PeriodTable, Provenance, Scatter, Scene,
    StripChart, ThermographPlot, TransitionGraph, TreeNode,
};
