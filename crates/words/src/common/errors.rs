//! Errors in words.

use ishitori_draw::{DrawError, Missing, Part};
use ishitori_files::{LockError, OutputTargetError, Special};
use ishitori_rules::board::{Accepted, PositionError};
use ishitori_solve::ending::MAX_HEAP;
use ishitori_solve::play::PlayError;
use ishitori_solve::tuple::TupleError;
use ishitori_solve::two_pile::TableTooLarge;
use ishitori_values::GameError;
use ishitori_values::LimitReached;
use ishitori_values::TransfiniteError;
use ishitori_values::calculator::{EvalErrorKind, Kind, LoopyFault};
use ishitori_values::notation::{Expected, SyntaxErrorKind};

use crate::common::diagnostic::{placed, settled};
use crate::{Caller, Lang, Text};
use ishitori_answers::eval::BadLine;
use ishitori_answers::{AskError, Origin, Stream, TextOf};

impl Text {
    /// What is wrong, where, and what would be accepted: the fields at fault as the caller knows
    /// them, then the reason, then perhaps the place on lines of its own.
    pub fn failure(&self, error: &AskError) -> String {
        let fields: Vec<String> = error.fields().iter().map(|field| self.field(field)).collect();
        let reason = self.reason(error);
        match error {
            // The place in a text stands right after its name; a record is named.
            AskError::Language { .. } | AskError::BoardText { .. } | AskError::Record(_) => reason,
            _ if fields.is_empty() => reason,
            _ => format!("{}: {reason}", fields.join(", ")),
        }
    }

    /// The same without the fields.
    pub fn reason(&self, failure: &AskError) -> String {
        settled(&self.told(failure))
    }

