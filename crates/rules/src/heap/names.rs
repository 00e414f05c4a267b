//! Rules that have a name.

/// A rule that can be called by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedRule {
    /// The name, in lower case with hyphens.
    pub name: &'static str,
    /// The rule without the name, in a form that the parser reads.
    pub rule: &'static str,
    /// Its names in Japanese.
    pub japanese: &'static [&'static str],
}

/// The rule that has a name, in either language, without spaces and in lower case. O(names).
///
/// ```
/// assert_eq!(ishitori_rules::heap::named_rule("31ゲーム").unwrap().name, "31game");
/// ```
pub fn named_rule(name: &str) -> Option<&'static NamedRule> {
    NAMED_RULES.iter().find(|rule| rule.name == name || rule.japanese.contains(&name))
}

/// The named rules, in the order in which they are listed to people.
pub const NAMED_RULES: &[NamedRule] = &[
    named("nim", "0.[3]", &["ニム", "石取り", "石取りゲーム"]),
    named("31game", "sub:1-3", &["31ゲーム"]),
    named("kayles", "0.77", &["ケイレス", "ケイルズ"]),
    named("dawsons-kayles", "0.07", &["ドーソンのケイレス", "ドーソンのケイルズ"]),
    named("dawsons-chess", "0.137", &["ドーソンのチェス"]),
    named("treblecross", "0.007", &["トレブルクロス"]),
    named("guiles", "0.15", &["ガイルズ"]),
    named("officers", "0.6", &["オフィサーズ"]),
    named("grundys-game", "4!.0", &["グランディのゲーム"]),
    named("lasker-nim", "4.[3]", &["ラスカーのニム"]),
    named("string", "4.4", &["ひも切り"]),
    named("wythoff", "wythoff", &["ワイトホフ", "ワイトホフのゲーム", "ワイトホフのニム"]),
    named("nim-with-pass", "nim-with-pass", &["パス付きニム"]),
    named("fibonacci-nim", "fibonacci-nim", &["フィボナッチニム", "フィボナッチ・ニム"]),
    named("mem", "mem", &["メム"]),
];

const fn named(
    name: &'static str,
    rule: &'static str,
    japanese: &'static [&'static str],
) -> NamedRule {
    NamedRule { name, rule, japanese }
}
