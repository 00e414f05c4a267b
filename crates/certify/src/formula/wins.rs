//! Who wins, at all positions.
//!
//! **Theorem.** Let every play end. Let W_X, for the players X, be sets of positions, Y the opponent
//! of X. If for every position p and each player X
//! * no move of X from a p outside W_X leads to a position outside W_Y, and if X wins p where X cannot
//!   move, then X can move at p;
//! * from a p in W_X, X has a move to a position outside W_Y, or X cannot move and wins then;
//!
//! then W_X is the set of positions that X wins moving first. Where both players have the same moves
//! and the same end, one set for both will do, and the P-positions are those outside.
//!
//! *Proof.* X wins p moving first if and only if some move leads to a position that Y does not win
//! moving first, or there is no move and the end is X's. If W_X and W_Y are right at all options
//! of p, the two conditions say that p is in W_X exactly then. ∎
//!
//! The checks for each player, besides the forms and that options are positions:
//! 1. the automaton `wins` holds at exactly those positions that the claim says;
//! 2. no position outside W_X, move of X and option outside W_Y;
//! 3. whenever a witness of a rule of X holds for p and variables, these make a move to an o
//!    outside W_Y;
//! 4. for every p in W_X some witness holds with some variables, or p is in the set `stuck` and X
//!    wins p there by the end;
//! 5. no move of X from a position in `stuck`;
//! 6. whenever a move of `moves` holds for p and variables, these make a move, and for every p outside
//!    W_X at which the end is X's some of them holds.
//!
//! Under normal play, 5 and 6 are about nothing.

use super::builder::{Builder, Checked, named, not, refused};
use super::data::{
    AutomatonData, FormulaClaim, Test, TupleMove, TuplePlayer, TupleRule, WinsProof,
};
use super::form::Form;
use super::reader::{Tree, valid};
use super::{MoveCondition, Moves, measures, reserve, valid_game};
use crate::condition::Condition;
use crate::limits::Meter;
use crate::verdict::{Evidence, Theorem};

/// What is said of one player.
struct Player<'p> {
    /// The rules by which the player moves.
    rules: Vec<&'p TupleMove>,
    /// Where the player wins if there is no move.
    end: Option<&'p Test>,
    /// The automaton of the positions that the player, and that the opponent, wins moving first.
    wins: usize,
    theirs: usize,
    /// The automata of witnesses, one for each rule.
    witnesses: usize,
    /// Those of moves, and the one of positions without a move, if there is an end.
    moves: usize,
    stuck: usize,
}

/// Checks a proof of outcomes.
pub(crate) fn verify(
    game: &TupleRule,
    claim: &FormulaClaim,
    proof: &WinsProof,
    meter: &mut Meter,
) -> Checked<Evidence> {
    valid_game(game, &proof.decreases)?;
    if game.moves.iter().any(|rule| !rule.plus.is_empty()) {
        return refused(Condition::FormulaSums);
    }
    let width = game.coordinates.len();
    let alike = game.moves.iter().all(|rule| rule.player.is_none())
        && game.end.as_ref().is_none_or(|end| end[0] == end[1]);
    let players: &[TuplePlayer] = match claim {
        FormulaClaim::PPositions(_) | FormulaClaim::PPositionsAutomaton(_) if !alike => {
            return refused(Condition::FormulaPlayers);
        }
        FormulaClaim::PPositions(_) | FormulaClaim::PPositionsAutomaton(_) => &[TuplePlayer::Left],
        FormulaClaim::Outcomes(_) | FormulaClaim::OutcomesAutomata(_) => {
            &[TuplePlayer::Left, TuplePlayer::Right]
        }
        _ => return refused(Condition::ClaimOfAnotherKind),
    };
    let rules_of = |player: TuplePlayer| -> Vec<&TupleMove> {
        game.moves.iter().filter(|rule| rule.player.is_none_or(|who| who == player)).collect()
    };
    // All automata in one list: the sets, then for each player witnesses, moves and the stuck.
    let ends = usize::from(game.end.is_some());
    let counts = [
        proof.wins.len() == players.len(),
        proof.witnesses.len() == players.len(),
        proof.moves.len() == players.len() * ends,
        proof.stuck.len() == players.len() * ends,
    ];
    if counts.contains(&false) {
        return refused(Condition::FormulaParts);
    }
    let lists = proof.witnesses.iter().chain(&proof.moves).flatten();
    reserve(proof.wins.iter().chain(&proof.stuck).chain(lists), meter)?;
    let mut automata = proof.wins.clone();
    automata.iter().try_for_each(|set| valid(set, width, meter))?;
    let mut all = Vec::new();
    for (at, &player) in players.iter().enumerate() {
        let rules = rules_of(player);
        let mut take = |list: &Vec<AutomatonData>| -> Checked<usize> {
            if list.len() != rules.len() {
                return refused(Condition::FormulaParts);
            }
            let first = automata.len();
            for (rule, automaton) in rules.iter().zip(list) {
                valid(automaton, width + rule.variables.len(), meter)?;
                automata.push(automaton.clone());
            }
            Ok(first)
        };
        let witnesses = take(&proof.witnesses[at])?;
        let moves = match proof.moves.get(at) {
            Some(list) => take(list)?,
            None => 0,
        };
        let stuck = automata.len();
        if let Some(set) = proof.stuck.get(at) {
            valid(set, width, meter)?;
            automata.push(set.clone());
        }
        let end = game.end.as_ref().map(|end| &end[at]);
        let theirs = players.len() - 1 - at;
        all.push(Player { rules, end, wins: at, theirs, witnesses, moves, stuck });
    }
    let measures = measures(game, &proof.decreases, meter)?;
    for rule in &game.moves {
        Moves { game, rule, between: 0 }.go_down(&measures, meter)?;
    }
    for player in &all {
        verify_claim(game, claim, player, &automata, meter)?;
        verify_moves(game, player, &automata, meter)?;
        verify_everywhere(game, player, &automata, meter)?;
    }
    let theorem = match automata.iter().any(|automaton| automaton.base.is_some()) {
        true => Theorem::WinsInBase,
        false => Theorem::Wins,
    };
    Ok(Evidence { theorem, heaps: 0, agree_until: 0, steps: meter.steps() })
}

