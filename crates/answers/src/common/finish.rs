//! How an answer ends: complete, negative, or stopped by a limit.

use ishitori_records::Tabular;
use ishitori_values::LimitReached;
use serde::{Deserialize, Serialize};

use crate::note::Note;

/// Why a computation ended before its end; what was reached until then is in the answer. In JSON
/// it is a [`Limit`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(from = "Limit", into = "Limit")]
#[cfg_attr(feature = "schemas", schemars(with = "Limit"))]
pub struct Stopped {
    /// Which limit it was.
    pub limit: Limit,
    /// The exact limit that was reached, where the answer was computed.
    pub reached: Option<LimitReached>,
}

/// The kinds of limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// The limit of time.
    Time,
    /// The limit of memory.
    Memory,
    /// It was cancelled.
    Cancelled,
    /// A number, or a list, became larger than what is supported.
    Size,
}

impl From<LimitReached> for Stopped {
    fn from(reached: LimitReached) -> Self {
        let limit = match reached {
            LimitReached::Time { .. } => Limit::Time,
            LimitReached::Memory { .. } => Limit::Memory,
            LimitReached::Cancelled => Limit::Cancelled,
            _ => Limit::Size,
        };
        Stopped { limit, reached: Some(reached) }
    }
}

impl From<&LimitReached> for Stopped {
    fn from(reached: &LimitReached) -> Self {
        Stopped::from(*reached)
    }
}

impl From<Limit> for Stopped {
    fn from(limit: Limit) -> Self {
        Stopped { limit, reached: None }
    }
}

impl From<Stopped> for Limit {
    fn from(stopped: Stopped) -> Self {
        stopped.limit
    }
}

/// How an answer ends; the command line turns it into its exit status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// Everything that was asked is answered.
    Done,
    /// The answer is no.
    No,
    /// A limit was reached before the end.
    Partial,
    /// It is answered as far as it could be, but the search could not be saved, which was asked
    /// for.
    Unsaved,
}

impl Finish {
    /// Partial if something was stopped, done otherwise.
    pub fn unless(stopped: &Option<Stopped>) -> Finish {
        if stopped.is_some() { Finish::Partial } else { Finish::Done }
    }

    /// The same, but negative if a remark says that there is no certificate.
    pub(crate) fn with_certificate(stopped: &Option<Stopped>, notes: &[Note]) -> Finish {
        let refused = |note: &Note| matches!(note, Note::NoCertificate(_));
        match Finish::unless(stopped) {
            Finish::Done if notes.iter().any(refused) => Finish::No,
            finish => finish,
        }
    }
}

/// What every answer can say about itself.
pub trait Answered {
    /// How it ends.
    fn finish(&self) -> Finish;

    /// The document that belongs to it: a certificate.
    fn document(&self) -> Option<&str> {
        None
    }

    /// Whether that document is the record of a shard, not a certificate.
    fn is_record(&self) -> bool {
        false
    }

    /// The answer as it is sent where bytes can be sent, if it is not an object.
    fn bytes(&self) -> Option<&[u8]> {
        None
    }

    /// Its rows, if it has rows that can be written in every format of rows.
    fn rows(&self) -> Option<&dyn Tabular> {
        None
    }

    /// Other files that belong to it, with what their names add to the first one's.
    fn series(&self) -> Vec<(&str, &[u8])> {
        Vec::new()
    }

    /// Notes that accompany it.
    fn notes(&self) -> &[Note] {
        &[]
    }
}

/// Methods of [`Answered`] by the fields of an answer: `rows` that are always there, or `listed` ones that are in a field,
/// `notes`, and `document`, a certificate, or the `record` of a shard.
macro_rules! answered_by {
    (rows) => {
        fn rows(&self) -> Option<&dyn ishitori_records::Tabular> {
            Some(self)
        }
    };
    (listed) => {
        fn rows(&self) -> Option<&dyn ishitori_records::Tabular> {
            self.rows.as_ref().map(|_| self as &dyn ishitori_records::Tabular)
        }
    };
    (notes) => {
        fn notes(&self) -> &[crate::Note] {
            &self.notes
        }
    };
    (document) => {
        fn document(&self) -> Option<&str> {
            self.document.as_deref()
        }
    };
    (record) => {
        crate::finish::answered_by!(document);

        fn is_record(&self) -> bool {
            true
        }
    };
    ($($field:ident),+) => {
        $(crate::finish::answered_by!($field);)+
    };
}
pub(crate) use answered_by;
