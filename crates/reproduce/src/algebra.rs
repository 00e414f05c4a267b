//! Part A: games and their algebra. Laws about all games of a day are tried with the library; what is
//! asked about one game is asked.

use ishitori_words::say;
use std::cmp::Ordering;
use std::collections::BTreeSet;

use ishitori_values::*;
use serde_json::json;

use crate::asking::heaps;
use crate::{Document, Failure, Findings, Item, Misprint, Words};

pub(crate) const GAMES: Item = Item {
    id: "A1",
    command: "ishitori eval '{0,*|-1}'",
    run: |context| {
        let mut found = Findings::default();
        // A literal game of depth n + 1 is a pair of sets of literal games of depth n: all of them
        // are written down and read by the calculator.
        let mut literal = vec!["{|}".to_string()];
        let (mut depths, mut values) = (vec![literal.len()], vec![1]);
        for _ in 0..2 {
            let sides: Vec<String> =
                (0..1usize << literal.len()).map(|set| subset(&literal, set)).collect();
            let pairs =
                sides.iter().flat_map(|l| sides.iter().map(move |r| format!("{{{l}|{r}}}")));
            literal = pairs.collect();
            let mut different = BTreeSet::new();
            for text in &literal {
                different.insert(context.shown(text)?);
            }
            depths.push(literal.iter().collect::<BTreeSet<_>>().len());
            values.push(different.len());
        }
        let what = Words::of(|lang| lang.say("reproduce.algebra.literal-games-depth").to_string());
        found.computed(what, "1, 4, 256", list(&depths));
        let what = Words::of(|lang| {
            lang.say("reproduce.algebra.their-values-each-read-calculator").to_string()
        });
        found.computed(what, "1, 4, 22", list(&values));
        let store = GameStore::new();
        let mut session = store.session_within(context.budget().clone());
        let mut counts = Vec::new();
        for day in 0..=3 {
            counts.push(born_by_day(&mut session, day)?.len());
        }
        let what = Words::of(|lang| lang.say("reproduce.algebra.values-born-day").to_string());
        found.computed(what, "1, 4, 22, 1474", list(&counts));
        Ok(found)
    },
};

pub(crate) const OUTCOMES: Item = Item {
    id: "A2",
    command: "ishitori eval 'Outcome({2|-1})'",
    run: |context| {
        let store = GameStore::new();
        let mut session = store.session_within(context.budget().clone());
        let games = born_by_day(&mut session, 2)?;
        let mut found = Findings::default();
        let mut agree = true;
        let mut counterexample = None;
        for &game in &games {
            let outcome = session.outcome(game)?;
            agree &= allowed(&mut session, game, Definition::Corrected)?.contains(&outcome);
            if counterexample.is_none()
                && !allowed(&mut session, game, Definition::Printed)?.contains(&outcome)
            {
                counterexample = Some((session.print(game)?, outcome));
            }
        }
        found.holds(
            Words::of(|lang| {
                say!(lang, "reproduce.algebra.corrected-definition-gives-o-g", games = games.len())
            }),
            agree,
        );
        found.holds(
            Words::of(|lang| lang.say("reproduce.algebra.printed-one-does").to_string()),
            counterexample.is_some(),
        );
        if let Some((game, outcome)) = counterexample {
            found.misprints.push(Misprint {
                place: Words::of(|lang| {
                    lang.say("reproduce.algebra.introduction-definition-first-two-lines")
                        .to_string()
                }),
                printed: Words::same("∀G^R ∈ N∪L ⇒ G ∈ P∪R;  ∃G^R ∈ P∪R ⇒ G ∈ N∪L"),
                correct: Words::same("∀G^R ∈ N∪L ⇒ G ∈ P∪L;  ∃G^R ∈ P∪R ⇒ G ∈ N∪R"),
                counterexample: Words::of(|lang| {
                    say!(lang, "reproduce.algebra.g-has-outcome-print-excludes", game, outcome)
                }),
            });
        }
        Ok(found)
    },
};

