//! From loopy games to text that reads back.

use ishitori_values::notation::{MAX_NESTING, MAX_PRINTED, PrintError, Style};
use ishitori_values::{Dyadic, Game, LimitReached, Player};

use crate::stops::Pseudonumber;
use crate::store::{Loopy, LoopyStore, Vertex};

/// A printed game.
#[derive(Clone, Debug)]
struct Text {
    /// The text, without the outer braces if it has any.
    body: String,
    /// The widest bar outside of braces; 0 if the text needs no braces.
    bars: usize,
}

impl Text {
    fn atom(body: String) -> Text {
        Text { body, bars: 0 }
    }

    fn whole(&self, style: Style) -> String {
        match (self.bars, style) {
            (0, _) => self.body.clone(),
            (_, Style::Latex) => format!(r"\{{{}\}}", self.body),
            _ => format!("{{{}}}", self.body),
        }
    }
}

/// x + ↑^on + *k and the like.
struct UpOn {
    number: Dyadic,
    power: bool,
    sign: Player,
    nimber: u32,
}

impl LoopyStore<'_> {
    /// A value in the notation of the calculator: what is printed reads back. O(length).
    pub fn print(&mut self, value: Loopy) -> Result<String, PrintError> {
        self.print_as(value, Style::Ascii)
    }

    /// A value in a style: a stopper by its simplest form, otherwise `s & t`. O(length).
    pub fn print_as(&mut self, value: Loopy, style: Style) -> Result<String, PrintError> {
        if value.onside == value.offside {
            return self.print_vertex(value.onside, style);
        }
        let sides = [self.pseudonumber(value.onside)?, self.pseudonumber(value.offside)?];
        if sides == [Some(Pseudonumber::On), Some(Pseudonumber::Off)] {
            return Ok(word("dud", style));
        }
        let onside = self.print_vertex(value.onside, style)?;
        let offside = self.print_vertex(value.offside, style)?;
        let and = if style == Style::Latex { r"\mathbin{\&}" } else { "&" };
        Ok(format!("{onside} {and} {offside}"))
    }

    /// A side in a style. O(length).
    pub fn print_vertex(&mut self, v: Vertex, style: Style) -> Result<String, PrintError> {
        let mut printer = Printer { loops: self, style, path: Vec::new(), length: 0 };
        Ok(printer.text(v)?.whole(style))
    }

    /// The parts of a simplified game that is x + upon + *k or x + ↑^on + *k, or with the negatives. With
    /// upon = {pass|*}, upon + *k = {pass|*(k⊕1)}, where Left also has 0 if k = 1, and
    /// ↑^on + *k = {0, *, …, *k | −upon + *(k⊕1)}, as with ↑^[n] and ↑^n (Siegel, CGT, II.4, VI.5).
    fn up_on(&mut self, v: Vertex) -> Result<Option<UpOn>, LimitReached> {
        self.resolve(v)?;
        for sign in Player::BOTH {
            if let Some((number, nimber)) = self.upon_parts(v, sign)? {
                return Ok(Some(UpOn { number, power: false, sign, nimber }));
            }
            let own = self.resolved(v, sign).to_vec();
            let &[reply] = self.resolved(v, sign.opponent()) else { continue };
            if self.as_short(reply).is_some() {
                continue;
            }
            let Some((number, k)) = self.upon_parts(reply, sign.opponent())? else { continue };
            let nimber = k ^ 1;
            let mut stars: Vec<u32> = own.iter().filter_map(|&o| self.star(o, &number)).collect();
            stars.sort_unstable();
            if own.len() == stars.len() && stars.iter().copied().eq(0..=nimber) {
                return Ok(Some(UpOn { number, power: true, sign, nimber }));
            }
        }
        Ok(None)
    }

    /// x and k of x ± upon + *k.
    fn upon_parts(
        &mut self,
        v: Vertex,
        sign: Player,
    ) -> Result<Option<(Dyadic, u32)>, LimitReached> {
        self.resolve(v)?;
        let &[reply] = self.resolved(v, sign.opponent()) else { return Ok(None) };
        let Some(parts) = self.as_short(reply).and_then(|g| self.session.store().number_up_star(g))
        else {
            return Ok(None);
        };
        if parts.ups != 0 {
            return Ok(None);
        }
        let nimber = parts.nimber ^ 1;
        let own = self.resolved(v, sign);
        let passes = own.contains(&v);
        let others: Vec<Vertex> = own.iter().copied().filter(|o| *o != v).collect();
        let fits = match others[..] {
            [] => nimber != 1,
            [other] => nimber == 1 && self.star(other, &parts.number) == Some(0),
            _ => false,
        };
        Ok((passes && fits).then_some((parts.number, nimber)))
    }

    /// The k of x + *k.
    fn star(&self, v: Vertex, x: &Dyadic) -> Option<u32> {
        let parts = self.session.store().number_up_star(self.as_short(v)?)?;
        (parts.ups == 0 && parts.number == *x).then_some(parts.nimber)
    }

    /// The x and G > 0 of x + {0||0|−G}, and whether it is the negative.
    pub(crate) fn tiny_parts(
        &mut self,
        v: Vertex,
    ) -> Result<Option<(Dyadic, bool, Vertex)>, LimitReached> {
        self.resolve(v)?;
        for player in Player::BOTH {
            let &[x] = self.resolved(v, player) else { continue };
            let &[threat] = self.resolved(v, player.opponent()) else { continue };
            let Some(number) = self.as_short(x).and_then(|g| self.session.store().as_number(g))
            else {
                continue;
            };
            if threat == v {
                continue;
            }
            self.resolve(threat)?;
            let &[back] = self.resolved(threat, player) else { continue };
            let &[goal] = self.resolved(threat, player.opponent()) else { continue };
            if back != x || goal == threat || !self.is_stopper(goal) {
                continue;
            }
            let gain = match player {
                Player::Left => {
                    let goal = self.negative_vertex(goal)?;
                    self.upsum(x, goal)?
                }
                Player::Right => {
                    let x = self.negative_vertex(x)?;
                    self.upsum(goal, x)?
                }
            };
            // The threat must be one: G > 0.
            let zero = self.zero().onside;
            if !self.vertex_geq(gain, zero)? || self.vertex_geq(zero, gain)? {
                continue;
            }
            return Ok(Some((number, player == Player::Right, gain)));
        }
        Ok(None)
    }
}

