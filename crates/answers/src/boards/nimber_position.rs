//! The nimber of a position, by search, for boards that are too large for the mex of all options.

use ishitori_boards::certificate::CertifiedFact;
use ishitori_boards::nimber::NimberLimits;
use ishitori_boards::search::Stopped;
use ishitori_values::{GameStore, LimitReached};

use crate::board::BoardRule;
use crate::board_certificate::certificate_text;
use crate::position::{Answer, PositionFacts, Request, idle_moves};
use crate::value::GameFacts;
use crate::{Accepted, AskError, Context};

/// The nimber of a position of an impartial game in normal play. Exponential in the worst case; see
/// [`NimberSearch`](ishitori_boards::nimber::NimberSearch).
pub(crate) fn of_nimber(
    request: &Request,
    rule: &BoardRule,
    context: &Context,
) -> Result<Answer, AskError> {
    let text = rule.game().text();
    let refused = || AskError::Argument {
        field: "nimber",
        value: rule.name().to_string(),
        accepted: Accepted::ImpartialBoard,
    };
    let asked = !(request.misere || request.outcome || request.moves);
    if !(asked && text.impartial && rule.is_normal() && text.loopy.is_none()) {
        return Err(refused());
    }
    let set_up = rule.set_up(Some(&request.position), &context.budget)?;
    let found = set_up.nimber(NimberLimits::default(), context.budget.clone());
    let found = found.ok_or_else(refused)?.map_err(|stopped| match stopped {
        Stopped::Limit(limit) => AskError::Limit(limit),
        // The number of nodes has no limit of its own here.
        Stopped::Nodes { .. } => AskError::Limit(LimitReached::Cancelled),
    })?;
    let store = GameStore::new();
    let mut session = store.session();
    let value = session.nimber(found.nimber)?;
    Ok(Answer {
        game: rule.name().to_string(),
        position: request.position.clone(),
        misere: false,
        end: None,
        no_value: None,
        searched: Some(found.nodes),
        components: Some(found.entries as u64),
        grundy: Some(found.nimber),
        smith: None,
        value: PositionFacts::Game(GameFacts::of(&mut session, value)),
        play: None,
        certificate: None,
        document: certificate_text(request, rule, &set_up, CertifiedFact::Nimber, context)?,
        moves: None,
        style: request.style,
        notes: idle_moves(rule, &set_up),
    })
}
