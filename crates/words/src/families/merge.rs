//! Records of shards in words.

use ishitori_answers::merge::Answer;
use ishitori_answers::record::{Missing, RecordError};
use ishitori_sweep::Broken;

use crate::{Describe, Lang, Text};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        match self {
            Answer::Sweep(answer) => answer.describe(text),
            Answer::CodeSweep(answer) => answer.describe(text),
            Answer::GameSweep(answer) => answer.describe(text),
            Answer::QuotientSweep(answer) => answer.describe(text),
            Answer::Census(answer) => answer.describe(text),
        }
    }

    fn localize(&mut self, text: &Text) {
        match self {
            Answer::Sweep(answer) => answer.localize(text),
            Answer::CodeSweep(answer) => answer.localize(text),
            Answer::GameSweep(answer) => answer.localize(text),
            Answer::QuotientSweep(answer) => answer.localize(text),
            Answer::Census(answer) => answer.localize(text),
        }
    }
}

impl Text {
    /// Which shard this is, and what its places are.
    pub(crate) fn shard(&self, shard: &str, (from, to): (u64, u64)) -> String {
        match (self.lang, from < to) {
            (Lang::En, true) => format!("{shard}, places {from} to {}", to - 1),
            (Lang::En, false) => format!("{shard}, no place"),
            (Lang::Ja, true) => format!("{shard}、{from} 番から {} 番まで", to - 1),
            (Lang::Ja, false) => format!("{shard}、該当なし"),
        }
    }

    /// What is missing, such as `missing shards: 17, 40-43`.
    pub(crate) fn missing(&self, missing: &Missing) -> String {
        let (label, stretches) = match (missing, self.lang) {
            (Missing::Shards(stretches), Lang::En) => ("missing shards", stretches),
            (Missing::Shards(stretches), Lang::Ja) => ("足りない部分の番号", stretches),
            (Missing::Places(stretches), Lang::En) => ("missing places", stretches),
            (Missing::Places(stretches), Lang::Ja) => ("足りない順番", stretches),
        };
        format!("{label}: {}", stretches_in_words(stretches))
    }

    /// Why records cannot be added up.
    pub(crate) fn record_error(&self, error: &RecordError) -> String {
        match (error, self.lang) {
            (RecordError::Broken { name, broken }, _) => {
                format!("{name}: {}", self.broken(*broken))
            }
            (RecordError::OtherVersion { name, found, expected }, Lang::En) => {
                format!("{name}: a record of another version, {found}, not {expected}")
            }
            (RecordError::OtherVersion { name, found, expected }, Lang::Ja) => {
                format!("{name}: 別の版の記録です: {found}({expected} ではありません)")
            }
            (RecordError::OtherQuestion { name, first }, Lang::En) => {
                format!("{name}: a record of another question than {first}")
            }
            (RecordError::OtherQuestion { name, first }, Lang::Ja) => {
                format!("{name}: {first} とは別の問いの記録です")
            }
            (RecordError::Impossible { name }, Lang::En) => {
                format!("{name}: no run of this program finds what this record says")
            }
            (RecordError::Impossible { name }, Lang::Ja) => {
                format!("{name}: このプログラムの結果ではありえない記録です")
            }
            (RecordError::Double { name, other, shard }, Lang::En) => {
                format!("{name}: shard {shard} is in {other} already")
            }
            (RecordError::Double { name, other, shard }, Lang::Ja) => {
                format!("{name}: 部分 {shard} は {other} にもあります")
            }
            (RecordError::Overlap { name, other }, Lang::En) => {
                format!("{name}: some of its places are those of {other}")
            }
            (RecordError::Overlap { name, other }, Lang::Ja) => {
                format!("{name}: {other} と重なっています")
            }
            (RecordError::NoRows { name, ending }, Lang::En) => {
                format!("{name}: there is no .{ending} file of rows with this record")
            }
            (RecordError::NoRows { name, ending }, Lang::Ja) => {
                format!("{name}: この記録には .{ending} の行のファイルがありません")
            }
            (RecordError::OtherRows { name, file }, Lang::En) => {
                format!("{name}: its file of rows {} is not there, or was changed", file.display())
            }
            (RecordError::OtherRows { name, file }, Lang::Ja) => {
                format!("{name}: 行のファイル {} がないか、書き換えられています", file.display())
            }
            (RecordError::Missing(Missing::Shards(shards)), _) if shards.is_empty() => {
                self.pick("there is no record", "記録がありません").to_string()
            }
            (RecordError::Missing(missing), _) => self.missing(missing),
        }
    }

    fn broken(&self, broken: Broken) -> &'static str {
        match broken {
            Broken::Foreign => self.pick("this is not a record", "記録ではありません"),
            Broken::Cut => self.pick(
                "the record is cut off, or something stands after it",
                "記録が途中で切れているか、後に何かが付いています",
            ),
            Broken::Changed => self.pick(
                "the record was changed or damaged: its checksum is another one",
                "記録が書き換えられたか壊れています(検査値が違います)",
            ),
        }
    }
}

/// Stretches of numbers, such as `17, 40-43`.
fn stretches_in_words(stretches: &[(u64, u64)]) -> String {
    let one = |&(from, to): &(u64, u64)| match from == to {
        true => from.to_string(),
        false => format!("{from}-{to}"),
    };
    stretches.iter().map(one).collect::<Vec<_>>().join(", ")
}