struct Printer<'a, 's> {
    loops: &'a mut LoopyStore<'s>,
    style: Style,
    /// The games in whose braces we are, each with its name if it was mentioned.
    path: Vec<(Vertex, Option<String>)>,
    /// The length printed so far, parts of parts included.
    length: usize,
}

impl Printer<'_, '_> {
    fn text(&mut self, v: Vertex) -> Result<Text, PrintError> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.text_inner(v))
    }

    fn text_inner(&mut self, v: Vertex) -> Result<Text, PrintError> {
        self.loops.step(self.length as u64)?;
        let text = self.any_text(v)?;
        self.length += text.body.len();
        if text.body.len() > MAX_PRINTED
            || self.length > 16 * MAX_PRINTED
            || self.path.len() >= MAX_NESTING - 2
        {
            return Err(PrintError::TooLong { limit: MAX_PRINTED });
        }
        Ok(text)
    }

    fn any_text(&mut self, v: Vertex) -> Result<Text, PrintError> {
        if let Some(game) = self.loops.as_short(v) {
            let text = self.loops.session.print_as(game, self.style)?;
            return Ok(split(text, self.style));
        }
        if let Some(at) = self.path.iter().position(|frame| frame.0 == v) {
            if at + 1 == self.path.len() {
                return Ok(Text::atom(word("pass", self.style)));
            }
            let name = match &self.path[at].1 {
                Some(name) => name.clone(),
                None => {
                    let name = self.fresh_name();
                    self.path[at].1 = Some(name.clone());
                    name
                }
            };
            return Ok(Text::atom(name));
        }
        if let Some(name) = self.named(v)? {
            return Ok(Text::atom(name));
        }
        self.path.push((v, None));
        let sides = self.sides(v);
        let (_, name) = self.path.pop().expect("pushed above");
        let (left, right, passes) = sides?;
        if let Some(name) = name {
            let whole = braces(&left, &right, self.style).whole(self.style);
            return Ok(Text::atom(format!("{name}{whole}")));
        }
        if !passes && self.loops.negative_vertex(v)? == v {
            return Ok(plus_minus(&left, self.style));
        }
        Ok(braces(&left, &right, self.style))
    }

    /// The options of both players, and whether a player may pass.
    fn sides(&mut self, v: Vertex) -> Result<(Vec<Text>, Vec<Text>, bool), PrintError> {
        self.loops.resolve(v)?;
        let mut sides = Vec::new();
        let mut passes = false;
        for player in Player::BOTH {
            let options = self.loops.resolved(v, player).to_vec();
            let shorts: Vec<Game> =
                options.iter().filter_map(|&o| self.loops.as_short(o)).collect();
            let mut texts = Vec::new();
            for game in self.loops.session.sorted(&shorts)? {
                let text = self.loops.session.print_as(game, self.style)?;
                texts.push(split(text, self.style));
            }
            let mut others = Vec::new();
            for &option in options.iter().filter(|&&o| o != v) {
                if self.loops.as_short(option).is_none() {
                    others.push(self.text(option)?);
                }
            }
            others
                .sort_by_key(|text| (text.bars > 0, text.body.chars().count(), text.body.clone()));
            texts.extend(others);
            if options.contains(&v) {
                passes = true;
                texts.push(self.text(v)?);
            }
            sides.push(texts);
        }
        let right = sides.pop().expect("two sides");
        Ok((sides.pop().expect("two sides"), right, passes))
    }

    /// on, over, upon, … if it is one of those.
    fn named(&mut self, v: Vertex) -> Result<Option<String>, PrintError> {
        let style = self.style;
        let named = |x: &Dyadic, name: &str| {
            let number = if x.is_zero() { String::new() } else { number(x, style) };
            format!("{number}{}", word(name, style))
        };
        match self.loops.pseudonumber(v)? {
            Some(Pseudonumber::On) => return Ok(Some(word("on", style))),
            Some(Pseudonumber::Off) => return Ok(Some(word("off", style))),
            Some(Pseudonumber::Over(x)) => return Ok(Some(named(&x, "over"))),
            Some(Pseudonumber::Under(x)) => return Ok(Some(named(&x, "under"))),
            Some(Pseudonumber::Number(_)) | None => {}
        }
        if let Some(up) = self.loops.up_on(v)? {
            return Ok(Some(up_on(&up, style)));
        }
        if let Some((x, miny, subscript)) = self.loops.tiny_parts(v)? {
            let path = std::mem::take(&mut self.path);
            let inner = self.text(subscript);
            self.path = path;
            let inner = inner?.whole(style);
            let number = if x.is_zero() { String::new() } else { number(&x, style) };
            let tiny = match (style, miny) {
                (Style::Ascii, false) => format!("Tiny({inner})"),
                (Style::Ascii, true) => format!("Miny({inner})"),
                (Style::Unicode, false) => format!("⧾({inner})"),
                (Style::Unicode, true) => format!("⧿({inner})"),
                (Style::Latex, false) => format!(r"{{+}}_{{{inner}}}"),
                (Style::Latex, true) => format!(r"{{-}}_{{{inner}}}"),
            };
            return Ok(Some(number + &tiny));
        }
        Ok(None)
    }

    /// A letter that none of the games around has; v is an arrow.
    fn fresh_name(&self) -> String {
        let letters = "abcdefghijklmnopqrstuwxyz";
        let taken = |name: &str| self.path.iter().any(|frame| frame.1.as_deref() == Some(name));
        (0..)
            .flat_map(|round: u32| {
                letters.chars().map(move |c| match round {
                    0 => c.to_string(),
                    _ => format!("{c}{round}"),
                })
            })
            .find(|name| !taken(name))
            .expect("there is no end of names")
    }
}

