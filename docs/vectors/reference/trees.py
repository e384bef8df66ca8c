"""Cases of trees.json: roots, anchors, openings and single-leaf updates of small trees in both shapes."""

from poseidon2 import P
from registry import EMPTY, KEY_BITS, KEY_BYTES, Tree, climb, digest_bytes, leaf_digest, slot_key, value_digest
from sampling import sample_bytes, sample_indices

ABOUT = {
    "format": "digests, roots: 64 hex digits; keys: 62; "
    "a state is `empty`, `tombstone` or `occupied` with its `value_digest`",
    "trees": "each tree: `name`, `shape` (`keyed` or `slots`), `depth` (0 if keyed), "
    "its leaves in ascending order, and its root",
    "trees.anchor": "the anchor as text; `anchor_bytes` is the same in bytes: shape, depth, format, root",
    "trees.openings": "`key` and its `state` at this root; `siblings` from the terminal up; "
    "`terminal` is `empty`, `own`, or `other` with the leaf found instead (keyed trees only)",
    "trees.updates": "the anchor after one leaf has changed from `old` to `new`",
    "anchors_refused": "bytes or texts that are no anchor, and why",
}

SLOT_DEPTHS = (3, 24, 28, 32, 64)
RANDOM_LEAVES = 100


def occupied(text):
    return ("occupied", value_digest(text.encode()))


def mixed_states(keys):
    """Every fifth leaf a tombstone; the first value is the empty string."""
    states = {}
    for i, key in enumerate(keys):
        states[key] = ("tombstone",) if i % 5 == 4 else occupied("" if i == 0 else f"value {i}")
    return states


def flipped(key, level):
    """The key with its bit at `level` changed."""
    return (int.from_bytes(key, "big") ^ 1 << (KEY_BITS - 1 - level)).to_bytes(KEY_BYTES, "big")


def slot_trees():
    for depth in SLOT_DEPTHS:
        top = 2**depth - 1
        slots = {
            "empty": [],
            "first": [0],
            "last": [top],
            "first two": [0, 1],
            "random": sample_indices(f"slots {depth}", min(RANDOM_LEAVES, top + 1), top + 1),
        }
        for name, indices in slots.items():
            leaves = mixed_states([slot_key(index, depth) for index in indices])
            yield f"slots {depth}, {name}", Tree(depth, leaves)


def keyed_trees():
    first, last = bytes(KEY_BYTES), b"\xff" * KEY_BYTES
    twin = sample_bytes("twin", KEY_BYTES)
    keys = {
        "empty": [],
        "first": [first],
        "last": [last],
        "first two": [first, flipped(first, KEY_BITS - 1)],
        "first and last": [first, last],
        "two keys that share 247 bits": sorted([twin, flipped(twin, KEY_BITS - 1)]),
        "a branch at every 31st bit": sorted([twin] + [flipped(twin, level) for level in range(0, KEY_BITS, 31)]),
        "random": sorted(sample_bytes(f"key {i}", KEY_BYTES) for i in range(RANDOM_LEAVES)),
    }
    for name, chosen in keys.items():
        yield f"keyed, {name}", Tree(None, mixed_states(chosen))


def state_of(tree, key):
    return tree.leaves.get(key, ("empty",))


def state_row(state):
    return {"state": state[0], "value_digest": digest_bytes(state[1]).hex() if len(state) == 2 else None}


def leaf_row(key, state):
    return {"key": key.hex()} | state_row(state)


