//! `ishitori atlas`: tables of facts about small games, built and searched.

use ishitori_answers::Context;
use ishitori_answers::atlas::{BuildRequest, Request, answer, build};
use ishitori_atlas::Limits;

use super::rows::{check_format, write_answer};
use crate::ExitCode;
use crate::atlas_args::{AtlasArgs, AtlasBuildArgs, AtlasCommand, AtlasSearchArgs};
use crate::failure::Failure;
use crate::output::Output;

pub fn run(args: &AtlasArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    match &args.what {
        AtlasCommand::Search(args) => search(args, output, context),
        AtlasCommand::Build(args) => make(args, output, context),
    }
}

fn search(args: &AtlasSearchArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    check_format(&args.written)?;
    let request = Request {
        condition: args.condition.clone(),
        sequence: args.sequence.clone(),
        at: args.at,
        code: args.code.clone(),
        table: args.table.clone(),
        limit: args.limit,
        folder: args.atlas.clone(),
    };
    write_answer(answer(&request, context)?, &args.written, output, context)
}

fn make(args: &AtlasBuildArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let request = BuildRequest {
        out: args.out.clone(),
        date: args.date.clone(),
        certificates: args.certificates.clone(),
        limits: if args.small { Limits::small() } else { Limits::default() },
    };
    output.answer(build(&request, context)?)
}
