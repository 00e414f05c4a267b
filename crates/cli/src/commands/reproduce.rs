//! `ishitori reproduce`: the tables and pictures of four documents, recomputed.

use ishitori_answers::{Context, Stream};
use ishitori_reproduce::{Report, Request, describe_item, html, run as reproduce};

use crate::ExitCode;
use crate::args::ReproduceArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::text::Lang;

pub fn run(args: &ReproduceArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let request = Request { only: args.only.clone() };
    request.check()?;
    let text = output.text();
    let folder = args.out.clone().or_else(|| args.only.is_empty().then(|| "report".into()));
    if let Some(folder) = &folder {
        // Fails before the long computation if the report cannot be written.
        output.make_folder(folder)?;
    }
    let run = reproduce(&request, context, |result| match output.is_json() {
        true => Ok(()),
        false => output.print(&describe_item(&text, result)),
    })?;
    let mut report = Report::new(&run, Lang::En);
    if let Some(folder) = &folder {
        let page = folder.join("index.html");
        let html = html(&run.results, &report.version, text.lang);
        output.write_file(&page, html.as_bytes())?;
        let mut lines = serde_json::to_string_pretty(&report)
            .map_err(|error| Failure::Io { what: Stream::Json, error: error.into() })?;
        lines.push('\n');
        output.write_file(&folder.join("report.json"), lines.as_bytes())?;
        report.page = Some(page);
    }
    output.answer(report)
}
