"""Seeded samples: SHAKE128 of a label, so that a run in any language and any year gives the same bytes."""

import hashlib

from poseidon2 import P


def sample_bytes(label, length):
    return hashlib.shake_128(b"statesync vectors " + label.encode()).digest(length)


def sample_elements(label, count):
    stream = sample_bytes(label, 8 * count)
    return [int.from_bytes(stream[8 * i : 8 * i + 8], "little") % P for i in range(count)]


def sample_indices(label, count, bound):
    """`count` different numbers below `bound`, ascending."""
    found, attempt = set(), 0
    while len(found) < count:
        found.add(int.from_bytes(sample_bytes(f"{label} {attempt}", 16), "big") % bound)
        attempt += 1
    return sorted(found)
