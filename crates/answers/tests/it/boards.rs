//! Every board game of the library in play: the perfect opponent wins what it can win.

use ishitori_answers::play::Request;
use ishitori_answers::setup::{GameVisitor, Playable, SetUp};
use ishitori_answers::{Answered, AskError, Context, Question, RuleSource};
use ishitori_boards::{LIBRARY, library_game};
use ishitori_solve::play::{Opponent, Skill, Table};
use ishitori_values::{Budget, Player};
use serde_json::json;
use std::time::{Duration, Instant};

/// Starting positions that take long are replaced by smaller ones.
fn start(name: &str) -> &'static str {
    match name {
        "amazons" | "rook-amazons" | "isolation" => "x..|..o",
        "clobber" => "xox|oxo",
        _ => library_game(name).expect("a game of the library").start(),
    }
}

/// Plays two games to the end, one for each player who may begin: the player who wins by the outcome is perfect, the
/// other one chooses at random. Gives how many moves were made in all.
struct PlayThrough<'a>(&'a str);

impl GameVisitor for PlayThrough<'_> {
    type Outcome = usize;

    fn visit<G: Playable>(
        self,
        game: G,
        position: G::Position,
        _: SetUp,
    ) -> Result<usize, AskError> {
        let budget = Budget::unlimited();
        let mut table = Table::new(game, position, Player::Left);
        let mut made = 0;
        for first in Player::BOTH {
            let outcome = table.facts(&budget).expect("small").outcome;
            let wins = match outcome.wins_moving_first(first) {
                true => first,
                false => first.opponent(),
            };
            let mut mover = first;
            let mut state = 17_u64;
            let mut at = table.position().clone();
            loop {
                let moves = table.judge().moves(&at, mover, &budget).expect("few moves");
                if moves.is_empty() {
                    assert_eq!(mover.opponent(), wins, "{}: {first:?} begins", self.0);
                    break;
                }
                let choice = if mover == wins {
                    let found = table.judge().winning_moves(&at, mover, false, &budget);
                    found.expect("small").into_iter().next().expect("a winning move")
                } else {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    moves[(state >> 33) as usize % moves.len()].clone()
                };
                // What a move is called finds it again.
                let named = moves.iter().filter(|m| m.change == choice.change).count();
                assert_eq!(named, 1, "{}: {}", self.0, choice.change);
                (at, mover, made) = (choice.position, mover.opponent(), made + 1);
            }
        }
        // The opponent of the program itself begins well, where it can.
        let mut opponent = Opponent::new(Skill::PERFECT, 1);
        if table.facts(&budget).expect("small").outcome.wins_moving_first(Player::Left) {
            let chosen = opponent.choose(&mut table, &budget).expect("a move").chosen;
            let after = table.judge().outcome(&chosen.position, &budget).expect("small").0;
            assert!(!after.wins_moving_first(Player::Right), "{}", self.0);
        }
        Ok(made)
    }
}

#[test]
fn every_game_is_played_to_its_end() {
    let budget = Budget::unlimited();
    for name in LIBRARY.iter().map(|game| game.name) {
        let mut request = Request::new(RuleSource::Text(format!("board:{name}")));
        request.position = Some(start(name).to_string());
        let moves = request.set_up(&budget, PlayThrough(name)).expect(name);
        assert!(moves >= 1, "{name} has no moves");
    }
}

/// Every question about a board keeps to its limits while the board is set up.
#[test]
fn boards_are_set_up_within_the_limits_of_a_question() {
    use ishitori_answers::{Context, census, draw, eval, explain, position};

    fn asked<Q: serde::de::DeserializeOwned, A>(
        answer: impl Fn(&Q, &Context) -> Result<A, AskError>,
        request: serde_json::Value,
    ) -> (Result<(), AskError>, Duration) {
        let question: Q = serde_json::from_value(request).expect("a question");
        let budget = Budget::unlimited().with_memory(64 << 20).with_time(Duration::from_secs(2));
        let begun = Instant::now();
        let found = answer(&question, &Context::new(budget)).map(|_| ());
        (found, begun.elapsed())
    }
    let long = "x".repeat(64);
    let coins = "h".repeat(128);
    for (game, board) in [("amazons", &long), ("mock-turtles", &coins)] {
        let game_and_position = || json!({ "game": game, "position": board });
        let rule_and_position = || json!({ "rule": game, "position": board });
        let value = format!("value({game}, \"{board}\")");
        let played = |request: &Request, context: &Context| {
            request.set_up(&context.budget, PlayThrough("long")).map(|_| ())
        };
        let found = [
            ("position", asked(position::answer, game_and_position())),
            ("census", asked(census::answer, game_and_position())),
            ("draw board", asked(draw::board::answer, game_and_position())),
            ("explain", asked(explain::answer, rule_and_position())),
            ("play", asked(played, rule_and_position())),
            ("eval", asked(eval::answer, json!({ "expression": value }))),
        ];
        for (question, (found, time)) in found {
            assert!(matches!(found, Err(AskError::Limit(_))), "{question} {game}: {found:?}");
            assert!(time < Duration::from_secs(20), "{question} {game}: {time:?}");
        }
    }
}

/// A file that a front end sends with an answer is called what it is: the record of a shard, or a certificate.
#[test]
fn a_shard_of_a_census_has_a_record() {
    let ask = |name: &str, request: serde_json::Value| {
        let question = Question::read(name, request).unwrap().unwrap();
        question.answer(&Context::new(Budget::unlimited())).unwrap()
    };
    let census = ask("census", json!({ "game": "clobber", "position": "1x3", "shard": "1/2" }));
    assert!(census.document().is_some() && census.is_record());
    let period = ask("period", json!({ "rule": "0.77", "certificate": true }));
    assert!(period.document().is_some() && !period.is_record());
}
