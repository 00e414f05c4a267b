//! Certificates with milestones, made of window certificates: the program writes them for very long periods only.

use ishitori_certify::milestones::digits_of_values;
use serde_json::{Value, json};

/// The most heaps whose values are computed here.
const HEAPS: usize = 10_000;

/// The same claim by milestones, with a hash that does not fit; none if this is not a window certificate, or if the period
/// begins too early or too late for it. O(heaps²).
pub fn of(certificate: &Value) -> Option<Value> {
    let window = certificate.pointer("/data/window")?;
    let claim = certificate.pointer("/claim/grundy-period")?;
    let number = |from: &Value, name: &str| usize::try_from(from[name].as_u64()?).ok();
    let digits = certificate.pointer("/rule/take-and-break/digits")?.as_array()?;
    let digits: Vec<u64> = digits.iter().map(Value::as_u64).collect::<Option<_>>()?;
    let (start, period) = (number(claim, "preperiod")?, number(claim, "period")?);
    let length = number(window, "reach")? + digits.len() + 1;
    let end = start + length + period;
    let odd = period % 2 == 1 && window["position"] == json!(true);
    if start <= length || end > HEAPS || odd {
        return None;
    }
    let values = values(&digits, end);
    let mut heaps = vec![2 * length + 1, (start + 3 * length).div_ceil(2), start + length];
    heaps.push(start + length + period / 2);
    heaps.dedup();
    let stone = |&heap: &usize| {
        let values = digits_of_values(&values[heap - length..heap])?;
        Some(json!({ "heap": heap, "values": values }))
    };
    let stones = heaps.iter().map(stone).collect::<Option<Vec<Value>>>()?;
    let primes = (2..=period).filter(|r| period % r == 0 && (2..*r).all(|q| r % q != 0));
    let differs = |r: usize| {
        let shift = period / r;
        (start..end - shift).find(|&n| values[n] != values[n + shift])
    };
    let differing = primes.map(differs).collect::<Option<Vec<usize>>>()?;
    let mut made = certificate.clone();
    made.pointer_mut("/claim/grundy-period")?.as_object_mut()?.remove("win_lose");
    let mut data = window.as_object()?.clone();
    for name in ["start", "proved_period"] {
        data.remove(name);
    }
    data.insert("milestones".to_owned(), json!(stones));
    data.insert("differing".to_owned(), json!(differing));
    made["data"] = json!({ "milestones": data });
    Some(made)
}

/// The Grundy values of the heaps before `end`, from the definition. O(end² · digits).
fn values(digits: &[u64], end: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(end);
    // The heap, from 1 on, of which each value was last that of an option.
    let mut reached: Vec<usize> = Vec::new();
    for n in 0..end {
        let mut mark = |value: u32| {
            let value = value as usize;
            if value >= reached.len() {
                reached.resize(value + 1, 0);
            }
            reached[value] = n + 1;
        };
        for (d, digit) in digits.iter().enumerate().take(n + 1).skip(1) {
            let left = n - d;
            if digit & 1 != 0 && left == 0 {
                mark(0);
            }
            if digit & 2 != 0 && left > 0 {
                mark(values[left]);
            }
            if digit & 4 != 0 {
                (1..=left / 2).for_each(|a| mark(values[a] ^ values[left - a]));
            }
        }
        let least = reached.iter().position(|&heap| heap != n + 1).unwrap_or(reached.len());
        values.push(u32::try_from(least).expect("fewer values than heaps"));
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use ishitori_certify::{Rejection, Why, check};

    #[test]
    fn what_is_made_is_accepted() {
        let window = json!({
            "format": "ishitori-certificate",
            "version": 1,
            "rule": { "take-and-break": { "digits": [0, 1, 5, 6] } },
            "claim": { "grundy-period": {
                "preperiod": 3479, "period": 349, "saltus": 0, "least": true,
                "win_lose": { "preperiod": 4, "period": 1 }
            } },
            "data": { "window": {
                "mask": 27, "position": false, "reach": 2048, "start": 5532, "proved_period": 349,
                "rare_count": 15, "last_rare": 357
            } },
            "hash": ""
        });
        let mut made = of(&window).expect("it begins late enough, and not too late");
        let Why::Rejected(Rejection::Hash { expected }) = check(&made.to_string()).why else {
            panic!("the hash should not fit");
        };
        made["hash"] = json!(expected);
        let verdict = check(&made.to_string());
        assert!(verdict.valid, "{}", verdict.why);
        assert_eq!(of(&made), None);
    }
}
