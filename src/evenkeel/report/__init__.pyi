"""The public names of this room, each with the file that defines it."""

from .document import Column as Column
from .document import Document as Document
from .document import Heading as Heading
from .document import Notice as Notice
from .document import Outcome as Outcome
from .document import Paragraph as Paragraph
from .document import Picture as Picture
from .document import Table as Table
