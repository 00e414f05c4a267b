//! Who wins a position and why, in words.

use std::fmt::Display;

use ishitori_language::{EndKind, TextGame, tuple};
use ishitori_rules::end::EndRule;
use ishitori_rules::heap::{HeapRule, PlaneRule};
use ishitori_solve::ending::SumRule;
use ishitori_solve::play::{
    Analysis, Change, Drawing, Facts, MAX_MOVES, Method, OptionFacts, PlayError, zeckendorf,
};
use ishitori_values::{Outcome, Player};

use crate::{Lang, Text, table};
use ishitori_answers::AskError;

/// Options that are listed to people.
const SHOWN: usize = 24;
/// Options with longer names are not put in columns; the library formats no more than 65535 columns.
const ALIGNED: usize = 200;
/// Answers that are listed to people.
const ANSWERED: usize = 12;

/// The game of an explanation.
pub struct Told {
    /// The rule and the end rule as they are written.
    pub rule: String,
    /// The end rule as it is written.
    pub end: String,
    /// What the end of several heaps depends on.
    pub sum: SumRule,
    /// What kind of end it is.
    pub kind: EndTold,
    same_moves: bool,
    /// Whether both players have the same moves.
    pub impartial: bool,
    /// The spread of Wythoff's game.
    wythoff: Option<u32>,
    /// The game in the language that this is.
    pub game: Option<TextGame>,
}

/// What the end depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum EndTold {
    /// The last player to move wins.
    Normal,
    /// The player who cannot move wins.
    Misere,
    /// The number of moves decides.
    Moves,
    /// The stones left decide.
    Position,
}

impl EndTold {
    fn of(end: &EndRule) -> EndTold {
        match end {
            EndRule::Moves => EndTold::Moves,
            end if end.is_normal() => EndTold::Normal,
            end if end.is_misere() => EndTold::Misere,
            EndRule::Stones(_) => EndTold::Position,
        }
    }
}

impl Told {
    /// A heap rule under an end rule.
    pub fn of_heaps(rule: &HeapRule, end: &EndRule, sum: SumRule) -> Told {
        let same_moves = rule.partizan().is_none();
        Told {
            rule: rule.to_string(),
            end: end.to_string(),
            sum,
            kind: EndTold::of(end),
            same_moves,
            impartial: same_moves && letters_are_impartial(end),
            wythoff: match rule {
                HeapRule::Plane(PlaneRule::Wythoff { spread }) => Some(*spread),
                _ => None,
            },
            game: None,
        }
    }

    /// A game in the language under its own end rule or another one.
    pub fn of_game(game: &TextGame, end: Option<&EndRule>) -> Told {
        let kind = match (end, game.end()) {
            (Some(end), _) => EndTold::of(end),
            (None, EndKind::Normal) => EndTold::Normal,
            (None, EndKind::Misere) => EndTold::Misere,
            (None, EndKind::Letter) => EndTold::Position,
        };
        let letters = end.map_or(game.end() != EndKind::Letter, letters_are_impartial);
        Told {
            rule: game.to_string(),
            end: match (end, game.end()) {
                (Some(end), _) => end.to_string(),
                (None, EndKind::Normal) => EndRule::normal().to_string(),
                (None, EndKind::Misere) => EndRule::misere().to_string(),
                (None, EndKind::Letter) => game.end_text().unwrap_or_default().to_string(),
            },
            sum: SumRule::Total,
            kind,
            same_moves: game.is_impartial(),
            impartial: game.is_impartial() && letters,
            wythoff: None,
            game: Some(game.clone()),
        }
    }

    /// What it means that the game cannot be judged.
    pub fn failure(&self, error: PlayError) -> AskError {
        match (error, &self.game) {
            (PlayError::Tuple(error), Some(game)) => AskError::Game { game: game.clone(), error },
            (error, _) => AskError::Play(error),
        }
    }

    /// Whether the game says how its positions are drawn.
    pub fn is_drawn(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.display().is_some())
    }

    /// The name of a part of a position, of which these are the numbers.
    fn part(&self, numbers: &[i64]) -> String {
        match self.game {
            Some(_) => tuple(numbers),
            None => list(numbers),
        }
    }

    /// How the Grundy number of a part is written.
    fn grundy_of(&self, numbers: &[i64]) -> String {
        match self.game {
            Some(_) => format!("G{}", tuple(numbers)),
            None => format!("G({})", list(numbers)),
        }
    }
}

