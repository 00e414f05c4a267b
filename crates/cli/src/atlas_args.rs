//! Arguments of the commands for the atlas.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::rows_args::Written;

#[derive(Args)]
pub struct AtlasArgs {
    #[command(subcommand)]
    pub what: AtlasCommand,
}

#[derive(Subcommand)]
pub enum AtlasCommand {
    /// Search the atlas by condition, sequence or code.
    Search(AtlasSearchArgs),
    /// Compute all tables of an atlas.
    Build(AtlasBuildArgs),
    /// Add certificates to a folder of records, if the checker accepts them and they say more than what is there.
    Add(AtlasAddArgs),
    /// Check every file of a folder of records from scratch.
    Check(AtlasCheckArgs),
    /// Claim a piece of work until a given day.
    Claim(AtlasClaimArgs),
    /// List open work, and who has taken what.
    Todo(AtlasTodoArgs),
}

#[derive(Args)]
pub struct AtlasAddArgs {
    /// Certificates, or records from another folder.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The folder of the records, such as one in a repository of git.
    #[arg(long, value_name = "DIR")]
    pub records: PathBuf,
    /// Who computed the certificates.
    #[arg(long, value_name = "NAME", requires = "date")]
    pub who: Option<String>,
    /// The day, such as 2026-11-17.
    #[arg(long, value_name = "DAY", requires = "who")]
    pub date: Option<String>,
    /// The machine on which they were computed.
    #[arg(long, value_name = "TEXT", requires = "who")]
    pub machine: Option<String>,
    /// The program that computed them, and its version.
    #[arg(long, value_name = "TEXT", requires = "who")]
    pub made_with: Option<String>,
}

#[derive(Args)]
pub struct AtlasCheckArgs {
    /// The folder of the records, such as one in a repository of git.
    #[arg(long, value_name = "DIR")]
    pub records: PathBuf,
}

#[derive(Args)]
pub struct AtlasClaimArgs {
    /// The piece of work: period RULE or quotient RULE END, in quotes.
    #[arg(value_name = "WORK")]
    pub work: String,
    /// The folder of the records, such as one in a repository of git.
    #[arg(long, value_name = "DIR")]
    pub records: PathBuf,
    /// Who takes it.
    #[arg(long, value_name = "NAME")]
    pub who: String,
    /// The day, such as 2026-11-17.
    #[arg(long, value_name = "DAY")]
    pub date: String,
    /// The last day of the claim.
    #[arg(long, value_name = "DAY")]
    pub until: String,
}

#[derive(Args)]
pub struct AtlasTodoArgs {
    /// The folder of the records, such as one in a repository of git.
    #[arg(long, value_name = "DIR")]
    pub records: PathBuf,
    /// Today's date, to see which claims have expired [default: none has].
    #[arg(long, value_name = "DAY")]
    pub date: Option<String>,
    /// List at most this many free pieces of work.
    #[arg(long, alias = "most", value_name = "N", default_value_t = 20)]
    pub limit: usize,
}

#[derive(Args)]
pub struct AtlasSearchArgs {
    /// A condition on the columns, such as 'order = 40 and period < 10'.
    #[arg(value_name = "CONDITION")]
    pub condition: Option<String>,
    /// Part of a sequence: Grundy numbers such as 0,1,2,3,1,4, or outcomes such as LRLNN.
    #[arg(long, value_name = "TERMS")]
    pub sequence: Option<String>,
    /// The heap at which the sequence begins [default: any].
    #[arg(long, value_name = "N", requires = "sequence")]
    pub at: Option<u64>,
    /// A code, a set or a name, such as 0.77, sub:2,3 or kayles: rows about it and about rules of its class.
    #[arg(long, value_name = "RULE")]
    pub code: Option<String>,
    /// Only in this table: octal, hexadecimal, subtraction, ending, quotients or games.
    #[arg(long, value_name = "TABLE")]
    pub table: Option<String>,
    /// Maximum number of rows.
    #[arg(long, alias = "most", value_name = "N", default_value_t = 20)]
    pub limit: usize,
    /// The folder of an atlas to use instead of the built-in one.
    #[arg(long, value_name = "DIR")]
    pub atlas: Option<PathBuf>,
    #[command(flatten)]
    pub written: Written,
}

#[derive(Args)]
pub struct AtlasBuildArgs {
    /// The folder for the tables: new, empty, or from an interrupted build.
    #[arg(short, long, alias = "output", value_name = "DIR")]
    pub out: PathBuf,
    /// The day of the build, for its manifest, such as 2026-11-17.
    #[arg(long, value_name = "DAY")]
    pub date: Option<String>,
    /// Write every certificate to this folder, under its checksum.
    #[arg(long, value_name = "DIR")]
    pub certificates: Option<PathBuf>,
    /// Only the smallest games, for a trial build of a few seconds.
    #[arg(long)]
    pub small: bool,
}