    /// The reason with foreign text as it is.
    fn told(&self, failure: &AskError) -> String {
        match failure {
            AskError::Argument { value, accepted, .. } => {
                let accepted = self.accepted(*accepted);
                match self.lang {
                    Lang::En => format!("invalid value `{value}`: expected {accepted}"),
                    Lang::Ja => {
                        format!("「{value}」は指定できません。指定できるもの: {accepted}")
                    }
                }
            }
            AskError::FileName { name, .. } => match self.lang {
                Lang::En => format!(
                    "`{name}` is a file name, but files cannot be read here; give the text itself"
                ),
                Lang::Ja => {
                    format!("「{name}」はファイルの名前です。ここではファイルを読みません")
                }
            },
            AskError::Expression { from, source, error } => {
                let place = source[..floor(source, error.span.start)].chars().count() + 1;
                let line = match (from, self.lang) {
                    (Origin::Line(n), Lang::En) => format!("line {n}: "),
                    (Origin::Line(n), Lang::Ja) => format!("{n} 行目: "),
                    (Origin::Field(_) | Origin::Dialogue, _) => String::new(),
                };
                let why = self.eval_error(&error.kind);
                let head = match self.lang {
                    Lang::En => format!("{line}at character {place}: {why}"),
                    Lang::Ja => format!("{line}{place} 文字目: {why}"),
                };
                match error.kind {
                    EvalErrorKind::Syntax(SyntaxErrorKind::TooLong { .. }) => {
                        format!("{line}{why}")
                    }
                    _ => placed(&head, source, &error.span),
                }
            }
            AskError::Position { text, error } => {
                let why = self.position_error(error);
                let place = match error {
                    PositionError::Character { place, .. }
                    | PositionError::Parenthesis { place } => {
                        let trimmed = text.trim_start();
                        let lead = text.len() - trimmed.len();
                        let at = trimmed.char_indices().nth(place - 1).map(|(i, c)| (lead + i, c));
                        at.map(|(i, c)| i..i + c.len_utf8())
                    }
                    _ => None,
                };
                match place {
                    Some(span) => placed(&why, text, &span),
                    None => why,
                }
            }
            AskError::BoardPosition { text, error } => self.board_position_error(text, error),
            AskError::BoardText { from, source, error } => {
                self.board_text_error(&self.text_of(from), source, error)
            }
            AskError::UnknownBoard { name } => self.unknown_board(name),
            AskError::OnBoards { name } => self.on_boards(name),
            AskError::Rule { error } => self.rule_error(error),
            AskError::NotOneHeap { rule } => self.not_one_heap(rule),
            AskError::NeedsPosition { rule } => match self.lang {
                Lang::En => format!(
                    "{rule} is a rule, which needs heaps, such as `{rule} 10+4`; a game by itself is written with *, such as *7 or 4.*7"
                ),
                Lang::Ja => format!(
                    "{rule} は規則なので、{rule} 10+4 のように山が必要です。ゲームそのものは *7 や 4.*7 のように * を付けて書きます"
                ),
            },
            AskError::Language { from, source, error } => {
                self.language_error(&self.text_of(from), source, error)
            }
            AskError::Library { name } => self.not_in_library(name),
            AskError::NotHeaps { game } => self.not_heaps(game),
            AskError::Game { error: error @ TupleError::NotAPosition { .. }, .. }
            | AskError::Play(PlayError::Tuple(error @ TupleError::NotAPosition { .. })) => {
                self.tuple_reason(error)
            }
            AskError::Game { game, error } => self.tuple_error(game, error),
            AskError::Conjecture { game, formula, error } => {
                self.conjecture_error(game, formula, error)
            }
            AskError::BoxBounds { expected, found } => self.box_bounds(*expected, *found),
            AskError::SeveralCoordinates { game, instead } => {
                self.several_coordinates(game, *instead)
            }
            AskError::Gap { game, missing, present } => self.gap(game, *missing, *present),
            AskError::NotAGame { rule } => match self.lang {
                Lang::En => format!(
                    "{rule} is a heap game; expected a game in the language: a file my.game, a text such as '(n) -> (n-1) if n > 0', or chocolate:3"
                ),
                Lang::Ja => format!(
                    "{rule} は山のゲームです。ここではゲーム言語のファイル my.game、'(n) -> (n-1) if n > 0' のような文、chocolate:3 を指定します"
                ),
            },
            AskError::TuplePosition(error) => match self.lang {
                Lang::En => error.to_string(),
                Lang::Ja => format!(
                    "'{}' は局面ではありません。(2,7) や (2,7)+(1,4) のように書きます",
                    error.0
                ),
            },
            AskError::Heap(error) => self.heap_error(error),
            AskError::Checkpoint(error) => self.checkpoint_error(error),
            AskError::CheckSaved { path, why } => self.check_saved_error(path, *why),
            AskError::Key(error) => self.key_error(error),
            AskError::End { error } => self.end_error(error),
            AskError::Quotient(error) => self.quotient_error(error),
            AskError::Ending(error) => self.ending_error(error),
            AskError::Play(error) => self.play_error(error),
            AskError::HeapPosition(error) => match self.lang {
                Lang::En => error.to_string(),
                Lang::Ja => format!(
                    "'{}' は局面ではありません。6 や 3+5+5 のように書きます(一山は {MAX_HEAP} 個まで)",
                    error.0
                ),
            },
            AskError::Misere { text, error } => self.misere_error(text, error),
            AskError::Terminal(error) => match self.lang {
                Lang::En => error.to_string(),
                Lang::Ja => format!(
                    "'{}' は解釈できません。L=1,R=-1 か、残りの石の数の余りごとに 0=1,1=-1,2=* のように書きます",
                    error.text
                ),
            },
            AskError::Family(error) => self.family_error(error),
            AskError::Condition { source, error, .. } => self.condition_error(source, error),
            AskError::Check(error) => self.check_error(error),
            AskError::TooManySets { sets, seconds } => self.too_many_sets(*sets, *seconds),
            AskError::ChartTooLarge { sets, most } => self.chart_too_large(*sets, *most),
            AskError::Sweep(error) => self.sweep_error(error),
            AskError::Gpu(error) => self.no_gpu(error),
            AskError::Record(error) => self.record_error(error),
            AskError::SweepFile(error) => self.sweep_file_error(error),
            AskError::File { path, error } => {
                format!("{}: {}", path.display(), self.io(error))
            }
            AskError::Target { path, error } => {
                format!("{}: {}", path.display(), self.place(error))
            }
            AskError::Lock(error) => self.lock_error(error),
            AskError::TooLarge { path, most } => {
                let path = path.display();
                match self.lang {
                    Lang::En => format!("{path}: larger than {most} bytes"),
                    Lang::Ja => format!("{path}: {most} バイトを超えています"),
                }
            }
            AskError::NotPairs { rule } => match self.lang {
                Lang::En => format!(
                    "{rule} is played on single heaps: use `grundy`; the two-pile games wythoff, \
                     wythoff:2, fibonacci-nim, mem and nim-with-pass have tables"
                ),
                Lang::Ja => format!(
                    "{rule} は一山の規則です(grundy を使います)。表にできるのは \
                     wythoff, wythoff:2, fibonacci-nim, mem, nim-with-pass です"
                ),
            },
            AskError::Table(error) => self.table_too_large(error),
            AskError::Atlas(error) => self.atlas_error(error),
            AskError::Draw(error) => match self.lang {
                Lang::En => format!("the picture cannot be drawn: {error}"),
                Lang::Ja => format!("図を描けません: {}", draw_ja(error)),
            },
            AskError::Bind { address, error } => self.cannot_listen(address, error),
            AskError::Limit(limit) => self.limit(limit),
            AskError::Io { what, error } => {
                let what = self.stream(*what);
                format!("{what}: {}", self.io(error))
            }
        }
    }

