"""The decision guide in Spanish."""

from pages.guide_in_english import ENGLISH

SPANISH = ENGLISH
