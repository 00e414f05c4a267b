//! In which language to answer.

/// The languages of the workbench.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English
    #[default]
    En,
    /// 日本語
    Ja,
}

impl Language {
    /// `ja` or `en`, with any region. O(1).
    ///
    /// ```
    /// use ishitori_workbench::Language;
    /// assert_eq!(Language::from_tag("ja-JP"), Some(Language::Ja));
    /// assert_eq!(Language::from_tag("fr"), None);
    /// ```
    pub fn from_tag(tag: &str) -> Option<Language> {
        match tag.trim().split(['-', '_']).next()?.to_ascii_lowercase().as_str() {
            "ja" => Some(Language::Ja),
            "en" => Some(Language::En),
            _ => None,
        }
    }

    /// The code of the language. O(1).
    pub fn tag(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Ja => "ja",
        }
    }

    /// The language that a reader prefers among ours: the header `Accept-Language`. O(length).
    ///
    /// ```
    /// use ishitori_workbench::Language;
    /// assert_eq!(Language::preferred("fr, en;q=0.3, ja;q=0.8"), Language::Ja);
    /// assert_eq!(Language::preferred("*"), Language::En);
    /// ```
    pub fn preferred(header: &str) -> Language {
        let mut best = (0.0, Language::En);
        for part in header.split(',') {
            let (tag, weight) = part.split_once(';').unwrap_or((part, ""));
            let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f64>);
            if let (Some(language), Ok(weight)) = (Language::from_tag(tag), weight)
                && weight > best.0
            {
                best = (weight, language);
            }
        }
        best.1
    }

    /// One of two texts. O(1).
    pub fn pick<'a>(self, en: &'a str, ja: &'a str) -> &'a str {
        match self {
            Language::En => en,
            Language::Ja => ja,
        }
    }
}
