//! Games under end rules: known figures, and the engines against a literal search.

use ishitori_rules::end::EndRule;
use ishitori_rules::heap::HeapRule;
use ishitori_solve::ending::*;
use ishitori_solve::heap::find_period;
use ishitori_values::{Budget, GameStore, Outcome, Player};
use proptest::prelude::*;

fn rule(text: &str) -> HeapRule {
    text.parse().unwrap()
}

fn end(text: &str) -> EndRule {
    text.parse().unwrap()
}

fn word(run: &Outcomes) -> String {
    run.outcomes.iter().map(|o| o.to_string()).collect()
}

fn run(text: &str, e: &str, count: usize) -> Outcomes {
    outcomes(&rule(text), &end(e), count, &Budget::unlimited()).unwrap()
}

/// Who wins, by the definition: no memory, no symmetry, moves counted.
fn literal(rule: &HeapRule, end: &EndRule, heaps: &[u32], odd: bool, player: Player) -> bool {
    let mut stuck = true;
    let mut won = false;
    for at in 0..heaps.len() {
        rule.for_each_option(heaps[at], player, &mut |left| {
            stuck = false;
            let mut next = heaps.to_vec();
            next.remove(at);
            next.extend_from_slice(left);
            won |= !literal(rule, end, &next, !odd, player.opponent());
        });
    }
    let stones = heaps.iter().map(|&h| u64::from(h)).sum();
    if stuck { end.letter(stones, odd).wins_moving_first(player) } else { won }
}

fn literal_outcome(rule: &HeapRule, end: &EndRule, heaps: &[u32]) -> Outcome {
    let wins = Player::BOTH.map(|player| literal(rule, end, heaps, false, player));
    Outcome::from_first_move_wins(wins[0], wins[1])
}

#[test]
fn the_slides() {
    let two_three = run("sub:2,3", "mod2:LR", 13);
    assert_eq!(word(&two_three), "LRLNNLPLNNLPL");
    assert_eq!(two_three.knowledge, Knowledge::Proved(Cycle { period: 5, preperiod: 2 }));
    let all_left = run("sub:2,3,6", "mod2:LR", 13);
    assert_eq!(word(&all_left), "LRLNNLLNLLLLL");
    assert_eq!(all_left.knowledge, Knowledge::Proved(Cycle { period: 1, preperiod: 8 }));
    assert_eq!(
        word(&run("sub:2,6,7", "mod2:LR", 51)),
        "LRLRLRLNNNNNNLPLNLPLNNLLNNLPLNLPLNNLLNNLPLNLPLNNLLN"
    );
}

#[test]
fn known_games_under_normal_and_misere_play() {
    let normal = run("31game", "normal", 9);
    assert_eq!(word(&normal), "PNNNPNNNP");
    assert_eq!(normal.knowledge.cycle(), Some(Cycle { period: 4, preperiod: 0 }));
    assert_eq!(word(&run("31game", "misere", 9)), "NPNNNPNNN");
    let dawson = run("0.07", "normal", 100);
    assert_eq!(dawson.knowledge.cycle(), Some(Cycle { period: 34, preperiod: 36 }));
    // By the misère quotient of Kayles; heap 20 is its last P-position (computed here).
    let kayles = run("0.77", "misere", 40);
    assert_eq!(kayles.knowledge.cycle(), Some(Cycle { period: 1, preperiod: 21 }));
    assert_eq!(run("grundys-game", "misere", 12).knowledge, Knowledge::NoTheorem);
}

#[test]
fn wide_sets() {
    let found = run("sub:2,1024", "mod2:LR", 3000);
    assert!(matches!(found.knowledge, Knowledge::Proved(_)));
    assert_eq!(run("sub:1,3", "mod2:LR", 6).outcomes.len(), 6);
    // A player who can never move is stuck at every size.
    let stuck = run("psub:/2", "mod2:LR", 12);
    assert!(matches!(stuck.knowledge, Knowledge::Proved(_)));
}

fn printed(text: &str, e: &str, terminal: &str, count: usize) -> (Vec<String>, Knowledge) {
    let store = GameStore::new();
    let mut session = store.session();
    let terminal = TerminalValues::parse(terminal, &store).unwrap();
    let run = normalised_values(
        &rule(text),
        &end(e),
        SumRule::Total,
        &terminal,
        count,
        400,
        &mut session,
    )
    .unwrap();
    let texts = run.values.iter().map(|&v| session.print(v).unwrap()).collect();
    (texts, run.knowledge)
}

