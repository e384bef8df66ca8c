"""A verifier of path proofs, written from `docs/protocol.md` and not from the Rust code. Section numbers are its.

    python3 verify.py STATEMENT.json PROOF [--context HEX]

prints `accepted` (exit 0) or `refused: reason` (exit 1). It knows membership, non-membership and update, keyed and slot
trees, the inline form. Like its neighbours it is slow on purpose: the circuit is built gate by gate, and every layer of
every proof walks all of them.

The order of the file is that of a verification: arithmetic, transcript, statement, envelope, path, circuit, reduction.
"""

import argparse
import hashlib
import json
import re
import struct
import sys
from dataclasses import dataclass
from pathlib import Path

from poseidon2 import P, P16
from registry import DIGEST_LENGTH, FORMAT, KEY_BITS, KEY_BYTES, Tree, digest_bytes, key_bit, node_digest

DIGEST_BYTES = 4 * DIGEST_LENGTH
EXTENSION_BYTES = 16
DEGREE = 3  # of the path circuit, which has cubes
LEAST_COPIES_LOG = 5  # section 8: at least 32 copies


class Refused(Exception):
    """The proof is refused, or the statement is malformed: `str` of it is the reason."""


def require(condition, reason):
    if not condition:
        raise Refused(reason)


# Section 1: the extension E4


class E4(tuple):
    """c_0 + c_1 X + c_2 X^2 + c_3 X^3, modulo X^4 - 3."""

    def __add__(self, other):
        return E4([(a + b) % P for a, b in zip(self, other, strict=True)])

    def __sub__(self, other):
        return E4([(a - b) % P for a, b in zip(self, other, strict=True)])

    def __mul__(self, other):
        a0, a1, a2, a3 = self
        b0, b1, b2, b3 = other
        return E4(
            [
                (a0 * b0 + 3 * (a1 * b3 + a2 * b2 + a3 * b1)) % P,
                (a0 * b1 + a1 * b0 + 3 * (a2 * b3 + a3 * b2)) % P,
                (a0 * b2 + a1 * b1 + a2 * b0 + 3 * a3 * b3) % P,
                (a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0) % P,
            ]
        )

    def scale(self, factor):
        """The product with a base element."""
        return E4([a * factor % P for a in self])


ZERO = E4([0, 0, 0, 0])
ONE = E4([1, 0, 0, 0])


def total(elements):
    return sum(elements, ZERO)


def powers(base, count):
    """base^0 .. base^(count - 1)"""
    result = [ONE]
    while len(result) < count:
        result.append(result[-1] * base)
    return result


def eq_table(point):
    """eq(point, c) for every copy c: coordinate i belongs to bit i of its number."""
    table = [ONE]
    for coordinate in point:
        high = [weight * coordinate for weight in table]
        table = [weight - part for weight, part in zip(table, high, strict=True)] + high
    return table


# Section 2: the transcript

HEADER, STATEMENT, HINTS, WITNESS, ROUND, OPENED = 1, 2, 4, 5, 16, 17


