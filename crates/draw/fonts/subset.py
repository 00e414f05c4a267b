"""Writes biz-udp-gothic-subset.ttf anew from a newer release of the whole font, with the characters that it has now (fontTools).

Run from the root of the repository: python3 crates/draw/fonts/subset.py BIZUDPGothic-Regular.ttf [MORE CHARACTERS]
The release has to be 1.051 or newer: before it, the glyphs of ≤ and ≥ stood for each other. It is in the package
@expo-google-fonts/biz-udpgothic of npm, for instance.
"""

import sys

from fontTools import subset
from fontTools.ttLib import TTFont

TARGET = "crates/draw/fonts/biz-udp-gothic-subset.ttf"
font = TTFont(sys.argv[1])
if round(font["head"].fontRevision, 3) < 1.051:
    sys.exit(f"release {font['head'].fontRevision:.3f} of the font is too old: 1.051 or newer is needed")
kept = set(TTFont(TARGET).getBestCmap()) | {ord(c) for c in "".join(sys.argv[2:])}
missing = sorted(kept - set(font.getBestCmap()))
if missing:
    sys.exit("the font lacks " + "".join(map(chr, missing)))
options = subset.Options(
    glyph_names=False,
    hinting=False,
    layout_features=[],
    name_IDs=[0, 1, 2, 5, 13],
    drop_tables=["GSUB", "GPOS", "GDEF", "BASE", "vhea", "vmtx", "VORG", "gasp", "DSIG", "meta", "prep", "fpgm", "cvt "],
    notdef_outline=True,
)
subsetter = subset.Subsetter(options)
subsetter.populate(unicodes=kept)
subsetter.subset(font)
font.save(TARGET)