#[test]
fn normalised_values_of_the_slides() {
    let (values, knowledge) = printed("sub:2,3", "mod2:LR", "L=1,R=-1", 13);
    let expected =
        ["1", "-1", "1*", "+-1", "{1*|-1}", "1", "0", "1*", "{1|0}", "{1*|0}", "1", "0", "1*"];
    assert_eq!(values, expected);
    assert_eq!(knowledge.cycle(), Some(Cycle { period: 5, preperiod: 5 }));
    let (_, pure) = printed("sub:2,3", "mod2:LR", "L=1,R=0", 13);
    assert_eq!(pure.cycle().map(|c| c.preperiod), Some(0));
    let (_, tail) = printed("sub:4,5", "mod2:LR", "L=1,R=0", 20);
    assert_eq!(tail.cycle(), Some(Cycle { period: 9, preperiod: 8 }));
}

#[test]
fn games_by_the_remainder_of_the_stones() {
    assert_eq!(
        printed("sub:2,3", "mod2:LR", "L=1,R=-1", 30),
        printed("sub:2,3", "normal", "0=1,1=-1", 30)
    );
    let store = GameStore::new();
    for wrong in ["0=1,2=*", "0=1,0=2", "L=1,0=2", "1=1", "0=", "99999999=1"] {
        assert!(TerminalValues::parse(wrong, &store).is_err(), "{wrong}");
    }
    // By the definition: an end is replaced by the game for its remainder.
    let mut s = store.session();
    let terminal = TerminalValues::parse("0=1,1=-1,2=*", &store).unwrap();
    let run = normalised_values(
        &rule("sub:4,5"),
        &end("normal"),
        SumRule::Total,
        &terminal,
        25,
        200,
        &mut s,
    )
    .unwrap();
    let mut values = Vec::new();
    for n in 0..25_usize {
        let options: Vec<_> = [4, 5].iter().filter(|&&t| t <= n).map(|&t| values[n - t]).collect();
        values.push(match options.is_empty() {
            true => terminal.residues()[n % 3],
            false => s.game(&options, &options).unwrap(),
        });
    }
    assert_eq!(run.values, values);
}

/// T(0) = {1|−1}, T(k+1) = {1|1,T(k)}; S = {2,3,6} has v(9j+3) = v(9j+7) = T(2j) and
/// v(9j+6) = T(2j+1) for j ≥ 1 (computed here for n < 400), so its values never repeat.
#[test]
fn values_that_do_not_repeat() {
    let store = GameStore::new();
    let mut s = store.session();
    let terminal = TerminalValues::nowakowski(&s);
    let (rule, end) = (rule("sub:2,3,6"), end("mod2:LR"));
    let run = normalised_values(&rule, &end, SumRule::Total, &terminal, 400, 400, &mut s).unwrap();
    assert_eq!((run.knowledge, run.computed.len()), (Knowledge::NotPeriodic, 400));
    let one = s.integer(1);
    let mut family = vec![s.game(&[one], &[s.integer(-1)]).unwrap()];
    for k in 0..90 {
        let next = s.game(&[one], &[one, family[k]]).unwrap();
        family.push(next);
    }
    for j in (1..).take_while(|j| 9 * j + 7 < 400) {
        assert_eq!(run.values[9 * j + 3], family[2 * j]);
        assert_eq!(run.values[9 * j + 7], family[2 * j]);
        assert_eq!(run.values[9 * j + 6], family[2 * j + 1]);
    }
}

#[test]
fn the_unifying_theorem() {
    for (text, largest, heaps) in
        [("kayles", 7, 3), ("sub:2,3", 9, 3), ("0.07", 8, 3), ("grundys-game", 9, 3), ("nim", 5, 3)]
    {
        let check =
            verify_parity_theorem(&rule(text), largest, heaps, &Budget::unlimited()).unwrap();
        assert_eq!(check.violation, None, "{text}");
        assert!(check.positions > 50 && check.stopped.is_none());
    }
}

