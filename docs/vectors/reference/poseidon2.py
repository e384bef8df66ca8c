"""Poseidon2 over KoalaBear, from the papers: constants, matrices, permutation.

A second source for the Rust code, so nothing here is copied from it: round constants come out of the Grain
generator, the matrices out of their definitions. Slow on purpose: every step is the formula.

    state -> M_E state
    4 full rounds      state_i -> (state_i + c_i)^3 for all i, then M_E
    R_P partial rounds state_0 -> (state_0 + c)^3,             then M_I
    4 full rounds

Sources: Poseidon2 (eprint 2023/323) sections 5 and 6; Grain as a generator: Poseidon (eprint 2019/458) appendix F.
"""

P = 2**31 - 2**24 + 1
FIELD_BITS = 31
FULL_ROUNDS = 8
PARTIAL_ROUNDS = {16: 20, 24: 23}


class Grain:
    """The 80-bit Grain register, used as a source of public constants.

    The seed spells the parameters: field type (2 bits, 1 = prime), S-box (4 bits, 0 = power), size of an element (12),
    width (12), full rounds (10), partial rounds (10), thirty ones. The first 160 bits are thrown away.
    """

    def __init__(self, width):
        fields = [(1, 2), (0, 4), (FIELD_BITS, 12), (width, 12), (FULL_ROUNDS, 10), (PARTIAL_ROUNDS[width], 10)]
        seed = "".join(format(value, f"0{bits}b") for value, bits in fields) + "1" * 30
        self.register = [int(bit) for bit in seed]
        for _ in range(160):
            self._step()

    def _step(self):
        r = self.register
        bit = r[62] ^ r[51] ^ r[38] ^ r[23] ^ r[13] ^ r[0]
        self.register = r[1:] + [bit]
        return bit

    def bit(self):
        """One output bit: steps come in pairs, and the second counts only where the first is 1."""
        while self._step() == 0:
            self._step()
        return self._step()

    def element(self):
        """The next field element: 31 bits, most significant first, drawn again while not below P."""
        while True:
            value = int("".join(str(self.bit()) for _ in range(FIELD_BITS)), 2)
            if value < P:
                return value


def circulant_blocks(width):
    """M_E = circ(2 M4, M4, .., M4), with M4 the circulant matrix of (2, 3, 1, 1)."""
    block = [[[2, 3, 1, 1][(column - row) % 4] for column in range(4)] for row in range(4)]
    return [
        [block[row % 4][column % 4] * (2 if row // 4 == column // 4 else 1) for column in range(width)]
        for row in range(width)
    ]


def fraction(numerator, power):
    """numerator / 2^power in the field."""
    return numerator * pow(2, -power, P) % P


SMALL = [-2, 1, 2, fraction(1, 1), 3, 4, fraction(-1, 1), -3, -4]

# V of M_I = 1 + diag(V), where 1 is the matrix of ones.
DIAGONAL = {
    16: SMALL + [fraction(1, k) for k in (8, 3, 24)] + [fraction(-1, k) for k in (8, 3, 4, 24)],
    24: SMALL
    + [fraction(1, k) for k in (8, 2, 3, 4, 5, 6, 24)]
    + [fraction(-1, k) for k in (8, 3, 4, 5, 6, 7, 9, 24)],
}


class Poseidon2:
    """The permutation of one width."""

    def __init__(self, width):
        self.width = width
        grain = Grain(width)
        half = FULL_ROUNDS // 2
        self.first = [[grain.element() for _ in range(width)] for _ in range(half)]
        self.partial = [grain.element() for _ in range(PARTIAL_ROUNDS[width])]
        self.last = [[grain.element() for _ in range(width)] for _ in range(half)]
        self.external = circulant_blocks(width)
        self.diagonal = DIAGONAL[width]

    def mix_external(self, state):
        return [sum(map(int.__mul__, row, state)) % P for row in self.external]

    def mix_internal(self, state):
        total = sum(state)
        return [(total + v * x) % P for v, x in zip(self.diagonal, state, strict=True)]

    def full_round(self, state, constants):
        return self.mix_external([pow(x + c, 3, P) for x, c in zip(state, constants, strict=True)])

    def permute(self, state):
        assert len(state) == self.width and all(0 <= x < P for x in state)
        state = self.mix_external(state)
        for constants in self.first:
            state = self.full_round(state, constants)
        for constant in self.partial:
            state = self.mix_internal([pow(state[0] + constant, 3, P)] + state[1:])
        for constants in self.last:
            state = self.full_round(state, constants)
        return state


P16 = Poseidon2(16)
P24 = Poseidon2(24)
