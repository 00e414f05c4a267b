//! Games that are played and explained.

pub(crate) mod explain;
pub mod play;
pub(crate) mod remoteness;

use crate::common::question_help::QuestionHelp;

/// The help of commands that are made from their requests.
pub(crate) const HELP: &[&QuestionHelp] = &[&remoteness::HELP];
