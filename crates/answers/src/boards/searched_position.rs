//! The outcome of a position, by search.

use ishitori_boards::ast::End;
use ishitori_boards::certificate::CertifiedFact;
use ishitori_boards::piece_count_end::Stopped;
use ishitori_boards::{Position, SetUp, SetUpError};
use ishitori_values::{GameStore, Outcome, Player};

use crate::board::BoardRule;
use crate::board_certificate::certificate_text;
use crate::position::{Answer, BoardMove, PositionFacts, Request, idle_moves};
use crate::value::GameFacts;
use crate::{AskError, Context};

/// The outcome, by search: only under normal play positions have values, and they can be too many.
pub(crate) fn of_outcome(
    request: &Request,
    rule: &BoardRule,
    context: &Context,
) -> Result<Answer, AskError> {
    let set_up = rule.set_up(Some(&request.position), &context.budget)?;
    of_set_up(request, rule, &set_up, context)
}

/// The same for a position that has been set up.
pub(crate) fn of_set_up(
    request: &Request,
    rule: &BoardRule,
    set_up: &SetUp,
    context: &Context,
) -> Result<Answer, AskError> {
    let store = GameStore::new();
    let end = if request.misere { &End::Misere } else { rule.end() };
    let misere = matches!(end, End::Misere);
    let impartial = rule.game().text().impartial;
    let players = if impartial { &Player::BOTH[..1] } else { &Player::BOTH[..] };
    let mut search = set_up.search(&store, end, context.budget.clone());
    let mut outcome = |position: &Position| {
        search.outcome(position).map_err(|stopped| match stopped {
            Stopped::Limit(limit) => AskError::Limit(limit),
            Stopped::Fault(fault) => AskError::BoardPosition {
                text: request.position.clone(),
                error: SetUpError::Fault(fault),
            },
        })
    };
    let start = set_up.start();
    let (found, nodes) = outcome(&start)?;
    let mut moves = Vec::new();
    for &player in players.iter().filter(|_| request.moves) {
        for (played, to) in set_up.moves(&start, player, &context.budget)? {
            let after = outcome(&to)?.0;
            moves.push(BoardMove {
                player: (!impartial).then(|| player.into()),
                played,
                position: to.to_string(),
                canonical: None,
                grundy: None,
                smith: None,
                outcome: Some(after.into()),
                wins: !after.wins_moving_first(player.opponent()),
                draws: false,
                length: None,
                hottest: false,
            });
        }
    }
    Ok(Answer {
        game: rule.name().to_string(),
        position: request.position.clone(),
        misere,
        end: match end {
            End::PieceCount(rest) => Some(rest.source().to_string()),
            End::Normal | End::Misere => None,
        },
        no_value: None,
        searched: Some(nodes),
        components: None,
        grundy: None,
        smith: None,
        value: PositionFacts::Game(only_outcome(found)),
        play: None,
        certificate: None,
        document: certificate_text(request, rule, set_up, CertifiedFact::Outcome, context)?,
        moves: request.moves.then_some(moves),
        style: request.style,
        notes: idle_moves(rule, set_up),
    })
}

fn only_outcome(outcome: Outcome) -> GameFacts {
    GameFacts {
        canonical: None,
        unicode: None,
        latex: None,
        outcome: Some(outcome.into()),
        mean: None,
        temperature: None,
        left_stop: None,
        right_stop: None,
        birthday: None,
        is_number: false,
        is_infinitesimal: None,
        is_all_small: None,
        limit: None,
        reached: None,
    }
}
