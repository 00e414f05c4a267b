//! Every game of the library, from where it begins to its end.

use ishitori_answers::games::{self, Kind, NamedGame};
use ishitori_answers::play::{self, First, Participant, PersonSide};
use ishitori_answers::setup::EndsBy;
use ishitori_answers::{Context, RuleSource, Side};
use ishitori_values::Budget;

/// Games whose usual positions are lost by the player who begins: Col, whose values are hardly ever anything but numbers.
const NOT_OPEN: [&str; 2] = ["grid-col", "hex-col"];
/// Moves after which a game is left alone.
const LONGEST: usize = 120;

fn library() -> Vec<NamedGame> {
    let asked = games::answer(&games::Request { name: None }, &unlimited());
    let Ok(games::Answer::All { games }) = asked else { panic!("all games") };
    assert!(games.len() > 120, "{}", games.len());
    games
}

fn unlimited() -> Context {
    Context::new(Budget::unlimited())
}

/// As the pages ask for it.
fn rule(game: &NamedGame) -> RuleSource {
    match game.kind {
        Kind::Board | Kind::Loopy => RuleSource::from(format!("board:{}", game.name).as_str()),
        Kind::Language => RuleSource::from(game.rule.as_deref().unwrap_or_default()),
        Kind::Heap => RuleSource::from(game.name.as_str()),
    }
}

fn state(request: &play::Request) -> play::Answer {
    let state = play::answer(request, &unlimited());
    state.unwrap_or_else(|error| panic!("{request:?}: {error:?}"))
}

#[test]
fn every_game_begins_where_it_can_be_won_but_not_at_once() {
    let mut wrong = Vec::new();
    for game in library() {
        let request = play::Request::new(rule(&game));
        let state = state(&request);
        let wins = |number: &play::LegalMove| number.wins == Some(true);
        let winning: Vec<usize> =
            state.moves.iter().filter(|m| wins(m)).map(|m| m.number).collect();
        if winning.is_empty() && !state.moves.iter().any(|one| one.draws) {
            wrong.push(format!("{} at {}: no move wins", game.name, state.start));
        }
        let after = |number: usize| play::Request { moves: vec![number], ..request.clone() };
        if winning.iter().any(|&number| self::state(&after(number)).winner.is_some()) {
            wrong.push(format!("{} at {}: won in one move", game.name, state.start));
        }
    }
    wrong.retain(|line| !NOT_OPEN.iter().any(|name| line.starts_with(&format!("{name} at "))));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Plays a game with the program: the person makes the first winning move that the program names, or any move.
fn play_out(game: &NamedGame, first: First, side: PersonSide) -> play::Answer {
    let mut request = play::Request { first, side, ..play::Request::new(rule(game)) };
    loop {
        let now = state(&request);
        if now.winner.is_some() || now.drawn || request.moves.len() == LONGEST {
            return now;
        }
        assert!(
            !now.moves.is_empty(),
            "{}: neither player has won, and neither can move",
            game.name
        );
        let number = match now.turn {
            Participant::Program => now.reply.and_then(|reply| reply.number).expect("a reply"),
            Participant::Person => {
                let wins = now.moves.iter().find(|one| one.wins == Some(true));
                wins.map_or(now.moves.len() / 2, |one| one.number)
            }
        };
        request.moves.push(number);
    }
}

#[test]
fn every_game_is_played_to_its_end_by_both_sides_with_the_right_winner() {
    for game in library() {
        let seats = [(First::Me, PersonSide::Left), (First::You, PersonSide::Right)];
        let name = &game.name;
        for (first, side) in seats {
            let ended = play_out(&game, first, side);
            let played = ended.history.len();
            assert!(played >= 1, "{name}");
            if ended.drawn || played == LONGEST {
                assert!(game.kind == Kind::Loopy, "{name} does not end");
                continue;
            }
            let winner = ended.winner.expect("a winner");
            let last = ended.history.last().expect("a move").by;
            // Who cannot move has lost, or has won where that is the end rule.
            let expected = match ended.game.ends_by {
                _ if ended.by_recurrence => continue,
                EndsBy::Normal => Some(last),
                EndsBy::Misere if last == Participant::Person => Some(Participant::Program),
                EndsBy::Misere => Some(Participant::Person),
                EndsBy::Moves | EndsBy::Position => None,
            };
            if let Some(expected) = expected {
                assert!(ended.moves.is_empty(), "{name}: it is over, and a player can move");
                assert_eq!(winner, expected, "{name}, {first:?}");
            }
            // The program's moves are best play, so the winner is the player who could win at the beginning.
            let begun = state(&play::Request { first, side, ..play::Request::new(rule(&game)) });
            let can = |side: Side| {
                begun.outcome.is_some_and(|outcome| match serde_json::to_value(outcome) {
                    Ok(letter) if letter == "N" => side == begun.to_move,
                    Ok(letter) if letter == "P" => side != begun.to_move,
                    Ok(letter) if letter == "L" => side == Side::Left,
                    Ok(letter) if letter == "R" => side == Side::Right,
                    _ => true,
                })
            };
            let won = match winner {
                Participant::Person => begun.person,
                Participant::Program if begun.person == Side::Left => Side::Right,
                Participant::Program => Side::Left,
            };
            assert!(can(won), "{name}: {won:?} has won from {:?}", begun.outcome);
        }
    }
}