fn letters_are_impartial(end: &EndRule) -> bool {
    match end {
        EndRule::Moves => false,
        EndRule::Stones(table) => {
            table.letters().iter().all(|letter| matches!(letter, Outcome::N | Outcome::P))
        }
    }
}

/// A short proof.
pub struct Why {
    /// A table of the Grundy numbers in binary, if there are several heaps.
    pub binary: Vec<String>,
    /// What is said, in order.
    pub sentences: Vec<String>,
    /// The same in the words of algebra.
    pub algebra: Option<String>,
}

fn nim_sum(numbers: &[u32]) -> u32 {
    numbers.iter().fold(0, |sum, g| sum ^ g)
}

fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

impl Text {
    /// Why a position has its outcome.
    ///
    /// `parts` are the numbers of each part of the position.
    pub fn why<P: Display>(&self, told: &Told, parts: &[Vec<i64>], analysis: &Analysis<P>) -> Why {
        let mut why = Why { binary: Vec::new(), sentences: Vec::new(), algebra: None };
        let facts = &analysis.facts;
        if analysis.options.is_empty() && !analysis.shortened {
            why.sentences.push(self.no_move_left(facts.outcome));
            return why;
        }
        match (&facts.method, &facts.grundy) {
            (Method::NimSum, Some(grundy)) if grundy.len() == 1 => {
                why.sentences.extend(self.mex(&told.grundy_of(&parts[0]), grundy[0], analysis));
            }
            (Method::NimSum, Some(grundy)) => {
                why.binary = self.binary(told, parts, grundy);
                if let Some(pairs) = self.pairing(told, parts, analysis) {
                    why.sentences.push(pairs);
                }
                why.sentences.extend(self.nim_sum_proof(told, parts, grundy, analysis));
            }
            (Method::MisereNim, Some(grundy)) => {
                if grundy.len() > 1 {
                    why.binary = self.binary(told, parts, grundy);
                }
                why.sentences.extend(self.misere_proof(told, parts, grundy, analysis));
            }
            (Method::Wythoff, _) => why.sentences.extend(self.wythoff_proof(told, analysis)),
            (Method::Zeckendorf, _) => {
                why.sentences.extend(self.zeckendorf_proof(&parts[0], analysis));
            }
            _ => {}
        }
        if why.sentences.is_empty() {
            if told.kind == EndTold::Misere {
                why.sentences.push(self.misere_rule().to_string());
            }
            why.sentences.extend(self.by_options(told, analysis));
        }
        if told.impartial && facts.outcome == Outcome::P && !analysis.shortened {
            why.sentences.extend(self.answers(analysis));
        }
        why
    }

    fn no_move_left(&self, outcome: Outcome) -> String {
        match self.lang {
            Lang::En => format!(
                "No move is left, and the end rule makes this {outcome}: {}.",
                self.outcome(outcome)
            ),
            Lang::Ja => {
                format!("もう手がなく、終了規則により {outcome} です({})。", self.outcome(outcome))
            }
        }
    }

    /// One heap: its Grundy number from those of its options.
    fn mex<P: Display>(&self, name: &str, g: u32, analysis: &Analysis<P>) -> Vec<String> {
        let zero = analysis.options.iter().find(|o| !o.winners.is_empty());
        if analysis.shortened {
            return self.zero_or_not(name, g, zero);
        }
        let mut below: Vec<u32> = analysis
            .options
            .iter()
            .filter_map(|o| o.facts.grundy.as_deref().map(nim_sum))
            .collect();
        below.sort_unstable();
        below.dedup();
        let below = format!("{{{}}}", list(below));
        match (self.lang, zero) {
            (Lang::En, Some(option)) => vec![
                format!(
                    "{name} = {g}, the least number not among {below}, the Grundy numbers of the options."
                ),
                format!(
                    "Moving to {} leaves Grundy number 0; whatever the opponent answers is not 0, and can be made 0 again, until no move is left.",
                    option.position
                ),
            ],
            (Lang::Ja, Some(option)) => vec![
                format!("{name} = {g} は、遷移先のグランディ数 {below} に現れない最小の数です。"),
                format!(
                    "{} にすればグランディ数 0 を渡せます。相手がどう動いても 0 でなくなり、また 0 に戻せるので、最後に手がなくなるのは相手です。",
                    option.position
                ),
            ],
            (Lang::En, None) => vec![format!(
                "{name} = 0: none of the options has Grundy number 0 (they have {below}), so every move leaves a number that the opponent makes 0 again."
            )],
            (Lang::Ja, None) => vec![format!(
                "{name} = 0 です。遷移先のグランディ数は {below} で 0 がないので、どの手に対しても相手が 0 に戻せます。"
            )],
        }
    }

