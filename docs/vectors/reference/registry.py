"""The registry's keys, hashes, trees and openings, written from their definitions.

A second source for the Rust code. Trees are computed by plain recursion over the whole set of leaves; no node is
stored, nothing is updated in place.

    node   C(l, r) = (P16(l || r) + (l || r))[0..8]
    leaf   L(x)    = (P24(x) + x)[0..8],   x = tag || 9 key limbs || value digest || format || zeros
"""

import hashlib
from functools import lru_cache

from poseidon2 import P, P16, P24

FORMAT = 1
KEY_BYTES = 31
KEY_BITS = 8 * KEY_BYTES
DIGEST_LENGTH = 8
KEY_DOMAIN = b"statesync/key"
VALUE_DOMAIN = b"statesync/value"
TAGS = {"occupied": 1, "tombstone": 2, "empty": 3}


def shake(domain, data, length):
    """SHAKE128(domain, zero-padded to 16 bytes || data)."""
    return hashlib.shake_128(domain.ljust(16, b"\0") + data).digest(length)


# Keys


def hashed_key(name):
    return shake(KEY_DOMAIN, name, KEY_BYTES)


def slot_key(index, depth):
    """The index in the leading `depth` bits. An index that does not fit is refused, never wrapped."""
    if not 1 <= depth <= 64 or not 0 <= index < 2**depth:
        raise ValueError(f"slot {index} is not in a tree of depth {depth}")
    return (index << (KEY_BITS - depth)).to_bytes(KEY_BYTES, "big")


def key_bit(key, level):
    """Bit of the descent at `level`, the root's being 0: most significant bit of byte 0 first."""
    return key[level // 8] >> (7 - level % 8) & 1


def key_limbs(key):
    """Eight limbs of 30 bits and one of 8, most significant first."""
    bits = "".join(str(key_bit(key, level)) for level in range(KEY_BITS))
    return [int(bits[start : start + 30], 2) for start in range(0, KEY_BITS, 30)]


# Digests


def digest_bytes(digest):
    return b"".join(element.to_bytes(4, "little") for element in digest)


def value_digest(value):
    stream = shake(VALUE_DOMAIN, value, 64)
    return tuple(int.from_bytes(stream[start : start + 8], "little") % P for start in range(0, 64, 8))


def feed_forward(permutation, state):
    """The permutation plus its input, cut to a digest: the sum is what makes it one-way."""
    mixed = permutation.permute(state)
    return tuple((after + before) % P for after, before in zip(mixed, state, strict=True))[:DIGEST_LENGTH]


@lru_cache(maxsize=None)
def node_digest(left, right):
    return feed_forward(P16, list(left + right))


@lru_cache(maxsize=None)
def leaf_digest(key, state, value=(0,) * DIGEST_LENGTH):
    used = [TAGS[state], *key_limbs(key), *value, FORMAT]
    return feed_forward(P24, used + [0] * (P24.width - len(used)))


EMPTY = leaf_digest(bytes(KEY_BYTES), "empty")


@lru_cache(maxsize=None)
def empty_digest(height):
    """E_0 = EMPTY, E_{h+1} = C(E_h, E_h): an empty subtree of a slot tree."""
    if height == 0:
        return EMPTY
    below = empty_digest(height - 1)
    return node_digest(below, below)


class Tree:
    """A set of leaves in one shape: `depth` None is a keyed tree, a number is a slot tree of that depth.

    `leaves` maps a key to `("occupied", value digest)` or `("tombstone",)`.
    """

    def __init__(self, depth, leaves):
        self.depth = depth
        self.leaves = dict(sorted(leaves.items()))

    def root(self):
        return self.subtree(0, list(self.leaves))

    def subtree(self, level, keys):
        """Digest of the leaves that share their first `level` bits."""
        if not keys:
            return EMPTY if self.depth is None else empty_digest(self.depth - level)
        if level == self.depth or (self.depth is None and len(keys) == 1):
            (key,) = keys
            return leaf_digest(key, *self.leaves[key])
        halves = [[key for key in keys if key_bit(key, level) == bit] for bit in (0, 1)]
        return node_digest(*(self.subtree(level + 1, half) for half in halves))

    def opening(self, key):
        """The siblings from the terminal up, and the terminal: "empty", "own", or the key of another leaf."""
        siblings, keys, level = [], list(self.leaves), 0
        while (self.depth is None and len(keys) > 1) or (self.depth is not None and level < self.depth):
            bit = key_bit(key, level)
            siblings.append(self.subtree(level + 1, [other for other in keys if key_bit(other, level) != bit]))
            keys = [other for other in keys if key_bit(other, level) == bit]
            level += 1
        terminal = "empty" if not keys else "own" if keys == [key] else keys[0]
        return siblings[::-1], terminal

    def anchor_text(self):
        name = "keyed" if self.depth is None else f"slots{self.depth}"
        return f"{name}:{digest_bytes(self.root()).hex()}"

    def anchor_bytes(self):
        """Shape (0 keyed, 1 slot), depth (0 if keyed), format, root."""
        shape = (0, 0) if self.depth is None else (1, self.depth)
        return bytes([*shape, FORMAT]) + digest_bytes(self.root())


def climb(key, terminal_digest, siblings):
    """The root that an opening leads to: what a verifier computes."""
    digest = terminal_digest
    for level, sibling in zip(reversed(range(len(siblings))), siblings, strict=True):
        digest = node_digest(sibling, digest) if key_bit(key, level) else node_digest(digest, sibling)
    return digest
