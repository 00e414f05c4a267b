// @ts-check
/** Games by the names that people call them. */

import { ask } from "../api.js";
import { language } from "../i18n.js";

/**
 * What a game is called by the program, in English, in Japanese, and by what else people look for it.
 * @type {[string, string, string, string[]][]}
 */
export const NAMES = [
  ["nim", "Nim", "ニム", ["三山崩し", "三山くずし", "石取り", "石取りゲーム"]],
  ["31game", "The 31 game", "31 ゲーム", ["31", "31 game", "31ゲーム", "三十一", "21", "subtraction game"]],
  ["kayles", "Kayles", "ケイレス", ["カイルズ", "ケイルズ", "pins", "ピン倒し"]],
  ["dawsons-kayles", "Dawson's Kayles", "ドーソンのケイレス", ["dawson kayles"]],
  ["dawsons-chess", "Dawson's Chess", "ドーソンのチェス", ["dawson", "ドーソン"]],
  ["treblecross", "Treblecross", "トレブルクロス", ["一種類の三目並べ"]],
  ["guiles", "Guiles", "ガイルズ", []],
  ["officers", "Officers", "将校のゲーム", []],
  ["grundys-game", "Grundy's game", "グランディのゲーム", ["grundy", "グランディ"]],
  ["lasker-nim", "Lasker's Nim", "ラスカーのニム", ["lasker"]],
  ["string", "Cutting a string", "ひも切り", ["ひも"]],
  ["wythoff", "Wythoff's game", "ワイトホフのゲーム", ["ワイトホフ", "ウィゾフ", "wythoff nim"]],
  ["nim-with-pass", "Nim with a pass", "パスのあるニム", ["pass", "パス"]],
  ["fibonacci-nim", "Fibonacci Nim", "フィボナッチ・ニム", ["フィボナッチ"]],
  ["mem", "Mem", "メム", []],
  ["chocolate:3", "Chocolate bar, k = 3", "チョコレート(k = 3)", ["chocolate", "チョコレート", "板チョコ", "チョコ"]],
  ["lib:chocolate", "Chocolate bar", "チョコレートゲーム", []],
  ["lib:chocolate-stairs", "Chocolate stairs", "階段のチョコレート", ["階段"]],
  ["lib:chocolate3", "Chocolate from three sides", "三方向から割るチョコレート", ["三方向"]],
  ["lib:chocolate-pass", "Chocolate with passes", "パスのあるチョコレート", []],
  ["lib:nim", "Three heaps of Nim", "三山のニム", []],
  ["lib:nim-pass", "Two heaps of Nim with passes", "パスのある二山のニム", []],
  ["lib:bounded-nim", "Bounded Nim", "制限ニム", []],
  ["lib:thirty-one", "Saying 31", "31を言うと負け", []],
  ["lib:wythoff", "Wythoff's game (a text)", "ワイトホフのゲーム(定義文)", []],
  ["lib:wythoff-spread", "Wythoff's game with a spread", "一般化ワイトホフ", []],
  ["lib:fibonacci-nim", "Fibonacci Nim (a text)", "フィボナッチ・ニム(定義文)", []],
  ["lib:mem", "Mem (a text)", "メム(定義文)", []],
  ["lib:euclid", "Euclid's game", "ユークリッドのゲーム", ["ユークリッド"]],
  ["lib:end-nim", "End-Nim", "端のニム", []],
  ["lib:chomp2", "Chomp, two rows", "チョンプ(二段)", ["chomp", "チョンプ"]],
  ["lib:chomp3", "Chomp, three rows", "チョンプ(三段)", []],
  ["lib:silver-dollar", "Silver Dollar", "銀貨のゲーム", ["coins", "コイン"]],
  ["lib:kayles", "Kayles (a text)", "ケイレス(定義文)", []],
  ["lib:string-cutting", "Cutting a string of real length", "実数の長さのひも切り", []],
  ["lib:northcott", "Northcott's game", "ノースコットのゲーム", ["ノースコット"]],
  ["lib:cutcake", "Cutcake", "カットケーキ", ["ケーキ", "cake"]],
  ["lib:maundy-cake", "Maundy Cake", "マウンディ・ケーキ", []],
  ["lib:eatcake", "Eatcake", "イートケーキ", []],
  ["lib:turn-and-eatcake", "Turn-and-Eatcake", "回すイートケーキ", []],
  ["lib:domineering", "Domineering (a text)", "ドミナリング(定義文)", []],
  ["lib:toads-and-frogs", "Toads and Frogs (a text)", "ヒキガエルとカエル(定義文)", []],
  ["board:clobber", "Clobber", "クロバー", []],
  ["board:col", "Col", "コル", []],
  ["board:domineering", "Domineering", "ドミナリング", ["ドミノ"]],
  ["board:hackenbush", "Hackenbush", "ハッケンブッシュ", ["red blue hackenbush"]],
  ["board:snort", "Snort", "スノート", []],
  ["board:toads-and-frogs", "Toads and Frogs", "ヒキガエルとカエル", ["カエル"]],
  ["board:toppling-dominoes", "Toppling Dominoes", "ドミノ倒し", []],
];