    /// One heap with too many options to list.
    fn zero_or_not<P: Display>(
        &self,
        name: &str,
        g: u32,
        zero: Option<&OptionFacts<P>>,
    ) -> Vec<String> {
        vec![match (self.lang, zero) {
            (Lang::En, Some(option)) => format!(
                "{name} = {g}, not 0. Moving to {} leaves Grundy number 0; whatever the opponent answers is not 0, and can be made 0 again, until no move is left.",
                option.position
            ),
            (Lang::Ja, Some(option)) => format!(
                "{name} = {g} で 0 ではありません。{} にすればグランディ数 0 を渡せます。相手がどう動いても 0 でなくなり、また 0 に戻せるので、最後に手がなくなるのは相手です。",
                option.position
            ),
            (Lang::En, None) => {
                format!(
                    "{name} = {g}: every move leaves a number other than 0, and the opponent makes it 0 again."
                )
            }
            (Lang::Ja, None) => {
                format!("{name} = {g} です。どの手でも 0 でなくなり、相手が 0 に戻せます。")
            }
        }]
    }

    /// What misère play is, before anything is computed.
    fn misere_rule(&self) -> &'static str {
        self.pick(
            "Misère play: whoever makes the last move loses. Grundy numbers decide normal play; here one looks at where the moves lead.",
            "逆形(ミゼール)では最後に動いた方が負けです。グランディ数で勝敗が決まるのは普通のルールのときで、ここでは動いた先を調べます。",
        )
    }

    /// Parts, Grundy numbers, and the same in binary with the nim-sum under them.
    fn binary(&self, told: &Told, parts: &[Vec<i64>], grundy: &[u32]) -> Vec<String> {
        let sum = nim_sum(grundy);
        let bits = grundy.iter().chain([&sum]).map(|g| 32 - g.leading_zeros()).max();
        let bits = bits.unwrap_or(1).max(1) as usize;
        let names: Vec<String> = parts.iter().map(|part| told.grundy_of(part)).collect();
        let lead = names.iter().map(String::len).max().unwrap_or(1);
        let width = grundy.iter().chain([&sum]).map(|g| g.to_string().len()).max().unwrap_or(1);
        let mut lines: Vec<String> = names
            .iter()
            .zip(grundy)
            .map(|(name, g)| format!("{name:lead$} = {g:>width$}  {g:0bits$b}"))
            .collect();
        lines.push(format!("{:lead$} = {sum:>width$}  {sum:0bits$b}", "⊕"));
        lines
    }

    /// Equal parts in pairs: the second player copies.
    fn pairing<P>(
        &self,
        told: &Told,
        parts: &[Vec<i64>],
        analysis: &Analysis<P>,
    ) -> Option<String> {
        let is_empty = |part: &[i64]| told.game.is_none() && part == [0];
        let mut sorted: Vec<&Vec<i64>> = parts.iter().filter(|part| !is_empty(part)).collect();
        sorted.sort_unstable();
        let paired = sorted.len() >= 2
            && sorted.len().is_multiple_of(2)
            && sorted.chunks(2).all(|pair| pair[0] == pair[1]);
        let (en, ja) = match told.game {
            None => (
                "The heaps form pairs of equal ones: the second player copies every move in the other heap of the pair, and so always has a move.",
                "山は同じ大きさの二つずつの組になっています。後手は相手の手を組のもう一方の山で真似すれば、必ず手があります。",
            ),
            Some(_) => (
                "The parts form pairs of equal ones: the second player copies every move in the other part of the pair, and so always has a move.",
                "和の成分は等しい二つずつの組になっています。後手は相手の手を組のもう一方で真似すれば、必ず手があります。",
            ),
        };
        (paired && analysis.facts.outcome == Outcome::P).then(|| self.pick(en, ja).to_string())
    }

    fn nim_sum_proof<P: Display>(
        &self,
        told: &Told,
        parts: &[Vec<i64>],
        grundy: &[u32],
        analysis: &Analysis<P>,
    ) -> Vec<String> {
        let sum = nim_sum(grundy);
        let top = if sum == 0 { 0 } else { 1u32 << (31 - sum.leading_zeros()) };
        let at = grundy.iter().position(|g| g & top != 0).unwrap_or(0);
        // A winning move in the part that the proof names.
        let there = |change: &Change| match change {
            Change::Heap { at: a, .. } | Change::Part { at: a, .. } => *a == at,
            _ => false,
        };
        let mut winning = analysis.options.iter().filter(|o| !o.winners.is_empty());
        let heap = match told.game {
            None => self.pick("heap", "山"),
            Some(_) => self.pick("part", "成分"),
        };
        let Some(option) = winning.clone().find(|o| there(&o.change)).or_else(|| winning.next())
        else {
            return vec![match self.lang {
                Lang::En => format!(
                    "The nim-sum of the Grundy numbers is 0. A move changes the Grundy number of one {heap}, and so the nim-sum; the opponent makes it 0 again."
                ),
                Lang::Ja => format!(
                    "グランディ数のニム和は 0 です。どの手も一つの{heap}のグランディ数を変えるのでニム和は 0 でなくなり、相手がまた 0 に戻せます。"
                ),
            }];
        };
        let (name, g) = (told.part(&parts[at]), grundy[at]);
        match self.lang {
            Lang::En => vec![
                format!("The nim-sum of the Grundy numbers is {sum}, not 0."),
                format!(
                    "Its highest binary digit is {top}; {heap} {name} has that digit, so its Grundy number {g} can be lowered to {g} ⊕ {sum} = {}, which makes the nim-sum 0.",
                    g ^ sum
                ),
                format!(
                    "For example move to {}: every answer makes the nim-sum non-zero again.",
                    option.position
                ),
            ],
            Lang::Ja => vec![
                format!("グランディ数のニム和は {sum} で、0 ではありません。"),
                format!(
                    "その最上位の桁は {top} です。{heap} {name} はこの桁を持つので、グランディ数 {g} を {g} ⊕ {sum} = {} に下げればニム和は 0 になります。",
                    g ^ sum
                ),
                format!(
                    "たとえば {} にします。相手がどう動いてもニム和は 0 でなくなります。",
                    option.position
                ),
            ],
        }
    }

    /// The rule of misère Nim, which all subtraction games follow (Ferguson), and what it says here.
    fn misere_proof<P: Display>(
        &self,
        told: &Told,
        parts: &[Vec<i64>],
        grundy: &[u32],
        analysis: &Analysis<P>,
    ) -> Vec<String> {
        let wins = analysis.facts.outcome == Outcome::N;
        let option = analysis.options.iter().find(|o| wins && !o.winners.is_empty());
        if let [g] = grundy {
            return self.misere_of_one_heap(&told.grundy_of(&parts[0]), *g, option);
        }
        // In Nim itself a heap is its own Grundy number.
        let nim = parts.iter().zip(grundy).all(|(part, &g)| part[..] == [i64::from(g)]);
        let rule = match (self.lang, nim) {
            (Lang::En, true) => {
                "Misère play: whoever takes the last stone loses. Play as in Nim, leaving nim-sum 0, until your move would leave only heaps of one stone (and empty ones): then leave an odd number of them."
            }
            (Lang::En, false) => {
                "Misère play: whoever makes the last move loses. Play as in Nim with the Grundy numbers, leaving nim-sum 0, until your move would leave only Grundy numbers 0 and 1: then leave an odd number of ones."
            }
            (Lang::Ja, true) => {
                "逆形(ミゼール)では最後の石を取った方が負けです。ふだんはニムと同じく相手にニム和 0 を回します。ただし、自分が動くと 1 個の山(と空の山)だけになるときは、1 個の山を奇数個にして回します。"
            }
            (Lang::Ja, false) => {
                "逆形(ミゼール)では最後に動いた方が負けです。ふだんはグランディ数をニムの山とみて、相手にニム和 0 を回します。ただし、自分が動くとグランディ数が 0 と 1 だけになるときは、1 を奇数個にして回します。"
            }
        };
        let ones = grundy.iter().filter(|&&g| g == 1).count();
        let sum = nim_sum(grundy);
        let small = grundy.iter().all(|&g| g <= 1);
        let now = match (self.lang, small, nim) {
            (Lang::En, true, true) => {
                format!("Here only heaps of one stone are left, and their number is {ones}")
            }
            (Lang::En, true, false) => {
                format!("Here all Grundy numbers are 0 or 1, and the number of ones is {ones}")
            }
            (Lang::Ja, true, true) => format!("いまは 1 個の山だけで、{ones} 個あります"),
            (Lang::Ja, true, false) => {
                format!("いまはグランディ数が 0 と 1 だけで、1 は {ones} 個です")
            }
            (Lang::En, false, _) => format!("Here the nim-sum is {sum}"),
            (Lang::Ja, false, _) => format!("いまのニム和は {sum} です"),
        };
        let verdict = match (self.lang, small, wins) {
            (Lang::En, true, true) => ", an even number: the player to move makes it odd and wins.",
            (Lang::En, true, false) => ", an odd number: the player to move loses.",
            (Lang::En, false, true) => ", so the player to move wins.",
            (Lang::En, false, false) => ", so the player to move loses.",
            (Lang::Ja, true, true) => "。偶数なので、手番は奇数個にして回せば必勝です。",
            (Lang::Ja, true, false) => "。奇数なので、手番は必敗です。",
            (Lang::Ja, false, true) => "。手番は必勝です。",
            (Lang::Ja, false, false) => "。手番は必敗です。",
        };
        let mut sentences = vec![rule.to_string(), now + verdict];
        if let Some(option) = option {
            let after = option.facts.grundy.as_deref().unwrap_or_default();
            let odd = after.iter().all(|&g| g <= 1);
            let to = &option.position;
            sentences.push(match (self.lang, odd) {
                (Lang::En, true) => format!("Move to {to}, which leaves an odd number of ones."),
                (Lang::En, false) => format!("Move to {to}, which leaves nim-sum 0."),
                (Lang::Ja, true) => format!("{to} にすれば 1 が奇数個になります。"),
                (Lang::Ja, false) => format!("{to} にすればニム和 0 を回せます。"),
            });
        }
        sentences
    }

    /// A heap of a subtraction game under misère play is lost exactly if its Grundy number is 1.
    fn misere_of_one_heap<P: Display>(
        &self,
        name: &str,
        g: u32,
        option: Option<&OptionFacts<P>>,
    ) -> Vec<String> {
        let rule = self.pick(
            "Misère play: whoever makes the last move loses. With one heap, leave a heap with Grundy number 1 (in normal play it would be 0): whatever the opponent answers is not 1, and you make it 1 again, until the opponent has to make the last move.",
            "逆形(ミゼール)では最後に動いた方が負けです。一山のときは、相手にグランディ数 1 の山を回せば必勝です(普通のルールなら 0)。相手がどう動いても 1 ではなくなり、また 1 に戻せるので、最後に動くのは相手になります。",
        );
        let now = match (self.lang, option) {
            (Lang::En, Some(option)) => {
                format!(
                    "Here {name} = {g}, not 1, so the player to move wins: leave {}.",
                    option.position
                )
            }
            (Lang::Ja, Some(option)) => format!(
                "いまは {name} = {g} で 1 ではないので、手番は必勝です。{} を残します。",
                option.position
            ),
            (Lang::En, None) => format!("Here {name} = {g}, so the player to move loses."),
            (Lang::Ja, None) => format!("いまは {name} = {g} なので、手番は必敗です。"),
        };
        vec![rule.to_string(), now]
    }

    fn wythoff_proof<P: Display>(&self, told: &Told, analysis: &Analysis<P>) -> Vec<String> {
        let Some(spread) = told.wythoff else { return Vec::new() };
        let pairs = match (self.lang, spread) {
            (Lang::En, 1) => "The lost pairs are (A(k), A(k) + k), where A(k) is the least number in no pair before: (0,0), (1,2), (3,5), (4,7), … (Wythoff).".to_string(),
            (Lang::Ja, 1) => "負けの組は (A(k), A(k) + k) です。A(k) はそれまでの組に現れない最小の数で、(0,0), (1,2), (3,5), (4,7), … (ワイトホフ)。".to_string(),
            (Lang::En, t) => format!("The lost pairs are (A(k), A(k) + {t}k), where A(k) is the least number in no pair before (Fraenkel)."),
            (Lang::Ja, t) => format!("負けの組は (A(k), A(k) + {t}k) です。A(k) はそれまでの組に現れない最小の数です(Fraenkel)。"),
        };
        let this = match (self.lang, analysis.options.iter().find(|o| !o.winners.is_empty())) {
            (Lang::En, Some(o)) => format!("This is none of them; {} is one.", o.position),
            (Lang::Ja, Some(o)) => {
                format!("いまの局面はその組ではなく、{} がその一つです。", o.position)
            }
            (Lang::En, None) => {
                "This is one of them, and no move leads from one to another.".to_string()
            }
            (Lang::Ja, None) => {
                "いまの局面はその一つで、そのような組から別の組へは動けません。".to_string()
            }
        };
        vec![pairs, this]
    }

    /// Fibonacci nim: the stones as a sum of Fibonacci numbers, and whether the least can be taken.
    fn zeckendorf_proof<P: Display>(&self, numbers: &[i64], analysis: &Analysis<P>) -> Vec<String> {
        let stones = numbers.first().map_or(0, |&n| n as u32);
        let parts = zeckendorf(stones);
        let least = parts.last().copied().unwrap_or(0);
        let parts: Vec<String> = parts.iter().map(u32::to_string).collect();
        // In the first move anything but everything may be taken.
        let most = numbers.get(1).map_or(i64::from(stones) - 1, |last| 2 * last);
        let parts = parts.join(" + ");
        let win = analysis.options.iter().find(|o| !o.winners.is_empty());
        match (self.lang, win) {
            (Lang::En, Some(option)) => vec![
                format!("As a sum of Fibonacci numbers without neighbours, {stones} = {parts}."),
                format!(
                    "The least of them is {least}, and at most {most} may be taken: take it, moving to {}. The least part of what is left is more than twice as large, so the opponent cannot take it.",
                    option.position
                ),
            ],
            (Lang::En, None) => vec![
                format!("As a sum of Fibonacci numbers without neighbours, {stones} = {parts}."),
                format!(
                    "The least of them is {least}, and at most {most} may be taken; after every move the opponent can take the least part of what is left."
                ),
            ],
            (Lang::Ja, Some(option)) => vec![
                format!("隣り合わないフィボナッチ数の和として {stones} = {parts} です。"),
                format!(
                    "最小の {least} は取れる上限 {most} 以下なので、それを取って {} にします。残りの最小の数はその 2 倍より大きく、相手には取れません。",
                    option.position
                ),
            ],
            (Lang::Ja, None) => vec![
                format!("隣り合わないフィボナッチ数の和として {stones} = {parts} です。"),
                format!(
                    "最小の {least} は取れる上限 {most} より大きく、どう取っても相手は残りの最小の数を取れます。"
                ),
            ],
        }
    }

    /// By the classes of the options: with the same moves for both, all N make P; else all in
    /// N ∪ L make L; else all in N ∪ R make R; else N.
    fn by_options<P: Display>(&self, told: &Told, analysis: &Analysis<P>) -> Vec<String> {
        let outcome = analysis.facts.outcome;
        if !told.same_moves {
            return Player::BOTH.map(|player| self.first_move(player, analysis)).to_vec();
        }
        let count = |class| analysis.options.iter().filter(|o| o.facts.outcome == class).count();
        let classes: Vec<String> = [Outcome::P, Outcome::N, Outcome::L, Outcome::R]
            .into_iter()
            .filter(|&class| count(class) > 0)
            .map(|class| format!("{class} × {}", count(class)))
            .collect();
        let classes = classes.join(", ");
        let rule = match (self.lang, outcome) {
            (Lang::En, Outcome::P) => "all options are N, so whoever moves hands over a win: P",
            (Lang::En, Outcome::L) => {
                "all options are N or L and not all are N, so Left wins: moving first by an L, moving second against every move"
            }
            (Lang::En, Outcome::R) => {
                "all options are N or R and not all are N, so Right wins: moving first by an R, moving second against every move"
            }
            (Lang::En, Outcome::N) if count(Outcome::P) > 0 => {
                "some option is P, so whoever moves first wins by moving there: N"
            }
            (Lang::En, Outcome::N) => {
                "there are both L and R, so Left wins moving first to an L, and Right to an R: N"
            }
            (Lang::Ja, Outcome::P) => "すべて N なので、動いた側が相手に勝ちを渡します: P",
            (Lang::Ja, Outcome::L) => {
                "すべて N か L で、L があるので、左は先手なら L へ動き、後手ならどの手にも勝ちます: L"
            }
            (Lang::Ja, Outcome::R) => {
                "すべて N か R で、R があるので、右は先手なら R へ動き、後手ならどの手にも勝ちます: R"
            }
            (Lang::Ja, Outcome::N) if count(Outcome::P) > 0 => {
                "P があるので、先に動く側はそこへ動いて勝ちます: N"
            }
            (Lang::Ja, Outcome::N) => {
                "L と R の両方があるので、左が先手なら L へ、右が先手なら R へ動いて勝ちます: N"
            }
        };
        vec![match self.lang {
            Lang::En => format!("The classes of the options are {classes}: {rule}."),
            Lang::Ja => format!("遷移先の帰結類は {classes} です。{rule}。"),
        }]
    }

    fn first_move<P: Display>(&self, player: Player, analysis: &Analysis<P>) -> String {
        let who = self.player(player);
        let mine = analysis.options.iter().filter(|o| o.players.contains(&player));
        let mut any = false;
        let mut mine = mine.inspect(|_| any = true);
        let win = mine.find(|o| o.winners.contains(&player)).map(|o| o.position.to_string());
        match (self.lang, win) {
            (Lang::En, Some(to)) => format!("{who} first wins by moving to {to}."),
            (Lang::Ja, Some(to)) => format!("{who}が先手なら {to} にして勝ちます。"),
            (Lang::En, None) if any => {
                format!("{who} first loses: after each move the opponent has a winning answer.")
            }
            (Lang::Ja, None) if any => {
                format!("{who}が先手なら負けます。どの手にも相手に勝つ応手があります。")
            }
            (Lang::En, None) => format!(
                "{who} has no move; moving first {who} {}.",
                if analysis.facts.outcome.wins_moving_first(player) { "wins" } else { "loses" }
            ),
            (Lang::Ja, None) => format!(
                "{who}には手がなく、先手なら{}です。",
                if analysis.facts.outcome.wins_moving_first(player) { "勝ち" } else { "負け" }
            ),
        }
    }

    /// Left or Right.
    pub fn player(&self, player: Player) -> &'static str {
        match (self.lang, player) {
            (Lang::En, Player::Left) => "Left",
            (Lang::En, Player::Right) => "Right",
            (Lang::Ja, Player::Left) => "左",
            (Lang::Ja, Player::Right) => "右",
        }
    }

    fn answers<P: Display>(&self, analysis: &Analysis<P>) -> Option<String> {
        let pairs: Option<Vec<String>> = analysis
            .options
            .iter()
            .map(|o| o.answers.first().map(|(_, answer)| format!("{} → {answer}", o.position)))
            .collect();
        let pairs = pairs.filter(|pairs| !pairs.is_empty() && pairs.len() <= ANSWERED)?;
        Some(match self.lang {
            Lang::En => format!("Every move has an answer: {}.", pairs.join(", ")),
            Lang::Ja => format!("どの手にも応手があります: {}。", pairs.join(", ")),
        })
    }

    /// The answer of `explain`.
    pub fn explanation<P: Display>(
        &self,
        told: &Told,
        position: &str,
        picture: Option<&Drawing>,
        analysis: &Analysis<P>,
        why: &Why,
    ) -> String {
        let outcome = analysis.facts.outcome;
        let mut rows =
            vec![(self.pick("outcome", "帰結類"), format!("{outcome}  {}", self.outcome(outcome)))];
        // Where Grundy numbers do not decide they are not shown as if they did.
        let decides = matches!(analysis.facts.method, Method::NimSum | Method::MisereNim)
            || told.kind == EndTold::Normal;
        let numbers = told.impartial && decides;
        if let Some(grundy) = analysis.facts.grundy.as_deref().filter(|_| numbers) {
            let mut text = nim_sum(grundy).to_string();
            if told.kind == EndTold::Misere {
                text += self.pick("  (of normal play)", "  (普通のルールでの値)");
            }
            rows.push((self.pick("Grundy number", "グランディ数"), text));
        }
        let blank = |first: &'static str, i: usize| if i == 0 { first } else { "" };
        for (i, line) in why.binary.iter().enumerate() {
            rows.push((blank(self.pick("nim-sum", "ニム和"), i), line.clone()));
        }
        for (i, sentence) in why.sentences.iter().enumerate() {
            rows.push((blank(self.pick("why", "理由"), i), sentence.clone()));
        }
        rows.push((self.pick("how known", "根拠"), self.method(&analysis.facts)));
        if let Some(algebra) = &why.algebra {
            rows.push((self.pick("algebra", "代数"), algebra.clone()));
        }
        let both = [
            (Player::Left, self.pick("Left first", "左が先手")),
            (Player::Right, self.pick("Right first", "右が先手")),
        ];
        let anyone = [(Player::Left, self.pick("first player", "先手"))];
        let players = if told.impartial { &anyone[..] } else { &both[..] };
        for &(player, label) in players {
            let wins = analysis.options.iter().filter(|o| o.winners.contains(&player));
            let wins: Vec<String> = wins.map(|o| o.position.to_string()).collect();
            let text = match wins.is_empty() {
                false => {
                    let more = if analysis.shortened { ", …" } else { "" };
                    format!("{} {}{more}", self.pick("wins by", "勝つ手"), self.shortened(&wins))
                }
                true if outcome.wins_moving_first(player) => {
                    self.pick("has won: no move is left", "着手がなく勝ち").to_string()
                }
                true => self.pick("has no winning move", "勝つ手はありません").to_string(),
            };
            rows.push((label, text));
        }
        let shown = analysis.options.len().min(SHOWN);
        let names: Vec<String> =
            analysis.options[..shown].iter().map(|o| o.position.to_string()).collect();
        let width = names.iter().map(String::len).max().unwrap_or(0).min(ALIGNED);
        for (i, option) in analysis.options[..shown].iter().enumerate() {
            let grundy = match option.facts.grundy.as_deref() {
                Some(g) if numbers => format!("  G = {}", nim_sum(g)),
                _ => String::new(),
            };
            let mark = match (option.winners.is_empty(), told.impartial) {
                (true, true) => String::new(),
                (false, true) => "  ★".to_string(),
                (_, false) => self.for_each_player(option),
            };
            let text = format!("{:width$}  {}{grundy}{mark}", names[i], option.facts.outcome);
            rows.push((blank(self.pick("options", "選択肢"), i), text));
        }
        match analysis.count {
            None => rows.push(("", format!("… (> {MAX_MOVES})"))),
            Some(count) if count > shown as u64 => rows.push(("", format!("… ({count})"))),
            Some(_) => {}
        }
        let picture = picture.map(|drawing| self.drawing(drawing) + "\n").unwrap_or_default();
        format!("{}  {}  {position}\n{picture}{}", told.rule, told.end, table(&rows))
    }

    /// What an option is to each player who has it: a win, or what the opponent answers.
    fn for_each_player<P: Display>(&self, option: &OptionFacts<P>) -> String {
        let to = |player: Player| {
            let answer = option.answers.iter().find(|(loser, _)| *loser == player);
            match (option.winners.contains(&player), answer) {
                (true, _) => " ★".to_string(),
                (false, Some((_, answer))) => format!(" → {answer}"),
                (false, None) => String::new(),
            }
        };
        match option.players[..] {
            [one, other] if to(one) == to(other) => {
                let comma = self.pick(", ", "、");
                format!("  {}{comma}{}{}", self.player(one), self.player(other), to(one))
            }
            _ => option.players.iter().map(|&p| format!("  {}{}", self.player(p), to(p))).collect(),
        }
    }

    fn shortened(&self, items: &[String]) -> String {
        match items.len() {
            0..=SHOWN => items.join(", "),
            n => format!("{}, … ({n})", items[..SHOWN].join(", ")),
        }
    }

    /// How it is known who wins.
    pub fn method(&self, facts: &Facts) -> String {
        let (en, ja) = match facts.method {
            Method::NimSum => ("theorem of Sprague and Grundy", "Sprague–Grundy の定理"),
            Method::MisereNim => (
                "Ferguson's theorem on sums of subtraction games",
                "除去ゲームの和についての Ferguson の定理",
            ),
            Method::Parity => (
                "normal and misère outcome, by the unifying theorem",
                "正規形と逆形の帰結類(統一定理)",
            ),
            Method::OneHeap => ("outcomes of single heaps in order", "一山の帰結類を順に計算"),
            Method::Zeckendorf => (
                "Whinihan's theorem on Fibonacci nim",
                "フィボナッチ・ニムについての Whinihan の定理",
            ),
            Method::Wythoff => ("the pairs of Wythoff and Fraenkel", "ワイトホフと Fraenkel の組"),
            Method::Quotient { order } => {
                return match self.lang {
                    Lang::En => format!("the quotient, of order {order}"),
                    Lang::Ja => format!("位数 {order} の商"),
                };
            }
            Method::Search { positions } => {
                return match self.lang {
                    Lang::En => format!("search through {positions} positions"),
                    Lang::Ja => format!("{positions} 局面の探索"),
                };
            }
        };
        self.pick(en, ja).to_string()
    }
}
