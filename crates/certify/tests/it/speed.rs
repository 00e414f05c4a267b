//! How long the checker takes for the longest known periods. Run with
//! `CODE=.354 cargo test --release -p ishitori-certify --test it speed -- --ignored --nocapture`.

use std::time::Instant;

use crate::common;
use ishitori_certify::*;

/// Window certificates of the games with long known periods.
#[test]
#[ignore = "minutes"]
fn long_periods() {
    let chosen = std::env::var("CODE").ok();
    for (code, digits, n0, p, reach) in [
        (".156", &[0_u32, 1, 5, 6][..], 3479, 349, 1000),
        (".356", &[0, 3, 5, 6], 7315, 142, 1000),
        (".127", &[0, 1, 2, 7], 46578, 4, 28000),
        (".56", &[0, 5, 6], 326640, 144, 303000),
        (".16", &[0, 1, 6], 105351, 149459, 150000),
        (".376", &[0, 3, 7, 6], 2268248, 4, 1142000),
        (".354", &[0, 3, 5, 4], 10061916, 1180, 100000),
        (".104", &[0, 1, 0, 4], 197769598, 11770282, 100000),
        (".054", &[0, 0, 5, 4], 193235616, 10015179, 100000),
        (".454", &[0, 4, 5, 4], 160949019, 60620715, 100000),
    ] {
        if chosen.as_ref().is_some_and(|chosen| chosen != code) {
            continue;
        }
        let g = common::octal(digits, 8000);
        let mask = common::best_mask(digits, &g);
        let claim = GrundyPeriod {
            preperiod: n0,
            period: p,
            saltus: 0,
            least: true,
            max_value: None,
            win_lose: None,
        };
        let q = if mask.1 && p & 1 == 1 { 2 * p } else { p };
        let start = Instant::now();
        let certificate = common::window(digits, claim, mask, reach, q);
        println!("{code} mask {mask:?} {:?}", certificate.data);
        println!("  made in {:?}", start.elapsed());
        let start = Instant::now();
        let verdict = check(&certificate.to_json());
        println!("  {} {} in {:?}", verdict.valid, verdict.why, start.elapsed());
        if let Why::Proved(e) = verdict.why {
            println!("  steps {}", e.steps);
        }
    }
}