#[test]
fn what_is_refused() {
    let unlimited = Budget::unlimited();
    let refused = |r: &str, e: &str| outcomes(&rule(r), &end(e), 5, &unlimited).unwrap_err();
    assert!(matches!(refused("wythoff", "normal"), EndingError::NotHeaps { .. }));
    assert!(matches!(refused("psub:1/2", "moves"), EndingError::MovesNeedImpartial { .. }));
    let (r, e) = (rule("sub:2,3"), end("mod3:LRP"));
    assert!(Search::new(&r, &e, SumRule::Score, unlimited).is_err());
}

fn ends() -> impl Strategy<Value = EndRule> {
    prop_oneof![
        Just(end("normal")),
        Just(end("misere")),
        Just(end("moves")),
        "[LRNP]{1,4}".prop_map(|w| end(&format!("mod{}:{w}", w.len()))),
        ("[LRNP]{0,3}", "[LRNP]{1,2}").prop_map(|(a, b)| end(&format!("table:{a}[{b}]"))),
    ]
}

fn rules() -> impl Strategy<Value = HeapRule> {
    let set = prop::collection::btree_set(1u32..6, 1..4).prop_map(|set| {
        let numbers: Vec<String> = set.iter().map(u32::to_string).collect();
        rule(&format!("sub:{}", numbers.join(",")))
    });
    prop_oneof![4 => set, 2 => "0\\.[0-7]{1,2}[1-7]".prop_map(|t| rule(&t)), 1 => Just(rule("nim"))]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn one_heap_agrees_with_the_definition(rule in rules(), end in ends()) {
        let run = outcomes(&rule, &end, 9, &Budget::unlimited()).unwrap();
        for (n, &found) in run.outcomes.iter().enumerate() {
            prop_assert_eq!(found, literal_outcome(&rule, &end, &[n as u32]), "{} {} {}", rule, end, n);
        }
    }

    #[test]
    fn partizan_heaps_agree_with_the_definition(
        left in "[1-4]", right in "[1-4]", letters in "[LRNP]{3}"
    ) {
        let (rule, end) = (rule(&format!("psub:{left}/{right}")), end(&format!("mod3:{letters}")));
        let run = outcomes(&rule, &end, 12, &Budget::unlimited()).unwrap();
        for (n, &found) in run.outcomes.iter().enumerate() {
            prop_assert_eq!(found, literal_outcome(&rule, &end, &[n as u32]));
        }
    }

    #[test]
    fn several_heaps_agree_with_the_definition(
        rule in rules(), end in ends(), heaps in prop::collection::vec(0u32..5, 0..3)
    ) {
        let mut search = Search::new(&rule, &end, SumRule::Total, Budget::unlimited()).unwrap();
        let position = Position::new(heaps.clone());
        let outcome = search.outcome(&position).unwrap();
        prop_assert_eq!(outcome, literal_outcome(&rule, &end, &heaps));
        let moves = search.winning_moves(&position).unwrap();
        let final_position = Player::BOTH.iter().all(|&p| heaps.iter().all(|&h| {
            let mut none = true;
            rule.for_each_option(h, p, &mut |_| none = false);
            none
        }));
        for player in Player::BOTH {
            let can = moves.iter().any(|m| m.players.contains(&player));
            prop_assert!(final_position || can == outcome.wins_moving_first(player));
        }
    }

    #[test]
    fn periods_go_on(set in prop::collection::btree_set(1u32..9, 1..5), end in ends()) {
        let numbers: Vec<String> = set.iter().map(u32::to_string).collect();
        let rule = rule(&format!("sub:{}", numbers.join(",")));
        let run = outcomes(&rule, &end, 200, &Budget::unlimited()).unwrap();
        if let Some(Cycle { period, preperiod }) = run.knowledge.cycle() {
            let o = &run.outcomes;
            for n in preperiod..o.len().saturating_sub(period) {
                prop_assert_eq!(o[n], o[n + period]);
            }
            if preperiod > 0 && preperiod + period <= o.len() {
                prop_assert_ne!(o[preperiod - 1], o[preperiod - 1 + period]);
            }
        }
    }

    /// The player who has won more heaps wins; at a tie the player to move loses.
    #[test]
    fn score_agrees_with_the_definition(
        set in prop::collection::btree_set(1u32..6, 1..3),
        letters in "[LR]{3}",
        heaps in prop::collection::vec(0u32..7, 1..4)
    ) {
        // The literal search repeats itself, so the heaps together are small.
        prop_assume!(heaps.iter().sum::<u32>() <= 10);
        let numbers: Vec<u32> = set.into_iter().collect();
        let texts: Vec<String> = numbers.iter().map(u32::to_string).collect();
        let (rule, end) = (rule(&format!("sub:{}", texts.join(","))), end(&format!("mod3:{letters}")));
        let mut search = Search::new(&rule, &end, SumRule::Score, Budget::unlimited()).unwrap();
        let found = search.outcome(&Position::new(heaps.clone())).unwrap();
        let wins = Player::BOTH.map(|player| literal_score(&numbers, &end, &heaps, player));
        prop_assert_eq!(found, Outcome::from_first_move_wins(wins[0], wins[1]));
    }
}

