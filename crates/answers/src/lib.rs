//! Questions about combinatorial games, and their answers, as plain data.
//!
//! Every question has a module with a `Request`, an `Answer`, both readable and writable as JSON,
//! and `fn answer(&Request, &Context) -> Result<Answer, AskError>`. The command line, the server
//! and the library ask through the same functions. Nothing is printed here, no clap, no sockets,
//! and no files but those that the [`Context`] names.

mod accepted;
pub mod atlas;
pub mod board;
pub mod box_table;
pub mod census;
pub mod check;
mod check_pieces;
pub mod checkpoint;
pub mod closed_form;
pub mod code_sweep;
mod codes;
pub mod conjecture;
mod context;
mod corner;
pub mod devices;
pub mod division;
pub mod draw;
pub mod each;
pub mod end;
mod error;
mod error_text;
pub mod eval;
mod eval_calls;
pub mod explain;
mod explain_proved;
pub mod family;
mod finish;
pub mod fmt;
pub mod game_sweep;
pub mod games;
pub mod grundy;
mod held;
pub mod identify;
pub mod known;
mod loopy_position;
mod loopy_value;
pub mod merge;
pub mod misere;
pub mod notation;
mod note;
pub mod outcomes;
pub mod parity;
pub mod period;
pub mod play;
pub mod played;
mod players;
pub mod position;
mod quantity;
mod question;
pub mod quotient;
pub mod quotient_sweep;
pub mod record;
mod repeated;
mod rows;
pub mod rule;
mod same_game;
mod searched_position;
pub mod sequence;
mod settings;
pub mod sweep;
pub mod table;
mod tabular;
pub mod tour;
pub mod value;
pub mod values;
pub mod values_sweep;

pub use accepted::Accepted;
pub use context::{Context, Listener, Progress};
pub use corner::{Corner, NotACorner};
pub use end::read_end;
pub use error::{AskError, Instead, Origin, Stream, TextOf};
pub use finish::{Answered, Finish, Limit, Stopped};
pub use held::Held;
pub use notation::{Count, Style};
pub use note::{NoCertificate, NotSaved, Note};
pub use players::{DrawnOutcome, OutcomeClass, Side, Sum};
pub use quantity::read_duration;
pub use question::{AnyAnswer, Question, Schemas};
pub use rule::{Rule, RuleSource};
pub use same_game::SameGame;
