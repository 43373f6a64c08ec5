"""Say how much of evenkeel the tests execute, and fail below the floor.

Run ``python tools/coverage_floor.py out/coverage.json`` after the tests. The web page's processes
are not followed, so that its lines are reported but have no floor.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

LINES, BRANCHES = 98.0, 90.0  # per cent, outside web/
WEB = "evenkeel/web/"
WORST = 10  # files that are named


def share(summaries: Iterable[dict[str, Any]], covered: str, total: str) -> float:
    """Per cent of what the summaries of files count."""
    found = list(summaries)
    whole = sum(summary[total] for summary in found)
    return 100 * sum(summary[covered] for summary in found) / whole if whole else 100.0


def main(path: Path) -> int:
    """Print the shares and the files with most lines left out; return 1 below a floor."""
    report = json.loads(path.read_text(encoding="utf-8"))["files"]
    files = {name: file["summary"] for name, file in report.items()}
    core = {name: summary for name, summary in files.items() if WEB not in name}
    web = [summary for name, summary in files.items() if WEB in name]
    lines = share(core.values(), "covered_lines", "num_statements")
    branches = share(core.values(), "covered_branches", "num_branches")
    print(f"lines    {lines:5.1f}%  of the package outside web/ (floor {LINES:g}%)")
    print(f"branches {branches:5.1f}%  (floor {BRANCHES:g}%)")
    print(
        f"lines    {share(web, 'covered_lines', 'num_statements'):5.1f}%  of web/, in this process"
    )
    worst = sorted(report.items(), key=lambda item: -len(item[1]["missing_lines"]))
    for name, file in worst[:WORST]:
        if WEB not in name and file["missing_lines"]:
            print(f"  {name}: {', '.join(map(str, file['missing_lines'][:20]))}")
    return int(lines < LINES or branches < BRANCHES)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