    /// Why a file cannot go to a place.
    pub fn place(&self, error: &OutputTargetError) -> String {
        match (error, self.lang) {
            (OutputTargetError::Io(error), _) => self.io(error),
            (error, Lang::En) => error.to_string(),
            (OutputTargetError::NoFolder { folder }, Lang::Ja) => {
                format!("フォルダ {} がありません", folder.display())
            }
            (OutputTargetError::NotAFolder { folder }, Lang::Ja) => {
                format!("{} はフォルダではありません", folder.display())
            }
            (OutputTargetError::IsFolder, Lang::Ja) => {
                "これはフォルダです。ファイルの名前を指定してください".to_string()
            }
            (OutputTargetError::Special(kind), Lang::Ja) => {
                let kind = match kind {
                    Special::BlockDevice => "ディスク",
                    Special::Socket => "ソケット",
                    Special::Circle => "循環したリンク",
                    Special::Unknown => "特殊ファイル",
                };
                format!("これは{kind}です。ファイルを指定してください")
            }
        }
    }

    /// Why a file cannot be worked on now.
    pub fn lock_error(&self, error: &LockError) -> String {
        match (error, self.lang) {
            (LockError::Io { path, error }, _) => {
                format!("{}: {}", path.display(), self.io(error))
            }
            (error, Lang::En) => error.to_string(),
            (LockError::Held { path, holder }, Lang::Ja) => {
                let holder = match holder {
                    Some(holder) => format!("プロセス {holder} "),
                    None => "別のプロセス".to_string(),
                };
                format!(
                    "{} は{holder}が書き込み中です。終わるのを待つか、別の名前を使ってください",
                    path.display()
                )
            }
            (LockError::InTheWay { path }, Lang::Ja) => format!(
                "{} があるので始められません。ロックの名前ですが、ロックではありません",
                path.display()
            ),
        }
    }

    /// What the system says about a file, a stream or an address.
    pub fn io(&self, error: &std::io::Error) -> String {
        use std::io::ErrorKind;
        if self.lang == Lang::En {
            return error.to_string();
        }
        let why = match error.kind() {
            ErrorKind::NotFound => "ファイルまたはフォルダがありません",
            ErrorKind::PermissionDenied => "権限がありません",
            ErrorKind::IsADirectory => "フォルダです",
            ErrorKind::NotADirectory => "途中の名前がフォルダではありません",
            ErrorKind::AlreadyExists => "すでにあります",
            ErrorKind::InvalidData => "中身を読めません(UTF-8 の文字ではありません)",
            ErrorKind::FileTooLarge => "大きすぎます(1 MiB まで読めます)",
            ErrorKind::ReadOnlyFilesystem => "書き込みのできない場所です",
            ErrorKind::StorageFull => "空き容量がありません",
            ErrorKind::InvalidFilename => "名前が長すぎるか正しくありません",
            ErrorKind::InvalidInput => "名前が正しくありません",
            ErrorKind::AddrInUse => "すでに使われています",
            ErrorKind::AddrNotAvailable => "このコンピューターのアドレスではありません",
            ErrorKind::BrokenPipe => "読み手が先に終わりました",
            ErrorKind::UnexpectedEof => "途中で切れています",
            _ => match error.raw_os_error() {
                Some(code) => return format!("入出力の誤りです(エラー番号 {code})"),
                None => return format!("入出力の誤りです({error})"),
            },
        };
        why.to_string()
    }

    /// A table that is too large.
    pub fn table_too_large(&self, error: &TableTooLarge) -> String {
        match self.lang {
            Lang::En => error.to_string(),
            Lang::Ja => format!(
                "{} マスの表は大きすぎます。{} マスまで計算できます",
                error.found, error.limit
            ),
        }
    }

