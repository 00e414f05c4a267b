//! Questions about combinatorial games, and their answers, as plain data.
//!
//! Every question has a module with a `Request`, an `Answer`, both readable and writable as JSON,
//! and `fn answer(&Request, &Context) -> Result<Answer, AskError>`. The command line, the server
//! and the library ask through the same functions. Nothing is printed here, no clap, no sockets,
//! and no files but those that the [`Context`] names.

mod boards;
mod common;
pub mod each;
mod expressions;
mod families;
mod heaps;
mod pictures;
mod playing;
mod program;
mod question;
mod tuples;

// A question is `ishitori_answers::grundy`, in whatever folder its file is.
pub use boards::position;
pub(crate) use boards::{board_certificate, loopy_position, nimber_position, searched_position};
pub(crate) use common::{
    accepted, automaton_table, box_bounds, context, device_choice, error, finish, memory_lease,
    note, players, plot, quantity, record_error, repetitions, rows, settings,
};
pub use common::{board, checkpoint, closed_form, end, known, notation, registration, rule, shape};
pub use expressions::{eval, value};
pub(crate) use expressions::{eval_calls, loopy_value};
pub use families::{
    census, code_sweep, devices, family, game_sweep, merge, quotient_sweep, record, shard_plan,
    sweep, values_sweep,
};
pub(crate) use families::{codes, list};
pub(crate) use heaps::same_game;
pub use heaps::{grundy, misere, outcomes, parity, period, quotient, sequence, values};
pub use pictures::draw;
pub(crate) use playing::explain_proved;
pub use playing::{blocking, compound, dots_and_boxes, explain, play, puzzle, remoteness, setup};
pub(crate) use program::check_pieces;
pub use program::{atlas, check, cite, fmt, games, identify, tour};
pub use tuples::{box_table, conjecture, table};

pub use accepted::Accepted;
pub use box_bounds::{BoxBounds, ParseBoxError};
pub use common::measure::Measure;
pub use context::{Context, Listener, Progress};
pub use end::read_end;
pub use error::{AskError, Instead, Origin, Stream, TextOf};
pub use finish::{Answered, Finish, Limit, Stopped};
pub use ishitori_sweep::digest as sha256;
pub use memory_lease::MemoryLease;
pub use notation::{Count, Style};
pub use note::{NoCertificate, NotSaved, Note};
pub use players::{DrawnOutcome, OutcomeClass, Side, Sum};
pub use quantity::read_duration;
pub use question::{AnyAnswer, Question, Schemas};
pub use registration::Registration;
pub use rule::{Rule, RuleSource};
pub use same_game::SameGame;
