//! Printing games as text.

use rustc_hash::FxHashMap;

use crate::dyadic::Dyadic;
use crate::player::Player;
use crate::store::{Game, Session, Step};
use ishitori_runtime::LimitReached;

/// The longest text that is printed, in bytes: canonical forms are directed graphs, and written
/// out as trees a few of them are astronomically long.
pub const MAX_PRINTED: usize = 1 << 20;

/// Signs to print with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// `^ v * +-`
    #[default]
    Ascii,
    /// `↑ ↓ ∗ ±`
    Unicode,
    /// For a math environment of LaTeX, without packages.
    Latex,
}

/// Why a game is not printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PrintError {
    /// A limit was reached first.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// The text would be too long.
    #[error("the canonical form is longer than {limit} characters")]
    TooLong {
        /// The longest text that is printed.
        limit: usize,
    },
}

/// A printed game.
#[derive(Clone)]
struct Text {
    /// The text, without the outer braces if it has any.
    body: String,
    /// The widest bar outside of braces; 0 if the text needs no braces.
    bars: usize,
}

/// All the text that may be held while a game is put together.
const MAX_HELD: usize = 64 * MAX_PRINTED;

impl Text {
    fn whole(&self, style: Style) -> String {
        match (self.bars, style) {
            (0, _) => self.body.clone(),
            (_, Style::Latex) => format!(r"\{{{}\}}", self.body),
            _ => format!("{{{}}}", self.body),
        }
    }
}

/// The shape in which a game is printed.
#[derive(Clone)]
enum Form {
    /// x + ups + star.
    UpStar { number: Dyadic, ups: Arrows, nimber: u32 },
    /// x + Tiny(g) or x + Miny(g).
    Tiny { number: Dyadic, miny: bool, subscript: Game },
    /// ±g or ±{…}, by Left's options.
    PlusMinus(Vec<Game>),
    /// Left's and Right's options.
    Braces(Vec<Game>, Vec<Game>),
}

#[derive(Clone, Copy)]
enum Arrows {
    Multiple(i32),
    Power(u32, i32),
    Sum(u32, i32),
}