def keys_to_open(tree):
    """Members (the fifth is a tombstone), a near and a far neighbour of members, and both ends of the tree."""
    members = list(tree.leaves)
    chosen = members[:1] + members[-1:] + members[4:5]
    last_level = KEY_BITS - 1 if tree.depth is None else tree.depth - 1
    chosen += [flipped(key, last_level) for key in members[:1]]
    chosen += [flipped(key, last_level // 2) for key in members[-1:]]
    if tree.depth is None:
        chosen += [bytes(KEY_BYTES), b"\xff" * KEY_BYTES]
    else:
        chosen += [slot_key(0, tree.depth), slot_key(2**tree.depth - 1, tree.depth)]
    return list(dict.fromkeys(chosen))


def opening_row(tree, key):
    siblings, terminal = tree.opening(key)
    state = state_of(tree, key)
    if terminal == "empty":
        row, bottom = {"kind": "empty"}, EMPTY
    elif terminal == "own":
        row, bottom = {"kind": "own"}, leaf_digest(key, *state)
    else:
        found = state_of(tree, terminal)
        row, bottom = {"kind": "other"} | leaf_row(terminal, found), leaf_digest(terminal, *found)
    assert climb(key, bottom, siblings) == tree.root(), "an opening must lead to its root"
    return leaf_row(key, state) | {"siblings": [digest_bytes(sibling).hex() for sibling in siblings], "terminal": row}


def next_states(tree, old):
    """The states that may follow: in a keyed tree no leaf becomes empty again and none is born deleted."""
    if tree.depth is not None:
        return [("empty",), occupied("new"), ("tombstone",)]
    allowed = {
        "empty": [("empty",), occupied("new")],
        "occupied": [old, occupied("new"), ("tombstone",)],
        "tombstone": [("tombstone",), occupied("new")],
    }
    return allowed[old[0]]


def update_rows(tree):
    for key in keys_to_open(tree):
        old = state_of(tree, key)
        for new in next_states(tree, old):
            leaves = {other: state for other, state in tree.leaves.items() if other != key}
            if new != ("empty",):
                leaves[key] = new
            yield {
                "key": key.hex(),
                "old": state_row(old),
                "new": state_row(new),
                "anchor": Tree(tree.depth, leaves).anchor_text(),
            }


def tree_rows():
    for name, tree in [*slot_trees(), *keyed_trees()]:
        yield {
            "name": name,
            "shape": "keyed" if tree.depth is None else "slots",
            "depth": tree.depth or 0,
            "leaves": [leaf_row(key, state) for key, state in tree.leaves.items()],
            "root": digest_bytes(tree.root()).hex(),
            "anchor": tree.anchor_text(),
            "anchor_bytes": tree.anchor_bytes().hex(),
            "openings": [opening_row(tree, key) for key in keys_to_open(tree)],
            "updates": list(update_rows(tree)),
        }


def refused_anchor_rows():
    tree = Tree(24, mixed_states([slot_key(0, 24)]))
    good, root = tree.anchor_bytes(), digest_bytes(tree.root())
    not_canonical = P.to_bytes(4, "little") + root[4:]
    bytes_refused = {
        "shape 2 does not exist": bytes([2]) + good[1:],
        "a keyed tree has depth 0": bytes([0]) + good[1:],
        "a slot tree has depth 1 to 64, not 0": bytes([1, 0]) + good[2:],
        "a slot tree has depth 1 to 64, not 65": bytes([1, 65]) + good[2:],
        "format 0 is unknown": good[:2] + bytes([0]) + root,
        "format 2 is unknown": good[:2] + bytes([2]) + root,
        "one byte is missing": good[:-1],
        "one byte too many": good + b"\0",
        "no bytes": b"",
        "root element 0 is p": good[:3] + not_canonical,
    }
    texts_refused = {
        "shape missing": root.hex(),
        "unknown shape": f"tree:{root.hex()}",
        "depth missing": f"slots:{root.hex()}",
        "depth 0": f"slots0:{root.hex()}",
        "depth 65": f"slots65:{root.hex()}",
        "depth with a leading zero": f"slots024:{root.hex()}",
        "depth with a sign": f"slots+24:{root.hex()}",
        "a keyed tree has no depth": f"keyed24:{root.hex()}",
        "one digit is missing": f"slots24:{root.hex()[:-1]}",
        "two digits too many": f"slots24:{root.hex()}00",
        "a blank at the end": f"slots24:{root.hex()} ",
        "root element 0 is p": f"slots24:{not_canonical.hex()}",
        "nothing": "",
    }
    yield from ({"bytes": data.hex(), "why": why} for why, data in bytes_refused.items())
    yield from ({"text": text, "why": why} for why, text in texts_refused.items())


def content():
    return {"about": ABOUT, "trees": tree_rows(), "anchors_refused": refused_anchor_rows()}
