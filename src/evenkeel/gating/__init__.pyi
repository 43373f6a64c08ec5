"""The public names of this room, each with the file that defines it."""

from .gates import Benchmark as Benchmark
from .gates import Gate as Gate
from .gates import gate as gate
from .gates import gate_files as gate_files
from .shifts import Suite as Suite