impl Session<'_> {
    /// The canonical form of g in CGSuite's notation. O(length).
    pub fn print(&mut self, g: Game) -> Result<String, PrintError> {
        self.print_as(g, Style::Ascii)
    }

    /// The canonical form of g in a style. O(length).
    ///
    /// ```
    /// use ishitori_values::{GameStore, notation::Style};
    /// let store = GameStore::new();
    /// let mut s = store.session();
    /// let up = s.number_up_star(&0.into(), 1, 0).unwrap();
    /// let g = s.game(&[up], &[s.integer(-1)]).unwrap();
    /// assert_eq!(s.print_as(g, Style::Ascii).unwrap(), "{^|-1}");
    /// assert_eq!(s.print_as(g, Style::Unicode).unwrap(), "{↑|-1}");
    /// assert_eq!(s.print_as(g, Style::Latex).unwrap(), r"\{\uparrow\mid -1\}");
    /// ```
    pub fn print_as(&mut self, g: Game, style: Style) -> Result<String, PrintError> {
        let mut forms: FxHashMap<Game, Form> = FxHashMap::default();
        let forms = std::cell::RefCell::new(&mut forms);
        let mut held = 0;
        let text = self.fold(
            g,
            |s, g| {
                let form = s.form(g)?;
                let parts = match &form {
                    Form::UpStar { number, ups, nimber } => {
                        return Ok(Step::Known(up_star(number, *ups, *nimber, style)));
                    }
                    Form::Tiny { subscript, .. } => vec![*subscript],
                    Form::PlusMinus(options) => options.clone(),
                    Form::Braces(left, right) => [&left[..], &right[..]].concat(),
                };
                forms.borrow_mut().insert(g, form);
                Ok(Step::From(parts))
            },
            |_, g, parts: &[Text]| {
                // In characters, so that all styles print the same games.
                let length: usize = parts.iter().map(|p| p.body.chars().count() + 3).sum();
                held += length;
                if length > MAX_PRINTED || held > MAX_HELD {
                    return Err(PrintError::TooLong { limit: MAX_PRINTED });
                }
                let forms = forms.borrow();
                Ok(match &forms[&g] {
                    Form::UpStar { .. } => unreachable!("answered at once"),
                    Form::Tiny { number, miny, .. } => tiny(number, *miny, &parts[0], style),
                    Form::PlusMinus(_) => plus_minus(parts, style),
                    Form::Braces(left, _) => braces(parts.split_at(left.len()), style),
                })
            },
        )?;
        Ok(text.whole(style))
    }

    fn form(&mut self, g: Game) -> Result<Form, LimitReached> {
        if let Some(n) = self.store().number_up_star(g) {
            return Ok(Form::UpStar {
                number: n.number,
                ups: Arrows::Multiple(n.ups),
                nimber: n.nimber,
            });
        }
        if let Some(form) = self.tiny_form(g)? {
            return Ok(form);
        }
        if let Some(form) = self.uptimal_form(g)? {
            return Ok(form);
        }
        let left = self.sorted_options(g, Player::Left)?;
        if self.negative(g)? == g {
            return Ok(Form::PlusMinus(left));
        }
        Ok(Form::Braces(left, self.sorted_options(g, Player::Right)?))
    }

    /// x + {0||0|−G}, or its negative.
    fn tiny_form(&mut self, g: Game) -> Result<Option<Form>, LimitReached> {
        for (miny, player) in [(false, Player::Left), (true, Player::Right)] {
            let (&[x], &[threat]) = (self.options(g, player)?, self.options(g, player.opponent())?)
            else {
                continue;
            };
            let Some(number) = self.store().as_number(x) else { continue };
            if self.store().number_up_star(threat).is_some() {
                continue;
            }
            let (&[back], &[goal]) =
                (self.options(threat, player)?, self.options(threat, player.opponent())?)
            else {
                continue;
            };
            if back == x {
                // The threat: what the opponent gains from x.
                let gain = match player {
                    Player::Left => self.difference(x, goal)?,
                    Player::Right => self.difference(goal, x)?,
                };
                return Ok(Some(Form::Tiny { number, miny, subscript: gain }));
            }
        }
        Ok(None)
    }

    /// x ± (↑ + … + ↑ⁿ) + *k or x ± ↑ⁿ + *k, n ≥ 2, recognised by canonical options: with
    /// σ(n) = ↑ + … + ↑ⁿ these are σ(n)*k = {σ(n−1)*k | *(k⊕1)}, with 0 as another left option if
    /// k = 1, and ↑ⁿ*k = {0, *, …, *k | −σ(n−1) + *(k⊕1)} (Siegel, CGT, II.4).
    fn uptimal_form(&mut self, g: Game) -> Result<Option<Form>, LimitReached> {
        for (favoured, sign) in [(Player::Left, 1), (Player::Right, -1)] {
            if let Some((n, parts)) = self.as_up_sum(g, favoured)? {
                let (number, nimber) = (parts.number, parts.nimber);
                return Ok(Some(Form::UpStar { number, ups: Arrows::Sum(n, sign), nimber }));
            }
            let own = self.options(g, favoured)?;
            let &[reply] = self.options(g, favoured.opponent())? else { continue };
            let Some((n, parts)) = self.as_up_sum(reply, favoured.opponent())? else { continue };
            let nimber = parts.nimber ^ 1;
            if own.len() as u64 == u64::from(nimber) + 1
                && own.iter().all(|&o| self.is_star(o, &parts.number, 0..=nimber))
            {
                let (number, ups) = (parts.number, Arrows::Power(n + 1, sign));
                return Ok(Some(Form::UpStar { number, ups, nimber }));
            }
        }
        Ok(None)
    }

    /// The n with g = x ± σ(n) + *k, n ≥ 1, and x and k.
    fn as_up_sum(
        &mut self,
        g: Game,
        favoured: Player,
    ) -> Result<Option<(u32, crate::NumberUpStar)>, LimitReached> {
        let sign = if favoured == Player::Left { 1 } else { -1 };
        let mut g = g;
        // On all levels the same: the opponent's *(k⊕1), and whether x is another own option.
        let mut level: Option<(Game, bool)> = None;
        for n in 1.. {
            self.tick()?;
            if let Some(parts) = self.store().number_up_star(g) {
                let fits = level.is_none_or(|(reply, twin)| {
                    let k = parts.nimber;
                    self.is_star(reply, &parts.number, k ^ 1..=k ^ 1) && twin == (k == 1)
                });
                return Ok((parts.ups == sign && fits).then_some((n, parts)));
            }
            let &[reply] = self.options(g, favoured.opponent())? else { return Ok(None) };
            let (below, twin) = match *self.options(g, favoured)? {
                [below] => (below, false),
                // For k = 1 the reply is x, too.
                [a, b] if a == reply => (b, true),
                [a, b] if b == reply => (a, true),
                _ => return Ok(None),
            };
            if level.is_some_and(|same| same != (reply, twin)) {
                return Ok(None);
            }
            level = Some((reply, twin));
            g = below;
        }
        Ok(None)
    }

    /// Whether g is x + *k with k in a range.
    fn is_star(&self, g: Game, x: &Dyadic, range: std::ops::RangeInclusive<u32>) -> bool {
        let parts = self.store().number_up_star(g);
        parts.is_some_and(|p| p.ups == 0 && p.number == *x && range.contains(&p.nimber))
    }

    /// A player's options in an order that depends on the games alone: numbers, then
    /// number-up-stars, then the rest by birthday and options.
    pub fn sorted_options(&mut self, g: Game, player: Player) -> Result<Vec<Game>, LimitReached> {
        let options = self.options(g, player)?;
        self.sorted(options)
    }

    /// Games in that order. The cost of comparing those that are not number-up-stars.
    pub fn sorted(&mut self, options: &[Game]) -> Result<Vec<Game>, LimitReached> {
        self.tick_by(options.len())?;
        let mut simple = Vec::new();
        let mut general: Vec<Game> = Vec::new();
        for &option in options {
            match self.store().number_up_star(option) {
                Some(n) => {
                    simple.push((n.number, n.ups.unsigned_abs(), n.ups < 0, n.nimber, option))
                }
                None => {
                    // Insertion sort: comparisons can fail, and these lists are short.
                    let mut k = general.len();
                    while k > 0 && self.printing_order(option, general[k - 1])?.is_lt() {
                        k -= 1;
                    }
                    general.insert(k, option);
                }
            }
        }
        simple.sort();
        Ok(simple.into_iter().map(|n| n.4).chain(general).collect())
    }

    /// A total order on games that does not depend on handles: number-up-star values first.
    fn printing_order(&mut self, a: Game, b: Game) -> Result<std::cmp::Ordering, LimitReached> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        if a == b {
            return Ok(Equal);
        }
        match (self.store().number_up_star(a), self.store().number_up_star(b)) {
            (Some(a), Some(b)) => {
                let key = |n: &crate::NumberUpStar| (n.ups.unsigned_abs(), n.ups < 0, n.nimber);
                return Ok(a.number.cmp(&b.number).then_with(|| key(&a).cmp(&key(&b))));
            }
            (Some(_), None) => return Ok(Less),
            (None, Some(_)) => return Ok(Greater),
            (None, None) => {}
        }
        let (na, nb) = (self.store().node(a), self.store().node(b));
        let first = na
            .birthday
            .cmp(&nb.birthday)
            .then_with(|| na.left_stop.total_cmp(&nb.left_stop))
            .then_with(|| na.right_stop.total_cmp(&nb.right_stop));
        if first != Equal {
            return Ok(first);
        }
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            self.tick()?;
            for player in Player::BOTH {
                let (xs, ys) = (self.sorted_options(a, player)?, self.sorted_options(b, player)?);
                for (&x, &y) in xs.iter().zip(&ys) {
                    let order = self.printing_order(x, y)?;
                    if order != Equal {
                        return Ok(order);
                    }
                }
                let order = xs.len().cmp(&ys.len());
                if order != Equal {
                    return Ok(order);
                }
            }
            Ok(Equal)
        })
    }
}

