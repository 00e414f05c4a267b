//! Certificates of values: what the engine proves, the checker accepts, and the games that are listed
//! are the values.

use ishitori_certify::{Certificate, Claim, ValuePeriod, check};
use ishitori_rules::end::EndRule;
use ishitori_rules::heap::HeapRule;
use ishitori_solve::ending::{SumRule, TerminalValues, Uncertified, normalised_values};
use ishitori_solve::known::Knowledge;
use ishitori_values::{Game, GameStore, Session};
use proptest::prelude::*;

/// The certificate of a rule, an end and the games that stand for ends.
fn certified(
    rule: &str,
    end: &str,
    terminal: &str,
    looked_at: usize,
) -> Result<Certificate, Uncertified> {
    let (rule, end): (HeapRule, EndRule) = (rule.parse().unwrap(), end.parse().unwrap());
    let store = GameStore::new();
    let mut session = store.session();
    let terminal = TerminalValues::parse(terminal, &store).unwrap();
    let run = normalised_values(&rule, &end, SumRule::Total, &terminal, 3, looked_at, &mut session)
        .unwrap();
    let made = run.certificate(&rule, &end, &terminal, &session);
    if let (Ok(made), Knowledge::Proved(cycle)) = (&made, run.knowledge)
        && let Claim::ValuePeriod(claim) = &made.claim
    {
        // The listed games, brought into canonical form again, are the values.
        assert_eq!((claim.period, claim.preperiod), (cycle.period as u64, cycle.preperiod as u64));
        let listed = canonical(claim, &mut session);
        let values: Vec<Game> = claim.values.iter().map(|&i| listed[i as usize]).collect();
        assert_eq!(values[..], run.computed[..values.len()]);
    }
    made
}

fn canonical(claim: &ValuePeriod, session: &mut Session<'_>) -> Vec<Game> {
    let mut listed: Vec<Game> = Vec::new();
    for game in &claim.games {
        let side = |side: &[u64]| side.iter().map(|&i| listed[i as usize]).collect::<Vec<Game>>();
        let (left, right) = (side(&game.left), side(&game.right));
        listed.push(session.game(&left, &right).unwrap());
    }
    listed
}

#[test]
fn known_periods_are_certified() {
    for (rule, end, terminal, preperiod, period) in [
        ("sub:2,3", "mod2:LR", "L=1,R=-1", 5, 5),
        ("sub:1,2", "mod2:LR", "L=1,R=-1", 0, 3),
        ("psub:1/2", "normal", "L=1,R=-1", 0, 3),
    ] {
        let made = certified(rule, end, terminal, 400).unwrap();
        let verdict = check(&made.to_json());
        assert!(verdict.valid, "{rule}: {}", verdict.why);
        let Claim::ValuePeriod(claim) = made.claim else { panic!("{rule}") };
        assert_eq!((claim.preperiod, claim.period), (preperiod, period), "{rule}");
    }
    // Nimbers of Grundy numbers: the certificate of their period, growing ones too.
    for rule in ["kayles", "sub:1,2", "allbut:1,5", "nim"] {
        let made = certified(rule, "normal", "L=1,R=-1", 400).unwrap();
        assert!(matches!(made.claim, Claim::GrundyPeriod(_)), "{rule}");
        assert!(check(&made.to_json()).valid, "{rule}");
    }
}

#[test]
fn what_is_not_proved_is_not_certified() {
    for (rule, end, terminal, looked_at, why) in [
        ("kayles", "mod2:LR", "L=1,R=-1", 20, Uncertified::NoTheorem),
        ("nim", "mod2:LR", "L=1,R=-1", 9, Uncertified::NoTheorem),
        ("lasker-nim", "normal", "L=1,R=-1", 100, Uncertified::NoTheorem),
        ("sub:2,3", "mod2:LR", "L=1,R=-1", 6, Uncertified::NotFound { heaps: 6 }),
        ("sub:1", "mod2:LR", "L=9999999,R=-1", 400, Uncertified::TooLarge),
        ("sub:1,2", "mod2:LR", "L=*2000,R=-1", 400, Uncertified::TooLarge),
    ] {
        assert_eq!(certified(rule, end, terminal, looked_at).err(), Some(why), "{rule} {end}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_proved_is_certified(
        set in prop::collection::btree_set(1_u32..8, 1..4),
        other in prop::collection::btree_set(1_u32..8, 0..4),
        kind in 0..4,
        end in prop::sample::select(vec!["mod2:LR", "mod3:LRP", "table:LRP[N]", "misere", "mod4:RNLP"]),
        terminal in prop::sample::select(vec![
            "L=1,R=-1", "L=1,R=0", "L={1|-1},R=^", "0=1,1=-1,2=*", "0=1/2,1=*2", "0={2||1|0}",
        ]),
    ) {
        let list = |set: &std::collections::BTreeSet<u32>| {
            set.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
        };
        let digits = |set: &std::collections::BTreeSet<u32>| {
            (1..8).map(|d| if set.contains(&d) { 1 + d % 3 } else { 0 }.to_string()).collect::<String>()
        };
        let (rule, end, terminal) = match kind {
            0 => (format!("psub:{}/{}", list(&set), list(&other)), "normal", "L=1,R=-1"),
            1 => (format!("0.{}", digits(&set)), end, terminal),
            _ => (format!("sub:{}", list(&set)), end, terminal),
        };
        // Values that grow are cut soon.
        match certified(&rule, end, terminal, 40) {
            Ok(made) => {
                let verdict = check(&made.to_json());
                prop_assert!(verdict.valid, "{rule} {end} {terminal}: {}", verdict.why);
            }
            Err(why) => prop_assert!(matches!(why, Uncertified::NotFound { .. }), "{rule}: {why}"),
        }
    }
}
