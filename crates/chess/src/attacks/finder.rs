//! The search for magic numbers: multipliers that gather the men on a slider's lines into an index.
//!
//! A magic for a square takes the relevant men (up to 12 bits scattered over the board), and by one multiplication
//! brings enough of them to the top of the word that the top bits, read as a number, tell apart all sets of men that
//! matter. Nobody knows how to write such numbers down; they are found by trial. Numbers with few bits set are likelier
//! to work, so candidates are the `and` of three random words. The magics that the program uses were found by this
//! code and lie in `magics.rs`; nothing here runs while it plays.
//!
//! First source: Lasse Hansen, 2006 (the idea of multiplying); Pradu Kannan, 2007 ("fancy": as many bits as each square
//! needs, all squares in one table).

use super::rays::{Slider, attacks, next_subset, relevant};

/// The seed with which the magics in use were found.
pub const SEED: u64 = 0x0063_7574_6177_6179;

/// Looks for a magic of a slider on a square (0 = a1 to 63 = h8) among at most `attempts` candidates. The same
/// arguments always give the same answer.
///
/// ```
/// use cutaway_chess::attacks::{finder, rays::Slider};
/// let magic = finder::find(Slider::Bishop, 27, finder::SEED, 1_000_000).unwrap();
/// assert!(finder::is_magic(Slider::Bishop, 27, magic));
/// ```
pub fn find(slider: Slider, square: usize, seed: u64, attempts: u32) -> Option<u64> {
    let trial = Trial::new(slider, square);
    let mut random = Xorshift::new(seed ^ (square as u64) << 8 ^ slider as u64);
    let mut seen = Seen::new(trial.cases.len());
    (0..attempts)
        .map(|_| random.next() & random.next() & random.next())
        // A magic has to bring most of the mask to the top; counting eight bits throws out most duds at once.
        .filter(|magic| (trial.mask.wrapping_mul(*magic) >> 56).count_ones() >= 6)
        .find(|&magic| trial.succeeds(magic, &mut seen))
}

/// Whether a number is a magic of that slider on that square: no two sets of men that need different attacks fall on
/// the same index of as many bits as there are relevant squares.
pub fn is_magic(slider: Slider, square: usize, magic: u64) -> bool {
    let trial = Trial::new(slider, square);
    trial.succeeds(magic, &mut Seen::new(trial.cases.len()))
}

/// All that a candidate has to tell apart.
struct Trial {
    mask: u64,
    /// Each subset of the mask with the attacks that belong to it.
    cases: Vec<(u64, u64)>,
}

impl Trial {
    fn new(slider: Slider, square: usize) -> Trial {
        let mask = relevant(slider, square);
        let mut cases = Vec::with_capacity(1 << mask.count_ones());
        let mut men = 0;
        loop {
            cases.push((men, attacks(slider, square, men)));
            men = next_subset(men, mask);
            if men == 0 {
                return Trial { mask, cases };
            }
        }
    }

    fn succeeds(&self, magic: u64, seen: &mut Seen) -> bool {
        let shift = 64 - self.mask.count_ones();
        seen.forget();
        self.cases
            .iter()
            .all(|&(men, attacks)| seen.note((men.wrapping_mul(magic) >> shift) as usize, attacks))
    }
}

/// What each index stands for so far. Entries of earlier candidates are told by their round, which spares clearing.
struct Seen {
    round: u32,
    entries: Vec<(u32, u64)>,
}

impl Seen {
    fn new(len: usize) -> Seen {
        Seen {
            round: 0,
            entries: vec![(0, 0); len],
        }
    }

    fn forget(&mut self) {
        self.round += 1;
    }

    /// Puts attacks at an index; false if other attacks are there already.
    fn note(&mut self, index: usize, attacks: u64) -> bool {
        let entry = &mut self.entries[index];
        if entry.0 == self.round {
            return entry.1 == attacks;
        }
        *entry = (self.round, attacks);
        true
    }
}

/// Marsaglia's xorshift generator (2003) with a multiplication at the end; good enough to roll dice with.
struct Xorshift(u64);

impl Xorshift {
    /// A generator whose first words do not resemble those of a seed nearby.
    fn new(seed: u64) -> Xorshift {
        let mut random = Xorshift(seed | 1 << 63);
        for _ in 0..16 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }
}
