//! Notation of games as mathematics of LaTeX.

use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::Chars;

/// A game in the notation of ASCII as it is written within dollars; what is in the style of LaTeX already stays as it is. O(length).
///
/// ```
/// use ishitori_records::mathematics;
/// assert_eq!(mathematics("{^^*|-3/4}"), r"\{\Uparrow {\ast}\mid -\tfrac{3}{4}\}");
/// assert_eq!(mathematics("Tiny(v[2])"), r"{+}_{\downarrow^{[2]}}");
/// assert_eq!(mathematics("+-1"), r"\pm 1");
/// ```
pub fn mathematics(game: &str) -> String {
    // What is in the style of LaTeX already has its backslashes.
    if game.contains('\\') {
        return game.to_string();
    }
    let mut reader = Reader { rest: game.chars().peekable(), out: String::new(), open: Vec::new() };
    reader.read();
    // What was cut off is closed, so that the rest of the document stands.
    while let Some(close) = reader.open.pop() {
        reader.out.push_str(close);
    }
    reader.out
}

struct Reader<'g> {
    rest: Peekable<Chars<'g>>,
    out: String,
    /// The closing sign of each open parenthesis.
    open: Vec<&'static str>,
}

impl Reader<'_> {
    fn read(&mut self) {
        while let Some(c) = self.rest.next() {
            match c {
                '{' => self.out.push_str(r"\{"),
                '}' => self.out.push_str(r"\}"),
                '|' => self.bars(),
                '^' | '↑' => self.arrow(c, r"\uparrow", r"\Uparrow"),
                '↓' => self.arrow(c, r"\downarrow", r"\Downarrow"),
                '⇑' => self.out.push_str(r"\Uparrow "),
                '⇓' => self.out.push_str(r"\Downarrow "),
                '*' | '∗' => self.out.push_str(r"{\ast}"),
                '+' if self.rest.next_if_eq(&'-').is_some() => self.out.push_str(r"\pm "),
                '±' => self.out.push_str(r"\pm "),
                '∞' => self.infinite(),
                '(' => {
                    self.out.push('(');
                    self.open.push(")");
                }
                ')' => self.out.push_str(self.open.pop().unwrap_or(")")),
                '…' => self.out.push_str(r"\ldots "),
                '·' => self.out.push_str(r"\cdot "),
                '&' => self.out.push_str(r"\mathbin{\&}"),
                '#' | '%' | '$' | '_' => self.out.extend(['\\', c]),
                '~' => self.out.push_str(r"\sim "),
                c if c.is_ascii_digit() => self.number(c),
                c if c.is_alphabetic() => self.word(c),
                c => self.out.push(c),
            }
        }
    }

    fn bars(&mut self) {
        let mut bars = 1;
        while self.rest.next_if_eq(&'|').is_some() {
            bars += 1;
        }
        match bars {
            1 => self.out.push_str(r"\mid "),
            // Nothing fails to be written to memory.
            bars => _ = write!(self.out, r"\mathrel{{{}}}", "|".repeat(bars)),
        }
    }

    fn digits(&mut self) -> String {
        let mut digits = String::new();
        while let Some(digit) = self.rest.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        digits
    }

    /// `^`, `^^`, `^3`, `^<2>` and `^[2]`, after the first sign.
    fn arrow(&mut self, sign: char, one: &str, two: &str) {
        if self.rest.next_if_eq(&sign).is_some() {
            self.out.push_str(two);
            self.out.push(' ');
            return;
        }
        let bracket = self.rest.next_if(|c| matches!(c, '<' | '['));
        let times = self.digits();
        let _ = match bracket {
            Some('<') => write!(self.out, "{one}^{{{times}}}"),
            Some(_) => write!(self.out, "{one}^{{[{times}]}}"),
            None if times.is_empty() => write!(self.out, "{one} "),
            None => write!(self.out, "{{{one}}}_{{{times}}}"),
        };
        if bracket.is_some() {
            self.rest.next_if(|c| matches!(c, '>' | ']'));
        }
    }

    /// `3` or `3/4`.
    fn number(&mut self, first: char) {
        let number = format!("{first}{}", self.digits());
        let mut ahead = self.rest.clone();
        let fraction =
            ahead.next() == Some('/') && ahead.next().is_some_and(|c| c.is_ascii_digit());
        match fraction {
            false => self.out.push_str(&number),
            true => {
                self.rest.next();
                let below = self.digits();
                let _ = write!(self.out, r"\tfrac{{{number}}}{{{below}}}");
            }
        }
    }

    /// `∞` or `∞{0,2}`.
    fn infinite(&mut self) {
        self.out.push_str(r"\infty ");
        if self.rest.next_if_eq(&'{').is_some() {
            let mut set = String::new();
            while let Some(c) = self.rest.next_if(|c| *c != '}') {
                set.push(c);
            }
            self.rest.next();
            let _ = write!(self.out, r"_{{\{{{set}\}}}}");
        }
    }

    fn word(&mut self, first: char) {
        let mut word = first.to_string();
        while let Some(letter) = self.rest.next_if(|c| c.is_alphabetic()) {
            word.push(letter);
        }
        let opens = self.rest.peek() == Some(&'(');
        match (word.as_str(), opens) {
            ("v", _) => self.arrow('\0', r"\downarrow", ""),
            ("vv", _) => self.out.push_str(r"\Downarrow "),
            ("Tiny" | "Miny", true) => {
                self.rest.next();
                self.out.push_str(if word == "Tiny" { "{+}_{" } else { "{-}_{" });
                self.open.push("}");
            }
            ("NHat" | "PHat", _) => _ = write!(self.out, r"\hat{{{first}}}"),
            ("NCheck" | "PCheck", _) => _ = write!(self.out, r"\check{{{first}}}"),
            (name, _) if name.chars().count() > 1 => _ = write!(self.out, r"\mathbf{{{name}}}"),
            (letter, _) => self.out.push_str(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::mathematics;

    #[test]
    fn notation_is_mathematics() {
        for (game, latex) in [
            ("^", r"\uparrow "),
            ("^*", r"\uparrow {\ast}"),
            ("^^*", r"\Uparrow {\ast}"),
            ("v", r"\downarrow "),
            ("vv*2", r"\Downarrow {\ast}2"),
            ("^3*2", r"{\uparrow}_{3}{\ast}2"),
            ("v3", r"{\downarrow}_{3}"),
            ("^[2]", r"\uparrow^{[2]}"),
            ("v<3>", r"\downarrow^{3}"),
            ("-3/8", r"-\tfrac{3}{8}"),
            ("2Tiny(1)", r"2{+}_{1}"),
            ("Miny({2|1})", r"{-}_{\{2\mid 1\}}"),
            ("{3||2|1}", r"\{3\mathrel{||}2\mid 1\}"),
            ("+-{2,1^}", r"\pm \{2,1\uparrow \}"),
            ("∞{0,2}", r"\infty _{\{0,2\}}"),
            ("∞", r"\infty "),
            ("over", r"\mathbf{over}"),
            ("a{0|a}", r"a\{0\mid a\}"),
            ("s & t", r"s \mathbin{\&} t"),
            ("PHat", r"\hat{P}"),
            (r"\{\uparrow\mid -1\}", r"\{\uparrow\mid -1\}"),
        ] {
            assert_eq!(mathematics(game), latex, "{game}");
        }
    }
}
