"""The sentences that the package itself says, in both languages; all others come from the compiled module."""

from __future__ import annotations

from typing import Any

from . import _ishitori

#: By what is said: English, Japanese. A test runs every one of them.
SENTENCES: dict[str, tuple[str, str]] = {
    "no-picture": ("there is no picture", "図はありません"),
    "no-field": ("the answer to {question!r} has no {name!r}", "{question!r} の答えに {name!r} はありません"),
    "no-rows": ("the answer to {question!r} has no rows", "{question!r} の答えに行はありません"),
    "not-sent": ("a value of type {kind} cannot be sent: {value}", "{kind} は送れません: {value}"),
    "unexpected": (
        "{question}: unexpected keyword argument {name!r}",
        "{question}: 引数 {name!r} はありません",
    ),
    "device": (
        "unknown device {name!r}: expected 'cpu', 'auto' or 'gpu'",
        "device: {name!r} は使えません。'cpu'、'auto'、'gpu' のどれかを指定します",
    ),
    "limit": ("limit: {limit}", "上限に達しました: {limit}"),
    "no-length": (
        "rows computed while being read have no known length",
        "読みながら計算する行には長さがありません",
    ),
    "no-time": (
        "time_limit: invalid time {value!r}: expected a time such as 30, '30s' or '2min'",
        "time_limit: {value!r} は時間ではありません。30、'30s'、'2min' のように指定します",
    ),
    "no-size": (
        "memory_limit: invalid size {value!r}: expected a size such as 1000000 or '4GiB'",
        "memory_limit: {value!r} は大きさではありません。1000000、'4GiB' のように指定します",
    ),
    "negative-size": (
        "memory_limit: {value} must not be negative",
        "memory_limit: {value} は負の数です。0 以上の数を指定します",
    ),
    "no-options": (
        "an OwnGame needs options(position, player)",
        "OwnGame には options(position, player) が必要です",
    ),
    "options-no-function": (
        "options must be a function of a position and a player",
        "options は局面とプレイヤーの関数です",
    ),
    "first": ("first: invalid value {value!r}: expected 'me' or 'you'", "first: {value!r} は 'me' でも 'you' でもありません"),
    "side": (
        "side: invalid value {value!r}: expected 'left' or 'right'",
        "side: {value!r} は 'left' でも 'right' でもありません",
    ),
    "not-from": (
        "{move!r} cannot be played from {position!r}",
        "局面 {position!r} で {move!r} は指せません",
    ),
    "not-here": (
        "{move!r} cannot be played here; possible moves: {some}",
        "ここで {move!r} は指せません。指せる手: {some}",
    ),
    "over": ("the game is over", "ゲームは終わっています"),
    "no-move": ("there is no move {number!r}", "{number!r} 番の手はありません"),
    "progress": (
        "progress must be True, a tqdm bar or class, or a function",
        "progress は True、tqdm のバーかクラス、または関数です",
    ),
    "rule-no-text": ("a rule must be a string, not {kind}", "規則は文字列で書きます({kind} ではありません)"),
    "no-anywidget": (
        "the widget needs anywidget: pip install 'ishitori[widget]'",
        "ウィジェットには anywidget が必要です: pip install 'ishitori[widget]'",
    ),
    "no-dask": (
        "this needs Dask: pip install 'ishitori[dask]'",
        "これには Dask が必要です: pip install 'ishitori[dask]'",
    ),
    "client": (
        "client: expected a synchronous Dask Client, not {kind}",
        "client: 非同期でない Dask の Client を指定します({kind} ではありません)",
    ),
    "family": ("family: expected a Family, not {kind}", "family: Family を指定します({kind} ではありません)"),
    "shards": (
        "shards: {value} is not a whole number from 1 to {most}",
        "shards: {value} は 1 以上 {most} 以下の整数ではありません",
    ),
    "at-least": (
        "{name}: {value!r} is not a whole number of at least {least}",
        "{name}: {value!r} は {least} 以上の整数ではありません",
    ),
    "no-shards": (
        "{question!r} cannot be divided into shards; the questions that can: {names}",
        "{question!r} は部分に分けられません。分けられる問い: {names}",
    ),
    "no-record": ("shard {shard} was not finished", "部分 {shard} は終わりませんでした"),
    "other-question": (
        "{name}: the record of another question; use another folder",
        "{name}: 別の問いの記録です。別のフォルダを指定してください",
    ),
    "other-division": (
        "{name}: the record of shard {shard}, but {shards} shards were requested; request as many, or use another folder",
        "{name}: 部分 {shard} の記録ですが、{shards} 個の部分が指定されています。同じ数にするか、別のフォルダを指定してください",
    ),
    "other-shard": (
        "{name}: the record of another shard, {shard}",
        "{name}: 別の部分 {shard} の記録です",
    ),
    "other-rows": (
        "{name}: not the rows of this question in {shards} shards; use another folder",
        "{name}: この問いを {shards} 個の部分に分けたときの行ではありません。別のフォルダを指定してください",
    ),
    "double-record": (
        "{name} and {other}: two different records of shard {shard}",
        "{name} と {other}: 部分 {shard} の異なる記録が二つあります",
    ),
    "failed": (
        "shard {shard} failed {times} times; last error: {why}",
        "部分 {shard} は {times} 回失敗しました。最後の理由: {why}",
    ),
    "client-closed": (
        "the client was closed when {done} of {shards} shards were done",
        "{shards} 個の部分のうち {done} 個が終わったところでクライアントが閉じられました",
    ),
    "position": ("position", "局面"),
}


def say(what: str, lang: str | None = None, /, **values: Any) -> str:
    """A sentence in a language, or in that of the process."""
    english, japanese = SENTENCES[what]
    return (japanese if (lang or _ishitori.language()) == "ja" else english).format(**values)