fn coordinates(game: &TupleRule) -> Vec<Form> {
    (0..game.coordinates.len()).map(Form::track).collect()
}

/// The set of a player is that of the claim.
fn verify_claim(
    game: &TupleRule,
    claim: &FormulaClaim,
    player: &Player<'_>,
    automata: &[AutomatonData],
    meter: &mut Meter,
) -> Checked<()> {
    let at = coordinates(game);
    let names = named(&game.coordinates, &at);
    let mut builder = Builder::new(at.len());
    let position = builder.position(game, &at)?;
    let wins = builder.holds(player.wins, &at)?;
    let mut all = automata.to_vec();
    let claimed = match claim {
        FormulaClaim::PPositions(lost) => not(builder.test(lost, &names)?),
        FormulaClaim::Outcomes(wins) => builder.test(&wins[player.wins], &names)?,
        FormulaClaim::PPositionsAutomaton(set) => {
            valid(set, at.len(), meter)?;
            reserve(std::iter::once(set).chain(automata), meter)?;
            all.push(set.clone());
            not(builder.holds(all.len() - 1, &at)?)
        }
        FormulaClaim::OutcomesAutomata(sets) => {
            let set = &sets[player.wins];
            valid(set, at.len(), meter)?;
            reserve(std::iter::once(set).chain(automata), meter)?;
            all.push(set.clone());
            builder.holds(all.len() - 1, &at)?
        }
        _ => return refused(Condition::ClaimOfAnotherKind),
    };
    let differs = Tree::Any(vec![
        Tree::All(vec![claimed.clone(), not(wins.clone())]),
        Tree::All(vec![not(claimed), wins]),
    ]);
    match builder.none(vec![position, differs], &all, meter)? {
        true => Ok(()),
        false => refused(Condition::FormulaWins),
    }
}

/// What has to hold of the moves of a player.
fn verify_moves(
    game: &TupleRule,
    player: &Player<'_>,
    automata: &[AutomatonData],
    meter: &mut Meter,
) -> Checked<()> {
    let here = coordinates(game);
    for (number, rule) in player.rules.iter().enumerate() {
        let moves = Moves { game, rule, between: 0 };
        // No move from a lost position wins.
        let MoveCondition { mut builder, given, parts } = moves.begin()?;
        let wins = builder.holds(player.wins, &here)?;
        let theirs = builder.holds(player.theirs, &parts[0])?;
        if !builder.none(vec![given, not(wins), not(theirs)], automata, meter)? {
            return refused(Condition::FormulaLoses);
        }
        // A witness is a move that wins.
        let mut at = here.clone();
        at.extend(moves.variables());
        let MoveCondition { mut builder, given, parts } = moves.begin()?;
        let witness = builder.holds(player.witnesses + number, &at)?;
        let theirs = builder.holds(player.theirs, &parts[0])?;
        let wrong = not(Tree::All(vec![given, not(theirs)]));
        if !builder.none(vec![witness, wrong], automata, meter)? {
            return refused(Condition::FormulaWinWitness);
        }
        if player.end.is_none() {
            continue;
        }
        let MoveCondition { mut builder, given, .. } = moves.begin()?;
        let stuck = builder.holds(player.stuck, &here)?;
        if !builder.none(vec![stuck, given], automata, meter)? {
            return refused(Condition::FormulaStuck);
        }
        let MoveCondition { mut builder, given, .. } = moves.begin()?;
        let moved = builder.holds(player.moves + number, &at)?;
        if !builder.none(vec![moved, not(given)], automata, meter)? {
            return refused(Condition::FormulaStuck);
        }
    }
    Ok(())
}

/// What has to be there at every position.
fn verify_everywhere(
    game: &TupleRule,
    player: &Player<'_>,
    automata: &[AutomatonData],
    meter: &mut Meter,
) -> Checked<()> {
    let at = coordinates(game);
    let names = named(&game.coordinates, &at);
    let own = |first: usize| -> Vec<(usize, usize)> {
        let rules = player.rules.iter().enumerate();
        rules.map(|(i, rule)| (first + i, rule.variables.len())).collect()
    };
    let mut builder = Builder::new(at.len());
    let mut all = vec![builder.position(game, &at)?, builder.holds(player.wins, &at)?];
    if let Some(end) = player.end {
        let stuck = builder.holds(player.stuck, &at)?;
        let end = builder.test(end, &names)?;
        all.push(not(Tree::All(vec![stuck, end])));
    }
    all.push(not(builder.some(at.len(), &own(player.witnesses))));
    if !builder.none(all, automata, meter)? {
        return refused(Condition::FormulaWinMissing);
    }
    if let Some(end) = player.end {
        let mut builder = Builder::new(at.len());
        let position = builder.position(game, &at)?;
        let wins = builder.holds(player.wins, &at)?;
        let end = builder.test(end, &names)?;
        let moved = builder.some(at.len(), &own(player.moves));
        if !builder.none(vec![position, not(wins), end, not(moved)], automata, meter)? {
            return refused(Condition::FormulaStuck);
        }
    }
    Ok(())
}
