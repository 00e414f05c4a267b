//! Reading the text of an end rule.

use std::ops::Range;
use std::str::FromStr;

use ishitori_values::Outcome;

use super::error::{EndError, EndErrorKind};
use super::{EndRule, EndTable};
use crate::text::to_halfwidth;

/// The largest modulus, and the longest table.
const MAX_LETTERS: u64 = 1 << 16;

impl FromStr for EndRule {
    type Err = EndError;

    /// Reads `normal`, `misere`, `moves`, `modM:` with M letters, `table:` with first letters and
    /// a block in brackets that repeats forever, or two tables `LEFT/RIGHT`, of which the first
    /// decides when Left is to move and the second when Right is. Full-width characters, spaces
    /// and small letters are accepted, and so are `ノーマル` (`正規形`), `ミゼール` (`逆形`), `手数`,
    /// `法M:` and `表:`. O(length).
    fn from_str(text: &str) -> Result<Self, EndError> {
        let visible = text.char_indices().filter(|(_, c)| !c.is_whitespace());
        let chars: Vec<(char, usize)> = visible.map(|(i, c)| (to_halfwidth(c), i)).collect();
        let reader = Reader { text, chars: &chars };
        let halves: Vec<&[(char, usize)]> = chars.split(|&(c, _)| c == '/').collect();
        match halves[..] {
            [only] => reader.rule(only),
            [left, right] => match (reader.rule(left)?, reader.rule(right)?) {
                (EndRule::Stones(left), EndRule::Stones(right)) => {
                    let letters = EndTable::joint_letters(&left, &right);
                    reader.short(letters, &chars)?;
                    Ok(EndRule::Stones(EndTable::from_halves(&left, &right)))
                }
                _ => Err(reader.error(EndErrorKind::Halves, &chars)),
            },
            _ => Err(reader.error(EndErrorKind::Halves, &chars)),
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    chars: &'t [(char, usize)],
}

impl Reader<'_> {
    fn rule(&self, chars: &[(char, usize)]) -> Result<EndRule, EndError> {
        let word: String = chars.iter().map(|&(c, _)| c.to_ascii_lowercase()).collect();
        match word.as_str() {
            "normal" | "ノーマル" | "正規" | "正規形" => return Ok(EndRule::normal()),
            "misere" | "misère" | "ミゼール" | "逆形" => return Ok(EndRule::misere()),
            "moves" | "手数" => return Ok(EndRule::Moves),
            _ => {}
        }
        let colon = chars.iter().position(|&(c, _)| c == ':');
        let Some((colon, (head, _))) = colon.zip(word.split_once(':')) else {
            return Err(self.error(EndErrorKind::Unknown, self.chars));
        };
        let letters = &chars[colon + 1..];
        if matches!(head, "table" | "表") {
            return self.table(letters, chars);
        }
        let modulus = head.strip_prefix("mod").or_else(|| head.strip_prefix("法"));
        let Some(modulus) = modulus else {
            return Err(self.error(EndErrorKind::Unknown, self.chars));
        };
        let wanted = modulus.parse().ok().filter(|m| (1..=MAX_LETTERS).contains(m));
        let Some(wanted) = wanted else {
            return Err(self.error(EndErrorKind::Modulus { limit: MAX_LETTERS }, &chars[..colon]));
        };
        let found = self.letters(letters)?;
        if found.len() as u64 != wanted {
            let kind = EndErrorKind::Count { wanted, found: found.len() };
            return Err(self.error(kind, if letters.is_empty() { chars } else { letters }));
        }
        let repeat = found.len();
        Ok(EndRule::Stones(EndTable::new(found, repeat)))
    }

    fn table(&self, chars: &[(char, usize)], all: &[(char, usize)]) -> Result<EndRule, EndError> {
        let open = chars.iter().position(|&(c, _)| c == '[');
        let Some((open, (&(']', _), block))) = open.zip(chars.split_last()) else {
            return Err(self.error(EndErrorKind::NoBlock, all));
        };
        self.short(Some(chars.len().saturating_sub(2)), all)?;
        let lead = self.letters(&chars[..open])?;
        let block = self.letters(&block[open + 1..])?;
        if block.is_empty() {
            return Err(self.error(EndErrorKind::NoBlock, all));
        }
        let repeat = block.len();
        Ok(EndRule::Stones(EndTable::new([lead, block].concat(), repeat)))
    }

    /// Refuses a table of more letters than are accepted.
    fn short(&self, letters: Option<usize>, at: &[(char, usize)]) -> Result<(), EndError> {
        match letters.filter(|&letters| letters as u64 <= MAX_LETTERS) {
            Some(_) => Ok(()),
            None => Err(self.error(EndErrorKind::TooLong { limit: MAX_LETTERS }, at)),
        }
    }

    fn letters(&self, chars: &[(char, usize)]) -> Result<Vec<Outcome>, EndError> {
        let letter = |place: &(char, usize)| match place.0.to_ascii_uppercase() {
            'L' => Ok(Outcome::L),
            'R' => Ok(Outcome::R),
            'N' => Ok(Outcome::N),
            'P' => Ok(Outcome::P),
            found => Err(self.error(EndErrorKind::Letter { found }, std::slice::from_ref(place))),
        };
        chars.iter().map(letter).collect()
    }

    fn error(&self, kind: EndErrorKind, at: &[(char, usize)]) -> EndError {
        EndError { kind, span: self.span(at), input: self.text.to_string() }
    }

    fn span(&self, at: &[(char, usize)]) -> Range<usize> {
        let (Some(&(_, start)), Some(&(_, last))) = (at.first(), at.last()) else {
            return 0..self.text.len();
        };
        start..last + self.text[last..].chars().next().map_or(0, char::len_utf8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read_and_written_back() {
        for (text, back) in [
            ("normal", "normal"),
            ("Misere", "misere"),
            ("moves", "moves"),
            ("mod2:LR", "mod2:LR"),
            ("ｍｏｄ３：ｌｒｐ", "mod3:LRP"),
            ("mod4:LRLR", "mod2:LR"),
            ("mod1:P", "normal"),
            ("table:[LR]", "mod2:LR"),
            ("table:LRP[N]", "table:LRP[N]"),
            ("table:PLR[LR]", "table:P[LR]"),
            // Left to move and stuck always wins; Right only at even numbers.
            ("misere/mod2:NP", "mod2:NL"),
            ("ノーマル", "normal"),
            ("ミゼール", "misere"),
            ("逆形／法２：ＮＰ", "mod2:NL"),
            ("手数", "moves"),
            ("表：ＬＲＰ［Ｎ］", "table:LRP[N]"),
        ] {
            let rule: EndRule = text.parse().unwrap();
            assert_eq!(rule.to_string(), back, "{text}");
            assert_eq!(back.parse::<EndRule>().unwrap(), rule);
        }
    }

    #[test]
    fn errors_name_the_place() {
        let error = |text: &str| text.parse::<EndRule>().unwrap_err();
        assert_eq!(error("mod2:LRP").kind, EndErrorKind::Count { wanted: 2, found: 3 });
        assert_eq!(error("mod2:LRP").span(), 5..8);
        assert_eq!(error("mod3:LQP").kind, EndErrorKind::Letter { found: 'Q' });
        assert_eq!(error("mod0:").kind, EndErrorKind::Modulus { limit: MAX_LETTERS });
        assert_eq!(error("").kind, EndErrorKind::Unknown);
        assert_eq!(error("modest").kind, EndErrorKind::Unknown);
        assert_eq!(error("table:LR").kind, EndErrorKind::NoBlock);
        assert_eq!(error("table:L[]").kind, EndErrorKind::NoBlock);
        assert_eq!(error("table:").kind, EndErrorKind::NoBlock);
        assert_eq!(error("moves/normal").kind, EndErrorKind::Halves);
        // Places are bytes, letters may have several.
        for text in ["é:LR", "ミ:LR", "𝕃:L", "法é:LR", "mod2:Lé", "表:é[N]", "：", "/é:", "é/é"]
        {
            let span = error(text).span();
            assert!(text.get(span.clone()).is_some(), "{text}: {span:?}");
        }
    }
}
