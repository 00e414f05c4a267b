//! Rules that have a name.

/// A rule that can be called by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedRule {
    /// The name, in lower case with hyphens.
    pub name: &'static str,
    /// The rule without the name, in a form that the parser reads.
    pub rule: &'static str,
}

/// The named rules, in the order in which they are listed to people.
pub const NAMED_RULES: &[NamedRule] = &[
    named("nim", "0.[3]"),
    named("31game", "sub:1-3"),
    named("kayles", "0.77"),
    named("dawsons-kayles", "0.07"),
    named("dawsons-chess", "0.137"),
    named("treblecross", "0.007"),
    named("guiles", "0.15"),
    named("officers", "0.6"),
    named("grundys-game", "4!.0"),
    named("lasker-nim", "4.[3]"),
    named("string", "4.4"),
    named("wythoff", "wythoff"),
    named("nim-with-pass", "nim-with-pass"),
    named("fibonacci-nim", "fibonacci-nim"),
    named("mem", "mem"),
];

const fn named(name: &'static str, rule: &'static str) -> NamedRule {
    NamedRule { name, rule }
}
