//! `ishitori man`: manual pages, one per command.

use ishitori_answers::Stream;
use std::path::Path;

use clap::Command;
use serde::Serialize;

use crate::ExitCode;
use crate::args::ManArgs;
use crate::failure::Failure;
use crate::help;
use crate::output::Output;
use crate::text::notes::manual_page;

/// The page of the program.
#[derive(Serialize)]
struct Page {
    page: String,
}

/// The files of all pages.
#[derive(Serialize)]
struct Pages {
    files: Vec<String>,
}

pub fn run(args: &ManArgs, output: &Output) -> Result<ExitCode, Failure> {
    let mut command = help::described(output.text().lang);
    command.build();
    let Some(folder) = &args.out else {
        let page = page(&command, output)?;
        if output.is_json() {
            output.print_data(&Page { page })?;
        } else {
            output.print(page.trim_end())?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    output.make_folder(folder)?;
    let mut files = Vec::new();
    write(&command, folder, &mut files, output)?;
    if output.is_json() {
        output.print_data(&Pages { files })?;
    } else {
        output.print(&output.text().written_series(&files))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn page(command: &Command, output: &Output) -> Result<String, Failure> {
    let mut page = Vec::new();
    let failed = |error| Failure::Io { what: Stream::ManualPage, error };
    clap_mangen::Man::new(command.clone()).render(&mut page).map_err(failed)?;
    Ok(manual_page(&output.text(), &String::from_utf8_lossy(&page)))
}

fn write(
    command: &Command,
    folder: &Path,
    files: &mut Vec<String>,
    output: &Output,
) -> Result<(), Failure> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let file = folder.join(format!("{name}.1"));
    output.write_file(&file, page(command, output)?.as_bytes())?;
    files.push(file.display().to_string());
    for below in command.get_subcommands().filter(|c| c.get_name() != "help") {
        write(below, folder, files, output)?;
    }
    Ok(())
}
