//! A Syzygy table as a file: its name, and whether it is whole, by what its beginning says of the rest.
//!
//! The beginning tells which men stand where in the index and how the values are packed; from that follows where the file
//! must end. No value is unpacked here.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Men of one side by kind: pawns, knights, bishops, rooks, queens, kings.
type Side = [u8; 6];

/// The material of a table, as its file is named: `KQvKR`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Name([Side; 2]);

impl Name {
    /// `None` for what names no table of 3 to 7 men.
    pub(crate) fn parse(text: &str) -> Option<Name> {
        let (first, second) = text.split_once('v')?;
        let name = Name([side(first)?, side(second)?]);
        (3..=7).contains(&name.men()).then_some(name)
    }

    pub(crate) fn men(&self) -> u32 {
        self.0
            .as_flattened()
            .iter()
            .map(|&men| u32::from(men))
            .sum()
    }

    fn has_pawns(&self) -> bool {
        self.0[0][0] + self.0[1][0] > 0
    }

    /// How many pawns lead the index, and how many follow: the side that has fewer leads, if it has any.
    fn pawns(&self) -> (u8, u8) {
        let (first, second) = (self.0[0][0], self.0[1][0]);
        if second > 0 && (first == 0 || second < first) {
            (second, first)
        } else {
            (first, second)
        }
    }

    /// How many men there are of a kind and side with no other like them.
    fn singles(&self) -> usize {
        let men = self.0.as_flattened().iter();
        men.filter(|&&men| men == 1).count()
    }
}

fn side(text: &str) -> Option<Side> {
    let mut side = [0; 6];
    for letter in text.chars() {
        side["PNBRQK".find(letter)?] += 1;
    }
    (side[5] == 1).then_some(side)
}

/// Why a file is not whole.
#[derive(Debug, PartialEq, Eq)]
enum Fault {
    /// What was read of the file ends before its beginning does.
    Short,
    Wrong(&'static str),
}

/// How much of a file is read: at first, and if its beginning turns out to be longer.
const BEGINNINGS: [u64; 2] = [1 << 14, 1 << 20];

/// Checks that the file is the table of that name, with distances or outcomes, and as long as it must be.
pub(crate) fn check(path: &Path, name: &Name, is_dtz: bool) -> Result<(), String> {
    // To open a named pipe that nobody writes to would take forever.
    if !path.is_file() {
        return Err("is no plain file".to_string());
    }
    let mut fault = Fault::Short;
    for most in BEGINNINGS {
        let (bytes, length) =
            beginning(path, most).map_err(|error| format!("cannot be read: {error}"))?;
        match check_beginning(&bytes, length, name, is_dtz) {
            Ok(()) => return Ok(()),
            Err(found) => fault = found,
        }
        if fault != Fault::Short || length <= most {
            break;
        }
    }
    Err(match fault {
        Fault::Short => "is cut short".to_string(),
        Fault::Wrong(why) => why.to_string(),
    })
}

/// The first bytes of a file, so many at the most, and its length.
fn beginning(path: &Path, most: u64) -> std::io::Result<(Vec<u8>, u64)> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok((bytes, length))
}

const WDL_MAGIC: u32 = 0x5D23_E871;
const DTZ_MAGIC: u32 = 0xA50C_66D7;

/// The bytes of a checksum, with which each file ends.
const CHECKSUM: u64 = 16;

fn check_beginning(bytes: &[u8], length: u64, name: &Name, is_dtz: bool) -> Result<(), Fault> {
    let mut reader = Reader { bytes, at: 0 };
    if reader.u32()? != if is_dtz { DTZ_MAGIC } else { WDL_MAGIC } {
        return Err(Fault::Wrong("is no table of its kind"));
    }
    let end = reader.end_of_table(name, is_dtz)?;
    match end.next_multiple_of(64).saturating_add(CHECKSUM) {
        whole if length < whole => Err(Fault::Wrong("is cut short")),
        whole if length > whole => Err(Fault::Wrong("is too long")),
        _ => Ok(()),
    }
}

/// How the values of one part of a table are packed.
#[derive(Clone, Copy, Default)]
struct Packing {
    flags: u8,
    index_bytes: u64,
    size_bytes: u64,
    data_bytes: u64,
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn skip(&mut self, count: usize) -> Result<&[u8], Fault> {
        let end = self.at.checked_add(count).ok_or(Fault::Short)?;
        let skipped = self.bytes.get(self.at..end).ok_or(Fault::Short)?;
        self.at = end;
        Ok(skipped)
    }

    fn u8(&mut self) -> Result<u8, Fault> {
        Ok(self.skip(1)?[0])
    }

