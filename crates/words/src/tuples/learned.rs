//! Automata that were learnt, in words.

use ishitori_answers::conjecture::{Accepts, AutomatonTable, Learnable, Learned};

use crate::tuples::conjecture::list;
use crate::{Lang, Text, counted, table};

/// The most states that are printed.
const MOST_STATES: usize = 40;

impl Text {
    pub(super) fn learned(&self, learned: &Learned) -> String {
        let proved = learned.decided.proved.flatten() == Some(true);
        let about = match learned.about {
            Learnable::Grundy => self.pick("Grundy numbers", "グランディ数"),
            Learnable::Outcomes => match learned.automata.first().map(|a| a.accepts) {
                Some(Accepts::PPositions) => self.pick("P-positions", "P 局面"),
                _ => self.pick("outcomes", "帰結類"),
            },
        };
        let head = match (proved, self.lang) {
            (true, Lang::En) => format!(
                "PROVED for all positions, of any size: {about}, by an automaton that was learnt from a table"
            ),
            (true, Lang::Ja) => {
                format!(
                    "表から学習したオートマトンによる{about}を、大きさによらずすべての局面で証明しました"
                )
            }
            (false, Lang::En) => format!("NOT DECIDED for all positions: {about}"),
            (false, Lang::Ja) => {
                format!("{about}: すべての局面については決定できません")
            }
        };
        let mut rows = vec![(self.pick("game", "ゲーム"), learned.rule.clone())];
        if let Some(formula) = &learned.formula {
            rows.push((self.pick("formula", "式"), formula.clone()));
        }
        let names = learned.coordinates.join(",");
        let agrees = match (learned.holds, self.lang) {
            (true, _) => format!("({names}) ≤ ({})", list(&learned.to)),
            (false, Lang::En) => {
                format!(
                    "({names}) ≤ ({}), on which the automaton is still wrong somewhere",
                    list(&learned.to)
                )
            }
            (false, Lang::Ja) => {
                format!("({names}) ≤ ({})、まだすべてとは一致していません", list(&learned.to))
            }
        };
        rows.push((self.pick("table", "表"), agrees));
        let (lessons, proofs) = (learned.lessons, learned.proofs);
        rows.push((
            self.pick("learning", "学習"),
            match self.lang {
                Lang::En => format!("counterexamples used: {lessons}; proof attempts: {proofs}"),
                Lang::Ja => format!("反例による訂正 {lessons} 回、証明の試み {proofs} 回"),
            },
        ));
        let why = self.decided_why(&learned.decided, &learned.coordinates);
        if !why.is_empty() {
            rows.push((self.pick("why", "理由"), why));
        }
        if let Some(proof) = &learned.decided.proof {
            rows.push((
                self.pick("automata", "オートマトン"),
                self.learned_size(&learned.automata, proof),
            ));
        }
        let mut out = format!("{head}\n{}", table(&rows));
        for automaton in learned.automata.iter().filter(|_| learned.formula.is_none()) {
            out.push_str("\n\n");
            if !proved {
                out.push_str(self.pick("a guess, not proved: ", "推測(未証明): "));
            }
            out.push_str(&self.automaton(automaton));
        }
        if let Some(path) = &learned.decided.certificate {
            out.push_str("\n  ");
            out.push_str(path);
        }
        out
    }

    /// What an automaton accepts.
    pub(crate) fn accepts(&self, accepts: Accepts) -> &'static str {
        match accepts {
            Accepts::Grundy => {
                self.pick("positions with their Grundy numbers", "局面とそのグランディ数")
            }
            Accepts::PPositions => self.pick("P-positions", "P 局面"),
            Accepts::LeftWins => {
                self.pick("positions that Left wins moving first", "左が先手で勝つ局面")
            }
            Accepts::RightWins => {
                self.pick("positions that Right wins moving first", "右が先手で勝つ局面")
            }
        }
    }

    /// An automaton as a table: a line for each state, where each letter leads.
    fn automaton(&self, automaton: &AutomatonTable) -> String {
        let accepts = self.accepts(automaton.accepts);
        let tracks = automaton.tracks.join(",");
        let count = automaton.states.len();
        let mut out = match self.lang {
            Lang::En => format!(
                "automaton of {accepts}: {}; input: binary digits of {tracks}, most significant first; + marks accepting states",
                counted(count, "state")
            ),
            Lang::Ja => format!(
                "{accepts}のオートマトン: 状態 {count} 個、{tracks} のビットを上位から読みます。+ は受理"
            ),
        };
        let wide = count.saturating_sub(1).to_string().len();
        for (number, state) in automaton.states.iter().enumerate().take(MOST_STATES) {
            let next: Vec<String> =
                state.next.iter().map(|next| format!("{}→{}", next.read, next.to)).collect();
            let mark = if state.accepting { '+' } else { ' ' };
            out.push_str(&format!("\n  {number:>wide$}{mark} {}", next.join("  ")));
        }
        if count > MOST_STATES {
            let rest = count - MOST_STATES;
            out.push_str(&match self.lang {
                Lang::En => format!("\n  and {rest} more; JSON has all"),
                Lang::Ja => format!("\n  ほか {rest} 個の状態(JSON にはすべてあります)"),
            });
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use ishitori_answers::conjecture::Learned;
    use serde_json::{Value as Json, json};

    use crate::{Lang, Text};

    fn learned(proved: Json) -> Learned {
        serde_json::from_value(json!({
            "holds": true,
            "about": "outcomes",
            "formula": null,
            "automata": [{
                "accepts": "p-positions",
                "tracks": ["n"],
                "states": [{"accepting": true, "next": [{"read": "*", "to": 0}]}],
            }],
            "rule": "(n) ->",
            "to": [7],
            "lessons": 1,
            "proofs": 1,
            "proved": proved,
            "coordinates": ["n"],
        }))
        .unwrap()
    }

    /// Only an automaton that is proved to be right is shown without a warning.
    #[test]
    fn automata_that_are_not_proved_are_called_guesses() {
        for (lang, guess) in [(Lang::En, "a guess, not proved: "), (Lang::Ja, "推測(未証明): ")]
        {
            let text = Text::new(lang);
            assert!(text.learned(&learned(Json::Null)).contains(guess));
            assert!(!text.learned(&learned(json!(true))).contains(guess));
        }
    }
}
