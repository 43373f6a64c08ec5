"""The public names of this room, each with the file that defines it."""

from .references import Reference as Reference
