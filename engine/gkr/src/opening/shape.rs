//! How long every list of a WHIR proof is. All of it follows from the parameters, but for the number of Merkle
//! siblings, which depends on how the queries fall and is bounded here.

use p3_whir::RoundConfig;

use super::scheme::Whir;

/// The lists of a proof.
pub(crate) struct ProofShape {
    pub(crate) out_of_domain: usize,
    pub(crate) first_fold: SumcheckShape,
    pub(crate) rounds: Vec<RoundShape>,
    /// Elements of the polynomial that is sent at the end.
    pub(crate) last_polynomial: usize,
    pub(crate) last_queries: QueryShape,
    pub(crate) last_fold: SumcheckShape,
}

/// One round: a new commitment, and queries to the one before.
pub(crate) struct RoundShape {
    pub(crate) out_of_domain: usize,
    pub(crate) queries: QueryShape,
    pub(crate) fold: SumcheckShape,
}

#[derive(Clone, Copy)]
pub(crate) struct SumcheckShape {
    pub(crate) rounds: usize,
    /// One for each round if it grinds, else none.
    pub(crate) witnesses: usize,
}

/// Rows of one commitment that are opened together.
pub(crate) struct QueryShape {
    /// Whether the rows are of base elements: those of the witness itself.
    pub(crate) base: bool,
    pub(crate) rows: usize,
    pub(crate) width: usize,
    pub(crate) most_siblings: usize,
}

impl ProofShape {
    pub(crate) fn of(whir: &Whir) -> Self {
        let schedule = whir.folding_schedule();
        let fold = |round: usize, grinding: usize| SumcheckShape::new(schedule[round], grinding);
        let rounds = whir.round_parameters().iter().enumerate().map(|(index, round)| RoundShape {
            out_of_domain: round.ood_samples,
            queries: QueryShape::of(round, index == 0),
            fold: fold(index + 1, round.folding_pow_bits),
        });
        let rounds: Vec<RoundShape> = rounds.collect();
        let last = whir.final_round_config();
        Self {
            out_of_domain: whir.commitment_ood_samples(),
            first_fold: fold(0, whir.starting_folding_pow_bits()),
            last_polynomial: 1 << last.num_variables,
            last_queries: QueryShape::of(&last, rounds.is_empty()),
            last_fold: SumcheckShape::new(whir.final_sumcheck_rounds(), whir.final_folding_pow_bits()),
            rounds,
        }
    }
}

impl SumcheckShape {
    fn new(rounds: usize, grinding: usize) -> Self {
        Self { rounds, witnesses: if grinding > 0 { rounds } else { 0 } }
    }
}

impl QueryShape {
    fn of(round: &RoundConfig, base: bool) -> Self {
        let rows = round.num_queries.min(round.domain_size >> round.folding_factor);
        let most_siblings = rows * round.log_folded_domain_size;
        Self { base, rows, width: 1 << round.folding_factor, most_siblings }
    }
}