/// The score by its definition, for a subtraction set.
fn literal_score(set: &[u32], end: &EndRule, heaps: &[u32], player: Player) -> bool {
    let (mut stuck, mut won) = (true, false);
    for at in 0..heaps.len() {
        for &s in set.iter().filter(|&&s| s <= heaps[at]) {
            stuck = false;
            let mut next = heaps.to_vec();
            next[at] -= s;
            won = won || !literal_score(set, end, &next, player.opponent());
        }
    }
    let heaps_of =
        |letter| heaps.iter().filter(|&&h| end.letter(h.into(), false) == letter).count();
    let (left, right) = (heaps_of(Outcome::L), heaps_of(Outcome::R));
    match player {
        _ if !stuck => won,
        Player::Left => left > right,
        Player::Right => right > left,
    }
}

/// The score and the sum of the normalised values are different games: in the sum a player can
/// make a move in 1 or -1 where every move in a heap would be a mistake.
#[test]
fn the_sum_of_values_is_not_the_score() {
    let (rule, end) = (rule("sub:2,3"), end("mod2:LR"));
    let store = GameStore::new();
    let mut session = store.session();
    let terminal = TerminalValues::nowakowski(&session);
    let values = normalised_values(&rule, &end, SumRule::Total, &terminal, 9, 0, &mut session)
        .unwrap()
        .values;
    let sum = session.sum(values[6], values[2]).unwrap();
    assert_eq!(session.outcome(sum).unwrap(), Outcome::L);
    // Right takes the 2; Left must then move in the 6 and loses it, which makes a tie.
    let mut search = Search::new(&rule, &end, SumRule::Score, Budget::unlimited()).unwrap();
    assert_eq!(search.outcome(&Position::new(vec![6, 2])).unwrap(), Outcome::N);
}

/// v(9j + 3) = v(9j + 7) = T(2j) and v(9j + 6) = T(2j + 1) with T(0) = {1|-1} and
/// T(k + 1) = {1|1,T(k)}, for j ≥ 1 and all n < 400.
#[test]
fn values_that_grow_by_a_rule() {
    let (rule, end): (HeapRule, EndRule) =
        ("sub:2,3,6".parse().unwrap(), "mod2:LR".parse().unwrap());
    let store = GameStore::new();
    let mut session = store.session();
    let terminal = TerminalValues::nowakowski(&session);
    let run =
        normalised_values(&rule, &end, SumRule::Total, &terminal, 1, 400, &mut session).unwrap();
    let found = recurrence(&run.computed, &mut session).unwrap().unwrap();
    assert_eq!((found.step, found.checked, found.families.len()), (9, 400, 1));
    let family = &found.families[0];
    assert_eq!(session.print(family.start).unwrap(), "+-1");
    let next = family.context.print("T(k)", Default::default(), &mut session).unwrap();
    assert_eq!(next, "{1|1,T(k)}");
    // What is said about the progressions, once more and one by one.
    let mut chain = vec![family.start];
    while chain.len() < 100 {
        let last = chain[chain.len() - 1];
        chain.push(family.context.plug(last, &mut session).unwrap());
    }
    for heaps in &found.heaps {
        for (i, n) in (heaps.first..400).step_by(9).enumerate() {
            let t = chain[heaps.index + i * heaps.advance];
            assert_eq!(heaps.context.plug(t, &mut session).unwrap(), run.computed[n], "{n}");
        }
    }
    for (residue, index) in [(3, 0), (7, 0), (6, 1)] {
        let heaps = found.heaps.iter().find(|h| h.first % 9 == residue).unwrap();
        assert_eq!((heaps.advance, &heaps.context), (2, &Context::Hole));
        assert_eq!(heaps.index, 2 * (heaps.first / 9) + index, "{residue}");
    }
    for n in found.from..400 - 9 {
        if found.heaps.iter().all(|h| h.first % 9 != n % 9) {
            assert_eq!(run.computed[n], run.computed[n + 9], "{n}");
        }
    }
    // Periodic values, and values that grow in other ways, are left alone.
    for set in ["sub:2,3", "sub:2,4,5"] {
        let rule: HeapRule = set.parse().unwrap();
        let run = normalised_values(&rule, &end, SumRule::Total, &terminal, 80, 80, &mut session)
            .unwrap();
        assert_eq!(recurrence(&run.computed, &mut session).unwrap(), None, "{set}");
    }
}

