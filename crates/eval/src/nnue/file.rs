//! The file of a network: bytes and back. No file is opened here.
//!
//! All numbers are little-endian.
//!
//! | offset | bytes | what |
//! |---|---|---|
//! | 0 | 8 | `CutawayN` |
//! | 8 | 4 | version of the format: 1 |
//! | 12 | 8 | FNV-1a hash of all that follows |
//! | 20 | 24 | features 768, hidden H, output buckets 8, QA 255, QB 64, scale: 4 bytes each |
//! | 44 | 4 + n | length of the description, and the description in UTF-8 |
//! | | 2 H | feature biases |
//! | | 2 · 768 H | feature weights, a row of H for each feature |
//! | | 4 · 8 | output biases |
//! | | 2 · 8 · 2 H | output weights, for each bucket H of the side to move and H of the other |

use super::network::{check_hidden, check_scale};
use super::{BUCKETS, FEATURES, MAX_HIDDEN, Network, Parts, QA, QB};
use std::fmt;

const MAGIC: &[u8; 8] = b"CutawayN";
const VERSION: u32 = 1;
const HASH_AT: usize = 12;
const HASHED_FROM: usize = 20;
const DESCRIPTION_AT: usize = 48;

/// The longest description, in bytes.
pub const MAX_DESCRIPTION: usize = 4096;

/// No file of a network is longer.
pub const MAX_FILE_BYTES: usize = DESCRIPTION_AT + MAX_DESCRIPTION + weights_bytes(MAX_HIDDEN);

/// How many bytes the weights of a network of that width take.
const fn weights_bytes(hidden: usize) -> usize {
    2 * hidden + 2 * FEATURES * hidden + 4 * BUCKETS + 2 * BUCKETS * 2 * hidden
}

/// Why bytes or parts are no network.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NetworkError {
    /// The file does not begin as a network's does.
    NotANetwork,
    /// The file is of a version that is not known here.
    Version(u32),
    /// The file is shorter or longer than it says.
    Length {
        /// How long it should be, in bytes; `None` if it ends before that is told.
        expected: Option<usize>,
        /// How long it is.
        found: usize,
    },
    /// The file is not what was written: its hash differs.
    Hash,
    /// The network is of another architecture.
    Architecture {
        /// What of it differs.
        part: &'static str,
        /// What it must be.
        expected: u32,
        /// What it is.
        found: u32,
    },
    /// The description is longer than [`MAX_DESCRIPTION`], or no text.
    Description,
    /// H is no multiple of 16 from 16 to [`MAX_HIDDEN`].
    Hidden(usize),
    /// The scale is not between 1 and 10,000.
    Scale(i32),
    /// A part has another length than the architecture asks for.
    PartLength {
        /// Which part.
        part: &'static str,
        /// How many numbers it must have.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// With some 32 men the sum of that column would not fit 16 bits.
    AccumulatorOverflow {
        /// The column, from 0.
        column: usize,
    },
    /// An output weight is larger than [`MAX_OUTPUT_WEIGHT`](super::MAX_OUTPUT_WEIGHT), either way.
    OutputWeight {
        /// Its bucket, from 0.
        bucket: usize,
        /// The weight.
        weight: i16,
    },
    /// With the largest sums the output of that bucket would not fit 32 bits.
    OutputOverflow {
        /// The bucket, from 0.
        bucket: usize,
    },
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::NotANetwork => f.write_str("it is no network of this engine"),
            NetworkError::Version(version) => {
                write!(
                    f,
                    "its format is version {version}, only {VERSION} is known"
                )
            }
            NetworkError::Length {
                expected: None,
                found,
            } => write!(f, "it ends within its head, after {found} bytes"),
            NetworkError::Length {
                expected: Some(expected),
                found,
            } => write!(f, "it has {found} bytes and should have {expected}"),
            NetworkError::Hash => f.write_str("it is damaged: its hash differs"),
            NetworkError::Architecture {
                part,
                expected,
                found,
            } => write!(
                f,
                "it is of another architecture: {part} {found}, expected {expected}"
            ),
            NetworkError::Description => {
                write!(
                    f,
                    "its description is no text of up to {MAX_DESCRIPTION} bytes"
                )
            }
            NetworkError::Hidden(hidden) => write!(
                f,
                "its width is {hidden}, which is no multiple of 16 up to {MAX_HIDDEN}"
            ),
            NetworkError::Scale(scale) => {
                write!(f, "its scale is {scale}, which is not between 1 and 10000")
            }
            NetworkError::PartLength {
                part,
                expected,
                found,
            } => write!(f, "it has {found} {part} and should have {expected}"),
            NetworkError::AccumulatorOverflow { column } => {
                write!(f, "the weights of its column {column} can overflow 16 bits")
            }
            NetworkError::OutputWeight { bucket, weight } => write!(
                f,
                "its output bucket {bucket} has the weight {weight}, which is out of range"
            ),
            NetworkError::OutputOverflow { bucket } => {
                write!(f, "its output bucket {bucket} can overflow 32 bits")
            }
        }
    }
}

impl std::error::Error for NetworkError {}

