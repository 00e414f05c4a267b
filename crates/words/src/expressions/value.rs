//! Values in words.

use ishitori_answers::value::{FormFacts, GameFacts, LoopyFacts, ThermographFacts, ValueFacts};
use ishitori_answers::{Count, DrawnOutcome, OutcomeClass, Style};
use ishitori_values::Outcome;
use ishitori_values::notation::MAX_PRINTED;

use crate::{Lang, Text, table};

impl Text {
    /// A value for people: a line, and for games what is known about them.
    pub fn value_facts(&self, value: &ValueFacts, style: Style) -> String {
        match value {
            ValueFacts::Game(game) => self.game(game, style),
            ValueFacts::Bool { value } => value.to_string(),
            ValueFacts::Loopy(game) => self.loopy(game, style),
            ValueFacts::Outcome { value } => self.drawn_outcome_line(*value),
            ValueFacts::Set { size, values, styled } => {
                let mut lines = vec![self.set_size(*size)];
                let shown = |line: &Option<String>| line.clone().unwrap_or_else(|| self.too_long());
                let values = styled.as_ref().unwrap_or(values).iter();
                lines.extend(values.map(|line| format!("  {}", shown(line))));
                lines.join("\n")
            }
            ValueFacts::Thermograph(thermograph) => self.thermograph(thermograph),
            ValueFacts::Form(form) => self.form(form, style),
            ValueFacts::List { values, styled, .. } => {
                let shown = |line: &Option<String>| line.clone().unwrap_or_else(|| self.too_long());
                let values = styled.as_ref().unwrap_or(values).iter();
                format!("[{}]", values.map(shown).collect::<Vec<_>>().join(", "))
            }
            ValueFacts::Number { value, .. }
            | ValueFacts::Nimber { value }
            | ValueFacts::Ordinal { value }
            | ValueFacts::Function { value } => value.clone(),
        }
    }

    /// The canonical form of a game, and the facts about it, one a line.
    pub fn game(&self, game: &GameFacts, style: Style) -> String {
        let canonical = match (game.canonical_in(style), &game.reached) {
            (Some(canonical), _) => canonical.to_string(),
            (None, Some(limit)) => format!("({})", self.limit(limit)),
            (None, None) => self.too_long(),
        };
        let unknown = || self.pick("not reached", "未計算").to_string();
        let shown = |x: &Option<String>| x.clone().unwrap_or_else(unknown);
        let (left, right) = (shown(&game.left_stop), shown(&game.right_stop));
        let stops = match self.lang {
            Lang::En => format!("{left} (Left first), {right} (Right first)"),
            Lang::Ja => format!("{left} (左が先手), {right} (右が先手)"),
        };
        let rows = [
            (
                self.pick("outcome", "帰結類"),
                game.outcome.map_or_else(unknown, |outcome| self.outcome_line(outcome)),
            ),
            (self.pick("mean", "平均値"), shown(&game.mean)),
            (self.pick("temperature", "温度"), shown(&game.temperature)),
            (self.pick("stops", "停止値"), stops),
            (
                self.pick("birthday", "誕生日"),
                game.birthday.as_ref().map_or_else(unknown, Count::to_string),
            ),
        ];
        format!("{canonical}\n{}", table(&rows))
    }

    /// The simplest form of a loopy game, and the facts about it, one a line.
    pub fn loopy(&self, game: &LoopyFacts, style: Style) -> String {
        let canonical = match (game.canonical_in(style), &game.reached) {
            (Some(canonical), _) => canonical.to_string(),
            (None, Some(limit)) => format!("({})", self.limit(limit)),
            (None, None) => self.too_long(),
        };
        let unknown = || self.pick("not reached", "未計算").to_string();
        let shown = |x: &Option<String>| x.clone().unwrap_or_else(unknown);
        let kind = match (game.is_stopper, game.is_stopper_sided) {
            (Some(true), _) => self.pick("stopper", "ストッパー"),
            (_, Some(true)) => self.pick("its sides are stoppers", "両側がストッパー"),
            _ => self.pick(
                "no stoppers were found for its sides, which are only simplified",
                "側のストッパーは見つからず、簡約しただけの形",
            ),
        };
        let mut rows = vec![
            (
                self.pick("outcome", "帰結類"),
                game.outcome.map_or_else(unknown, |outcome| self.drawn_outcome_line(outcome)),
            ),
            (self.pick("kind", "種類"), kind.to_string()),
        ];
        if game.is_stopper == Some(true) {
            let (left, right) = (shown(&game.left_stop), shown(&game.right_stop));
            let stops = match self.lang {
                Lang::En => format!("{left} (Left first), {right} (Right first)"),
                Lang::Ja => format!("{left} (左が先手), {right} (右が先手)"),
            };
            rows.push((self.pick("stops", "停止値"), stops));
        } else {
            rows.push((self.pick("onside", "オンサイド"), shown(&game.onside)));
            rows.push((self.pick("offside", "オフサイド"), shown(&game.offside)));
        }
        if let Some(graph) = &game.graph {
            let vertices = graph.len() + game.offside_graph.as_ref().map_or(0, Vec::len);
            rows.push((self.pick("vertices", "頂点の数"), vertices.to_string()));
        }
        format!("{canonical}\n{}", table(&rows))
    }

