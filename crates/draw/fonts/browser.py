"""Writes biz-udp-gothic-browser.ttf: the part of the font that pictures of this program need (fontTools).

Run from the root of the repository: python3 crates/draw/fonts/browser.py
"""

import glob
import re

from fontTools import subset
from fontTools.ttLib import TTFont

FOLDER = "crates/draw/fonts"
#: Where captions, names and titles of games stand.
SOURCES = [
    "crates/words/src/pictures.rs",
    "crates/words/src/drawing.rs",
    "crates/web/assets/js/parts/names.js",
    *glob.glob("crates/draw/src/*.rs"),
]


def read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


used = set("".join(read(path) for path in SOURCES))
for path in glob.glob("crates/boards/games/**/*.game", recursive=True):
    # The name of a board game stands before the colon.
    name = re.search("^# ja: ([^：:]*)", read(path), re.MULTILINE)
    used |= set(name.group(1) if name else "")
font = TTFont(f"{FOLDER}/biz-udp-gothic-subset.ttf")
#: Kanji, wide forms, signs of print and letters with accents: only those that are used. Everything else is kept.
rare = re.compile("[一-鿿！-～〃-〠〳-〿ヷ-ヺゝ-ゟヽ-ヿÀ-ÖØ-öø-ÿ]")
kept = [code for code in font.getBestCmap() if not rare.match(chr(code)) or chr(code) in used]
options = subset.Options(glyph_names=False, hinting=False, layout_features=[], name_IDs=["*"], notdef_outline=True)
subsetter = subset.Subsetter(options)
subsetter.populate(unicodes=kept)
subsetter.subset(font)
font.save(f"{FOLDER}/biz-udp-gothic-browser.ttf")
