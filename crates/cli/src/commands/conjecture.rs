//! `ishitori conjecture`: a formula against a table, decided for all positions, or found for it.

use ishitori_answers::{Accepted, Answered, Context, conjecture};

use crate::ExitCode;
use crate::failure::Failure;
use crate::game_args::{ConjectureArgs, Learn};
use crate::output::Output;
use crate::rule::formula_source;

pub fn run(args: &ConjectureArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let source = |formula: &Option<String>| formula.as_deref().map(formula_source).transpose();
    let request = conjecture::Request {
        rule: output.rule(&args.rule)?,
        formula: source(&args.formula)?,
        p_positions: source(&args.p_positions)?,
        set: args.settings.set.clone(),
        end: args.end.clone(),
        to: args.to.clone(),
        prove: args.prove,
        certificate: args.certificate.is_some(),
        fit: args.fit,
        learn: args.learn.map(Learn::asked),
        base: args.base.clone(),
        from: args.from.clone(),
    };
    let mut answer = conjecture::answer(&request, context).map_err(|error| named(error, args))?;
    if let Some(path) = output.write_document(args.certificate.as_deref(), answer.document())? {
        answer.written_to(path);
    }
    output.answer(answer)
}

/// An error about a certificate names its file.
fn named(error: Failure, args: &ConjectureArgs) -> Failure {
    match (error, &args.certificate) {
        (Failure::Argument { field, accepted: Accepted::OneGame, .. }, Some(path)) => {
            let value = path.display().to_string();
            Failure::Argument { field, value, accepted: Accepted::OneGame }
        }
        (error, _) => error,
    }
}
