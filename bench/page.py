"""page.py -- what the programs here write into the pages of docs/: a table between two marks, in place of the one before."""
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"


def write_between(name, mark, text):
    """Puts `text` between <!-- mark --> and <!-- /mark --> of a page."""
    page, begin, end = DOCS / name, f"<!-- {mark} -->\n", f"<!-- /{mark} -->\n"
    before, begun, rest = page.read_text().partition(begin)
    _, ended, after = rest.partition(end)
    if not begun or not ended: raise SystemExit(f"docs/{name} has no place for {mark}")
    page.write_text(before + begin + text + end + after)
