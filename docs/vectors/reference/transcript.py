"""Cases of transcript.json: preambles, runs of a transcript, tapes that are refused.

    python3 transcript.py      prints the file

The transcript from its definition, with nothing but SHA-256: a state of 32 bytes that every message is chained to.
"""

import hashlib

from sampling import sample_bytes, sample_elements

P = 2**31 - 2**24 + 1

ABOUT = {
    "format": "bytes are hex digits; elements are lists of canonical coordinates, coordinate 0 first",
    "preambles": "what is absorbed before the first draw. `header` is its encoded form. Exactly one of `witness` (base "
    "elements) and `commitment_root` is there; `state` is the transcript's after the preamble",
    "runs": "messages and draws after the preamble of that name. `send` is a label; `state` is the transcript's after the "
    "step; `tape` is what the messages leave on the tape",
    "tapes_refused": "tapes that are not `elements` elements of extension degree `degree`, and why",
}

HEADER, STATEMENT, OUTPUTS, HINTS, WITNESS, COMMITMENT = range(1, 7)
ELEMENT_LABELS = [16, 17, 32, 33, 34, 35, 36, 48, 49]


def little_endian(number, width):
    return number.to_bytes(width, "little")


def encoded(coordinates):
    return b"".join(little_endian(coordinate, 4) for coordinate in coordinates)


def header_bytes(case):
    header = b"statesync-gkr".ljust(16, b"\0") + bytes([1, 1, case["degree"]])
    header += bytes([0 if case["mode"] == "witness" else 1, 1 if case["outputs"] else 0])
    for part in (case["application"], case["commitment"]):
        header += little_endian(len(part), 2) + part
    return header + case["circuit"] + little_endian(len(case["context"]), 8) + case["context"]


class Transcript:
    """`drawn` says whether the operation before was a draw."""

    def __init__(self):
        self.state, self.drawn = bytes(32), False

    def hash(self, data):
        return hashlib.sha256(self.state + data).digest()

    def absorb_bytes(self, label, data):
        self.state, self.drawn = self.hash(little_endian(label, 2) + little_endian(len(data), 8) + data), False

    def absorb_elements(self, label, elements):
        head = little_endian(label, 2) + little_endian(len(elements), 2)
        self.state, self.drawn = self.hash(head + b"".join(map(encoded, elements))), False

    def draw(self, degree):
        if self.drawn:
            self.state = self.hash(b"\xfe")
        self.drawn = True
        output = self.state + self.hash(b"\xff")[:8]
        return [int.from_bytes(output[8 * i : 8 * i + 8], "little") % P for i in range(degree)]


def started(case):
    transcript = Transcript()
    transcript.absorb_bytes(HEADER, header_bytes(case))
    transcript.absorb_bytes(STATEMENT, case["statement"])
    if case["outputs"]:
        transcript.absorb_bytes(OUTPUTS, encoded(case["outputs"]))
    transcript.absorb_bytes(HINTS, case["hints"])
    if case["mode"] == "witness":
        transcript.absorb_bytes(WITNESS, encoded(case["witness"]))
    else:
        transcript.absorb_bytes(COMMITMENT, case["commitment_root"])
    return transcript


def preamble(name, degree, mode, **parts):
    case = {"name": name, "degree": degree, "mode": mode, "application": b"", "commitment": b""}
    case |= {"circuit": bytes(32), "context": b"", "statement": b"", "outputs": [], "hints": b""}
    case |= {"witness": []} if mode == "witness" else {"commitment_root": bytes(32)}
    return case | parts


PREAMBLES = [
    preamble("empty witness", 4, "witness"),
    preamble("empty commitment", 5, "commitment"),
    preamble(
        "full witness",
        4,
        "witness",
        application=b"an application",
        circuit=sample_bytes("transcript circuit", 32),
        context=b"a context",
        statement=sample_bytes("transcript statement", 100),
        outputs=[0, 1, P - 1],
        hints=b"\x05",
        witness=sample_elements("transcript witness", 200),
    ),
    preamble(
        "full commitment",
        5,
        "commitment",
        application=sample_bytes("transcript application", 300),
        commitment=b"parameters",
        circuit=sample_bytes("transcript other circuit", 32),
        context=sample_bytes("transcript context", 70),
        statement=b"a statement",
        outputs=sample_elements("transcript outputs", 20),
        hints=sample_bytes("transcript hints", 9),
        commitment_root=sample_bytes("transcript root", 32),
    ),
]


def preamble_rows():
    for case in PREAMBLES:
        row = {key: value.hex() if isinstance(value, bytes) else value for key, value in case.items()}
        yield row | {"header": header_bytes(case).hex(), "state": started(case).state.hex()}


def steps(name, degree):
    """Draws alone, after one another and after messages of every label; sizes on both sides of a block's end."""
    yield from [None, None, None]
    for label in ELEMENT_LABELS:
        coordinates = iter(sample_elements(f"transcript {name} {label}", 3 * degree))
        yield label, [[next(coordinates) for _ in range(degree)] for _ in range(3)]
        yield None
    for count in (0, 1, 2, 4, 5, 16, 33):
        yield 17, [[(P - 1 - i * degree - j) % P for j in range(degree)] for i in range(count)]
        yield from [None, None]


def run_rows():
    for case in PREAMBLES:
        transcript, tape, rows = started(case), b"", []
        for step in steps(case["name"], case["degree"]):
            if step is None:
                row = {"draw": transcript.draw(case["degree"])}
            else:
                label, elements = step
                transcript.absorb_elements(label, elements)
                tape += b"".join(map(encoded, elements))
                row = {"send": label, "elements": elements}
            rows.append(row | {"state": transcript.state.hex()})
        yield {"preamble": case["name"], "degree": case["degree"], "steps": rows, "tape": tape.hex()}


def tape_rows():
    for degree in (4, 5):
        good = [1] * (2 * degree)
        for place in (0, degree, 2 * degree - 1):
            for word in (P, P + 1, 2 * P - 1, 2**31, 2**32 - 1):
                words = good[:place] + [word] + good[place + 1 :]
                yield {"degree": degree, "elements": 2, "tape": encoded(words).hex(), "why": "not canonical"}
        tape = encoded(good)
        for short in (b"", tape[:1], tape[:-4], tape[:-1]):
            yield {"degree": degree, "elements": 2, "tape": short.hex(), "why": "too short"}
        for surplus in (b"\0", bytes(4), tape, sample_bytes("transcript noise", 64)):
            yield {"degree": degree, "elements": 2, "tape": (tape + surplus).hex(), "why": "too long"}


def content():
    return {"about": ABOUT, "preambles": preamble_rows(), "runs": run_rows(), "tapes_refused": tape_rows()}


if __name__ == "__main__":
    from generate import text

    print(text(content), end="")
