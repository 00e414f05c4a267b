//! The languages: each is a folder of messages, `languages/en`, `languages/ja`.
//!
//! A message has a key, which says what it is, and is there in every folder; [`messages`] says how the files are written and
//! [`template`] what stands in braces. In code there is only the key: `text.say("boards.position.no-move-left")` for a message
//! without arguments, `say!(text, "common.text.values-found-s", games, seconds)` for one with them. The tests in
//! `tests/it/languages` look for keys in the sources of all crates: every one that is used exists in every language with the same
//! arguments, and none is left over.
//!
//! Project Fluent would do this too. It is six crates more to build and to look after (`fluent-bundle`, `fluent-syntax`,
//! `fluent-langneg`, `intl-memoizer`, `intl_pluralrules`, `unic-langid` with what they need) for selectors, terms and formats of
//! numbers, of which two constructs are needed here: an argument, and a word for one thing or for several.
//!
//! **To add a language**, write a folder with the files of `languages/en`, and a line in the list of this file.
//!
//! Code asks which language it is only where a text is not a message: `program/games.rs`, since the texts of games have their
//! sentences and comments in both languages themselves.

mod messages;
mod pseudo;
mod template;

use std::fmt::Display;

use messages::{Folder, Messages};

/// The files of the folder of a language: the module of this crate that each is about, and its text.
macro_rules! folder {
    ($tag:literal) => {
        folder!($tag: "boards" "commands" "common" "expressions" "families" "functions" "heaps" "pictures" "playing" "program"
            "python" "reproduce" "server" "tuples")
    };
    ($tag:literal: $($module:literal)*) => {
        &[$(($module, include_str!(concat!("../../languages/", $tag, "/", $module, ".txt")))),*]
    };
}

/// Makes the languages of a list of their names in code, their tags, and their names in themselves.
macro_rules! languages {
    ($($language:ident $tag:literal $name:literal,)*) => {
        /// The languages.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Lang {
            $(#[doc = $name] $language,)*
            /// English in brackets and a third longer: not for readers, but for tests, which find by it what is in no folder.
            Pseudo,
        }

        impl Lang {
            /// The languages for readers.
            pub const ALL: &'static [Lang] = &[$(Lang::$language),*];

            /// The code of the language. O(1).
            pub fn tag(self) -> &'static str {
                match self {
                    $(Lang::$language => $tag,)*
                    Lang::Pseudo => pseudo::TAG,
                }
            }

            /// Its name in the language itself. O(1).
            pub fn name(self) -> &'static str {
                match self {
                    $(Lang::$language => $name,)*
                    Lang::Pseudo => "Pseudo-English",
                }
            }

            fn folder(self) -> &'static Folder {
                match self {
                    $(Lang::$language => folder!($tag),)*
                    Lang::Pseudo => Lang::En.folder(),
                }
            }

            fn messages(self) -> &'static Messages {
                match self {
                    $(Lang::$language => {
                        static MESSAGES: Messages = Messages::new();
                        &MESSAGES
                    })*
                    Lang::Pseudo => {
                        static MESSAGES: Messages = Messages::new();
                        &MESSAGES
                    }
                }
            }
        }
    };
}

languages! {
    En "en" "English",
    Ja "ja" "日本語",
}

/// English is what is spoken where nothing is said about the language.
impl Default for Lang {
    fn default() -> Lang {
        Lang::En
    }
}

impl Lang {
    /// From the locale: the first of LC_ALL, LC_MESSAGES and LANG that is set.
    pub fn from_environment() -> Lang {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(|name| std::env::var(name).ok())
            .find(|value| !value.is_empty());
        let locale = locale.unwrap_or_default();
        let tag = locale.split(['.', '@']).next().unwrap_or_default().replace('_', "-");
        Lang::from_tag(&tag).unwrap_or_default()
    }

    /// The language of a tag, with any region: `ja`, `en-GB`; `en-XA` is the one for tests. O(1).
    ///
    /// ```
    /// use ishitori_words::Lang;
    ///
    /// assert_eq!(Lang::from_tag("ja-JP"), Some(Lang::Ja));
    /// assert_eq!(Lang::from_tag("fr"), None);
    /// assert_eq!(Lang::from_tag("en-XA"), Some(Lang::Pseudo));
    /// ```
    pub fn from_tag(tag: &str) -> Option<Lang> {
        let tag = tag.trim();
        if tag.eq_ignore_ascii_case(pseudo::TAG) {
            return Some(Lang::Pseudo);
        }
        let language = tag.split(['-', '_']).next()?;
        Lang::ALL.iter().find(|known| known.tag().eq_ignore_ascii_case(language)).copied()
    }

    /// The language that a reader prefers among ours: the header `Accept-Language`. O(length).
    ///
    /// ```
    /// use ishitori_words::Lang;
    ///
    /// assert_eq!(Lang::preferred("fr, en;q=0.3, ja;q=0.8"), Lang::Ja);
    /// assert_eq!(Lang::preferred("*"), Lang::En);
    /// ```
    pub fn preferred(header: &str) -> Lang {
        let mut best = (0.0, Lang::default());
        for part in header.split(',') {
            let (tag, weight) = part.split_once(';').unwrap_or((part, ""));
            let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f64>);
            if let (Some(language), Ok(weight)) = (Lang::from_tag(tag), weight)
                && weight > best.0
            {
                best = (weight, language);
            }
        }
        best.1
    }

    /// A message without arguments, or the key itself where there is none. O(1).
    pub fn say(self, key: &'static str) -> &'static str {
        self.message(key).unwrap_or(key)
    }

    /// A message whose key is made of data, if there is one: what a function does, what a field means. O(1).
    pub fn message(self, key: &str) -> Option<&'static str> {
        Some(self.messages().get(self, key)?.plain)
    }

    /// A message with arguments by their names; the macro [`say!`](crate::say) calls it. O(length).
    pub fn fill(self, key: &'static str, arguments: &[(&str, &dyn Display)]) -> String {
        let message = self.messages().get(self, key);
        message.map_or(key.to_string(), |message| template::filled(message.template, arguments))
    }

    /// The keys of all messages, in the order of the files. O(messages).
    pub fn keys(self) -> impl Iterator<Item = &'static str> {
        self.entries().map(|(key, _)| key)
    }

    /// All messages as they are written in the files, with their keys. O(messages).
    pub fn entries(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.folder().iter().flat_map(|(_, text)| messages::lines(text))
    }
}

/// A message with arguments: `say!(text, "common.text.values-found-s", games, seconds = time.as_secs())`.
///
/// The first argument is a [`Text`](crate::Text) or a [`Lang`]. A name by itself is a variable of this name.
#[macro_export]
macro_rules! say {
    (@value $name:ident) => { $name };
    (@value $name:ident $value:expr) => { $value };
    ($text:expr, $key:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $text.fill($key, &[$((stringify!($name), &$crate::say!(@value $name $($value)?) as &dyn ::std::fmt::Display)),*])
    };
}