class Transcript:
    def __init__(self):
        self.state = bytes(32)
        self.drew = False

    def absorb_bytes(self, label, data):
        self._absorb(struct.pack("<HQ", label, len(data)) + data)

    def absorb_elements(self, label, data):
        self._absorb(struct.pack("<HH", label, len(data) // EXTENSION_BYTES) + data)

    def draw(self):
        if self.drew:
            self._absorb(b"\xfe")
        self.drew = True
        return E4([value % P for value in struct.unpack("<4Q", self.state)])

    def _absorb(self, message):
        self.state = hashlib.sha256(self.state + message).digest()
        self.drew = False


# Section 1: bytes


class Reader:
    """Reads from the front; refuses to read past the end, and whatever is left over."""

    def __init__(self, data, name):
        self.data = data
        self.name = name
        self.at = 0

    def take(self, length):
        require(self.at + length <= len(self.data), f"the {self.name} is too short")
        self.at += length
        return self.data[self.at - length : self.at]

    def byte(self):
        return self.take(1)[0]

    def digest(self):
        return base_elements(self.take(DIGEST_BYTES))

    def end(self):
        require(self.at == len(self.data), f"bytes are left over at the end of the {self.name}")


def base_elements(data):
    values = struct.unpack(f"<{len(data) // 4}I", data)
    require(all(value < P for value in values), "an element is not canonical")
    return values


def extension_elements(data):
    values = base_elements(data)
    return [E4(values[start : start + 4]) for start in range(0, len(values), 4)]


# Sections 6 and 7: anchors, states, statements

KEYED, SLOTS = 0, 1
MEMBERSHIP, NON_MEMBERSHIP, UPDATE = 1, 2, 3
STATE_TAGS = {"empty": 0, "occupied": 1, "tombstone": 2}
EMPTY_STATE, TOMBSTONE = ("empty",), ("tombstone",)  # the third is ("occupied", value digest)

# A statement as JSON, the form of the command line: its kind, and beside `key` the fields of its anchors and states.
FIELDS = {
    "membership": (MEMBERSHIP, ["anchor"], ["value"]),
    "non-membership": (NON_MEMBERSHIP, ["anchor"], ["absence"]),
    "update": (UPDATE, ["old_anchor", "new_anchor"], ["old", "new"]),
}


@dataclass
class Anchor:
    shape: int
    depth: int
    root: tuple

    def shape_bytes(self):
        return bytes([self.shape, self.depth])

    def to_bytes(self):
        return self.shape_bytes() + bytes([FORMAT]) + digest_bytes(self.root)


@dataclass
class Statement:
    """One anchor and state, or for an update the old and the new of each."""

    kind: int
    anchors: list
    key: bytes
    states: list

    def to_bytes(self):
        states = b"".join(state_bytes(state) for state in self.states)
        if self.kind == MEMBERSHIP:
            states = states[1:]  # a value digest, without the tag
        return bytes([self.kind]) + b"".join(anchor.to_bytes() for anchor in self.anchors) + self.key + states

    def application_bytes(self):
        return bytes([self.kind]) + self.anchors[0].shape_bytes()


def state_bytes(state):
    name, *value = state
    return bytes([STATE_TAGS[name]]) + b"".join(map(digest_bytes, value))


def parse_hex(text, length, what):
    require(re.fullmatch(f"[0-9a-f]{{{2 * length}}}", text), f"{what}: not {length} bytes in hexadecimal")
    return bytes.fromhex(text)


def parse_digest(text, what):
    return base_elements(parse_hex(text, DIGEST_BYTES, what))


def parse_anchor(text):
    match = re.fullmatch("(keyed|slots([1-9][0-9]?)):([0-9a-f]*)", text)
    require(match, "the anchor is neither keyed:ROOT nor slotsDEPTH:ROOT")
    depth = int(match[2] or 0)
    require(depth <= 64, "a slot tree has at most 64 levels")
    return Anchor(SLOTS if depth else KEYED, depth, parse_digest(match[3], "root"))


def parse_state(text):
    if text in ("empty", "tombstone"):
        return (text,)
    name, _, value = text.partition(":")
    require(name == "occupied", "the state is none of empty, tombstone, occupied:DIGEST")
    return ("occupied", parse_digest(value, "value digest"))


def parse_statement(fields):
    """The statement that a dictionary spells; one that section 7 calls malformed is refused."""
    require(isinstance(fields, dict) and all(isinstance(text, str) for text in fields.values()), "no statement")
    require(fields.get("kind") in FIELDS, "unknown kind of statement")
    kind, anchor_fields, state_fields = FIELDS[fields["kind"]]
    require(fields.keys() == {"kind", "key", *anchor_fields, *state_fields}, "fields of another kind of statement")
    prefix = "occupied:" if kind == MEMBERSHIP else ""
    statement = Statement(
        kind,
        [parse_anchor(fields[name]) for name in anchor_fields],
        parse_hex(fields["key"], KEY_BYTES, "key"),
        [parse_state(prefix + fields[name]) for name in state_fields],
    )
    check_statement(statement)
    return statement


def check_statement(statement):
    first, last = statement.anchors[0], statement.anchors[-1]
    require(first.shape_bytes() == last.shape_bytes(), "anchors of two shapes")
    if first.shape == SLOTS:
        key = int.from_bytes(statement.key, "big")
        require(key % 2 ** (KEY_BITS - first.depth) == 0, "the key is no slot of this tree")
    if statement.kind == NON_MEMBERSHIP:
        require(statement.states[0] in (EMPTY_STATE, TOMBSTONE), "non-membership of an occupied leaf")
    if statement.kind == UPDATE and first.shape == KEYED:
        old, new = statement.states
        require((old, new) != (EMPTY_STATE, TOMBSTONE), "a keyed tree has no change from empty to tombstone")
        require(old == EMPTY_STATE or new != EMPTY_STATE, "no leaf of a keyed tree becomes empty")


# Section 7: hints and envelope

MAGIC = b"SSPF"
VERSION = 1
INLINE = 1
TERMINAL_EMPTY, TERMINAL_OWN, TERMINAL_OTHER = 0, 1, 2


@dataclass
class Hints:
    """The levels of the path, the leaves other than the key's at its end (one at most), and the hints' bytes."""

    levels: int
    others: dict
    data: bytes


@dataclass
class Proof:
    hints: Hints
    tape: bytes
    witness: bytes


def read_proof(data, statement):
    reader = Reader(data, "proof")
    require(reader.take(4) == MAGIC, "this is no proof")
    require(reader.byte() == VERSION, "unknown version of the envelope")
    require(reader.byte() == INLINE, "the form is not inline")
    require(reader.byte() == statement.kind, "a proof of another kind")
    require(reader.take(2) == statement.anchors[0].shape_bytes(), "a proof for another shape of tree")
    hints = read_hints(reader, statement)
    runs = len(statement.anchors)
    tape = reader.take(tape_length(runs, hints.levels))
    witness = reader.take(DIGEST_BYTES * witness_slots(runs, hints.levels))
    reader.end()
    return Proof(hints, tape, witness)


def read_hints(reader, statement):
    anchor = statement.anchors[0]
    if anchor.shape == SLOTS:
        return Hints(anchor.depth, {}, b"")
    start = reader.at
    levels = reader.byte()
    require(levels <= KEY_BITS, "a path longer than a key")
    terminal = reader.byte()
    require(terminal in (TERMINAL_EMPTY, TERMINAL_OWN, TERMINAL_OTHER), "unknown terminal")
    if terminal == TERMINAL_OWN:
        require(statement.states[0] != EMPTY_STATE, "the terminal is the key's leaf, but its state is empty")
    else:
        require(statement.states[0] == EMPTY_STATE, "the state is not empty, but the terminal is not the key's leaf")
    others = read_other(reader, statement.key, levels) if terminal == TERMINAL_OTHER else {}
    return Hints(levels, others, reader.data[start : reader.at])


def read_other(reader, key, levels):
    other = reader.take(KEY_BYTES)
    require(other != key, "the other leaf is the key's own")
    require(all(key_bit(other, i) == key_bit(key, i) for i in range(levels)), "the other leaf is not on the key's path")
    return {other: read_leaf_state(reader)}


def read_leaf_state(reader):
    tag = reader.byte()
    if tag == STATE_TAGS["occupied"]:
        return ("occupied", reader.digest())
    require(tag == STATE_TAGS["tombstone"], "the other leaf is neither occupied nor a tombstone")
    return TOMBSTONE


# Section 8: terminals, copies, witness


def copies_log(runs, levels):
    """k, where 2^k is the number of copies."""
    return max(LEAST_COPIES_LOG, (runs * levels - 1).bit_length())


def witness_slots(runs, levels):
    """The outputs of all copies but the top ones, then the siblings."""
    return runs * (levels - 1) + levels if levels else 0


def tape_length(runs, levels):
    """In bytes. Where there is no level, there is no copy and no challenge."""
    if levels == 0:
        return 0
    rounds = copies_log(runs, levels)
    return EXTENSION_BYTES * sum(DEGREE * rounds + len(layer.opened) for layer in CIRCUIT if layer.opened)


def terminal_digest(statement, hints, state):
    """The subtree at the end of the path that holds the other leaf, if any, and the key's, if it is not empty."""
    leaves = dict(hints.others)
    if state != EMPTY_STATE:
        leaves[statement.key] = state
    tree = Tree(statement.anchors[0].depth or None, leaves)
    return tree.subtree(hints.levels, list(tree.leaves))


def real_copies(statement, hints, terminals, slots):
    """The input of every real copy: left, right, out."""
    siblings = slots[-hints.levels :]
    inner = iter(slots)  # outputs of the copies that are not top ones, in the order in which they are asked for
    lower, top = [], []
    for anchor, below in zip(statement.anchors, terminals, strict=True):
        for level, sibling in zip(reversed(range(hints.levels)), siblings, strict=True):
            pair = sibling + below if key_bit(statement.key, level) else below + sibling
            out = next(inner) if level else anchor.root
            (lower if level else top).append(pair + out)
            below = out
    return lower + top


# Sections 4 and 8: the circuit that hashes one node

WIDTH = P16.width
INPUT_WIRES = 3 * DIGEST_LENGTH  # left, right, out
PADDING = (0,) * WIDTH + node_digest((0,) * DIGEST_LENGTH, (0,) * DIGEST_LENGTH)


@dataclass
class Layer:
    """Constants are (output, value), gates (output, input, coefficient), in the order of the canonical form.

    No layer of this circuit has products. All its coefficients are nonzero, and no two gates have the same wires.
    """

    outputs: int
    constants: list
    linear: list
    cubes: list
    taps: list

    def __post_init__(self):
        self.opened = sorted({wire for _, wire, _ in self.cubes})

    def digest_numbers(self):
        yield from (WIDTH, self.outputs)
        for table in (self.constants, self.linear, [], self.cubes, self.taps, [[wire] for wire in self.opened]):
            yield len(table)
            for row in table:
                yield from row


def matrix_gates(matrix, outputs, inputs):
    return [(output, wire, matrix[output][wire] % P) for wire in inputs for output in range(outputs)]


def matrix_layer(matrix, cubed, constants, outputs=WIDTH, taps=()):
    """The matrix, on the cubes of the wires `cubed` and on all others as they are, and then constants."""
    return Layer(
        outputs,
        list(enumerate(constants)),
        matrix_gates(matrix, outputs, [wire for wire in range(WIDTH) if wire not in cubed]),
        matrix_gates(matrix, outputs, cubed),
        list(taps),
    )


def path_circuit():
    """From the input to the outputs: a linear layer, then one layer for each round."""
    external = P16.external
    internal = [[1] * WIDTH for _ in range(WIDTH)]
    for wire, value in enumerate(P16.diagonal):
        internal[wire][wire] += value
    full, partial = (external, range(WIDTH)), (internal, range(1))
    rounds = [full] * len(P16.first) + [partial] * len(P16.partial) + [full] * len(P16.last)
    constants = [*P16.first, *([constant] for constant in P16.partial), *P16.last]
    layers = [matrix_layer(external, range(0), constants[0])]
    for (matrix, cubed), following in zip(rounds[:-1], constants[1:], strict=True):
        layers.append(matrix_layer(matrix, cubed, following))
    left, out = range(DIGEST_LENGTH), range(WIDTH, INPUT_WIRES)
    taps = [(j, wire, 1) for j, wire in enumerate(left)] + [(j, wire, P - 1) for j, wire in enumerate(out)]
    layers.append(matrix_layer(*full, [], DIGEST_LENGTH, taps))
    return layers


def circuit_digest(layers):
    numbers = [1, 0, INPUT_WIRES, len(layers)]  # version, close: open
    for layer in layers:
        numbers += layer.digest_numbers()
    return hashlib.sha256(b"statesync-circuit" + struct.pack(f"<{len(numbers)}I", *numbers)).digest()


CIRCUIT = path_circuit()
CIRCUIT_DIGEST = circuit_digest(CIRCUIT)


# Section 3: the preamble


def header(statement, context):
    application = statement.application_bytes()
    return b"".join(
        [
            b"statesync-gkr".ljust(16, b"\0"),
            bytes([1, 1, 4, 0, 0]),  # version, hash suite, extension degree, mode: open, no public outputs
            struct.pack("<H", len(application)) + application,
            struct.pack("<H", 0),  # commitment parameters: none
            CIRCUIT_DIGEST,
            struct.pack("<Q", len(context)) + context,
        ]
    )


def begin(statement, context, proof):
    transcript = Transcript()
    transcript.absorb_bytes(HEADER, header(statement, context))
    transcript.absorb_bytes(STATEMENT, statement.to_bytes())
    transcript.absorb_bytes(HINTS, proof.hints.data)
    transcript.absorb_bytes(WITNESS, proof.witness)
    return transcript


# Section 5: the reduction


def pull_back(gates, weights, inputs):
    """sum_j w[j] a_{j,x} for every input x."""
    result = [ZERO] * inputs
    for output, wire, coefficient in gates:
        result[wire] += weights[output].scale(coefficient)
    return result


def sumcheck(transcript, tape, point, value):
    """Step 3: the rounds of one layer. Gives the new point and value."""
    challenges = []
    for coordinate in point:
        data = tape.take(EXTENSION_BYTES * DEGREE)
        transcript.absorb_elements(ROUND, data)
        coefficients = extension_elements(data)
        constant = value - coordinate * total(coefficients)
        challenge = transcript.draw()
        monomials = powers(challenge, DEGREE + 1)
        value = total(c * x for c, x in zip([constant, *coefficients], monomials, strict=True))
        challenges.append(challenge)
    return challenges, value


def open_wires(transcript, tape, layer, linear, cubic, value):
    """Steps 4 and 5: z_s of the layer's nonlinear wires. Gives the next claim's weights and value.

    The last layer has taps, so that no layer of this circuit has the check `u = 0`.
    """
    data = tape.take(EXTENSION_BYTES * len(layer.opened))
    transcript.absorb_elements(OPENED, data)
    opened = list(zip(layer.opened, extension_elements(data), strict=True))
    value -= total(cubic[wire] * z * z * z for wire, z in opened)
    gammas = powers(transcript.draw(), len(opened) + 1)
    weights = list(linear)
    for gamma, (wire, z) in zip(gammas[1:], opened, strict=True):
        weights[wire] += gamma
        value += gamma * z
    return weights, value


def reduce_to_input(transcript, tape, rounds):
    """From "all outputs are zero" to one claim about the circuit's input: its point, weights and value."""
    point = [transcript.draw() for _ in range(rounds)]
    weights = powers(transcript.draw(), CIRCUIT[-1].outputs)
    value = ZERO
    tap_weights = [ZERO] * INPUT_WIRES
    for layer in reversed(CIRCUIT):
        kappa = total(weights[output].scale(constant) for output, constant in layer.constants)
        taps = pull_back(layer.taps, weights, INPUT_WIRES)
        tap_weights = [before + more for before, more in zip(tap_weights, taps, strict=True)]
        linear = pull_back(layer.linear, weights, WIDTH)
        if layer.opened:
            cubic = pull_back(layer.cubes, weights, WIDTH)
            point, value = sumcheck(transcript, tape, point, value)
            weights, value = open_wires(transcript, tape, layer, linear, cubic, value - kappa)
        else:
            weights, value = linear, value - kappa
    weights += [ZERO] * (INPUT_WIRES - WIDTH)
    return point, [weight + tap for weight, tap in zip(weights, tap_weights, strict=True)], value


def weighted_input(copies, point, weights):
    """sum_i weights[i] Input~_i(point), with padding behind the given copies."""
    shares = eq_table(point)
    real, padding = shares[: len(copies)], shares[len(copies) :]
    rows = [*zip(copies, real, strict=True), (PADDING, total(padding))]
    return total(
        weight * total(share.scale(copy[wire]) for copy, share in rows) for wire, weight in enumerate(weights)
    )


# Section 8: the verdict


def verify(statement_dict, context_bytes, proof_bytes):
    """Returns where the proof is accepted, raises `Refused` where it is not."""
    statement = parse_statement(statement_dict)
    proof = read_proof(proof_bytes, statement)
    terminals = [terminal_digest(statement, proof.hints, state) for state in statement.states]
    if proof.hints.levels == 0:
        roots = [anchor.root for anchor in statement.anchors]
        require(terminals == roots, "the root is not the leaf's digest")
    else:
        check_path(statement, context_bytes, proof, terminals)


def check_path(statement, context, proof, terminals):
    values = base_elements(proof.witness)
    slots = [values[start : start + DIGEST_LENGTH] for start in range(0, len(values), DIGEST_LENGTH)]
    copies = real_copies(statement, proof.hints, terminals, slots)
    transcript = begin(statement, context, proof)
    tape = Reader(proof.tape, "tape")
    rounds = copies_log(len(statement.anchors), proof.hints.levels)
    point, weights, value = reduce_to_input(transcript, tape, rounds)
    tape.end()
    require(weighted_input(copies, point, weights) == value, "the claim is not true of the witness")


def unique_fields(pairs):
    fields = dict(pairs)
    require(len(fields) == len(pairs), "a field of the statement appears twice")
    return fields


def main():
    parser = argparse.ArgumentParser(description="Check a path proof, inline form, of your own statement.")
    parser.add_argument("statement", type=Path, help="the statement, as `statesync prove --statement-out` writes it")
    parser.add_argument("proof", type=Path)
    parser.add_argument("--context", type=bytes.fromhex, default=b"", metavar="HEX")
    arguments = parser.parse_args()
    try:
        statement = json.loads(arguments.statement.read_bytes(), object_pairs_hook=unique_fields)
        verify(statement, arguments.context, arguments.proof.read_bytes())
    except (Refused, OSError, ValueError) as reason:
        print(f"refused: {reason}")
        return 1
    print("accepted")
    return 0


if __name__ == "__main__":
    sys.exit(main())
