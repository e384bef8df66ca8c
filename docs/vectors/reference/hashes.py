"""Cases of hashes.json: permutations, keys, values, leaves, nodes, empty subtrees."""

from poseidon2 import P, P16, P24
from registry import (
    DIGEST_LENGTH,
    KEY_BYTES,
    digest_bytes,
    empty_digest,
    hashed_key,
    key_limbs,
    leaf_digest,
    node_digest,
    slot_key,
    value_digest,
)
from sampling import sample_bytes, sample_elements

ABOUT = {
    "format": "digests are 64 hex digits: 8 field elements, each 4 bytes little-endian; keys are 62 hex digits; "
    "field elements are canonical numbers; slot indices are decimal strings (they reach 2^64 - 1)",
    "permutations": "Poseidon2 of that width, `input` to `output`, without feed-forward",
    "nodes": "C(left, right)",
    "hashed_keys": "Key::hashed of the bytes in `name`",
    "slot_keys": "Key::slot(index, depth)",
    "slots_refused": "indices that are not in a tree of that depth: an error, never wrapped",
    "key_limbs": "the nine limbs of a key as the leaf hash takes them: eight of 30 bits, one of 8",
    "values": "the digest of the bytes in `value`",
    "leaves": "the leaf hash of key and state; `value_digest` is null where the state has none",
    "empty": "E_h: the digest of a slot tree's empty subtree of that height; height 0 is EMPTY",
    "digests_refused": "64 hex digits (or not) that are no digest, and why",
}

ZEROS = (0,) * DIGEST_LENGTH
LARGEST = (P - 1,) * DIGEST_LENGTH
KEYS = [
    bytes(KEY_BYTES),
    bytes(KEY_BYTES - 1) + b"\x01",
    b"\x80" + bytes(KEY_BYTES - 1),
    b"\xff" * KEY_BYTES,
    bytes(range(1, KEY_BYTES + 1)),
    hashed_key(b"bash"),
]
SLOT_DEPTHS = (1, 3, 24, 28, 31, 32, 63, 64)


def permutation_rows():
    for permutation in (P16, P24):
        width = permutation.width
        inputs = [[0] * width, list(range(width)), [P - 1] * width]
        inputs += [sample_elements(f"permutation {width} {i}", width) for i in range(4)]
        for state in inputs:
            yield {"width": width, "input": state, "output": permutation.permute(state)}


def node_rows():
    pairs = [(ZEROS, ZEROS), (ZEROS, LARGEST), (LARGEST, ZEROS), (empty_digest(0), empty_digest(0))]
    for i in range(8):
        pairs.append(tuple(tuple(sample_elements(f"node {i} {side}", DIGEST_LENGTH)) for side in ("left", "right")))
    for left, right in pairs:
        yield {
            "left": digest_bytes(left).hex(),
            "right": digest_bytes(right).hex(),
            "digest": digest_bytes(node_digest(left, right)).hex(),
        }


def name_rows():
    names = [b"", b"\0", b"\0\0", b"bash", b"Bash", "grün".encode(), b"a" * 151, b"a" * 152, b"a" * 153]
    for name in names + [sample_bytes(f"name {i}", 8 * i + 5) for i in range(4)]:
        yield {"name": name.hex(), "key": hashed_key(name).hex()}


def slot_rows():
    for depth in SLOT_DEPTHS:
        top = 2**depth - 1
        middle = int.from_bytes(sample_bytes(f"slot {depth}", 8), "big") % (top + 1)
        for index in sorted({0, 1, middle, top - 1, top}):
            yield {"index": str(index), "depth": depth, "key": slot_key(index, depth).hex()}


def refused_slot_rows():
    for depth in SLOT_DEPTHS:
        for index in (2**depth, 2**depth + 7, 2**64 - 1):
            if 2**depth <= index < 2**64:
                yield {"index": str(index), "depth": depth}


def limb_rows():
    for key in KEYS:
        yield {"key": key.hex(), "limbs": key_limbs(key)}


def value_rows():
    values = [b"", b"\0", bytes(2), bytes(32), bytes(64), b"a", b"a" * 151, b"a" * 152, b"a" * 153]
    for value in values + [sample_bytes(f"value {i}", 40 * i + 3) for i in range(6)]:
        yield {"value": value.hex(), "digest": digest_bytes(value_digest(value)).hex()}


def leaf_rows():
    digests = [ZEROS, LARGEST, value_digest(b""), value_digest(b"a")]
    for key in KEYS:
        states = [("empty",), ("tombstone",)] + [("occupied", digest) for digest in digests]
        for state in states:
            yield {
                "key": key.hex(),
                "state": state[0],
                "value_digest": digest_bytes(state[1]).hex() if len(state) == 2 else None,
                "digest": digest_bytes(leaf_digest(key, *state)).hex(),
            }


def empty_rows():
    for height in range(65):
        yield {"height": height, "digest": digest_bytes(empty_digest(height)).hex()}


def refused_digest_rows():
    good = digest_bytes(value_digest(b"a"))
    for element in (P, P + 1, 2 * P - 1, 2**31, 2**32 - 1):
        for position in (0, DIGEST_LENGTH - 1):
            word = element.to_bytes(4, "little")
            digest = good[: 4 * position] + word + good[4 * position + 4 :]
            yield {"digest": digest.hex(), "why": f"element {position} is {element}, which is not below p"}
    yield {"digest": good[:-1].hex(), "why": "31 bytes"}
    yield {"digest": good.hex() + "00", "why": "33 bytes"}
    yield {"digest": good.hex()[:-1] + "g", "why": "not hex"}
    yield {"digest": good.hex().upper(), "why": "upper case is a second form"}
    yield {"digest": "", "why": "no bytes"}


def content():
    return {
        "about": ABOUT,
        "permutations": permutation_rows(),
        "nodes": node_rows(),
        "hashed_keys": name_rows(),
        "slot_keys": slot_rows(),
        "slots_refused": refused_slot_rows(),
        "key_limbs": limb_rows(),
        "values": value_rows(),
        "leaves": leaf_rows(),
        "empty": empty_rows(),
        "digests_refused": refused_digest_rows(),
    }
