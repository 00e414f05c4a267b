//! The welcome: what is said when nothing is asked.

use super::Lang;

/// At most 25 lines: six commands to begin with, and the names of all in groups.
pub fn welcome(lang: Lang) -> &'static str {
    match lang {
        Lang::En => EN,
        Lang::Ja => JA,
    }
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
  play and understand   play explain games
  heaps                 grundy period outcomes values misere identify
  your own games        table conjecture fmt
  boards                position census
  calculate             eval repl tour
  prove and check       quotient parity check reproduce
  whole families        sweep values-sweep quotient-sweep merge atlas
  pictures              draw
  in the browser        serve
  other                 devices completions man

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
  遊ぶ・わかる     play explain games
  石の山           grundy period outcomes values misere identify
  自分のゲーム     table conjecture fmt
  盤のゲーム       position census
  計算             eval repl tour
  証明と検査       quotient parity check reproduce
  ゲームの族全体   sweep values-sweep quotient-sweep merge atlas
  図               draw
  ブラウザー       serve
  その他           devices completions man

「ishitori --help」で一つずつの説明が出ます。オプション: --json、--lang ja|en
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Arguments;
    use clap::CommandFactory;

    #[test]
    fn every_command_is_named_and_it_is_short() {
        let commands = Arguments::command();
        for lang in [Lang::En, Lang::Ja] {
            let said = welcome(lang);
            assert!(said.lines().count() <= 25, "{said}");
            assert_eq!(said.lines().filter(|line| line.starts_with("  ishitori ")).count(), 6);
            let words: Vec<&str> = said.split_whitespace().collect();
            for command in commands.get_subcommands() {
                assert!(words.contains(&command.get_name()), "{}: {said}", command.get_name());
            }
        }
    }
}