    /// The name of a text that is wrong.
    fn text_of(&self, from: &TextOf) -> String {
        match from {
            TextOf::Field(field) => self.field(field),
            TextOf::Name(name) => name.clone(),
        }
    }

    /// What could not be read or written.
    fn stream(&self, stream: Stream) -> &'static str {
        match stream {
            Stream::Input => self.pick("standard input", "標準入力"),
            Stream::Output => self.pick("standard output", "標準出力"),
            Stream::Terminal => self.pick("terminal", "端末"),
            Stream::Json => "JSON",
            Stream::ManualPage => self.pick("manual page", "マニュアルページ"),
            Stream::Layout => "fmt",
        }
    }

    /// A line of standard input that is not text.
    pub fn bad_line(&self, number: usize, line: BadLine) -> String {
        let why = match (line, self.lang) {
            (BadLine::NotUtf8(byte), Lang::En) => format!("byte {byte} is not UTF-8"),
            (BadLine::NotUtf8(byte), Lang::Ja) => {
                format!("{byte} バイト目が UTF-8 ではありません")
            }
            (BadLine::TooLong, _) => {
                let limit = ishitori_values::notation::MAX_LENGTH;
                self.syntax_error(&SyntaxErrorKind::TooLong { limit })
            }
        };
        match self.lang {
            Lang::En => format!("line {number}: {why}"),
            Lang::Ja => format!("{number} 行目: {why}"),
        }
    }

    /// An error of the calculator.
    pub fn eval_error(&self, kind: &EvalErrorKind) -> String {
        if self.lang == Lang::En {
            return match kind {
                EvalErrorKind::Game(GameError::Limit(limit)) => self.limit(limit),
                EvalErrorKind::Inside { name, text, error } => {
                    format!("in `{name}`, at `{text}`: {}", self.eval_error(error))
                }
                kind => kind.to_string(),
            };
        }
        match kind {
            EvalErrorKind::Syntax(kind) => self.syntax_error(kind),
            EvalErrorKind::Game(error) => self.game_error(error),
            EvalErrorKind::UnknownVariable(name) => {
                format!("変数 {name} は定義されていません({name} := … で定義します)")
            }
            EvalErrorKind::UnknownFunction { name, suggestion } => {
                let hint =
                    suggestion.map(|s| format!("。{s} ではありませんか")).unwrap_or_default();
                format!("関数 {name} はありません{hint}")
            }
            EvalErrorKind::ReservedName(name) => {
                format!("{name} は予約語、関数またはゲームの名前なので定義できません")
            }
            EvalErrorKind::ArgumentCount { name, signature, expected, found } => {
                format!("{name} の引数は {expected} 個です: {signature}。{found} 個与えられました")
            }
            EvalErrorKind::Kind { found, expected } => {
                format!("これは{}です。{}が必要です", kind_ja(*found), kind_ja(*expected))
            }
            EvalErrorKind::NotDyadic => "分母は 2 のべき(1, 2, 4, 8, …)でなければなりません".into(),
            EvalErrorKind::NimberTooLarge => "ここで扱えるニム数は 2^128 未満です".into(),
            EvalErrorKind::NoInverse => "0 にはニム積の逆元がありません".into(),
            EvalErrorKind::Loopy(fault) => loopy_fault_ja(fault),
            EvalErrorKind::DoubledParameter(name) => format!("仮引数 {name} が 2 回現れます"),
            EvalErrorKind::Inside { name, text, error } => {
                format!("関数 {name} の「{text}」で: {}", self.eval_error(error))
            }
            EvalErrorKind::RecursionTooDeep { limit } => format!(
                "ここで関数、条件、リストの入れ子が {limit} 段を超えました。再帰は終わりますか"
            ),
            EvalErrorKind::ListTooLong { limit } => format!("リストの要素が {limit} 個を超えます"),
            EvalErrorKind::EmptyList => "リストが空なので、最大や最小の要素がありません".into(),
            EvalErrorKind::Incomparable => {
                "リストに比較不能な要素があるので、最大や最小の要素が決まりません".into()
            }
            EvalErrorKind::NotOrdinal => {
                "これは順序数ではありません。無限順序数は足せますが、引けません".into()
            }
            EvalErrorKind::PowerOfOrdinal => {
                "無限順序数のうち、べき乗できるのは omega だけです: omega**3, omega**(omega+1)".into()
            }
            EvalErrorKind::OrdinalTooLarge => {
                "順序数は omega**(omega**1001) 未満、係数は 2^128 未満(指数の中では 2^32 未満)まで扱えます".into()
            }
            EvalErrorKind::Transfinite(error) => self.transfinite_ja(error),
        }
    }

    fn transfinite_ja(&self, error: &TransfiniteError) -> String {
        match error {
            TransfiniteError::UnknownRoot { prime } => format!(
                "これには {prime} 乗根をもたない最小の順序数が必要ですが、ここで分かっているのは 281 までの素数についてです"
            ),
            TransfiniteError::TooManyTerms { limit } => {
                format!("順序数の項が {limit} 個を超えます")
            }
            TransfiniteError::DegreeTooLarge { limit } => {
                format!("このニム数を含む最小の体の次数が {limit} を超えます")
            }
            TransfiniteError::Limit(limit) => self.limit(limit),
        }
    }

    fn syntax_error(&self, kind: &SyntaxErrorKind) -> String {
        if self.lang == Lang::En {
            return kind.to_string();
        }
        match kind {
            SyntaxErrorKind::UnknownCharacter(c) => format!("文字「{c}」は使えません"),
            SyntaxErrorKind::Unexpected { found, expected } if found.is_empty() => {
                format!("入力が途中で終わっています。{}が必要です", expected_ja(*expected))
            }
            SyntaxErrorKind::Unexpected { found, expected } => {
                format!("「{found}」ではなく{}が必要です", expected_ja(*expected))
            }
            SyntaxErrorKind::Unclosed(c) => format!("この「{c}」が閉じられていません"),
            SyntaxErrorKind::NoBar => {
                "中括弧の中には左右の選択肢を分ける | が必要です: {2|1}".into()
            }
            SyntaxErrorKind::AmbiguousBars(n) => format!(
                "「{}」が同じ段に 2 回現れ、左右の区切りが決まりません。| を増やすか中括弧を使ってください",
                "|".repeat(*n.min(&8))
            ),
            SyntaxErrorKind::NegativeNimber => {
                "ニム数は * または *k (k = 0, 1, 2, …)です。差は * - 1 と書きます".into()
            }
            SyntaxErrorKind::OutOfRange { limit } => {
                format!("数が大きすぎます。{limit} まで使えます")
            }
            SyntaxErrorKind::UpPower { limit } => {
                format!("^<n> は ^ の n 乗です。n は 1 から {limit} までです")
            }
            SyntaxErrorKind::Decimal => {
                "小数は使えません。7/2 のような分数で書いてください(5 の 3 倍は 3.(5))".into()
            }
            SyntaxErrorKind::TooDeep { limit } => format!("括弧が {limit} 重を超えています"),
            SyntaxErrorKind::TooLong { limit } => format!("式が {limit} バイトを超えています"),
            SyntaxErrorKind::NimberPower => {
                "二通りに読めます。べきのニム数は *(omega**2)、ニム数のべきは (*omega)**2 と書きます".into()
            }
            SyntaxErrorKind::Empty => {
                format!("式が空です。{}を入力してください", expected_ja(Expected::Game))
            }
        }
    }

    fn game_error(&self, error: &GameError) -> String {
        match error {
            GameError::Limit(limit) => self.limit(limit),
            GameError::NotInfinitesimal { left, right } => {
                format!("このゲームは原子量をもちません: 無限小ではなく、停止値は {left} と {right} です")
            }
            GameError::NotAtomic => {
                "このゲームは原子量をもちません: 無限小ですが、オールスモールでも ^ の倍数の近くでもありません".into()
            }
            GameError::NegativeTemperature(t) => {
                format!("{t} では冷却できません。温度は 0 以上でなければなりません")
            }
        }
    }

    /// A limit that was reached, and what raises it for those who can.
    pub fn limit(&self, limit: &LimitReached) -> String {
        // A visitor of a server asks within the limits of the server.
        let raised = |field: &str| (self.caller != Caller::Json).then(|| self.field(field));
        let limit = &match *limit {
            LimitReached::Time { limit } => LimitReached::Time { limit: rounded(limit) },
            other => other,
        };
        match (self.lang, limit) {
            (Lang::En, LimitReached::Time { .. } | LimitReached::Memory { .. }) => {
                match (raised("time-limit"), raised("memory-limit")) {
                    (Some(time), Some(memory)) => {
                        format!("{limit}; raise {time} or {memory} to go on")
                    }
                    _ => limit.to_string(),
                }
            }
            (Lang::En, limit) => limit.to_string(),
            (Lang::Ja, LimitReached::Time { limit }) => {
                let raise = raised("time-limit").map(|field| format!("({field} で変更できます)"));
                format!("時間の上限 {limit:?} に達しました{}", raise.unwrap_or_default())
            }
            (Lang::Ja, LimitReached::Memory { limit }) => {
                let raise = raised("memory-limit").map(|field| format!("({field} で変更できます)"));
                format!("メモリの上限 {limit} バイトに達しました{}", raise.unwrap_or_default())
            }
            (Lang::Ja, LimitReached::Cancelled) => "中断されました".into(),
            (Lang::Ja, LimitReached::Games { limit }) => {
                format!("ゲームの個数が上限 {limit} に達しました")
            }
            (Lang::Ja, LimitReached::NumberBits { limit }) => {
                format!("数が大きすぎます({limit} ビットまで)")
            }
            (Lang::Ja, LimitReached::Multiple { limit }) => {
                format!("ニム数または ^ の倍数が大きすぎます({limit} まで)")
            }
            (Lang::Ja, LimitReached::Options { limit }) => {
                format!("選択肢が多すぎます({limit} 個まで)")
            }
        }
    }

    fn position_error(&self, error: &PositionError) -> String {
        if self.lang == Lang::En {
            return error.to_string();
        }
        match error {
            PositionError::Character { place, found, accepted } => {
                let accepted = accepted_ja(*accepted);
                format!("{place} 文字目の「{found}」は使えません。指定できるもの: {accepted}")
            }
            PositionError::RaggedRow { row, found, expected } => {
                format!("{row} 行目のマスは {found} 個ですが、1 行目は {expected} 個です")
            }
            PositionError::Board { rows, columns } => format!(
                "{rows} 行 {columns} 列の盤は大きすぎます。8 x 8、4 x 16、2 x 32、1 x 64 (縦横どちらでも)まで扱えます"
            ),
            PositionError::TooLarge { found, limit } => {
                format!("駒が {found} 個あります。{limit} 個まで扱えます")
            }
            PositionError::Empty { example } => format!("局面が空です。例: {example}"),
            PositionError::Parenthesis { place } => {
                format!("{place} 文字目の括弧に対応する括弧がありません")
            }
        }
    }
}

