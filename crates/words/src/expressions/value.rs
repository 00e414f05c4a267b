//! Values in words.

use ishitori_answers::value::{FormFacts, GameFacts, LoopyFacts, ThermographFacts, ValueFacts};
use ishitori_answers::{Count, DrawnOutcome, OutcomeClass, Style};
use ishitori_values::Outcome;
use ishitori_values::notation::MAX_PRINTED;

use crate::{Text, say, table};

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

    /// The canonical form of a game, and the facts about it, one per line.
    pub fn game(&self, game: &GameFacts, style: Style) -> String {
        let canonical = match (game.canonical_in(style), &game.reached) {
            (Some(canonical), _) => canonical.to_string(),
            (None, Some(limit)) => format!("({})", self.limit(limit)),
            (None, None) => self.too_long(),
        };
        let unknown = || self.say("expressions.value.reached").to_string();
        let shown = |x: &Option<String>| x.clone().unwrap_or_else(unknown);
        let (left, right) = (shown(&game.left_stop), shown(&game.right_stop));
        let stops = say!(self, "expressions.value.left-first-right-first", left, right);
        let rows = [
            (
                self.say("expressions.value.outcome"),
                game.outcome.map_or_else(unknown, |outcome| self.outcome_line(outcome)),
            ),
            (self.say("expressions.value.mean"), shown(&game.mean)),
            (self.say("expressions.value.temperature"), shown(&game.temperature)),
            (self.say("expressions.value.stops"), stops),
            (
                self.say("expressions.value.birthday"),
                game.birthday.as_ref().map_or_else(unknown, Count::to_string),
            ),
        ];
        format!("{canonical}\n{}", table(&rows))
    }

    /// The simplest form of a loopy game, and the facts about it, one per line.
    pub fn loopy(&self, game: &LoopyFacts, style: Style) -> String {
        let canonical = match (game.canonical_in(style), &game.reached) {
            (Some(canonical), _) => canonical.to_string(),
            (None, Some(limit)) => format!("({})", self.limit(limit)),
            (None, None) => self.too_long(),
        };
        let unknown = || self.say("expressions.value.reached").to_string();
        let shown = |x: &Option<String>| x.clone().unwrap_or_else(unknown);
        let kind = match (game.is_stopper, game.is_stopper_sided) {
            (Some(true), _) => self.say("expressions.value.stopper"),
            (_, Some(true)) => self.say("expressions.value.sides-stoppers"),
            _ => self.say("expressions.value.no-stoppers-were-found-sides"),
        };
        let mut rows = vec![
            (
                self.say("expressions.value.outcome"),
                game.outcome.map_or_else(unknown, |outcome| self.drawn_outcome_line(outcome)),
            ),
            (self.say("expressions.value.kind"), kind.to_string()),
        ];
        if game.is_stopper == Some(true) {
            let (left, right) = (shown(&game.left_stop), shown(&game.right_stop));
            let stops = say!(self, "expressions.value.left-first-right-first", left, right);
            rows.push((self.say("expressions.value.stops"), stops));
        } else {
            rows.push((self.say("expressions.value.onside"), shown(&game.onside)));
            rows.push((self.say("expressions.value.offside"), shown(&game.offside)));
        }
        if let Some(graph) = &game.graph {
            let vertices = graph.len() + game.offside_graph.as_ref().map_or(0, Vec::len);
            rows.push((self.say("expressions.value.vertices"), vertices.to_string()));
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

    /// The meaning of an outcome class with draws, in a few words.
    pub(crate) fn drawn_outcome_short(&self, outcome: DrawnOutcome) -> &'static str {
        match outcome {
            DrawnOutcome::P => self.outcome_short(Outcome::P),
            DrawnOutcome::N => self.outcome_short(Outcome::N),
            DrawnOutcome::L => self.outcome_short(Outcome::L),
            DrawnOutcome::R => self.outcome_short(Outcome::R),
            DrawnOutcome::D => self.say("expressions.value.draw-whoever-moves-first"),
            DrawnOutcome::NHat => self.say("expressions.value.left-wins-moving-first-draw"),
            DrawnOutcome::NCheck => self.say("expressions.value.right-wins-moving-first-draw"),
            DrawnOutcome::PHat => self.say("expressions.value.left-wins-moving-second-draw"),
            DrawnOutcome::PCheck => self.say("expressions.value.right-wins-moving-second-draw"),
        }
    }

    /// A game as it is written, what is true of the form, and its value.
    fn form(&self, form: &FormFacts, style: Style) -> String {
        let written = form.styled.clone().or_else(|| form.form.clone());
        let yes_or_no = |yes: bool| {
            if yes { self.say("expressions.value.yes") } else { self.say("expressions.value.no") }
        };
        let rows = [
            (self.say("expressions.value.impartial"), yes_or_no(form.is_impartial).to_string()),
            (self.say("expressions.value.canonical"), yes_or_no(form.is_canonical).to_string()),
            (self.say("expressions.value.longest-play"), form.formal_birthday.to_string()),
            (self.say("expressions.value.positions"), form.positions.to_string()),
        ];
        let value = self.game(&form.game, style);
        format!(
            "{}\n{}\n{} {value}",
            written.unwrap_or_else(|| self.too_long()),
            table(&rows),
            self.say("expressions.value.equals")
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
            (self.say("expressions.value.mean"), thermograph.mean.clone()),
            (self.say("expressions.value.temperature"), thermograph.temperature.clone()),
            (self.say("expressions.value.left-wall"), wall(&thermograph.left_wall)),
            (self.say("expressions.value.right-wall"), wall(&thermograph.right_wall)),
        ];
        let note = self.say("expressions.value.walls-value-temperature-their-bends");
        format!("{}\n{}\n{note}", thermograph.value, table(&rows))
    }

    /// The heading of a set of games.
    fn set_size(&self, n: usize) -> String {
        say!(self, "expressions.value.game", n)
    }

    /// In place of a canonical form.
    pub fn too_long(&self) -> String {
        say!(self, "expressions.value.canonical-form-longer-than-characters", MAX_PRINTED)
    }
}