    /// An outcome class with draws and what it means.
    pub(crate) fn drawn_outcome_line(&self, outcome: DrawnOutcome) -> String {
        match outcome {
            DrawnOutcome::P => self.outcome_line(OutcomeClass::P),
            DrawnOutcome::N => self.outcome_line(OutcomeClass::N),
            DrawnOutcome::L => self.outcome_line(OutcomeClass::L),
            DrawnOutcome::R => self.outcome_line(OutcomeClass::R),
            drawn => format!("{drawn}  {}", self.drawn_outcome_short(drawn)),
        }
    }

    /// What an outcome class with draws means, in a few words.
    pub(crate) fn drawn_outcome_short(&self, outcome: DrawnOutcome) -> &'static str {
        match outcome {
            DrawnOutcome::P => self.outcome_short(Outcome::P),
            DrawnOutcome::N => self.outcome_short(Outcome::N),
            DrawnOutcome::L => self.outcome_short(Outcome::L),
            DrawnOutcome::R => self.outcome_short(Outcome::R),
            DrawnOutcome::D => self.pick("a draw, whoever moves first", "どちらが先手でも引き分け"),
            DrawnOutcome::NHat => self.pick(
                "Left wins moving first; a draw if Right moves first",
                "左が先手なら左の勝ち、右が先手なら引き分け",
            ),
            DrawnOutcome::NCheck => self.pick(
                "Right wins moving first; a draw if Left moves first",
                "右が先手なら右の勝ち、左が先手なら引き分け",
            ),
            DrawnOutcome::PHat => self.pick(
                "Left wins moving second; a draw if Left moves first",
                "右が先手なら左の勝ち、左が先手なら引き分け",
            ),
            DrawnOutcome::PCheck => self.pick(
                "Right wins moving second; a draw if Right moves first",
                "左が先手なら右の勝ち、右が先手なら引き分け",
            ),
        }
    }

    /// A game as it is written, what is true of the form, and its value.
    fn form(&self, form: &FormFacts, style: Style) -> String {
        let written = form.styled.clone().or_else(|| form.form.clone());
        let yes_or_no = |yes: bool| {
            self.pick(if yes { "yes" } else { "no" }, if yes { "はい" } else { "いいえ" })
        };
        let rows = [
            (self.pick("impartial", "不偏ゲームの形"), yes_or_no(form.is_impartial).to_string()),
            (self.pick("canonical", "標準形"), yes_or_no(form.is_canonical).to_string()),
            (self.pick("longest play", "最長の手数"), form.formal_birthday.to_string()),
            (self.pick("positions", "局面の数"), form.positions.to_string()),
        ];
        let value = self.game(&form.game, style);
        format!(
            "{}\n{}\n{} {value}",
            written.unwrap_or_else(|| self.too_long()),
            table(&rows),
            self.pick("equals", "値は")
        )
    }

    /// An outcome class and what it means.
    pub(crate) fn outcome_line(&self, outcome: OutcomeClass) -> String {
        format!("{outcome}  {}", self.outcome(outcome.into()))
    }

    /// A thermograph: where the walls bend.
    fn thermograph(&self, thermograph: &ThermographFacts) -> String {
        let wall = |bends: &[[String; 2]]| {
            let bends: Vec<String> = bends.iter().map(|[t, x]| format!("({x}, {t})")).collect();
            bends.join(" ")
        };
        let rows = [
            (self.pick("mean", "平均値"), thermograph.mean.clone()),
            (self.pick("temperature", "温度"), thermograph.temperature.clone()),
            (self.pick("left wall", "左の壁"), wall(&thermograph.left_wall)),
            (self.pick("right wall", "右の壁"), wall(&thermograph.right_wall)),
        ];
        let note = self.pick(
            "  walls as (value, temperature) at their bends, from temperature -1 up to the mast",
            "  壁は折れ目の(値, 温度)を温度 -1 からマストまで並べたもの",
        );
        format!("{}\n{}\n{note}", thermograph.value, table(&rows))
    }

    /// The heading of a set of games.
    fn set_size(&self, n: usize) -> String {
        match (self.lang, n) {
            (Lang::En, 1) => "1 game".into(),
            (Lang::En, n) => format!("{n} games"),
            (Lang::Ja, n) => format!("{n} 個のゲーム"),
        }
    }

    /// In place of a canonical form.
    pub fn too_long(&self) -> String {
        match self.lang {
            Lang::En => format!("(the canonical form is longer than {MAX_PRINTED} characters)"),
            Lang::Ja => format!("(標準形が {MAX_PRINTED} 文字を超えるため表示しません)"),
        }
    }
}
