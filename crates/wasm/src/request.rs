//! The request of the page.

use serde::Deserialize;

/// A request of the page.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) struct Request {
    /// The kind of request.
    pub kind: Kind,
    /// The address below `/api/v1/`, with what follows the question mark.
    pub address: String,
    /// The languages that the reader prefers, as in the header `Accept-Language`.
    #[serde(default)]
    pub accept: String,
    /// The body of the request.
    #[serde(default)]
    pub body: String,
    /// Jobs that run and jobs that wait, which only the page knows.
    #[serde(default)]
    pub jobs: (usize, usize),
}

/// Kinds of requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// `GET`: an answer at once.
    Get,
    /// `POST` to `check`: the body is a document.
    Check,
    /// `POST` to `jobs`, looked at only: whether the body is a job request.
    Order,
    /// The job that the body requests, until it ends.
    Job,
    /// An error of the program while it worked on the address.
    Broken,
    /// More jobs than may wait.
    Busy,
    /// A job that is not there.
    Missing,
    /// A file that a job does not have.
    Nothing,
    /// A job that has no result.
    Unfinished,
}

impl Request {
    /// The path and the query of the address.
    pub fn parts(&self) -> (&str, &str) {
        self.address.split_once('?').unwrap_or((&self.address, ""))
    }
}