/** A position of each game on a board, to begin with. @type {Record<string, string>} */
export const BOARDS = {
  clobber: "xo|ox", col: ".-.-.", domineering: "....|....|....|....", hackenbush: "lr(lr)", snort: ".-.-.", "toads-and-frogs": "tt.ff", "toppling-dominoes": "lreer",
};

/** A position of each game on a board to play from, where another than that to look at is neither lost nor won in one move. @type {Record<string, string>} */
export const PLAYED = {
  clobber: "xoxo|oxox", col: "1-2 2-3 3-4 4-1 1-5", hackenbush: "@1 1l2 2r3 3r4 1r5 5l6 1l7 7r8", "knight-cram": "....|....|...#", snort: "1-2 2-3 3-4 4-5 5-6 6-7", "toads-and-frogs": "ttt..fff", "toppling-dominoes": "elrl#rler",
};

/** Games in which the player who begins has lost, at any usual position: there the program begins. */
export const SECOND = ["grid-col", "hex-col"];

/** Positions to begin with of the games that were learnt. @type {Map<string, string>} */
const STARTS = new Map();

/** Whether both players of a game that was learnt have the same moves. @type {Map<string, boolean>} */
export const IMPARTIAL = new Map();

/** Games that were learnt whose positions can recur. @type {Set<string>} */
const RECURRING = new Set();

/** What was asked, in which language. @type {{language: string, games: Promise<any[]>} | null} */
let asked = null;

/** Learns the names of all board games of the library, once; with what is said of all games, in the language of the page. @returns {Promise<any[]>} */
export function learn() {
  if (asked?.language === language()) return asked.games;
  const games = ask("games", {}).then(({ games: all }) => all.map(learnt));
  const now = { language: language(), games };
  asked = now;
  games.catch(() => { if (asked === now) asked = null; }); // the next who asks tries again
  return games;
}

/** @param {any} game */
function learnt(game) {
  const { kind, name, japanese, start, impartial, description } = game;
  if (!onBoard(game)) return game;
  if (kind === "loopy") RECURRING.add(name);
  STARTS.set(name, start ?? "");
  IMPARTIAL.set(`board:${name}`, impartial);
  if (!NAMES.some(([known]) => known === `board:${name}`)) NAMES.push([`board:${name}`, capitals(name), japanese ?? capitals(name), []]);
  // The sentence begins with the name in Japanese.
  return { ...game, description: japanese && description?.startsWith(`${japanese}：`) ? description.slice(japanese.length + 1) : description };
}

/** Whether a game of the library is played on a board. @param {any} game */
export function onBoard({ kind }) {
  return kind === "board" || kind === "loopy";
}

/** Whether positions of a board game can recur, as far as its text or the library says. @param {string} game */
export function recurs(game) {
  return RECURRING.has(game) || (isBoardText(game) && /^\s*loopy\b/m.test(game));
}

/** A position of a board game to begin with. @param {string} game */
export function startOf(game) {
  const kind = /^\s*board\s+(\w+)/m.exec(game)?.[1];
  const usual = /** @type {Record<string, string>} */ ({ grid: "4x4", hex: "3x3", strip: ".......", graph: "1-2 2-3 3-4" });
  return kind ? usual[kind] ?? "" : BOARDS[game] ?? STARTS.get(game) ?? "";
}

/** Whether a text is a game in the language of boards. @param {string} text */
export function isBoardText(text) {
  return /^\s*board\s+(grid|hex|strip|graph)\b/m.test(text);
}

/** @param {string} name */
function capitals(name) {
  return name.split("-").map((word) => (/^(a|and|in|on|with)$/.test(word) ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`)).join(" ");
}

/** Signs that are written in several ways become one. @param {string} text */
export function plain(text) {
  return text.normalize("NFKC").trim().toLowerCase().replace(/[\u2019\u2018]/g, "'");
}

/**
 * The name of a game in the language of the page.
 * @param {string} rule
 * @returns {string}
 */
export function title(rule) {
  const known = NAMES.find(([name]) => name === rule || name === `lib:${rule}`);
  if (known) return known[language() === "ja" ? 2 : 1];
  if (isBoardText(rule)) return /^\s*(?:board:)?game\s+([^\s(]+)/m.exec(rule)?.[1] ?? rule;
  const board = /^board:([a-z0-9-]+)$/.exec(rule)?.[1];
  if (board) return capitals(board);
  const set = /^sub:([\d,]+)$/.exec(rule);
  return set ? `{${set[1]}}` : rule;
}

/**
 * Games whose name has a text in it, those whose name begins with it first.
 * @param {string} text
 * @returns {string[]}
 */
export function search(text) {
  const wanted = plain(text);
  if (!wanted) return [];
  const rank = (/** @type {[string, string, string, string[]]} */ [name, en, ja, others]) => {
    const names = [name, name.replace(/^(lib|board):/, ""), name.replaceAll("-", " "), en, ja, ...others].map(plain);
    // A text of a game that is there anyway comes after it.
    if (names.includes(wanted)) return / \(a text\)$/.test(en) ? 0.5 : 0;
    if (names.some((one) => one.startsWith(wanted))) return 1;
    return names.some((one) => one.includes(wanted)) ? 2 : 3;
  };
  return NAMES.map((entry, i) => ({ name: entry[0], rank: rank(entry), i })).filter(({ rank: r }) => r < 3)
    .sort((a, b) => a.rank - b.rank || a.i - b.i).map(({ name }) => name);
}
