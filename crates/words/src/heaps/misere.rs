//! Misère games in words.

use ishitori_answers::OutcomeClass;
use ishitori_answers::misere::Answer;
use ishitori_solve::heap::{MisereError, MisereSyntax};

use crate::common::diagnostic::placed;
use crate::{Describe, Text, say, table};

impl Describe for Answer {
    /// The canonical form, and a table.
    fn describe(&self, text: &Text) -> String {
        let outcome = match self.outcome {
            OutcomeClass::P => text.say("heaps.misere.p-player-move-loses"),
            _ => text.say("heaps.misere.n-player-move-wins"),
        };
        let tame = match self.tame_genus {
            true => text.say("heaps.misere.genus-sum-nimbers"),
            false => text.say("heaps.misere.no-sum-nimbers-has-genus"),
        };
        let rows = [
            (text.say("heaps.misere.mis-re-outcome"), outcome.to_string()),
            (text.say("heaps.misere.genus"), format!("{}   ({tame})", self.genus)),
            (text.say("heaps.misere.normal-grundy-number"), self.grundy.to_string()),
            (text.say("heaps.misere.birthday"), self.birthday.to_string()),
            (text.say("heaps.misere.canonical-options"), self.options.to_string()),
        ];
        let too_long = || text.say("heaps.misere.canonical-form-too-long-show");
        let canonical = self.canonical.as_deref().unwrap_or_else(too_long);
        format!("{} = {canonical}\n{}", self.game, table(&rows))
    }
}

impl Text {
    /// A misère game that cannot be read or computed.
    pub fn misere_error(&self, text: &str, error: &MisereError) -> String {
        let (kind, span) = match error {
            MisereError::Limit(limit) => return self.limit(limit).to_string(),
            MisereError::Syntax { kind, span } => (kind, span),
        };
        let why = match kind {
            MisereSyntax::Game => self.say("heaps.misere.expected-game-such").to_string(),
            MisereSyntax::After => self.say("heaps.misere.expected-after-game").to_string(),
            MisereSyntax::Unclosed => self.say("heaps.misere.bracket-closed").to_string(),
            MisereSyntax::Number { limit } => {
                say!(self, "heaps.misere.number-too-large-limit", limit)
            }
            MisereSyntax::Depth { limit } => {
                say!(self, "heaps.misere.most-brackets-may-nested", limit)
            }
            MisereSyntax::Length { limit } => {
                say!(self, "heaps.misere.too-long-limit-bytes", limit)
            }
        };
        let place = text.get(..span.start).map_or(0, |before| before.chars().count()) + 1;
        match kind {
            MisereSyntax::Length { .. } => why,
            _ => placed(&say!(self, "heaps.misere.character", place, why), text, span),
        }
    }
}