fn draw_ja(error: &DrawError) -> String {
    match error {
        DrawError::TooLarge { what, found, limit } => {
            format!("{}が {found} になります。{limit} まで描けます", part_ja(*what))
        }
        DrawError::Nothing(what) => format!("描くものがありません({})", missing_ja(*what)),
        DrawError::Pdf(why) => format!("PDF を作れません({why})"),
        DrawError::GivenUp => "作図を途中でやめました".to_string(),
        DrawError::Png(why) => format!("PNG を作れません({why})"),
    }
}

/// What a picture has too many of.
fn part_ja(part: Part) -> &'static str {
    match part {
        Part::Cells => "マスの数",
        Part::ValueUnits => "値の幅",
        Part::Elements => "元の数",
        Part::PixelsHigh => "高さ(ピクセル)",
        Part::Points => "点の数",
        Part::LengthUnits => "長さ",
        Part::Pixels => "ピクセルの数",
        Part::Nodes => "節点の数",
        Part::Heaps => "山の数",
        Part::Moves => "手の数",
        Part::States => "状態の数",
    }
}

/// What a picture has none of.
fn missing_ja(missing: Missing) -> &'static str {
    match missing {
        Missing::TableCells => "表が空です",
        Missing::ChartCells | Missing::Picture => "図が空です",
        Missing::GraphElements | Missing::TableElements => "元がありません",
        Missing::Frame => "段階がありません",
        Missing::Sequence => "数列が空です",
        Missing::Heap => "その山がありません",
        Missing::Order => "手が一巡するので順序がありません",
    }
}

