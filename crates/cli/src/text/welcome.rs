//! The welcome: what is said when nothing is asked.

use super::{Lang, groups};
use crate::help::command;

/// At most 25 lines: six commands to begin with, and the names of the others in groups.
pub fn welcome(lang: Lang) -> String {
    let program = command(lang);
    let (before, after) = match lang {
        Lang::En => (EN, EN_AFTER),
        Lang::Ja => (JA, JA_AFTER),
    };
    format!("{before}{}\n{after}", groups::names(&program, lang))
}

const EN: &str = "\
ishitori: a workbench for combinatorial games

Six commands to begin with:
  ishitori play 31game              play against the program, which explains its moves
  ishitori explain nim 3+5+7        who wins, and by which moves
  ishitori grundy kayles --to 30    Grundy numbers of heaps
  ishitori table wythoff --to 8,8   a table of a game on two heaps
  ishitori eval '{2|1} + *'         calculate with games
  ishitori games                    all games that have a name

All commands, each with examples in `ishitori COMMAND --help`:
";

const EN_AFTER: &str = "\
`ishitori help` says a line about each of them. Options: --json, --lang ja|en.
";

const JA: &str = "\
ishitori: 組合せゲームの作業台

はじめての六つのコマンド:
  ishitori play 31game              プログラムと対戦する(手の理由も説明します)
  ishitori explain nim 3+5+7        どちらが勝つか、どの手で勝てるか
  ishitori grundy kayles --to 30    山のグランディ数
  ishitori table wythoff --to 8,8   二山のゲームの表
  ishitori eval '{2|1} + *'         ゲームの計算
  ishitori games                    名前のあるゲームの一覧

すべてのコマンド(例は「ishitori コマンド --help」で):
";

const JA_AFTER: &str = "\
「ishitori --help」で一つずつの説明が出ます。オプション: --json、--lang ja|en
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_named_and_it_is_short() {
        for lang in [Lang::En, Lang::Ja] {
            let said = welcome(lang);
            assert!(said.lines().count() <= 25, "{said}");
            assert_eq!(said.lines().filter(|line| line.starts_with("  ishitori ")).count(), 6);
            let words: Vec<&str> = said.split_whitespace().collect();
            let program = command(lang);
            let visible = program.get_subcommands().filter(|c| !c.is_hide_set());
            for command in visible.filter(|c| c.get_name() != "help") {
                assert!(words.contains(&command.get_name()), "{}: {said}", command.get_name());
            }
        }
    }
}