fn word(name: &str, style: Style) -> String {
    match style {
        Style::Latex => format!(r"\mathbf{{{name}}}"),
        _ => name.to_string(),
    }
}

fn number(x: &Dyadic, style: Style) -> String {
    if style != Style::Latex || x.is_integer() {
        return x.to_string();
    }
    let sign = if x.signum() < 0 { "-" } else { "" };
    let denominator = Dyadic::power_of_two(x.exponent());
    format!(r"{sign}\tfrac{{{}}}{{{denominator}}}", x.abs().numerator())
}

fn up_on(up: &UpOn, style: Style) -> String {
    let mut text = if up.number.is_zero() { String::new() } else { number(&up.number, style) };
    let arrow = match (style, up.sign) {
        (Style::Ascii, Player::Left) => "^",
        (Style::Ascii, Player::Right) => "v",
        (Style::Unicode, Player::Left) => "↑",
        (Style::Unicode, Player::Right) => "↓",
        (Style::Latex, Player::Left) => r"\uparrow",
        (Style::Latex, Player::Right) => r"\downarrow",
    };
    text += &match (style, up.power) {
        (Style::Latex, true) => format!(r"{arrow}^{{\mathbf{{on}}}}"),
        (Style::Latex, false) => format!(r"{arrow}^{{[\mathbf{{on}}]}}"),
        (_, true) => format!("{arrow}<on>"),
        (_, false) => format!("{arrow}[on]"),
    };
    if up.nimber > 0 {
        text += match style {
            Style::Ascii => "*",
            Style::Unicode => "∗",
            Style::Latex => r"{\ast}",
        };
        if up.nimber > 1 {
            text += &up.nimber.to_string();
        }
    }
    text
}