pub(crate) const GROUP: Item = Item {
    id: "A3",
    command: "ishitori eval '{2|-1} - {2|-1} == 0'",
    run: |context| {
        let store = GameStore::new();
        let mut s = store.session_within(context.budget().clone());
        let games = born_by_day(&mut s, 2)?;
        let mut laws = [true; 5];
        for &g in &games {
            let negative = s.negative(g)?;
            laws[0] &= s.sum(g, Game::ZERO)? == g;
            laws[1] &= s.sum(g, negative)? == Game::ZERO;
            laws[4] &= (g == Game::ZERO) == (s.outcome(g)? == Outcome::P);
            for &h in &games {
                let sum = s.sum(g, h)?;
                laws[2] &= sum == s.sum(h, g)?;
                for &k in &games {
                    let hk = s.sum(h, k)?;
                    laws[3] &= s.sum(sum, k)? == s.sum(g, hk)?;
                }
            }
        }
        let mut found = Findings::default();
        for (law, holds) in [
            "G + 0 = G",
            "G − G = 0",
            "G + H = H + G",
            "(G + H) + K = G + (H + K)",
            "G = 0 ⇔ o(G) = P",
        ]
        .iter()
        .zip(laws)
        {
            let what = Words::of(|lang| {
                say!(lang, "reproduce.algebra.law-for-all-values", law, games = games.len())
            });
            found.holds(what, holds);
        }
        Ok(found)
    },
};

pub(crate) const ORDER: Item = Item {
    id: "A4",
    command: "ishitori eval '{2|-1} <> 0'",
    run: |context| {
        let store = GameStore::new();
        let mut s = store.session_within(context.budget().clone());
        let games = born_by_day(&mut s, 3)?;
        let mut holds = true;
        let mut counts = [0u64; 4];
        for &g in &games {
            let outcome = s.outcome(g)?;
            counts[outcome as usize] += 1;
            let order = s.compare(g, Game::ZERO)?;
            holds &= outcome
                == match order {
                    Some(Ordering::Greater) => Outcome::L,
                    Some(Ordering::Less) => Outcome::R,
                    Some(Ordering::Equal) => Outcome::P,
                    None => Outcome::N,
                };
        }
        let mut found = Findings::default();
        found.holds(
            Words::of(|lang| say!(lang, "reproduce.algebra.g-l-g-r-g", games = games.len())),
            holds,
        );
        let symmetric = counts[Outcome::L as usize] == counts[Outcome::R as usize];
        let what = Words::of(|lang| {
            lang.say("reproduce.algebra.many-values-positive-negative").to_string()
        });
        found.holds(what, symmetric);
        Ok(found)
    },
};

pub(crate) const IMPARTIAL: Item = Item {
    id: "A5",
    command: "ishitori eval '{-1|1} == 0'",
    run: |context| {
        let mut found = Findings::default();
        let value = context.shown("{-1|1}")?;
        let what = Words::of(|lang| lang.say("reproduce.algebra.equal-impartial-game").to_string());
        found.printed(Document::Introduction, what, "0", value);
        // The form {-1|1} has different options for the two players, so it is not impartial. Forms
        // are compared by the options of the players: those of {0|0} are the same.
        let what = Words::of(|lang| {
            lang.say("reproduce.algebra.but-impartial-form-since-options").to_string()
        });
        let impartial = |form: &str| -> Result<bool, Failure> {
            let (left, right) =
                form.trim_matches(['{', '}']).split_once('|').ok_or("not a form")?;
            Ok(context.shown(left)? == context.shown(right)?)
        };
        found.printed(
            Document::Introduction,
            what,
            "false, true",
            format!("{}, {}", impartial("{-1|1}")?, impartial("{0|0}")?),
        );
        // Of the values of day 2 the impartial ones are those of Nim heaps.
        let store = GameStore::new();
        let mut session = store.session_within(context.budget().clone());
        let mut nimbers = Vec::new();
        for game in born_by_day(&mut session, 2)? {
            if is_impartial(&mut session, game)? {
                nimbers.push(session.print(game)?);
            }
        }
        nimbers.sort();
        let what = Words::of(|lang| {
            lang.say("reproduce.algebra.values-day-whose-canonical-form").to_string()
        });
        found.law(what, "*, *2, 0", nimbers.join(", "));
        Ok(found)
    },
};