fn up_star(number: &Dyadic, ups: Arrows, nimber: u32, style: Style) -> Text {
    let mut body = String::new();
    let bare = matches!(ups, Arrows::Multiple(0)) && nimber == 0;
    if !number.is_zero() || bare {
        body += &dyadic(number, style);
    }
    let ascii = style == Style::Ascii;
    let arrow = |sign: i32| match (style, sign > 0) {
        (Style::Ascii, true) => "^",
        (Style::Ascii, false) => "v",
        (Style::Unicode, true) => "↑",
        (Style::Unicode, false) => "↓",
        (Style::Latex, true) => r"\uparrow",
        (Style::Latex, false) => r"\downarrow",
    };
    match ups {
        Arrows::Multiple(0) => {}
        Arrows::Multiple(n) => {
            let times = n.unsigned_abs();
            match (style, times) {
                (_, 1) => body += arrow(n),
                (Style::Latex, 2) => body += if n > 0 { r"\Uparrow" } else { r"\Downarrow" },
                (Style::Unicode, 2) => body.push(if n > 0 { '⇑' } else { '⇓' }),
                (_, 2) => body += &arrow(n).repeat(2),
                (Style::Latex, _) => body += &format!(r"{{{}}}_{{{times}}}", arrow(n)),
                _ => body += &format!("{}{times}", arrow(n)),
            }
        }
        Arrows::Power(n, sign) | Arrows::Sum(n, sign) => {
            let power = matches!(ups, Arrows::Power(..));
            body += &match (style, power) {
                (Style::Latex, true) => format!("{}^{{{n}}}", arrow(sign)),
                (Style::Latex, false) => format!("{}^{{[{n}]}}", arrow(sign)),
                (_, true) => format!("{}<{n}>", arrow(sign)),
                (_, false) => format!("{}[{n}]", arrow(sign)),
            };
        }
    }
    if nimber > 0 {
        body += match style {
            _ if ascii => "*",
            Style::Unicode => "∗",
            _ => r"{\ast}",
        };
        if nimber > 1 {
            body += &nimber.to_string();
        }
    }
    Text { body, bars: 0 }
}

