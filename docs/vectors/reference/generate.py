"""Writes the vector files, or with --check compares them and exits 1 if any differs.

    python3 docs/vectors/reference/generate.py [--check]

Standard library only, Python 3.10 or newer.
"""

import argparse
import json
import sys
from pathlib import Path

import hashes
import transcript
import trees

FOLDER = Path(__file__).resolve().parent.parent
FILES = {"hashes.json": hashes.content, "trees.json": trees.content, "transcript.json": transcript.content}


def is_list_of_records(value):
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def lines(value, depth=0):
    """JSON with one record per line: what holds lists of records is opened up, a record stays on its line."""
    if is_list_of_records(value):
        brackets, items = "[]", [lines(item, depth + 1) for item in value]
    elif isinstance(value, dict) and (depth < 2 or any(map(is_list_of_records, value.values()))):
        brackets, items = "{}", [f"{json.dumps(key)}: {lines(item, depth + 1)}" for key, item in value.items()]
    else:
        return json.dumps(value)
    indent = "  " * (depth + 1)
    return brackets[0] + "\n" + ",\n".join(indent + item for item in items) + "\n" + "  " * depth + brackets[1]


def text(content):
    """The file's text. Rows come as generators; JSON wants lists."""
    return lines({key: value if isinstance(value, dict) else list(value) for key, value in content().items()}) + "\n"


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--check", action="store_true", help="write nothing, exit 1 if a file differs")
    check = arguments.parse_args().check
    stale = []
    for name, content in FILES.items():
        path, wanted = FOLDER / name, text(content)
        if check:
            if not path.is_file() or path.read_text(encoding="utf-8") != wanted:
                stale.append(name)
        else:
            path.write_text(wanted, encoding="utf-8")
            print(f"{path}: {len(wanted)} bytes")
    if stale:
        sys.exit(f"not what the reference computes: {', '.join(stale)}")
    if check:
        print(f"{', '.join(FILES)}: as the reference computes them")


if __name__ == "__main__":
    main()