    fn u16(&mut self) -> Result<u16, Fault> {
        let bytes = self.skip(2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn u32(&mut self) -> Result<u32, Fault> {
        let bytes = self.skip(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn align_to_even(&mut self) -> Result<(), Fault> {
        self.skip(self.at % 2).map(|_| ())
    }

    /// Where the packed values must end, by what comes before them.
    fn end_of_table(&mut self, name: &Name, is_dtz: bool) -> Result<u64, Fault> {
        let flags = self.u8()?;
        let has_two_sides = !is_dtz && flags & 1 != 0;
        if (flags & 2 != 0) != name.has_pawns() {
            return Err(Fault::Wrong("holds other men than its name says"));
        }
        let parts = if name.has_pawns() { 4 } else { 1 };
        let mut sizes = Vec::new();
        for file in 0..parts {
            let [first, second] = self.sizes(name, file)?;
            sizes.push(first);
            if has_two_sides {
                sizes.push(second);
            }
        }
        self.align_to_even()?;
        let packings: Vec<Packing> = sizes
            .into_iter()
            .map(|size| self.packing(size))
            .collect::<Result<_, _>>()?;
        if is_dtz {
            self.skip_maps(&packings)?;
        }
        let index: u64 = packings.iter().map(|packing| packing.index_bytes).sum();
        let lengths: u64 = packings.iter().map(|packing| packing.size_bytes).sum();
        let begin = self.at as u64 + index + lengths;
        Ok(packings.iter().fold(begin, |at, packing| {
            at.next_multiple_of(64).saturating_add(packing.data_bytes)
        }))
    }

    /// The number of positions with either side to move, of the pawns of which the leading one stands on that file.
    fn sizes(&mut self, name: &Name, file: usize) -> Result<[u64; 2], Fault> {
        let has_both_pawns = name.has_pawns() && name.pawns().1 > 0;
        let orders = self.u8()?;
        let second_orders = if has_both_pawns { self.u8()? } else { 0xFF };
        let men = self.skip(name.men() as usize)?.to_vec();
        let mut sizes = [0; 2];
        for (size, shift) in sizes.iter_mut().zip([0, 4]) {
            let nibble = |byte: u8| byte >> shift & 0xF;
            let men: Vec<u8> = men.iter().map(|&byte| nibble(byte)).collect();
            if shift == 0 && !are_the_men(&men, name) {
                return Err(Fault::Wrong("holds other men than its name says"));
            }
            // The groups may stand in any order; their product is the same. An order out of range is no order.
            let orders = [nibble(orders), nibble(second_orders)];
            if shift == 0 && usize::from(orders[0]) >= men.len() {
                return Err(Fault::Wrong("has an index without order"));
            }
            *size = positions(&men, name, file);
        }
        Ok(sizes)
    }

    fn packing(&mut self, positions: u64) -> Result<Packing, Fault> {
        let flags = self.u8()?;
        if flags & 0x80 != 0 {
            // One value for all positions.
            self.u8()?;
            return Ok(Packing {
                flags,
                ..Packing::default()
            });
        }
        let (block_bits, index_bits, extra) = (self.u8()?, self.u8()?, self.u8()?);
        let blocks = self.u32()?;
        let (longest, shortest) = (self.u8()?, self.u8()?);
        if block_bits >= 32 || index_bits >= 32 || longest < shortest || longest > 32 {
            return Err(Fault::Wrong("is packed in a way that makes no sense"));
        }
        self.skip(2 * usize::from(longest - shortest + 1))?;
        let symbols = self.u16()?;
        let pairs = self.skip(3 * usize::from(symbols))?;
        if !are_pairs(pairs, symbols) {
            return Err(Fault::Wrong("has symbols that make no sense"));
        }
        self.skip(usize::from(symbols % 2))?;
        Ok(Packing {
            flags,
            index_bytes: 6 * positions.div_ceil(1 << index_bits),
            size_bytes: 2 * (u64::from(blocks) + u64::from(extra)),
            data_bytes: u64::from(blocks) << block_bits,
        })
    }

    /// The lists by which distances are told from packed values.
    fn skip_maps(&mut self, packings: &[Packing]) -> Result<(), Fault> {
        const MAPPED: u8 = 2;
        const WIDE: u8 = 16;
        for packing in packings
            .iter()
            .filter(|packing| packing.flags & MAPPED != 0)
        {
            let is_wide = packing.flags & WIDE != 0;
            if is_wide {
                self.align_to_even()?;
            }
            for _ in 0..4 {
                let count = match is_wide {
                    true => 2 * usize::from(self.u16()?),
                    false => usize::from(self.u8()?),
                };
                self.skip(count)?;
            }
        }
        self.align_to_even()
    }
}

/// Whether the men are those of the name: numbers 1 to 6 for the pawn to the king of the first side, 8 more for the other.
fn are_the_men(men: &[u8], name: &Name) -> bool {
    let mut sides = [[0; 6]; 2];
    for &man in men {
        let (side, kind) = (usize::from(man >> 3), usize::from(man & 7));
        if kind == 0 || kind > 6 {
            return false;
        }
        sides[side][kind - 1] += 1;
    }
    sides == name.0
}

/// Whether each symbol stands for a value or for two symbols before which it was not used: no chain has no end.
fn are_pairs(pairs: &[u8], symbols: u16) -> bool {
    const VALUE: u16 = 0xFFF;
    let children: Vec<Option<[u16; 2]>> = pairs
        .chunks_exact(3)
        .map(|pair| {
            let left = u16::from(pair[1] & 0xF) << 8 | u16::from(pair[0]);
            let right = u16::from(pair[2]) << 4 | u16::from(pair[1] >> 4);
            (right != VALUE).then_some([left, right])
        })
        .collect();
    // How deep the tree below a symbol is; a symbol that is being looked into must not be met again.
    let mut is_done = vec![false; children.len()];
    let mut is_open = vec![false; children.len()];
    for start in 0..usize::from(symbols) {
        let mut stack = vec![(start, false)];
        while let Some((symbol, is_left)) = stack.pop() {
            if is_left {
                is_open[symbol] = false;
                is_done[symbol] = true;
                continue;
            }
            if is_done.get(symbol) == Some(&true) {
                continue;
            }
            if is_open.get(symbol) != Some(&false) {
                return false;
            }
            is_open[symbol] = true;
            stack.push((symbol, true));
            let below = children[symbol].into_iter().flatten();
            stack.extend(below.map(|child| (usize::from(child), false)));
        }
    }
    true
}

/// How many positions an index over these men has.
fn positions(men: &[u8], name: &Name, file: usize) -> u64 {
    let (leading, following) = name.pawns();
    let mut product;
    let mut used;
    if name.has_pawns() {
        product = leading_pawns(u64::from(leading), file);
        product *= binomial(48 - u64::from(leading), u64::from(following));
        used = usize::from(leading + following);
    } else if name.singles() == 2 {
        // Two kings.
        product = 462;
        used = 2;
    } else {
        // Three men that have no other like them.
        product = 31_332;
        used = 3;
    }
    while used < men.len() {
        let alike = men[used..].iter().take_while(|&&man| man == men[used]);
        let alike = alike.count();
        product *= binomial(64 - used as u64, alike as u64);
        used += alike;
    }
    product
}

/// In how many ways so many pawns of a side stand if the first of them in the order of the index is on that file (a to d).
/// The order goes from the edge inwards and up each file; behind a pawn the others have the squares that come after it.
fn leading_pawns(count: u64, file: usize) -> u64 {
    let first = 47 - 12 * file as u64;
    (0..6)
        .map(|rank| binomial(first - 2 * rank, count - 1))
        .sum()
}

fn binomial(of: u64, choose: u64) -> u64 {
    (0..choose).fold(1, |product, i| product * of.saturating_sub(i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read() {
        let name = Name::parse("KQPvKR").expect("a name");
        assert_eq!((name.men(), name.pawns(), name.singles()), (5, (1, 0), 5));
        assert_eq!(Name::parse("KPPvKP").map(|name| name.pawns()), Some((1, 2)));
        for text in [
            "",
            "KvK",
            "KQ",
            "KQK",
            "QvK",
            "KQvKX",
            "KKvK",
            "KQQQQQvKQ",
            "kqvk",
        ] {
            assert_eq!(Name::parse(text), None, "{text}");
        }
    }

    #[test]
    fn ways_to_stand_are_counted() {
        assert_eq!(binomial(48, 2), 1128);
        assert_eq!((0..4).map(|file| leading_pawns(1, file)).sum::<u64>(), 24);
        // All pairs of squares, but for those that the mirror makes the same.
        assert_eq!(leading_pawns(2, 0), 47 + 45 + 43 + 41 + 39 + 37);
    }

    #[test]
    fn symbols_that_hold_themselves_are_found() {
        let value = [7, 0xF0, 0xFF];
        let pair = |left: u8, right: u8| [left, right << 4, right >> 4];
        let good = [value, pair(0, 0), pair(1, 0)].concat();
        assert!(are_pairs(&good, 3));
        assert!(!are_pairs(&[value, pair(0, 2), pair(1, 0)].concat(), 3));
        assert!(!are_pairs(&[value, pair(0, 9)].concat(), 2));
    }
}
