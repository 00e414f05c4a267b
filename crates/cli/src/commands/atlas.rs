//! `ishitori atlas`: tables of facts about small games, built and searched.

use std::path::PathBuf;

use ishitori_answers::Context;
use ishitori_answers::atlas::records::{self, Provenance};
use ishitori_answers::atlas::{BuildRequest, Request, answer, build};
use ishitori_atlas::Limits;

use super::rows::{check_format, write_answer};
use crate::ExitCode;
use crate::atlas_args::{
    AtlasAddArgs, AtlasArgs, AtlasBuildArgs, AtlasClaimArgs, AtlasCommand, AtlasSearchArgs,
    AtlasTodoArgs,
};
use crate::failure::Failure;
use crate::input;
use crate::output::Output;

pub fn run(args: &AtlasArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    match &args.what {
        AtlasCommand::Search(args) => search(args, output, context),
        AtlasCommand::Build(args) => make(args, output, context),
        AtlasCommand::Add(args) => add(args, output, context),
        AtlasCommand::Check(args) => {
            let request = records::CheckRequest { records: args.records.clone() };
            output.answer(records::check(&request, context)?)
        }
        AtlasCommand::Claim(args) => claim(args, output, context),
        AtlasCommand::Todo(args) => todo(args, output, context),
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

/// The largest certificate that becomes a record.
const MOST_BYTES: u64 = 256 << 20;

fn add(args: &AtlasAddArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let read = |file: &PathBuf| {
        let bytes = input::bytes(file, MOST_BYTES)?;
        // What is not UTF-8 is no certificate either; the answer says so.
        let text = String::from_utf8(bytes).unwrap_or_default();
        Ok::<_, Failure>((file.display().to_string(), text))
    };
    let provenance = args.who.clone().zip(args.date.clone()).map(|(who, date)| Provenance {
        who,
        date,
        machine: args.machine.clone(),
        version: args.made_with.clone(),
    });
    let files = args.files.iter().map(read).collect::<Result<_, _>>()?;
    let request = records::AddRequest { records: args.records.clone(), files, provenance };
    output.answer(records::add(&request, context)?)
}

fn claim(args: &AtlasClaimArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let AtlasClaimArgs { work, records, who, date, until } = args;
    let request = records::ClaimRequest {
        records: records.clone(),
        work: work.clone(),
        who: who.clone(),
        date: date.clone(),
        until: until.clone(),
    };
    output.answer(records::claim(&request, context)?)
}

fn todo(args: &AtlasTodoArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let request = records::TodoRequest {
        records: args.records.clone(),
        date: args.date.clone(),
        limit: args.limit,
    };
    output.answer(records::todo(&request, context)?)
}