pub(crate) const NIM: Item = Item {
    id: "A6",
    command: "ishitori explain nim 3+5+7",
    run: |context| {
        let store = GameStore::new();
        let mut s = store.session_within(context.budget().clone());
        let mut holds = true;
        for m in 0..64u32 {
            for n in 0..64u32 {
                let (a, b) = (s.nimber(m)?, s.nimber(n)?);
                holds &= s.sum(a, b)? == s.nimber(m ^ n)?;
            }
        }
        let mut found = Findings::default();
        let what = Words::of(|lang| lang.say("reproduce.algebra.m-n-m-n-m").to_string());
        found.holds(what, holds);
        let explained = context.explain(json!({ "rule": "nim", "position": "3+5+7" }))?;
        let moves: Vec<String> =
            explained.winning_moves.iter().map(|m| heaps(&m.position)).collect();
        let what = Words::of(|lang| {
            lang.say("reproduce.algebra.winning-moves-from-reach-nim").to_string()
        });
        found.law(what, "2+5+7, 3+4+7, 3+5+6", moves.join(", "));
        Ok(found)
    },
};

/// Whether the canonical form has the same options for both players, and so have its options.
fn is_impartial(s: &mut Session<'_>, game: Game) -> Result<bool, Failure> {
    let sides =
        [Player::Left, Player::Right].map(|player| s.options(game, player).map(<[_]>::to_vec));
    let [left, right] = sides;
    let (left, right) = (left?, right?);
    if left != right {
        return Ok(false);
    }
    for option in left {
        if !is_impartial(s, option)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The games of a set that is given by bits, with commas between them.
fn subset(games: &[String], set: usize) -> String {
    let chosen = games.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
    chosen.map(|(_, game)| game.as_str()).collect::<Vec<_>>().join(",")
}

fn list<T: ToString>(values: &[T]) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// The values born by a day, from those of the day before: {L|R} over antichains, since dominated
/// options change nothing.
fn born_by_day(s: &mut Session<'_>, day: u32) -> Result<Vec<Game>, Failure> {
    let mut born = vec![Game::ZERO];
    for _ in 0..day {
        let sides = antichains(s, &born)?;
        let mut next = BTreeSet::new();
        for left in &sides {
            for right in &sides {
                next.insert(s.game(left, right)?);
            }
        }
        born = next.into_iter().collect();
    }
    Ok(born)
}

fn antichains(s: &mut Session<'_>, games: &[Game]) -> Result<Vec<Vec<Game>>, Failure> {
    let mut found = vec![vec![]];
    for &g in games {
        for i in 0..found.len() {
            let mut free = true;
            for &h in &found[i] {
                free &= s.compare(g, h)?.is_none();
            }
            if free {
                let larger = [&found[i][..], &[g]].concat();
                found.push(larger);
            }
        }
    }
    Ok(found)
}

#[derive(Clone, Copy, PartialEq)]
enum Definition {
    Printed,
    Corrected,
}

/// The outcomes that definition 1.2 allows, given those of the options.
fn allowed(
    s: &mut Session<'_>,
    game: Game,
    definition: Definition,
) -> Result<Vec<Outcome>, Failure> {
    use Outcome::{L, N, P, R};
    let mut some_right = false;
    for &option in s.options(game, Player::Right)? {
        some_right |= matches!(s.outcome(option)?, P | R);
    }
    let mut some_left = false;
    for &option in s.options(game, Player::Left)? {
        some_left |= matches!(s.outcome(option)?, P | L);
    }
    let by_right = match (definition, some_right) {
        (Definition::Printed, false) => [P, R],
        (Definition::Printed, true) => [N, L],
        (Definition::Corrected, false) => [P, L],
        (Definition::Corrected, true) => [N, R],
    };
    let by_left = if some_left { [N, L] } else { [P, R] };
    Ok(by_right.into_iter().filter(|outcome| by_left.contains(outcome)).collect())
}
