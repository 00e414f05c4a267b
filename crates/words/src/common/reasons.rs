//! Why a position has its outcome, in sentences.

use ishitori_answers::position::PlayResult;
use ishitori_answers::setup::{Board, LoweredPart, Reason};
use ishitori_answers::{OutcomeClass, Side};
use ishitori_values::Outcome;

use crate::{Lang, Text, counted};

fn list(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

impl Text {
    /// The sentences of an argument, in order.
    pub(crate) fn reasons(&self, reasons: &[Reason], board: Board) -> Vec<String> {
        reasons.iter().flat_map(|reason| self.because(reason, board)).collect()
    }

    /// The same as one text.
    pub(crate) fn argument(&self, sentences: &[String]) -> String {
        sentences.join(self.pick(" ", ""))
    }

    fn because(&self, reason: &Reason, board: Board) -> Vec<String> {
        match reason {
            Reason::NoMoveLeft { outcome } => vec![self.no_move_left((*outcome).into())],
            Reason::Mex { name, grundy, options, to } => {
                self.mex(name, *grundy, options, to.as_deref())
            }
            Reason::ZeroOrNot { name, grundy, to } => {
                vec![self.zero_or_not(name, *grundy, to.as_deref())]
            }
            Reason::Mirror => vec![
                self.pick(
                    "Every part stands beside its negative: whatever the first player does in one, the second player does in the other, and so always has a move (the mirror strategy).",
                    "どの成分にも左右を入れ替えた成分が並んでいます。後手は相手の手を入れ替えた成分で真似すれば、必ず手があります(真似の戦略)。",
                )
                .to_string(),
            ],
            Reason::Pairs => vec![self.pairs(board).to_string()],
            Reason::NimSum { sum, lowered } => self.nim_sum_proof(*sum, lowered.as_ref(), board),
            Reason::MisereHeap { name, grundy, to } => {
                self.misere_of_one_heap(name, *grundy, to.as_deref())
            }
            Reason::MisereNim { .. } => self.misere_proof(reason),
            Reason::Wythoff { spread, to } => self.wythoff_proof(*spread, to.as_deref()),
            Reason::Zeckendorf { stones, parts, most, to } => {
                self.zeckendorf_proof(*stones, parts, *most, to.as_deref())
            }
            Reason::Value { value, outcome } => vec![self.by_value(value, (*outcome).into())],
            Reason::MisereRule => vec![self.misere_rule().to_string()],
            Reason::Classes { outcome, options } => {
                let classes: Vec<String> = options
                    .iter()
                    .map(|of| format!("{} × {}", Outcome::from(of.class), of.count))
                    .collect();
                let lost = options.iter().any(|of| of.class == OutcomeClass::P);
                vec![self.by_options((*outcome).into(), lost, &classes.join(", "))]
            }
            Reason::FirstMove { player, to, moves, wins } => {
                vec![self.first_move(*player, to.as_deref(), *moves, *wins)]
            }
            Reason::Recurring { player, result, length, to } => {
                vec![self.recurring(*player, *result, *length, to.as_deref())]
            }
            Reason::Answers { answers } => {
                let pairs: Vec<String> =
                    answers.iter().map(|of| format!("{} → {}", of.to, of.answer)).collect();
                vec![match self.lang {
                    Lang::En => format!("Every move has an answer: {}.", pairs.join(", ")),
                    Lang::Ja => format!("どの手にも応手があります: {}。", pairs.join(", ")),
                }]
            }
        }
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
    fn mex(&self, name: &str, g: u32, options: &[u32], to: Option<&str>) -> Vec<String> {
        let below = format!("{{{}}}", list(options));
        match (self.lang, to) {
            (Lang::En, Some(to)) => vec![
                format!(
                    "{name} = {g}, the least number not among {below}, the Grundy numbers of the options."
                ),
                format!(
                    "Moving to {to} leaves Grundy number 0; whatever the opponent answers is not 0, and can be made 0 again, until no move is left."
                ),
            ],
            (Lang::Ja, Some(to)) => vec![
                format!("{name} = {g} は、遷移先のグランディ数 {below} に現れない最小の数です。"),
                format!(
                    "{to} にすればグランディ数 0 を渡せます。相手がどう動いても 0 でなくなり、また 0 に戻せるので、最後に手がなくなるのは相手です。"
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
    fn zero_or_not(&self, name: &str, g: u32, to: Option<&str>) -> String {
        match (self.lang, to) {
            (Lang::En, Some(to)) => format!(
                "{name} = {g}, not 0. Moving to {to} leaves Grundy number 0; whatever the opponent answers is not 0, and can be made 0 again, until no move is left."
            ),
            (Lang::Ja, Some(to)) => format!(
                "{name} = {g} で 0 ではありません。{to} にすればグランディ数 0 を渡せます。相手がどう動いても 0 でなくなり、また 0 に戻せるので、最後に手がなくなるのは相手です。"
            ),
            (Lang::En, None) => format!(
                "{name} = {g}: every move leaves a number other than 0, and the opponent makes it 0 again."
            ),
            (Lang::Ja, None) => {
                format!("{name} = {g} です。どの手でも 0 でなくなり、相手が 0 に戻せます。")
            }
        }
    }

    /// How a value compares with 0.
    fn by_value(&self, value: &str, outcome: Outcome) -> String {
        let (sign, en, ja) = match outcome {
            Outcome::P => ("= 0", "whoever moves first loses", "先に動く側が負けます"),
            Outcome::N => ("|| 0", "whoever moves first wins", "先に動く側が勝ちます"),
            Outcome::L => ("> 0", "Left wins, whoever moves first", "どちらが先手でも左が勝ちます"),
            Outcome::R => {
                ("< 0", "Right wins, whoever moves first", "どちらが先手でも右が勝ちます")
            }
        };
        let stands = match outcome {
            Outcome::P => String::new(),
            Outcome::N => self.pick(", confused with 0", "(0 と比べられない)").to_string(),
            _ => format!(" {sign}"),
        };
        match self.lang {
            Lang::En => format!("The value is {value}{stands}: {en}."),
            Lang::Ja => format!("値は {value}{stands} です。{ja}。"),
        }
    }

    /// What misère play is, before anything is computed.
    fn misere_rule(&self) -> &'static str {
        self.pick(
            "Misère play: whoever makes the last move loses. Grundy numbers decide normal play; here one looks at where the moves lead.",
            "逆形(ミゼール)では最後に動いた方が負けです。グランディ数で勝敗が決まるのは普通のルールのときで、ここでは動いた先を調べます。",
        )
    }

    /// Equal parts in pairs: the second player copies.
    fn pairs(&self, board: Board) -> &'static str {
        match board {
            Board::Heaps | Board::Pair => self.pick(
                "The heaps form pairs of equal ones: the second player copies every move in the other heap of the pair, and so always has a move.",
                "山は同じ大きさの二つずつの組になっています。後手は相手の手を組のもう一方の山で真似すれば、必ず手があります。",
            ),
            Board::Tuples | Board::Values | Board::Cells => self.pick(
                "The parts form pairs of equal ones: the second player copies every move in the other part of the pair, and so always has a move.",
                "和の成分は等しい二つずつの組になっています。後手は相手の手を組のもう一方で真似すれば、必ず手があります。",
            ),
        }
    }

    fn nim_sum_proof(&self, sum: u32, lowered: Option<&LoweredPart>, board: Board) -> Vec<String> {
        let heap = match board {
            Board::Heaps | Board::Pair => self.pick("heap", "山"),
            Board::Tuples | Board::Values | Board::Cells => self.pick("part", "成分"),
        };
        let Some(LoweredPart { digit, part, grundy: g, lowered, to }) = lowered else {
            return vec![match self.lang {
                Lang::En => format!(
                    "The nim-sum of the Grundy numbers is 0. A move changes the Grundy number of one {heap}, and so the nim-sum; the opponent makes it 0 again."
                ),
                Lang::Ja => format!(
                    "グランディ数のニム和は 0 です。どの手も一つの{heap}のグランディ数を変えるのでニム和は 0 でなくなり、相手がまた 0 に戻せます。"
                ),
            }];
        };
        match self.lang {
            Lang::En => vec![
                format!("The nim-sum of the Grundy numbers is {sum}, not 0."),
                format!(
                    "Its highest binary digit is {digit}; {heap} {part} has that digit, so its Grundy number {g} can be lowered to {g} ⊕ {sum} = {lowered}, which makes the nim-sum 0."
                ),
                format!("For example move to {to}: every answer makes the nim-sum non-zero again."),
            ],
            Lang::Ja => vec![
                format!("グランディ数のニム和は {sum} で、0 ではありません。"),
                format!(
                    "その最上位の桁は {digit} です。{heap} {part} はこの桁を持つので、グランディ数 {g} を {g} ⊕ {sum} = {lowered} に下げればニム和は 0 になります。"
                ),
                format!("たとえば {to} にします。相手がどう動いてもニム和は 0 でなくなります。"),
            ],
        }
    }

    /// The rule of misère Nim, which all subtraction games follow (Ferguson), and what it says here.
    fn misere_proof(&self, reason: &Reason) -> Vec<String> {
        let Reason::MisereNim { nim, small, ones, sum, wins, to, leaves_ones } = reason else {
            return Vec::new();
        };
        let rule = match (self.lang, *nim) {
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
        let now = match (self.lang, *small, *nim) {
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
        let verdict = match (self.lang, *small, *wins) {
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
        if let Some(to) = to {
            sentences.push(match (self.lang, *leaves_ones) {
                (Lang::En, true) => format!("Move to {to}, which leaves an odd number of ones."),
                (Lang::En, false) => format!("Move to {to}, which leaves nim-sum 0."),
                (Lang::Ja, true) => format!("{to} にすれば 1 が奇数個になります。"),
                (Lang::Ja, false) => format!("{to} にすればニム和 0 を回せます。"),
            });
        }
        sentences
    }

    /// A heap of a subtraction game under misère play is lost exactly if its Grundy number is 1.
    fn misere_of_one_heap(&self, name: &str, g: u32, to: Option<&str>) -> Vec<String> {
        let rule = self.pick(
            "Misère play: whoever makes the last move loses. With one heap, leave a heap with Grundy number 1 (in normal play it would be 0): whatever the opponent answers is not 1, and you make it 1 again, until the opponent has to make the last move.",
            "逆形(ミゼール)では最後に動いた方が負けです。一山のときは、相手にグランディ数 1 の山を回せば必勝です(普通のルールなら 0)。相手がどう動いても 1 ではなくなり、また 1 に戻せるので、最後に動くのは相手になります。",
        );
        let now = match (self.lang, to) {
            (Lang::En, Some(to)) => {
                format!("Here {name} = {g}, not 1, so the player to move wins: leave {to}.")
            }
            (Lang::Ja, Some(to)) => {
                format!("いまは {name} = {g} で 1 ではないので、手番は必勝です。{to} を残します。")
            }
            (Lang::En, None) => format!("Here {name} = {g}, so the player to move loses."),
            (Lang::Ja, None) => format!("いまは {name} = {g} なので、手番は必敗です。"),
        };
        vec![rule.to_string(), now]
    }

    fn wythoff_proof(&self, spread: u32, to: Option<&str>) -> Vec<String> {
        let pairs = match (self.lang, spread) {
            (Lang::En, 1) => "The lost pairs are (A(k), A(k) + k), where A(k) is the least number in no pair before: (0,0), (1,2), (3,5), (4,7), … (Wythoff).".to_string(),
            (Lang::Ja, 1) => "負けの組は (A(k), A(k) + k) です。A(k) はそれまでの組に現れない最小の数で、(0,0), (1,2), (3,5), (4,7), … (ワイトホフ)。".to_string(),
            (Lang::En, t) => format!("The lost pairs are (A(k), A(k) + {t}k), where A(k) is the least number in no pair before (Fraenkel)."),
            (Lang::Ja, t) => format!("負けの組は (A(k), A(k) + {t}k) です。A(k) はそれまでの組に現れない最小の数です(Fraenkel)。"),
        };
        let this = match (self.lang, to) {
            (Lang::En, Some(to)) => format!("This is none of them; {to} is one."),
            (Lang::Ja, Some(to)) => format!("いまの局面はその組ではなく、{to} がその一つです。"),
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
    fn zeckendorf_proof(
        &self,
        stones: u32,
        parts: &[u32],
        most: u64,
        to: Option<&str>,
    ) -> Vec<String> {
        let least = parts.last().copied().unwrap_or(0);
        let parts = parts.iter().map(u32::to_string).collect::<Vec<_>>().join(" + ");
        let sum = match self.lang {
            Lang::En => {
                format!("As a sum of Fibonacci numbers without neighbours, {stones} = {parts}.")
            }
            Lang::Ja => format!("隣り合わないフィボナッチ数の和として {stones} = {parts} です。"),
        };
        let least = match (self.lang, to) {
            (Lang::En, Some(to)) => format!(
                "The least of them is {least}, and at most {most} may be taken: take it, moving to {to}. The least part of what is left is more than twice as large, so the opponent cannot take it."
            ),
            (Lang::En, None) => format!(
                "The least of them is {least}, and at most {most} may be taken; after every move the opponent can take the least part of what is left."
            ),
            (Lang::Ja, Some(to)) => format!(
                "最小の {least} は取れる上限 {most} 以下なので、それを取って {to} にします。残りの最小の数はその 2 倍より大きく、相手には取れません。"
            ),
            (Lang::Ja, None) => format!(
                "最小の {least} は取れる上限 {most} より大きく、どう取っても相手は残りの最小の数を取れます。"
            ),
        };
        vec![sum, least]
    }

    /// By the classes of the options; `lost` is whether one is P.
    fn by_options(&self, outcome: Outcome, lost: bool, classes: &str) -> String {
        let rule = match (self.lang, outcome) {
            (Lang::En, Outcome::P) => "all options are N, so whoever moves hands over a win: P",
            (Lang::En, Outcome::L) => {
                "all options are N or L and not all are N, so Left wins: moving first by an L, moving second against every move"
            }
            (Lang::En, Outcome::R) => {
                "all options are N or R and not all are N, so Right wins: moving first by an R, moving second against every move"
            }
            (Lang::En, Outcome::N) if lost => {
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
            (Lang::Ja, Outcome::N) if lost => "P があるので、先に動く側はそこへ動いて勝ちます: N",
            (Lang::Ja, Outcome::N) => {
                "L と R の両方があるので、左が先手なら L へ、右が先手なら R へ動いて勝ちます: N"
            }
        };
        match self.lang {
            Lang::En => format!("The classes of the options are {classes}: {rule}."),
            Lang::Ja => format!("遷移先の帰結類は {classes} です。{rule}。"),
        }
    }

    fn first_move(&self, player: Side, to: Option<&str>, moves: bool, wins: bool) -> String {
        let who = self.player(player);
        match (self.lang, to) {
            (Lang::En, Some(to)) => format!("{who} first wins by moving to {to}."),
            (Lang::Ja, Some(to)) => format!("{who}が先手なら {to} にして勝ちます。"),
            (Lang::En, None) if moves => {
                format!("{who} first loses: after each move the opponent has a winning answer.")
            }
            (Lang::Ja, None) if moves => {
                format!("{who}が先手なら負けます。どの手にも相手に勝つ応手があります。")
            }
            (Lang::En, None) => format!(
                "{who} has no move; moving first {who} {}.",
                if wins { "wins" } else { "loses" }
            ),
            (Lang::Ja, None) => {
                format!("{who}には手がなく、先手なら{}です。", if wins { "勝ち" } else { "負け" })
            }
        }
    }

    /// What becomes of a player who moves first, where positions can recur.
    fn recurring(
        &self,
        player: Option<Side>,
        result: PlayResult,
        length: Option<u32>,
        to: Option<&str>,
    ) -> String {
        let who = match (player, self.lang) {
            (Some(player), Lang::En) => format!("{} first", self.player(player)),
            (Some(player), Lang::Ja) => format!("{}が先手なら", self.player(player)),
            (None, Lang::En) => "The first player".to_string(),
            (None, Lang::Ja) => "先手は".to_string(),
        };
        let by = match (to, self.lang) {
            (Some(to), Lang::En) => format!(" by moving to {to}"),
            (Some(to), Lang::Ja) => format!("(例えば {to})"),
            (None, _) => String::new(),
        };
        match (self.lang, result, length) {
            (Lang::En, PlayResult::Win, Some(n)) => {
                format!("{who} wins in {}{by}.", counted(n, "move"))
            }
            (Lang::En, PlayResult::Win, None) => {
                format!("{who} wins{by}: play never ends, which counts as a win.")
            }
            (Lang::En, PlayResult::Draw, _) => {
                format!("{who} draws{by}: nobody can force the end.")
            }
            (Lang::En, PlayResult::Loss, Some(0)) => format!("{who} has no move and loses."),
            (Lang::En, PlayResult::Loss, Some(n)) => {
                format!("{who} loses, after {} if both play well.", counted(n, "move"))
            }
            (Lang::En, PlayResult::Loss, None) => {
                format!("{who} loses: the opponent can play on forever, which counts as a win.")
            }
            (Lang::Ja, PlayResult::Win, Some(n)) => format!("{who} {n} 手で勝ちます{by}。"),
            (Lang::Ja, PlayResult::Win, None) => {
                format!("{who}勝ちです{by}。終わらない手順は勝ちになります。")
            }
            (Lang::Ja, PlayResult::Draw, _) => {
                format!("{who}引き分けです{by}。どちらも終わりに導けません。")
            }
            (Lang::Ja, PlayResult::Loss, Some(0)) => format!("{who}手がなく負けです。"),
            (Lang::Ja, PlayResult::Loss, Some(n)) => {
                format!("{who}負けです(最善を尽くして {n} 手)。")
            }
            (Lang::Ja, PlayResult::Loss, None) => {
                format!("{who}負けです。相手は終わらない手順で勝てます。")
            }
        }
    }

    /// Left or Right.
    pub(crate) fn player(&self, player: Side) -> &'static str {
        match player {
            Side::Left => self.pick("Left", "左"),
            Side::Right => self.pick("Right", "右"),
        }
    }
}
