//! Writing a rule back, in the form in which it was given and in normal order.

use std::fmt;

use super::HeapRule;
use super::code::{HeapCode, Written};
use super::digit::{Digit, Sizes};
use super::partizan::PartizanRule;

impl fmt::Display for HeapRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeapRule::Impartial(code) => code.fmt(f),
            HeapRule::Partizan(rule) => rule.fmt(f),
            HeapRule::TwoPile(rule) => rule.fmt(f),
        }
    }
}

impl fmt::Display for HeapCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.written() {
            Written::Name(name) => f.write_str(name),
            Written::Subtraction => {
                f.write_str("sub:")?;
                set(f, &self.takes_up_to(self.digits().len()))
            }
            Written::AllBut => {
                f.write_str("allbut:")?;
                set(f, &self.excluded_takes().unwrap_or_default())
            }
            Written::Sink => {
                f.write_str("sink:")?;
                set(f, &self.takes_up_to(self.digits().len()))
            }
            Written::Sets => {
                let limit = self.digits().len();
                f.write_str("abc:")?;
                set(f, &self.wholes_up_to(limit))?;
                f.write_str("/")?;
                set(f, &self.takes_up_to(limit))?;
                f.write_str("/")?;
                set(f, &self.splits_up_to(limit))
            }
            Written::Digits => {
                digit(f, self.digit(0))?;
                f.write_str(".")?;
                let block = self.digits().len().max(1) - self.repeat();
                for (k, &d) in self.digits().iter().enumerate().skip(1) {
                    if self.repeat() > 0 && k == block {
                        f.write_str("[")?;
                    }
                    digit(f, d)?;
                }
                match (self.repeat() > 0, self.digits().len() <= 1) {
                    (true, _) => f.write_str("]"),
                    (false, true) => f.write_str("0"),
                    _ => Ok(()),
                }
            }
        }
    }
}

impl fmt::Display for PartizanRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.splits() { "psplit:" } else { "psub:" })?;
        set(f, self.left())?;
        f.write_str("/")?;
        set(f, self.right())
    }
}

fn set(f: &mut fmt::Formatter<'_>, set: &[u32]) -> fmt::Result {
    for (i, s) in set.iter().enumerate() {
        if i > 0 {
            f.write_str(",")?;
        }
        write!(f, "{s}")?;
    }
    Ok(())
}

fn digit(f: &mut fmt::Formatter<'_>, digit: Digit) -> fmt::Result {
    if digit.bits() < 16 {
        write!(f, "{:X}", digit.bits())?;
    } else {
        let from = digit.every_count_from().map(u32::from);
        let single = (0..from.unwrap_or(Digit::MAX_COUNT + 1)).filter(|&c| digit.allows(c));
        let mut counts: Vec<String> = single.map(|c| c.to_string()).collect();
        counts.extend(from.map(|c| format!("{c}+")));
        write!(f, "{{{}}}", counts.join(","))?;
    }
    f.write_str(match digit.sizes() {
        Sizes::Any => "",
        Sizes::Distinct => "!",
        Sizes::Equal => "=",
    })
}