impl Network {
    /// The network as a file holds it. A `description` that is too long is cut.
    pub fn to_bytes(&self, description: &str) -> Vec<u8> {
        let parts = self.parts();
        let description = &description[..description.floor_char_boundary(MAX_DESCRIPTION)];
        let length = DESCRIPTION_AT + description.len() + weights_bytes(parts.hidden);
        let mut bytes = Vec::with_capacity(length);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([0; 8]);
        let architecture = ARCHITECTURE.map(|(_, expected)| expected);
        let [features, buckets, qa, qb] = architecture;
        let scale = parts.scale.cast_unsigned();
        for number in [features, parts.hidden as u32, buckets, qa, qb, scale] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend((description.len() as u32).to_le_bytes());
        bytes.extend(description.as_bytes());
        bytes.extend(parts.feature_bias.iter().flat_map(|n| n.to_le_bytes()));
        bytes.extend(parts.feature_weights.iter().flat_map(|n| n.to_le_bytes()));
        bytes.extend(parts.output_bias.iter().flat_map(|n| n.to_le_bytes()));
        bytes.extend(parts.output_weights.iter().flat_map(|n| n.to_le_bytes()));
        let hash = hash(&bytes[HASHED_FROM..]).to_le_bytes();
        bytes[HASH_AT..HASHED_FROM].copy_from_slice(&hash);
        bytes
    }

    /// Reads what [`Network::to_bytes`] writes. Whatever the bytes are, no more memory is taken than they fill.
    ///
    /// # Errors
    /// Why they are no network.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let head = Head::read(bytes)?;
        let mut rest = Reader(&bytes[DESCRIPTION_AT + head.description.len()..]);
        let hidden = head.hidden;
        let mut network = Network::from_parts(Parts {
            hidden,
            scale: head.scale,
            feature_bias: rest.numbers(hidden, i16::from_le_bytes),
            feature_weights: rest.numbers(FEATURES * hidden, i16::from_le_bytes),
            output_bias: rest.numbers(BUCKETS, i32::from_le_bytes),
            output_weights: rest.numbers(BUCKETS * 2 * hidden, i16::from_le_bytes),
        })?;
        network.describe(head.description);
        Ok(network)
    }
}

/// What must be as it is, in the order of the file; the width comes after the first.
const ARCHITECTURE: [(&str, u32); 4] = [
    ("features", FEATURES as u32),
    ("output buckets", BUCKETS as u32),
    ("QA", QA as u32),
    ("QB", QB as u32),
];

/// What stands before the weights. Once it has been read, the bytes have the length that it asks for.
struct Head<'a> {
    hidden: usize,
    scale: i32,
    description: &'a str,
}

impl Head<'_> {
    fn read(bytes: &[u8]) -> Result<Head<'_>, NetworkError> {
        if !bytes.starts_with(MAGIC) {
            return Err(NetworkError::NotANetwork);
        }
        let found = bytes.len();
        let number = |at: usize| -> Result<u32, NetworkError> {
            let four = bytes.get(at..).and_then(|rest| rest.first_chunk());
            let four = four.ok_or(NetworkError::Length {
                expected: None,
                found,
            })?;
            Ok(u32::from_le_bytes(*four))
        };
        match number(8)? {
            VERSION => {}
            version => return Err(NetworkError::Version(version)),
        }
        for ((part, expected), at) in ARCHITECTURE.into_iter().zip([20, 28, 32, 36]) {
            let found = number(at)?;
            if found != expected {
                return Err(NetworkError::Architecture {
                    part,
                    expected,
                    found,
                });
            }
        }
        let hidden = number(24)? as usize;
        check_hidden(hidden)?;
        let scale = number(40)?.cast_signed();
        check_scale(scale)?;
        let length = number(44)? as usize;
        if length > MAX_DESCRIPTION {
            return Err(NetworkError::Description);
        }
        let expected = DESCRIPTION_AT + length + weights_bytes(hidden);
        if found != expected {
            return Err(NetworkError::Length {
                expected: Some(expected),
                found,
            });
        }
        if bytes[HASH_AT..HASHED_FROM] != hash(&bytes[HASHED_FROM..]).to_le_bytes() {
            return Err(NetworkError::Hash);
        }
        let description = &bytes[DESCRIPTION_AT..][..length];
        Ok(Head {
            hidden,
            scale,
            description: str::from_utf8(description).map_err(|_| NetworkError::Description)?,
        })
    }
}

/// Whether the bytes begin as a network's file and are as long as their head says: what can be told while the program is
/// built. [`Network::from_bytes`] looks at the rest.
pub(crate) const fn may_be_a_network(bytes: &[u8]) -> bool {
    let Some((magic, _)) = bytes.split_first_chunk::<8>() else {
        return false;
    };
    if u64::from_le_bytes(*magic) != u64::from_le_bytes(*MAGIC) || bytes.len() < DESCRIPTION_AT {
        return false;
    }
    let hidden = number_at(bytes, 24);
    let description = number_at(bytes, 44);
    hidden <= MAX_HIDDEN
        && description <= MAX_DESCRIPTION
        && bytes.len() == DESCRIPTION_AT + description + weights_bytes(hidden)
}

/// The four bytes there as a number. They must be there.
const fn number_at(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]) as usize
}

/// Takes numbers off the front of bytes whose length has been checked.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn numbers<const N: usize, T>(&mut self, count: usize, read: fn([u8; N]) -> T) -> Vec<T> {
        let (taken, rest) = self.0.split_at(count * N);
        self.0 = rest;
        let (chunks, _) = taken.as_chunks();
        chunks.iter().map(|chunk| read(*chunk)).collect()
    }
}

/// FNV-1a (Fowler, Noll, Vo) of 64 bits: it finds damage, not ill will.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
pub(super) fn with_new_hash(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.len() >= HASHED_FROM {
        let hash = hash(&bytes[HASHED_FROM..]).to_le_bytes();
        bytes[HASH_AT..HASHED_FROM].copy_from_slice(&hash);
    }
    bytes
}
