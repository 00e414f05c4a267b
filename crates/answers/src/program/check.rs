//! Certificates, verified by the independent checker.

use std::ops::ControlFlow;

use ishitori_certify::{Limits, Rejection, Resource, Verdict, Why};
use ishitori_values::LimitReached;
use serde::{Deserialize, Serialize};

use crate::registration::{Address, Registration};
use crate::{Answered, AskError, Context, Finish, Limit, Note, Progress, Stopped};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(&[Address::object("check")], &[]);

/// Is this certificate valid?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The certificate, a text in JSON.
    pub document: String,
    /// The most elementary steps, of which a second has about 10^9; the checker's own limit
    /// if there is none.
    #[serde(skip)]
    pub steps: Option<u64>,
}

/// The verdict on a certificate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// Whether the claim is proved; `null` where a limit ended the check before that was decided.
    pub valid: Option<bool>,
    /// The statement of the certificate, in words; `null` where it cannot be read.
    pub claim: Option<String>,
    /// How it is known, or the first condition that fails, in words.
    pub why: String,
    /// Where the theorem is proved that a valid certificate relies on.
    pub theorem: Option<String>,
    /// How far a check in pieces came that was stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verified: Option<Verified>,
    /// Heaps that an earlier run of this user's program verified: taken from a checkpoint that it sealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resumed: Option<u64>,
    /// The limit that ended the check before it was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The verdict as data, from which the sentences are made.
    #[serde(skip)]
    pub verdict: Option<Verdict>,
    /// Remarks.
    #[serde(skip)]
    pub notes: Vec<Note>,
}

/// How far a check in pieces is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Verified {
    /// Heaps whose values were verified.
    pub heaps: u64,
    /// All heaps that the certificate is about.
    pub total: u64,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        match self.valid {
            Some(true) => Finish::Done,
            Some(false) => Finish::No,
            None => Finish::Partial,
        }
    }

    fn notes(&self) -> &[Note] {
        &self.notes
    }
}

/// The answer about a certificate that is larger than the memory allowed, which is not read. O(1).
///
/// ```
/// use ishitori_answers::{Answered, Context, Finish, check};
/// use ishitori_values::Budget;
///
/// let context = Context::new(Budget::unlimited().with_memory(1000));
/// let answer = check::not_read(&context, 1000);
/// assert_eq!((answer.valid, answer.finish()), (None, Finish::Partial));
/// ```
pub fn not_read(context: &Context, most: u64) -> Answer {
    let limit = context.budget.memory().unwrap_or(most);
    let (what, needed) = (Resource::Memory, u128::from(most) + 1);
    let why = Why::Rejected(Rejection::Limit { what, needed, limit });
    of_verdict(Verdict { valid: false, claim: None, why }, context)
}

/// A valid certificate as a file for Lean 4, as [`ishitori_certify::lean`] writes it; none for other kinds of certificates.
///
/// ```
/// use ishitori_answers::{Context, check};
/// use ishitori_values::Budget;
///
/// let request = check::Request { document: "{}".into(), steps: None };
/// let answer = check::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!(check::lean(&answer), None);
/// ```
pub fn lean(answer: &Answer) -> Option<String> {
    answer.verdict.as_ref().and_then(ishitori_certify::lean)
}

/// The answer that a verdict means.
fn of_verdict(verdict: Verdict, context: &Context) -> Answer {
    let stopped = match &verdict.why {
        Why::Rejected(Rejection::Cancelled) => context.budget.check(0).err().map(Stopped::from),
        Why::Rejected(Rejection::Limit { what: Resource::Memory, limit, .. }) => {
            Some(Stopped::from(LimitReached::Memory { limit: *limit }))
        }
        // Steps, heaps and sizes that the checker is willing to spend on a document.
        Why::Rejected(Rejection::Limit { .. }) => Some(Stopped::from(Limit::Size)),
        _ => None,
    };
    Answer {
        valid: verdict.decided(),
        claim: None,
        why: String::new(),
        theorem: None,
        verified: None,
        resumed: None,
        notes: stopped.clone().map(Note::Stopped).into_iter().collect(),
        stopped,
        verdict: Some(verdict),
    }
}

/// Checks a certificate, whatever it says. The cost is that of computing the heaps that its theorem
/// wants, within the limits of the context. A certificate with milestones is checked in pieces, by all threads of the
/// context; what is verified is saved to the file that the context names, and the check goes on from there.
///
/// ```
/// use ishitori_answers::{Answered, Context, Finish, check};
/// use ishitori_values::Budget;
///
/// let request = check::Request { document: "{}".into(), steps: None };
/// let answer = check::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!((answer.valid, answer.finish()), (Some(false), Finish::No));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let budget = &context.budget;
    let default = Limits::default();
    let limits = Limits {
        memory: budget.memory().unwrap_or(default.memory),
        steps: request.steps.unwrap_or(default.steps),
        ..default
    };
    let mut report = |so_far: ishitori_certify::Progress| match budget.check(0) {
        Ok(()) => {
            context.report(Progress::Checked { heaps: so_far.heaps, total: so_far.total });
            ControlFlow::Continue(())
        }
        Err(_) => ControlFlow::Break(()),
    };
    let done = crate::check_pieces::check(
        &request.document,
        request.steps,
        &limits,
        &mut report,
        context,
    )?;
    let answer = {
        let mut answer = of_verdict(done.verdict, context);
        answer.notes.extend(done.notes);
        (answer.verified, answer.resumed) = (done.verified, done.resumed);
        answer
    };
    context.report(Progress::Over);
    Ok(answer)
}
