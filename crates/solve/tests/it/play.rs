//! Playing against definitions: who wins by literal recursion, and an opponent who never lets a won
//! game go.

use std::collections::HashMap;
use std::ops::ControlFlow;

use ishitori_language::{TextGame, library_game};
use ishitori_loopy::LoopyOutcome;
use ishitori_rules::end::EndRule;
use ishitori_rules::heap::{HeapRule, TwoPileRule};
use ishitori_solve::ending::SumRule;
use ishitori_solve::play::{
    Change, Drawing, HeapGame, Heaps, Judge, Method, MoveError, Opponent, Over, Pair, PairGame,
    PlayError, Playable, Quality, Reason, Skill, Table, TupleGame, read_move,
};
use ishitori_solve::tuple::{SumPosition, TupleEnd};
use ishitori_values::{Budget, Outcome, Player};
use proptest::prelude::*;

const RULES: &[&str] = &[
    "sub:1,2,3",
    "sub:2,3",
    "sub:2,5,6",
    "nim",
    "allbut:2",
    "allbut:1,3",
    "kayles",
    "0.07",
    "0.37",
    "4.7",
    "grundys-game",
    "0.8",
    "psub:1,2/1,3",
    "psub:2/3",
    "psplit:1/2",
    "lasker-nim",
];
const ENDS: &[&str] =
    &["normal", "misere", "mod2:LR", "mod3:LRP", "moves", "table:LRP[N]", "misere/mod2:NP"];

/// Who wins when `player` moves first, literally: no memory of classes, no theorem.
fn wins(
    rule: &HeapRule,
    end: &EndRule,
    heaps: &[u32],
    player: Player,
    odd: bool,
    known: &mut HashMap<(Vec<u32>, Player, bool), bool>,
) -> bool {
    let mut sorted: Vec<u32> = heaps.iter().copied().filter(|&h| h > 0).collect();
    sorted.sort_unstable();
    let key = (sorted, player, odd);
    if let Some(&answer) = known.get(&key) {
        return answer;
    }
    let mut options = Vec::new();
    for (at, &heap) in key.0.iter().enumerate() {
        rule.for_each_option(heap, player, &mut |left| {
            let mut next = key.0.clone();
            next.remove(at);
            next.extend_from_slice(left);
            options.push(next);
        });
    }
    let answer = if options.is_empty() {
        let stones = key.0.iter().map(|&h| u64::from(h)).sum();
        end.letter(stones, odd).wins_moving_first(player)
    } else {
        options.iter().any(|next| !wins(rule, end, next, player.opponent(), !odd, known))
    };
    known.insert(key, answer);
    answer
}