fn floor(text: &str, i: usize) -> usize {
    let mut i = i.min(text.len());
    while !text.is_char_boundary(i) {
        i -= 1;
    }
    i
}

fn accepted_ja(accepted: Accepted) -> &'static str {
    match accepted {
        Accepted::DomineeringCells => ".(空き)、#(使用済み)、行の区切り |",
        Accepted::ClobberCells => "x(左)、o(右)、.(空き)、行の区切り |",
        Accepted::ToadsAndFrogs => "t(ヒキガエル)、f(カエル)、.(空き)",
        Accepted::Dominoes => "l(左)、r(右)、e(両者)",
        Accepted::PathVertices => ".、L、R、# を - で区切ったもの",
        Accepted::Edges => "l(左)、r(右)、e(両者)、枝を囲む括弧、+",
    }
}

fn loopy_fault_ja(fault: &LoopyFault) -> String {
    match fault {
        LoopyFault::ShortOnly => {
            "ここではループのあるゲームは使えません。ループのないゲームだけを受け付けます".into()
        }
        LoopyFault::NotDefined(name) => {
            format!("{name} はループのあるゲームには定義されていません")
        }
        LoopyFault::NotStopper { name, game } => {
            format!("{name} の引数はストッパーです。このゲームは {game} です")
        }
        LoopyFault::Misplaced(name) => format!(
            "{name} は波括弧のゲームへ戻る手なので、a{{0|a}} や {{0|pass}} のように選択肢としてだけ使えます"
        ),
        LoopyFault::PassOutside => "pass は {0|pass} のように波括弧の中でだけ意味があります".into(),
        LoopyFault::SidesOrder => "s & t では s >= t でなければなりません".into(),
        LoopyFault::NoMean => {
            "平均値がありません。温度グラフの壁が出会わないか、どの数よりも外にあります".into()
        }
        LoopyFault::NoVariety => {
            "多様度がありません。次数 D が冪等(D + D = D)ではありません".into()
        }
        LoopyFault::Unstable => {
            "このゲームは安定ではありません。上和と下和の多様度が異なります".into()
        }
    }
}