/// A printed short game without its outer braces, if it has any.
fn split(text: String, style: Style) -> Text {
    let (open, close) = if style == Style::Latex { (r"\{", r"\}") } else { ("{", "}") };
    let Some(body) = text.strip_prefix(open).and_then(|t| t.strip_suffix(close)) else {
        return Text::atom(text);
    };
    // The widest bar outside of braces; the braces must be one pair.
    let mut depth = 0i32;
    let mut bars = 0;
    let mut rest = body;
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        if rest.starts_with(open) {
            depth += 1;
            length = open.len();
        } else if rest.starts_with(close) {
            depth -= 1;
            length = close.len();
            if depth < 0 {
                return Text::atom(text);
            }
        } else if rest.starts_with(r"\mid ") {
            length = 5;
            if depth == 0 {
                bars = bars.max(1);
            }
        } else if c == '|' {
            length = rest.len() - rest.trim_start_matches('|').len();
            if depth == 0 {
                bars = bars.max(length);
            }
        }
        rest = &rest[length..];
    }
    Text { body: body.to_string(), bars: bars.max(1) }
}

fn list(options: &[Text], style: Style) -> String {
    let texts: Vec<String> = options.iter().map(|t| t.whole(style)).collect();
    texts.join(",")
}

fn plus_minus(options: &[Text], style: Style) -> Text {
    let sign = match style {
        Style::Ascii => "+-",
        Style::Unicode => "±",
        Style::Latex => r"\pm ",
    };
    let operand = match options {
        [one] if one.bars > 0 => one.whole(style),
        [one] if one.body.chars().all(char::is_alphabetic) => one.body.clone(),
        [one] if style == Style::Latex => format!("({})", one.body),
        [one] if !one.body.starts_with(['+', '-', '±']) => format!("({})", one.body),
        many => {
            let list = list(many, style);
            match style {
                Style::Latex => format!(r"\{{{list}\}}"),
                _ => format!("{{{list}}}"),
            }
        }
    };
    Text::atom(format!("{sign}{operand}"))
}

/// `{a,b|c}`; a single option in braces loses them, and the bar becomes wider than its bars.
fn braces(left: &[Text], right: &[Text], style: Style) -> Text {
    let side = |options: &[Text]| match options {
        [one] if one.bars > 0 => (one.body.clone(), one.bars),
        many => (list(many, style), 0),
    };
    let (left, left_bars) = side(left);
    let (right, right_bars) = side(right);
    let bars = left_bars.max(right_bars) + 1;
    let bar = match style {
        Style::Latex if bars == 1 => r"\mid ".to_string(),
        Style::Latex => format!(r"\mathrel{{{}}}", "|".repeat(bars)),
        _ => "|".repeat(bars),
    };
    Text { body: format!("{left}{bar}{right}"), bars }
}
