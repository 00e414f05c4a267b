//! Errors of drawing.

use std::fmt;

use thiserror::Error;

/// A picture that cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DrawError {
    /// The picture would be too large.
    #[error("the picture would have {found} {what}; at most {limit} are possible")]
    TooLarge {
        /// The kind of thing of which there are too many.
        what: Part,
        /// How many.
        found: u64,
        /// The limit.
        limit: u64,
    },
    /// There is nothing to draw.
    #[error("there is nothing to draw: {0}")]
    Nothing(Missing),
    /// The caller cancelled the picture.
    #[error("the picture was cancelled before it was finished")]
    GivenUp,
    /// The PNG encoder failed.
    #[error("the PNG could not be written: {0}")]
    Png(String),
    /// The PDF could not be compressed.
    #[error("the PDF could not be written: {0}")]
    Pdf(String),
}

/// The kinds of things of which a picture may have too many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Cells of a table or chart.
    Cells,
    /// Units of value across a thermograph.
    ValueUnits,
    /// Elements of a quotient.
    Elements,
    /// Pixels in height.
    PixelsHigh,
    /// Points of a plot.
    Points,
    /// Units along an axis.
    LengthUnits,
    /// Pixels in all.
    Pixels,
    /// Nodes of a tree.
    Nodes,
    /// Heaps or positions of a graph.
    Heaps,
    /// Moves of a graph.
    Moves,
    /// States of an automaton.
    States,
}

/// The parts without which there is no picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missing {
    /// The table has no cells.
    TableCells,
    /// The chart has no cells.
    ChartCells,
    /// The graph has no elements.
    GraphElements,
    /// The table has no elements.
    TableElements,
    /// There is no frame of a film.
    Frame,
    /// The sequence is empty.
    Sequence,
    /// The picture has no area.
    Picture,
    /// The graph has no such heap.
    Heap,
    /// Moves lead round in a circle, so that there is no order.
    Order,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Cells => "cells",
            Part::ValueUnits => "units of value",
            Part::Elements => "elements",
            Part::PixelsHigh => "pixels in height",
            Part::Points => "points",
            Part::LengthUnits => "units of length",
            Part::Pixels => "pixels",
            Part::Nodes => "nodes",
            Part::Heaps => "heaps",
            Part::Moves => "moves",
            Part::States => "states",
        })
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Missing::TableCells => "the table has no cells",
            Missing::ChartCells => "the chart has no cells",
            Missing::GraphElements => "the graph has no elements",
            Missing::TableElements => "the table has no elements",
            Missing::Frame => "there is no frame",
            Missing::Sequence => "the sequence is empty",
            Missing::Picture => "the picture is empty",
            Missing::Heap => "the graph has no such heap",
            Missing::Order => "the moves go round in a circle",
        })
    }
}