fn kind_ja(kind: Kind) -> &'static str {
    match kind {
        Kind::Game => "ゲーム",
        Kind::Number => "数",
        Kind::Integer => "整数",
        Kind::Nimber => "0 以上の整数またはニム数",
        Kind::Bool => "真偽値",
        Kind::Outcome => "帰結類",
        Kind::Games => "ゲームの集合",
        Kind::Thermograph => "温度グラフ",
        Kind::Ordinal => "順序数",
        Kind::InfiniteOrdinal => "無限順序数",
        Kind::TransfiniteNimber => "超限ニム数",
        Kind::List => "リスト",
        Kind::Element => "単独の値",
        Kind::Function => "関数",
    }
}

fn expected_ja(expected: Expected) -> &'static str {
    match expected {
        Expected::Game => "ゲーム(3/4, *2, ^, {2|1}, 変数, 関数など)",
        Expected::OperatorOrEnd => "演算子(+ - : == <= など)または式の終わり",
        Expected::OptionEnd => "「,」「|」「}」のいずれか",
        Expected::ArgumentEnd => "「,」または「)」",
        Expected::ClosingParenthesis => "「)」",
        Expected::Integer => "0 以上の整数",
        Expected::ClosingIndex => "添字の閉じ括弧",
        Expected::ClosingQuote => "演算子か、閉じる引用符 '",
        Expected::ListEnd => "「,」、「for x in …」、「if」か「]」",
        Expected::Then => "then (if c then a else b の形)",
        Expected::Else => "else (if c then a else b の形)",
        Expected::Name => "名前",
        Expected::In => "in ([Mean(x) for x in LeftOptions(G)] の形)",
    }
}

/// A limit of time as somebody gave it: what was used up before a question began is left out of sight.
fn rounded(limit: std::time::Duration) -> std::time::Duration {
    let millis = u64::try_from((limit.as_nanos() + 500_000) / 1_000_000).unwrap_or(u64::MAX);
    let step = match millis {
        0..1_000 => 1,
        1_000..60_000 => 100,
        _ => 1_000,
    };
    std::time::Duration::from_millis(millis.saturating_add(step / 2) / step * step)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::rounded;

    #[test]
    fn limits_of_time_are_told_as_they_were_given() {
        for (nanos, shown) in [
            (29_999_999_732_u64, "30s"),
            (300_000_000, "300ms"),
            (299_999_900, "300ms"),
            (2_500_000_000, "2.5s"),
            (3_600_000_000_000, "3600s"),
        ] {
            assert_eq!(format!("{:?}", rounded(Duration::from_nanos(nanos))), shown);
        }
    }
}