fn dyadic(x: &Dyadic, style: Style) -> String {
    if style != Style::Latex || x.is_integer() {
        return x.to_string();
    }
    let sign = if x.signum() < 0 { "-" } else { "" };
    let denominator = Dyadic::power_of_two(x.exponent());
    format!(r"{sign}\tfrac{{{}}}{{{denominator}}}", x.abs().numerator())
}

fn tiny(number: &Dyadic, miny: bool, subscript: &Text, style: Style) -> Text {
    let mut body = if number.is_zero() { String::new() } else { dyadic(number, style) };
    let inner = subscript.whole(style);
    body += &match (style, miny) {
        (Style::Ascii, false) => format!("Tiny({inner})"),
        (Style::Ascii, true) => format!("Miny({inner})"),
        (Style::Unicode, false) => format!("⧾({inner})"),
        (Style::Unicode, true) => format!("⧿({inner})"),
        (Style::Latex, false) => format!(r"{{+}}_{{{inner}}}"),
        (Style::Latex, true) => format!(r"{{-}}_{{{inner}}}"),
    };
    Text { body, bars: 0 }
}

fn plus_minus(options: &[Text], style: Style) -> Text {
    let sign = match style {
        Style::Ascii => "+-",
        Style::Unicode => "±",
        Style::Latex => r"\pm ",
    };
    let operand = match options {
        // A sign in front would read as something else behind ±.
        [one] if one.bars > 0 || !signed(&one.body) => one.whole(style),
        many => {
            let list = list(many, style);
            match style {
                Style::Latex => format!(r"\{{{list}\}}"),
                _ => format!("{{{list}}}"),
            }
        }
    };
    Text { body: format!("{sign}{operand}"), bars: 0 }
}

fn signed(text: &str) -> bool {
    text.starts_with(['+', '-', '±']) || text.starts_with(r"\pm")
}

fn list(options: &[Text], style: Style) -> String {
    let texts: Vec<String> = options.iter().map(|t| t.whole(style)).collect();
    texts.join(",")
}

/// `{a,b|c}`; a single option in braces loses them, and the bar becomes wider than its bars.
fn braces((left, right): (&[Text], &[Text]), style: Style) -> Text {
    let side = |options: &[Text]| match options {
        [one] if one.bars > 0 => (one.body.clone(), one.bars),
        many => (list(many, style), 0),
    };
    let (left, left_bars) = side(left);
    let (right, right_bars) = side(right);
    let bars = left_bars.max(right_bars) + 1;
    let bar = match style {
        Style::Latex if bars == 1 => r"\mid ".to_string(),
        Style::Latex => format!(r"\mathrel{{{}}}", r"|".repeat(bars)),
        _ => "|".repeat(bars),
    };
    Text { body: format!("{left}{bar}{right}"), bars }
}
