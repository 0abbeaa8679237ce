//! Every kernel that runs here against the plain one, bit for bit, over numbers from the whole range.

use super::{Kernel, Rows};
use crate::nnue::line::{LINE, Line};
use fastrand::Rng;

const ROWS: usize = 40;

fn random_lines(count: usize, random: &mut Rng, most: i16) -> Vec<Line> {
    let line = |random: &mut Rng| Line(std::array::from_fn(|_| random.i16(-most..=most)));
    (0..count).map(|_| line(random)).collect()
}

#[test]
fn the_plain_kernel_is_there_and_the_best_is_the_last() {
    let available = Kernel::available();
    assert_eq!(available[0].name(), "scalar");
    assert_eq!(available.last(), Some(&Kernel::best()));
    let names: Vec<_> = available.iter().map(|kernel| kernel.name()).collect();
    // What was tested here, for whoever reads the log.
    println!("kernels: {}", names.join(" "));
    if cfg!(target_arch = "aarch64") {
        assert_eq!(names, ["scalar", "neon"]);
    }
}

#[test]
fn a_kernel_is_found_by_its_name_in_upper_and_lower_case() {
    for kernel in Kernel::available() {
        let name = kernel.name();
        assert_eq!(Kernel::named(name), Some(kernel));
        assert_eq!(Kernel::named(&name.to_uppercase()), Some(kernel));
    }
    for unknown in ["", "scala", "scalar ", "avx"] {
        assert_eq!(Kernel::named(unknown), None, "{unknown:?}");
    }
}

#[test]
fn all_kernels_update_alike() {
    let mut random = Rng::with_seed(1);
    for lines in [1, 2, 3, 8, 16] {
        // The whole range of 16 bits: sums wrap, and wrap alike.
        let weights = random_lines(ROWS * lines, &mut random, i16::MAX);
        let source = random_lines(lines, &mut random, i16::MAX);
        for (added, removed) in [
            (1, 1),
            (1, 2),
            (2, 2),
            (0, 1),
            (1, 0),
            (0, 0),
            (7, 5),
            (32, 0),
        ] {
            let pick = |count: usize, random: &mut Rng| -> Vec<u16> {
                (0..count).map(|_| random.u16(..ROWS as u16)).collect()
            };
            let rows = Rows {
                weights: &weights,
                added: &pick(added, &mut random),
                removed: &pick(removed, &mut random),
            };
            let mut expected = source.clone();
            for i in 0..lines * LINE {
                let weight = |row: &u16| weights[usize::from(*row) * lines + i / LINE].0[i % LINE];
                let sum = &mut expected[i / LINE].0[i % LINE];
                rows.added
                    .iter()
                    .for_each(|row| *sum = sum.wrapping_add(weight(row)));
                rows.removed
                    .iter()
                    .for_each(|row| *sum = sum.wrapping_sub(weight(row)));
            }
            for kernel in Kernel::available() {
                let mut target = vec![Line::ZERO; lines];
                kernel.update(&mut target, &source, &rows);
                assert_eq!(target, expected, "{kernel:?} +{added} -{removed}");
                let mut changed = source.clone();
                kernel.change(&mut changed, &rows);
                assert_eq!(changed, expected, "{kernel:?} +{added} -{removed} in place");
            }
        }
    }
}

#[test]
fn all_kernels_weigh_alike() {
    let mut random = Rng::with_seed(2);
    for lines in [1, 2, 3, 8, 16, 48] {
        for most in [100, 300, i16::MAX] {
            let sums = random_lines(lines, &mut random, most);
            let weights = random_lines(lines, &mut random, 128);
            let expected: i64 = (0..lines * LINE)
                .map(|i| {
                    let clipped = i64::from(sums[i / LINE].0[i % LINE].clamp(0, 255));
                    clipped * clipped * i64::from(weights[i / LINE].0[i % LINE])
                })
                .sum();
            for kernel in Kernel::available() {
                let found = kernel.forward(&sums, &weights);
                assert_eq!(
                    i64::from(found),
                    expected,
                    "{kernel:?} {lines} lines of {most}"
                );
            }
        }
    }
}

#[test]
fn the_largest_sums_fit() {
    // 258 weights of 128 at 255² are the most that a network may have, and all that 32 bits hold.
    let mut weights = vec![Line::ZERO; 64];
    for i in 0..258 {
        weights[i % 64].0[i / 64] = 128;
    }
    let sums = vec![Line([i16::MAX; LINE]); 64];
    for kernel in Kernel::available() {
        assert_eq!(
            kernel.forward(&sums, &weights),
            258 * 128 * 255 * 255,
            "{kernel:?}"
        );
        let negative: Vec<Line> = weights
            .iter()
            .map(|line| Line(line.0.map(|n| -n)))
            .collect();
        assert_eq!(
            kernel.forward(&sums, &negative),
            -258 * 128 * 255 * 255,
            "{kernel:?}"
        );
    }
}
