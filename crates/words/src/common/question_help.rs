//! The help of commands that are made from the requests of their questions, in Japanese. The English one is made from the
//! comments of the requests.

use crate::{families, heaps, playing, program};

/// The help of a question in Japanese.
pub struct QuestionHelp {
    /// The name of the question.
    pub question: &'static str,
    /// What is asked.
    pub about: &'static str,
    /// What is said of each field.
    pub fields: &'static [(&'static str, &'static str)],
}

/// The help of the question of this name, where its command is made from its request. O(questions).
pub fn question_help(question: &str) -> Option<&'static QuestionHelp> {
    let all = [heaps::HELP, playing::HELP, families::HELP, program::HELP];
    all.into_iter().flatten().copied().find(|help| help.question == question)
}