fn game() -> impl Strategy<Value = (HeapRule, EndRule)> {
    (prop::sample::select(RULES), prop::sample::select(ENDS))
        .prop_map(|(rule, end)| (rule.parse().unwrap(), end.parse().unwrap()))
        .prop_filter("both have the same moves", |(rule, end): &(HeapRule, EndRule)| {
            rule.partizan().is_none() || *end != EndRule::Moves
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn judges_agree_with_the_definition(
        (rule, end) in game(),
        heaps in prop::collection::vec(0u32..9, 1..4),
    ) {
        let mut judge = Judge::new(HeapGame::new(&rule, &end, SumRule::Total).unwrap());
        let budget = Budget::unlimited();
        let position = Heaps::new(heaps.clone());
        let mut known = HashMap::new();
        for odd in [false, true] {
            let facts = judge.facts(&position, odd, &budget).unwrap();
            for player in Player::BOTH {
                let expected = wins(&rule, &end, &heaps, player, odd, &mut known);
                prop_assert_eq!(facts.outcome.wins_moving_first(player), expected);
                let winning = judge.winning_moves(&position, player, odd, &budget).unwrap();
                for option in judge.moves(&position, player, &Budget::unlimited()).unwrap() {
                    let lost = wins(
                        &rule, &end, option.position.as_slice(), player.opponent(), !odd, &mut known,
                    );
                    prop_assert_eq!(winning.contains(&option), !lost);
                }
            }
        }
    }

    /// Against a player who moves at random a perfect opponent keeps every won position, and the
    /// judge's word about every move is what happens.
    #[test]
    fn a_perfect_opponent_never_loses_a_won_position(
        (rule, end) in game(),
        heaps in prop::collection::vec(0u32..9, 1..4),
        seed: u64,
        first in prop::sample::select(&Player::BOTH[..]),
        score: bool,
    ) {
        let sum = if score { SumRule::Score } else { SumRule::Total };
        let Ok(game) = HeapGame::new(&rule, &end, sum) else {
            prop_assert!(score, "only scores are refused, for ends that have none");
            return Ok(());
        };
        let mut table = Table::new(game, Heaps::new(heaps), first);
        keeps_won_positions(&mut table, seed)?;
    }

    #[test]
    fn pairs_are_kept_too(
        rule in prop::sample::select(vec![
            TwoPileRule::Wythoff { spread: 1 },
            TwoPileRule::Wythoff { spread: 2 },
            TwoPileRule::NimWithPass,
            TwoPileRule::FibonacciNim,
            TwoPileRule::Mem,
        ]),
        end in prop::sample::select(ENDS),
        numbers in (0u32..12, 0u32..12),
        seed: u64,
    ) {
        let end: EndRule = end.parse().unwrap();
        let position = Pair(numbers.0, numbers.1);
        let mut table = Table::new(PairGame::new(rule, &end), position, Player::Left);
        keeps_won_positions(&mut table, seed)?;
    }

    #[test]
    fn nonsense_is_refused(text in ".{0,20}", heaps in prop::collection::vec(0u32..9, 1..4)) {
        let (rule, end) = ("0.77".parse().unwrap(), EndRule::normal());
        let game = HeapGame::new(&rule, &end, SumRule::Total).unwrap();
        let table = Table::new(game, Heaps::new(heaps.clone()), Player::Left);
        let moves = table.moves(&Budget::unlimited()).unwrap();
        if let Ok(at) = read_move(&text, &moves, heaps.len(), |p| table.game().numbers(p)) {
            prop_assert!(at < moves.len());
        }
    }
}

fn keeps_won_positions<G: Playable>(table: &mut Table<G>, seed: u64) -> Result<(), TestCaseError> {
    let budget = Budget::unlimited();
    let me = Player::Right;
    let mut opponent = Opponent::new(Skill::PERFECT, seed);
    let mut human = Opponent::new(Skill::with_mistakes(100), seed ^ 1);
    let mut must_win = false;
    while table.over(&Budget::unlimited()).unwrap().is_none() {
        let mine = table.to_move() == me;
        let wins = table.facts(&budget).unwrap().outcome.wins_moving_first(table.to_move());
        must_win |= wins == mine;
        prop_assert_eq!(must_win, wins == mine, "a won position was lost");
        let player = if mine { &mut opponent } else { &mut human };
        let choice = player.choose(table, &budget).expect("a move is left");
        prop_assert!(table.moves(&Budget::unlimited()).unwrap().contains(&choice.chosen));
        let judgement = table.play(choice.chosen, &budget);
        let expected = match (wins, &choice.reason) {
            (true, Reason::Wins) => Quality::Wins,
            (true, _) => Quality::Mistake,
            (false, _) => Quality::Lost,
        };
        prop_assert_eq!(judgement.quality, expected);
        prop_assert_eq!(!judgement.winning.is_empty(), wins);
    }
    if must_win {
        prop_assert_eq!(table.over(&Budget::unlimited()).unwrap(), Some(Over::Won(me)));
    }
    // Back to the beginning.
    let moves = table.history().len();
    for _ in 0..moves {
        prop_assert!(table.undo().is_some());
    }
    prop_assert!(table.undo().is_none());
    Ok(())
}

#[test]
fn wythoff_by_definition() {
    let normal = EndRule::normal();
    for spread in 1..4 {
        let rule = TwoPileRule::Wythoff { spread };
        let table = ishitori_solve::two_pile::two_pile_table(rule, (40, 40), &Budget::unlimited());
        let table = table.unwrap();
        let mut judge = Judge::new(PairGame::new(rule, &normal));
        for a in (0..=40).rev() {
            for b in 0..=40 {
                let (outcome, method) = judge.outcome(&Pair(a, b), &Budget::unlimited()).unwrap();
                let lost = table.rows[a as usize][b as usize] == 0;
                assert_eq!((outcome == Outcome::P, method), (lost, Method::Wythoff), "{a} {b}");
            }
        }
    }
    // A position far away: floor(k φ), floor(k φ²) with k = 1000.
    let mut judge = Judge::new(PairGame::new(TwoPileRule::Wythoff { spread: 1 }, &normal));
    assert_eq!(judge.outcome(&Pair(2618, 1618), &Budget::unlimited()).unwrap().0, Outcome::P);
    assert_eq!(judge.outcome(&Pair(2618, 1617), &Budget::unlimited()).unwrap().0, Outcome::N);
}

#[test]
fn large_heaps_by_their_periods() {
    let budget = Budget::unlimited();
    let outcome = |rule: &str, end: &str, heaps: &[u32]| {
        let (rule, end): (HeapRule, EndRule) = (rule.parse().unwrap(), end.parse().unwrap());
        let mut judge = Judge::new(HeapGame::new(&rule, &end, SumRule::Total).unwrap());
        judge.outcome(&Heaps::new(heaps.to_vec()), &budget).unwrap()
    };
    let billion = 1_000_000_000;
    assert_eq!(outcome("31game", "normal", &[billion]), (LoopyOutcome::P, Method::NimSum));
    assert_eq!(outcome("31game", "misere", &[billion + 1]), (LoopyOutcome::P, Method::MisereNim));
    assert_eq!(outcome("nim", "normal", &[billion, billion ^ 5, 5]).0, Outcome::P);
    assert_eq!(outcome("nim", "misere", &[billion, billion ^ 5, 4]).0, Outcome::N);
    // Period 12 from 71 on: heaps that differ by a multiple of it.
    assert_eq!(outcome("kayles", "normal", &[83, 83 + 12 * 50_000_000]).0, Outcome::P);
    // Period 5 from 2 on, and heap 6 is P.
    assert_eq!(outcome("sub:2,3", "mod2:LR", &[billion + 1]), (LoopyOutcome::P, Method::OneHeap));
}

#[test]
fn what_is_too_large_is_said() {
    let (rule, end): (HeapRule, EndRule) = ("0.07".parse().unwrap(), EndRule::misere());
    let game = HeapGame::new(&rule, &end, SumRule::Total).unwrap();
    let mut table = Table::new(game, Heaps::new(vec![60, 50, 40]), Player::Left);
    let budget = Budget::unlimited().with_memory(1 << 20);
    assert!(matches!(table.facts(&budget), Err(PlayError::Limit(_))));
    let choice = Opponent::new(Skill::PERFECT, 7).choose(&mut table, &budget).unwrap();
    assert!(matches!(choice.reason, Reason::Guesses(PlayError::Limit(_))));
    assert_eq!(table.play(choice.chosen, &budget).quality, Quality::Unknown);
    let (nim, normal): (HeapRule, EndRule) = ("nim".parse().unwrap(), EndRule::normal());
    let game = HeapGame::new(&nim, &normal, SumRule::Total).unwrap();
    let table = Table::new(game, Heaps::new(vec![1 << 30]), Player::Left);
    assert!(matches!(table.moves(&Budget::unlimited()), Err(PlayError::TooManyMoves { .. })));
}

#[test]
fn many_heaps_by_the_quotient() {
    // Misère Kayles has a quotient of 40 elements for heaps of any size.
    let (rule, end): (HeapRule, EndRule) = ("kayles".parse().unwrap(), EndRule::misere());
    let mut judge = Judge::new(HeapGame::new(&rule, &end, SumRule::Total).unwrap());
    let budget = Budget::unlimited();
    let position = Heaps::new(vec![90, 80, 70]);
    let (outcome, method) = judge.outcome(&position, &budget).unwrap();
    assert!(matches!(method, Method::Quotient { .. }), "{method:?}");
    let winning = judge.winning_moves(&position, Player::Left, false, &budget).unwrap();
    assert_eq!(winning.is_empty(), outcome == Outcome::P);
}

#[test]
fn opponents_err_as_often_as_they_are_asked_to() {
    let (rule, end): (HeapRule, EndRule) = ("nim".parse().unwrap(), EndRule::normal());
    let budget = Budget::unlimited();
    for (percent, low, high) in [(0, 0, 0), (50, 60, 140), (100, 200, 200)] {
        let mut errors = 0;
        for seed in 0..200 {
            let game = HeapGame::new(&rule, &end, SumRule::Total).unwrap();
            let mut table = Table::new(game, Heaps::new(vec![3, 5, 7]), Player::Left);
            let mut opponent = Opponent::new(Skill::with_mistakes(percent), seed);
            let choice = opponent.choose(&mut table, &budget).unwrap();
            errors += usize::from(choice.reason == Reason::OnPurpose);
        }
        assert!((low..=high).contains(&errors), "{percent} %: {errors}");
    }
}

#[test]
fn analyses_have_all_options() {
    let (rule, end): (HeapRule, EndRule) = ("sub:2,3".parse().unwrap(), "mod2:LR".parse().unwrap());
    let mut judge = Judge::new(HeapGame::new(&rule, &end, SumRule::Total).unwrap());
    let six = judge.analyse(&Heaps::new(vec![6]), &Budget::unlimited()).unwrap();
    assert_eq!(six.facts.outcome, Outcome::P);
    let outcomes: Vec<_> =
        six.options.iter().map(|o| (o.position.to_string(), o.facts.outcome)).collect();
    assert_eq!(outcomes, [("4".to_string(), LoopyOutcome::N), ("3".to_string(), LoopyOutcome::N)]);
    assert!(six.options.iter().all(|o| o.winners.is_empty() && o.answers.len() == 2));
}

/// For every player who loses by a move: an answer that this player's opponent may give, and wins by.
#[test]
fn answers_are_open_to_the_player_who_gives_them() {
    let mut answered = 0;
    for (text, end) in [
        ("psub:3,4,6/2,3,5", "misere"),
        ("psub:1,4/2,3", "normal"),
        ("psub:2,3/3,5", "mod2:LR"),
        ("sub:2,3", "mod2:LR"),
        ("0.77", "misere"),
    ] {
        let (rule, end): (HeapRule, EndRule) = (text.parse().unwrap(), end.parse().unwrap());
        let mut judge = Judge::new(HeapGame::new(&rule, &end, SumRule::Total).unwrap());
        for n in 0..14 {
            let found = judge.analyse(&Heaps::new(vec![n]), &Budget::unlimited()).unwrap();
            for option in &found.options {
                for &player in &option.players {
                    let answer = option.answers.iter().find(|(loser, _)| *loser == player);
                    assert!(answer.is_none() || !option.winners.contains(&player));
                    let Some((_, answer)) = answer else { continue };
                    answered += 1;
                    let opponent = player.opponent();
                    let moves =
                        judge.moves(&option.position, opponent, &Budget::unlimited()).unwrap();
                    assert!(moves.iter().any(|m| m.position == *answer), "{text} {n}: {answer}");
                    let (after, _) = judge.outcome(answer, &Budget::unlimited()).unwrap();
                    assert!(!after.wins_moving_first(player), "{text} {n}: {answer}");
                }
            }
        }
    }
    assert!(answered > 100, "{answered}");
}

/// The moves that the theory finds without a list are winning moves, and there is one exactly if
/// there is one at all.
#[test]
fn known_wins_are_wins() {
    let budget = Budget::unlimited();
    let mut wins = 0;
    for (text, end) in [
        ("nim", "normal"),
        ("nim", "misere"),
        ("allbut:2,5", "normal"),
        ("allbut:1", "misere"),
        ("sub:1,3,4", "misere"),
        ("kayles", "normal"),
        ("0.137", "normal"),
        ("0.3F", "normal"),
    ] {
        let (rule, end): (HeapRule, EndRule) = (text.parse().unwrap(), end.parse().unwrap());
        let mut game = HeapGame::new(&rule, &end, SumRule::Total).unwrap();
        let mut judge = Judge::new(HeapGame::new(&rule, &end, SumRule::Total).unwrap());
        for a in 0..9 {
            for b in 0..12 {
                let position = Heaps::new(vec![a, b]);
                let known = game.known_wins(&position, Player::Left, 9, &budget).unwrap().unwrap();
                let all = judge.winning_moves(&position, Player::Left, false, &budget).unwrap();
                assert_eq!(known.is_empty(), all.is_empty(), "{text} {end} {position}");
                for win in known {
                    let listed = all.iter().any(|m| m.position == win.position);
                    assert!(listed, "{text} {end} {position}: {}", win.position);
                    wins += 1;
                }
            }
        }
    }
    assert!(wins > 500, "{wins}");
    for spread in 1..4 {
        let (rule, end) = (TwoPileRule::Wythoff { spread }, EndRule::normal());
        let mut game = PairGame::new(rule, &end);
        let mut judge = Judge::new(PairGame::new(rule, &end));
        for a in 0..25 {
            for b in 0..25 {
                let known = game.known_wins(&Pair(a, b), Player::Left, 9, &budget).unwrap();
                let mut known: Vec<_> =
                    known.unwrap().iter().map(|m| (m.position.0, m.position.1)).collect();
                let all = judge.winning_moves(&Pair(a, b), Player::Left, false, &budget).unwrap();
                let mut all: Vec<_> = all.iter().map(|m| (m.position.0, m.position.1)).collect();
                known.sort_unstable();
                all.sort_unstable();
                all.dedup();
                assert_eq!(known, all, "({a},{b}) spread {spread}");
            }
        }
    }
}

/// Fibonacci nim by its theorem, against its Grundy numbers and at sizes without any.
#[test]
fn fibonacci_nim_by_parts() {
    let (end, budget) = (EndRule::normal(), Budget::unlimited());
    let mut game = PairGame::new(TwoPileRule::FibonacciNim, &end);
    let mut judge = Judge::new(PairGame::new(TwoPileRule::FibonacciNim, &end));
    for stones in 0..60 {
        for last in 0..30 {
            let position = Pair(stones, last);
            let known = game.known_wins(&position, Player::Left, 9, &budget).unwrap().unwrap();
            let all = judge.winning_moves(&position, Player::Left, false, &budget).unwrap();
            assert_eq!(known.is_empty(), all.is_empty(), "{position}");
            assert!(known.iter().all(|k| all.iter().any(|m| m.position == k.position)));
        }
    }
    // 999 999 994 = … + 89 + 13, and 6 may be taken.
    let found = judge.analyse(&Pair(999_999_994, 3), &budget).unwrap();
    assert_eq!((found.facts.outcome, found.facts.method), (LoopyOutcome::P, Method::Zeckendorf));
    let found = judge.analyse(&Pair(999_999_994, 400_000_000), &budget).unwrap();
    assert!(found.shortened && found.options[0].position == Pair(999_999_981, 13));
}

/// Positions with millions of moves are explained by theory, with some of the moves.
#[test]
fn huge_positions_are_explained() {
    let normal = EndRule::normal();
    for (text, heaps) in [
        ("nim", vec![1_000_000, 2_000_000, 3_000_000]),
        ("nim", vec![1 << 30, 5]),
        ("allbut:3,7", vec![1_000_000_000, 999_999_999]),
        ("kayles", vec![1_000_000, 999_983]),
        ("nim", vec![700_000, 700_000]),
    ] {
        let rule: HeapRule = text.parse().unwrap();
        let mut judge = Judge::new(HeapGame::new(&rule, &normal, SumRule::Total).unwrap());
        let found = judge.analyse(&Heaps::new(heaps.clone()), &Budget::unlimited()).unwrap();
        assert!(found.shortened && !found.options.is_empty(), "{text}");
        let sum = found.facts.grundy.unwrap().iter().fold(0, |s, g| s ^ g);
        assert_eq!(found.facts.outcome == Outcome::N, sum != 0, "{text} {heaps:?}");
        let wins = found.options.iter().filter(|o| !o.winners.is_empty());
        for option in wins.clone() {
            let after = option.facts.grundy.as_ref().unwrap();
            assert_eq!(after.iter().fold(0, |s, g| s ^ g), 0, "{text} {}", option.position);
        }
        assert_eq!(wins.count() > 0, sum != 0, "{text} {heaps:?}");
    }
}

#[test]
fn moves_as_they_are_typed() {
    let (rule, end): (HeapRule, EndRule) = ("0.77".parse().unwrap(), EndRule::normal());
    let game = HeapGame::new(&rule, &end, SumRule::Total).unwrap();
    let table = Table::new(game, Heaps::new(vec![5, 2, 5]), Player::Left);
    let moves = table.moves(&Budget::unlimited()).unwrap();
    let read = |text: &str| {
        let at = read_move(text, &moves, 3, |p| table.game().numbers(p))?;
        Ok((moves[at].change.to_string(), moves[at].position.to_string()))
    };
    let found = |change: &str, to: &str| Ok((change.to_string(), to.to_string()));
    assert_eq!(read("2:1"), found("2->1", "5+1+5"));
    assert_eq!(read("３ ２"), found("5->3", "5+2+3"));
    assert_eq!(read("5->1+2"), found("5->1+2", "1+2+2+5"));
    assert_eq!(read("５→２＋１"), found("5->1+2", "1+2+2+5"));
    assert_eq!(read("2 to 0"), found("2->0", "5+5"));
    assert_eq!(read("2->"), found("2->0", "5+5"));
    assert_eq!(read("#1"), found("5->4", "4+2+5"));
    assert!(matches!(read("2"), Err(MoveError::Ambiguous(_))));
    assert_eq!(read("2:3"), Err(MoveError::NotAllowed));
    assert_eq!(read("4:1"), Err(MoveError::NoSuchHeap { number: 4, heaps: 3 }));
    assert_eq!(read("0:1"), Err(MoveError::NoSuchHeap { number: 0, heaps: 3 }));
    assert_eq!(read("#99999"), Err(MoveError::NotAllowed));
    assert_eq!(read("three"), Err(MoveError::NotUnderstood));
    assert!(matches!(read("99999999999999999999"), Err(MoveError::Number(_))));
    assert_eq!(read(""), Err(MoveError::NotUnderstood));
    // Every move is read back from its own notation, or a move that does the same.
    for m in &moves {
        let at = read_move(&m.change.to_string(), &moves, 3, |p| table.game().numbers(p)).unwrap();
        match (&moves[at].change, &m.change) {
            (Change::Heap { from: a, left: b, .. }, Change::Heap { from: c, left: d, .. }) => {
                assert_eq!((a, b), (c, d));
            }
            _ => unreachable!("heaps only"),
        }
    }
    let end = EndRule::normal();
    let game = PairGame::new(TwoPileRule::Wythoff { spread: 1 }, &end);
    let table = Table::new(game, Pair(5, 8), Player::Left);
    let moves = table.moves(&Budget::unlimited()).unwrap();
    let read = |text: &str| {
        read_move(text, &moves, 2, |p| table.game().numbers(p)).map(|at| moves[at].position)
    };
    assert_eq!(read("both 2"), Ok(Pair(3, 6)));
    assert_eq!(read("両方２"), Ok(Pair(3, 6)));
    assert_eq!(read("1:5"), Ok(Pair(0, 8)));
    assert_eq!(read("4,7"), Ok(Pair(4, 7)));
    assert_eq!(read("8 to 1"), Ok(Pair(5, 1)));
    assert_eq!(read("(4,6)"), Err(MoveError::NotAllowed));
}

/// A bar of chocolate with y ≤ ⌊z/k⌋: cut off rows or columns; the bitter square is left. All that a
/// game of one's own needs.
struct Bar {
    k: u32,
}

impl Playable for Bar {
    type Position = Pair;

    fn for_each_move(
        &self,
        &Pair(y, z): &Pair,
        _: Player,
        _: &Budget,
        sink: &mut dyn FnMut(Change, Pair) -> ControlFlow<()>,
    ) -> Result<(), PlayError> {
        let rows = (0..y).map(|v| Pair(v, z));
        let columns = (0..z).map(|w| Pair(y.min(w / self.k), w));
        for to in rows.chain(columns) {
            if sink(Change::Other(to.to_string()), to).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn end(&self, _: &Pair) -> Result<Outcome, PlayError> {
        Ok(Outcome::P)
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn drawing(&self, &Pair(y, z): &Pair) -> Drawing {
        let columns = (0..=z).map(|w| y.min(w / self.k) + 1).collect();
        Drawing::Bar { columns, bitter: (0, 0) }
    }

    fn numbers(&self, &Pair(y, z): &Pair) -> Vec<i64> {
        vec![y.into(), z.into()]
    }
}

#[test]
fn a_game_of_ones_own_is_judged_and_played() {
    let budget = Budget::unlimited();
    let mut judge = Judge::new(Bar { k: 2 });
    // For even k the Grundy number is y ⊕ z.
    for z in 0..20 {
        for y in 0..=z / 2 {
            let (outcome, method) = judge.outcome(&Pair(y, z), &budget).unwrap();
            assert_eq!(outcome == Outcome::P, y ^ z == 0, "{y} {z}");
            assert!(matches!(method, Method::Search { .. }));
        }
    }
    let mut table = Table::new(Bar { k: 3 }, Pair(4, 13), Player::Right);
    let moves = table.moves(&Budget::unlimited()).unwrap();
    let read = |text: &str| read_move(text, &moves, 1, |p| table.game().numbers(p));
    assert_eq!(read("3,13").map(|at| moves[at].position), Ok(Pair(3, 13)));
    assert_eq!(read("（２，７）").map(|at| moves[at].position), Ok(Pair(2, 7)));
    assert_eq!(read("(5,13)"), Err(MoveError::NotAllowed));
    keeps_won_positions(&mut table, 3).unwrap();
}

/// Games in the language, and the largest numbers of their positions here.
const TUPLES: &[(&str, i64)] = &[
    ("(n) -> (n - s) for s in {1, 3, 4} if s <= n; end: misere", 6),
    ("(n) -> (n - s) for s in {2, 3} if s <= n", 6),
    ("position (n) both: (a) + (n - 1 - a) for a in 0 ..< n end: misere", 3),
    ("position (n) left: (n - 1) if n > 0 right: (n - 2) if n > 1 end: misere", 6),
    ("position (a, b) left: (u, b) for u in 0 ..< a right: (a, v) for v in 0 ..< b", 2),
    (
        "(y, z) where y <= z div 2 -> (u, z) for u in 0 ..< y; (min(y, w div 2), w) for w in 0 ..< z",
        3,
    ),
    ("lib:cutcake", 3),
    ("lib:northcott", 4),
];

fn tuple_game(text: &str) -> TextGame {
    let source = text.strip_prefix("lib:").map_or(text, |name| library_game(name).unwrap().source);
    TextGame::new(source, &[]).unwrap()
}

/// Whether `player` wins by moving first, literally.
fn tuple_wins(game: &TupleGame<'_>, position: &SumPosition, player: Player) -> bool {
    let mut options = Vec::new();
    let listed = game.for_each_move(position, player, &Budget::unlimited(), &mut |_, option| {
        options.push(option);
        ControlFlow::Continue(())
    });
    listed.unwrap();
    match options.is_empty() {
        true => game.end(position).unwrap().wins_moving_first(player),
        false => options.iter().any(|option| !tuple_wins(game, option, player.opponent())),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Positions and options of games in the language, by the definition.
    #[test]
    fn tuples_are_judged_by_the_definition(
        (source, most) in prop::sample::select(TUPLES),
        numbers in prop::collection::vec(0i64..=6, 4),
        parts in 1usize..=2,
        end in prop::sample::select(&["", "normal", "misere", "mod2:LR"][..]),
    ) {
        let game = tuple_game(source);
        let table = match end.parse() {
            Ok(EndRule::Stones(table)) => Some(table),
            _ => None,
        };
        let ending = table.as_ref().map_or(TupleEnd::OfGame, TupleEnd::Total);
        let mut machine = game.machine();
        let tuples = numbers.chunks(game.width()).take(parts).map(|tuple| {
            tuple.iter().map(|n| n % (most + 1)).collect::<Vec<i64>>()
        });
        let tuples: Vec<Vec<i64>> = tuples.filter(|t| machine.contains(t).unwrap()).collect();
        prop_assume!(!tuples.is_empty());
        let position = SumPosition::new(tuples);
        let literal = TupleGame::new(&game, ending).unwrap();
        let outcome = |position: &SumPosition| {
            let [left, right] = Player::BOTH.map(|p| tuple_wins(&literal, position, p));
            Outcome::from_first_move_wins(left, right)
        };
        let mut judge = Judge::new(TupleGame::new(&game, ending).unwrap());
        let found = judge.analyse(&position, &Budget::unlimited()).unwrap();
        prop_assert_eq!(found.facts.outcome, outcome(&position), "{} {}", source, &position);
        for option in &found.options {
            prop_assert_eq!(option.facts.outcome, outcome(&option.position));
            for &player in &option.players {
                let wins = !tuple_wins(&literal, &option.position, player.opponent());
                prop_assert_eq!(wins, option.winners.contains(&player));
            }
        }
        if let Some(grundy) = &found.facts.grundy {
            let mut sum = 0;
            for g in grundy {
                sum ^= g;
            }
            prop_assert_eq!(sum == 0, found.facts.outcome == Outcome::P);
        }
    }
}

#[test]
fn drawings_follow_the_hint() {
    let drawn = |source: &str, position: &str| {
        let game = tuple_game(source);
        let playable = TupleGame::new(&game, TupleEnd::OfGame).unwrap();
        playable.drawing(&position.parse().unwrap())
    };
    let grid = |rows: &[&str]| Drawing::Grid(rows.iter().map(|r| r.chars().collect()).collect());
    let bar = Drawing::Bar { columns: vec![1, 1, 1, 2, 2, 2, 3, 3], bitter: (0, 0) };
    assert_eq!(drawn("lib:chocolate", "(2,7)"), bar);
    let passes = Drawing::With(Box::new(bar.clone()), vec![("p".to_string(), 1)]);
    assert_eq!(drawn("lib:chocolate-pass", "(2,7,1)"), passes);
    let three = Drawing::Bar { columns: vec![3, 3, 3, 1, 2, 2, 3, 3, 3], bitter: (3, 0) };
    assert_eq!(drawn("lib:chocolate3", "(3,2,5)"), three);
    assert_eq!(drawn("lib:nim", "(1,0,2)"), Drawing::Heaps(vec![1, 0, 2]));
    assert_eq!(drawn("lib:cutcake", "(2,3)"), grid(&["□□□", "□□□"]));
    assert_eq!(drawn("lib:chomp2", "(3,1)"), grid(&["■■■", "■"]));
    assert_eq!(drawn("lib:silver-dollar", "(1,3,4)"), grid(&["·a·bc"]));
    assert_eq!(drawn("lib:domineering", "5"), grid(&["m·m", "···", "···"]));
    assert_eq!(drawn("lib:toads-and-frogs", "(3,48)"), grid(&["tt··ff"]));
    let sum = Drawing::Sum(vec![Drawing::Heaps(vec![3]), Drawing::Heaps(vec![5])]);
    assert_eq!(drawn("lib:kayles", "3+5"), sum);
}

proptest! {
    /// Who can win does not let it go, and the line ends with the winner whom the definition names.
    #[test]
    fn lines_of_best_play_keep_the_win(
        (rule, end) in game(),
        heaps in prop::collection::vec(0_u32..7, 1..3),
        left_first in any::<bool>(),
    ) {
        let game = HeapGame::new(&rule, &end, SumRule::Total).unwrap();
        let first = if left_first { Player::Left } else { Player::Right };
        let mut known = HashMap::new();
        let first_wins = wins(&rule, &end, &heaps, first, false, &mut known);
        let winner = if first_wins { first } else { first.opponent() };
        let mut judge = Judge::new(game);
        let line = judge.best_line(&Heaps::new(heaps), first, 100, &Budget::unlimited()).unwrap();
        prop_assert_eq!(line.winner, Some(winner));
        let mut odd = false;
        let mut mover = first;
        for (player, played) in &line.moves {
            prop_assert_eq!(*player, mover);
            (odd, mover) = (!odd, mover.opponent());
            let now = played.position.as_slice();
            let next_wins = wins(&rule, &end, now, mover, odd, &mut known);
            prop_assert_eq!(next_wins, mover == winner);
        }
    }
}