/// The corollary of the unifying theorem, and that it needs tame positions.
#[test]
fn tame_positions() {
    for (text, wild) in [("0.07", 8), ("sub:2,3", 0), ("nim", 0)] {
        let rule: HeapRule = text.parse().unwrap();
        let check = verify_parity_theorem(&rule, 12, 2, &Budget::unlimited()).unwrap();
        assert!(check.violation.is_none());
        let tame = check.tame.unwrap();
        assert_eq!((tame.violation, tame.largest, tame.wild), (None, Some(1), wild), "{text}");
        assert!(tame.decided > 0 && tame.tame <= check.positions);
    }
}

/// What is said about a rule does not depend on which question it is the answer to.
#[test]
fn one_place_decides_what_is_known() {
    for text in ["0.77", "nim", "31game", "allbut:2,5", "0.07", "lasker-nim", "0.3F", "4.7"] {
        let rule = rule(text);
        let report = find_period(rule.code().unwrap(), 2000, &Budget::unlimited()).unwrap();
        let store = GameStore::new();
        let mut session = store.session();
        let terminal = TerminalValues::nowakowski(&session);
        let normal = EndRule::normal();
        let values =
            normalised_values(&rule, &normal, SumRule::Total, &terminal, 30, 400, &mut session)
                .unwrap();
        assert_eq!(values.reading, Reading::Normal);
        let outcomes = run(text, "normal", 30);
        for name in [values.knowledge.name(), outcomes.knowledge.name()] {
            assert_eq!(name, report.status.name(), "{text}");
        }
        let Some(found) = report.periodicity else { continue };
        let (p, n0) = (found.values.period as usize, found.values.preperiod as usize);
        let cycle = Cycle { period: p, preperiod: n0 };
        let expected = match found.saltus {
            0 => Knowledge::Proved(cycle),
            saltus => Knowledge::Grows { cycle, saltus },
        };
        assert_eq!(values.knowledge, expected, "{text}");
        let zeros = found.win_lose.unwrap();
        assert_eq!(outcomes.knowledge.cycle().map(|c| c.period as u64), Some(zeros.period));
    }
}

