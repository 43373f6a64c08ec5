"""Kendall's coefficient of concordance W: how far the problems rank the algorithms alike."""

from __future__ import annotations

from evenkeel.effects.sizes.registry import EFFECTS, EffectSize
from evenkeel.words.references import REFERENCES

EFFECTS.register(
    EffectSize(
        "kendall-w",
        title="Kendall's W",
        formula="variance of the rank sums over the largest that it can have, corrected for ties",
        range=(0.0, 1.0),
        neutral=0.0,
        law="bootstrap over problems of the mean correlation of two problems",
        assumes="nothing of the values; without any common order it is 1/n on average, not 0",
        reference=REFERENCES["kendall1939"],
        takes=("whole table",),
        aliases=("concordance",),
    )
)
