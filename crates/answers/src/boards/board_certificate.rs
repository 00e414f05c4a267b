//! Certificates of who wins at a position of a board game, or of its nimber.

use ishitori_boards::SetUp;
use ishitori_boards::ast::End;
use ishitori_boards::certificate::{CertificateError, CertifiedFact};
use ishitori_certify::{Construct, Rejection};

use crate::board::BoardRule;
use crate::position::Request;
use crate::{AskError, Context};

/// The certificate as a document, if one is asked for. The cost of [`SetUp::certificate`].
pub(crate) fn certificate_text(
    request: &Request,
    rule: &BoardRule,
    set_up: &SetUp,
    wanted: CertifiedFact,
    context: &Context,
) -> Result<Option<String>, AskError> {
    if !request.certificate {
        return Ok(None);
    }
    let end = if request.misere { &End::Misere } else { rule.end() };
    let made = set_up.certificate(rule.game(), end, wanted, context.budget.clone());
    let made = made.map_err(|error| match error {
        CertificateError::Limit(limit) => AskError::Limit(limit),
        error => AskError::BoardCertificate { game: rule.name().to_string(), error },
    })?;
    Ok(Some(made.to_json()))
}

/// There are no certificates of games whose positions can recur.
pub(crate) fn no_loops(rule: &BoardRule) -> AskError {
    let error = Rejection::BoardUnsupported { construct: Construct::Loopy }.into();
    AskError::BoardCertificate { game: rule.name().to_string(), error }
}
