//! The names that most programs use: `use ishitori::prelude::*`.
//!
//! ```
//! # #[cfg(feature = "words")] {
//! use ishitori::prelude::*;
//!
//! // Any question, as a program of another language would ask it.
//! let request = r#"{"question": "eval", "expression": "{2|-1} + *"}"#;
//! let question: Question = serde_json::from_str(request).unwrap();
//! let answer = question.answer(&Context::new(Budget::unlimited())).unwrap();
//! assert!(answer.describe(&Text::new(Lang::En)).contains("{2*|-1*}"));
//! # }
//! ```

pub use ishitori_values::calculator::{Calculator, Value};
pub use ishitori_values::notation::Style;
pub use ishitori_values::{
    Budget, Ceiling, Dyadic, Game, GameStore, GameSummary, LimitReached, Nimber, Outcome,
    OwnedGame, Player, Session, Store, Thermograph,
};

#[cfg(feature = "rules")]
pub use ishitori_rules::{
    Ruleset,
    end::EndRule,
    heap::{HeapCode, HeapRule},
};

#[cfg(feature = "language")]
pub use ishitori_language::{Formula, LIBRARY, TextGame, library_game};

#[cfg(feature = "certify")]
pub use ishitori_certify::Certificate;

#[cfg(feature = "solve")]
pub use ishitori_solve::{
    board::{BoardGame, Solver},
    ending::{SumRule, heaps_in_order},
    heap::{Engine, GrundySequence, PeriodReport, PeriodSearch, find_period, grundy},
    play::{HeapGame, Heaps, Opponent, Over, Playable, RulesetGame, Skill, Table},
    quotient::{Quotient, QuotientSearch},
    tuple::{grundy_table, outcome_table, test_conjecture},
};

#[cfg(feature = "automata")]
pub use ishitori_automata::{Decision, prove};

#[cfg(feature = "sweep")]
pub use ishitori_sweep::{Family, Query, SweepSummary, Workers, sweep};

#[cfg(feature = "draw")]
pub use ishitori_draw::{Grid, PeriodTable, Scatter, Scene, ThermographPlot};

#[cfg(feature = "answers")]
pub use ishitori_answers::{Answered, AnyAnswer, AskError, Context, Finish, Question, RuleSource};

#[cfg(feature = "words")]
pub use ishitori_words::{Describe, Lang, Text};
