//! The labels of all messages: one list and one order, for prover and verifier (docs/protocol.md, section 2).

/// What a message is. Two bytes, absorbed before the message.
///
/// The only values are the constants of [`label`](crate::label), so that no message can be sent that the list does not
/// name.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub struct Label(u16);

impl Label {
    /// The number that is absorbed. Below `0xfe00` for every label.
    #[must_use]
    pub const fn code(self) -> u16 {
        self.0
    }
}

macro_rules! labels {
    ($($name:ident = $code:literal, $what:literal;)*) => {
        $(#[doc = $what]
        pub const $name: Label = Label($code);)*

        /// Every label with what its message holds, in the order in which a proof can first use them.
        pub const ALL: &[(Label, &str)] = &[$(($name, $what)),*];
    };
}

labels! {
    HEADER = 1, "bytes: protocol, format, mode, application, circuit digest, context";
    STATEMENT = 2, "bytes: what is claimed, as the application encodes it";
    OUTPUTS = 3, "base elements as bytes: the public outputs of the circuit, absent when all are zero";
    HINTS = 4, "bytes: what the prover chose beside the witness";
    WITNESS = 5, "base elements as bytes: the whole witness, opened in the clear";
    COMMITMENT = 6, "32 bytes: the commitment to the witness";
    ROUND = 16, "copy sumcheck: c_1..c_d of one round polynomial";
    OPENED = 17, "open close: z_s for every wire that a nonlinear gate reads";
    TAP_VALUE = 32, "sparse close: e, the value of the taps at the new copy point";
    FIRST_ROUND = 33, "sparse close, over x: c_0, c_2..c_D of one round polynomial";
    FIRST_VALUES = 34, "sparse close, over x: z and, with product gates, h";
    SECOND_ROUND = 35, "sparse close, over y: c_0, c_2 of one round polynomial";
    SECOND_VALUE = 36, "sparse close, over y: z'";
    REDUCTION_ROUND = 48, "opening a commitment: c_0, c_2 of one round polynomial over the witness";
    REDUCED_VALUE = 49, "opening a commitment: the witness polynomial at the point of the rounds";
}
