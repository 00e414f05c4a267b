//! Who wins at a position, by search.

use ishitori_boards::ast::End;
use ishitori_boards::rest::{self, RestSearch};
use ishitori_boards::search::{Play, Search, SearchLimits, Stopped};
use ishitori_boards::{SetUp, SetUpError, with_rules};
use ishitori_rules::Ruleset;
use ishitori_values::{GameStore, LimitReached, Outcome, Player};

use crate::board::BoardRule;
use crate::played::shown;
use crate::position::{Answer, BoardMove, PositionFacts, Request, idle_moves};
use crate::value::GameFacts;
use crate::{AskError, Context};

/// Who wins, by search: only under normal play positions have values, and they can be too many.
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
    let play = if misere { Play::Misere } else { Play::Normal };
    with_rules!(set_up, |rules, start| {
        let (limits, budget) = (SearchLimits::default(), context.budget.clone());
        let mut search = Search::new(&store, rules, play, limits, budget.clone());
        let mut by_rest = match end {
            End::Rest(rest) => Some(RestSearch::new(rules, rest, budget)),
            End::Normal | End::Misere => None,
        };
        let mut outcome = |position: &_| {
            if let Some(search) = &mut by_rest {
                let before = search.nodes();
                let found = search.outcome(position).map_err(|stopped| match stopped {
                    rest::Stopped::Limit(limit) => AskError::Limit(limit),
                    rest::Stopped::Fault(fault) => AskError::BoardPosition {
                        text: request.position.clone(),
                        error: SetUpError::Fault(fault),
                    },
                });
                return found.map(|outcome| (outcome, search.nodes() - before));
            }
            let verdict = search.verdict(position);
            match (verdict.outcome(), verdict.stopped) {
                (Some(outcome), _) => Ok((outcome, verdict.nodes)),
                (None, Some(Stopped::Limit(limit))) => Err(AskError::Limit(limit)),
                // The number of nodes has no limit of its own here.
                (None, _) => Err(AskError::Limit(LimitReached::Cancelled)),
            }
        };
        let (found, nodes) = outcome(start)?;
        let mut moves = Vec::new();
        for &player in players.iter().filter(|_| request.moves) {
            for (played, to) in rules.moves_within(start, player, &context.budget)? {
                let after = outcome(&to)?.0;
                moves.push(BoardMove {
                    player: (!impartial).then(|| player.into()),
                    played,
                    position: shown(rules.show(&to)),
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
                End::Rest(rest) => Some(rest.source().to_string()),
                End::Normal | End::Misere => None,
            },
            no_value: None,
            searched: Some(nodes),
            grundy: None,
            smith: None,
            value: PositionFacts::Game(only_outcome(found)),
            play: None,
            moves: request.moves.then_some(moves),
            style: request.style,
            notes: idle_moves(rule, set_up),
        })
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