/// The value of a position whose final positions, by all stones left, are replaced by games: no
/// memory, both players moved for.
fn literal_value(
    rule: &HeapRule,
    end: &EndRule,
    terminal: &TerminalValues,
    heaps: &[u32],
    session: &mut ishitori_values::Session<'_>,
) -> ishitori_values::Game {
    let mut next = Vec::new();
    for at in 0..heaps.len() {
        rule.for_each_option(heaps[at], Player::Left, &mut |left| {
            let mut after = heaps.to_vec();
            after.remove(at);
            after.extend_from_slice(left);
            next.push(after);
        });
    }
    let stones = heaps.iter().map(|&h| u64::from(h)).sum();
    if next.is_empty() {
        return terminal.get(end.letter(stones, false));
    }
    let options: Vec<_> =
        next.iter().map(|heaps| literal_value(rule, end, terminal, heaps, session)).collect();
    session.game(&options, &options).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Values under the default convention are those of the game under the end rule: the outcome of
    /// the value is that of the heap, also where moves break heaps.
    #[test]
    fn values_are_about_the_game(
        bits in prop::collection::vec(0u32..8, 1..4),
        letters in prop::collection::vec(prop::sample::select(vec!['L', 'R', 'N', 'P']), 1..4),
    ) {
        let rule = HeapRule::Impartial(ishitori_rules::heap::HeapCode::from_bits(&bits));
        let end = end(&format!("mod{}:{}", letters.len(), letters.iter().collect::<String>()));
        let store = GameStore::new();
        let mut session = store.session();
        let terminal = TerminalValues::nowakowski(&session);
        let run =
            normalised_values(&rule, &end, SumRule::Total, &terminal, 8, 8, &mut session).unwrap();
        for n in 0..8u32 {
            let value = run.values[n as usize];
            let literal = literal_value(&rule, &end, &terminal, &[n], &mut session);
            prop_assert_eq!(value, literal, "{} {} heap {}", rule, end, n);
            let outcome = literal_outcome(&rule, &end, &[n]);
            prop_assert_eq!(session.outcome(value).unwrap(), outcome, "{} {} heap {}", rule, end, n);
        }
    }

    /// A period of outcomes by a quotient, or by the classes seen where any number may be taken,
    /// against the definition and against a plain continuation.
    #[test]
    fn proved_outcomes_are_true(
        bits in prop::collection::vec(0u32..8, 1..4),
        excluded in prop::collection::btree_set(1u32..7, 0..4),
        end_text in prop::sample::select(vec!["misere", "mod2:LR", "mod2:NP", "mod3:LRP", "moves"]),
    ) {
        let end = end(end_text);
        let breaking = HeapRule::Impartial(ishitori_rules::heap::HeapCode::from_bits(&bits));
        let run = outcomes(&breaking, &end, 12, &Budget::unlimited()).unwrap();
        for n in 0..8u32 {
            let outcome = literal_outcome(&breaking, &end, &[n]);
            prop_assert_eq!(run.outcomes[n as usize], outcome, "{} {} {}", breaking, end, n);
        }
        let excluded: Vec<u32> = excluded.into_iter().collect();
        let all_but = HeapRule::Impartial(ishitori_rules::heap::HeapCode::all_but(&excluded));
        let run = outcomes(&all_but, &end, 90, &Budget::unlimited()).unwrap();
        let Some(Cycle { period, preperiod }) = run.knowledge.cycle() else {
            return Err(TestCaseError::fail(format!("{all_but} {end}: nothing proved")));
        };
        // Heap after heap by the definition; after a move Left and Right change places under `moves`.
        let mut plain: Vec<Outcome> = Vec::new();
        for n in 0..90usize {
            let options: Vec<usize> =
                (1..=n).filter(|s| !excluded.contains(&(*s as u32))).map(|s| n - s).collect();
            let wins = Player::BOTH.map(|player| {
                let answers = if end == EndRule::Moves { player } else { player.opponent() };
                match options.is_empty() {
                    true => end.letter(n as u64, false).wins_moving_first(player),
                    false => options.iter().any(|&m| !plain[m].wins_moving_first(answers)),
                }
            });
            plain.push(Outcome::from_first_move_wins(wins[0], wins[1]));
        }
        prop_assert_eq!(&run.outcomes, &plain, "{} {}", all_but, end);
        for n in preperiod..90 - period {
            prop_assert_eq!(plain[n], plain[n + period], "{} {} at {}", all_but, end, n);
        }
    }
}

#[test]
fn values_without_a_meaning_are_refused() {
    let store = GameStore::new();
    let mut session = store.session();
    let terminal = TerminalValues::nowakowski(&session);
    let mut ask = |text: &str, e: &str, sum| {
        normalised_values(&rule(text), &end(e), sum, &terminal, 4, 4, &mut session)
            .map(|run| run.reading)
    };
    assert_eq!(ask("0.77", "misere", SumRule::Total), Ok(Reading::Total));
    assert_eq!(ask("0.77", "mod2:LR", SumRule::Score), Ok(Reading::Score));
    assert_eq!(ask("sub:2,3", "mod2:LR", SumRule::Score), Ok(Reading::OneHeap));
    assert_eq!(ask("psub:1/2", "normal", SumRule::Score), Ok(Reading::Normal));
    let refused = ask("0.77", "misere", SumRule::Score);
    assert!(matches!(refused, Err(EndingError::ScoreNeedsWinners { .. })));
    let refused = ask("psub:1/2", "mod2:LR", SumRule::Total);
    assert!(matches!(refused, Err(EndingError::ValuesNeedSameMoves { .. })));
    assert!(matches!(ask("0.77", "moves", SumRule::Total), Err(EndingError::EndsAfterMoves)));
}
